//! `satranj verify` of several cases: an error names the case's number and its place.

use crate::harness::{Ran, satranj};
use serde_json::{Value, json};

fn verify(text: &str) -> Ran {
    satranj("verify - --format text").input(text).call()
}

/// Three cases that hold.
fn batch() -> Value {
    let text = "3\n\n3 3\n1.1\n...\n..1\n\n2 2\n..\n..\n\n1 4\n1..1\n";
    satranj("solve meet - --json").input(text).call().exits(0).json()
}

#[test]
fn a_bad_case_is_named_with_what_is_wrong() {
    assert!(verify(&batch().to_string()).exits(0).text().contains("case 3: "));
    for (pointer, value, problem) in [
        ("/cases/0/solution/square", json!("A9"), "case 1: solution.square: `A9` is not a square"),
        (
            "/cases/0/solution/riders/1/from",
            json!("9"),
            "case 1: solution.riders[1].from: `9` is not a square",
        ),
        (
            "/cases/2/puzzle/riders/0/square",
            json!("b"),
            "case 3: puzzle.riders[0].square: `b` is not a square",
        ),
        (
            "/cases/1/puzzle/kind",
            json!("meat"),
            "case 2: puzzle.kind: unknown kind `meat` (did you mean meet?); expected one of ",
        ),
        ("/cases/1/status", json!(5), "case 2: status: found `5`, expected `satisfied` or "),
        (
            "/cases/1/puzzle",
            json!({"kind": "meet"}),
            "case 2: puzzle: a meeting needs `board` and `riders`",
        ),
        ("/cases/2", json!(7), "case 3: found `7`, expected an object"),
        ("/cases/2", json!({"case": 3}), "case 3: a document needs `puzzle`"),
        ("/cases/2/error", json!("lost"), "case 3: a case has an answer or an `error`, not both"),
        ("/cases", json!([]), "`cases` is empty; expected at least one case"),
        ("/cases", json!({}), "found an object, expected a list"),
    ] {
        let mut batch = batch();
        if pointer.ends_with("/error") {
            batch["cases"][2]["error"] = Value::Null;
        }
        *batch.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
        let text = serde_json::to_string_pretty(&batch).expect("JSON");
        let said = verify(&text).complains(1);
        let rest = said.strip_prefix("standard input:").unwrap_or_else(|| panic!("{said}"));
        let (line, rest) = rest.split_once(':').expect("a line");
        let (column, rest) = rest.split_once(": ").expect("a column");
        assert!(rest.starts_with(problem), "{said}");
        let line = text.lines().nth(line.parse::<usize>().expect("a line") - 1).expect("a line");
        let column: usize = column.parse().expect("a column");
        assert!(column <= line.chars().count(), "{said}: {line}");
        if let Some(value) = problem.split('`').nth(1).filter(|_| problem.contains("no square")) {
            assert!(line[column - 1..].starts_with(&format!("\"{value}\"")), "{said}: {line}");
        }
    }
}

#[test]
fn one_case_is_a_batch_too_and_what_had_no_answer_is_said() {
    let text = "2\n\n2 2\n.0\n..\n\n1 4\n1..1\n";
    let batch = satranj("solve meet - --json").input(text).call().exits(1).json();
    let ran = verify(&batch.to_string()).exits(0);
    assert!(ran.text().contains("case 1: there is no answer: standard input:4:2: `0`"));
    assert!(ran.text().contains("case 2: the certificate proves that there is no solution"));
    let mut other = batch.clone();
    other["schema"] = json!("satranj.comparison/1");
    let said = verify(&other.to_string()).complains(1);
    assert!(
        said.ends_with(
            "expected the schema `satranj.batch/1` for several cases, found \
                        `satranj.comparison/1`"
        ),
        "{said}"
    );
    let one = json!({"cases": [batch["cases"][1]]});
    assert!(verify(&one.to_string()).exits(0).text().contains("case 1: the certificate"));
}
