//! Checks of tours and of reasons why none exists, by arithmetic on squares alone.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;
use satranj_encodings::hamiltonian::obstruction::HamiltonianObstruction;

use super::Tour;
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, PuzzleRules, Ruling, Solution, Violation, ensure,
        exhaustive::{Exhausted, Found, NumberedSquares, Scope, SearchHalt, StepBudget, Walks},
        moves::Moves,
        refutation::{self, VisitedGround},
    },
};

impl PuzzleRules for Tour {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Path { path } = solution else {
            return Err(Violation("a tour has a path".into()));
        };
        let (board, piece) = (&self.board, &self.piece);
        let mut visited = FixedBitSet::with_capacity(board.size());
        for (index, &square) in path.iter().enumerate() {
            let place = index + 1;
            ensure!(
                board.contains(square),
                "place {place}: square {square} is outside the {board} board"
            );
            ensure!(board.is_free(square), "place {place}: square {square} is blocked");
            if visited.put(board.cell(square)) {
                let first = path.iter().take_while(|&&other| other != square).count() + 1;
                ensure!(false, "square {square} is visited twice, at places {first} and {place}");
            }
        }
        // Both squares of each move are free now.
        let leaps = self.moves().leaps();
        for (index, step) in path.windows(2).enumerate() {
            let (from, to) = (step[0], step[1]);
            let is_move = match &leaps {
                Some(leaps) => leaps.lead(from, to),
                None => self.is_move(from, to),
            };
            ensure!(
                is_move,
                "move {}, from {from} to {to}, is not a move of the {piece}",
                index + 1
            );
        }
        if path.len() != board.free_squares() as usize {
            let missing = board.squares().find(|&square| !visited.contains(board.cell(square)));
            let missing = missing.map_or_else(String::new, |square| square.to_string());
            ensure!(
                false,
                "{} of {} squares are visited; {missing} is missing",
                path.len(),
                board.free_squares()
            );
        }
        let (first, last) = (path[0], path[path.len() - 1]);
        if self.closed {
            ensure!(path.len() > 2, "a closed tour has at least three squares");
            ensure!(
                self.is_move(last, first),
                "the tour is not closed: from {last} to {first} is not a move of the {piece}"
            );
        }
        if let Some(start) = self.start {
            ensure!(first == start, "the tour starts at {first}, not at {start}");
        }
        if let Some(end) = self.end {
            ensure!(last == end, "the tour ends at {last}, not at {end}");
        }
        let places = self.places_of_given(path);
        for &(from, to) in &self.given {
            let apart = places[&from].abs_diff(places[&to]);
            ensure!(
                apart == 1 || (self.closed && apart == path.len() - 1),
                "the given move {from}-{to} is not made"
            );
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        ensure!(best.is_none(), "no tour is better than another");
        for square in certificate.squares() {
            ensure!(self.board.is_free(square), "{square} is not a free square of the board");
        }
        // Row by row from the bottom.
        let columns = self.board.columns();
        let number = |&square: &Square| square.rank * columns + square.column;
        let square = |number: u32| Square { column: number % columns, rank: number / columns };
        let next_to = |place: u32| {
            let mut numbers: Vec<u32> = self.reach(square(place)).iter().map(number).collect();
            numbers.sort_unstable();
            numbers
        };
        let ground = VisitedGround {
            noun: "square",
            nouns: "squares",
            link: "move",
            limit: self.board.size(),
            is_place: &|place| self.board.is_free(square(place)),
            count: self.board.free_squares() as usize,
            next_to: &next_to,
            successors: &next_to,
            name: &|place| square(place).to_string(),
            start: self.start.as_ref().map(number),
            end: self.end.as_ref().map(number),
            closed: self.closed,
            given: self.given.iter().map(|(from, to)| (number(from), number(to))).collect(),
        };
        let shown: Vec<u32> = certificate.squares().iter().map(number).collect();
        refutation::distinct(&ground, &shown)?;
        let mut reason = certificate.obstruction().map_err(Violation)?;
        // The check uses the ends of the puzzle, not those stated by the certificate.
        if let HamiltonianObstruction::Colours { ends, .. } = &mut reason {
            ends.clear();
        }
        refutation::check(&ground, &reason.map(number))
    }

    /// For a part of the board its own moves are looked at; for removed squares those of the rest.
    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        let squares = match certificate {
            Certificate::Articulation { .. }
            | Certificate::Carving { .. }
            | Certificate::Toughness { .. } => {
                return self.moves().steps_of_all();
            }
            Certificate::LowDegree { squares }
            | Certificate::Disconnected { squares }
            | Certificate::ColourParity { squares, .. }
            | Certificate::NoTwoFactor { squares } => squares,
            _ => return 0,
        };
        // No square is repeated there, or the check ends.
        self.moves().steps_of((squares.len() as u64).min(u64::from(self.board.free_squares())))
    }

    /// All squares, one row from the left, the next from the right.
    fn obvious(&self) -> Option<Solution> {
        const MOST: u32 = 1 << 20;
        if self.board.free_squares() > MOST {
            return None;
        }
        let mut path: Vec<Square> = self.board.squares().collect();
        for row in path.chunk_by_mut(|one, other| one.rank == other.rank) {
            if self.board.row(row[0]) % 2 == 1 {
                row.reverse();
            }
        }
        Some(Solution::Path { path })
    }

    /// Finds every tour.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        if scope == Scope::AnyNumber {
            return Err(SearchHalt::TooLarge);
        }
        let squares = NumberedSquares::of(&self.board, budget)?;
        let reached = squares.reached(self.moves(), budget)?;
        let end = |end: Option<Square>| end.map(|square| squares.number(square)).transpose();
        let ends = (end(self.start)?, end(self.end)?);
        let step = |&(from, to)| Ok((squares.number(from)?, squares.number(to)?));
        let given = self.given.iter().map(step).collect::<Result<Vec<_>, SearchHalt>>()?;
        let walks = Walks::new(reached, false, self.closed, ends, given)?;
        walks.search(budget, &mut |path| found(Solution::Path { path: squares.squares(path) }))
    }
}

impl Tour {
    fn moves(&self) -> Moves<'_> {
        Moves { board: &self.board, piece: &self.piece }
    }

    pub(super) fn is_move(&self, from: Square, to: Square) -> bool {
        self.moves().is_move(from, to)
    }

    fn reach(&self, from: Square) -> Vec<Square> {
        self.moves().reach(from)
    }

    /// The places of the squares of the given moves in a path that visits all squares.
    fn places_of_given(&self, path: &[Square]) -> HashMap<Square, usize> {
        let mut places: HashMap<Square, usize> =
            self.given.iter().flat_map(|&(from, to)| [(from, 0), (to, 0)]).collect();
        if !places.is_empty() {
            for (index, square) in path.iter().enumerate() {
                places.entry(*square).and_modify(|place| *place = index);
            }
        }
        places
    }
}
