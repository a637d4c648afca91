//! The statistics of a method over many seeds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::choices::Choices;
use crate::{
    answer::seeds::{CaseRuns, SeedRuns, Seeds},
    limits::Reason,
    puzzles::Statement,
    statistics::Statistics,
};

/// The schema name of [`SeedsDocument`].
pub const SCHEMA: &str = "satranj.seeds/1";

/// Minimum, median, mean and maximum of some numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// The smallest.
    pub minimum: u64,
    /// The median; for an even count the mean of the middle two.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The largest.
    pub maximum: u64,
}

impl Spread {
    /// The spread of some numbers; `None` if there are no numbers.
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

/// How often a method succeeds with the seeds of a range, and in how many steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeedStatistics {
    /// The first seed.
    pub first_seed: u64,
    /// The last seed.
    pub last_seed: u64,
    /// Number of runs that ended by themselves, one per seed and case.
    pub runs: u64,
    /// Number of them that ended in a (verified) solution.
    pub solved: u64,
    /// Number of them that showed that there is no solution.
    pub refuted: u64,
    /// The share of the solved ones, from 0 to 1.
    pub share: Option<f64>,
    /// Why not all seeds were run.
    pub reason: Option<Reason>,
    /// Nodes (steps of a local search) of the runs that ended in a solution.
    pub steps_solved: Option<Spread>,
    /// Nodes of the runs that found no solution and proved nothing.
    pub steps_unsolved: Option<Spread>,
}

impl SeedStatistics {
    /// The statistics of these runs.
    #[must_use]
    pub fn of(seeds: Seeds, runs: SeedRuns) -> Self {
        let solved = runs.solved.len() as u64;
        let all = solved + runs.unsolved.len() as u64 + runs.refuted;
        Self {
            first_seed: seeds.first(),
            last_seed: seeds.last(),
            runs: all,
            solved,
            refuted: runs.refuted,
            share: (all > 0).then(|| solved as f64 / all as f64),
            reason: runs.reason,
            steps_solved: Spread::of(runs.solved),
            steps_unsolved: Spread::of(runs.unsolved),
        }
    }
}

/// What `solve --seeds` prints.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeedsDocument {
    /// `satranj.seeds/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The puzzle, complete; none for several cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Statement>,
    /// The cases, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<SeedsCase>,
    /// `sha256:` and the digest of the puzzle; for several cases that of the list of puzzles.
    pub instance: String,
    /// `family:name`.
    pub method: String,
    /// The SAT solver with its version, if one was used.
    pub solver: Option<String>,
    /// Choices about the method.
    pub options: Choices,
    /// The results of the runs, of several cases together.
    #[serde(flatten)]
    pub seeds: SeedStatistics,
    /// The value of the best solution, if the puzzle asks for the best; that of the best one found if no
    /// run proved it optimal. None for several cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// The sum of the counters of all runs.
    pub statistics: Statistics,
    /// Wall-clock seconds of all runs.
    pub total_seconds: f64,
    /// Processor seconds of all runs, user and system.
    pub cpu_seconds: f64,
}

/// One of several cases.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SeedsCase {
    /// Its number, from 1.
    pub case: usize,
    /// The puzzle, complete.
    pub puzzle: Statement,
    /// The results of its runs.
    #[serde(flatten)]
    pub tally: SeedsTally,
}

/// The results of the runs of one case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeedsTally {
    /// Number of runs that ended by themselves.
    pub runs: u64,
    /// Number of them that ended in a (verified) solution.
    pub solved: u64,
    /// Number of them that showed that there is no solution.
    pub refuted: u64,
    /// The value of the best solution, if the puzzle asks for the best; that of the best one found if no
    /// run proved it optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
}

impl From<&CaseRuns> for SeedsTally {
    fn from(case: &CaseRuns) -> Self {
        let CaseRuns { runs, solved, refuted, optimum, found } = *case;
        Self { runs, solved, refuted, objective: optimum.or(found) }
    }
}

/// The part of a [`SeedsDocument`] with the results of the runs.
#[derive(Debug, Deserialize)]
pub struct StoredSeeds {
    /// The results of the runs.
    #[serde(flatten)]
    pub seeds: SeedStatistics,
    /// The results of each case, if there are several.
    #[serde(default)]
    pub cases: Vec<SeedsTally>,
    /// For one case, the value of its best solution.
    #[serde(default)]
    pub objective: Option<u64>,
    /// The sum of the counters of all runs.
    pub statistics: Statistics,
    /// Wall-clock seconds of all runs.
    pub total_seconds: f64,
}

impl StoredSeeds {
    /// The results of the cases, also if there is only one.
    #[must_use]
    pub fn tallies(&self) -> Vec<SeedsTally> {
        if !self.cases.is_empty() {
            return self.cases.clone();
        }
        let SeedStatistics { runs, solved, refuted, .. } = self.seeds;
        vec![SeedsTally { runs, solved, refuted, objective: self.objective }]
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
