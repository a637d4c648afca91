//! The layout of hexagons in pictures: pointed upward, each row half a cell to the left of the one
//! above it.

use std::fmt::Write as _;

use crate::board::{Board, square::Square};

/// Where the hexagons of a board lie.
pub struct HexagonLayout {
    /// The least [`Board::lean`] of a free cell.
    least: i64,
    /// The width, in half cells.
    width: i64,
    /// The first free cell of each row, from above.
    pub left: Vec<Square>,
    /// The lowest free cell of each column.
    pub lowest: Vec<Square>,
}

/// The sides of a hexagon: half its width, the height of its upper part, and of its middle part.
struct HexagonSides {
    half: i64,
    slope: i64,
    upright: i64,
}

impl HexagonSides {
    /// For this width. A side is 1/√3 of it.
    fn of(cell: i64) -> Self {
        Self {
            half: cell / 2,
            slope: (cell * 289 + 500) / 1000,
            upright: (cell * 577 + 500) / 1000,
        }
    }
}

impl HexagonLayout {
    /// The layout of a board; `None` if it has squares.
    pub fn of(board: &Board) -> Option<Self> {
        let (least, width) = board.leans()?;
        let mut left: Vec<Square> = Vec::new();
        let mut lowest: Vec<Option<Square>> = Vec::new();
        // In reading order.
        for square in board.squares() {
            if left.last().is_none_or(|last| last.rank != square.rank) {
                left.push(square);
            }
            let column = square.column as usize;
            lowest.resize(lowest.len().max(column + 1), None);
            lowest[column] = Some(square);
        }
        let lowest = lowest.into_iter().flatten().collect();
        Some(Self { least, width, left, lowest })
    }

    /// The width in cells, rounded up.
    pub fn columns(&self) -> u32 {
        (self.width as u32).div_ceil(2)
    }

    /// The width and height of this many rows of cells of this width.
    pub fn size(&self, rows: i64, cell: i64) -> (i64, i64) {
        let HexagonSides { half, slope, .. } = HexagonSides::of(cell);
        (self.width * half, rows * Self::row(cell) + slope)
    }

    /// The height from one row to the next.
    pub fn row(cell: i64) -> i64 {
        let HexagonSides { slope, upright, .. } = HexagonSides::of(cell);
        slope + upright
    }

    /// The centre of a cell.
    pub fn centre(&self, square: Square, rows: i64, cell: i64) -> (i64, i64) {
        let HexagonSides { half, slope, upright } = HexagonSides::of(cell);
        let above = rows - 1 - i64::from(square.rank);
        let right = Board::lean(square) - self.least + 1;
        (right * half, above * Self::row(cell) + slope + upright / 2)
    }

    /// The outline of the cell with this centre.
    pub fn outline((x, y): (i64, i64), cell: i64) -> String {
        let HexagonSides { half, slope, upright } = HexagonSides::of(cell);
        let mut outline = format!("M{x} {}", y - upright / 2 - slope);
        let _ = write!(outline, "l{half} {slope}v{upright}l-{half} {slope}");
        let _ = write!(outline, "l-{half} -{slope}v-{upright}z");
        outline
    }

    /// The colour of a cell, 0 to 2; cells that touch have different colours.
    pub fn colour(square: Square) -> u32 {
        (square.column + square.rank) % 3
    }
}
