//! Several solutions, streams of them, counts, and repeated runs.

use std::collections::BTreeSet;

use crate::harness::{
    answer,
    checked::without_timing,
    document,
    listed::{SINGLE, listing_names, method_names},
    path, satranj,
    tours::{Case, KNIGHT},
};
use serde_json::{Value, json};

/// The different tours of a document with several; each is checked.
fn tours(document: &Value, case: &Case) -> BTreeSet<Vec<u32>> {
    let solutions = document["solutions"].as_array().unwrap();
    let tours: BTreeSet<_> = solutions
        .iter()
        .map(|solution| {
            let squares = path(solution);
            assert!(case.is_tour_of_squares(&squares), "{squares:?}");
            let cells: Vec<u32> = squares.iter().map(|square| case.cell(square)).collect();
            case.canonical(&cells)
        })
        .collect();
    assert_eq!(tours.len(), solutions.len(), "a tour stands in the document twice");
    tours
}

#[test]
fn so_many_different_solutions() {
    let case = Case::new(5, 5, KNIGHT);
    for method in listing_names() {
        let arguments = ["solve", "tour", "5x5", "-n", "5", "--method", &method];
        let document = document(&arguments);
        assert_eq!(document["status"], "satisfied", "{method}");
        assert_eq!(document["verified"], true);
        assert!(document.get("solution").is_none());
        assert_eq!(tours(&document, &case).len(), 5, "{method}");
    }
}

#[test]
fn all_solutions_and_more_than_there_are() {
    let case = Case::new(3, 4, KNIGHT);
    let expected = case.tours();
    for method in listing_names() {
        for wanted in [&["--all"][..], &["-n", "17"], &["--number", "1000"]] {
            let arguments = [&["solve", "tour", "3x4", "--method", &method], wanted].concat();
            let document = document(&arguments);
            assert_eq!(document["status"], "all_solutions", "{arguments:?}");
            assert_eq!(document["verified"], true);
            assert_eq!(tours(&document, &case), expected, "{arguments:?}");
        }
        // As many as there are: no more were looked for.
        let exactly = document(&["solve", "tour", "3x4", "--method", &method, "-n", "16"]);
        assert_eq!(exactly["status"], "satisfied");
        assert_eq!(tours(&exactly, &case), expected, "{method}");
    }
}

#[test]
fn no_solution_among_all() {
    for (board, certificate) in [("4x4", "drat"), ("3x3", "low_degree")] {
        let document = document(&["solve", "tour", board, "--all"]);
        assert_eq!(document["status"], "unsatisfiable");
        assert_eq!(document["solutions"], serde_json::json!([]));
        assert_eq!(document["verified"], true);
        assert_eq!(document["certificate"]["kind"], certificate);
    }
}

#[test]
fn a_limit_keeps_what_was_found() {
    let arguments = ["solve", "tour", "5x5", "--all", "--method", "native:dfs", "--start", "a1"];
    let ran = satranj(&[&arguments[..], &["--node-limit", "50000"]].concat()).call();
    assert_eq!(ran.code, Some(3));
    let document = ran.json();
    assert_eq!(
        (&document["status"], &document["reason"]),
        (&"unknown".into(), &"node_limit".into())
    );
    assert_eq!(document["statistics"]["nodes"], 50000);
    assert_eq!(document["verified"], true);
    let found = tours(&document, &Case::new(5, 5, KNIGHT).from("a1")).len();
    assert!((1..304).contains(&found), "{found}");
}

#[test]
fn counts_by_every_method() {
    for method in listing_names() {
        for (arguments, count, status) in [
            (&["3x4"][..], "16", "all_solutions"),
            (&["5x5", "--start", "c3"], "64", "all_solutions"),
            (&["3x4", "--end", "a1"], "2", "all_solutions"),
            (&["5x5", "--start", "b1"], "0", "unsatisfiable"),
            (&["4x4"], "0", "unsatisfiable"),
            (&["1x1"], "1", "all_solutions"),
        ] {
            let arguments = [&["count", "tour", "--method", &method], arguments].concat();
            let document = document(&arguments);
            assert_eq!(document["schema"], "satranj.count/1");
            assert_eq!(document["count"], count, "{arguments:?}");
            assert_eq!(document["status"], status, "{arguments:?}");
        }
    }
    let ran = satranj(&["count", "tour", "5x5", "--format", "text"]).call();
    assert!(ran.text().contains("\n1,728 solutions, in "), "{}", ran.text());
    let ran =
        satranj(&["count", "tour", "6x6", "--node-limit", "100000", "--format", "text"]).call();
    assert_eq!(ran.code, Some(3));
    assert!(ran.text().contains("\nat least "), "{}", ran.text());
}

