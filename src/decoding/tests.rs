//! Tests of maps and answers that do not fit each other.

use super::{DecodeError, Decoded, decode, decode_tour};
use crate::{
    documents::{map::MapDocument, solution::Status},
    exports::export,
    puzzles::{Solution, StatedPuzzle, Statement},
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
        let message = refused(decode(&map("dimacs", change), unknown));
        assert!(message.starts_with(problem), "{message}");
    }
    let message = refused(decode(&map("dimacs", &with_best), unknown));
    assert_eq!(message, "the map: `best`: this puzzle has no objective");
    let other = refused(decode(&map("dimacs", &|map| map.formula.push('0')), unknown));
    assert!(other.starts_with("the map: the formula differs from what this version writes"));
}

#[test]
fn an_answer_that_is_wrong_or_unreadable_is_refused() {
    let map = map("dimacs", &|_| ());
    let message = refused(decode(&map, "s SATISFIABLE\nv 1 x 0\n"));
    assert!(message.starts_with("the output: "), "{message}");
    let message = refused(decode(&map, "s UNSATISFIABLE\n"));
    assert!(message.contains("it says UNSATISFIABLE, but there is a solution"), "{message}");
}

#[test]
fn a_tour_answers_only_a_tour() {
    let message = refused(decode_tour(puzzle(QUEENS), &[0, 1]));
    assert_eq!(
        message,
        "the map: a tour does not answer `queens`; a TSPLIB tour answers `tour` and `hamilton`"
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

/// Two agents on a ring go to the opposite vertices.
#[test]
fn plans_of_agents_are_read_by_agent_vertex_and_time() {
    let ring = puzzle(
        r#"{"kind":"mapf","at_most":4,"agents":[{"from":"b","to":"d"},{"from":"a","to":"c"}],"graph":
        {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#,
    );
    let decoded = |format: &str, output: &str| {
        let map = export(ring.as_ref(), format, &mut Vec::new()).unwrap().unwrap();
        decode(&map, output)
    };
    let asp =
        "Answer: 1\nat(2,2,0) at(2,3,1) at(2,4,2) at(1,3,2) at(1,2,1) at(1,1,0)\nSATISFIABLE\n";
    let minizinc =
        "%%%mzn-stat: nodes=1\n% time: 1\nb=1,0\nc=1,1\nd=1,2\na=2,0\nb=2,1\nc=2,2\n----------\n";
    for (format, output) in [("asp", asp), ("minizinc", minizinc)] {
        let document = decoded(format, output).unwrap().document;
        let paths = [["b", "c", "d"], ["a", "b", "c"]].map(|path| path.map(Into::into).into());
        assert_eq!(document.found(), &[Solution::Paths { paths: paths.into() }], "{format}");
    }
    for (format, output, from, to, problem) in [
        ("asp", asp, "at(2,3,1)", "at(4,3,1)", "no agent starts at d"),
        (
            "asp",
            asp,
            "at(2,3,1) ",
            "",
            "the agent that starts at b has no place, or two places, at time 1",
        ),
        (
            "asp",
            asp,
            "at(2,3,1)",
            "at(2,3,1) at(2,2,1)",
            "the agent that starts at b has no place, or two",
        ),
        (
            "asp",
            asp,
            " at(1,3,2) at(1,2,1) at(1,1,0)",
            "",
            "the agent that starts at a has no place at time 0",
        ),
        (
            "asp",
            asp,
            "at(2,3,1)",
            "at(2,5,1)",
            "the output: 2:11: there is no vertex 5; expected 1 to 4",
        ),
        ("minizinc", minizinc, "c=1,1", "c=3,1", "the output: 4:1: there is no agent 3"),
        ("minizinc", minizinc, "c=1,1", "c=0,1", "the output: 4:1: there is no agent 0"),
        ("minizinc", minizinc, "c=1,1", "a=1,1", "agents 1 and 2 exchange"),
    ] {
        let message = refused(decoded(format, &output.replace(from, to)));
        assert!(message.contains(problem), "{to}: {message}");
    }
}
