//! `satranj verify` and documents that contradict themselves: every status with every field.

use crate::{
    harness::{Ran, answer, satranj},
    verify_search::is_open,
};
use serde_json::{Value, json};

/// The result of `verify` for a document.
fn verify(document: &Value) -> Ran {
    satranj("verify - --format text").input(document.to_string()).call()
}

#[track_caller]
fn fails(document: &Value, problem: &str) {
    let said = verify(document).complains(4);
    assert_eq!(said, format!("standard input: {problem}"), "{document}");
}

fn document(line: &str) -> Value {
    answer(&format!("{line} --json")).json()
}

/// The document with some fields replaced; `null` removes one.
fn with(document: &Value, fields: &Value) -> Value {
    let mut document = document.clone();
    let own = document.as_object_mut().expect("an object");
    for (name, value) in fields.as_object().expect("fields") {
        if value.is_null() {
            own.remove(name);
        } else {
            own.insert(name.clone(), value.clone());
        }
    }
    document
}

/// Documents of counts, with a change and the resulting message.
const COUNTS: &[(&str, &str, &str)] = &[
    // Changes that are consistent, so that only the search detects them.
    ("count", r#"{"up_to_symmetry": "13"}"#, "it counts 13 up to symmetry, but there are 12"),
    (
        "none",
        r#"{"up_to_symmetry": "7"}"#,
        "it says that there is no solution, but counts 7 up to symmetry",
    ),
    ("none", r#"{"count": "2"}"#, "it says that there is no solution, but counts 2"),
    ("none", r#"{"count": null}"#, "it says `unsatisfiable`, and does not count"),
    ("none", r#"{"at_least": "0"}"#, "it has both a count and `at_least`"),
    ("none", r#"{"count": null, "at_least": "0"}"#, "it says `unsatisfiable`, and does not count"),
    (
        "none",
        r#"{"objective": 3}"#,
        "it has the objective 3, but the puzzle does not ask for the best",
    ),
    (
        "none",
        r#"{"optimal_solutions": "3"}"#,
        "it counts the best solutions, but the puzzle does not ask for the best",
    ),
    ("none", r#"{"counts_by_k": ["1", "9", "8", "4"]}"#, "it counts 0, and 4 of 3 pieces"),
    (
        "none",
        r#"{"verified": true}"#,
        "it says that it is verified, but gives nothing that can be checked",
    ),
    ("none", r#"{"reason": "time_limit"}"#, "status `unsatisfiable` cannot have a `reason`"),
    (
        "none",
        r#"{"status": "satisfied"}"#,
        "a count says `all_solutions`, `unsatisfiable` or `unknown`, not `satisfied`",
    ),
    ("none", r#"{"status": "all_solutions"}"#, "it says that there are solutions, but counts 0"),
    (
        "count",
        r#"{"status": "optimal"}"#,
        "a count says `all_solutions`, `unsatisfiable` or `unknown`, not `optimal`",
    ),
    ("count", r#"{"status": "unsatisfiable"}"#, "it says that there is no solution, but counts 92"),
    ("count", r#"{"status": "unknown"}"#, "status `unknown` needs a `reason`"),
    ("count", r#"{"count": "0"}"#, "it says that there are solutions, but counts 0"),
    (
        "count",
        r#"{"up_to_symmetry": "0"}"#,
        "it says that there are solutions, but counts 0 up to symmetry",
    ),
    (
        "count",
        r#"{"up_to_symmetry": "93"}"#,
        "`count` is 92, but `up_to_symmetry` is 93 under 8 symmetries",
    ),
    (
        "count",
        r#"{"up_to_symmetry": "11"}"#,
        "`count` is 92, but `up_to_symmetry` is 11 under 8 symmetries",
    ),
    ("count", r#"{"count": null}"#, "it says `all_solutions`, and does not count"),
    ("count", r#"{"count": null, "at_least": "5"}"#, "it says `all_solutions`, and does not count"),
    (
        "count",
        r#"{"up_to_symmetry_at_least": "5"}"#,
        "it says `all_solutions`, and counts `up_to_symmetry_at_least` only",
    ),
    ("count", r#"{"count": "many"}"#, "`count` is not a number: `many`"),
    ("count", r#"{"count": "092"}"#, "`count` is not a number: `092`"),
    ("count", r#"{"count": "-92"}"#, "`count` is not a number: `-92`"),
    ("count", r#"{"count": ""}"#, "`count` is not a number: ``"),
    ("count", r#"{"solution": {"squares": ["a1"]}}"#, "a count lists no solutions, but it lists 1"),
    ("count", r#"{"orbit_sizes": [8]}"#, "it has orbit sizes, but no list of solutions"),
    (
        "count",
        r#"{"bound": "at_least"}"#,
        "it has a bound, but the puzzle does not ask for the best",
    ),
    (
        "count",
        r#"{"claimed": "optimal"}"#,
        "its solver claims `optimal`, but the puzzle does not ask for the best",
    ),
    (
        "count",
        r#"{"certificate": {"kind": "given_pieces", "squares": ["a1", "b2"]}}"#,
        "it says that there is a solution, but its certificate `given_pieces` that there is no solution",
    ),
    (
        "best",
        r#"{"count": "7"}"#,
        "its counts by number end with 79 for 4 pieces, but it counts 7 for 4",
    ),
    (
        "best",
        r#"{"objective": 5}"#,
        "its counts by number end with 79 for 4 pieces, but it counts 79 for 5",
    ),
    (
        "best",
        r#"{"counts_by_k": ["1", "16", "78", "140", "79", "0"]}"#,
        "its counts by number end with 0: the last is the largest of which there is any",
    ),
    ("best", r#"{"counts_by_k": ["1", "x"]}"#, "`counts_by_k` is not a number: `x`"),
    (
        "best",
        r#"{"bound": "at_least"}"#,
        "it says `all_solutions`, and that the best is at least its objective",
    ),
    (
        "best",
        r#"{"optimal_solutions": "0"}"#,
        "it says that there is a best solution, but counts 0",
    ),
];

#[test]
fn counts_against_the_rest() {
    let count = document("count queens 8 --up-to-symmetry");
    let none = document("count queens 3");
    let best = document("count place 4x4 --piece king --counts-by-k");
    let bases = [("count", &count), ("none", &none), ("best", &best)];
    for (name, fields, problem) in COUNTS {
        let (_, base) = bases.iter().find(|(known, _)| known == name).expect(name);
        fails(&with(base, &serde_json::from_str(fields).expect(fields)), problem);
    }
    let tour = document("count tour 3x4");
    fails(
        &with(&tour, &json!({"counts_by_k": ["1", "16"]})),
        "it counts by the number of pieces, and a tour has none",
    );
}

/// Counts stopped by a limit: `null` with a lower bound, which a search may show or refute.
#[test]
fn counts_that_stopped() {
    let count = document("count queens 8");
    let stopped = json!({"status": "unknown", "reason": "time_limit", "verified": false,
        "count": null, "at_least": "92"});
    let stopped = with(&count, &stopped);
    let holds = |document: &Value, words: &str| {
        let ran = verify(document).exits(0);
        assert_eq!(ran.text(), format!("standard input: {words}\n"), "{document}");
    };
    holds(&stopped, "a search of its own counts as many");
    // Also as it is printed, and as old versions wrote it.
    let mut printed = stopped.clone();
    printed["count"] = Value::Null;
    holds(&printed, "a search of its own counts as many");
    holds(&with(&stopped, &json!({"at_least": "5"})), "a search of its own counts as many");
    holds(&with(&stopped, &json!({"at_least": "0"})), "it claims nothing that can be checked");
    let old = with(&stopped, &json!({"at_least": null, "count": "0"}));
    holds(&old, "it claims nothing that can be checked");
    fails(&with(&stopped, &json!({"at_least": "93"})), "it counts at least 93, but there are 92");
    fails(
        &with(&stopped, &json!({"at_least": "3", "up_to_symmetry_at_least": "4"})),
        "it counts at least 3, and at least 4 up to symmetry",
    );
    let mut large = with(&stopped, &json!({"instance": null}));
    large["puzzle"]["n"] = json!(33);
    large["at_least"] = json!("1000000000");
    is_open(&large, "that there are this many");
}

/// Documents of solutions, with a change and the resulting message.
const SOLUTIONS: &[(&str, &str, &str)] = &[
    (
        "tour",
        r#"{"status": "optimal"}"#,
        "it says `optimal`, but the puzzle does not ask for the best",
    ),
    (
        "tour",
        r#"{"objective": 25}"#,
        "it has the objective 25, but the puzzle does not ask for the best",
    ),
    ("tour", r#"{"reason": "time_limit"}"#, "status `satisfied` cannot have a `reason`"),
    ("tour", r#"{"status": "unknown"}"#, "status `unknown` needs a `reason`"),
    ("tour", r#"{"orbit_sizes": [8]}"#, "it has orbit sizes, but no list of solutions"),
    (
        "tour",
        r#"{"count": "5"}"#,
        "a count says `all_solutions`, `unsatisfiable` or `unknown`, not `satisfied`",
    ),
    ("tour", r#"{"solution": null}"#, "it says that there is a solution, but gives none"),
    (
        "none",
        r#"{"status": "unknown", "reason": "time_limit"}"#,
        "it says `unknown`, but its certificate `colour_parity` decides it",
    ),
    (
        "none",
        r#"{"certificate": null}"#,
        "it says that it is verified, but gives nothing that can be checked",
    ),
    (
        "best",
        r#"{"certificate": {"kind": "no_pieces"}}"#,
        "it says that there is a solution, but its certificate `no_pieces` that there is no solution",
    ),
    (
        "best",
        r#"{"bound": "at_most"}"#,
        "it says that the best is at most what was found, and it is at least that",
    ),
    (
        "best",
        r#"{"bound": "at_least"}"#,
        "it says `optimal`, and that the best is at least its objective",
    ),
    ("best", r#"{"claimed": "optimal"}"#, "its solver claims `optimal`, but it says `optimal`"),
    (
        "best",
        r#"{"status": "unsatisfiable", "solution": null}"#,
        "it says that there is no solution, but has the objective 8",
    ),
    (
        "best",
        r#"{"status": "satisfied", "optimal_solutions": "2"}"#,
        "it counts the best solutions, and says `satisfied`",
    ),
    ("classes", r#"{"orbit_sizes": [4, 4]}"#, "2 orbit sizes are given for 1 solutions"),
    ("classes", r#"{"orbit_sizes": [8]}"#, "solution 1: its orbit size is 4, not 8"),
    ("classes", r#"{"count": "5"}"#, "it counts 5, but all are 4"),
    (
        "route",
        r#"{"optimal_solutions": "0"}"#,
        "it says that there is a best solution, but counts 0",
    ),
];

#[test]
fn solutions_against_the_rest() {
    let tour = document("solve tour 5x5 --start a1");
    let none = document("solve tour 5x5 --closed");
    let best = document("solve place 4x4 --piece knight");
    let classes = document("solve queens 6 --all --up-to-symmetry");
    let route = document("solve route 5x5 --from a1 --to e2");
    let solution = tour["solution"].clone();
    let bases = [
        ("tour", &tour),
        ("none", &none),
        ("best", &best),
        ("classes", &classes),
        ("route", &route),
    ];
    for (name, fields, problem) in SOLUTIONS {
        let (_, base) = bases.iter().find(|(known, _)| known == name).expect(name);
        fails(&with(base, &serde_json::from_str(fields).expect(fields)), problem);
    }
    for (base, fields, problem) in [
        (&tour, json!({"solutions": [solution]}), "it has both a solution and a list of solutions"),
        (
            &tour,
            json!({"certificate": none["certificate"]}),
            "it says that there is a solution, but its certificate `colour_parity` that there is no solution",
        ),
        (&none, json!({"solution": solution}), "it says that there is no solution, but gives one"),
    ] {
        fails(&with(base, &fields), problem);
    }
    let stream = satranj("solve place 4x4 --piece knight --json-stream").call().exits(0);
    let last = stream.json_lines().pop().expect("a status");
    for (fields, problem) in [
        (json!({"solutions_found": 0}), "it says that there is a solution, but found none"),
        (
            json!({"solution": best["solution"]}),
            "the end of a stream lists no solutions, but it lists 1",
        ),
        (
            json!({"status": "unsatisfiable", "objective": null}),
            "it says that there is no solution, but found 1",
        ),
        (
            json!({"certificate": {"kind": "no_pieces"}}),
            "it says that there is a solution, but its certificate `no_pieces` that there is no solution",
        ),
    ] {
        let found = last["solutions_found"].clone();
        let mut fields = fields;
        if problem.ends_with("found 1") {
            fields["solutions_found"] = json!(1);
            assert!(found.as_u64() > Some(0));
        }
        fails(&with(&last, &fields), problem);
    }
    // Only the value of the best solution before is known: the certificate is checked against it.
    let forged = with(&last, &json!({"objective": 7}));
    fails(&forged, "the certificate does not hold: it allows 8 pieces, and only 7 stand");
    let ran = verify(&last).exits(0);
    assert!(ran.text().contains("finds one"), "{}", ran.told());
}

/// Every status instead of the right one: a weaker claim holds, every other is refuted.
#[test]
fn every_other_status_is_a_weaker_claim_or_wrong() {
    let all = ["satisfied", "all_solutions", "optimal", "unsatisfiable", "unknown"];
    for (line, weaker) in [
        ("solve tour 5x5 --start a1", &[][..]),
        ("solve tour 5x5 --closed", &[]),
        ("solve tour 3x4 --all", &["satisfied"]),
        ("solve queens 6 -n 4", &["all_solutions"]),
        ("solve queens 8 -n 4", &[]),
        ("solve queens 6 --all --up-to-symmetry", &["satisfied"]),
        ("solve place 3x3 --piece king", &["satisfied", "all_solutions"]),
        ("solve place 4x4 --piece king --all", &["satisfied", "optimal"]),
        ("solve dominate 4x4 --piece queen", &["satisfied"]),
        // It counts the best as well.
        ("solve route 5x5 --from a1 --to e2", &[]),
        ("count tour 4x5", &[]),
        ("count tour 4x4", &[]),
        ("count place 4x4 --piece queen", &[]),
        ("count dominate 4x4 --piece queen --count 1", &[]),
    ] {
        let document = document(line);
        let right = document["status"].as_str().expect("a status");
        assert_eq!(verify(&document).code, Some(0), "{line}");
        for status in all.into_iter().filter(|&status| status != right) {
            let forged = with(&document, &json!({"status": status}));
            let ran = verify(&forged);
            // An uncertified claim is not believed either.
            let ok = weaker.contains(&status);
            assert_eq!(ran.code, Some(if ok { 0 } else { 4 }), "{line}: {status}: {}", ran.told());
        }
    }
}
