//! The rows of results: what every run of a method said of a case.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    choices::Choices,
    seeds::SeedStatistics,
    solution::{ObjectiveBound, Status},
};
use crate::{
    limits::Reason,
    puzzles::Statement,
    sample::{Interval, median, median_interval},
    statistics::Statistics,
};

/// A case of a point.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PointCase {
    /// Its number, from 1.
    pub case: usize,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// What it is called: the file it is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The puzzle, complete; of a large one only the digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Statement>,
}

/// The answer to a case of a point, to be looked at. Whoever draws it checks it first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptAnswer {
    /// The case's number, from 1.
    pub case: usize,
    /// The method that found it.
    pub method: String,
    /// The solution, as a solution document of the case has it.
    pub solution: serde_json::Value,
}

/// What came of one run for one case.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RowRun {
    /// What came out.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// Whether its answer was checked by independent code.
    pub verified: bool,
    /// Why the method could not be run on it, or what is wrong with its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether its answer is wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wrong: bool,
    /// Whether the run was ended from outside.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub killed: bool,
    /// The value of the solution, where the best is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// The number of solutions, where they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// How many had been counted when a limit came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// Seconds by the clock, from the statement to the checked answer; of a run that was killed
    /// until then. Null where a process that did several cases did not tell.
    pub seconds: Option<f64>,
    /// Processor seconds, user and system: of a process that did this case alone all of it and of
    /// what it started, of one that did several cases this case's part.
    pub cpu_seconds: Option<f64>,
    /// The greatest resident set size of the process, whose other cases may have needed it.
    pub peak_memory_bytes: u64,
    /// What was counted.
    pub statistics: Statistics,
    /// Where the run was one with each seed of a range: what came of them; of several cases in one
    /// process nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<SeedStatistics>,
}

/// A case of a point by one method.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultRow {
    /// The case's number, from 1.
    pub case: usize,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// The method as in `runs`: `family:name`, behind it the options in which it differs from the
    /// others of this name.
    pub method: String,
    /// Those options.
    #[serde(default, skip_serializing_if = "Choices::is_empty")]
    pub options: Choices,
    /// The SAT solver with its version, if one was used.
    pub solver: Option<String>,
    /// The seed of every run; null where each run has a range of them.
    pub seed: Option<u64>,
    /// What came out; `unknown` if any run did not answer.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// Whether every run's answer was checked by independent code.
    pub verified: bool,
    /// Why the method could not be run on it, or what is wrong with its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The value of the best solution, where the best is asked for; with `unknown` that of the
    /// best that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// With `unknown`: what the objective says of the best that there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<ObjectiveBound>,
    /// The number of solutions, where they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// Where a limit ended a count: how many had been counted until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// The measured runs in their order; after one without an answer no further.
    pub runs: Vec<RowRun>,
    /// The runs before them; what they say counts, their times do not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warmups: Vec<RowRun>,
}

impl RowRun {
    /// Whether it decided the case.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.status != Status::Unknown && self.error.is_none()
    }
}

impl ResultRow {
    /// What the rows of a method have in common; nothing was run.
    #[must_use]
    pub fn heading(
        method: String,
        options: Choices,
        solver: Option<String>,
        seed: Option<u64>,
    ) -> Self {
        Self { method, options, solver, seed, ..Self::default() }
    }

    /// Whether every run decided the case, and no two contradict one another.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let same = |runs: &[RowRun]| {
            runs.windows(2).all(|pair| {
                pair[0].status.has_solution() == pair[1].status.has_solution()
                    && pair[0].objective == pair[1].objective
                    && pair[0].count == pair[1].count
            })
        };
        !self.runs.is_empty() && self.runs.iter().all(RowRun::is_decided) && same(&self.runs)
    }

    /// The seconds of the runs, as far as they are known.
    #[must_use]
    pub fn times(&self) -> Vec<f64> {
        self.runs.iter().filter_map(|run| run.seconds).collect()
    }

    /// The median of the times.
    #[must_use]
    pub fn median_seconds(&self) -> Option<f64> {
        median(&self.times())
    }

    /// Where the median lies, with a confidence of 95 %, by resampling; of one run nowhere.
    #[must_use]
    pub fn median_interval(&self) -> Option<Interval> {
        median_interval(&self.times())
    }

    /// The median of the processor's times.
    #[must_use]
    pub fn median_cpu_seconds(&self) -> Option<f64> {
        median(&self.runs.iter().filter_map(|run| run.cpu_seconds).collect::<Vec<f64>>())
    }

    /// The greatest resident set size of its processes.
    #[must_use]
    pub fn peak_memory_bytes(&self) -> Option<u64> {
        self.runs.iter().map(|run| run.peak_memory_bytes).max()
    }

    /// The median time of a solved case.
    #[must_use]
    pub fn solved_seconds(&self) -> Option<f64> {
        self.median_seconds().filter(|_| self.is_solved())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(status: Status, seconds: f64) -> RowRun {
        RowRun {
            status,
            verified: true,
            seconds: Some(seconds),
            cpu_seconds: Some(seconds),
            peak_memory_bytes: 1,
            ..RowRun::default()
        }
    }

    fn row(case: usize, method: &str, runs: &[(Status, f64)]) -> ResultRow {
        ResultRow {
            case,
            status: runs.first().map_or(Status::Unknown, |run| run.0),
            verified: true,
            runs: runs.iter().map(|&(status, seconds)| run(status, seconds)).collect(),
            ..ResultRow::heading(method.into(), Choices::default(), None, Some(1))
        }
    }

    #[test]
    fn runs_that_contradict_one_another_solve_nothing() {
        let both = row(1, "a", &[(Status::Satisfied, 1.0), (Status::Unsatisfiable, 1.0)]);
        assert!(!both.is_solved());
        assert!(!row(1, "a", &[]).is_solved());
    }
}
