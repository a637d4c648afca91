//! A user sees the results of measured methods: run by run, which did not answer, how much faster
//! the fastest was, and whether the answers were compared at all.

use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Command, Stdio},
};

use crate::harness::{Ran, SATRANJ, answer, folder, satranj, schema::valid, write};
use serde_json::{Value, json};

/// A solver that answers at its first call and gives another answer from then on.
fn fickle(folder: &Path, then: &str) -> String {
    let solver = Path::new(SATRANJ).with_file_name("examples").join("dimacs_solver");
    let script = format!(
        "if [ -e called ]; then {then}; fi\ntouch called\nexec {} \"$@\"\n",
        solver.display()
    );
    write(folder, "fickle.sh", script);
    "cmd:sh fickle.sh".into()
}

fn compared(folder: &Path, then: &str, format: &str, code: i32) -> Ran {
    let solver = fickle(folder, then);
    let line = format!(
        "compare tour 10x10 --closed --methods sat:vertex-elimination,native:rotations --runs 2 \
         --warmup 0 --format {format} --solver"
    );
    let _ = std::fs::remove_file(folder.join("called"));
    satranj(&line).argument(solver).within(folder).run().exits(code)
}

#[test]
fn an_answer_in_one_run_of_two_is_told_as_such() {
    let folder = folder();
    let then = "echo 's UNKNOWN'; exit 0";
    let document = valid(compared(folder.path(), then, "json", 0).json());
    let run = &document["runs"][0];
    assert_eq!((&run["status"], &run["reason"]), (&json!("unknown"), &json!("solver_unknown")));
    assert_eq!((&run["cases"]["answered"], &run["cases"]["best"]), (&json!(1), &json!(1)));
    let [first, second] = &run["ends"].as_array().unwrap()[..] else { panic!("{run}") };
    let report = |end: &Value| (end["status"].clone(), end["cases"]["best"].clone());
    assert_eq!(report(first), (json!("satisfied"), json!(1)));
    assert_eq!(report(second), (json!("unknown"), json!(0)));
    assert_eq!((&first["verified"], &second["verified"]), (&json!(true), &json!(false)));
    assert_eq!(
        (&document["fastest"], &run["relative"]),
        (&json!("native:rotations"), &Value::Null)
    );
    assert_eq!(document["agreement"], true, "one of its runs was compared");
    let ran = compared(folder.path(), then, "text", 0);
    assert!(ran.text().contains("solution, verified, in 1 of 2 runs"), "{}", ran.report());
    // The export of all runs shows each separately.
    let _ = std::fs::remove_file(folder.path().join("called"));
    let line = "compare tour 6x6 --closed --methods sat:position --runs 2 --warmup 0 -q \
                --export-csv runs.csv --json --solver";
    let solver = fickle(folder.path(), then);
    satranj(line).argument(solver).within(folder.path()).run().exits(3);
    let csv = crate::harness::read(&folder.path().join("runs.csv"));
    let statuses: Vec<&str> =
        csv.lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    assert_eq!(statuses, ["satisfied", "unknown"], "{csv}");
}

#[test]
fn a_method_that_contradicts_itself_is_reported() {
    let folder = folder();
    let then = "echo 's UNSATISFIABLE'; exit 20";
    let ran = compared(folder.path(), then, "json", 4);
    let document = valid(ran.json());
    let run = &document["runs"][0];
    assert_eq!(
        run["contradiction"], "one answer has a solution, another says that none exists",
        "{run}"
    );
    assert_eq!(document["agreement"], false);
    assert_eq!(document["fastest"], "native:rotations");
    let report = "sat:vertex-elimination contradicts itself from run to run";
    assert!(ran.stderr.contains(report), "{}", ran.report());
    let ran = compared(folder.path(), then, "text", 4);
    assert!(ran.text().contains("contradicts itself"), "{}", ran.report());
    assert!(ran.text().contains("the methods disagree"), "{}", ran.report());
}

/// No end in sight, with the order of moves of `native:dfs`.
const HARD: &str = "tour 8x8 --start g5 --order offsets:-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1;2,1;1,2";

