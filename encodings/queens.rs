//! The n-queens problem: n points of an n x n grid, no two in a row, column or diagonal.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use fixedbitset::FixedBitSet;

use crate::{
    independent_set::{IndependentSet, conflicts::Conflicts},
    lattice::{Lattice, Step},
    objective::Count,
};

/// The n-queens problem, with given queens and forbidden cells.
///
/// Cells are (row, column) from the top left. A forbidden cell takes no queen, but does not block
/// attacks; so every row and every column has exactly one queen.
#[derive(Debug, Clone)]
pub struct Queens {
    /// The number of rows, columns and queens; at least 1.
    pub n: u32,
    /// Cells that must have queens.
    pub given: Vec<(u32, u32)>,
    /// Cells that must not.
    pub forbidden: Vec<(u32, u32)>,
    /// Shared by all clones, so the fields that it is built from must not change.
    independent_set: Arc<OnceLock<IndependentSet>>,
}

/// The largest n that [`Queens::independent_set`] writes out.
const LARGEST: u32 = 10_000;

/// Rows, columns and both diagonals.
const DIRECTIONS: u64 = 4;

impl Queens {
    /// The problem; all cells are on the grid.
    #[must_use]
    pub fn new(n: u32, given: Vec<(u32, u32)>, forbidden: Vec<(u32, u32)>) -> Self {
        Self { n, given, forbidden, independent_set: Arc::default() }
    }

    /// Whether no cell is given or forbidden.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.given.is_empty() && self.forbidden.is_empty()
    }

    /// Whether n is small enough for [`Queens::independent_set`]; builds nothing.
    #[must_use]
    pub fn is_independent_set(&self) -> bool {
        self.n <= LARGEST
    }

    /// The same as an independent set whose vertices are the allowed cells in reading order, for n
    /// up to 10,000; clones share it and its conflicts, built on first use.
    #[must_use]
    pub fn independent_set(&self) -> Option<&IndependentSet> {
        if !self.is_independent_set() {
            return None;
        }
        Some(self.independent_set.get_or_init(|| {
            let mut blocked = FixedBitSet::new();
            if !self.forbidden.is_empty() {
                blocked.grow((self.n * self.n) as usize);
            }
            for &(row, column) in &self.forbidden {
                blocked.insert((row * self.n + column) as usize);
            }
            let step = |rows, columns| Step::ride(rows, columns);
            let half = [step(0, 1), step(1, 0), step(1, 1), step(1, -1)];
            let back = half.map(|Step { rows, columns, .. }| step(-rows, -columns));
            let lattice = Lattice::new(self.n, self.n, Some(&blocked), [half, back].concat());
            let given = self.given.iter().map(|&(row, column)| {
                // A given cell that is also forbidden gets a number that no vertex has.
                lattice.vertex(row, column).unwrap_or(u32::MAX)
            });
            let given = given.collect();
            let mut set = IndependentSet::on_lattice(lattice, Count::Exactly(self.n));
            set.given = given;
            set.unshielded()
        }))
    }

    /// Two given queens that attack one another.
    #[must_use]
    pub fn given_conflict(&self) -> Option<[(u32, u32); 2]> {
        let mut lines = HashMap::new();
        let n = i64::from(self.n);
        for (index, &(row, column)) in self.given.iter().enumerate() {
            let (down, right) = (i64::from(row), i64::from(column));
            for line in [down, n + right, 3 * n + down - right, 4 * n + down + right] {
                let other = *lines.entry(line).or_insert(index);
                if self.given[other] != (row, column) {
                    return Some([self.given[other], (row, column)]);
                }
            }
        }
        None
    }

    /// Approximate bytes of [`Queens::independent_set`] and its conflicts; builds nothing.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        if !self.is_independent_set() {
            return u64::MAX;
        }
        if let Some(set) = self.independent_set.get() {
            return set.conflicts_bytes();
        }
        let cells = u64::from(self.n) * u64::from(self.n);
        let numbering = if self.forbidden.is_empty() { 0 } else { Lattice::bytes(cells) };
        Conflicts::bytes_of(cells, DIRECTIONS).saturating_add(numbering)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_made_once_when_it_is_asked_for() {
        let queens = Queens::new(6, vec![(0, 1)], vec![(2, 2)]);
        let copy = queens.clone();
        assert!(copy.is_independent_set() && copy.bytes() > 0);
        assert!(queens.independent_set.get().is_none());
        let set = copy.independent_set().unwrap();
        assert!(std::ptr::eq(set, queens.independent_set().unwrap()));
        let _ = set.conflicts();
        assert_eq!(queens.bytes(), 0);
        let large = Queens::new(LARGEST + 1, vec![], vec![]);
        assert!(!large.is_independent_set() && large.independent_set().is_none());
        assert_eq!(large.bytes(), u64::MAX);
    }
}
