//! The comparison document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    choices::Choices,
    seeds::SeedStatistics,
    solution::{Bound, Status},
};
use crate::{limits::Reason, puzzles::Statement, statistics::Statistics};

/// The schema name of [`ComparisonDocument`].
pub const SCHEMA: &str = "satranj.comparison/1";

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
    /// The cases whose answer is known: some method decided them, and none contradicts.
    pub known: usize,
    /// The known cases in which the method has the right answer, whether it proved it or not.
    pub best: usize,
    /// `best` as a share of `known`.
    pub hit_rate: Option<f64>,
}

/// One method's runs.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MethodRuns {
    /// `family:name`.
    pub method: String,
    /// The SAT solver with its version, if one was used.
    pub solver: Option<String>,
    /// What came out; `unknown` if any run did not end. Of several cases `unknown` if one is,
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
    pub bound: Option<Bound>,
    /// The number of solutions, where they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// Whether every run's answer was checked by independent code.
    pub verified: bool,
    /// What went wrong, if the method could not be run at all, or not on a case.
    pub error: Option<String>,
    /// How the last run did in the cases.
    #[serde(default)]
    pub cases: CaseTally,
    /// Seconds from the statement to the checked answer, one a run, as the process itself
    /// measured them, the cases of a run together; of a run that was killed, its wall-clock
    /// time.
    pub times_seconds: Vec<f64>,
    /// The median of them.
    pub median_seconds: Option<f64>,
    /// The mean of them.
    pub mean_seconds: Option<f64>,
    /// Their standard deviation; with one run none.
    pub deviation_seconds: Option<f64>,
    /// The least of them.
    pub minimum_seconds: Option<f64>,
    /// The greatest of them.
    pub maximum_seconds: Option<f64>,
    /// Processor seconds of the whole process, user and system, one a run.
    pub cpu_seconds: Vec<f64>,
    /// The greatest resident set size of all runs.
    pub peak_memory_bytes: Option<u64>,
    /// The statistics of the last run, the sum over the cases.
    #[serde(default)]
    pub statistics: Statistics,
    /// How often the method succeeds, where it is asked once with each seed of a range; all these
    /// together are one run. A case is answered if it is with one seed at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<SeedStatistics>,
}

impl MethodRuns {
    /// Whether the method came to an end of its own in every case, be it that a heuristic
    /// proved nothing.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        let heuristic = self.reason.is_some_and(Reason::is_own_end);
        self.error.is_none() && (self.status != Status::Unknown || heuristic)
    }

    /// Whether the method decided every case.
    #[must_use]
    pub fn has_answered(&self) -> bool {
        self.status != Status::Unknown && self.error.is_none()
    }
}

/// One of several cases that were compared.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StatedCase {
    /// Its number in the file, from 1.
    pub case: usize,
    /// The puzzle, complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Statement>,
    /// What is wrong with it; it was not compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What `compare` prints.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ComparisonDocument {
    /// `satranj.comparison/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The puzzle, complete; of several cases none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Statement>,
    /// The cases, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<StatedCase>,
    /// `sha256:` and the digest of the puzzle; of several cases that of the list of puzzles.
    pub instance: String,
    /// The seed of every run.
    pub seed: u64,
    /// Choices about the methods.
    pub options: Choices,
    /// Where it was run.
    pub environment: Environment,
    /// The methods in the order in which they were named.
    pub runs: Vec<MethodRuns>,
    /// Whether no two methods contradict one another: one has a solution and one says no,
    /// the best values or the counts differ, or a solution is better than one that another
    /// method says is the best.
    pub agreement: bool,
    /// The method of the least median time among those that answered every case.
    pub fastest: Option<String>,
}
