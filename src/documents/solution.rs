//! The solution document and the count document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::status::{ObjectiveBound, Status, Timing};
use super::{
    VERSION,
    choices::Choices,
    counts::{Diversity, Sampling, SolutionCounts},
    cubes::CubeProofs,
    listed_all::NoOther,
};
use crate::{
    answer::Outcome,
    limits::Reason,
    methods::portfolio::PortfolioTurn,
    puzzles::{Certificate, Solution, Statement},
    statistics::Statistics,
};

/// The schema name of [`SolutionDocument`].
pub const SCHEMA: &str = "satranj.solution/1";

/// The schema name of [`CountDocument`].
pub const COUNT_SCHEMA: &str = "satranj.count/1";

/// The solver named in a document of `decode`.
pub const EXTERNAL: &str = "external";

/// One solution, or the requested number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Solutions {
    /// The answer to `solve` without `-n` or `--all`.
    One {
        /// The solution, if there is one.
        solution: Option<Solution>,
    },
    /// The answer to `solve` with `-n` or `--all`.
    Many {
        /// Different solutions; up to symmetry the least of each class.
        solutions: Vec<Solution>,
        /// Up to symmetry: how many solutions each class has.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        orbit_sizes: Vec<u32>,
    },
}

/// What `solve`, `decode` and `count` print; they differ in their content alone.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Document<C> {
    /// `satranj.solution/1` or `satranj.count/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The puzzle, complete.
    pub puzzle: Statement,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// `family:name`.
    pub method: String,
    /// The SAT solver with its version, if one was used: for a program, `cmd:` and its command.
    pub solver: Option<String>,
    /// Whether that is a program, whose unchecked claims must be trusted.
    #[serde(skip)]
    pub is_by_program: bool,
    /// The seed.
    pub seed: u64,
    /// Choices about the method.
    pub options: Choices,
    /// The result; for a count `all_solutions`, `unsatisfiable`, or `unknown` if a limit came
    /// first.
    pub status: Status,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// The solutions, or the counts.
    #[serde(flatten)]
    pub content: C,
    /// The value of the best solution, if the puzzle asks for the best: the number of pieces (of each
    /// kind, if there are several and their count is free), the turns of all riders of a meeting,
    /// the cost of a route, the moves or steps of an exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// If the best is not known: the best value is at most, or at least, the objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<ObjectiveBound>,
    /// If the best is not known and a minimum is requested: the method proved that no solution has
    /// a lower value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u64>,
    /// What the solver of a model read by `decode` claims beyond the status, unchecked: `optimal`
    /// means that no solution is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Status>,
    /// How many solutions are optimal, in decimal, if the method counts them too: for a
    /// route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_solutions: Option<String>,
    /// If the solutions were drawn at random: from how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<Sampling>,
    /// If the solutions were chosen to share little: how much they share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diversity: Option<Diversity>,
    /// Whether every solution, or the certificate or proof of a "no", was checked by independent
    /// code. `false` for a "no" by exhaustion alone, which has nothing to check, and for a count of
    /// solutions that were not found one by one.
    pub verified: bool,
    /// The proof that there is no solution, or no better one.
    pub certificate: Option<Certificate>,
    /// The proof that there is no other solution, if all were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_other: Option<NoOther>,
    /// Why no proof shows that there is no solution, no better one, or no other one: of an answer
    /// that the search alone gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchecked_because: Option<String>,
    /// Where the proof that there is no solution, or no better one, was written, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// The proofs of the parts, if `merge` combined a "no" from them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cube_proofs: Option<CubeProofs>,
    /// For a portfolio such as `auto`: which methods had a turn, the share of work of each, and how
    /// it ended; the last one answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub portfolio: Vec<PortfolioTurn>,
    /// The method's counters.
    pub statistics: Statistics,
    /// How long it took.
    pub timing: Timing,
}

