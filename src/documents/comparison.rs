//! The comparison document.

use schemars::JsonSchema;
use serde::Serialize;

use super::solution::{Choices, Status};
use crate::{limits::Reason, puzzles::Statement, statistics::Statistics};

/// The schema name of [`ComparisonDocument`].
pub const SCHEMA: &str = "satranj.comparison/1";

/// The machine and program that a comparison was made on.
#[derive(Debug, Clone, Serialize, JsonSchema)]
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

/// One method's runs.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MethodRuns {
    /// `family:name`.
    pub method: String,
    /// The SAT solver with its version, if one was used.
    pub solver: Option<String>,
    /// What came out; `unknown` if any run did not end.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// The value of the best solution, where the best is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// The number of solutions, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// Whether every run's answer was checked by independent code.
    pub verified: bool,
    /// What went wrong, if the method could not be run at all.
    pub error: Option<String>,
    /// Seconds from the statement to the checked answer, one a run, as the process itself
    /// measured them; of a run that was killed, its wall-clock time.
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
    /// The statistics of the last run.
    pub statistics: Statistics,
}

/// What `compare` prints.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ComparisonDocument {
    /// `satranj.comparison/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The puzzle, complete.
    pub puzzle: Statement,
    /// `sha256:` and the digest of the puzzle.
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
    /// or the best values or the counts differ.
    pub agreement: bool,
    /// The method of the least median time among those that answered.
    pub fastest: Option<String>,
}
