//! The symmetries of a rectangle: eight for a square, four otherwise.

use super::{Board, square::Square};

/// One symmetry of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry {
    rows: u32,
    columns: u32,
    transpose: bool,
    turn_rows: bool,
    turn_columns: bool,
}

impl Symmetry {
    /// All symmetries of a rectangle, the identity first.
    #[must_use]
    pub fn of_rectangle(rows: u32, columns: u32) -> Vec<Self> {
        let mut symmetries = Vec::new();
        for transpose in [false, true] {
            for (turn_rows, turn_columns) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                if !transpose || rows == columns {
                    symmetries.push(Self { rows, columns, transpose, turn_rows, turn_columns });
                }
            }
        }
        symmetries
    }

    /// The symmetries of a board that keep its blocked squares.
    #[must_use]
    pub fn of_board(board: &Board) -> Vec<Self> {
        let mut symmetries = Self::of_rectangle(board.rows(), board.columns());
        symmetries.retain(|symmetry| {
            board.blocked_squares().all(|square| !board.is_free(symmetry.apply(square)))
        });
        symmetries
    }

    /// The image of a square of the rectangle.
    #[must_use]
    pub fn apply(&self, square: Square) -> Square {
        let Square { mut column, mut rank } = square;
        if self.turn_rows {
            rank = self.rows - 1 - rank;
        }
        if self.turn_columns {
            column = self.columns - 1 - column;
        }
        if self.transpose { Square { column: rank, rank: column } } else { Square { column, rank } }
    }

    /// Whether it maps a set of squares onto itself.
    #[must_use]
    pub fn keeps(&self, squares: &[Square]) -> bool {
        squares.iter().all(|&square| squares.contains(&self.apply(square)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn squares_have_eight_and_rectangles_four() {
        for (rows, columns, count) in [(3, 3, 8), (2, 3, 4), (1, 1, 8)] {
            let board = Board::new(rows, columns).unwrap();
            let symmetries = Symmetry::of_board(&board);
            assert_eq!(symmetries.len(), count);
            let images: HashSet<Vec<Square>> = symmetries
                .iter()
                .map(|symmetry| board.squares().map(|square| symmetry.apply(square)).collect())
                .collect();
            assert_eq!(images.len(), if rows == 1 { 1 } else { count });
            for symmetry in &symmetries {
                assert!(board.squares().all(|square| board.contains(symmetry.apply(square))));
            }
        }
    }

    #[test]
    fn blocked_squares_break_symmetry() {
        let mut board = Board::new(4, 4).unwrap();
        board.block("a1".parse().unwrap());
        assert_eq!(Symmetry::of_board(&board).len(), 2);
        board.block("d4".parse().unwrap());
        assert_eq!(Symmetry::of_board(&board).len(), 4);
    }
}
