//! A user sees the processor time beside the wall clock, including that of external programs.

use std::path::Path;

use crate::harness::{answer, dimacs_solver, folder, read, satranj, schema::valid, write};
use serde_json::Value;

fn seconds(timing: &Value) -> f64 {
    timing["cpu_seconds"].as_f64().unwrap_or_else(|| panic!("{timing}"))
}

#[test]
fn every_timing_has_it() {
    for line in [
        "solve queens 20 --method native:dfs --json",
        "solve queens 5 --all --json",
        "count queens 10 --json",
        "solve queens 8 --seeds 1..50 --method native:hill-climbing --json",
    ] {
        let document = valid(answer(line).json());
        let timing = if document["timing"].is_null() { &document } else { &document["timing"] };
        assert!(seconds(timing) > 0.0, "{line}: {document}");
    }
    let ran = answer("solve queens 6 --all --json-stream");
    assert!(seconds(&ran.json_lines().pop().unwrap()["timing"]) > 0.0, "{}", ran.report());
    let cases =
        r#"{"cases":[{"puzzle":{"kind":"queens","n":6}},{"puzzle":{"kind":"queens","n":9}}]}"#;
    let batch = valid(satranj("solve --from - --json").input(cases).call().exits(0).json());
    for case in batch["cases"].as_array().unwrap() {
        assert!(seconds(&case["timing"]) > 0.0, "{case}");
    }
    let folder = folder();
    satranj("export tour 5x5 -o t.cnf").within(folder.path()).run().exits(0);
    let solved = dimacs_solver().argument(folder.path().join("t.cnf")).run().exits(10);
    let maps = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let map = maps.map(|name| name.into_string().unwrap()).find(|name| name.ends_with(".map.json"));
    let decoded = satranj(&format!("decode {} --json", map.unwrap())).within(folder.path());
    let decoded = valid(decoded.input(solved.stdout).run().exits(0).json());
    assert!(seconds(&decoded["timing"]) > 0.0, "{decoded}");
    let proof = "solve queens 3 --method sat:lines --precheck off --proof q.drat --json";
    let proof = valid(satranj(proof).within(folder.path()).run().exits(0).json());
    assert!(seconds(&proof["timing"]) > 0.0, "{proof}");
}

/// A solver that works for a while before it answers, and records for how long.
fn busy_solver(folder: &Path) -> String {
    let solver = dimacs_solver_path();
    write(
        folder,
        "busy.sh",
        format!(
            "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done\n\
             times > used\nexec {solver} \"$@\"\n"
        ),
    );
    "cmd:sh busy.sh".into()
}

fn dimacs_solver_path() -> String {
    let program = Path::new(crate::harness::SATRANJ);
    program.with_file_name("examples").join("dimacs_solver").display().to_string()
}

/// Seconds of `0m0.123s 0m0.004s`.
fn used(folder: &Path) -> f64 {
    let text = read(&folder.join("used"));
    // The first line is that of the shell itself.
    let parts = text.lines().next().expect(&text).split_whitespace().map(|part| {
        let (minutes, seconds) = part.trim_end_matches('s').split_once('m').expect(&text);
        minutes.parse::<f64>().expect(&text) * 60.0 + seconds.parse::<f64>().expect(&text)
    });
    parts.sum()
}

#[test]
fn what_a_foreign_solver_used_counts() {
    let folder = folder();
    let solver = busy_solver(folder.path());
    let solve = satranj("solve tour 5x5 --method sat:position --json --solver");
    let document = valid(solve.argument(&solver).within(folder.path()).run().exits(0).json());
    let theirs = used(folder.path());
    assert!(theirs > 0.0 && seconds(&document["timing"]) >= theirs, "{theirs}: {document}");
    let compare =
        satranj("compare tour 5x5 --methods sat:position --runs 1 --warmup 0 --json --solver");
    let document = valid(compare.argument(&solver).within(folder.path()).run().exits(0).json());
    let theirs = used(folder.path());
    let run = &document["runs"][0];
    assert!(run["cpu_seconds"][0].as_f64().unwrap() >= theirs, "{theirs}: {run}");
    assert_eq!(run["median_cpu_seconds"], run["cpu_seconds"][0]);
}

#[test]
fn comparisons_and_results_show_it() {
    let text = answer("compare queens 6 --methods native:dfs,sat:lines --runs 1 --format text");
    let header = text.text().lines().nth(2).unwrap();
    assert!(header.split_whitespace().any(|word| word == "cpu"), "{}", text.report());
    let suite = r#"{"schema":"satranj.suite/1","name":"s","title":"s","runs":2,"warmup":0,
        "methods":["native:dfs"],"experiments":[{"name":"e","title":"e",
        "instances":{"puzzles":[{"kind":"queens","n":6}]}}]}"#;
    let results = satranj("bench - --json -q").input(suite).call().exits(0);
    let document = valid(results.json());
    let run = &document["experiments"][0]["points"][0]["runs"][0];
    let both = run["cpu_seconds"].as_array().unwrap();
    let median = both.iter().map(|value| value.as_f64().unwrap()).sum::<f64>() / 2.0;
    assert!((run["median_cpu_seconds"].as_f64().unwrap() - median).abs() < 1e-12, "{run}");
    let page = satranj("report -").input(results.stdout).call().exits(0);
    assert!(page.text().contains("<td>cpu</td>"), "{}", page.report());
    let text = satranj("bench - --format text -q").input(suite).call().exits(0);
    assert!(text.text().contains(" cpu "), "{}", text.report());
}
