//! Rows, columns and diagonals that queens take, each kind as the bits of a word.

use std::iter;

/// The lines that queens take on a board of up to 64 rows.
#[derive(Debug, Clone, Copy)]
pub struct TakenLines {
    /// The number of rows and of columns.
    pub n: u32,
    /// Bit row.
    pub rows: u64,
    /// Bit column.
    pub columns: u64,
    /// Bit row + column.
    sums: u128,
    /// Bit column - row + n - 1.
    differences: u128,
}

impl TakenLines {
    /// An empty board, n from 1 to 64.
    pub fn none(n: u32) -> Self {
        Self { n, rows: 0, columns: 0, sums: 0, differences: 0 }
    }

    /// Takes the lines of a cell (row, column), unless a queen takes one of them.
    pub fn place(&mut self, (row, column): (u32, u32)) -> Option<()> {
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

    /// The columns of a row that a queen of another row takes or attacks.
    pub fn attacked(&self, row: u32) -> u64 {
        let sums = (self.sums >> row) as u64;
        let differences = (self.differences >> (self.n - 1 - row)) as u64;
        (self.columns | sums | differences) & (u64::MAX >> (64 - self.n))
    }

    /// The columns of a row, from the left, that no queen takes or attacks.
    pub fn free(&self, row: u32) -> impl Iterator<Item = u32> + use<> {
        let mut free = !self.attacked(row) & (u64::MAX >> (64 - self.n));
        iter::from_fn(move || {
            let column = free.trailing_zeros();
            free &= free.wrapping_sub(1);
            (column < 64).then_some(column)
        })
    }
}
