//! A user generates problems of queens, placements and dominations by seed, and has them solved.

use crate::harness::{answer, folder, satranj};
use satranj::puzzles::random::Distribution;

#[test]
fn queens_are_given_and_squares_blocked() {
    let folder = folder();
    for (arguments, planted) in [
        ("--n 12 --given 4 --planted --blocked 30%", true),
        ("--n 12 --given 12 --planted", true),
        ("--n 12 --given 50% --blocked 10", false),
        ("--n 4 --given 2", false),
    ] {
        for seed in 1..=4 {
            let line = format!("generate queens {arguments} --seed {seed} -o queens.json");
            satranj(&line).within(folder.path()).run().exits(0);
            let solve = "solve --from queens.json --json";
            let solved = satranj(solve).within(folder.path()).run().exits(0).json();
            let puzzle = &solved["puzzle"];
            assert_eq!(puzzle["kind"], "queens");
            assert_eq!(puzzle.get("blocked").is_some(), arguments.contains("blocked"), "{puzzle}");
            let given = puzzle["given"].as_array().unwrap();
            assert!(planted <= (solved["status"] == "satisfied"), "{line}");
            if solved["status"] == "satisfied" {
                let squares = solved["solution"]["squares"].as_array().unwrap();
                assert!(given.iter().all(|square| squares.contains(square)), "{solved}");
            }
            let compare =
                "compare --from queens.json --methods native:dfs,sat:lines --runs 1 --json";
            let compared = satranj(compare).within(folder.path()).run().exits(0).json();
            assert_eq!(compared["agreement"], true, "{line}");
            assert_eq!(compared["runs"][0]["status"], solved["status"], "{line}");
        }
    }
}

#[test]
fn placements_and_dominations_are_documents() {
    let folder = folder();
    for (arguments, fields, methods) in [
        (
            "place --rows 5 --columns 6 --piece knight --blocked 10% --given 3",
            [("count", "\"max\""), ("piece", "\"knight\"")],
            "sat:lines,native:dfs",
        ),
        (
            "place --rows 5 --columns 5 --piece king --blocked 2 --count 4",
            [("count", "4"), ("piece", "\"king\"")],
            "sat:lines,native:dfs",
        ),
        (
            "dominate --rows 4 --columns 5 --piece queen --blocked 15% --independent",
            [("independent", "true"), ("count", "\"min\"")],
            "sat:cover,native:dfs",
        ),
        (
            "dominate --rows 4 --columns 4 --piece king --blocked 1 --total --count 6",
            [("total", "true"), ("count", "6")],
            "sat:cover,native:dfs",
        ),
    ] {
        let line = format!("generate {arguments} --seed 2 -o puzzle.json");
        satranj(&line).within(folder.path()).run().exits(0);
        let solved = satranj("solve --from puzzle.json --json").within(folder.path()).run();
        let solved = solved.exits(0).json();
        for (field, value) in fields {
            assert_eq!(solved["puzzle"][field].to_string(), value, "{arguments}");
        }
        let blocked = solved["puzzle"]["board"]["blocked"].as_array().unwrap().len();
        assert!((1..=3).contains(&blocked), "{arguments}: {blocked}");
        let line = format!("compare --from puzzle.json --methods {methods} --runs 1 --json");
        let compared = satranj(&line).within(folder.path()).run().exits(0).json();
        assert_eq!(compared["agreement"], true, "{arguments}");
        assert_eq!(compared["runs"][1]["status"], solved["status"], "{arguments}");
    }
}

#[test]
fn several_cases_go_into_one_document() {
    for arguments in [
        "queens --n 6 --given 1 --planted",
        "place --rows 3 --columns 4 --piece rook --blocked 25%",
        "dominate --rows 3 --columns 4 --piece rook --blocked 25%",
    ] {
        let generated = answer(&format!("generate {arguments} --cases 3 --seed 5"));
        let solved = satranj("solve --from - --json").input(generated.stdout.clone()).call();
        let solved = solved.exits(0).json();
        let cases = solved["cases"].as_array().unwrap();
        assert_eq!(cases.len(), 3);
        let line = format!("generate {arguments} --seed 5");
        let first = satranj("solve --from - --json").input(answer(&line).stdout).call().exits(0);
        assert_eq!(first.json()["instance"], cases[0]["instance"], "the first is the same");
        assert_ne!(cases[0]["instance"], cases[1]["instance"]);
        let compared = satranj("compare --from - --json --runs 1").input(generated.stdout).call();
        assert_eq!(compared.exits(0).json()["agreement"], true, "{arguments}");
    }
}

#[test]
fn a_suite_draws_what_the_command_does() {
    for (arguments, distribution) in [
        (
            "queens --n 9 --given 30% --planted --blocked 5 --cases 2",
            r#"{"kind":"queens","n":9,"given":"30%","planted":true,"blocked":5,"cases":2}"#,
        ),
        (
            "place --rows 4 --columns 5 --piece knight --blocked 12.5% --given 2 --count 5 --cases 2",
            r#"{"kind":"place","rows":4,"columns":5,"piece":"knight","blocked":"12.5%","given":2,
                "count":5,"cases":2}"#,
        ),
        (
            "dominate --rows 4 --columns 5 --piece king --blocked 3 --independent --cases 2",
            r#"{"kind":"dominate","rows":4,"columns":5,"piece":"king","blocked":3,
                "independent":true,"cases":2}"#,
        ),
    ] {
        let distribution: Distribution = serde_json::from_str(distribution).unwrap();
        let again = serde_json::to_string(&distribution).unwrap();
        assert_eq!(serde_json::from_str::<Distribution>(&again).unwrap(), distribution);
        let drawn = serde_json::to_value(distribution.statements(7).unwrap()).unwrap();
        let generated = answer(&format!("generate {arguments} --seed 7")).json();
        let puzzles = generated["cases"].as_array().unwrap().iter();
        let puzzles: Vec<_> = puzzles.map(|case| case["puzzle"].clone()).collect();
        assert_eq!(serde_json::Value::from(puzzles), drawn);
    }
    for wrong in [r#"{"kind":"queens","n":9,"given":"much"}"#, r#"{"kind":"queens","m":9}"#] {
        assert!(serde_json::from_str::<Distribution>(wrong).is_err(), "{wrong}");
    }
}

/// Every later version must reproduce a published file.
#[test]
fn placements_stay_as_they_are() {
    for (arguments, golden) in GOLDEN_DOCUMENTS {
        let ran = answer(&format!("generate {arguments} --seed 5"));
        assert_eq!(ran.text().trim_end(), golden);
        assert_ne!(ran.stdout, answer(&format!("generate {arguments} --seed 6")).stdout);
    }
}

const GOLDEN_DOCUMENTS: [(&str, &str); 4] = [
    (
        "queens --n 8 --given 2 --blocked 3",
        r#"{"kind":"queens","n":8,"given":["a1","e6"],"blocked":["b4","d8","e3"]}"#,
    ),
    ("queens --n 8 --given 3 --planted", r#"{"kind":"queens","n":8,"given":["a1","b7","e8"]}"#),
    (
        "place --rows 3 --columns 5 --piece knight --blocked 2 --given 1",
        r#"{"kind":"place","board":{"rows":3,"columns":5,"blocked":["e3","e2"]},"piece":"knight","count":"max","given":["b3"]}"#,
    ),
    (
        "dominate --rows 3 --columns 5 --piece queen --blocked 2",
        r#"{"kind":"dominate","board":{"rows":3,"columns":5,"blocked":["e3","e2"]},"piece":"queen","count":"min","independent":false,"total":false}"#,
    ),
];
