//! The edges of a knight's tour: one byte a square, a bit for each of the eight moves.

use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// A square by row and column, from the top left.
pub type RowAndColumn = (u32, u32);

/// The knight's moves by rows and columns; opposite ones add up to index 7.
pub const MOVES: [(i32, i32); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// Squares between two looks at the limits.
pub const POLL_EVERY: usize = 8192;

/// A set of edges of a board, at most two at a square once it is a tour.
///
/// Without directions: two tours are joined by a change of four edges, wherever they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TourEdges {
    rows: u32,
    columns: u32,
    moves: Vec<u8>,
}

impl TourEdges {
    /// A board without edges.
    pub fn new(rows: u32, columns: u32) -> Self {
        Self { rows, columns, moves: vec![0; rows as usize * columns as usize] }
    }

    /// The edges along a path, or along a cycle.
    pub fn along(rows: u32, columns: u32, path: &[RowAndColumn], closed: bool) -> Self {
        let mut edges = Self::new(rows, columns);
        edges.link_all(path);
        if let (true, [first, .., last]) = (closed, path) {
            edges.link(*last, *first);
        }
        edges
    }

    fn index(&self, (row, column): RowAndColumn) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    /// The bits of a move at both of its squares.
    fn bits(from: RowAndColumn, to: RowAndColumn) -> (u8, u8) {
        let step = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
        let direction = MOVES.iter().position(|&other| other == step);
        debug_assert!(direction.is_some(), "{from:?} to {to:?} is no knight's move");
        direction.map_or((0, 0), |direction| (1 << direction, 1 << (7 - direction)))
    }

    /// Whether an edge is there.
    pub fn has(&self, from: RowAndColumn, to: RowAndColumn) -> bool {
        self.moves[self.index(from)] & Self::bits(from, to).0 != 0
    }

    /// Puts an edge in.
    pub fn link(&mut self, from: RowAndColumn, to: RowAndColumn) {
        let (there, back) = Self::bits(from, to);
        let (from, to) = (self.index(from), self.index(to));
        self.moves[from] |= there;
        self.moves[to] |= back;
    }

    /// Puts the edges along a path in.
    pub fn link_all(&mut self, path: &[RowAndColumn]) {
        for step in path.windows(2) {
            self.link(step[0], step[1]);
        }
    }

    /// Takes an edge out.
    pub fn unlink(&mut self, from: RowAndColumn, to: RowAndColumn) {
        debug_assert!(self.has(from, to), "no edge from {from:?} to {to:?}");
        let (there, back) = Self::bits(from, to);
        let (from, to) = (self.index(from), self.index(to));
        self.moves[from] &= !there;
        self.moves[to] &= !back;
    }

    /// Copies the edges of a smaller board, its top left square to `corner`.
    pub fn paste(&mut self, block: &Self, corner: RowAndColumn) {
        let width = block.columns as usize;
        for (row, moves) in (corner.0..).zip(block.moves.chunks_exact(width)) {
            let begin = self.index((row, corner.1));
            self.moves[begin..begin + width].copy_from_slice(moves);
        }
    }

    /// The squares in the order of a path from an end of it, or of a cycle from any square, as
    /// row · columns + column. Each counts as a node. O(squares).
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn walk(&self, start: u32, run: &Run) -> Result<Vec<u32>, Reason> {
        let across = self.columns as i32;
        let steps = MOVES.map(|(rows, columns)| rows * across + columns);
        let mut meter = Meter::new(run)?;
        let mut path = Vec::with_capacity(self.moves.len());
        let mut square = start;
        // The move that would lead back.
        let mut back = 0;
        while path.len() < self.moves.len() {
            meter.node()?;
            path.push(square);
            let moves = self.moves[square as usize] & !back;
            if moves == 0 {
                break;
            }
            let direction = moves.trailing_zeros();
            back = 1 << (7 - direction);
            square = square.wrapping_add_signed(steps[direction as usize]);
        }
        Ok(path)
    }
}
