//! Fractional packings by the simplex method: prices of elements whose sum in each set is limited.

use crate::{limits::Reason, methods::native::bits::holds};

/// Numbers nearer to zero count as zero.
const SMALL: f64 = 1e-9;

/// An element or slack that gains less per unit is not entered.
const LEAST_GAIN: f64 = 1e-7;

/// A number this far below or above an integer counts as that integer where it is rounded.
pub const ROUNDING: f64 = 1e-3;

/// The most by which the room of the sets is perturbed, so that few of them are full at once.
const PERTURBATION: f64 = 1e-6;

/// Entries of the tableau per unit of work.
const ENTRIES_A_STEP: usize = 256;

/// Pivots for each row and column after which the packing is left as it is.
const MOST_PIVOTS: usize = 20;

/// A packing of elements: each open element has a nonnegative price, and the prices of an allowed set
/// sum to at most the room of the set. The best sum, in which each price counts as much as its element
/// is worth, is that of the least fractional cover, whose shares of sets are the gains of their slacks.
///
/// Sets of neighbours with their weights as room give a lower bound on dominating sets; cliques with
/// room 1 and the weights of vertices as worth an upper bound on independent sets.
///
/// The simplex method (Dantzig, "Linear Programming and Extensions", 1963) on a tableau without the
/// columns of the basis. A taken or excluded set loses its bound, and a covered element its value:
/// both keep the packing feasible, so a child continues from its parent's. As any prices give a
/// bound, rounding errors only weaken it.
///
/// A variable is an element, or, numbered after the elements, the slack of a set. O(rows · columns)
/// per pivot, 8 bytes per entry.
#[derive(Clone)]
pub struct PackingTableau {
    /// What a unit of each element's price counts.
    worth: Vec<f64>,
    /// Row by row.
    entries: Vec<f64>,
    /// The variables of the rows, and their values.
    basic: Vec<u32>,
    values: Vec<f64>,
    /// The variables of the columns, all zero, and what a unit of each adds to the sum.
    nonbasic: Vec<u32>,
    gains: Vec<f64>,
    /// The worth of the prices.
    sum: f64,
}

/// The elements still to cover, and the sets available.
#[derive(Clone, Default)]
pub struct CoverState {
    /// The elements that no taken set contains.
    pub open: Vec<u64>,
    /// The sets that may be taken.
    pub allowed: Vec<u64>,
}

impl PackingTableau {
    /// Bytes of the tableau of a problem.
    pub fn bytes(sets: usize, elements: usize) -> u64 {
        (sets as u64).saturating_mul(elements as u64).saturating_mul(size_of::<f64>() as u64)
    }

