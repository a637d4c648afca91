//! The comparison document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    choices::Choices,
    rows::{KeptAnswer, ResultRow},
    seeds::SeedStatistics,
    status::{ObjectiveBound, Status},
};
use crate::{limits::Reason, puzzles::Statement, sample::Interval, statistics::Statistics};

/// The schema name of [`ComparisonDocument`].
pub const SCHEMA: &str = "satranj.comparison/1";

/// The prefix of the names of external programs used as methods.
pub const PROGRAM: &str = "program:";

/// The machine and program that a comparison was made on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Environment {
    /// The program's version.
    pub version: String,
    /// The operating system.
    pub os: String,
    /// The processor's architecture.
    pub architecture: String,
    /// The processor.
    pub processor: String,
    /// Number of logical processors.
    pub processors: usize,
    /// Memory of the machine in bytes.
    pub memory_bytes: u64,
}

/// How a method did in the cases; a single puzzle is one case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseTally {
    /// The number of cases.
    pub total: usize,
    /// The cases that the method decided: it proved the best, found a solution where any is asked
    /// for, or proved that there is no solution.
    pub answered: usize,
    /// The cases in which the method found a solution, whether or not it proved it best, or decided
    /// that none exists.
    #[serde(default)]
    pub found: usize,
    /// The cases whose answer is known: some method decided them, and no other contradicts it.
    pub known: usize,
    /// The known cases in which the method has the right answer, whether it proved it or not.
    pub best: usize,
    /// `best` as a share of `known`.
    pub hit_rate: Option<f64>,
}

/// The end of one run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunEnd {
    /// The result; for several cases `unknown` if one is, `unsatisfiable` if all are.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// Whether its answer was checked by independent code.
    pub verified: bool,
    /// How it did in the cases.
    pub cases: CaseTally,
}

/// How a method's median time compares with that of the fastest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Relative {
    /// Its median over the fastest median: 1 for the fastest itself.
    pub ratio: f64,
    /// The 95 % confidence interval of that ratio, by resampling the times of all runs; none with
    /// one run.
    pub interval: Option<Interval>,
}

/// A warning about measured times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// Fewer than five runs.
    FewRuns,
    /// A median below 0.1 ms, where clock resolution and a cold start weigh as much as the work.
    BelowClockNoise,
    /// Only the first run is an outlier: a cold start.
    SlowFirstRun,
    /// Some runs are far from the others (more than ten standard deviations, estimated by the
    /// median absolute deviation): other work disturbed them.
    Outliers,
}

/// One method's runs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct MethodRuns {
    /// `family:name`; if a method is measured with several sets of options, followed by those of
    /// this set as on the command line: `sat:position --amo=ladder`.
    pub method: String,
    /// The SAT solver with its version, if one was used.
    pub solver: Option<String>,
    /// The result; `unknown` if any run did not answer. For several cases `unknown` if one is,
    /// `unsatisfiable` if all are.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// The value of the best solution, if the puzzle asks for the best; with `unknown` that of the best
    /// one found. None for several cases.
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
    /// Whether every run's answer was checked by independent code.
    pub verified: bool,
    /// The error, if the method could not be run at all, or not on a case.
    pub error: Option<String>,
    /// How its runs contradict each other, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<String>,
    /// How the last run that ended by itself did in the cases; if no run did, the last one.
    #[serde(default)]
    pub cases: CaseTally,
    /// How each run ended.
    #[serde(default)]
    pub ends: Vec<RunEnd>,
    /// Seconds from the statement to the checked answer, one per run, as the process measured them,
    /// all cases of a run together; for a killed run its wall-clock time.
    pub times_seconds: Vec<f64>,
    /// Their median.
    pub median_seconds: Option<f64>,
    /// The 95 % confidence interval of the median, by resampling; none with one run.
    #[serde(default)]
    pub median_interval_seconds: Option<Interval>,
    /// The median compared with that of the fastest method, if the method answered in every run.
    #[serde(default)]
    pub relative: Option<Relative>,
    /// Their mean.
    pub mean_seconds: Option<f64>,
    /// Their standard deviation; none with one run.
    pub deviation_seconds: Option<f64>,
    /// The smallest.
    pub minimum_seconds: Option<f64>,
    /// The largest.
    pub maximum_seconds: Option<f64>,
    /// Processor seconds of the process and its children, user and system, one per run.
    pub cpu_seconds: Vec<f64>,
    /// Their median.
    #[serde(default)]
    pub median_cpu_seconds: Option<f64>,
    /// Warnings about these times.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// The largest resident set size of all runs.
    pub peak_memory_bytes: Option<u64>,
    /// The statistics of the last run, the sum over the cases.
    #[serde(default)]
    pub statistics: Statistics,
    /// How often the method succeeds, if it is run with each seed of a range; all these count as
    /// one run. A case is answered if at least one seed answers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<SeedStatistics>,
    /// The options in which it differs from the other methods of its name.
    #[serde(default, skip_serializing_if = "Choices::is_empty")]
    pub options: Choices,
}

