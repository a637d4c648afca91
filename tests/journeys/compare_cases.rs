//! A user compares methods on several cases of one file.

use crate::harness::{answer, complaint, folder, satranj, schema::valid, write};
use serde_json::{Value, json};

/// The order of moves with which the search from g5 does not end in reasonable time.
const ORDER: &str = "offsets:-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1;2,1;1,2";

/// Cases of queens by their numbers; 2 and 3 have no solution.
fn queens(numbers: &[u32]) -> String {
    let cases = numbers.iter().map(|n| json!({"puzzle": {"kind": "queens", "n": n}}));
    json!({"cases": cases.collect::<Vec<Value>>()}).to_string()
}

fn compare(input: &str, arguments: &str, code: i32) -> crate::harness::Ran {
    satranj(&format!("compare --from - {arguments}")).input(input).call().exits(code)
}

#[test]
fn each_run_does_all_cases() {
    let input = queens(&[6, 3, 8]);
    let line = "--methods native:bitmask,sat:lines --runs 3 --warmup 1 --json";
    let ran = compare(&input, line, 0);
    assert!(ran.stderr.is_empty(), "{}", ran.report());
    let document = valid(ran.json());
    assert!(document.get("puzzle").is_none(), "{document}");
    let numbers: Vec<&Value> =
        document["cases"].as_array().unwrap().iter().map(|case| &case["puzzle"]["n"]).collect();
    assert_eq!(numbers, [6, 3, 8]);
    assert_eq!(document["agreement"], true);
    for run in document["runs"].as_array().unwrap() {
        let tally =
            json!({"total": 3, "answered": 3, "found": 3, "known": 3, "best": 3, "hit_rate": 1.0});
        assert_eq!((&run["cases"], &run["status"]), (&tally, &json!("satisfied")), "{run}");
        assert_eq!(run["times_seconds"].as_array().map(Vec::len), Some(3));
        assert!(run["statistics"]["nodes"].as_u64() > Some(2), "the sum over the cases: {run}");
    }
    // The document states its cases again.
    let again = compare(&ran.json().to_string(), "--methods sat:lines --runs 1 --json", 0).json();
    assert_eq!(again["instance"], document["instance"]);
    assert_ne!(again["instance"], answer("solve queens 6 --json").json()["instance"]);
}

#[test]
fn a_heuristic_is_right_in_some_of_the_cases() {
    let input = queens(&[3, 6, 8, 2]);
    let line = "--methods native:min-conflicts,native:bitmask --runs 2 --warmup 0";
    let document = valid(compare(&input, &format!("{line} --json"), 0).json());
    let run = &document["runs"][0];
    let tally =
        json!({"total": 4, "answered": 2, "found": 2, "known": 4, "best": 2, "hit_rate": 0.5});
    assert_eq!((&run["cases"], &run["status"]), (&tally, &json!("unknown")));
    assert_eq!(run["reason"], "incomplete_method");
    let folder = folder();
    let file = folder.path().join("runs.csv");
    compare(&input, &format!("{line} -q -o {}", file.display()), 0);
    let rows = std::fs::read_to_string(&file).expect("a table");
    let row = rows.lines().nth(1).expect("a run");
    assert!(row.starts_with("native:min-conflicts,1,unknown,") && row.ends_with(",4,2"), "{row}");
    // It ended, so it is run again.
    assert_eq!(run["times_seconds"].as_array().map(Vec::len), Some(2));
    assert_eq!(document["fastest"], "native:bitmask", "who decided every case");
    let ran = compare(&input, &format!("{line} --format text"), 0);
    assert!(ran.text().starts_with("4 cases of queens\n"), "{}", ran.report());
    assert!(ran.text().contains("2 of 4 answered, right in 2 of 4: 50.0 %"), "{}", ran.report());
    assert!(ran.text().contains("4 of 4 answered  "), "{}", ran.report());
}

#[test]
fn wrong_cases_are_told_once_and_the_others_are_compared() {
    let cases = r#"{"cases":[{"puzzle":{"kind":"queens","n":6}},{"error":"cases.txt:9:1: torn"},
        {"puzzle":{"kind":"queens","n":0}},{"puzzle":{"kind":"queens","n":5}}]}"#;
    let line = "--methods native:bitmask,graph:search --runs 1 --json";
    let ran = compare(cases, line, 1);
    let said = ran.only_complaint();
    assert_eq!(said, "case 2: cases.txt:9:1: torn (1 more case is invalid)");
    let document = valid(ran.json());
    assert_eq!(document["cases"][1], json!({"case": 2, "error": "cases.txt:9:1: torn"}));
    assert_eq!(document["runs"][0]["cases"]["best"], 2);
    // One right case among several.
    let cases = cases.replace("\"n\":5", "\"n\":-5").replace("\"n\":6", "\"n\":4");
    let said = compare(&cases, line, 1).only_complaint();
    assert_eq!(said, "case 2: cases.txt:9:1: torn (2 more cases are invalid)");
    let one = r#"{"cases":[{"error":"torn"},{"puzzle":{"kind":"queens","n":6}}]}"#;
    let ran = compare(one, line, 1);
    assert_eq!(ran.only_complaint(), "case 1: torn");
    assert_eq!(valid(ran.json())["runs"][0]["cases"]["total"], 1);
    let none = r#"{"cases":[{"error":"torn"},{"error":"torn too"}]}"#;
    let said = satranj("compare --from -").input(none).call().complains(1);
    assert_eq!(said, "no case can be compared: case 1: torn (1 more case is invalid)");
}