    /// All prices zero; a set is a list of elements and its room.
    pub fn new<'s>(sets: impl Iterator<Item = (&'s [u32], f64)>, worth: Vec<f64>) -> Self {
        let elements = worth.len();
        let (mut entries, mut values) = (Vec::new(), Vec::new());
        for (set, (list, room)) in sets.enumerate() {
            entries.resize(entries.len() + elements, 0.0);
            for &element in list {
                entries[set * elements + element as usize] = 1.0;
            }
            // Numbers without a pattern.
            let part = (set * 7919 % 1009) as f64 / 1009.0;
            values.push(room + PERTURBATION * part);
        }
        Self {
            entries,
            basic: (elements..elements + values.len()).map(|slack| slack as u32).collect(),
            values,
            nonbasic: (0..elements as u32).collect(),
            gains: worth.clone(),
            worth,
            sum: 0.0,
        }
    }

    /// The sum of the prices, up to rounding.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// Bytes of the tableau as it is.
    pub fn size(&self) -> u64 {
        size_of_val(&*self.entries) as u64
    }

    /// The set of a slack variable, `None` for an element.
    fn set_of(&self, variable: u32) -> Option<usize> {
        (variable as usize).checked_sub(self.worth.len())
    }

    /// The nonzero prices, by element; slightly lower than the packing's, because of the
    /// perturbation.
    pub fn prices(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let variables = self.basic.iter().map(|&variable| variable as usize).zip(&self.values);
        let prices = variables.filter(|&(variable, _)| variable < self.worth.len());
        prices.map(|(element, price)| (element, price * (1.0 - 2.0 * PERTURBATION)))
    }

    /// The prices times `scale`, as integers of which these sets get at most their room, whatever rounding
    /// did.
    pub fn rounded_prices<'s>(
        &self,
        scale: f64,
        sets: impl Iterator<Item = (&'s [u32], u64)>,
    ) -> Vec<u64> {
        let mut prices = vec![0; self.worth.len()];
        for (element, price) in self.prices() {
            prices[element] = (price.clamp(0.0, 1.0) * scale + ROUNDING) as u64;
        }
        for (list, room) in sets {
            let got: u64 = list.iter().map(|&element| prices[element as usize]).sum();
            let mut more = got.saturating_sub(room);
            for &element in list {
                let back = more.min(prices[element as usize]);
                prices[element as usize] -= back;
                more -= back;
            }
        }
        prices
    }

    /// The nonzero shares of the sets in the least fractional cover.
    pub fn shares(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let gains = self.nonbasic.iter().zip(&self.gains);
        gains.filter_map(|(&variable, gain)| Some((self.set_of(variable)?, -gain)))
    }

    /// Maximises the sum of the prices, or raises it above `enough`; `work` takes the units of work
    /// of each pivot.
    ///
    /// # Errors
    /// That of `work`.
    pub fn improve(
        &mut self,
        state: &CoverState,
        enough: f64,
        mut work: impl FnMut(u64) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        for _ in 0..MOST_PIVOTS * (self.basic.len() + self.nonbasic.len()) {
            if self.sum > enough {
                break;
            }
            let Some((column, is_up)) = self.entering(state) else { break };
            let Some(row) = self.leaving(column, is_up, state) else { break };
            let touched = self.pivot(row, column);
            work((1 + touched / ENTRIES_A_STEP) as u64)?;
        }
        Ok(())
    }

    /// The column with the greatest gain per unit, and whether its variable is to grow: only the
    /// slack of a set without a bound may be negative.
    fn entering(&self, state: &CoverState) -> Option<(usize, bool)> {
        let mut best = LEAST_GAIN;
        let mut entering = None;
        for (column, (&variable, &gain)) in self.nonbasic.iter().zip(&self.gains).enumerate() {
            let worth = match self.set_of(variable) {
                None if holds(&state.open, variable as usize) => gain,
                None => continue,
                Some(set) if holds(&state.allowed, set) => gain,
                Some(_) => gain.abs(),
            };
            if worth > best {
                best = worth;
                entering = Some((column, gain > 0.0));
            }
        }
        entering
    }

    /// The row whose variable reaches zero first when that of the column changes.
    fn leaving(&self, column: usize, is_up: bool, state: &CoverState) -> Option<usize> {
        let columns = self.nonbasic.len();
        let (mut least, mut largest, mut leaving) = (f64::INFINITY, 0.0, None);
        for (row, &value) in self.values.iter().enumerate() {
            let entry = self.entries[row * columns + column];
            let entry = if is_up { entry } else { -entry };
            let set = self.set_of(self.basic[row]);
            if entry <= SMALL || set.is_some_and(|set| !holds(&state.allowed, set)) {
                continue;
            }
            let ratio = value / entry;
            // Among equal ratios the largest entry has the least rounding error.
            if ratio < least - SMALL || (ratio < least + SMALL && entry > largest) {
                (least, largest, leaving) = (ratio, entry, Some(row));
            }
        }
        leaving
    }

    /// Exchanges the variables of a row and a column (a pivot); returns how many entries that touches.
    fn pivot(&mut self, row: usize, column: usize) -> usize {
        let columns = self.nonbasic.len();
        let own = row * columns..(row + 1) * columns;
        let inverse = 1.0 / self.entries[own.start + column];
        let mut pivot_row: Vec<f64> =
            self.entries[own.clone()].iter().map(|entry| entry * inverse).collect();
        // The column of the leaving variable takes the place of the entering one.
        pivot_row[column] = inverse;
        let nonzero: Vec<usize> =
            (0..columns).filter(|&column| pivot_row[column].abs() > 0.0).collect();
        let is_sparse = 4 * nonzero.len() < columns;
        let value = self.values[row] * inverse;
        let mut lines = 1;
        for (other, line) in self.entries.chunks_exact_mut(columns).enumerate() {
            let factor = line[column];
            if other == row || factor == 0.0 {
                continue;
            }
            lines += 1;
            line[column] = 0.0;
            if is_sparse {
                for &at in &nonzero {
                    line[at] -= factor * pivot_row[at];
                }
            } else {
                for (entry, by) in line.iter_mut().zip(&pivot_row) {
                    *entry -= factor * by;
                }
            }
            self.values[other] -= factor * value;
        }
        let factor = self.gains[column];
        self.gains[column] = 0.0;
        for (gain, by) in self.gains.iter_mut().zip(&pivot_row) {
            *gain -= factor * by;
        }
        self.sum += factor * value;
        self.values[row] = value;
        self.entries[own].copy_from_slice(&pivot_row);
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
        lines * nonzero.len() + self.values.len() + columns
    }

    /// Makes the price of an element count nothing.
    pub fn devalue(&mut self, element: usize) {
        let Some(row) = self.basic.iter().position(|&variable| variable as usize == element) else {
            return;
        };
        let columns = self.nonbasic.len();
        let line = &self.entries[row * columns..(row + 1) * columns];
        let worth = std::mem::take(&mut self.worth[element]);
        for (gain, entry) in self.gains.iter_mut().zip(line) {
            *gain += worth * entry;
        }
        self.sum -= worth * self.values[row];
    }

    /// Drops what cannot enter or leave any more: rows with the slacks of sets without a bound, and
    /// columns of covered elements.
    pub fn shrink(&mut self, state: &CoverState) {
        let columns = self.nonbasic.len();
        let stays = |variable: u32| match self.set_of(variable) {
            None => holds(&state.open, variable as usize),
            Some(set) => holds(&state.allowed, set),
        };
        let is_row = |row: &usize| {
            let variable = self.basic[*row];
            self.set_of(variable).is_none() || stays(variable)
        };
        let is_column = |column: &usize| {
            let variable = self.nonbasic[*column];
            self.set_of(variable).is_some() || stays(variable)
        };
        let kept_rows: Vec<usize> = (0..self.basic.len()).filter(is_row).collect();
        let kept: Vec<usize> = (0..columns).filter(is_column).collect();
        if kept_rows.len() == self.basic.len() && kept.len() == columns {
            return;
        }
        let mut entries = Vec::with_capacity(kept_rows.len() * kept.len());
        for &row in &kept_rows {
            let line = &self.entries[row * columns..(row + 1) * columns];
            if kept.len() == columns {
                entries.extend_from_slice(line);
            } else {
                entries.extend(kept.iter().map(|&column| line[column]));
            }
        }
        self.entries = entries;
        self.basic = kept_rows.iter().map(|&row| self.basic[row]).collect();
        self.values = kept_rows.iter().map(|&row| self.values[row]).collect();
        self.nonbasic = kept.iter().map(|&column| self.nonbasic[column]).collect();
        self.gains = kept.iter().map(|&column| self.gains[column]).collect();
    }
}
