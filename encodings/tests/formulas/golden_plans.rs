//! The formulas of longest paths, meetings, routes and exchanges in `golden/` are what the encodings write,
//! byte for byte.
//!
//! `SATRANJ_BLESS=1 cargo test -p satranj-encodings golden` rewrites them.

use std::collections::BTreeSet;

use crate::support::{
    encode, encoding,
    golden::{Golden, check, dimacs, golden},
    king, knight, sizes, steps,
};
use satranj_encodings::{
    at_most_one::AtMostOne,
    encoding::{Encoding, Options, Size},
    exchange::{Arrangement, Exchange},
    hamiltonian::Hamiltonian,
    lattice::Lattice,
    longest_path::LongestPath,
    meeting::{Meeting, Rider},
    model::Model,
    planning::PLANNING,
    route::Route,
};

fn meeting(at_most: Option<u64>) -> Model {
    let riders = [(0, 1), (8, 2)].map(|(vertex, jumps)| Rider { vertex, jumps });
    Model::Meeting(Meeting { at_most, ..Meeting::new(king(3, 3), riders.into()) })
}

fn route(lattice: Lattice, to: u32, most: u64) -> Model {
    Model::Route(Route { at_most: Some(most), ..Route::new(lattice, 0, to, None) })
}

fn exchange(
    cells: Lattice,
    kinds: &[Lattice],
    [start, goal]: [&str; 2],
    parallel: bool,
    most: u64,
) -> Model {
    let arrangement = |text: &str| -> Arrangement {
        text.bytes().map(|byte| byte.is_ascii_digit().then(|| byte - b'0')).collect()
    };
    Model::Exchange(Exchange {
        cells,
        kinds: kinds.into(),
        start: arrangement(start),
        goal: arrangement(goal),
        parallel,
        at_most: Some(most),
    })
}

fn all() -> Vec<Golden> {
    let rook = || Lattice::new(1, 4, None, steps(0, 1, true));
    let kings = || king(2, 3);
    let swap = |parallel, most| {
        exchange(kings(), &[kings(), kings()], ["0..1..", "1..0.."], parallel, most)
    };
    let longest = |cells: Lattice, closed, induced, least| {
        let mut longest = LongestPath::new(Hamiltonian::on_lattice(cells, closed));
        (longest.induced, longest.at_least) = (induced, least);
        longest
    };
    let uncrossed = longest(knight(3, 4), false, false, None).uncrossed().expect("a board");
    let cycle = longest(king(2, 3), true, true, Some(3));
    vec![
        golden("knight-uncrossed", "skipping", "uncrossed on 3x4", Model::LongestPath(uncrossed)),
        golden("king-cycle", "skipping", "induced cycle of 3 on 2x3", Model::LongestPath(cycle)),
        golden("meet-kings-best", "assignment", "two kings meet on 3x3", meeting(None)),
        golden("meet-kings-2", "assignment", "two kings meet on 3x3 in 2 turns", meeting(Some(2))),
        golden("meet-kings-2", "planning", "two kings meet on 3x3 in 2 turns", meeting(Some(2))),
        golden("route-knight-4", "planning", "0,0 to 2,2 on 3x3 in 4", route(knight(3, 3), 8, 4)),
        golden("route-king-9", "planning", "0,0 to 0,1 on 2x2 in 9", route(king(2, 2), 1, 9)),
        golden("route-king-1", "planning", "0,0 to 0,2 on 1x3 in 1", route(king(1, 3), 2, 1)),
        golden("swap-kings-3", "planning", "two kings trade places in 3 moves", swap(false, 3)),
        golden("swap-kings-2-parallel", "planning", "two kings, 2 steps at once", swap(true, 2)),
        golden(
            "rook-parallel",
            "planning",
            "two rooks move at once",
            exchange(rook(), &[rook(), rook()], ["0..1", "..01"], true, 2),
        ),
        golden(
            "no-piece",
            "planning",
            "nothing on 1x4",
            exchange(rook(), &[], ["....", "...."], false, 2),
        ),
    ]
}

#[test]
fn golden_formulas() {
    check(&all());
}

