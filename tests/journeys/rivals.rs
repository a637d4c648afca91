//! A user measures external programs beside the methods: named on the command line, their answers
//! checked if they give one, and reported as unchecked otherwise.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{Line, Ran, dimacs_solver_file, folder, satranj, schema::valid, write};

/// A folder with an answer to six queens, a wrong one, and a claim that none exists.
fn answers() -> TempDir {
    let folder = folder();
    let right = satranj("solve queens 6 --json").run().exits(0).stdout;
    let mut wrong: Value = serde_json::from_slice(&right).expect("JSON");
    wrong["solution"]["squares"] = json!(["a1", "b2", "c3", "d4", "e5", "f6"]);
    write(folder.path(), "right.json", right);
    write(folder.path(), "wrong.json", wrong.to_string());
    folder
}

/// Compares programs with a method of Satranj.
fn compare(folder: &Path, puzzle: &str, programs: &[&str]) -> Ran {
    let line =
        format!("compare {puzzle} --methods native:dfs --runs 2 --warmup 0 --time-limit 20s");
    let mut command = satranj(&line).within(folder);
    for program in programs {
        command = command.argument("--program").argument(program);
    }
    command.argument("--json").run()
}

fn row<'d>(document: &'d Value, method: &str) -> &'d Value {
    let mut rows = document["rows"].as_array().expect("rows").iter();
    rows.find(|row| row["method"] == method).unwrap_or_else(|| panic!("{method}: {document}"))
}

#[test]
fn a_program_is_a_method_and_its_answer_is_checked() {
    let folder = answers();
    let solver = dimacs_solver_file();
    let file = format!("file={} {{}}", solver.display());
    let input = format!("input={}", solver.display());
    let programs = ["right=cat right.json", &file, &input, "said=sh -c 'exit 10'"];
    let document = valid(compare(folder.path(), "queens 6", &programs).exits(0).json());
    assert_eq!(document["agreement"], true);
    let names = |value: &Value| -> Vec<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    let own = row(&document, "native:dfs");
    for name in ["right", "file", "input", "said"] {
        let row = row(&document, &format!("program:{name}"));
        assert_eq!(row["status"], "satisfied", "{row}");
        assert_eq!(row["verified"], name != "said", "{row}");
        assert_eq!(names(row), names(own));
        assert_eq!(names(&row["runs"][1]), names(&own["runs"][1]));
        assert!(row["runs"][1]["peak_memory_bytes"].as_u64() > Some(0), "{row}");
    }
    assert_eq!(row(&document, "program:right")["solver"], "cmd:cat right.json");
    let statistics = &row(&document, "program:file")["runs"][0]["statistics"];
    assert!(statistics["variables"].as_u64() > Some(0), "{statistics}");
    let line = "compare queens 6 --methods native:dfs --runs 1 --format text --program";
    let text = satranj(line).argument("x=sh -c 'exit 10'").run().exits(0);
    assert!(text.text().contains("solution, not checked"), "{}", text.report());
}

#[test]
fn what_is_wrong_or_not_understood_is_reported() {
    let folder = answers();
    for (program, code, said) in [
        ("x=cat wrong.json", 4, "the program's answer is wrong: "),
        (
            "x=sh -c 'exit 20'",
            4,
            "the program's answer is wrong: it says UNSATISFIABLE, but there \
          is",
        ),
        (
            "x=echo 0.7 tour",
            0,
            "cannot read its answer: expected a solution or a verdict, found `0.7 tour`",
        ),
        ("x=no-such-program {}", 0, "no-such-program: No such file"),
        ("x=cat missing.json", 0, "its last line: cat: missing.json"),
        ("x=cat {graph6} {hcp}", 0, "the format `hcp` cannot express this puzzle"),
    ] {
        let ran = compare(folder.path(), "queens 6", &[program]);
        assert_eq!(ran.code, Some(code), "{program}: {}", ran.report());
        let document = valid(ran.json());
        let row = row(&document, "program:x");
        assert!(row["error"].as_str().is_some_and(|error| error.contains(said)), "{row}");
        assert_eq!(document["fastest"], "native:dfs");
    }
    for (arguments, said) in [
        (&["--program", "echo"][..], "expected NAME=COMMAND"),
        (&["--program", "a b=echo"], "`a b`: a program's name has only letters"),
        (&["--program", "a=echo", "--program", "a=cat"], "two programs have the name `program:a`"),
        (&["--methods", "program:lkh"], "program:lkh: no program has this name; add --program"),
    ] {
        let mut command = satranj("compare queens 6");
        for argument in arguments {
            command = command.argument(argument);
        }
        let ran = command.run().exits(2);
        assert!(ran.stderr.contains(said), "{}", ran.report());
    }
}

#[test]
fn a_limit_ends_a_program_and_is_data() {
    let folder = folder();
    let line = "compare queens 6 --methods program:*,native:dfs --runs 2 --time-limit 5s --json";
    let ran =
        satranj(line).within(folder.path()).argument("--program=slow=sleep 600").run().exits(0);
    let document = valid(ran.json());
    let row = row(&document, "program:slow");
    assert_eq!((&row["status"], &row["reason"]), (&json!("unknown"), &json!("time_limit")));
    // It is not run a second time.
    assert_eq!(row["runs"].as_array().map(Vec::len), Some(1));
}

