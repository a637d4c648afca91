//! A "no" or an optimum that has no short certificate is proved by default, and the proof is checked.

use crate::harness::{answer, folder, satranj, schema::valid, write};
use serde_json::{Value, json};

/// Answers without a short certificate, and the encoding of the formula that is refuted.
const PROVED: [(&str, &str); 14] = [
    ("tour 3x8 --closed", "cuts"),
    ("tour 3x8 --closed --method native:dfs", "cuts"),
    ("tour 4x4 --method sat:position", "position"),
    ("tour 4x4 --method native:frontier", "cuts"),
    ("hamilton petersen.txt --input-format edge-list --cycle", "cuts"),
    ("queens 3", "lines"),
    ("queens 3 --method native:dfs", "lines"),
    ("place 5x5 --piece queen --count 6 --method sat:edges --precheck off", "edges"),
    ("place 4x4 --army white:queen,black:queen", "lines"),
    ("dominate 6x6 --piece queen --count 2 --method sat:cover", "cover"),
    ("dominate 5x5 --piece queen", "cover"),
    ("colouring petersen.txt --input-format edge-list --colours 2 --precheck off", ""),
    ("dominating-set petersen.txt --input-format edge-list", "cover"),
    ("exchange guarini.txt --parallel", "planning"),
];

const PETERSEN: &str =
    "0 1\n1 2\n2 3\n3 4\n4 0\n0 5\n1 6\n2 7\n3 8\n4 9\n5 7\n7 9\n9 6\n6 8\n8 5\n";

#[test]
fn answers_of_every_puzzle_are_proved() {
    let folder = folder();
    write(folder.path(), "petersen.txt", PETERSEN);
    write(folder.path(), "guarini.txt", "N.N\n...\nn.n\n");
    for (line, encoding) in PROVED {
        let run = |more: &str| {
            let line = format!("solve {line} --json {more}");
            valid(satranj(&line).within(folder.path()).run().exits(0).json())
        };
        let document = run("");
        assert_eq!(document["verified"], true, "{line}: {document}");
        assert_eq!(document.get("unchecked_because"), None, "{line}");
        if encoding.is_empty() {
            assert_ne!(document["certificate"], Value::Null, "{line}");
            continue;
        }
        let certificate = &document["certificate"];
        let said = (&certificate["kind"], &certificate["encoding"]);
        assert_eq!(said, (&json!("drat"), &json!(encoding)), "{line}: {document}");
        assert_eq!(&run("--check full")["certificate"], certificate, "{line}");
        let none = run("--check none");
        let why = (&none["certificate"], &none["unchecked_because"]);
        assert_eq!(why, (&Value::Null, &json!("no check was asked for")), "{line}");
        assert_eq!(none["verified"], none["status"] != "unsatisfiable", "{line}");
        // The same is proved again, and another formula is refused.
        let verified = |document: &Value, format: &str| {
            satranj(&format!("verify - --format {format}")).input(document.to_string()).run()
        };
        assert_eq!(verified(&document, "json").exits(0).json()["proof"], true, "{line}");
        let mut forged = document.clone();
        forged["certificate"]["clauses"] = json!(1);
        let said = verified(&forged, "text").complains(4);
        let words = "the certificate does not hold: its formula is not that of the puzzle";
        assert!(said.contains(words), "{line}: {said}");
    }
}

#[test]
fn a_check_that_takes_more_than_its_share_is_stopped() {
    let line = "solve dominate 8x8 --piece queen --count 4 --method native:dfs";
    let document = valid(answer(&format!("{line} --json")).json());
    assert_eq!(
        (&document["status"], &document["verified"]),
        (&json!("unsatisfiable"), &json!(false))
    );
    let why = "the proof takes more than its share of the work; --check full makes it";
    assert_eq!(document["unchecked_because"], why);
    assert!(document["timing"]["check_seconds"].as_f64().is_some_and(|seconds| seconds > 0.5));
    let text = answer(&format!("{line} --format text"));
    assert!(
        text.text().contains("no solution, search exhausted (not checked after 1."),
        "{}",
        text.told()
    );
}
