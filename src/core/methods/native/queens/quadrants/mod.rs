//! `native:quadrants`: queens counted by joining the four quadrants of the board.

mod disjoint_pairs;
mod placements;

#[cfg(test)]
mod tests;

use num_bigint::BigUint;
use satranj_encodings::model::Model;

use self::{
    disjoint_pairs::DisjointPairs,
    placements::{
        HalfBoards, LeftQuadrants, Quadrant, QuadrantPlacements, SharedDiagonals, subsets_of_size,
    },
};
use super::{
    counting::{instruction_set::InstructionSet, unit},
    taken_lines::{classes_of, count_classes},
};
use crate::{
    limits::Reason,
    methods::parallel,
    methods::{Context, Counted, Description, Method, MethodOption, WitnessCounter, meter::Meter},
};

/// The most queens: their shared diagonals are a word of 64 bits.
pub const MOST: u32 = 23;

/// The version of the split into [`units`]: another order needs another one.
const SPLIT: &str = "rows-of-the-left-half/1";

/// Divide and join: the ways to fill each half of the board, each from an upper and a lower
/// quadrant (the idea of Kluev's program of 2022, and of earlier ones).
///
/// For every set of rows that the left half takes, its fillings are listed by the diagonals shared
/// with the right half, and so are those of the right half on the other rows; their pairs without a
/// common diagonal are the solutions. Pairs are counted 512 at a time, and most are never examined.
/// Exponential: with each queen the time grows by a factor of 6.7, that of `native:bitmask` by 8.6.
pub const QUADRANTS: Method = Method::counting(
    Description {
        scope: Some("2 to 23 queens, nothing given or forbidden"),
        options: &[MethodOption::Threads],
        ..Description::native(
            "native:quadrants",
            "counts queens by joining the quadrants of the board; the fastest from n = 18 on",
        )
    },
    Model::is_queens,
    |model, counting| {
        let queens = model.as_queens()?;

        let fits = (2..=MOST).contains(&queens.n) && !counting.by_size;
        fits.then(|| {
            let counter = WitnessCounter::new(move |context| {
                let total = count(queens.n, InstructionSet::fastest(), context)?;
                let mut counted = Counted { count: BigUint::from(total), ..Counted::default() };
                if counting.classes {
                    counted.classes = Some(count_classes(queens.n, total.into(), context)?);
                }
                Ok(counted)
            });
            let counter = counter.in_parts(SPLIT);
            if counting.classes {
                return counter;
            }
            // Their number is the same at every depth, and weights are included.
            counter
                .with_units(move |_, _| Ok(vec![1; units(queens.n).len()]))
                .with_classes(|total, run| classes_of(queens.n, total, run))
        })
    },
);

/// The queen fixed before a board is divided: the one in the middle column of a board of odd width;
/// even widths have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MiddleQueen {
    /// There is no middle column.
    None,
    /// In the centre.
    Centre,
    /// This many rows above the middle row, whose queen is in the left half and nearer to the
    /// centre: one of the eight boards of a class.
    Above(u32),
}

impl MiddleQueen {
    /// The middle queens of an n-queens board.
    fn all(n: u32) -> Vec<Self> {
        if n.is_multiple_of(2) {
            return vec![Self::None];
        }
        // The queen of the middle row is at least one column from the centre.
        std::iter::once(Self::Centre).chain((2..=n / 2).map(Self::Above)).collect()
    }

    /// The row of the queen.
    fn row(self, n: u32) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Centre => Some(n / 2),
            Self::Above(rows) => Some(n / 2 - rows),
        }
    }

    /// The open cells of a row of the left half, as bits.
    fn open_cells(self, n: u32, row: u32) -> u32 {
        let middle = n / 2;
        let mut open = !(u32::MAX << middle);
        if let Some(queen) = self.row(n) {
            let distance = row.abs_diff(queen);
            if distance == 0 {
                open = 0;
            } else if distance <= middle {
                open &= !(1 << (middle - distance));
            }
        }
        match self {
            Self::Above(rows) if row == middle => open & u32::MAX << (middle + 1 - rows),
            _ => open,
        }
    }

    /// The size of the class of a board whose left half takes these rows; `None` if another board
    /// of the class is counted.
    fn weight(self, n: u32, rows: u32) -> Option<u64> {
        if let Self::Above(_) = self {
            return (rows >> (n / 2) & 1 == 1).then_some(8);
        }
        let flipped = |rows: u32| rows.reverse_bits() >> (32 - n);
        let others = self.rows(n) ^ rows;
        let mut images = vec![rows, flipped(rows), others, flipped(others)];
        images.sort_unstable();
        images.dedup();
        (images[0] == rows).then_some(images.len() as u64)
    }

    /// The rows that the two halves take.
    fn rows(self, n: u32) -> u32 {
        !(u32::MAX << n) & !self.row(n).map_or(0, |row| 1 << row)
    }
}

/// A unit of the count: all solutions with a given middle queen and given rows of the left half's
/// upper quadrant.
#[derive(Debug, Clone, Copy)]
struct UpperRows {
    /// Its index among the units.
    unit: u64,
    middle: MiddleQueen,
    rows: u32,
}

