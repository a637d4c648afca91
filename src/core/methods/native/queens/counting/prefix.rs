//! The parts of a count: the queens on the sides and on more columns, for one board of each class.

use super::{super::taken_lines::TakenLines, row_search::RowPlan};
use crate::{
    limits::Reason,
    methods::{growth, meter::Meter, native::queens::bitmask::MOST},
    run::Run,
};

/// The queens of the four sides: those of the top and the bottom from the left, those of the left
/// and the right from the top. A queen in a corner belongs to two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SideQueens {
    top: u32,
    bottom: u32,
    left: u32,
    right: u32,
}

impl SideQueens {
    fn flipped(self, n: u32) -> Self {
        let Self { top, bottom, left, right } = self;
        Self { top: bottom, bottom: top, left: n - 1 - left, right: n - 1 - right }
    }

    fn mirrored(self, n: u32) -> Self {
        let Self { top, bottom, left, right } = self;
        Self { top: n - 1 - top, bottom: n - 1 - bottom, left: right, right: left }
    }

    fn transposed(self) -> Self {
        let Self { top, bottom, left, right } = self;
        Self { top: left, bottom: right, left: top, right: bottom }
    }

    /// The orientations of the board, up to reflection on the vertical axis.
    fn orientations(self, n: u32) -> [Self; 4] {
        let transposed = self.transposed();
        [self, self.flipped(n), transposed, transposed.flipped(n)]
    }

    /// The size of the board's class under the symmetries, if it is the least of the class.
    fn weight(self, n: u32) -> Option<u32> {
        let mut same = 0;
        for image in self.orientations(n) {
            for image in [image, image.mirrored(n)] {
                if image < self {
                    return None;
                }
                same += u32::from(image == self);
            }
        }
        Some(8 / same)
    }

    /// The lines that they take, and their number; `None` if two attack each other, or if only one
    /// of two sides has a queen in their common corner.
    fn taken(self, n: u32) -> Option<(TakenLines, u32)> {
        let Self { top, bottom, left, right } = self;
        let last = n - 1;
        let corners = [(top == 0, left == 0), (top == last, right == 0)];
        let below = [(bottom == 0, left == last), (bottom == last, right == last)];
        if corners.iter().chain(&below).any(|(one, other)| one != other) {
            return None;
        }
        let mut taken = TakenLines::none(n);
        taken.place((0, top))?;
        taken.place((last, bottom))?;
        let mut queens = 2;
        for (row, column) in [(left, 0), (right, last)] {
            if row != 0 && row != last {
                taken.place((row, column))?;
                queens += 1;
            }
        }
        Some((taken, queens))
    }
}

/// A part of the count of all solutions on an empty board: those with these queens.
///
/// The queens on the four sides come first, then those on columns from the left and from the right
/// alternately. Of the up to eight boards of a class only one is included, with the size of the
/// class as its weight. Its index in [`prefixes`] identifies it.
#[derive(Debug, Clone, Copy)]
pub struct QueenPrefix {
    taken: TakenLines,
    /// How many queens there are.
    pub queens: u32,
    /// Number of columns filled beyond the sides.
    columns: u32,
    /// How many boards it represents: each has as many solutions as this one.
    pub weight: u32,
}

/// The parts of the solutions of n queens, n from 2 to 64, with the queens of the sides and of this
/// many more columns: always the same in the same order.
///
/// With the sides alone there are about n⁴ / 20. Of the four orientations of a board, which differ
/// in search order, the one with the fewest free cells in its upper rows is taken: a third fewer
/// nodes.
///
/// # Errors
/// The reason to stop.
pub fn prefixes(n: u32, columns: u32, run: &Run) -> Result<Vec<QueenPrefix>, Reason> {
    let mut meter = Meter::new(run)?;
    let mut prefixes = Vec::new();
    let mut push = |prefix| growth::push(&mut prefixes, prefix, run);
    // In the least board of a class no side's queen is nearer to a corner than that of the top.
    for top in 0..n / 2 {
        let others = top..n - top;
        for bottom in others.clone() {
            for left in others.clone() {
                for right in others.clone() {
                    meter.work(1)?;
                    let queens = SideQueens { top, bottom, left, right };
                    let Some(prefix) = QueenPrefix::of_sides(queens, n) else { continue };
                    if columns == 0 {
                        push(prefix)?;
                    } else {
                        prefix.fill(columns, &mut |prefix| {
                            meter.work(1)?;
                            push(prefix)
                        })?;
                    }
                }
            }
        }
    }
    Ok(prefixes)
}

impl QueenPrefix {
    fn of_sides(queens: SideQueens, n: u32) -> Option<Self> {
        // Cheap, and excludes most.
        queens.taken(n)?;
        let weight = queens.weight(n)?;
        let boards = queens.orientations(n).into_iter().filter_map(|queens| queens.taken(n));
        let (taken, queens) = boards.min_by_key(|(taken, _)| room_above(taken))?;
        Some(Self { taken, queens, columns: 0, weight })
    }

    /// The range of open columns.
    fn open_columns(&self) -> (u32, u32) {
        let n = self.taken.n;
        (1 + self.columns.div_ceil(2), n - 1 - self.columns / 2)
    }

    /// Fills columns in every way until this many beyond the sides are filled.
    ///
    /// # Errors
    /// That of `visit`.
    pub fn fill(
        self,
        columns: u32,
        visit: &mut impl FnMut(Self) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let (first, end) = self.open_columns();
        if self.columns == columns || first >= end {
            return visit(self);
        }
        let column = if self.columns.is_multiple_of(2) { first } else { end - 1 };
        let mut next = Self { columns: self.columns + 1, ..self };
        if self.taken.columns >> column & 1 == 1 {
            return next.fill(columns, visit);
        }
        next.queens += 1;
        for row in 0..self.taken.n {
            let mut taken = self.taken;
            if taken.place((row, column)).is_some() {
                next.taken = taken;
                next.fill(columns, visit)?;
            }
        }
        Ok(())
    }

    /// How many more columns must be filled until the rest fits into words of this many bits.
    #[must_use]
    pub fn columns_to(&self, width: u32) -> u32 {
        let (first, end) = self.open_columns();
        self.columns + end.saturating_sub(first).saturating_sub(width)
    }

    /// The remaining problem: the rows from the top, and the free columns of each.
    #[must_use]
    pub fn rows(&self) -> RowPlan {
        let (first, end) = self.open_columns();
        let width = end.saturating_sub(first);
        let open = u64::MAX.checked_shr(MOST - width).unwrap_or(0) << first;
        let mut plan = RowPlan::default();
        let mut before = None;
        for row in 0..self.taken.n {
            if self.taken.rows >> row & 1 == 0 {
                let free = (open & !self.taken.attacked(row)) >> first;
                plan.push(before.map_or(0, |before| row - before), free as u16);
                before = Some(row);
            }
        }
        plan
    }
}

/// The product of the numbers of free cells in the upper half of the rows: the approximate number
/// of nodes of a search from the top.
fn room_above(taken: &TakenLines) -> u64 {
    let open = (0..taken.n).filter(|row| taken.rows >> row & 1 == 0);
    let free = open.map(|row| u64::from(taken.n - taken.attacked(row).count_ones()));
    free.take(taken.n as usize / 2 - 1).fold(1, u64::saturating_mul)
}
