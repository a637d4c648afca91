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
    ("count", r#"{"up_to_symmetry": "13"}"#, "`up_to_symmetry` is 13, but there are 12"),
    (
        "none",
        r#"{"up_to_symmetry": "7"}"#,
        "the document claims that there is no solution, but `up_to_symmetry` is 7",
    ),
    (
        "none",
        r#"{"count": "2"}"#,
        "the document claims that there is no solution, but `count` is 2",
    ),
    ("none", r#"{"count": null}"#, "status `unsatisfiable` of a count needs `count`"),
    ("none", r#"{"at_least": "0"}"#, "`count` and `at_least` are both given"),
    (
        "none",
        r#"{"count": null, "at_least": "0"}"#,
        "status `unsatisfiable` of a count needs `count`",
    ),
    ("none", r#"{"objective": 3}"#, "`objective` is 3, but this puzzle has no objective"),
    (
        "none",
        r#"{"optimal_solutions": "3"}"#,
        "`optimal_solutions` is given, but this puzzle has no objective",
    ),
    (
        "none",
        r#"{"counts_by_k": ["1", "9", "8", "4"]}"#,
        "`count` is 0, but `counts_by_k` has 4 for 3 pieces",
    ),
    (
        "none",
        r#"{"verified": true}"#,
        "`verified` is true, but the document has nothing that can be checked",
    ),
    ("none", r#"{"reason": "time_limit"}"#, "status `unsatisfiable` cannot have a `reason`"),
    (
        "none",
        r#"{"status": "satisfied"}"#,
        "a count has the status `all_solutions`, `unsatisfiable` or `unknown`, not `satisfied`",
    ),
    ("none", r#"{"status": "all_solutions"}"#, "the document claims solutions, but `count` is 0"),
    (
        "count",
        r#"{"status": "optimal"}"#,
        "a count has the status `all_solutions`, `unsatisfiable` or `unknown`, not `optimal`",
    ),
    (
        "count",
        r#"{"status": "unsatisfiable"}"#,
        "the document claims that there is no solution, but `count` is 92",
    ),
    ("count", r#"{"status": "unknown"}"#, "status `unknown` needs a `reason`"),
    ("count", r#"{"count": "0"}"#, "the document claims solutions, but `count` is 0"),
    (
        "count",
        r#"{"up_to_symmetry": "0"}"#,
        "the document claims solutions, but `up_to_symmetry` is 0",
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
    ("count", r#"{"count": null}"#, "status `all_solutions` of a count needs `count`"),
    (
        "count",
        r#"{"count": null, "at_least": "5"}"#,
        "status `all_solutions` of a count needs `count`",
    ),
    (
        "count",
        r#"{"up_to_symmetry_at_least": "5"}"#,
        "status `all_solutions` cannot have `up_to_symmetry_at_least`",
    ),
    ("count", r#"{"count": "many"}"#, "`count` is not a number: `many`"),
    ("count", r#"{"count": "092"}"#, "`count` is not a number: `092`"),
    ("count", r#"{"count": "-92"}"#, "`count` is not a number: `-92`"),
    ("count", r#"{"count": ""}"#, "`count` is not a number: ``"),
    (
        "count",
        r#"{"solution": {"squares": ["a1"]}}"#,
        "a count cannot list solutions, but it lists 1",
    ),
    ("count", r#"{"orbit_sizes": [8]}"#, "`orbit_sizes` is given without `solutions`"),
    ("count", r#"{"bound": "at_least"}"#, "`bound` is given, but this puzzle has no objective"),
    (
        "count",
        r#"{"claimed": "optimal"}"#,
        "`claimed` is `optimal`, but this puzzle has no objective",
    ),
    (
        "count",
        r#"{"certificate": {"kind": "given_pieces", "squares": ["a1", "b2"]}}"#,
        "the document claims a solution, but its certificate `given_pieces` proves that none exists",
    ),
    (
        "best",
        r#"{"count": "7"}"#,
        "`counts_by_k` ends with 79 for 4 pieces, but `count` is 7 for 4",
    ),
    (
        "best",
        r#"{"objective": 5}"#,
        "`counts_by_k` ends with 79 for 4 pieces, but `count` is 79 for 5",
    ),
    (
        "best",
        r#"{"counts_by_k": ["1", "16", "78", "140", "79", "0"]}"#,
        "`counts_by_k` ends with 0; its last entry must be of the largest solutions",
    ),
    ("best", r#"{"counts_by_k": ["1", "x"]}"#, "`counts_by_k` is not a number: `x`"),
    ("best", r#"{"bound": "at_least"}"#, "status `all_solutions` cannot have `bound`"),
    (
        "best",
        r#"{"optimal_solutions": "0"}"#,
        "`optimal_solutions` is 0, but every puzzle with a solution has an optimal one",
    ),
];

#[test]
fn counts_against_the_rest() {
    let count = document("count queens 8 --up-to-symmetry");
    let none = document("count queens 3 --check none");
    let best = document("count place 4x4 --piece king --counts-by-k");
    let bases = [("count", &count), ("none", &none), ("best", &best)];
    for (name, fields, problem) in COUNTS {
        let (_, base) = bases.iter().find(|(known, _)| known == name).expect(name);
        fails(&with(base, &serde_json::from_str(fields).expect(fields)), problem);
    }
    let tour = document("count tour 3x4");
    fails(
        &with(&tour, &json!({"counts_by_k": ["1", "16"]})),
        "`counts_by_k` is given, but a tour has no number of pieces",
    );
}

/// Counts stopped by a limit: `null` with a lower bound, which a search may show or refute.
#[test]
fn counts_that_stopped() {
    let count = document("count queens 8 --check none");
    let stopped = json!({"status": "unknown", "reason": "time_limit", "verified": false,
        "count": null, "at_least": "92"});
    let stopped = with(&count, &stopped);
    let holds = |document: &Value, words: &str| {
        let ran = verify(document).exits(0);
        assert_eq!(ran.text(), format!("standard input: {words}\n"), "{document}");
    };
    holds(&stopped, "an exhaustive search confirms the partial count");
    // Also as it is printed, and as old versions wrote it.
    let mut printed = stopped.clone();
    printed["count"] = Value::Null;
    holds(&printed, "an exhaustive search confirms the partial count");
    holds(
        &with(&stopped, &json!({"at_least": "5"})),
        "an exhaustive search confirms the partial count",
    );
    holds(
        &with(&stopped, &json!({"at_least": "0"})),
        "the document has no claim that can be checked",
    );
    let old = with(&stopped, &json!({"at_least": null, "count": "0"}));
    holds(&old, "the document has no claim that can be checked");
    fails(
        &with(&stopped, &json!({"at_least": "93"})),
        "the document claims at least 93 solutions, but there are 92",
    );
    fails(
        &with(&stopped, &json!({"at_least": "3", "up_to_symmetry_at_least": "4"})),
        "`at_least` is 3, but `up_to_symmetry_at_least` is 4",
    );
    // Eight queens have twelve classes.
    let classes = |number: &str| {
        with(&stopped, &json!({"at_least": "92", "up_to_symmetry_at_least": number}))
    };
    holds(&classes("12"), "an exhaustive search confirms the partial count");
    fails(&classes("13"), "the document claims at least 13 classes of solutions, but there are 12");
    let mut large = with(&stopped, &json!({"instance": null}));
    large["puzzle"]["n"] = json!(33);
    large["at_least"] = json!("1000000000");
    is_open(&large, "the partial count");
}

/// The classes of tours with and without direction fit the number of classes.
#[test]
fn classes_by_direction() {
    for (line, changes) in [
        (
            "count tour 3x4 --up-to-symmetry",
            [
                (json!({"directed_up_to_symmetry": "5"}), "4 to 4, not 5"),
                (json!({"undirected_up_to_symmetry": "5"}), "2 to 4, not 5"),
            ],
        ),
        (
            "count tour 4x4 --piece wazir --closed --up-to-symmetry",
            [
                (json!({"directed_up_to_symmetry": "5"}), "2 to 4, not 5"),
                (json!({"undirected_up_to_symmetry": "3"}), "2 to 2, not 3"),
            ],
        ),
    ] {
        let count = document(line);
        let classes = &count["up_to_symmetry"];
        let classes = classes.as_str().expect("a number");
        for (change, range) in changes {
            let name = change.as_object().and_then(|fields| fields.keys().next()).expect("a field");
            let right = with(&count, &json!({name: classes}));
            verify(&right).exits(0);
            let problem = format!("`up_to_symmetry` is {classes}, so `{name}` is {range}");
            fails(&with(&count, &change), &problem);
        }
    }
}

/// Numbers beside a solution without a status are claims too.
#[test]
fn numbers_without_a_status() {
    let puzzle =
        json!({"kind": "place", "piece": "king", "board": {"rows": 2, "columns": 2}, "count": 1});
    let one = json!({"puzzle": puzzle, "solution": {"squares": ["a1"]}});
    for (numbers, problem) in [
        (json!({"at_least": "5"}), "the document claims at least 5 solutions, but there are 4"),
        (json!({"up_to_symmetry": "2"}), "`up_to_symmetry` is 2, but there are 1"),
        (
            json!({"up_to_symmetry_at_least": "2"}),
            "the document claims at least 2 classes of solutions, but there are 1",
        ),
        (json!({"counts_by_k": ["1", "9"]}), "`counts_by_k` has 9 for 1 pieces, but there are 4"),
    ] {
        fails(&with(&one, &numbers), problem);
    }
    for numbers in [
        json!({"at_least": "4"}),
        json!({"up_to_symmetry": "1"}),
        json!({"up_to_symmetry_at_least": "1"}),
        json!({"counts_by_k": ["1", "4"]}),
    ] {
        verify(&with(&one, &numbers)).exits(0);
    }
}

/// Documents of solutions, with a change and the resulting message.
const SOLUTIONS: &[(&str, &str, &str)] = &[
    ("tour", r#"{"status": "optimal"}"#, "status `optimal`, but this puzzle has no objective"),
    ("tour", r#"{"objective": 25}"#, "`objective` is 25, but this puzzle has no objective"),
    ("tour", r#"{"reason": "time_limit"}"#, "status `satisfied` cannot have a `reason`"),
    ("tour", r#"{"status": "unknown"}"#, "status `unknown` needs a `reason`"),
    ("tour", r#"{"orbit_sizes": [8]}"#, "`orbit_sizes` is given without `solutions`"),
    (
        "tour",
        r#"{"count": "5"}"#,
        "a count has the status `all_solutions`, `unsatisfiable` or `unknown`, not `satisfied`",
    ),
    ("tour", r#"{"solution": null}"#, "the document claims a solution, but gives none"),
    (
        "none",
        r#"{"status": "unknown", "reason": "time_limit"}"#,
        "status `unknown`, but the certificate `colour_parity` decides the puzzle",
    ),
    (
        "none",
        r#"{"certificate": null}"#,
        "`verified` is true, but the document has nothing that can be checked",
    ),
    (
        "best",
        r#"{"certificate": {"kind": "no_pieces"}}"#,
        "the document claims a solution, but its certificate `no_pieces` proves that none exists",
    ),
    (
        "best",
        r#"{"bound": "at_most"}"#,
        "`bound` says that the best value is at most `objective`, but it is at least that",
    ),
    ("best", r#"{"bound": "at_least"}"#, "status `optimal` cannot have `bound`"),
    (
        "best",
        r#"{"claimed": "optimal"}"#,
        "`claimed` is `optimal`; that needs status `satisfied`, not `optimal`",
    ),
    (
        "best",
        r#"{"status": "unsatisfiable", "solution": null}"#,
        "the document claims that there is no solution, but `objective` is 8",
    ),
    (
        "best",
        r#"{"status": "satisfied", "optimal_solutions": "2"}"#,
        "status `satisfied` cannot have `optimal_solutions`",
    ),
    (
        "classes",
        r#"{"orbit_sizes": [4, 4]}"#,
        "`orbit_sizes` has 2 entries, but there are 1 solutions",
    ),
    ("classes", r#"{"orbit_sizes": [8]}"#, "solution 1: its orbit size is 4, not 8"),
    ("classes", r#"{"count": "5"}"#, "`count` is 5, but the listed solutions make 4"),
    (
        "route",
        r#"{"optimal_solutions": "0"}"#,
        "`optimal_solutions` is 0, but every puzzle with a solution has an optimal one",
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
        (&tour, json!({"solutions": [solution]}), "`solution` and `solutions` are both given"),
        (
            &tour,
            json!({"certificate": none["certificate"]}),
            "the document claims a solution, but its certificate `colour_parity` proves that none exists",
        ),
        (
            &none,
            json!({"solution": solution}),
            "the document claims that there is no solution, but gives one",
        ),
    ] {
        fails(&with(base, &fields), problem);
    }
    let stream = satranj("solve place 4x4 --piece knight --json-stream").call().exits(0);
    let last = stream.json_lines().pop().expect("a status");
    for (fields, problem) in [
        (
            json!({"solutions_found": 0}),
            "the document claims a solution, but `solutions_found` is 0",
        ),
        (
            json!({"solution": best["solution"]}),
            "the end of a stream cannot list solutions, but it lists 1",
        ),
        (
            json!({"status": "unsatisfiable", "objective": null}),
            "the document claims that there is no solution, but `solutions_found` is 1",
        ),
        (
            json!({"certificate": {"kind": "no_pieces"}}),
            "the document claims a solution, but its certificate `no_pieces` proves that none exists",
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
    fails(&forged, "the certificate does not hold: it allows 8 pieces, but only 7 are placed");
    let ran = verify(&last).exits(0);
    assert!(ran.text().contains("finds a solution"), "{}", ran.report());
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
            assert_eq!(
                ran.code,
                Some(if ok { 0 } else { 4 }),
                "{line}: {status}: {}",
                ran.report()
            );
        }
    }
}
