//! `native:formula`: shortest routes for six pieces with known distances, without blocked squares.

use crate::methods::constraints::Constraint;
use satranj_encodings::{
    lattice::{Lattice, Step},
    model::{Model, Obstruction, Witness},
    route::Route,
    shortest_path::{MOST_DISTANCES, PathObstruction},
};

use crate::{
    limits,
    methods::{
        Description, Ending, Finder, Found, Goal, Method,
        native::knight_distance::KnightBoard,
        simple_paths::{self, PathSteps},
    },
    run::Run,
};

/// Shortest routes by formulas for the distance, followed step by step: O(steps of the route
/// times moves of the piece) time, O(steps of the route) memory; no graph is built.
///
/// On boards without blocked squares or weights: king max(r, c) and wazir r + c for a distance of r
/// rows and c columns; rook and queen 0, 1 or 2; bishop on square boards 0, 1, 2 or none; knight on
/// boards of at least 5x5 by the formula for the infinite board (Das and Chatterji 1988), which is
/// too small only between a corner and its diagonal neighbour: 4 instead of 2.
pub const FORMULA: Method = Method::finding(
    Description {
        scope: Some(
            "routes of king, wazir, rook, queen, knight from 5x5, bishop on square boards; no \
             square \
         blocked, no weights",
        ),
        // The formula itself decides whether there is a route.
        precheck: false,
        ..Description::native(
            "native:formula",
            "closed formulas for distances on free boards; builds no graph",
        )
        .minding(&[Constraint::AtMost])
    },
    Model::is_route,
    |model, goal| {
        let model = model.as_route()?;

        let distances = FreeBoardDistances::of(model)?;
        Some(Finder::new(move |context, found| find(model, &distances, goal, context, found)))
    },
);

/// The pieces whose distances are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mover {
    Knight,
    King,
    Wazir,
    Rook,
    Queen,
    Bishop,
}

/// A piece, whether its steps repeat, and its steps up to reflection.
type KnownMover = (Mover, bool, &'static [(i32, i32)]);

const MOVERS: [KnownMover; 6] = [
    (Mover::Knight, false, &[(1, 2), (2, 1)]),
    (Mover::King, false, &[(0, 1), (1, 0), (1, 1)]),
    (Mover::Wazir, false, &[(0, 1), (1, 0)]),
    (Mover::Rook, true, &[(0, 1), (1, 0)]),
    (Mover::Queen, true, &[(0, 1), (1, 0), (1, 1)]),
    (Mover::Bishop, true, &[(1, 1)]),
];

impl Mover {
    /// The piece that has exactly these steps, in any order.
    fn of(steps: &[Step]) -> Option<Self> {
        let mut steps = steps.to_vec();
        steps.sort_unstable();
        let known = MOVERS.iter().find(|(_, repeats, octant)| {
            let reflected = octant
                .iter()
                .flat_map(|&(rows, columns)| Step::new(rows, columns, *repeats).around());
            let mut reflected: Vec<Step> = reflected.collect();
            reflected.sort_unstable();
            reflected.dedup();
            reflected == steps
        });
        known.map(|&(mover, ..)| mover)
    }

    /// Whether the formula holds on a board of that size without blocked squares.
    fn holds(self, rows: u32, columns: u32) -> bool {
        match self {
            Self::Knight => rows.min(columns) >= 5,
            Self::Bishop => rows == columns,
            Self::King | Self::Wazir | Self::Rook | Self::Queen => true,
        }
    }
}

/// The distances of a piece on a board without blocked squares.
struct FreeBoardDistances<'m> {
    lattice: &'m Lattice,
    mover: Mover,
    to: u32,
}

impl<'m> FreeBoardDistances<'m> {
    /// The distances to the end of a route, if a formula is known.
    fn of(model: &'m Route) -> Option<Self> {
        let lattice = model.lattice();
        let (rows, columns) = (lattice.rows(), lattice.columns());
        let mover = Mover::of(lattice.steps())?;
        (lattice.is_free() && mover.holds(rows, columns)).then_some(Self {
            lattice,
            mover,
            to: model.to,
        })
    }

    /// The steps between two vertices; `None` if they are not connected.
    fn between(&self, from: u32, to: u32) -> Option<u64> {
        let [from, to] = [from, to].map(|vertex| self.lattice.position(vertex));
        let (rows, columns) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let slides = |in_line: bool| match from == to {
            true => 0,
            false if in_line => 1,
            false => 2,
        };
        let steps = match self.mover {
            Mover::King => rows.max(columns),
            Mover::Wazir => rows + columns,
            Mover::Rook => slides(rows == 0 || columns == 0),
            Mover::Queen => slides(rows == 0 || columns == 0 || rows == columns),
            Mover::Bishop => {
                if (rows + columns) % 2 == 1 {
                    return None;
                }
                slides(rows == columns)
            }
            Mover::Knight => {
                let (rows, columns) = (self.lattice.rows(), self.lattice.columns());
                KnightBoard { rows, columns }.distance(from, to)
            }
        };
        Some(steps.into())
    }
}

