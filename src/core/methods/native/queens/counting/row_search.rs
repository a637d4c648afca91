//! Solutions below a prefix counted row by row, many states of a row at a time.

use super::instruction_set::InstructionSet;
use crate::{limits::Reason, methods::meter::Meter};

/// The most columns that are open below a prefix, and so the most rows: the bits in a word.
pub const WIDTH: u32 = 16;

/// The most states of a row advanced at a time.
const BATCH: usize = 1024;

/// The most states that a step may write beyond the remaining ones.
pub const SLACK: usize = 32;

/// Room for the states of a row: less than a batch, another batch, and what a step writes.
pub const ROOM: usize = 2 * BATCH + SLACK;

/// The open rows below a prefix, from the top.
#[derive(Debug, Clone, Default)]
pub struct RowPlan {
    rows: [OpenRow; WIDTH as usize],
    len: usize,
}

/// An open row.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenRow {
    /// How many rows it is below the open row before it, at most [`WIDTH`].
    pub gap: u32,
    /// The open columns that no queen of the prefix attacks.
    pub free: u16,
}

impl RowPlan {
    /// Adds a row.
    pub fn push(&mut self, gap: u32, free: u16) {
        // After this many rows a diagonal has left the open columns.
        self.rows[self.len] = OpenRow { gap: gap.min(WIDTH), free };
        self.len += 1;
    }
}

/// States before a queen is placed in one row, one list per kind of word.
#[derive(Debug, Clone)]
pub struct RowStates {
    /// How many there are.
    pub len: usize,
    /// Columns taken by the queens of the rows above.
    pub columns: [u16; ROOM],
    /// Columns that the queens above attack along the diagonals to the right.
    pub rightward: [u16; ROOM],
    /// Columns that the queens above attack along the diagonals to the left.
    pub leftward: [u16; ROOM],
    /// Columns left to try, at least one.
    pub free: [u16; ROOM],
}

impl RowStates {
    /// None.
    pub const NONE: Self = Self {
        len: 0,
        columns: [0; ROOM],
        rightward: [0; ROOM],
        leftward: [0; ROOM],
        free: [0; ROOM],
    };
}

/// Counts solutions below prefixes; owns the memory for it, about 270 kB.
pub struct RowSearch {
    set: InstructionSet,
    /// The states of each row.
    rows: Vec<RowStates>,
}

impl RowSearch {
    /// A search with some of the processor's instructions.
    #[must_use]
    pub fn new(set: InstructionSet) -> Self {
        Self { set, rows: vec![RowStates::NONE; WIDTH as usize] }
    }

    /// Adds the ways to fill the rows of a plan, using all of its columns, to `solutions`.
    ///
    /// All states of a batch try one column each; those that go on are written to the next row, and
    /// those with more columns to try back to their own. The lowest row with a full batch comes
    /// first, so that no row ever has two batches; without a full batch the highest row with any
    /// states. A node is a placed queen; the queens in the last two rows count as one node.
    ///
    /// # Errors
    /// The reason to stop; `solutions` has what was found until then.
    pub fn count(
        &mut self,
        plan: &RowPlan,
        meter: &mut Meter<'_>,
        solutions: &mut u64,
    ) -> Result<(), Reason> {
        let rows = &plan.rows[..plan.len];
        let [first, _, ..] = rows else {
            *solutions += u64::from(rows.iter().all(|row| row.free != 0));
            return Ok(());
        };
        if first.free == 0 {
            return Ok(());
        }
        let states = &mut self.rows[..rows.len() - 1];
        for row in states.iter_mut() {
            row.len = 0;
        }
        states[0].len = 1;
        (states[0].columns[0], states[0].rightward[0], states[0].leftward[0]) = (0, 0, 0);
        states[0].free[0] = first.free;
        let mut granted = 0;
        loop {
            let full = states.iter().rposition(|row| row.len >= BATCH);
            let Some(row) = full.or_else(|| states.iter().position(|row| row.len > 0)) else {
                return Ok(());
            };
            if granted == 0 {
                granted = meter.granted()?;
            }
            let batch = states[row].len.min(BATCH).min(granted as usize);
            match (&mut states[row..], &rows[row + 1..]) {
                ([from, into, ..], [next, after, ..]) => {
                    self.set.step(from, batch, into, [*next, *after]);
                }
                ([from], [next]) => *solutions += self.set.last(from, batch, *next),
                _ => unreachable!("each row but the last has states"),
            }
            meter.count(batch as u64);
            granted -= batch as u64;
        }
    }
}
