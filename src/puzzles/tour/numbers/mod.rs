//! Random puzzles of numbers on squares: a random tour, and the numbers of it that are given.

use std::{collections::BTreeMap, ops::ControlFlow};

use rand::{RngExt, seq::SliceRandom};
use satranj_encodings::{
    hamiltonian::{Hamiltonian, position::POSITION},
    model::Model,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    board::{Board, piece::Piece, square::Square},
    limits::Limits,
    methods::{Context, Goal, MethodOptions, sat::encoded},
    random::Generator,
};

/// The most squares of a puzzle of numbers.
pub const MOST_NUMBERED: u32 = 1024;

/// Which numbers of a random tour are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GivenNumbers {
    /// None: no tour is drawn.
    #[default]
    None,
    /// All.
    All,
    /// The first, the last, and others of which none can be left out without a second solution.
    Unique,
}

/// Steps per square for a path through all squares, and after it until it is mixed.
const GROWING: usize = 2_000;
const MIXING: usize = 40;

/// The given numbers of a random tour; `None` if no tour was found.
///
/// O(n²) steps for n squares for the tour; for unique ones also n small satisfiability problems.
pub fn draw(
    board: &Board,
    piece: &Piece,
    closed: bool,
    given: GivenNumbers,
    generator: &mut Generator,
) -> Option<BTreeMap<Square, u32>> {
    let lattice = board.lattice(piece);
    let model = Hamiltonian::on_lattice(lattice.clone(), closed);
    let path = random_tour(&model, generator)?;
    let mut times: Vec<(u32, u32)> = path.into_iter().zip(0..).collect();
    if given == GivenNumbers::Unique {
        let mut inner: Vec<u32> = (1..model.vertices().saturating_sub(1)).collect();
        inner.shuffle(generator);
        for time in inner {
            let without = times.iter().copied().filter(|&(_, other)| other != time);
            let without: Vec<(u32, u32)> = without.collect();
            if has_one_solution(model.with_times(&without)) {
                times = without;
            }
        }
    }
    let square = |(vertex, time)| (board.square_of(&lattice, vertex), time + 1);
    Some(times.into_iter().map(square).collect())
}

fn has_one_solution(model: Hamiltonian) -> bool {
    let model = Model::Hamiltonian(model);
    let context = Context::new(Limits::default(), 1, MethodOptions::default());
    let mut found = 0;
    let ended = encoded::by(&POSITION).solve(&model, Goal::All, &context, &mut |_| {
        found += 1;
        if found > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    ended.is_ok() && found == 1
}

/// A random path or cycle: a path grows at its ends, and where it cannot, a part of it at an end is
/// turned around (Pósa 1976); then more such turns mix it.
fn random_tour(model: &Hamiltonian, generator: &mut Generator) -> Option<Vec<u32>> {
    let (graph, n) = (model.graph(), model.vertices() as usize);
    let mut path = vec![generator.random_range(0..n as u32)];
    let mut mixed = 0;
    for _ in 0..GROWING * n {
        if path.len() == n {
            let closes = n > 2 && graph.edge_between(path[0], path[n - 1]).is_some();
            if mixed >= MIXING * n && (closes || !model.closed) || n == 1 && !model.closed {
                return Some(path);
            }
            mixed += 1;
        }
        if generator.random_bool(0.5) {
            path.reverse();
        }
        let neighbours = graph.neighbours(path[path.len() - 1]);
        let free: Vec<u32> =
            neighbours.iter().copied().filter(|next| !path.contains(next)).collect();
        if !free.is_empty() {
            path.push(free[generator.random_range(0..free.len())]);
        } else if !neighbours.is_empty() {
            let next = neighbours[generator.random_range(0..neighbours.len())];
            let at = path.iter().position(|&vertex| vertex == next)?;
            path[at + 1..].reverse();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        answer::Wanted,
        calls::{Settings, solve},
        puzzles::{Statement, tour::TourStatement},
        random::generator,
    };

    #[test]
    fn drawn_numbers_have_one_solution_and_none_is_needless() {
        for (board, piece, closed) in
            [("4x4", "wazir", false), ("..#.\n....\n....", "king", false), ("3x4", "king", true)]
        {
            let board: Board = board.parse().unwrap();
            let piece: Piece = piece.parse().unwrap();
            let mut random = generator(7);
            let times = draw(&board, &piece, closed, GivenNumbers::Unique, &mut random).unwrap();
            let solutions = |times: &BTreeMap<Square, u32>| {
                let mut tour = TourStatement::new(board.clone(), piece.name(), closed);
                tour.times = times.clone();
                let puzzle = Statement::from(tour).into_puzzle().unwrap();
                let settings = Settings { wanted: Wanted::All, ..Settings::default() };
                solve(&*puzzle, &settings).unwrap().solutions.len()
            };
            assert_eq!(solutions(&times), 1, "{times:?}");
            let last = board.free_squares();
            for (square, _) in times.iter().filter(|&(_, &time)| time > 1 && time < last) {
                let mut fewer = times.clone();
                fewer.remove(square);
                assert!(solutions(&fewer) > 1, "{times:?} {square}");
            }
            let all = draw(&board, &piece, closed, GivenNumbers::All, &mut random).unwrap();
            assert_eq!((all.len() as u32, solutions(&all)), (last, 1));
        }
        let none = draw(
            &"3x3".parse().unwrap(),
            &"knight".parse().unwrap(),
            false,
            GivenNumbers::All,
            &mut generator(1),
        );
        assert_eq!(none, None);
    }
}