/// The lines of a stream; all except the last have the other types.
fn stream(arguments: &[&str]) -> (Option<i32>, Vec<Value>, Value) {
    let ran = satranj(&[arguments, &["--json-stream"]].concat()).call();
    assert_eq!(ran.stderr, "");
    assert!(ran.text().ends_with('\n'));
    let mut lines: Vec<Value> =
        ran.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.pop().unwrap();
    assert_eq!(last["type"], "status", "{arguments:?}");
    assert!(lines.iter().all(|line| line["type"] == "progress" || line["type"] == "solution"));
    let solutions = lines.iter().filter(|line| line["type"] == "solution").count();
    assert_eq!(last["solutions_found"], solutions, "{arguments:?}");
    (ran.code, lines, last)
}

#[test]
fn streams_end_with_a_status() {
    let case = Case::new(5, 5, KNIGHT);
    for (arguments, code, solutions, status) in [
        (&["solve", "tour", "5x5"][..], 0, 1, "satisfied"),
        (&["solve", "tour", "5x5", "-n", "3"], 0, 3, "satisfied"),
        (&["solve", "tour", "5x5", "--all", "--method", "native:dfs"], 0, 1728, "all_solutions"),
        (&["solve", "tour", "5x5", "--closed"], 0, 0, "unsatisfiable"),
        (&["solve", "tour", "5x5", "--node-limit", "9", "--method", "native:dfs"], 3, 0, "unknown"),
    ] {
        let (ended, lines, last) = stream(arguments);
        assert_eq!(ended, Some(code), "{arguments:?}");
        assert_eq!(last["status"], status);
        assert_eq!(last["schema"], "satranj.solution/1");
        assert_eq!(last["puzzle"]["kind"], "tour");
        let found: BTreeSet<Vec<String>> = lines
            .iter()
            .filter(|line| line["type"] == "solution")
            .map(|line| path(&line["solution"]))
            .collect();
        assert_eq!(found.len(), solutions, "{arguments:?}");
        assert!(found.iter().all(|squares| case.is_tour_of_squares(squares)));
    }
}

#[test]
fn long_runs_report_progress_in_the_stream() {
    let line = "solve tour 20x20 --closed --method native:dfs --json-stream";
    let mut program = satranj(line).start();
    program.until_it_prints("\"progress\"");
    let mut lines = program.ended_by("INT").exits(130).json_lines();
    let last = lines.pop().unwrap();
    assert_eq!((&last["status"], &last["reason"]), (&"unknown".into(), &"interrupted".into()));
    let progress: Vec<&Value> = lines.iter().filter(|line| line["type"] == "progress").collect();
    assert!(!progress.is_empty());
    let nodes = |line: &&Value| line["statistics"]["nodes"].as_u64().unwrap();
    assert!(nodes(&progress[0]) > 0);
    assert!(progress.iter().all(|line| line["seconds"].as_f64().unwrap() >= 1.0));
    assert!(progress.is_sorted_by_key(nodes));
}

#[test]
fn a_printed_document_is_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("document.json");
    for (puzzle, choices) in [
        (&["tour", "5x5"][..], &["--method", "sat:cuts"][..]),
        (&["tour", "5x5", "--start", "b1"], &["--method", "sat:position"]),
        (&["tour", "6x6", "--closed", "--given", "a1-b3"], &["--method", "graph:search"]),
        (&["tour", "5x6", "--block", "a1,f5", "--end", "c3"], &["--method", "native:warnsdorff"]),
        (&["tour", "3x30", "--piece", "king"], &["--seed", "7", "-n", "2"]),
        (&["tour", "4x5", "--all"], &["--method", "native:dfs", "--order", "roth"]),
        (&["tour", "4x4"], &["--amo", "ladder", "--precheck", "off"]),
    ] {
        let wanted: Vec<&str> = puzzle.iter().copied().filter(|word| *word == "--all").collect();
        let first = satranj(&[&["solve"], puzzle, choices].concat()).call();
        assert_eq!((first.code, first.stderr.as_str()), (Some(0), ""), "{puzzle:?}");
        let again = ["solve", "--from", "-"];
        let second = satranj(&[&again, choices, &wanted].concat()).input(first.text()).call();
        assert_eq!(second.code, Some(0), "{}", second.stderr);
        assert_eq!(without_timing(first.text()), without_timing(second.text()));
        std::fs::write(&file, second.text()).unwrap();
        let again = ["solve", "--from", file.to_str().unwrap()];
        let third = satranj(&[&again, choices, &wanted].concat()).call();
        assert_eq!(without_timing(first.text()), without_timing(third.text()));
        // The statement alone is enough.
        let statement = first.json()["puzzle"].to_string();
        let again = ["solve", "--from", "-"];
        let fourth = satranj(&[&again, choices, &wanted].concat()).input(statement.as_str()).call();
        assert_eq!(without_timing(first.text()), without_timing(fourth.text()));
    }
    // A count is a document too.
    let count = satranj(&["count", "tour", "4x5"]).call();
    let again = satranj(&["count", "--from", "-"]).input(count.text()).call();
    assert_eq!(without_timing(count.text()), without_timing(again.text()));
    assert_eq!(again.json()["count"], "164");
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let orders = ["listed", "warnsdorff", "pohl", "roth", "warnsdorff-random", "random"];
    let mut choices: Vec<Vec<String>> = method_names().into_iter().map(|name| vec![name]).collect();
    choices.extend(orders.map(|order| vec!["native:dfs".into(), "--order".into(), order.into()]));
    for choice in choices {
        for puzzle in [&["5x5", "-n", "4"][..], &["5x5", "--end", "c3"]] {
            if puzzle.contains(&"-n") && SINGLE.contains(&choice[0].as_str()) {
                continue;
            }
            let mut arguments = vec!["solve", "tour", "--seed", "42", "--method"];
            arguments.extend(choice.iter().map(String::as_str));
            arguments.extend(puzzle);
            let once = satranj(&arguments).call();
            assert_eq!(once.code, Some(0), "{arguments:?}: {}", once.stderr);
            assert_eq!(once.json()["seed"], 42);
            let twice = satranj(&arguments).call();
            assert_eq!(without_timing(once.text()), without_timing(twice.text()));
        }
    }
}

