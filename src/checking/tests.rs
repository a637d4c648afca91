//! Tests of what `verify` says about documents that contradict themselves or claim too much.

use super::{VerifyError, verify};

/// The fields of a document of a count of 4 queens, with more.
fn of_queens(fields: &str) -> String {
    format!(
        r#"{{"schema":"satranj.count/1","puzzle":{{"kind":"queens","n":4}},{fields},"verified":false}}"#
    )
}

/// The fields of two drawn tours of 3 times 4 squares, with more.
fn of_tours(fields: &str) -> String {
    let board = r#"{"rows":3,"columns":4,"blocked":[]}"#;
    let first = r#"["d3","b2","d1","c3","a2","c1","b3","a1","c2","a3","b1","d2"]"#;
    let second = r#"["d2","b1","a3","c2","a1","b3","c1","a2","c3","d1","b2","d3"]"#;
    format!(
        r#"{{"puzzle":{{"kind":"tour","board":{board},"piece":"knight","closed":false}},
            "solutions":[{{"path":{first}}},{{"path":{second}}}],{fields}}}"#
    )
}

#[test]
fn only_a_document_of_which_everything_was_shown_is_valid() {
    let shown = verify(&of_queens(r#""status":"all_solutions","count":"2""#));
    assert_eq!(shown.map(|shown| shown.complete), Ok(Some(true)));
    // The search refuses a board of this size at once.
    let large = r#"{"schema":"satranj.count/1","puzzle":{"kind":"queens","n":100000},
        "status":"all_solutions","count":"1"}"#;
    assert_eq!(verify(large), Err(VerifyError::NotChecked("the count is not shown".into())));
    let sampled = of_tours(r#""status":"satisfied","sampling":{"samples":2,"count":"16"}"#);
    assert!(verify(&sampled).is_ok_and(|shown| shown.is_all()));
}

#[test]
fn every_contradiction_has_a_sentence() {
    let all = |fields: &str| of_queens(&format!(r#""status":"all_solutions",{fields}"#));
    let drawn = |status: &str, sampling: &str| {
        of_tours(&format!(r#""status":"{status}","sampling":{{{sampling}}}"#))
    };
    let orbits = r#""status":"all_solutions","orbit_sizes":[2,2],"solutions":
        [{"squares":["b1","d2","a3","c4"]},{"squares":["c1","a2","d3","b4"]}]"#;
    let orbits = of_queens(orbits).replace("count/1", "solution/1");
    let triangle = r#"{"puzzle":{"kind":"hamilton","closed":true,"graph":{"vertices":["a","b","c"],
        "edges":[[0,1],[1,2],[2,0]]}},"status":"all_solutions",
        "solutions":[{"path":["a","b","c"]}],"orbit_sizes":[1]}"#;
    for (document, problem) in [
        (all(r#""count":"3""#), "`count` is 3, but there are 2"),
        (
            all(r#""count":"2","directed":"2""#),
            "`directed` and `undirected` are only for tours without direction",
        ),
        (
            all(r#""count":"2","kept_by_symmetry":[]"#),
            "`kept_by_symmetry` has 0 symmetries, but the puzzle has 8",
        ),
        (orbits, "solution 2 is a symmetric copy of solution 1"),
        (triangle.into(), "`orbit_sizes` is given, but Satranj knows no symmetries of a graph"),
        (drawn("all_solutions", r#""samples":2"#), "status `all_solutions` cannot have `sampling`"),
        (
            drawn("satisfied", r#""samples":2,"count":"0""#),
            "solutions were drawn, but `sampling.count` is 0",
        ),
        (
            drawn("satisfied", r#""samples":2,"directed":"16""#),
            "`directed` and `undirected` need `count`",
        ),
        (
            drawn("satisfied", r#""samples":2,"count":"16","undirected":"9""#),
            "`count` is 16, so `undirected` is 8, not 9",
        ),
        (
            drawn("satisfied", r#""samples":1"#),
            "`sampling.samples` is 1, but 2 solutions are given",
        ),
        (
            drawn("satisfied", r#""samples":3"#),
            "`sampling.samples` is 3, but 2 solutions are given",
        ),
        (
            drawn("satisfied", r#""samples":2,"count":"17""#),
            "`sampling.count` is 17, but there are 16",
        ),
    ] {
        assert_eq!(verify(&document), Err(VerifyError::Refuted(problem.into())), "{document}");
    }
}
