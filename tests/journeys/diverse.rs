//! `solve --diverse`: several solutions that share little.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::harness::{answer, satranj, schema::valid};

/// The document of a list.
fn listed(line: &str) -> Value {
    valid(answer(&format!("solve {line} --json")).json())
}

/// The moves of a closed path, whatever their direction, or the squares of a placement.
fn parts(solution: &Value) -> BTreeSet<String> {
    let names = |field: &str| -> Vec<String> {
        let names = solution[field].as_array().into_iter().flatten();
        names.map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    let path = names("path");
    let next = path.iter().cycle().skip(1);
    let moves =
        path.iter().zip(next).map(|(one, other)| format!("{}{}", one.min(other), one.max(other)));
    moves.chain(names("squares")).collect()
}

/// The largest share of two solutions of a list.
fn most_shared(document: &Value) -> f64 {
    let all: Vec<_> = document["solutions"].as_array().unwrap().iter().map(parts).collect();
    let pairs = all.iter().enumerate().flat_map(|(next, one)| {
        all[..next].iter().map(move |other| {
            one.intersection(other).count() as f64 / one.len().min(other.len()) as f64
        })
    });
    pairs.fold(0.0, f64::max)
}

#[test]
fn diverse_solutions_share_less_than_those_of_a_search() {
    for (line, of) in [
        ("tour 8x8 --closed -n 12", "moves"),
        ("queens 10 -n 6", "squares"),
        ("queens 10 -n 6 --method native:bitmask", "squares"),
        ("hamilton grid:6x6 --cycle -n 5", "edges"),
        ("dominate 5x5 --piece knight -n 3", "squares"),
    ] {
        let plain = listed(line);
        let diverse = listed(&format!("{line} --diverse --seed 7"));
        let (before, after) = (most_shared(&plain), most_shared(&diverse));
        assert!(after < before, "{line}: {after} is not below {before}");
        let report = &diverse["diversity"];
        assert_eq!(report["of"], json!(of), "{line}");
        assert!((report["most_shared"].as_f64().unwrap() - after).abs() < 1e-9, "{line}: {report}");
        assert_eq!((&diverse["status"], &diverse["verified"]), (&json!("satisfied"), &json!(true)));
        let again = listed(&format!("{line} --diverse --seed 7"));
        assert_eq!(diverse["solutions"], again["solutions"], "{line}");
        assert!(plain.get("diversity").is_none());
        satranj("verify -").input(diverse.to_string()).call().exits(0);
    }
}

#[test]
fn open_paths_that_differ_have_different_ends() {
    // Where a closed tour exists, where none does, and in a graph.
    for line in ["tour 8x8 -n 4", "tour 5x5 -n 4", "hamilton grid:4x4 --path -n 4"] {
        let document = listed(&format!("{line} --diverse"));
        let solutions = document["solutions"].as_array().unwrap();
        let mut ends = BTreeSet::new();
        for solution in solutions {
            let path = solution["path"].as_array().unwrap();
            let [first, last] = [&path[0], &path[path.len() - 1]].map(|end| end.as_str().unwrap());
            ends.insert([first.min(last), first.max(last)]);
        }
        assert!(ends.len() > 2, "{line}: {ends:?}");
    }
    let document = listed("tour 6x6 --start b1 -n 4 --diverse");
    for solution in document["solutions"].as_array().unwrap() {
        assert_eq!(solution["path"][0], "b1");
    }
}

#[test]
fn all_are_listed_if_fewer_exist() {
    for (line, all) in [
        ("queens 6 -n 12", 4),
        ("queens 6 -n 12 --up-to-symmetry", 1),
        ("queens 5 -n 40 --method native:dfs", 10),
        ("place 4x4 --piece rook -n 30", 24),
        ("queens 3 -n 2", 0),
    ] {
        let document = listed(&format!("{line} --diverse"));
        let status = if all == 0 { "unsatisfiable" } else { "all_solutions" };
        let found = document["solutions"].as_array().unwrap();
        assert_eq!((found.len(), &document["status"]), (all, &json!(status)), "{line}");
    }
}

#[test]
fn a_wrong_share_is_found_and_wrong_options_are_refused() {
    let mut document = listed("queens 8 -n 3 --diverse");
    document["diversity"]["most_shared"] = json!(0.0);
    let checked = satranj("verify -").input(document.to_string()).call().exits(4);
    assert!(
        checked.report().contains("`diversity` is 0.000000 of their squares"),
        "{}",
        checked.report()
    );
}

#[test]
fn a_stream_has_all_that_the_share_is_about() {
    let answered = answer("solve queens 8 -n 4 --diverse --json-stream");
    let stream = answered.text();
    let lines: Vec<Value> =
        stream.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let solutions: Vec<_> = lines
        .iter()
        .filter(|line| line["type"] == "solution")
        .map(|line| &line["solution"])
        .collect();
    let whole = json!({ "solutions": solutions });
    let report = lines.last().unwrap()["diversity"]["most_shared"].as_f64().unwrap();
    assert_eq!(solutions.len(), 4);
    assert!((report - most_shared(&whole)).abs() < 1e-9);
}
