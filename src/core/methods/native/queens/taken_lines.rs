//! Rows, columns and diagonals taken by queens, as bits of words; solutions that a rotation keeps.

use std::iter;

use num_bigint::BigUint;

use crate::{limits::Reason, methods::meter::Meter, run::Run};

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

/// A rotation other than the identity.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BoardRotation {
    /// By 90 degrees, equivalent to 270.
    Quarter,
    /// By 180 degrees.
    Half,
}

/// Counts the solutions that a rotation fixes, n from 1 to 64: OEIS A033148 for a quarter,
/// A032522 for half a turn.
///
/// All cells of an orbit of the rotation are filled at once, the topmost empty row first. A node is
/// one filling. Exponential time in n / 2 or n / 4 fillings.
///
/// # Errors
/// The reason to stop.
pub fn count_fixed(n: u32, rotation: BoardRotation, meter: &mut Meter<'_>) -> Result<u64, Reason> {
    fill(TakenLines::none(n), rotation, meter)
}

/// The number of solutions of n queens up to symmetry, given their total, n from 1 to 64: OEIS
/// A002562.
///
/// By Burnside's lemma: an eighth of the sum of the solutions that each symmetry keeps.
///
/// # Errors
/// The reason to stop.
pub fn count_classes(n: u32, total: u128, run: &Run) -> Result<BigUint, Reason> {
    let mut meter = Meter::new(run)?;
    let quarter = count_fixed(n, BoardRotation::Quarter, &mut meter)?;
    let half = count_fixed(n, BoardRotation::Half, &mut meter)?;
    // A reflection moves every queen but those on its axis, along a line of attack.
    let reflections = if n == 1 { 4 } else { 0 };
    Ok(BigUint::from((total + 2 * u128::from(quarter) + u128::from(half) + reflections) / 8))
}

/// The same for a total of any size; [`Reason::TooLarge`] if it is impossible.
///
/// # Errors
/// The reason to stop.
pub fn classes_of(n: u32, total: &BigUint, run: &Run) -> Result<BigUint, Reason> {
    count_classes(n, u128::try_from(total).map_err(|_| Reason::TooLarge)?, run)
}

/// Counts the completions; recursion as deep as the rows left.
fn fill(taken: TakenLines, rotation: BoardRotation, meter: &mut Meter<'_>) -> Result<u64, Reason> {
    let row = (!taken.rows).trailing_zeros();
    if row >= taken.n {
        return Ok(1);
    }
    let mut solutions = 0;
    for column in taken.free(row) {
        if let Some(filled) = with_images(taken, rotation, (row, column)) {
            meter.node()?;
            solutions += fill(filled, rotation, meter)?;
            meter.take_back(1);
        }
    }
    Ok(solutions)
}

/// Takes the lines of a cell and its images, unless a queen attacks one of them.
fn with_images(
    mut taken: TakenLines,
    rotation: BoardRotation,
    first: (u32, u32),
) -> Option<TakenLines> {
    let mut cell = first;
    loop {
        taken.place(cell)?;
        let last = taken.n - 1;
        cell = match rotation {
            BoardRotation::Quarter => (cell.1, last - cell.0),
            BoardRotation::Half => (last - cell.0, last - cell.1),
        };
        if cell == first {
            return Some(taken);
        }
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
