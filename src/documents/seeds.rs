//! The statistics of a method over many seeds.

use schemars::JsonSchema;
use serde::Serialize;

use super::{VERSION, solution::Choices};
use crate::{limits::Reason, puzzles::Statement};

/// The schema name of [`SeedsDocument`].
pub const SCHEMA: &str = "satranj.seeds/1";

/// Least, median, mean and greatest of some numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// The least.
    pub minimum: u64,
    /// The median; of an even number the mean of the middle two.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub maximum: u64,
}

impl Spread {
    /// The spread of some numbers; `None` of none.
    #[must_use]
    pub fn of(mut numbers: Vec<u64>) -> Option<Self> {
        numbers.sort_unstable();
        let (minimum, maximum) = (*numbers.first()?, *numbers.last()?);
        let middle = numbers.len() / 2;
        let median = if numbers.len() % 2 == 1 {
            numbers[middle] as f64
        } else {
            f64::midpoint(numbers[middle - 1] as f64, numbers[middle] as f64)
        };
        let sum: u128 = numbers.iter().map(|&number| u128::from(number)).sum();
        Some(Self { minimum, median, mean: sum as f64 / numbers.len() as f64, maximum })
    }
}

/// What `solve --seeds` prints.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeedsDocument {
    /// `satranj.seeds/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The puzzle, complete.
    pub puzzle: Statement,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// `family:name`.
    pub method: String,
    /// The SAT solver with its version, if one was used.
    pub solver: Option<String>,
    /// Choices about the method.
    pub options: Choices,
    /// The first seed.
    pub first_seed: u64,
    /// The last seed.
    pub last_seed: u64,
    /// Number of runs that ended by themselves, one a seed.
    pub runs: u64,
    /// Number of them that ended in a (verified) solution.
    pub solved: u64,
    /// Number of them that showed that there is no solution.
    pub refuted: u64,
    /// The share of the solved ones, from 0 to 1.
    pub share: Option<f64>,
    /// Why not all seeds were run.
    pub reason: Option<Reason>,
    /// Nodes (of a local search: steps) of the runs that ended in a solution.
    pub steps_solved: Option<Spread>,
    /// Nodes of the others.
    pub steps_unsolved: Option<Spread>,
    /// Wall-clock seconds of all runs.
    pub total_seconds: f64,
}

impl SeedsDocument {
    /// A document before the first run.
    #[must_use]
    pub fn new(puzzle: Statement, method: &str, solver: Option<&str>, seeds: (u64, u64)) -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION,
            instance: super::instance(&puzzle),
            puzzle,
            method: method.into(),
            solver: solver.map(Into::into),
            options: Choices::default(),
            first_seed: seeds.0,
            last_seed: seeds.1,
            runs: 0,
            solved: 0,
            refuted: 0,
            share: None,
            reason: None,
            steps_solved: None,
            steps_unsolved: None,
            total_seconds: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads() {
        assert_eq!(Spread::of(vec![]), None);
        let spread = Spread::of(vec![5, 1, 2, 4]).unwrap();
        assert_eq!((spread.minimum, spread.maximum), (1, 5));
        assert!((spread.median - 3.0).abs() < 1e-12 && (spread.mean - 3.0).abs() < 1e-12);
    }
}