/// What the times of a method's runs measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// An answer, in every case and run.
    Answered,
    /// In at least one case, an unproved result of a heuristic.
    Unproved,
    /// No answer: a limit or an error ended a run, or the method gave up without a result.
    Unanswered,
}

impl MethodRuns {
    /// Whether it is an external program, whose unchecked claims must be trusted.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.method.starts_with(PROGRAM)
    }

    /// Whether the method decided every case in every run, and does not contradict itself.
    #[must_use]
    pub fn has_answered(&self) -> bool {
        self.status != Status::Unknown && self.error.is_none() && self.contradiction.is_none()
    }

    /// What its times measure.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let CaseTally { answered, found, best, .. } = self.cases;
        let has_found = self.objective.is_some() || answered.max(found).max(best) > 0;
        let gave_up = self.reason == Some(Reason::IncompleteMethod) && self.contradiction.is_none();
        match (self.has_answered(), self.error.is_none() && gave_up && has_found) {
            (true, _) => Standing::Answered,
            (false, true) => Standing::Unproved,
            (false, false) => Standing::Unanswered,
        }
    }

    /// The end of the first run that decided every case, if any did.
    #[must_use]
    pub fn answered_run(&self) -> Option<&RunEnd> {
        self.ends.iter().find(|end| end.status != Status::Unknown)
    }

    /// The number of runs that decided every case, and of all.
    #[must_use]
    pub fn answered_runs(&self) -> (usize, usize) {
        let answered = self.ends.iter().filter(|end| end.status != Status::Unknown).count();
        (answered, self.ends.len())
    }
}

/// The methods in the order in which a table or plot shows them: as named, but first those that
/// answered, then those that found something, then the others.
#[must_use]
pub fn ranked(runs: &[MethodRuns]) -> Vec<&MethodRuns> {
    let mut ranked: Vec<&MethodRuns> = runs.iter().collect();
    ranked.sort_by_key(|runs| runs.standing());
    ranked
}

/// A method that was not run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// The method.
    pub method: String,
    /// Why.
    pub reason: String,
}

/// One of several cases that were compared.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct StatedCase {
    /// Its number in the file, from 1.
    pub case: usize,
    /// The puzzle, complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Statement>,
    /// The error, if it was not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What `compare` prints, and `report` and `draw` read.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ComparisonDocument {
    /// `satranj.comparison/1`.
    pub schema: String,
    /// The version of Satranj.
    pub version: String,
    /// The puzzle, complete; none for several cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Statement>,
    /// The cases, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<StatedCase>,
    /// `sha256:` and the digest of the puzzle; for several cases that of the list of puzzles.
    #[serde(default)]
    pub instance: String,
    /// The seed of every run.
    pub seed: u64,
    /// Choices about the methods.
    #[serde(default)]
    pub options: Choices,
    /// The time limit of a run in seconds, all cases together; earlier versions did not write it.
    #[serde(default)]
    #[schemars(with = "f64")]
    pub time_limit_seconds: Option<f64>,
    /// The machine and program.
    pub environment: Environment,
    /// The methods in the order in which they were named.
    pub runs: Vec<MethodRuns>,
    /// Whether no two methods contradict each other: one has a solution and another says that
    /// none exists, the best values or the counts differ, or a solution beats one that another method
    /// calls the best. Null if nothing was compared: fewer than two methods made a claim about a
    /// case, or the comparison was interrupted.
    #[serde(default)]
    pub agreement: Option<bool>,
    /// Whether all runs were measured; otherwise it was interrupted.
    #[serde(default = "all")]
    pub complete: bool,
    /// The method with the least median time among those that answered every case in every run.
    #[serde(default)]
    pub fastest: Option<String>,
    /// A row for every case and method.
    #[serde(default)]
    pub rows: Vec<ResultRow>,
    /// A stored answer to one of the cases, for display; none if it is large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<KeptAnswer>,
    /// Methods that apply but were left out, because none was named; `--methods all` runs them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// The command line that made it.
    #[serde(default)]
    pub command: String,
}

/// Documents of earlier versions do not have the field: they were complete.
fn all() -> bool {
    true
}

impl ComparisonDocument {
    /// One line for a person.
    #[must_use]
    pub fn title(&self) -> String {
        let puzzle = self.puzzle.as_ref().and_then(|statement| statement.puzzle().ok());
        puzzle.map_or_else(|| format!("{} cases", self.cases.len()), |puzzle| puzzle.title())
    }

    /// The time limit of a run; if unknown, the time of the longest run.
    #[must_use]
    pub fn limit(&self) -> Option<f64> {
        let longest = self.runs.iter().filter_map(|runs| runs.maximum_seconds);
        self.time_limit_seconds.or_else(|| longest.max_by(f64::total_cmp))
    }
}
