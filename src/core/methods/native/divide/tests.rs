//! Every rectangle up to a side of 40, both kinds, against the theorems; ends; limits.

use std::{ops::ControlFlow, time::Duration};

use fixedbitset::FixedBitSet;
use satranj_encodings::{
    hamiltonian::{Hamiltonian, obstruction},
    lattice::{Lattice, Step},
    model::{Model, Witness},
};

use super::{DIVIDE, edges::MOVES, strips};
use crate::{
    limits::{Limits, Reason},
    methods::{Context, Ending, Goal, MethodOptions, graph::search::SEARCH},
};

fn model(rows: u32, columns: u32, closed: bool) -> Hamiltonian {
    let steps = MOVES.map(|(rows, columns)| Step { rows, columns, repeats: false });
    Hamiltonian::on_lattice(Lattice::new(rows, columns, None, steps.to_vec()), closed)
}

/// Schwenk (1991).
fn has_closed(rows: u32, columns: u32) -> bool {
    let (short, long) = (rows.min(columns), rows.max(columns));
    (rows * columns).is_multiple_of(2) && ![1, 2, 4].contains(&short) && (short > 3 || long > 8)
}

/// Cull and De Curtins (1978), and what is known of narrow boards.
fn has_open(rows: u32, columns: u32) -> bool {
    let (short, long) = (rows.min(columns), rows.max(columns));
    match short {
        1 => long == 1,
        2 => false,
        3 => long == 4 || long > 6,
        4 => long > 4,
        _ => true,
    }
}

fn run() -> Context {
    Context::new(Limits::default(), 1, MethodOptions::default())
}

/// What the method finds, checked by arithmetic; `None` if it gives up.
fn tour(model: &Hamiltonian) -> Option<Vec<u32>> {
    let mut path = None;
    let ending =
        DIVIDE.solve(&Model::Hamiltonian(model.clone()), Goal::First, &run(), &mut |witness| {
            if let Witness::Path(found) = witness {
                path = Some(found);
            }
            ControlFlow::Break(())
        });
    let Some(path) = path else {
        assert_eq!(ending.unwrap(), Ending::Stopped(Reason::IncompleteMethod));
        return None;
    };
    let lattice = model.lattice().unwrap();
    let columns = lattice.columns();
    let mut seen = vec![false; lattice.vertices() as usize];
    for &square in &path {
        assert!(!std::mem::replace(&mut seen[square as usize], true), "{square} twice");
    }
    assert_eq!(path.len(), seen.len());
    let is_move = |from: u32, to: u32| {
        let (rows, columns) =
            ((from / columns).abs_diff(to / columns), (from % columns).abs_diff(to % columns));
        rows * columns == 2
    };
    assert!(path.windows(2).all(|step| is_move(step[0], step[1])));
    let last = path[path.len() - 1];
    assert!(!model.closed || is_move(last, path[0]));
    assert!(model.may_start(path[0]) && model.may_end(last));
    Some(path)
}

