//! Tests of what `verify` says about documents that contradict themselves or claim too much.

use super::{Shown, VerifyError, verify};
use crate::documents::stored::StoredDocument;

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
    let proved = r#"{"puzzle":{"kind":"queens","n":3},"status":"unsatisfiable",
        "proof":{"file":"x.drat","format":"drat","formula":"x.cnf"}}"#;
    let unread = "the proof is in files, which this check does not read";
    assert_eq!(verify(proved), Err(VerifyError::NotChecked(unread.into())));
    let sampled = of_tours(r#""status":"satisfied","sampling":{"samples":2,"count":"16"}"#);
    let words = verify(&sampled).map(|shown| {
        assert!(shown.is_all());
        shown.in_words(&sampled.parse().unwrap())
    });
    // Drawn solutions may be equal.
    let expected = "all 2 solutions are right, and an exhaustive search confirms the count";
    assert_eq!(words.as_deref(), Ok(expected));
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
        (
            of_tours(r#""status":"satisfied","up_to_symmetry":"4""#),
            "a count has the status `all_solutions`, `unsatisfiable` or `unknown`, not `satisfied`",
        ),
        (
            r#"{"puzzle":{"kind":"independent-set","count":2,"graph":
            {"vertices":["a","b","c"],"edges":[]}},"solution":{"vertices":["a","b","c"]}}"#
                .into(),
            "3 vertices are in the set, not 2",
        ),
        (
            r#"{"puzzle":{"kind":"independent-set","count":2,"graph":
            {"vertices":["a","b","c"],"edges":[]}},"solution":{"vertices":["a"]}}"#
                .into(),
            "1 vertex is in the set, not 2",
        ),
        (
            r#"{"puzzle":{"kind":"place","board":{"rows":4,"columns":4},"piece":"queen",
            "given":["a1"]},"solution":{"squares":["b3"]}}"#
                .into(),
            "the queen on a1 is given, but not in the solution",
        ),
        (
            r#"{"puzzle":{"kind":"meet","board":{"rows":1,"columns":3},"piece":"betza:rW","riders":
            [{"square":"a1","jumps_per_turn":1},{"square":"b1","jumps_per_turn":1}]},
            "status":"unsatisfiable","certificate":{"kind":"disconnected","squares":["b1","c1"]}}"#
                .into(),
            "the certificate does not hold: a move leads in from a1 to b1",
        ),
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