/// Choices that were made are in the document, and others are not.
#[test]
fn choices_are_echoed() {
    let chosen = ["--order", "roth", "--precheck", "off", "--seed", "9"];
    for command in ["solve", "count"] {
        let document =
            document(&[&[command, "tour", "3x4", "--method", "native:dfs"], &chosen[..]].concat());
        let options = serde_json::json!({"order": "roth", "precheck": false});
        assert_eq!((&document["options"], &document["seed"]), (&options, &9.into()));
        let plain = crate::harness::document(&[command, "tour", "3x4"]);
        assert_eq!((&plain["options"], &plain["seed"]), (&serde_json::json!({}), &1.into()));
    }
}

#[test]
fn other_seeds_give_other_tours_in_random_orders() {
    for (order, random) in [("warnsdorff-random", true), ("random", true), ("roth", false)] {
        let tours: BTreeSet<Vec<String>> = (1..=8)
            .map(|seed| {
                let seed = seed.to_string();
                let puzzle = ["solve", "tour", "5x5", "--start", "a1", "--seed", &seed];
                let method = ["--method", "native:dfs", "--order", order];
                path(&document(&[&puzzle[..], &method].concat())["solution"])
            })
            .collect();
        assert_eq!(tours.len() > 1, random, "{order}");
    }
}

#[test]
fn closed_tours_from_a_start_have_classes() {
    // The 8 closed tours of 5x6 visit every square; one reflection keeps those of the middle row.
    for (start, up_to_symmetry) in [("a1", "8"), ("c3", "4"), ("b4", "8")] {
        let arguments = ["count", "tour", "5x6", "--closed", "--start", start, "--json"];
        let all = document(&arguments);
        assert_eq!(all["count"], "8", "{start}");
        let classes = document(&[&arguments[..], &["--up-to-symmetry"]].concat());
        assert_eq!(
            (&classes["count"], &classes["up_to_symmetry"]),
            (&json!("8"), &json!(up_to_symmetry))
        );
    }
    let line = [
        "solve",
        "tour",
        "3x3",
        "--piece",
        "king",
        "--closed",
        "--start",
        "b2",
        "--all",
        "--up-to-symmetry",
        "--json",
    ];
    let kings = document(&line);
    let solutions = kings["solutions"].as_array().unwrap();
    assert!(!solutions.is_empty() && solutions.iter().all(|tour| tour["path"][0] == "b2"));
    let orbits: u64 =
        kings["orbit_sizes"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(orbits, 16);
}

#[test]
fn other_seeds_give_other_tours_by_default() {
    for puzzle in ["tour 8x8 --closed", "tour 60x60", "tour 20x20 --block a1,t1 --closed"] {
        let tours: BTreeSet<String> = (1..=5)
            .map(|seed| answer(&format!("solve {puzzle} --seed {seed} --json")).json())
            .map(|document| document["solution"].to_string())
            .collect();
        assert_eq!(tours.len(), 5, "{puzzle}");
    }
}

#[test]
fn a_random_seed_is_told_and_gives_the_same_again() {
    for line in ["solve tour 8x8 --json", "generate queens --n 9 --cases 2", "export queens 4"] {
        let once = satranj(&format!("{line} --seed random")).call();
        let report = once.stderr.lines().find_map(|line| line.strip_prefix("satranj: --seed "));
        let seed = report.expect("the seed is printed");
        let again = satranj(&format!("{line} --seed {seed}")).call();
        let without = |text: &str| {
            let kept = text.lines().filter(|line| !line.starts_with("c command"));
            kept.collect::<Vec<_>>().join("\n").split("\"timing\"").next().map(String::from)
        };
        assert_eq!(without(once.text()), without(again.text()), "{line} --seed {seed}");
    }
}