#[test]
fn golden_variables_are_named_once() {
    for golden in all() {
        let (_, encoded) = encode(encoding(golden.encoding), &golden.model, golden.options);
        let name = |variable| encoded.variable_name(variable, &|vertex| format!("<{vertex}>"));
        let names: Vec<String> = (0..encoded.variables()).map_while(name).collect();
        let behind = names.len() as u32..encoded.variables() + 3;
        assert!(behind.into_iter().all(|variable| name(variable).is_none()), "{}", golden.file);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{}", golden.file);
        assert!(!names.is_empty() || golden.file.contains("-1") || golden.file.contains("no-"));
    }
}

/// A formula read by a plain DIMACS reader and solved says what is known.
#[test]
fn golden_formulas_are_formulas_of_their_models() {
    for golden in all() {
        let mut solver = varisat::Solver::new();
        solver.add_dimacs_cnf(dimacs(&golden).as_bytes()).unwrap();
        let expected = golden.file != "planning-route-king-1.cnf";
        assert_eq!(solver.solve().unwrap(), expected, "{}", golden.file);
    }
}

/// The sizes that the documentation gives, by hand.
#[test]
fn documented_sizes() {
    let options = Options { at_most_one: AtMostOne::Pairwise, ..Options::default() };
    let size = |encoding: &Encoding, model: &Model| {
        let size = sizes::size(encoding, model, options);
        (size.variables, size.clauses)
    };
    // Kings in two corners of 3x3 are at most two jumps from any square: two turns and one.
    let Size { variables, clauses } = sizes::at_most(3, 2);
    let places = 1 + 9 * 8 / 2;
    let turns = 1 + 2 * 8;
    assert_eq!(size(encoding("assignment"), &meeting(None)), (9 + 3, places + turns));
    let bounded = (9 + 3 + variables, places + turns + clauses);
    assert_eq!(size(encoding("assignment"), &meeting(Some(2))), bounded);
    // Each can be where it starts after 0, 1 and 2 jumps, next to it after 1 and 2, and on the
    // other five squares after 2.
    let pairs = 3 + 3 * 2 + 5;
    let planned = (9 + 3 + 2 * pairs + variables, places + 1 + 2 * (9 + 2 * (pairs - 1)) + clauses);
    assert_eq!(size(&PLANNING, &meeting(Some(2))), planned);
    // On 1x3 a king goes from end to end: one square a time, at 0, 1 and 2.
    assert_eq!(size(&PLANNING, &route(king(1, 3), 2, 2)), (3, 3 + 3 - 1));
    // Two squares, a king that moves from one to the other and must be there after one step.
    // 2 stands, 1 move, 2 taken, 1 active; 2 units, 2 stands that imply taken, a move that
    // implies stands before and after and active; 2 frames, 1 step.
    let cells = || king(1, 2);
    let moves = |parallel| exchange(cells(), &[cells()], ["0.", ".0"], parallel, 1);
    assert_eq!(size(&PLANNING, &moves(false)), (2 + 1 + 2 + 1, 2 + 2 + 3 + 2 + 1));
    assert_eq!(size(&PLANNING, &moves(true)), size(&PLANNING, &moves(false)));
}

#[test]
fn an_interrupted_sink_gets_no_more() {
    struct StoppingPlans(u64);
    impl satranj_encodings::clause::ClauseSink for StoppingPlans {
        fn add_clause(
            &mut self,
            _: &[rustsat::types::Lit],
        ) -> Result<(), satranj_encodings::clause::Interrupted> {
            assert!(self.0 > 0, "no clause comes after the interruption");
            self.0 -= 1;
            if self.0 == 0 { Err(satranj_encodings::clause::Interrupted) } else { Ok(()) }
        }
    }
    for golden in all() {
        let encoding = encoding(golden.encoding);
        let clauses = sizes::size(encoding, &golden.model, golden.options).clauses;
        for after in 1..=clauses {
            let result = encoding.encode(&golden.model, golden.options, &mut StoppingPlans(after));
            assert!(result.is_err(), "{} at {after} of {clauses}", golden.file);
        }
    }
}