/// The units of a count, in their order.
fn units(n: u32) -> Vec<UpperRows> {
    let all = MiddleQueen::all(n).into_iter().flat_map(|middle| {
        let open = middle.rows(n) & !(u32::MAX << (n / 2));
        let rows = (0..1 << (n / 2)).filter(move |rows| rows & !open == 0);
        rows.map(move |rows| (middle, rows))
    });
    (0..).zip(all).map(|(unit, (middle, rows))| UpperRows { unit, middle, rows }).collect()
}

/// Counts the solutions, n from 2 to [`MOST`]: OEIS A000170.
///
/// A node is a way to fill one half of the board. 80 MB for 20 queens, 540 MB for 22.
///
/// # Errors
/// The reason to stop. The results of the units until then are in the run's `counted`.
pub fn count(n: u32, set: InstructionSet, context: &Context) -> Result<u64, Reason> {
    let mut ours = units(n);
    ours.retain(|unit| context.part.is_none_or(|part| part.has(unit.unit)));
    context.parts.all.set(ours.len() as u64);
    let mut total = 0;
    for units in ours.chunk_by(|one, other| one.middle == other.middle) {
        let board = DividedBoard::new(n, units[0].middle, set, context)?;
        let counted = |buffers: &mut JoinBuffers, upper: &UpperRows| {
            unit(upper.unit, 1, context, |count| board.join(upper.rows, buffers, count))
        };
        let new = || JoinBuffers::new(&board);
        total += if context.threads() == 1 {
            let mut buffers = new();
            units.iter().map(|unit| counted(&mut buffers, unit)).sum::<Result<u64, Reason>>()?
        } else {
            context.side_by_side(|| {
                parallel::map_with(units, new, counted).map(|counts| counts.iter().sum::<u64>())
            })??
        };
    }
    Ok(total)
}

/// A board with a middle queen, and the placements in its quadrants.
struct DividedBoard<'c> {
    n: u32,
    middle: MiddleQueen,
    set: InstructionSet,
    diagonals: SharedDiagonals,
    quadrants: LeftQuadrants,
    context: &'c Context,
}

/// Buffers of one thread.
struct JoinBuffers {
    left: HalfBoards,
    right: HalfBoards,
    pairs: DisjointPairs,
}

impl JoinBuffers {
    fn new(board: &DividedBoard<'_>) -> Self {
        let pairs = DisjointPairs::new(board.diagonals, board.set);
        Self { left: HalfBoards::default(), right: HalfBoards::default(), pairs }
    }
}

impl<'c> DividedBoard<'c> {
    fn new(
        n: u32,
        middle: MiddleQueen,
        set: InstructionSet,
        context: &'c Context,
    ) -> Result<Self, Reason> {
        let diagonals = SharedDiagonals::new(n);
        let columns = n / 2;
        let placements = |top, rows| {
            let open: Vec<u32> = (top..top + rows).map(|row| middle.open_cells(n, row)).collect();
            QuadrantPlacements::new(Quadrant { top, rows, columns }, &open, diagonals, context)
        };
        let (upper, lower) = (placements(0, columns)?, placements(columns, n - columns)?);
        let quadrants = LeftQuadrants { columns, upper_rows: columns, upper, lower };
        Ok(Self { n, middle, set, diagonals, quadrants, context })
    }

    /// Adds the solutions with these rows of the left half's upper quadrant to `count`; returns
    /// their nodes.
    fn join(&self, upper: u32, buffers: &mut JoinBuffers, count: &mut u64) -> Result<u64, Reason> {
        let Self { n, middle, set, quadrants, context, .. } = self;
        let JoinBuffers { left, right, pairs } = buffers;
        let mut meter = Meter::new(context)?;
        let LeftQuadrants { columns, upper_rows, .. } = *quadrants;
        let Some(below) = columns.checked_sub(upper.count_ones()) else { return Ok(0) };
        for lower in subsets_of_size(n - upper_rows, below) {
            let rows = upper | lower << upper_rows;
            let Some(weight) = middle.weight(*n, rows) else { continue };
            if rows & !middle.rows(*n) != 0 {
                continue;
            }
            left.fill(quadrants, rows, *set, context)?;
            nodes(left, &mut meter)?;
            if left.words().is_empty() {
                continue;
            }
            right.fill(quadrants, middle.rows(*n) ^ rows, *set, context)?;
            nodes(right, &mut meter)?;
            *count += weight * pairs.count(left.words(), right.words(), context)?;
        }
        meter.take_back_all();
        Ok(meter.counted())
    }
}

/// Counts half boards as nodes.
fn nodes(boards: &HalfBoards, meter: &mut Meter<'_>) -> Result<(), Reason> {
    let mut left = boards.words().len() as u64;
    loop {
        let granted = meter.granted()?.min(left);
        meter.count(granted);
        left -= granted;
        if left == 0 {
            return Ok(());
        }
    }
}
