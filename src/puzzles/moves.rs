//! The moves of a piece by arithmetic on squares alone, for checks that share no code with what
//! they check.

use std::collections::HashSet;

use satranj_encodings::lattice::Step;

use super::{Violation, ensure};
use crate::board::{Board, piece::Piece, square::Square};

/// A piece on a board without other pieces.
#[derive(Debug, Clone, Copy)]
pub struct Moves<'a> {
    /// The board.
    pub board: &'a Board,
    /// The piece.
    pub piece: &'a Piece,
}

impl Moves<'_> {
    /// Whether the piece can move from one free square to another, not over blocked squares.
    #[must_use]
    pub fn is_move(&self, from: Square, to: Square) -> bool {
        if !self.board.is_free(from) || !self.board.is_free(to) {
            return false;
        }
        self.piece.steps().iter().any(|&step| self.board.leads(from, step, to))
    }

    /// The reachable squares in each direction, the nearest first; empty directions are left out.
    pub fn directions(&self, from: Square) -> impl Iterator<Item = Vec<Square>> + '_ {
        let board = self.board;
        let reached = move |&step: &Step| board.ray(from, step).collect::<Vec<Square>>();
        self.piece.steps().iter().map(reached).filter(|squares| !squares.is_empty())
    }

    /// An upper bound on the moves from all squares together, or on looks at squares.
    #[must_use]
    pub fn bound(&self) -> u64 {
        let longest = u64::from(self.board.longest_line());
        let of_step = |step: &Step| longest.min(step.reach.into());
        self.board.size() as u64 * self.piece.steps().iter().map(of_step).sum::<u64>()
    }

    /// The approximate number of steps of a check that looks at the moves from a number of squares.
    #[must_use]
    pub fn steps_of(&self, squares: u64) -> u64 {
        let longest = u64::from(self.board.longest_line());
        let of_step = |step: &Step| match longest.min(step.reach.into()) {
            1 => 32,
            reach => 32 + 2 * reach,
        };
        squares.saturating_mul(self.piece.steps().iter().map(of_step).sum::<u64>() + 32)
    }

    /// All squares one move away, in rising order.
    #[must_use]
    pub fn reach(&self, from: Square) -> Vec<Square> {
        let mut reached: Vec<Square> = self.directions(from).flatten().collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// All squares from which a move leads to one, in rising order.
    #[must_use]
    pub fn before(&self, to: Square) -> Vec<Square> {
        let squares = self.board.rays_back(to, self.piece.steps());
        let mut before: Vec<Square> = squares.filter(|&from| self.is_move(from, to)).collect();
        before.sort_unstable();
        before.dedup();
        before
    }

    /// Checks that no move leads out of these squares, all free and different.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub fn check_closed(&self, squares: &[Square]) -> Result<HashSet<Square>, Violation> {
        let set: HashSet<Square> = squares.iter().copied().collect();
        ensure!(set.len() == squares.len(), "a square occurs twice");
        for &square in squares {
            ensure!(self.board.is_free(square), "{square} is not a free square of the board");
            if let Some(out) = self.reach(square).into_iter().find(|to| !set.contains(to)) {
                ensure!(false, "a move leads out from {square} to {out}");
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaps_are_the_moves_of_pieces_of_single_steps() {
        let board = Board::new(9, 8).unwrap();
        for name in ["knight", "king", "wazir", "zebra", "knight+leaper:0,31", "leaper:3,7"] {
            let piece: Piece = name.parse().unwrap();
            let moves = Moves { board: &board, piece: &piece };
            let leaps = board.leaps(&piece).unwrap();
            for from in board.squares() {
                for to in board.squares() {
                    assert_eq!(leaps.lead(from, to), moves.is_move(from, to), "{name} {from}-{to}");
                }
            }
        }
        for name in
            ["rook", "knight+rider:1,2", "leaper:1,5000", "leaper:32,0", "leaper:9999,10000"]
        {
            let piece: Piece = name.parse().unwrap();
            assert!(board.leaps(&piece).is_none(), "{name}");
        }
    }
}
