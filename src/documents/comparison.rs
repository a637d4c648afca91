//! The comparison document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    choices::Choices,
    rows::{KeptAnswer, ResultRow},
    seeds::SeedStatistics,
    solution::{ObjectiveBound, Status},
};
use crate::{limits::Reason, puzzles::Statement, sample::Interval, statistics::Statistics};

/// The schema name of [`ComparisonDocument`].
pub const SCHEMA: &str = "satranj.comparison/1";

/// What the names of programs of somebody else's begin with where they stand as methods.
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

/// How a method did in the cases; of one puzzle in one case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseTally {
    /// The number of cases.
    pub total: usize,
    /// The cases that the method decided: the best is proved, there is a solution where any
    /// is asked for, or there is none.
    pub answered: usize,
    /// The cases in which the method found a solution, whether it proved that none is better or
    /// not, or decided that there is none.
    #[serde(default)]
    pub found: usize,
    /// The cases whose answer is known: some method decided them, and none contradicts.
    pub known: usize,
    /// The known cases in which the method has the right answer, whether it proved it or not.
    pub best: usize,
    /// `best` as a share of `known`.
    pub hit_rate: Option<f64>,
}

/// How one run ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunEnd {
    /// What came out; for several cases `unknown` if one is, `unsatisfiable` if all are.
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
    /// How many times the fastest's median its median is: 1 of the fastest itself.
    pub ratio: f64,
    /// Where that ratio lies by the times of all runs, with a confidence of 95 %, by resampling;
    /// with one run none.
    pub interval: Option<Interval>,
}

/// What should be known before times are believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// Fewer than five runs.
    FewRuns,
    /// A median below 0.1 ms, where the clock and a cold start weigh as much as the work.
    BelowClockNoise,
    /// The first run alone is an outlier: something was cold.
    SlowFirstRun,
    /// Some runs are far from all others (more than ten standard deviations as their median
    /// absolute deviation tells it): other work disturbed them.
    Outliers,
}

/// One method's runs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct MethodRuns {
    /// `family:name`; where one method is measured with several sets of options, behind it those
    /// of this set as on the command line: `sat:position --amo=ladder`.
    pub method: String,
    /// The SAT solver with its version, if one was used.
    pub solver: Option<String>,
    /// What came out; `unknown` if any run did not answer. Of several cases `unknown` if one is,
    /// `unsatisfiable` if all are.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// The value of the best solution, where the best is asked for; with `unknown` that of
    /// the best that was found. Of several cases none.
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
    /// Whether every run's answer was checked by independent code.
    pub verified: bool,
    /// What went wrong, if the method could not be run at all, or not on a case.
    pub error: Option<String>,
    /// How its runs contradict one another, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<String>,
    /// How the last run that ended by itself did in the cases; if none did, the last.
    #[serde(default)]
    pub cases: CaseTally,
    /// How each run ended.
    #[serde(default)]
    pub ends: Vec<RunEnd>,
    /// Seconds from the statement to the checked answer, one a run, as the process itself
    /// measured them, the cases of a run together; of a run that was killed, its wall-clock
    /// time.
    pub times_seconds: Vec<f64>,
    /// The median of them.
    pub median_seconds: Option<f64>,
    /// Where the median lies, with a confidence of 95 %, by resampling; with one run none.
    #[serde(default)]
    pub median_interval_seconds: Option<Interval>,
    /// The median beside that of the fastest method, of a method that answered in every run.
    #[serde(default)]
    pub relative: Option<Relative>,
    /// The mean of them.
    pub mean_seconds: Option<f64>,
    /// Their standard deviation; with one run none.
    pub deviation_seconds: Option<f64>,
    /// The least of them.
    pub minimum_seconds: Option<f64>,
    /// The greatest of them.
    pub maximum_seconds: Option<f64>,
    /// Processor seconds of the whole process and of what it started, user and system, one a run.
    pub cpu_seconds: Vec<f64>,
    /// The median of them.
    #[serde(default)]
    pub median_cpu_seconds: Option<f64>,
    /// What should be known before these times are believed.
    #[serde(default)]
    pub warnings: Vec<Warning>,
    /// The greatest resident set size of all runs.
    pub peak_memory_bytes: Option<u64>,
    /// The statistics of the last run, the sum over the cases.
    #[serde(default)]
    pub statistics: Statistics,
    /// How often the method succeeds, where it is asked once with each seed of a range; all these
    /// together are one run. A case is answered if it is with one seed at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<SeedStatistics>,
    /// Those of the options in which it differs from the other methods of its name.
    #[serde(default, skip_serializing_if = "Choices::is_empty")]
    pub options: Choices,
}

/// What the times of a method's runs are the times of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Of an answer, in every case and run.
    Answered,
    /// Of what a heuristic found and did not prove, in some case at least.
    Unproved,
    /// Of no answer: a limit or an error ended a run, or the method gave up with nothing.
    Unanswered,
}

impl MethodRuns {
    /// Whether it is a program of somebody else's, whose word for what is not checked is all there
    /// is.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.method.starts_with(PROGRAM)
    }

    /// Whether the method decided every case in every run, and does not contradict itself.
    #[must_use]
    pub fn has_answered(&self) -> bool {
        self.status != Status::Unknown && self.error.is_none() && self.contradiction.is_none()
    }

    /// What its times are the times of.
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

/// The methods in the order in which a table or plot shows them: as they were named, those that
/// answered first, then those that found something, then the others.
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
    /// What is wrong with it; it was not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What `compare` prints, and `report` and `draw` read.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ComparisonDocument {
    /// `satranj.comparison/1`.
    pub schema: String,
    /// The program's version.
    pub version: String,
    /// The puzzle, complete; for several cases none.
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
    /// Where it was run.
    pub environment: Environment,
    /// The methods in the order in which they were named.
    pub runs: Vec<MethodRuns>,
    /// Whether no two methods contradict one another: one has a solution and one says no,
    /// the best values or the counts differ, or a solution is better than one that another
    /// method says is the best. Null where nothing was compared: fewer than two methods said
    /// anything of a case, or it was interrupted before all were done.
    #[serde(default)]
    pub agreement: Option<bool>,
    /// Whether all runs were measured; otherwise it was interrupted.
    #[serde(default = "all")]
    pub complete: bool,
    /// The method of the least median time among those that answered every case in every run.
    #[serde(default)]
    pub fastest: Option<String>,
    /// A row for every case by every method.
    #[serde(default)]
    pub rows: Vec<ResultRow>,
    /// The answer to one of the cases, to be looked at; of a large one none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<KeptAnswer>,
    /// Methods that apply and were left out, because none was named; `--methods all` runs them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// The command line that made it.
    #[serde(default)]
    pub command: String,
}

/// A document of an earlier version that does not say that it was interrupted was not.
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

    /// The time limit of a run; where it is not known, the longest that any took.
    #[must_use]
    pub fn limit(&self) -> Option<f64> {
        let longest = self.runs.iter().filter_map(|runs| runs.maximum_seconds);
        self.time_limit_seconds.or_else(|| longest.max_by(f64::total_cmp))
    }
}