impl PathSteps for FreeBoardDistances<'_> {
    fn neighbours(&self, vertex: u32, list: &mut Vec<u32>) {
        self.lattice.neighbours(vertex, list);
    }

    fn cost(&self, _from: u32, _to: u32) -> u64 {
        1
    }

    fn rest(&self, vertex: u32) -> Option<u64> {
        self.between(vertex, self.to)
    }
}

fn find(
    model: &Route,
    distances: &FreeBoardDistances<'_>,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, limits::Reason> {
    run.poll()?;
    let cost = distances.between(model.from, model.to);
    let within = cost.filter(|&cost| model.at_most.is_none_or(|most| cost <= most));
    let Some(cost) = within else {
        return Ok(nothing_shorter(model, distances));
    };
    if let (Goal::All, Some(most)) = (goal, model.at_most) {
        return simple_paths::enumerate([model.from, model.to], most, distances, run, found);
    }
    let mut path = vec![model.from];
    let (mut at, mut rest) = (model.from, cost);
    let mut list = Vec::new();
    while rest > 0 {
        run.node()?;
        list.clear();
        distances.neighbours(at, &mut list);
        rest -= 1;
        match list.iter().find(|&&next| distances.rest(next) == Some(rest)) {
            Some(&next) => at = next,
            // Distances have a nearer neighbour.
            None => return Ok(Ending::Stopped(limits::Reason::IncompleteMethod)),
        }
        path.push(at);
    }
    if found(Witness::Path(path)).is_break() || model.at_most.is_some() {
        return Ok(Ending::Enough);
    }
    Ok(nothing_shorter(model, distances))
}

/// The proof that no route costs less, or that none exists: the distances, if the board is small.
fn nothing_shorter(model: &Route, distances: &FreeBoardDistances<'_>) -> Ending {
    let vertices = distances.lattice.vertices();
    if vertices > MOST_DISTANCES {
        return Ending::Exhausted;
    }
    let from_start = |vertex| distances.between(model.from, vertex);
    if from_start(model.to).is_none() {
        let reached = (0..vertices).filter(|&vertex| from_start(vertex).is_some()).collect();
        return Ending::Proved(Obstruction::Path(PathObstruction::Separated(reached)));
    }
    let all: Vec<Option<u64>> = (0..vertices).map(from_start).collect();
    let reason = model.distances(&all).map(Obstruction::Path);
    reason.map_or(Ending::Exhausted, Ending::Proved)
}

#[cfg(test)]
mod tests {
    use satranj_encodings::model::Model;

    use super::*;
    use crate::methods::boards::{PIECES, lattice, sets};

    #[test]
    fn every_distance_of_every_small_board() {
        for piece in ["knight", "king", "wazir", "rook", "queen", "bishop"] {
            let sides = if piece == "knight" { 5..=13 } else { 1..=6 };
            for rows in sides.clone() {
                for columns in sides.clone() {
                    let board = lattice(piece, rows, columns, &[]);
                    let graph = board.graph();
                    for from in 0..board.vertices() {
                        let model = Route::new(board.clone(), from, 0, None);
                        let Some(distances) = FreeBoardDistances::of(&model) else {
                            assert!(piece == "bishop" && rows != columns);
                            continue;
                        };
                        for (to, &exact) in (0..).zip(&graph.distances(from)) {
                            let exact = (exact != u32::MAX).then_some(exact.into());
                            let about = (piece, rows, columns, from, to);
                            assert_eq!(distances.between(from, to), exact, "{about:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn other_boards_are_not_for_formulas() {
        let supports = |model: Route| FORMULA.supports(&Model::Route(model), Goal::First);
        for piece in PIECES {
            let known = !["alfil", "nightrider"].contains(&piece);
            assert_eq!(supports(Route::new(lattice(piece, 6, 6, &[]), 0, 1, None)), known);
            assert!(!supports(Route::new(lattice(piece, 6, 6, &[9]), 0, 1, None)));
            assert!(!supports(Route::new(lattice(piece, 6, 6, &[]), 0, 1, Some(vec![2; 36]))));
        }
        assert!(!supports(Route::new(lattice("knight", 4, 9, &[]), 0, 1, None)));
        assert!(!supports(Route::new(lattice("bishop", 4, 9, &[]), 0, 1, None)));
    }

    #[test]
    fn a_route_over_the_largest_board() {
        let last = 10_000 * 10_000 - 1;
        for (piece, steps) in [("knight", 6666), ("king", 9999), ("wazir", 19_998), ("rook", 2)] {
            let model = Route::new(lattice(piece, 10_000, 10_000, &[]), 0, last, None);
            let model = Model::Route(model);
            let limits = limits::Limits::default();
            let (ending, found, _) = sets::solve(&FORMULA, &model, Goal::First, limits);
            assert_eq!(ending, Ending::Exhausted);
            assert_eq!(found[0].len(), steps + 1, "{piece}");
            let model = model.with_value(steps as u64 - 1);
            let (ending, found, _) = sets::solve(&FORMULA, &model, Goal::First, limits);
            assert_eq!((ending, found.len()), (Ending::Exhausted, 0));
        }
    }
}
