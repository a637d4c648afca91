//! A user states puzzles by documents: one of several cases, and documents with errors.

use serde_json::{Value, json};

use crate::harness::{answer, folder, satranj, write};

fn batch() -> String {
    let queens = |n: u32| json!({"puzzle": {"kind": "queens", "n": n}});
    json!({"cases": [queens(4), queens(5), {"error": "none"}, queens(6)]}).to_string()
}

#[test]
fn one_case_of_several() {
    let folder = folder();
    write(folder.path(), "batch.json", batch());
    let asked = |line: &str| satranj(line).within(folder.path()).input(batch()).run();
    for from in ["batch.json", "-"] {
        for line in ["solve", "count", "export", "compare --runs 1 --methods sat:lines"] {
            let line = format!("{line} --from {from}");
            let one = asked(&format!("{line} --case 4")).exits(0);
            assert!(one.text().contains("6 queens on 6x6") || one.json()["puzzle"]["n"] == 6);
            let said = asked(&format!("{line} --case 3")).complains(1);
            assert!(said.contains("none"), "{said}");
            let said = asked(&format!("{line} --case 5")).complains(2);
            assert!(said.starts_with("--case 5: ") && said.ends_with(" has 4 cases"), "{said}");
            assert_eq!(asked(&format!("{line} --case 0")).code, Some(2));
        }
        // The option recommended for a single case exists.
        let said = asked(&format!("count --from {from}")).complains(2);
        assert!(said.contains("4 cases") && said.contains("--case I"), "{said}");
    }
    // A document with a single case, and no document at all.
    let one = answer("solve queens 4 --json").text().to_string();
    let stated = |line: &str| satranj(line).input(one.clone()).call();
    stated("solve --from - --case 1").exits(0);
    assert!(stated("solve --from - --case 2").complains(2).contains("has 1 case"));
    assert!(stated("solve --case 1 queens 4").complains(2).contains("--case 1"));
}

/// A statement, and the error of a document with it.
fn mistakes() -> Vec<(Value, &'static str)> {
    let board = json!({"rows": 3, "columns": 4});
    let tour = |more: Value| {
        let mut tour = json!({"kind": "tour", "board": board});
        tour.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        tour
    };
    let hamilton = |more: Value| {
        let graph = json!({"vertices": ["a", "--start"], "edges": [[0, 1]]});
        let mut puzzle = json!({"kind": "hamilton", "graph": graph});
        puzzle.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        puzzle
    };
    let place = |piece: &str, given: &str| json!({"kind": "place", "board": board, "piece": piece, "given": [given]});
    vec![
        (tour(json!({"start": "z9"})), "`start`: square `z9` is outside"),
        (tour(json!({"end": "z9"})), "`end`: square `z9`"),
        (tour(json!({"start": "a1", "end": "a1"})), "`start` and `end` are both a1"),
        (
            tour(json!({"end": "a1", "closed": true})),
            "`end` a1: a closed tour has no end; leave out `end` or `closed`",
        ),
        (tour(json!({"given": [["a1", "a2"]]})), "`given`: a1-a2 is not a move"),
        (
            json!({"kind": "tour", "board": {"rows": 3, "columns": 3, "blocked": ["d4"]}}),
            "`blocked`: square `d4`",
        ),
        (json!({"kind": "queens", "n": 4, "given": ["e5"]}), "`given`: square `e5`"),
        (json!({"kind": "queens", "n": 4, "blocked": ["e5"]}), "`blocked`: square `e5`"),
        (place("king", "z9"), "`given`: square `z9`"),
        (
            json!({"kind": "place", "board": board}),
            "give one with `piece`, or several kinds with `army`",
        ),
        (
            json!({"kind": "dominate", "board": board, "piece": "king", "independent": true,
                "total": true}),
            "`independent` and `total` exclude",
        ),
        (json!({"kind": "route", "board": board, "from": "a1", "to": "z9"}), "`to`: square `z9`"),
        (hamilton(json!({"start": "--end"})), "`start`: unknown vertex `--end`"),
        (
            hamilton(json!({"start": "--start", "end": "--start"})),
            "`start` and `end` are both `--start`",
        ),
        (
            hamilton(json!({"end": "a", "closed": true})),
            "`end` `a`: a cycle has no end; leave it out or ask for a path (`closed` is false)",
        ),
    ]
}

#[test]
fn a_document_is_blamed_for_its_fields() {
    for (statement, words) in mistakes() {
        let text = statement.to_string();
        let said = satranj("solve --from -").input(text.clone()).call().complains(1);
        assert!(said.starts_with("standard input: ") && said.contains(words), "{text}: {said}");
        let document = json!({"puzzle": statement, "status": "unsatisfiable"}).to_string();
        let said = satranj("verify -").input(document).call().only_complaint();
        assert!(said.contains(words), "{text}: {said}");
        let batch =
            json!({"cases": [{"puzzle": statement}, {"puzzle": {"kind": "queens", "n": 4}}]});
        let ran = satranj("solve --from - --json").input(batch.to_string()).call();
        let said = ran.json()["cases"][0]["error"].as_str().expect("an error").to_string();
        assert!(said.contains(words), "{text}: {said}");
    }
    // On the command line it is the option.
    let said = satranj("solve tour 3x4 --start z9").call().complains(2);
    assert!(said.starts_with("--start: square `z9`"), "{said}");
}
