//! Contradictory given parts: every method answers "no" with the certificate.

use serde_json::Value;

use crate::harness::{answer, folder, satranj, schema::valid, write};

/// The names of the methods for a kind of puzzle.
fn methods(kind: &str) -> Vec<String> {
    let listed = answer("list methods --json").json();
    let rows = listed.as_array().expect("a list").iter();
    let rows = rows.filter(|row| row["puzzle"] == kind);
    rows.map(|row| row["name"].as_str().expect("a name").to_string()).collect()
}

/// Puzzles whose given parts contradict one another, and the certificate.
const PUZZLES: [(&str, &str, &str); 9] = [
    ("tour", "5x5 --given c3-a2,c3-a4,c3-b1", "given_moves"),
    ("tour", "4x5 --piece king --closed --given a1-a2,a2-b1,b1-a1", "given_moves"),
    ("queens", "8 --given a1,b2", "given_pieces"),
    ("place", "4x4 --piece king --given a1,b2", "given_pieces"),
    ("place", "4x4 --piece king --count 3 --given a1,b2", "given_pieces"),
    ("place", "4x4 --army king,rook --count 2 --given king@a1,rook@a4", "given_pieces"),
    ("dominate", "4x4 --piece king --independent --given a1,b2", "given_pieces"),
    ("dominate", "4x4 --piece king --independent --count 4 --given a1,b2", "given_pieces"),
    ("hamilton", "k5.dot --given a-b,a-c,a-d", "given_edges"),
];

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn every_no_has_the_certificate() {
    let folder = folder();
    let edges = "a -- b; a -- c; a -- d; a -- e; b -- c; b -- d; b -- e; c -- d; c -- e; d -- e";
    write(folder.path(), "k5.dot", format!("graph {{ {edges} }}"));
    for (kind, puzzle, certificate) in PUZZLES {
        let mut answered = 0;
        for method in methods(kind) {
            for (command, precheck) in [("solve", "off"), ("solve", "on"), ("count", "off")] {
                let line = format!(
                    "{command} {kind} {puzzle} --method {method} --precheck {precheck} --json"
                );
                let ran = satranj(&line).within(folder.path()).run();
                // Not every method takes every puzzle, or counts.
                if ran.code == Some(2) || ran.code == Some(3) {
                    continue;
                }
                let document = valid(ran.exits(0).json());
                // A method with its own certificate need not look for a shorter one.
                let own = method == "graph:carving" && precheck == "off";
                let certificate = if own { "carving" } else { certificate };
                let said = (&document["certificate"]["kind"], &document["verified"]);
                assert_eq!(said, (&certificate.into(), &Value::Bool(true)), "{line}");
                answered += 1;
                let input = document.to_string();
                satranj("verify -").input(input).call().exits(0);
            }
        }
        assert!(answered > 3, "{puzzle}: {answered}");
    }
}