#[test]
fn every_rectangle_that_has_a_tour_gets_one() {
    rectangles_get_tours(20);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn every_larger_rectangle_that_has_a_tour_gets_one() {
    rectangles_get_tours(40);
}

fn rectangles_get_tours(longest: u32) {
    for rows in 3..=longest {
        for columns in 3..=longest {
            let closed = tour(&model(rows, columns, true)).is_some();
            assert_eq!(closed, has_closed(rows, columns), "closed {rows}x{columns}");
            let open = tour(&model(rows, columns, false)).is_some();
            assert_eq!(open, has_open(rows, columns), "open {rows}x{columns}");
        }
    }
}

#[test]
fn long_and_large_boards() {
    for (rows, columns) in [(3, 1000), (1000, 4), (4, 1001), (3, 999), (211, 300), (301, 205)] {
        let closed = tour(&model(rows, columns, true)).is_some();
        assert_eq!(closed, has_closed(rows, columns), "closed {rows}x{columns}");
        assert!(tour(&model(rows, columns, false)).is_some(), "open {rows}x{columns}");
    }
}

#[test]
fn a_closed_tour_begins_at_every_square() {
    for (rows, columns) in [(6, 8), (12, 3), (13, 14)] {
        for start in 0..rows * columns {
            for closed in [true, false] {
                let model = model(rows, columns, closed).with_ends(Some(start), None);
                assert!(tour(&model).is_some(), "{rows}x{columns} from {start}");
            }
        }
    }
}

/// Conrad et al. (1994): from 6x6, between all squares whose colours allow it.
#[test]
fn ends_on_square_boards() {
    ends_of_squares(41);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn many_ends_on_square_boards() {
    ends_of_squares(7);
}

fn ends_of_squares(every: u32) {
    for side in [6_u32, 7, 11, 12] {
        let squares = side * side;
        for start in 0..squares {
            for end in (start % every..squares).step_by(every as usize) {
                let model = model(side, side, false).with_ends(Some(start), Some(end));
                let possible = start != end && obstruction::find(&model).is_none();
                assert_eq!(tour(&model).is_some(), possible, "{side}x{side} {start} to {end}");
            }
        }
    }
}

#[test]
fn ends_far_from_each_other() {
    for (sides, start, end) in [
        ((90, 121), Some(0), Some(241)),
        ((91, 121), Some(91 * 121 - 1), Some(120)),
        ((91, 121), None, Some(5000)),
        ((91, 121), Some(5000), None),
        ((3, 200), Some(0), Some(599)),
        ((4, 100), Some(99), None),
        ((4, 100), Some(0), Some(99)),
    ] {
        let model = model(sides.0, sides.1, false).with_ends(start, end);
        assert!(tour(&model).is_some(), "{sides:?} {start:?} {end:?}");
    }
}

/// On small boards what rotations do not find is searched for.
#[test]
fn ends_on_small_boards_are_those_that_a_search_finds() {
    ends_are_those_that_a_search_finds(&[(3, 4), (4, 5)]);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn ends_on_boards_are_those_that_a_search_finds() {
    ends_are_those_that_a_search_finds(&[(3, 7), (5, 5)]);
}

fn ends_are_those_that_a_search_finds(boards: &[(u32, u32)]) {
    for &(rows, columns) in boards {
        for start in 0..rows * columns {
            for end in (0..rows * columns).filter(|&end| end != start) {
                let model = model(rows, columns, false).with_ends(Some(start), Some(end));
                let mut expected = false;
                let question = Model::Hamiltonian(model.clone());
                let ending = SEARCH.solve(&question, Goal::First, &run(), &mut |_| {
                    expected = true;
                    ControlFlow::Break(())
                });
                assert!(ending.is_ok());
                assert_eq!(tour(&model).is_some(), expected, "{rows}x{columns} {start} {end}");
            }
        }
    }
}

/// The pieces of strips as the moves of a knight.
#[test]
fn pieces_of_strips_are_toured_and_fit_each_other() {
    for (piece, rows) in [(&strips::THREE, 3), (&strips::FOUR, 4)] {
        let columns = piece.columns as i32;
        let mut visited: Vec<(u32, i32)> = Vec::new();
        let mut edges = Vec::new();
        for detour in piece.detours {
            for step in detour.windows(2) {
                let rows = step[0].0.abs_diff(step[1].0);
                assert_eq!(rows * step[0].1.abs_diff(step[1].1), 2, "{step:?}");
                edges.push([step[0], step[1]]);
                edges.push([step[1], step[0]]);
            }
            let inner = &detour[1..detour.len() - 1];
            assert!(inner.iter().all(|offset| (0..columns).contains(&offset.1)));
            visited.extend(inner);
        }
        visited.sort_unstable();
        visited.dedup();
        assert_eq!(visited.len() as u32, rows * piece.columns);
        for detour in piece.detours {
            let ends = [detour[0], detour[detour.len() - 1]];
            let next = ends.map(|(row, column)| (row, column + columns));
            assert!(ends.iter().all(|end| [-1, -2].contains(&end.1)));
            assert!(edges.contains(&next), "{next:?}");
        }
    }
}

#[test]
fn it_supports_first_knights_tours_of_free_boards() {
    let supports = |model: Hamiltonian, goal| DIVIDE.supports(&Model::Hamiltonian(model), goal);
    assert!(supports(model(3, 3, false), Goal::First));
    assert!(!supports(model(8, 8, false), Goal::All));
    assert!(!supports(model(2, 8, false), Goal::First));
    assert!(!supports(model(8, 1, false), Goal::First));
    let mut given = model(8, 8, true);
    given.given = vec![(0, 17)];
    assert!(!supports(given, Goal::First));
    let steps = model(8, 8, true).lattice().unwrap().steps().to_vec();
    let mut blocked = FixedBitSet::with_capacity(64);
    blocked.insert(9);
    let lattice = Lattice::new(8, 8, Some(&blocked), steps.clone());
    assert!(!supports(Hamiltonian::on_lattice(lattice, true), Goal::First));
    let camel = steps.iter().map(|step| Step { rows: step.rows * 3, ..*step }).collect();
    let fewer = steps[1..].to_vec();
    let riding = steps.iter().map(|step| Step { repeats: true, ..*step }).collect();
    for steps in [camel, fewer, riding] {
        let lattice = Lattice::new(8, 8, None, steps);
        assert!(!supports(Hamiltonian::on_lattice(lattice, true), Goal::First));
    }
}

#[test]
fn limits_end_it() {
    let question = Model::Hamiltonian(model(100, 100, true));
    let ended = |limits| {
        let run = Context::new(limits, 1, MethodOptions::default());
        let ending = DIVIDE.solve(&question, Goal::First, &run, &mut |_| ControlFlow::Break(()));
        (ending.unwrap(), run.counters.nodes.get())
    };
    let (ending, needed) = ended(Limits::default());
    assert_eq!(ending, Ending::Enough);
    assert!(needed > 10_000);
    for nodes in [0, 1, 9, 100, 8192, 9999, needed - 1] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(ended(limits), (Reason::NodeLimit.into(), nodes));
    }
    let limits = Limits { nodes: Some(needed), ..Limits::default() };
    assert_eq!(ended(limits), (Ending::Enough, needed));
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(ended(limits).0, Reason::TimeLimit.into());
    let run = Context::new(
        Limits { memory: Some(1 << 20), ..Limits::default() },
        1,
        MethodOptions::default(),
    );
    let large = Model::Hamiltonian(model(1000, 1000, true));
    let ending = DIVIDE.solve(&large, Goal::First, &run, &mut |_| ControlFlow::Break(()));
    assert_eq!(ending.unwrap(), Reason::MemoryLimit.into());
}
