//! `native:warnsdorff`: Warnsdorff's rule with Roth's tie-break, backtracking only if stuck.

use crate::methods::constraints::Constraint;
use rand::{RngExt, seq::SliceRandom};
use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Step},
    model::Witness,
};

use super::{
    dfs::depth_first,
    engine::SearchPlan,
    order::{Heuristic, MoveOrder},
    padded::{Padded, TieBreak},
};
use crate::{
    limits::Reason,
    methods::{
        Context, Description, Ending, Finder, Found, Goal, Method, MethodError, MethodOption,
        meter::Meter,
    },
    random::{self, Generator},
    run::Run,
};

/// Warnsdorff's rule (1823) with Roth's tie-break: go to the square with the fewest onward moves,
/// among these to the one farthest from the centre.
///
/// On a board of single steps descents without backtracking come first, on a padded flat array:
/// O(n) time each, 5 bytes per square (up to 13 if a step is nearly as long as the board). Restarts
/// are cheaper than backtracking, so there are many, fewer on larger boards: from other starts if
/// any start will do, otherwise with random ties. If all descents get stuck, or if a closed tour,
/// an end, a given move or all tours are requested, a depth-first search with backtracking follows,
/// in the same order.
pub const WARNSDORFF: Method = Method::finding(
    Description {
        options: &[MethodOption::Seed],
        ..Description::native(
            "native:warnsdorff",
            "Warnsdorff's rule with Roth's tie-break, backtracking only if stuck",
        )
        .minding(&[
            Constraint::Closed,
            Constraint::Start,
            Constraint::End,
            Constraint::Given,
        ])
    },
    |model| model.as_hamiltonian().is_some_and(|model| model.lattice().is_some()),
    |model, goal| {
        let model = model.as_hamiltonian()?;
        let lattice = model.lattice()?;

        Some(Finder::fallible(move |context, found| solve(model, lattice, goal, context, found)))
    },
);

fn solve(
    model: &Hamiltonian,
    lattice: &Lattice,
    goal: Goal,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    if goal == Goal::First
        && !model.closed
        && model.end.is_none()
        && model.given.is_empty()
        && Padded::fits(lattice)
    {
        // The padded board, the path, and its check.
        context.reserve(14 * u64::from(lattice.vertices()))?;
        if let Some(path) = greedy(model, lattice, context)? {
            let is_enough = found(Witness::Path(path)).is_break();
            return Ok(if is_enough { Ending::Enough } else { Ending::Exhausted });
        }
    }
    let order = MoveOrder { heuristic: Heuristic::Roth, offsets: Vec::new() };
    depth_first(model, &order, SearchPlan { goal, keep_closable: true }, context, found)
}

/// Descents on any board, while starts are tried in order.
const FIRST_STARTS: u64 = 16;

/// Limit on the squares of all further descents together: about 50 ms.
const SQUARES: u64 = 1 << 22;

/// The most descents.
///
/// On a small board a few times its number of squares: there the search that follows is short too.
fn descents(vertices: u32) -> u64 {
    let vertices = u64::from(vertices);
    FIRST_STARTS + (SQUARES / vertices.max(1)).min(4 * vertices)
}

