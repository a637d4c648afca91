//! Boards with a side of 3 or 4: a short board, made longer by equal pieces.

use super::{
    Construction,
    blocks::TourBlock,
    edges::{RowAndColumn, TourEdges},
};
use crate::{limits::Reason, run::Run};

/// A square by row and column, counted from the first square of a piece.
type Offset = (u32, i32);

/// A piece that makes a strip longer.
///
/// Each detour takes the place of the edge between its first and its last square, which lie
/// in the two columns before the piece. The detours visit every square of the piece once, and
/// among their edges are those that the next piece replaces.
pub struct StripPiece {
    /// Number of columns.
    pub columns: u32,
    /// The detours.
    pub detours: &'static [&'static [Offset]],
}

/// Three rows: an open tour of 3x4, as Schwenk (1991) uses.
pub const THREE: StripPiece = StripPiece {
    columns: 4,
    detours: &[&[
        (2, -1),
        (0, 0),
        (1, 2),
        (2, 0),
        (0, 1),
        (1, 3),
        (2, 1),
        (0, 2),
        (2, 3),
        (1, 1),
        (0, 3),
        (2, 2),
        (1, 0),
        (0, -2),
    ]],
};

/// Four rows: a tour goes along the strip on one half of the squares and back on the other, so
/// there are two detours, mirror images of each other.
pub const FOUR: StripPiece = StripPiece {
    columns: 3,
    detours: &[
        &[(2, -2), (3, 0), (2, 2), (0, 1), (2, 0), (3, 2), (1, 1), (0, -1)],
        &[(1, -2), (0, 0), (1, 2), (3, 1), (1, 0), (0, 2), (2, 1), (3, -1)],
    ],
};

impl StripPiece {
    /// The edges that it replaces, on a board of this many columns before it.
    fn replaced(&self, columns: u32) -> Vec<[RowAndColumn; 2]> {
        let ends = self.detours.iter().filter_map(|detour| match detour {
            [first, .., last] => Some([*first, *last]),
            _ => None,
        });
        ends.map(|ends| ends.map(|offset| at(offset, columns))).collect()
    }
}

/// The square at an offset from a column.
fn at((row, column): Offset, from: u32) -> RowAndColumn {
    (row, from.saturating_add_signed(column))
}

/// The columns of the board that is made longer to this many, and whether its tour is closed;
/// `None` where there is no tour.
///
/// Closed tours of three rows have 10, 12, 14, … columns (Schwenk 1991), open ones 4, 7, 8,
/// 9, …; open tours of four rows have 3, 5, 6, 7, …, closed ones there are none.
fn base(rows: u32, columns: u32) -> Option<(u32, bool)> {
    // The shortest of that remainder.
    let shortest = |from: u32, piece: &StripPiece| {
        columns.checked_sub(from).map(|more| from + more % piece.columns)
    };
    match rows {
        3 if columns.is_multiple_of(2) && columns >= 10 => {
            shortest(10, &THREE).map(|base| (base, true))
        }
        3 if columns == 4 => Some((4, false)),
        3 => shortest(7, &THREE).map(|base| (base, false)),
        4 => shortest(5, &FOUR).map(|base| (base, false)),
        _ => None,
    }
}

/// A tour of a board with a side of 3 or 4, the other one not less: closed, if there is a
/// closed one.
///
/// O(rows · columns) time, one byte a square.
pub fn construct(rows: u32, columns: u32, run: &Run) -> Result<Construction, Reason> {
    let transposed = columns < rows;
    let (short, long) = (rows.min(columns), rows.max(columns));
    let place =
        |(row, column): RowAndColumn| if transposed { (column, row) } else { (row, column) };
    let piece = if short == 3 { &THREE } else { &FOUR };
    let Some((first, closed)) = base(short, long) else {
        return Err(Reason::IncompleteMethod);
    };
    let given = if long > first { piece.replaced(first) } else { Vec::new() };
    let block = TourBlock { rows: short, columns: first, closed, given, ..TourBlock::default() };
    let tour: Vec<RowAndColumn> = block.tour(run)?.into_iter().map(place).collect();
    let mut edges = TourEdges::along(rows, columns, &tour, closed);
    for column in (first..long).step_by(piece.columns as usize) {
        for [from, to] in piece.replaced(column) {
            edges.unlink(place(from), place(to));
        }
        for detour in piece.detours {
            let detour: Vec<RowAndColumn> =
                detour.iter().map(|&offset| place(at(offset, column))).collect();
            edges.link_all(&detour);
        }
        run.poll()?;
    }
    let end = tour.first().copied().filter(|_| !closed);
    Ok(Construction { edges, end })
}