#[test]
fn partial_counts_and_ends_of_streams_are_searched() {
    let verdict = |document: &str| {
        let read: StoredDocument = document.parse().unwrap();
        match verify(document) {
            Ok(shown) => shown.in_words(&read),
            Err(error) => error.to_string(),
        }
    };
    let stopped =
        |fields: &str| of_queens(&format!(r#""status":"unknown","reason":"time_limit",{fields}"#));
    let confirmed = "an exhaustive search confirms the partial count";
    assert_eq!(verdict(&stopped(r#""at_least":"2""#)), confirmed);
    let fewer = "the document claims at least 3 solutions, but there are 2";
    assert_eq!(verdict(&stopped(r#""at_least":"3""#)), fewer);
    // Without a count it claims only that there is a solution of that value.
    let best = |value: u32| {
        let dominate = r#"{"kind":"dominate","board":{"rows":3,"columns":3},"piece":"rook"}"#;
        let queens = r#"{"kind":"queens","n":4}"#;
        stopped(&format!(r#""objective":{value}"#)).replace(queens, dominate)
    };
    for value in [3, 4] {
        assert_eq!(verdict(&best(value)), "an exhaustive search finds a solution");
    }
    assert_eq!(verdict(&best(2)), "an exhaustive search finds no solution with objective 2");
    // Of each class of symmetric solutions at least one was printed.
    let end = |number: u32| {
        let end = format!(r#""type":"status","status":"all_solutions","solutions_found":{number}"#);
        of_queens(&end).replace(r#""schema":"satranj.count/1","#, "")
    };
    for number in 1..=2 {
        assert!(!verdict(&end(number)).contains("but"), "{}", verdict(&end(number)));
    }
    assert_eq!(verdict(&end(3)), "`solutions_found` is 3, but there are 2");
}

#[test]
fn solutions_kept_by_symmetries_are_counted_by_burnside() {
    // A quarter turn maps each of both solutions to itself.
    let counted = |half_turn: u32| {
        let kept = [2, 0, 0, half_turn, 0, 2, 2, 0];
        let kept = kept.map(|count| format!(r#"{{"symmetry":"any","count":"{count}"}}"#));
        verify(&of_queens(&format!(
            r#""status":"all_solutions","count":"2","up_to_symmetry":"1","kept_by_symmetry":[{}]"#,
            kept.join(",")
        )))
    };
    assert!(counted(2).is_ok_and(|shown| shown.is_all()), "{:?}", counted(2));
    let problem = "the 8 symmetries keep 7 solutions in all, which contradicts `up_to_symmetry` 1";
    assert_eq!(counted(1), Err(VerifyError::Refuted(problem.into())));
    let problem = "a symmetry keeps 3 solutions, but `count` is 2";
    assert_eq!(counted(3), Err(VerifyError::Refuted(problem.into())));
}

#[test]
fn a_field_of_another_type_is_told_what_it_expects() {
    for (document, problem) in [
        (of_queens(r#""count":2"#), "found `2`, expected a string"),
        (of_queens(r#""objective":"x""#), "found `\"x\"`, expected a whole number from 0"),
        (of_queens(r#""status":"maybe""#), "unknown value `maybe`; expected one of satisfied, "),
        (r#"{"puzzle":{}}"#.into(), "needs `kind`: tour, "),
    ] {
        let message = verify(&document).unwrap_err().to_string();
        assert!(message.contains(problem), "{message}");
        assert!(!message.contains("a number"), "{message}");
    }
}

#[test]
fn columns_are_counted_in_characters() {
    let document = r#"{"puzzle":{"kind":"queens","n":4},"solver":"é@→","count":2}"#;
    let column = 1 + document.chars().position(|letter| letter == '2').unwrap();
    let message = verify(document).unwrap_err().to_string();
    assert!(message.starts_with(&format!("1:{column}: ")), "{message}");
}

#[test]
fn a_certificate_that_takes_too_long_is_not_checked() {
    // A group of all vertices, which are not adjacent; its pairs are too many.
    let names: Vec<String> = (0..1 << 15).map(|vertex| format!(r#""{vertex}""#)).collect();
    let (names, count) = (names.join(","), names.len());
    let document = format!(
        r#"{{"puzzle":{{"kind":"independent-set","graph":{{"vertices":[{names}],"edges":[]}}}},
        "status":"optimal","objective":{count},"solution":{{"vertices":[{names}]}},
        "certificate":{{"kind":"clique_cover","groups":[[{names}]]}}}}"#
    );
    let verdict = verify(&document);
    let too_large = "the certificate `clique_cover` is too large to check without a time limit";
    assert!(
        matches!(&verdict, Err(VerifyError::NotChecked(why)) if why.starts_with(too_large)),
        "{verdict:?}"
    );
}

#[test]
fn a_proof_shows_what_the_search_did_not() {
    let open = Shown { certified: false, best: Some(false), bound: None, complete: Some(false) };
    for (fields, complete) in [
        (r#""status":"unsatisfiable","count":"0""#, None),
        (r#""status":"all_solutions","count":"2""#, Some(false)),
    ] {
        let shown = open.with_proof(&of_queens(fields).parse().unwrap());
        assert_eq!(shown, Shown { best: None, complete, ..open }, "{fields}");
    }
    let searched = Shown { best: Some(true), complete: Some(true), ..open };
    let document = of_queens(r#""status":"unsatisfiable","count":"0""#).parse().unwrap();
    assert_eq!(searched.with_proof(&document), searched);
}
