//! The moves of a piece by arithmetic on squares alone, for checks that share nothing with
//! what they check.

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

    /// All squares one move away, in rising order.
    #[must_use]
    pub fn reach(&self, from: Square) -> Vec<Square> {
        let mut reached = Vec::new();
        for step in self.piece.steps() {
            for time in 1..=if step.repeats { i64::MAX } else { 1 } {
                let (down, right) = (i64::from(step.rows) * time, i64::from(step.columns) * time);
                match self.shifted(from, down, right) {
                    Some(square) => reached.push(square),
                    None => break,
                }
            }
        }
        reached.sort_unstable();
        reached.dedup();
        reached
    }
}
