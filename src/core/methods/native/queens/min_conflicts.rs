//! `native:min-conflicts` of the n-queens problem: a permutation, repaired by swaps.

use crate::methods::constraints::Constraint;
use fixedbitset::FixedBitSet;
use rand::RngExt;
use satranj_encodings::{model::Model, queens::Queens};

use super::{constraints::Constraints, local_search};
use crate::{
    limits::Reason,
    methods::{
        Context, Description, Ending, Finder, Found, Goal, Method, MethodOption, meter::Meter,
    },
    random::{self, Generator},
};

/// Search by swaps after Sosic and Gu, "Fast search algorithms for the n-queens problem"
/// (IEEE Transactions on Systems, Man, and Cybernetics 21, 1991).
///
/// The rows get random columns, each one that no queen attacks along a diagonal; a row without one
/// after 100 draws is left over. Then the columns of a left-over row and another row are swapped if
/// that leaves neither attacked, so every swap repairs at least one row. If no swap does, the
/// search restarts, at most `--restarts` times (by default 1,000).
///
/// O(n) expected time without given or forbidden cells, about 9 bytes per row. Given queens stay,
/// forbidden cells are not entered. A node is a placing or a swap, an attempt a start. It is
/// incomplete.
pub const MIN_CONFLICTS: Method = Method::finding(
    Description {
        scope: Some("one solution of queens"),
        complete: false,
        draws: true,
        options: &[MethodOption::Seed, MethodOption::Restarts],
        ..Description::native(
            "native:min-conflicts",
            "starts from a random placement with few conflicts, repairs it by swaps",
        )
        .minding(&[Constraint::Given, Constraint::Blocked])
    },
    Model::is_queens,
    |model, goal| {
        let queens = model.as_queens()?;

        (goal == Goal::First)
            .then(|| Finder::new(move |context, found| search(queens, context, found)))
    },
);

/// Columns drawn for a row before it is left over.
const DRAWS: u32 = 100;

/// Rows examined for a swap before a row stays left over.
const PARTNERS: usize = 100_000;

fn search(queens: &Queens, context: &Context, found: &mut Found<'_>) -> Result<Ending, Reason> {
    // The state, a solution and its check.
    context.reserve(36 * u64::from(queens.n))?;
    let mut meter = Meter::new(context)?;
    let Some(constraints) = Constraints::by_row(queens) else {
        return Ok(Ending::Exhausted);
    };
    let mut state = MinConflictsState::new(queens.n, &constraints);
    let mut generator = random::generator(context.seed);
    local_search::starting_again(context, found, || {
        state.place(&mut generator, &mut meter)?;
        let repaired = state.repair(&mut generator, &mut meter)?;
        meter.publish();
        Ok(repaired.then(|| state.solution()))
    })
}

/// A permutation: a queen for each row, each in another column.
///
/// Only queens that are not left over take their diagonals; these neither attack one another nor
/// are on forbidden cells.
struct MinConflictsState<'c> {
    n: u32,
    constraints: &'c Constraints,
    /// The rows without a given queen.
    rows: Vec<u32>,
    /// The columns without one, in the order of the rows to which they are assigned.
    columns: Vec<u32>,
    /// Diagonals taken, by row + column.
    sums: FixedBitSet,
    /// Diagonals taken, by column - row + n - 1.
    differences: FixedBitSet,
    /// Indices of the rows left over.
    left_over: FixedBitSet,
}

impl<'c> MinConflictsState<'c> {
    fn new(n: u32, constraints: &'c Constraints) -> Self {
        let without = |taken: &mut dyn Iterator<Item = u32>| {
            let mut is_taken = FixedBitSet::with_capacity(n as usize);
            taken.for_each(|line| is_taken.insert(line as usize));
            (0..n).filter(|&line| !is_taken.contains(line as usize)).collect()
        };
        Self {
            n,
            constraints,
            rows: without(&mut constraints.given().iter().map(|&(row, _)| row)),
            columns: without(&mut constraints.given().iter().map(|&(_, column)| column)),
            sums: FixedBitSet::with_capacity(2 * n as usize),
            differences: FixedBitSet::with_capacity(2 * n as usize),
            left_over: FixedBitSet::with_capacity(n as usize),
        }
    }

    /// Whether no queen attacks a cell along a diagonal, and the cell is not forbidden.
    #[inline]
    fn fits(&self, row: u32, column: u32) -> bool {
        !self.sums.contains((row + column) as usize)
            && !self.differences.contains((column + self.n - 1 - row) as usize)
            && !self.constraints.forbids(row, column)
    }

    /// Takes the diagonals of a cell, or gives them back.
    #[inline]
    fn set(&mut self, row: u32, column: u32, taken: bool) {
        self.sums.set((row + column) as usize, taken);
        self.differences.set((column + self.n - 1 - row) as usize, taken);
    }

