//! The moves of a piece by arithmetic on squares alone, for checks that share nothing with
//! what they check.

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
    /// Whether the piece can go from one free square to another, over blocked ones not.
    #[must_use]
    pub fn is_move(&self, from: Square, to: Square) -> bool {
        if !self.board.is_free(from) || !self.board.is_free(to) {
            return false;
        }
        let right = i64::from(to.column) - i64::from(from.column);
        // Steps count rows downward, ranks upward.
        let down = i64::from(from.rank) - i64::from(to.rank);
        self.piece.steps().iter().any(|step| {
            let (step_down, step_right) = (i64::from(step.rows), i64::from(step.columns));
            let times = if step_down != 0 { down / step_down } else { right / step_right };
            let reach = if step.repeats { i64::MAX } else { 1 };
            if times < 1
                || times > reach
                || (times * step_down, times * step_right) != (down, right)
            {
                return false;
            }
            (1..times).all(|time| self.shifted(from, time * step_down, time * step_right).is_some())
        })
    }

    /// The free square so many rows down and columns right.
    fn shifted(&self, from: Square, down: i64, right: i64) -> Option<Square> {
        let rank = u32::try_from(i64::from(from.rank) - down).ok()?;
        let column = u32::try_from(i64::from(from.column) + right).ok()?;
        Some(Square { column, rank }).filter(|&square| self.board.is_free(square))
    }

    /// The squares that can be reached in each direction, the nearest first; directions with
    /// none are left out.
    pub fn directions(&self, from: Square) -> impl Iterator<Item = Vec<Square>> + '_ {
        let moves = *self;
        let reached = move |step: &Step| {
            let times = if step.repeats { i64::MAX } else { 1 };
            let (down, right) = (i64::from(step.rows), i64::from(step.columns));
            (1..=times)
                .map_while(|time| moves.shifted(from, down * time, right * time))
                .collect::<Vec<Square>>()
        };
        self.piece.steps().iter().map(reached).filter(|squares| !squares.is_empty())
    }

    /// At least so many moves as there are from all squares together, or looks at squares.
    #[must_use]
    pub fn bound(&self) -> u64 {
        let (rows, columns) = (u64::from(self.board.rows()), u64::from(self.board.columns()));
        let longest = rows.max(columns);
        let of_step = |step: &Step| if step.repeats { longest } else { 1 };
        rows * columns * self.piece.steps().iter().map(of_step).sum::<u64>()
    }

    /// All squares one move away, in rising order.
    #[must_use]
    pub fn reach(&self, from: Square) -> Vec<Square> {
        let mut reached: Vec<Square> = self.directions(from).flatten().collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// Checks that no move leads out of these squares, all free and different.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub fn check_closed(&self, squares: &[Square]) -> Result<HashSet<Square>, Violation> {
        let set: HashSet<Square> = squares.iter().copied().collect();
        ensure!(set.len() == squares.len(), "a square is named twice");
        for &square in squares {
            ensure!(self.board.is_free(square), "{square} is no free square of the board");
            if let Some(out) = self.reach(square).into_iter().find(|to| !set.contains(to)) {
                ensure!(false, "a move leads out from {square} to {out}");
            }
        }
        Ok(set)
    }
}
