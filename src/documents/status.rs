//! How a run ended: its status, the bound of its value, its times.

use std::time::Duration;

use satranj_encodings::model::Sense;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Outcome;

/// The result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// There is a solution, which is given.
    Satisfied,
    /// These are all solutions.
    AllSolutions,
    /// There is a solution, and no better one.
    Optimal,
    /// There is no solution.
    Unsatisfiable,
    /// Undecided; see the reason.
    #[default]
    Unknown,
}

impl From<&Outcome> for Status {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Satisfied => Self::Satisfied,
            Outcome::AllSolutions => Self::AllSolutions,
            Outcome::Optimal(_) => Self::Optimal,
            Outcome::Unsatisfiable(_) => Self::Unsatisfiable,
            Outcome::Unknown(_) => Self::Unknown,
        }
    }
}

impl Status {
    /// The word in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Satisfied => "satisfied",
            Self::AllSolutions => "all_solutions",
            Self::Optimal => "optimal",
            Self::Unsatisfiable => "unsatisfiable",
            Self::Unknown => "unknown",
        }
    }

    /// Whether the puzzle has a solution, as far as the status says.
    ///
    /// ```
    /// use satranj::Status;
    ///
    /// assert_eq!((Status::Optimal.name(), Status::Optimal.has_solution()), ("optimal", Some(true)));
    /// assert_eq!(Status::Unknown.has_solution(), None);
    /// ```
    #[must_use]
    pub fn has_solution(self) -> Option<bool> {
        match self {
            Self::Satisfied | Self::AllSolutions | Self::Optimal => Some(true),
            Self::Unsatisfiable => Some(false),
            Self::Unknown => None,
        }
    }
}

/// How the value of the best solution found bounds the best value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Bound")]
pub enum ObjectiveBound {
    /// Less is better: the best value is at most the objective.
    AtMost,
    /// More is better: the best value is at least the objective.
    AtLeast,
}

impl From<Sense> for ObjectiveBound {
    fn from(sense: Sense) -> Self {
        match sense {
            Sense::Minimise => Self::AtMost,
            Sense::Maximise => Self::AtLeast,
        }
    }
}

impl ObjectiveBound {
    /// The words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
        }
    }
}

/// Seconds of one run, from the statement to the checked answer: wall-clock and processor time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timing {
    /// Building the graph and the clauses, loading them into the solver.
    pub encode_seconds: f64,
    /// The rest: searching, and writing a proof.
    pub solve_seconds: f64,
    /// Checking solutions, certificates and proofs.
    pub verify_seconds: f64,
    /// All of it; without writing the document, and without reading the puzzle unless a limit,
    /// which counts from there, ended the run.
    pub total_seconds: f64,
    /// Processor seconds of all of it, user and system, on all processors together: of this process
    /// and of the programs it started.
    #[serde(default)]
    pub cpu_seconds: f64,
    /// The processor seconds of the proof behind a `drat` certificate and of its check, or until
    /// they were stopped; in no other of these times.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub check_seconds: f64,
}

/// Whether nothing was measured.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(seconds: &f64) -> bool {
    *seconds == 0.0
}

impl Timing {
    /// The times of a run whose rest is the search; without processor time.
    #[must_use]
    pub fn of(total: Duration, encode: Duration, verify: Duration) -> Self {
        let solve = total.saturating_sub(encode).saturating_sub(verify);
        let [encode_seconds, solve_seconds, verify_seconds, total_seconds] =
            [encode, solve, verify, total].map(|time| time.as_secs_f64());
        Self { encode_seconds, solve_seconds, verify_seconds, total_seconds, ..Self::default() }
    }

    /// Adds that of another process.
    pub fn add(&mut self, other: &Self) {
        self.encode_seconds += other.encode_seconds;
        self.solve_seconds += other.solve_seconds;
        self.verify_seconds += other.verify_seconds;
        self.total_seconds += other.total_seconds;
        self.cpu_seconds += other.cpu_seconds;
        self.check_seconds += other.check_seconds;
    }

    /// Adds the time of a proof, including that of its check, and the processor's.
    pub fn add_proof(&mut self, all: Duration, check: Duration, cpu_seconds: f64) {
        self.cpu_seconds += cpu_seconds;
        self.total_seconds += all.as_secs_f64();
        self.verify_seconds += check.as_secs_f64();
        self.solve_seconds += all.saturating_sub(check).as_secs_f64();
    }
}
