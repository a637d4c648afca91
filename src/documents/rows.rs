//! The rows of results: the result of every run of a method on a case.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    choices::Choices,
    seeds::SeedStatistics,
    status::{ObjectiveBound, Status},
};
use crate::{
    limits::Reason,
    puzzles::{Solution, Statement},
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
    /// Its name: the file it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The puzzle, complete; only the digest if it is large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Statement>,
}

/// A stored answer to a case of a point, for display. Whoever draws it checks it first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptAnswer {
    /// The case's number, from 1.
    pub case: usize,
    /// The method that found it.
    pub method: String,
    /// The solution, as in a solution document of the case.
    #[schemars(with = "Solution")]
    pub solution: serde_json::Value,
}

/// The result of one run on one case.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RowRun {
    /// The status.
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
    /// The value of the solution, if the puzzle asks for the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// The number of solutions, if they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// How many solutions had been counted when a limit came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// Wall-clock seconds from the statement to the checked answer; for a killed run until it was
    /// killed. Null if a process for several cases did not report them.
    pub seconds: Option<f64>,
    /// Processor seconds, user and system: of the process and its children if it did only this
    /// case; otherwise this case's part.
    pub cpu_seconds: Option<f64>,
    /// The largest resident set size of the process; its other cases may have needed it.
    #[serde(default)]
    pub peak_memory_bytes: u64,
    /// The counters.
    pub statistics: Statistics,
    /// If the run was one with each seed of a range: their statistics; none for several cases in
    /// one process.
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
    /// The method as in `runs`: `family:name`, followed by the options in which it differs from
    /// others of this name.
    pub method: String,
    /// Those options.
    #[serde(default, skip_serializing_if = "Choices::is_empty")]
    pub options: Choices,
    /// The SAT solver with its version, if one was used.
    pub solver: Option<String>,
    /// The seed of every run; null if each run has a range of seeds.
    pub seed: Option<u64>,
    /// The result; `unknown` if any run did not answer.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// Whether every run's answer was checked by independent code.
    pub verified: bool,
    /// Why the method could not be run on it, or what is wrong with its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The value of the best solution, if the puzzle asks for the best; with `unknown` that of the best
    /// one found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// With `unknown`: how the objective bounds the best value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<ObjectiveBound>,
    /// The number of solutions, if they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// How many solutions had been counted when a limit ended the count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// The measured runs in their order; none follows a run without an answer.
    pub runs: Vec<RowRun>,
    /// The unmeasured runs before them; their answers count, their times do not.
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
    /// The common fields of the rows of a method, without runs.
    #[must_use]
    pub fn heading(
        method: String,
        options: Choices,
        solver: Option<String>,
        seed: Option<u64>,
    ) -> Self {
        Self { method, options, solver, seed, ..Self::default() }
    }

    /// Whether every run decided the case, and no two contradict each other.
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

    /// The seconds of the runs, where known.
    #[must_use]
    pub fn times(&self) -> Vec<f64> {
        self.runs.iter().filter_map(|run| run.seconds).collect()
    }

    /// The median of the times.
    #[must_use]
    pub fn median_seconds(&self) -> Option<f64> {
        median(&self.times())
    }

    /// The 95 % confidence interval of the median, by resampling; `None` for one run.
    #[must_use]
    pub fn median_interval(&self) -> Option<Interval> {
        median_interval(&self.times())
    }

    /// The median of the processor times.
    #[must_use]
    pub fn median_cpu_seconds(&self) -> Option<f64> {
        median(&self.runs.iter().filter_map(|run| run.cpu_seconds).collect::<Vec<f64>>())
    }

    /// The largest resident set size of its processes.
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
