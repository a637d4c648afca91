//! Tests of maps and answers that do not fit each other.

use super::{DecodeError, Decoded, decode, decode_tour};
use crate::{
    documents::{map::MapDocument, solution::Status},
    exports::export,
    puzzles::{StatedPuzzle, Statement},
};

fn puzzle(statement: &str) -> Box<dyn StatedPuzzle> {
    statement.parse::<Statement>().unwrap().into_puzzle().unwrap()
}

const QUEENS: &str = r#"{"kind":"queens","n":4}"#;

/// The map of 4 queens without its digest, changed.
fn map(format: &str, change: &dyn Fn(&mut MapDocument)) -> MapDocument {
    let map = export(puzzle(QUEENS).as_ref(), format, &mut Vec::new());
    let mut map = map.unwrap().unwrap();
    map.digest = None;
    change(&mut map);
    map
}

fn refused(decoded: Result<Decoded, DecodeError>) -> String {
    decoded.err().map(|error| error.to_string()).unwrap_or_default()
}

/// A change of a map.
type MapChange = &'static dyn Fn(&mut MapDocument);

#[test]
fn a_map_of_another_formula_is_refused() {
    let best = serde_json::json!({"squares": ["b1", "d2", "a3", "c4"]});
    let with_best = move |map: &mut MapDocument| map.best = Some(best.clone());
    let unknown = "s UNKNOWN\n";
    assert_eq!(refused(decode(&map("dimacs", &|_| ()), unknown)), "");
    let changes: [(MapChange, &str); 7] = [
        (&|map| map.schema = "other".into(), "the map: found schema `other`, expected"),
        (&|map| map.instance.push('0'), "the map: `instance` is not the digest"),
        (&|map| map.format = "icnf".into(), "the map: a solver of the format `icnf`"),
        (&|map| map.encoding = "no".into(), "the map: unknown encoding `no`"),
        (&|map| map.amo = "no".into(), "the map: unknown at-most-one encoding `no`"),
        (&|map| map.variables += 1, "the map: the map says "),
        (&|map| map.clauses -= 1, "the map: the map belongs to another formula: "),
    ];
    for (change, problem) in changes {
        let said = refused(decode(&map("dimacs", change), unknown));
        assert!(said.starts_with(problem), "{said}");
    }
    let said = refused(decode(&map("dimacs", &with_best), unknown));
    assert_eq!(said, "the map: `best`: this puzzle has no objective");
    let other = refused(decode(&map("dimacs", &|map| map.formula.push('0')), unknown));
    assert!(other.starts_with("the map: the formula differs from what this version writes"));
}

#[test]
fn an_answer_that_is_wrong_or_unreadable_is_refused() {
    let map = map("dimacs", &|_| ());
    let said = refused(decode(&map, "s SATISFIABLE\nv 1 x 0\n"));
    assert!(said.starts_with("the output: "), "{said}");
    let said = refused(decode(&map, "s UNSATISFIABLE\n"));
    assert!(said.contains("it says UNSATISFIABLE, but there is a solution"), "{said}");
}

#[test]
fn a_tour_answers_only_a_tour() {
    let said = refused(decode_tour(puzzle(QUEENS), &[0, 1]));
    assert_eq!(
        said,
        "the map: `queens` is not solved by a tour; a TSPLIB tour answers `tour` and `hamilton`"
    );
    // A path of 4 vertices from `a` to `d`.
    let path = r#"{"kind":"hamilton","closed":false,"start":"a","end":"d","graph":
        {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3]]}}"#;
    // The last vertex joins the ends.
    for tour in [&[0, 1, 2, 3][..], &[3, 2, 1, 0], &[2, 3, 4, 0, 1], &[1, 0, 4, 3, 2]] {
        let decoded = decode_tour(puzzle(path), tour);
        assert!(decoded.is_ok_and(|it| it.document.status == Status::Satisfied), "{tour:?}");
    }
    let refused = |tour: &[u32]| refused(decode_tour(puzzle(path), tour));
    let visits = "the tour visits 3 vertices; the puzzle has 4, or 5";
    assert_eq!(refused(&[0, 1, 2]), visits);
    assert_eq!(refused(&[0, 1, 4]), visits);
    assert_ne!(refused(&[0, 2, 1, 3]), "");
}
