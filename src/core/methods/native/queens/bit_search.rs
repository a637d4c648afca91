//! Bit-parallel backtracking over the rows: columns and both diagonals are the bits of words.

use std::ops::ControlFlow;

use crate::{limits::Reason, methods::meter::Meter};

/// The most rows: the bits of a word.
pub const MOST: u32 = 64;

/// What a search may place where.
#[derive(Clone)]
pub struct Domain {
    n: usize,
    /// The columns allowed in each row; none in the row after the last.
    pub allowed: [u64; MOST as usize + 1],
}

impl Domain {
    /// Everything is allowed on n rows, n from 1 to [`MOST`].
    pub fn free(n: u32) -> Self {
        let n = n as usize;
        let mut allowed = [0; MOST as usize + 1];
        allowed[..n].fill(u64::MAX >> (MOST as usize - n));
        Self { n, allowed }
    }

    /// Searches the solutions and hands each to `visit` until that breaks.
    ///
    /// A placing that leaves the next row no column is counted as a node and taken back at
    /// once. Exponential time, constant memory: 2 kB on the stack.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn search(
        &self,
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(&PlacedQueens) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Reason> {
        let all = u64::MAX >> (MOST as usize - self.n);
        let mut placed =
            PlacedQueens { n: self.n, frames: [QueenFrame::default(); MOST as usize + 1] };
        placed.frames[self.n].columns = all;
        let mut frame = QueenFrame { free: self.allowed[0], ..QueenFrame::default() };
        let mut depth = 0;
        loop {
            while frame.free == 0 {
                if depth == 0 {
                    meter.keep_placed(0);
                    return Ok(ControlFlow::Continue(()));
                }
                depth -= 1;
                frame = placed.frames[depth];
            }
            if let Err(reason) = meter.node() {
                meter.keep_placed(depth);
                return Err(reason);
            }
            let bit = frame.free & frame.free.wrapping_neg();
            frame.free ^= bit;
            let columns = frame.columns | bit;
            let rightward = (frame.rightward | bit) << 1;
            let leftward = (frame.leftward | bit) >> 1;
            let free = self.allowed[depth + 1] & !(columns | rightward | leftward);
            if free != 0 {
                placed.frames[depth] = frame;
                frame = QueenFrame { columns, rightward, leftward, free };
                depth += 1;
            } else if columns == all {
                placed.frames[depth] = frame;
                if visit(&placed) == ControlFlow::Break(()) {
                    meter.keep_placed(self.n);
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }
}

/// The state before a queen is placed in a row.
#[derive(Clone, Copy, Default)]
struct QueenFrame {
    /// Columns taken.
    columns: u64,
    /// Columns attacked along the diagonals that go right as they go down.
    rightward: u64,
    /// Columns attacked along the diagonals that go left as they go down.
    leftward: u64,
    /// Columns still to be tried.
    free: u64,
}

/// The queens of a solution.
pub struct PlacedQueens {
    n: usize,
    frames: [QueenFrame; MOST as usize + 1],
}

impl PlacedQueens {
    /// The columns of all queens, row by row.
    pub fn columns(&self) -> Vec<u32> {
        let before_and_after = self.frames[..=self.n].windows(2);
        before_and_after.map(|pair| (pair[0].columns ^ pair[1].columns).trailing_zeros()).collect()
    }
}
