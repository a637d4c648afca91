//! Where steps lead on a board, by its own arithmetic of squares.

use satranj_encodings::lattice::{Lattice, Step};

use super::{Board, piece::Piece, square::Square};

/// The sides of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sides {
    pub rows: u32,
    pub columns: u32,
}

impl Sides {
    pub fn new(rows: u32, columns: u32) -> Self {
        Self { rows, columns }
    }
}

/// The moves of a leaper by the difference of their squares: for long paths.
#[derive(Debug, Clone)]
pub struct Leaps {
    /// The most ranks and columns of a step.
    reach: (u32, u32),
    /// Whether a difference is a step: by ranks, then columns, both from the most negative.
    table: Vec<bool>,
}

/// The largest table: for steps of up to 31 squares each way.
const LARGEST_TABLE: u32 = 1 << 12;

impl Leaps {
    /// Whether a step leads from one square to another; both must be free.
    #[inline]
    #[must_use]
    pub fn lead(&self, from: Square, to: Square) -> bool {
        let ranks = to.rank.wrapping_sub(from.rank).wrapping_add(self.reach.0);
        let columns = to.column.wrapping_sub(from.column).wrapping_add(self.reach.1);
        ranks <= 2 * self.reach.0
            && columns <= 2 * self.reach.1
            && self.table[(ranks * (2 * self.reach.1 + 1) + columns) as usize]
    }
}

impl Board {
    /// The lattice of a piece's moves.
    #[must_use]
    pub fn lattice(&self, piece: &Piece) -> Lattice {
        Lattice::new(
            self.sides.rows,
            self.sides.columns,
            self.blocked.as_ref(),
            piece.steps().to_vec(),
        )
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}x{}", self.sides.rows, self.sides.columns)
    }
}

#[doc(hidden)]
impl Board {
    /// The free squares in the direction of a step, the nearest first, up to the border or a
    /// blocked square; at most one for a single step.
    pub fn ray(&self, from: Square, step: Step) -> impl Iterator<Item = Square> {
        let mut at = Some(from);
        std::iter::from_fn(move || {
            let from = at?;
            // Negative values wrap to numbers beyond any board.
            let rank = from.rank.wrapping_sub_signed(step.rows);
            let column = from.column.wrapping_add_signed(step.columns);
            let next = Some(Square { column, rank }).filter(|&square| self.is_free(square));
            at = next.filter(|_| step.repeats);
            next
        })
    }

    /// Whether a step leads from one free square to another, not over blocked squares.
    #[must_use]
    pub fn leads(&self, from: Square, step: Step, to: Square) -> bool {
        let right = i64::from(to.column) - i64::from(from.column);
        // Steps count rows downward, ranks upward.
        let down = i64::from(from.rank) - i64::from(to.rank);
        let (step_down, step_right) = (i64::from(step.rows), i64::from(step.columns));
        let times = if step_down != 0 { down / step_down } else { right / step_right };
        let reach = if step.repeats { i64::MAX } else { 1 };
        (1..=reach).contains(&times)
            && (times * step_down, times * step_right) == (down, right)
            && self.ray(from, step).nth(times as usize - 1) == Some(to)
    }

    /// A bound on the squares on one line of a repeated step.
    #[must_use]
    pub fn longest_line(&self) -> u32 {
        self.longest_side()
    }

    /// The moves by the difference of their squares; `None` if the piece slides, or leaps too far
    /// for a small table.
    #[must_use]
    pub fn leaps(&self, piece: &Piece) -> Option<Leaps> {
        let longest = |length: fn(&Step) -> i32| {
            piece.steps().iter().map(|step| length(step).unsigned_abs()).max().unwrap_or(0)
        };
        let reach = (longest(|step| step.rows), longest(|step| step.columns));
        let sides = (2 * reach.0 + 1, 2 * reach.1 + 1);
        if piece.steps().iter().any(|step| step.repeats)
            || sides.0.saturating_mul(sides.1) > LARGEST_TABLE
        {
            return None;
        }
        let mut leaps = Leaps { reach, table: vec![false; (sides.0 * sides.1) as usize] };
        for step in piece.steps() {
            let ranks = reach.0.wrapping_add_signed(-step.rows);
            let columns = reach.1.wrapping_add_signed(step.columns);
            leaps.table[(ranks * sides.1 + columns) as usize] = true;
        }
        Some(leaps)
    }
}
