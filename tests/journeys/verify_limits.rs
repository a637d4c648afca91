//! `satranj verify` and the cost of short documents: certificates of large boards are checked only
//! with a time limit, which ends the check, as a signal does.

use crate::harness::{LATE, Ran, satranj};
use serde_json::{Value, json};

/// A document of less than 300 bytes that claims that a piece has no closed tour of a large board.
fn forged(piece: &str, certificate: &Value) -> String {
    let document = json!({"puzzle": {"kind": "tour", "board": {"rows": 10_000, "columns": 10_000},
        "piece": piece, "closed": true}, "status": "unsatisfiable", "certificate": certificate});
    let text = document.to_string();
    assert!(text.len() < 300, "{text}");
    text
}

fn verify(text: &str, arguments: &str) -> Ran {
    let ran = satranj(&format!("verify - {arguments}")).input(text).run();
    assert!(ran.elapsed < LATE, "{}", ran.report());
    ran
}

#[test]
fn large_certificates_are_not_checked_unless_a_time_is_given() {
    for (piece, certificate) in [
        ("queen", json!({"kind": "toughness", "squares": ["a1", "b2"]})),
        ("queen", json!({"kind": "articulation", "squares": ["a1"]})),
        ("knight", json!({"kind": "toughness", "squares": ["e4"]})),
    ] {
        let text = forged(piece, &certificate);
        let kind = certificate["kind"].as_str().expect("a kind");
        let ran = verify(&text, "--json").exits(3);
        let problem = format!(
            "satranj: standard input: the certificate `{kind}` is too large to check without a time \
             limit; add one, for example --time-limit 1h\n"
        );
        assert_eq!(ran.stderr, problem);
        let verdict = ran.json();
        assert_eq!((&verdict["valid"], &verdict["checked"]), (&Value::Null, &json!(false)));
        assert_eq!((&verdict["reason"], &verdict["problem"]), (&json!("too_large"), &Value::Null));
        assert_eq!(verify(&text, "--format text").exits(3).stdout, b"");
    }
    let text = forged("queen", &json!({"kind": "toughness", "squares": ["a1", "b2"]}));
    let ran = verify(&text, "--json --time-limit 100ms").exits(3);
    assert_eq!(ran.json()["reason"], "time_limit");
}

/// A wrong document is wrong, even if another part is too large to check.
#[test]
fn one_case_too_large_does_not_hide_another_that_is_wrong() {
    let large: Value =
        serde_json::from_str(&forged("queen", &json!({"kind": "articulation", "squares": ["a1"]})))
            .expect("a document");
    let wrong = json!({"puzzle": {"kind": "queens", "n": 4}, "status": "satisfied",
        "solution": {"squares": ["a1", "b2", "c3", "d4"]}});
    let right = json!({"puzzle": {"kind": "queens", "n": 4}, "status": "satisfied",
        "solution": {"squares": ["a2", "b4", "c1", "d3"]}});
    let batch = json!({"cases": [right, large, wrong]}).to_string();
    let said = verify(&batch, "--format text").complains(4);
    assert_eq!(said, "standard input: case 3: the queens on a1 and b2 attack one another");
    let batch = json!({"cases": [right, large]}).to_string();
    let said = verify(&batch, "--format text").exits(3);
    assert!(said.text().contains("case 1: the solution is right"), "{}", said.report());
    assert!(said.stderr.contains("case 2: the certificate `articulation` is too large to check"));
    // The same for routes, whose certificate is as long as the board.
    let row = vec![Value::Null; 1000];
    let route = json!({"puzzle": {"kind": "route", "board": {"rows": 1000, "columns": 1000},
        "piece": "queen", "from": "a1", "to": "b9"}, "status": "unsatisfiable",
        "certificate": {"kind": "distances", "distances": vec![row; 1000]}});
    let said = verify(&route.to_string(), "--format text").exits(3);
    assert!(said.stderr.contains("`distances` is too large to check"), "{}", said.report());
}

#[test]
fn a_signal_ends_the_check_of_a_certificate() {
    let text = forged("queen", &json!({"kind": "toughness", "squares": ["a1", "b2"]}));
    let mut running = satranj("verify - --json --time-limit 100h").input(text).start();
    // The check takes long, but the document is read at once.
    running.until_at_work("work");
    let verdict = running.ended_by("TERM").exits(143).json();
    assert_eq!((&verdict["valid"], &verdict["reason"]), (&Value::Null, &json!("interrupted")));
}

/// Dominations and routes of a whole board are checked in memory proportional to the board.
#[test]
fn a_domination_of_many_squares_takes_no_more_than_its_board() {
    let squares: Vec<String> = (1..=300).map(|rank| format!("a{rank}")).collect();
    let document = json!({"puzzle": {"kind": "dominate", "board": {"rows": 3000, "columns": 3000},
        "piece": "queen"}, "status": "satisfied", "solution": {"squares": squares}});
    let ran = verify(&document.to_string(), "--format text").exits(4);
    assert!(ran.stderr.contains("is not attacked or occupied"), "{}", ran.report());
}