    /// Gives each row a random column, if possible one that fits.
    fn place(&mut self, generator: &mut Generator, meter: &mut Meter<'_>) -> Result<(), Reason> {
        self.sums.clear();
        self.differences.clear();
        self.left_over.clear();
        for &(row, column) in self.constraints.given() {
            self.set(row, column, true);
        }
        let end = self.rows.len() as u32;
        for index in 0..end {
            meter.node()?;
            let row = self.rows[index as usize];
            let mut fits = false;
            for _ in 0..DRAWS {
                let drawn = generator.random_range(index..end) as usize;
                if self.fits(row, self.columns[drawn]) {
                    self.columns.swap(index as usize, drawn);
                    self.set(row, self.columns[index as usize], true);
                    fits = true;
                    break;
                }
            }
            if !fits {
                self.left_over.insert(index as usize);
                meter.work(u64::from(DRAWS) / 8)?;
            }
        }
        Ok(())
    }

    /// Swaps until no row is left over or no swap helps.
    fn repair(&mut self, generator: &mut Generator, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let mut indices: Vec<usize> = self.left_over.ones().collect();
        while !indices.is_empty() {
            let before = indices.len();
            for &index in &indices {
                if self.left_over.contains(index) {
                    self.settle(index, generator, meter)?;
                }
            }
            indices.retain(|&index| self.left_over.contains(index));
            if indices.len() == before {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes the queen of a left-over row fit, by a swap if needed.
    fn settle(
        &mut self,
        index: usize,
        generator: &mut Generator,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let (row, column) = (self.rows[index], self.columns[index]);
        if self.fits(row, column) {
            self.set(row, column, true);
            self.left_over.remove(index);
            return Ok(());
        }
        let end = self.rows.len();
        let mut partner = generator.random_range(0..end as u32) as usize;
        for _ in 0..end.min(PARTNERS) {
            partner = if partner + 1 == end { 0 } else { partner + 1 };
            meter.work(1)?;
            let (other_row, other_column) = (self.rows[partner], self.columns[partner]);
            // The partner's own diagonals contain neither cell, because each shares a line with it.
            if partner == index
                || !self.fits(row, other_column)
                || !self.fits(other_row, column)
                || row.abs_diff(other_row) == column.abs_diff(other_column)
            {
                continue;
            }
            meter.node()?;
            if !self.left_over.contains(partner) {
                self.set(other_row, other_column, false);
            }
            self.columns.swap(index, partner);
            for (row, column) in [(row, other_column), (other_row, column)] {
                self.set(row, column, true);
            }
            self.left_over.remove(index);
            self.left_over.remove(partner);
            return Ok(());
        }
        Ok(())
    }

    /// The columns of all queens, row by row.
    fn solution(&self) -> Vec<u32> {
        let mut columns = vec![0; self.n as usize];
        for &(row, column) in self.constraints.given() {
            columns[row as usize] = column;
        }
        for (&row, &column) in self.rows.iter().zip(&self.columns) {
            columns[row as usize] = column;
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        limits::Limits,
        methods::{
            MethodOptions,
            native::queens::{
                construct::CONSTRUCT,
                tests::{first, free, local_search, run},
            },
        },
    };

    #[test]
    fn every_small_size_and_some_large_ones() {
        for n in (1..=200).chain([1_000, 9_999, 100_000, 1_000_000]) {
            let run = run(u64::from(n));
            let (columns, ending) = first(&MIN_CONFLICTS, &free(n), &run);
            assert_eq!(columns.is_some(), n != 2 && n != 3, "{n}");
            if columns.is_none() {
                assert_eq!(ending, Reason::IncompleteMethod.into());
                assert_eq!(run.counters.attempts.get(), 1001);
            }
        }
    }

    #[test]
    fn small_problems_under_constraints() {
        let (solved, solvable) = local_search(&MIN_CONFLICTS, 300);
        assert_eq!(solved, solvable);
    }

    #[test]
    fn large_problems_under_constraints() {
        let n = 1000;
        let (columns, _) = first(&CONSTRUCT, &free(n), &run(0));
        let columns = columns.unwrap();
        let given = (0..n).step_by(7).map(|row| (row, columns[row as usize])).collect();
        let forbidden = (0..n).filter(|row| row % 7 != 0).map(|row| (row, columns[row as usize]));
        let problem = Queens::new(n, given, forbidden.collect());
        assert!(first(&MIN_CONFLICTS, &problem, &run(0)).0.is_some());
    }

    #[test]
    fn seed_decides() {
        let solution = |seed| first(&MIN_CONFLICTS, &free(50), &run(seed)).0;
        assert_eq!(solution(3), solution(3));
        assert_ne!(solution(3), solution(4));
    }

    #[test]
    fn node_limit_is_exact() {
        for limit in [0, 1, 8191, 8192, 8193, 99_999] {
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let run = Context::new(limits, 0, MethodOptions::default());
            let (columns, ending) = first(&MIN_CONFLICTS, &free(100_000), &run);
            assert_eq!((columns, ending), (None, Reason::NodeLimit.into()));
            assert_eq!(run.counters.nodes.get(), limit);
        }
    }
}