/// A DRAT proof that a formula is unsatisfiable, for any checker: that there is no solution, or no
/// better one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    /// The file with the proof.
    pub file: String,
    /// `drat` or `binary-drat`.
    pub format: String,
    /// The file with the formula.
    pub formula: String,
    /// How many clauses of the formula are cuts, found while solving; in the formula a comment
    /// before each names its squares.
    #[serde(default)]
    pub cuts: u64,
    /// The length of the proof.
    #[serde(default)]
    pub bytes: u64,
    /// Whether the proof was read back and checked, and its formula compared with the puzzle; a
    /// limit may have come before. A document without this field claims it.
    #[serde(default = "yes")]
    pub checked: bool,
}

fn yes() -> bool {
    true
}

/// What `solve` and `decode` print.
pub type SolutionDocument = Document<Solutions>;

/// What `count` prints.
pub type CountDocument = Document<SolutionCounts>;

impl<C> Document<C> {
    /// The same document with other content, and its old content.
    #[must_use]
    pub fn with_content<D>(self, content: D) -> (Document<D>, C) {
        let document = Document {
            schema: self.schema,
            version: self.version,
            puzzle: self.puzzle,
            instance: self.instance,
            method: self.method,
            solver: self.solver,
            is_by_program: self.is_by_program,
            seed: self.seed,
            options: self.options,
            status: self.status,
            reason: self.reason,
            content,
            objective: self.objective,
            bound: self.bound,
            lower_bound: self.lower_bound,
            claimed: self.claimed,
            optimal_solutions: self.optimal_solutions,
            sampling: self.sampling,
            diversity: self.diversity,
            verified: self.verified,
            certificate: self.certificate,
            no_other: self.no_other,
            unchecked_because: self.unchecked_because,
            proof: self.proof,
            cube_proofs: self.cube_proofs,
            portfolio: self.portfolio,
            statistics: self.statistics,
            timing: self.timing,
        };
        (document, self.content)
    }

    /// An empty document of a puzzle: unknown, nothing found.
    #[must_use]
    pub fn new(
        schema: &'static str,
        puzzle: Statement,
        method: &str,
        solver: Option<&str>,
        seed: u64,
        content: C,
    ) -> Self {
        Self {
            schema,
            version: VERSION,
            instance: super::instance(&puzzle),
            puzzle,
            method: method.into(),
            solver: solver.map(Into::into),
            is_by_program: false,
            seed,
            options: Choices::default(),
            status: Status::Unknown,
            reason: None,
            content,
            objective: None,
            bound: None,
            lower_bound: None,
            claimed: None,
            optimal_solutions: None,
            sampling: None,
            diversity: None,
            verified: false,
            certificate: None,
            no_other: None,
            unchecked_because: None,
            proof: None,
            cube_proofs: None,
            portfolio: Vec::new(),
            statistics: Statistics::default(),
            timing: Timing::default(),
        }
    }

    /// Sets status, reason, certificate and verified from an outcome; `found`: whether there are
    /// verified solutions.
    #[must_use]
    pub fn with_outcome(mut self, outcome: &Outcome, found: bool) -> Self {
        self.verified = found;
        self.status = outcome.into();
        match outcome {
            Outcome::Satisfied | Outcome::AllSolutions => {}
            Outcome::Optimal(certificate) => {
                self.certificate.clone_from(certificate);
            }
            Outcome::Unsatisfiable(certificate) => {
                self.verified = certificate.is_some();
                self.certificate.clone_from(certificate);
            }
            Outcome::Unknown(reason) => self.reason = Some(*reason),
        }
        self
    }
}

impl Solutions {
    /// The solutions.
    #[must_use]
    pub fn found(&self) -> &[Solution] {
        match self {
            Self::One { solution } => solution.as_slice(),
            Self::Many { solutions, .. } => solutions.as_slice(),
        }
    }
}

impl SolutionDocument {
    /// The solutions in it.
    #[must_use]
    pub fn found(&self) -> &[Solution] {
        self.content.found()
    }
}
