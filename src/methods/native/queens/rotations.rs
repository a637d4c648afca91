//! The solutions of the free n-queens problem that a rotation of the board leaves as they are.

use crate::{limits::Reason, methods::meter::Meter};

/// A rotation other than none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BoardRotation {
    /// By 90 degrees, which is as good as 270.
    Quarter,
    /// By 180 degrees.
    Half,
}

/// Counts the solutions that a rotation fixes, n from 1 to 64: OEIS A033148 for a quarter,
/// A032522 for half a turn.
///
/// All cells that the rotation makes of one are filled at once, the topmost empty row first.
/// A node is such a filling. Exponential time in n / 2 or n / 4 fillings.
///
/// # Errors
/// The reason to stop.
pub fn count_fixed(n: u32, rotation: BoardRotation, meter: &mut Meter<'_>) -> Result<u64, Reason> {
    TakenLines { n, rotation, rows: 0, columns: 0, sums: 0, differences: 0 }.count(meter)
}

/// The lines taken so far.
#[derive(Clone, Copy)]
struct TakenLines {
    n: u32,
    rotation: BoardRotation,
    rows: u64,
    columns: u64,
    /// Bit row + column.
    sums: u128,
    /// Bit column - row + n - 1.
    differences: u128,
}

impl TakenLines {
    /// Counts the ways to go on; as deep as rows are left.
    fn count(&self, meter: &mut Meter<'_>) -> Result<u64, Reason> {
        let row = (!self.rows).trailing_zeros();
        if row >= self.n {
            return Ok(1);
        }
        let mut solutions = 0;
        for column in 0..self.n {
            if let Some(filled) = self.fill(row, column) {
                meter.node()?;
                solutions += filled.count(meter)?;
                meter.take_back(1);
            }
        }
        Ok(solutions)
    }

    /// Fills a cell and its images, unless a queen attacks one of them.
    fn fill(mut self, row: u32, column: u32) -> Option<Self> {
        let first = (row, column);
        let mut cell = first;
        loop {
            self.place(cell)?;
            let last = self.n - 1;
            cell = match self.rotation {
                BoardRotation::Quarter => (cell.1, last - cell.0),
                BoardRotation::Half => (last - cell.0, last - cell.1),
            };
            if cell == first {
                return Some(self);
            }
        }
    }

    fn place(&mut self, (row, column): (u32, u32)) -> Option<()> {
        let (sum, difference) = (1 << (row + column), 1 << (column + self.n - 1 - row));
        let free = self.rows >> row & 1 == 0
            && self.columns >> column & 1 == 0
            && self.sums & sum == 0
            && self.differences & difference == 0;
        self.rows |= 1 << row;
        self.columns |= 1 << column;
        self.sums |= sum;
        self.differences |= difference;
        free.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::native::queens::tests::run;

    #[test]
    fn counts_of_oeis() {
        let run = run(0);
        let mut meter = Meter::new(&run).unwrap();
        let mut count = |n, rotation| count_fixed(n, rotation, &mut meter).unwrap();
        let quarter = [1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128];
        let half = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000];
        for (n, expected) in (1..).zip(quarter) {
            assert_eq!(count(n, BoardRotation::Quarter), expected, "{n}");
        }
        for (n, expected) in (1..).zip(half) {
            assert_eq!(count(n, BoardRotation::Half), expected, "{n}");
        }
    }
}