#[test]
fn a_limit_is_for_all_cases_of_a_run() {
    let tour =
        |side: u32| json!({"puzzle": {"kind": "tour", "board": {"rows": side, "columns": side}}});
    let mut hard = tour(8);
    hard["puzzle"]["start"] = json!("g5");
    let input = json!({"cases": [tour(3), hard, tour(1)]}).to_string();
    let line = &format!(
        "--methods native:dfs --order {ORDER} --runs 3 --warmup 0 --node-limit 1000 --json"
    );
    let document = valid(compare(&input, line, 3).json());
    let run = &document["runs"][0];
    assert_eq!((&run["reason"], &run["status"]), (&json!("node_limit"), &json!("unknown")));
    assert_eq!(
        run["cases"],
        json!({"total": 3, "answered": 2, "found": 2, "known": 2, "best": 2, "hit_rate": 1.0})
    );
    assert_eq!(run["times_seconds"].as_array().map(Vec::len), Some(1), "no further run");
    assert_eq!(document["fastest"], Value::Null);
}

#[test]
fn a_method_that_cannot_do_a_case_says_which() {
    let cases = r#"{"cases":[{"puzzle":{"kind":"queens","n":6}},
        {"puzzle":{"kind":"tour","board":{"rows":6,"columns":6}}}]}"#;
    let line = "--methods native:bitmask,graph:search --runs 1 --warmup 0 --json";
    let document = valid(compare(cases, line, 0).json());
    let error = document["runs"][0]["error"].as_str().unwrap();
    assert!(error.starts_with("case 2: "), "{error}");
    assert_eq!(document["fastest"], "graph:search");
    // Without names, the methods that can do all cases.
    let document = valid(compare(cases, "--runs 1 --warmup 0 --json", 0).json());
    let methods: Vec<&str> = document["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["method"].as_str().unwrap())
        .collect();
    assert!(
        methods.contains(&"graph:search") && !methods.contains(&"native:bitmask"),
        "{methods:?}"
    );
}

#[test]
fn counting_is_for_one_case() {
    let ran = satranj("compare --from - --counting").input(queens(&[4, 5])).call();
    assert!(ran.complains(2).contains("--counting takes one case, but the file has 2"));
    let folder = folder();
    let file = write(folder.path(), "cases.txt", "2\n\n2 2\n1.\n..\n\n2 2\n1.\n..\n");
    let said = complaint(&format!("compare meet {} --counting", file.display()), 2);
    assert!(said.contains("choose one with --case I"), "{said}");
}

/// Some cases answered are not all: the exit code is that of an open case.
#[test]
fn the_exit_code_is_0_if_one_method_answers_every_case() {
    let input = queens(&[6, 40]);
    let once = "--runs 1 --warmup 0 --node-limit 100 --json --methods";
    let tallies = |methods: &str, code: i32| {
        let document = valid(compare(&input, &format!("{once} {methods}"), code).json());
        let runs = document["runs"].as_array().expect("runs").clone();
        (runs.iter().map(|run| run["cases"]["answered"].clone()).collect::<Vec<_>>(), document)
    };
    let (answered, document) = tallies("native:dfs,native:bitmask", 3);
    assert_eq!((answered, &document["fastest"]), (vec![json!(1), json!(1)], &Value::Null));
    let (answered, document) = tallies("native:dfs,sat:lines", 0);
    assert_eq!((answered, &document["fastest"]), (vec![json!(1), json!(2)], &json!("sat:lines")));
    // An invalid case, whatever becomes of the others.
    compare(&queens(&[6, 0]), &format!("{once} sat:lines"), 1);
}

/// A solution found before a limit is a bound, and shown as one.
#[test]
fn an_undecided_method_tells_its_bound() {
    for (puzzle, bound, words) in [
        ("dominate 12x12 --piece queen", "at_most", "at most"),
        ("place 10x10 --army white:queen,black:queen", "at_least", "at least"),
    ] {
        let line = format!("{puzzle} --methods native:dfs --runs 1 --warmup 0 --node-limit 300");
        let document = valid(satranj(&format!("compare {line} --json")).call().exits(3).json());
        let run = &document["runs"][0];
        let objective = run["objective"].as_u64().expect("something is found");
        assert_eq!((&run["bound"], &run["cases"]["known"]), (&json!(bound), &json!(0)));
        let ran = satranj(&format!("compare {line} --format text")).call().exits(3);
        let report = format!("{words} {objective} (the node limit was reached)");
        assert!(ran.text().contains(&report), "{}", ran.report());
    }
}

#[test]
fn a_signal_ends_it_with_what_there_is() {
    let hard =
        json!({"puzzle": {"kind": "tour", "board": {"rows": 8, "columns": 8}, "start": "g5"}});
    let folder = folder();
    let file = write(folder.path(), "cases.json", json!({"cases": [hard, hard]}).to_string());
    let line = format!(
        "compare --from {} --methods sat:cuts,native:dfs --order {ORDER} --warmup 0 --json",
        file.display()
    );
    let mut program = satranj(&line).start();
    program.until_there_is("--method=native:dfs");
    let document = valid(program.ended_by("INT").exits(130).json());
    assert_eq!(document["runs"][0]["cases"]["best"], 2, "{document}");
    assert_eq!(document["runs"][1]["reason"], "interrupted");
}