#[test]
fn what_was_interrupted_claims_no_agreement() {
    for (format, flag) in [("json", "-v"), ("text", "-v")] {
        let mut child = Command::new(SATRANJ)
            .args(["compare", "--methods", "sat:cuts,native:warnsdorff,native:dfs,graph:search"])
            .args(HARD.split_whitespace())
            .args(["--runs", "1", "--warmup", "0", "--time-limit", "1000s", flag])
            .args(["--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("native:dfs, run 1 of 1") {
            line.clear();
            assert!(errors.read_line(&mut line).unwrap() > 0, "it never came to native:dfs");
        }
        let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let mut rest = String::new();
        let _ = errors.read_to_string(&mut rest);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{rest}");
        let text = String::from_utf8(output.stdout).unwrap();
        if format == "text" {
            assert!(text.contains("interrupted: the answers were not compared"), "{text}");
            assert!(!text.contains("agree"), "{text}");
            continue;
        }
        let document = valid(serde_json::from_str(&text).unwrap());
        // Two answered, without any claim to compare.
        assert_eq!(document["runs"][0]["status"], "satisfied");
        assert_eq!(document["runs"][1]["status"], "satisfied");
        assert_eq!((&document["agreement"], &document["complete"]), (&Value::Null, &json!(false)));
        let page = satranj("report -").input(text).call().exits(0);
        assert!(page.text().contains("the answers were not compared"), "{}", page.report());
        assert!(!page.text().contains("answers agree"), "{}", page.report());
    }
}

#[test]
fn one_answer_is_compared_with_nothing() {
    let alone = valid(answer("compare queens 6 --methods sat:lines --runs 2 --json").json());
    assert_eq!((&alone["agreement"], &alone["complete"]), (&Value::Null, &json!(true)));
    let two =
        valid(answer("compare queens 6 --methods sat:lines,native:dfs --runs 1 --json").json());
    assert_eq!(two["agreement"], true);
    // A heuristic that found nothing claims nothing.
    let line = "compare queens 3 --methods native:min-conflicts,native:dfs --runs 1 --json";
    assert_eq!(valid(answer(line).json())["agreement"], Value::Null);
    let suite = json!({"schema": "satranj.suite/1", "name": "s", "title": "s", "runs": 1,
        "methods": ["sat:lines"], "experiments": [{"name": "e", "title": "e",
        "instances": {"puzzles": [{"kind": "queens", "n": 6}]}}]});
    let results = satranj("bench - --json -q").input(suite.to_string()).call().exits(0);
    let document = valid(results.json());
    assert_eq!(document["agreement"], Value::Null);
    assert_eq!(document["experiments"][0]["points"][0]["agreement"], Value::Null);
    let page = satranj("report -").input(results.stdout).call().exits(0);
    assert!(page.text().contains("The answers were not compared"), "{}", page.report());
}

#[test]
fn ratios_are_of_medians_and_the_winner_comes_first() {
    let line = "compare queens 12 --methods sat:lines,native:dfs,graph:search --runs 5 --json";
    let document = valid(answer(line).json());
    let runs = document["runs"].as_array().unwrap();
    let fastest = runs.iter().find(|run| run["method"] == document["fastest"]).unwrap();
    let median = |run: &Value| run["median_seconds"].as_f64().unwrap();
    assert_eq!(fastest["relative"], json!({"ratio": 1.0, "interval": null}));
    for run in runs {
        let ratio = run["relative"]["ratio"].as_f64().unwrap();
        assert!((ratio - median(run) / median(fastest)).abs() < 1e-9 && ratio >= 1.0, "{run}");
        let ends =
            |value: &Value| (value["low"].as_f64().unwrap(), value["high"].as_f64().unwrap());
        let (low, high) = ends(&run["median_interval_seconds"]);
        assert!(low <= median(run) && median(run) <= high, "{run}");
        if run["method"] != fastest["method"] {
            let (low, high) = ends(&run["relative"]["interval"]);
            assert!(low <= ratio && ratio <= high, "{run}");
        }
    }
}