#[test]
fn counts_of_programs_are_compared() {
    let folder = folder();
    let right = ["a=echo 4", "b=sh -c 'echo s SATISFIABLE; echo c s exact arb int 4'"];
    let ran = compare(folder.path(), "queens 6 --counting", &right).exits(0);
    let document = valid(ran.json());
    for name in ["program:a", "program:b"] {
        let row = row(&document, name);
        assert_eq!((&row["count"], &row["verified"]), (&json!("4"), &json!(false)));
    }
    let ran = compare(folder.path(), "queens 6 --counting", &["a=echo 5"]).exits(4);
    assert!(ran.stderr.contains("the methods disagree: the counts are"), "{}", ran.report());
}

/// A suite may name programs to run, but only if the user allows them.
fn suite(methods: &[&str]) -> String {
    let puzzles = json!([{"kind": "queens", "n": 6}, {"kind": "queens", "n": 6, "given": ["b1"]}]);
    json!({
        "schema": "satranj.suite/1", "name": "rivals", "title": "Rivals", "runs": 1, "warmup": 0,
        "time_limit": "1h", "experiments": [
            {"name": "named", "title": "Named", "methods": methods,
             "instances": {"puzzles": puzzles}},
            {"name": "other", "title": "Other", "methods": ["native:dfs"],
             "instances": {"puzzles": [{"kind": "queens", "n": 5}]}},
        ],
    })
    .to_string()
}

#[test]
fn a_suite_runs_no_program_by_itself() {
    let folder = folder();
    let named = suite(&["native:dfs", "program:touch x", "program:x=touch x"]);
    let ran = satranj("bench - --json").input(named).within(folder.path()).run().exits(0);
    assert!(!folder.path().join("x").exists());
    assert!(ran.stderr.contains("program:touch x is left out"), "{}", ran.report());
    let document = valid(ran.json());
    let runs = document["experiments"][0]["points"][0]["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1);
}

#[test]
fn a_suite_names_programs_that_the_command_line_gives() {
    let folder = folder();
    let solver = format!("dimacs={} {{}}", dimacs_solver_file().display());
    let bench = |suite: String, programs: &[&str]| {
        let mut command = satranj("bench - --json -q").input(suite).within(folder.path());
        for program in programs {
            command = command.argument("--program").argument(program);
        }
        valid(command.run().exits(0).json())
    };
    let methods = |document: &Value, experiment: usize| -> Vec<String> {
        let runs = &document["experiments"][experiment]["points"][0]["runs"];
        let runs = runs.as_array().expect("runs").iter();
        runs.map(|runs| runs["method"].as_str().expect("a name").to_string()).collect()
    };
    // In the experiments that name it.
    let named = bench(suite(&["native:dfs", "program:d*"]), &[&solver]);
    assert_eq!(methods(&named, 0), ["native:dfs", "program:dimacs"]);
    assert_eq!(methods(&named, 1), ["native:dfs"]);
    // Each case has its own row, with its own times.
    let rows = named["experiments"][0]["points"][0]["rows"].as_array().unwrap();
    let rows: Vec<&Value> = rows.iter().filter(|row| row["method"] == "program:dimacs").collect();
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert_eq!((&row["status"], &row["verified"]), (&json!("satisfied"), &json!(true)));
        assert!(row["runs"][0]["seconds"].is_number(), "{row}");
    }
    // In all experiments, if none names one; another command is another plan.
    let all = bench(suite(&["native:dfs"]), &[&solver]);
    assert_eq!(methods(&all, 1), ["native:dfs", "program:dimacs"]);
    let other = bench(suite(&["native:dfs"]), &[&solver.replace("{}", "{dimacs}")]);
    assert_ne!(all["plan"], other["plan"]);
    // The page shows the command to run it again.
    let page = satranj("report -").input(all.to_string()).run().exits(0);
    assert!(page.text().contains("--program=dimacs="), "{}", page.report());
}

#[test]
fn results_in_parts_are_merged_with_the_programs_they_were_measured_with() {
    let folder = folder();
    let program = format!("--program=dimacs={} {{}}", dimacs_solver_file().display());
    write(folder.path(), "suite.json", suite(&["native:dfs"]));
    let run = |line: &str, programs: &[&str]| {
        let command = satranj(line).within(folder.path());
        programs.iter().fold(command, Line::argument).run()
    };
    std::fs::create_dir(folder.path().join("parts")).expect("a folder");
    for number in 0..2 {
        let line = format!("bench suite.json -q --shard {number}/2 -o parts/{number}.json");
        run(&line, &[&program]).exits(0);
    }
    let merged = valid(run("merge suite.json parts -q", &[&program]).exits(0).json());
    assert_eq!(merged["complete"], true);
    // Without it, or with another, it is another plan.
    let report = run("merge suite.json parts -q", &[]).exits(1).report();
    assert!(report.contains("another suite, version or command line"), "{report}");
    let job = run("shard count queens 6 --parts 2 -o job.json", &[]);
    job.exits(0);
    let report = run("merge job.json parts", &[&program]).complains(2);
    assert!(report.contains("--program applies to the results of a suite"), "{report}");
}