/// Descends from the start, or from many, without backtracking; `None` if always stuck.
fn greedy(model: &Hamiltonian, lattice: &Lattice, run: &Run) -> Result<Option<Vec<u32>>, Reason> {
    let n = lattice.vertices();
    let starts = starts_by_colour(lattice);
    if starts == [false; 2] {
        return Ok(None);
    }
    let may_start = |vertex: u32| starts[colour(lattice, vertex) as usize];
    let mut padded = run.encoding(|| Padded::new(lattice));
    let mut path = Vec::with_capacity(n as usize);
    let mut generator = random::generator(run.seed);
    for attempt in 0..descents(n) {
        let (start, ties) = match model.start {
            Some(start) if !may_start(start) => return Ok(None),
            Some(start) if attempt == 0 => (start, TieBreak::ROTH),
            Some(start) => (start, random_ties(lattice, padded.steps(), &mut generator)),
            None if attempt < FIRST_STARTS.min(n.into()) => (attempt as u32, TieBreak::ROTH),
            None => (generator.random_range(0..n), TieBreak::ROTH),
        };
        if !may_start(start) {
            continue;
        }
        if run.counters.attempts.get() > 0 {
            padded.clear();
            path.clear();
        }
        run.counters.attempts.add(1);
        descend(&mut padded, start, &ties, &mut path, run)?;
        if path.len() == n as usize {
            padded.vertices(&mut path);
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Whether a path may start on each colour of the chessboard, by (row + column) mod 2; on neither
/// if no path can visit that many squares of each colour.
fn starts_by_colour(lattice: &Lattice) -> [bool; 2] {
    if !lattice.steps().iter().all(Step::changes_colour) {
        return [true; 2];
    }
    let n = lattice.vertices();
    let odd =
        if lattice.is_free() { n / 2 } else { (0..n).map(|vertex| colour(lattice, vertex)).sum() };
    let more_even = i64::from(n) - 2 * i64::from(odd);
    [more_even == 0 || more_even == 1, more_even == 0 || more_even == -1]
}

/// The colour of a square on the chessboard.
fn colour(lattice: &Lattice, vertex: u32) -> u32 {
    let (row, column) = lattice.position(vertex);
    (row + column) % 2
}

/// Ties broken by the distance from a point near the centre, then in a random order.
fn random_ties(lattice: &Lattice, steps: usize, generator: &mut Generator) -> TieBreak {
    let mut order: Vec<usize> = (0..steps).collect();
    order.shuffle(generator);
    let mut moved = |size: u32| {
        let most = i64::from(size) / 4;
        generator.random_range(-most..=most)
    };
    TieBreak { centre: (moved(lattice.rows()), moved(lattice.columns())), order }
}

/// Descends from a start until it is stuck or done.
fn descend(
    padded: &mut Padded<'_>,
    start: u32,
    ties: &TieBreak,
    path: &mut Vec<u32>,
    run: &Run,
) -> Result<(), Reason> {
    let mut meter = Meter::new(run)?;
    let mut descent = padded.descent(start, ties);
    loop {
        let (most, before) = (meter.granted()? as usize, path.len());
        let goes_on = padded.descend(&mut descent, most, path);
        meter.count((path.len() - before) as u64);
        if !goes_on {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Board, limits::Limits, methods::MethodOptions};

    fn model(board: &str, start: Option<u32>) -> Hamiltonian {
        let lattice = Board::parse(board).unwrap().lattice(&"knight".parse().unwrap());
        let mut model = Hamiltonian::on_lattice(lattice, false);
        model.start = start;
        model
    }

    fn run(seed: u64) -> Context {
        Context::new(Limits::default(), seed, MethodOptions::default())
    }

    fn descended(model: &Hamiltonian, run: &Run) -> Option<Vec<u32>> {
        greedy(model, model.lattice().unwrap(), run).unwrap()
    }

    #[test]
    fn descents_alone_find_a_tour_from_every_square() {
        for side in [5, 6, 8, 15, 20] {
            for start in 0..side * side {
                let model = model(&format!("{side}x{side}"), Some(start));
                let run = run(1);
                let path = descended(&model, &run);
                assert_eq!(
                    path.is_some(),
                    side % 2 == 0 || start % 2 == 0,
                    "{side}x{side} {start}"
                );
                let nodes = descents(side * side) * u64::from(side * side);
                assert!(run.counters.nodes.get() <= nodes);
            }
        }
    }

    #[test]
    fn other_ties_are_tried_from_a_given_start() {
        // From some squares the first descent is stuck.
        let again = (0..2500).filter(|&start| {
            let run = run(7);
            let path = descended(&model("50x50", Some(start)), &run).unwrap();
            assert_eq!((path.len(), path[0]), (2500, start));
            run.counters.attempts.get() > 1
        });
        assert!((1..250).contains(&again.count()));
    }

    #[test]
    fn seed_decides() {
        let start = (0..2500).find(|&start| {
            let run = run(0);
            descended(&model("50x50", Some(start)), &run);
            run.counters.attempts.get() > 1
        });
        let path = |seed| descended(&model("50x50", start), &run(seed));
        assert_eq!(path(3), path(3));
        assert_ne!(path(3), path(4));
    }

    #[test]
    fn boards_of_unequal_colours_are_left_to_the_search() {
        let mut board = Board::parse("8x8").unwrap();
        for square in board.squares().step_by(18).collect::<Vec<_>>() {
            board.block(square);
        }
        let lattice = board.lattice(&"knight".parse().unwrap());
        assert_eq!(starts_by_colour(&lattice), [false; 2]);
        let model = Hamiltonian::on_lattice(lattice, false);
        let run = run(1);
        assert_eq!(descended(&model, &run), None);
        assert_eq!(run.counters.nodes.get(), 0);
    }
}
