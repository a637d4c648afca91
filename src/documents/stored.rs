//! Documents that are read back: what is checked, or stated again.

use schemars::JsonSchema;
use serde::Deserialize;

use super::solution::{Bound, COUNT_SCHEMA, Status};
use crate::{
    board::square::Square,
    json::{JsonError, Part},
    limits::Reason,
    puzzles::{Certificate, Solution, Statement},
};

/// What is needed of any solution document to check it or to state its puzzle again.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct StoredDocument {
    /// Its schema.
    #[serde(default)]
    pub schema: Option<String>,
    /// What it is in a stream.
    #[serde(default, rename = "type")]
    pub line: Option<String>,
    /// The puzzle.
    pub puzzle: Statement,
    /// What it claims.
    #[serde(default)]
    pub status: Option<Status>,
    /// Why it claims nothing.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// The solver that it names.
    #[serde(default)]
    pub solver: Option<String>,
    /// Its digest of the puzzle.
    #[serde(default)]
    pub instance: Option<String>,
    /// Whether it says that it was checked.
    #[serde(default)]
    pub verified: bool,
    /// Its value.
    #[serde(default)]
    pub objective: Option<u64>,
    /// What that says of the best.
    #[serde(default)]
    pub bound: Option<Bound>,
    /// What a foreign solver claims besides.
    #[serde(default)]
    pub claimed: Option<Status>,
    /// Its solution.
    #[serde(default)]
    pub solution: Option<Solution>,
    /// Its solutions.
    #[serde(default)]
    pub solutions: Option<Vec<Solution>>,
    /// How many solutions each class has.
    #[serde(default)]
    pub orbit_sizes: Option<Vec<u32>>,
    /// At the end of a stream: how many solutions went before.
    #[serde(default)]
    pub solutions_found: Option<u64>,
    /// How many solutions are as good as the best.
    #[serde(default)]
    pub optimal_solutions: Option<String>,
    /// How many solutions there are.
    #[serde(default)]
    pub count: Option<String>,
    /// How many there are at least, where a limit came before the count.
    #[serde(default)]
    pub at_least: Option<String>,
    /// How many, up to symmetry.
    #[serde(default)]
    pub up_to_symmetry: Option<String>,
    /// How many of these at least, where a limit came before.
    #[serde(default)]
    pub up_to_symmetry_at_least: Option<String>,
    /// How many placements of 0, 1, 2, … pieces there are.
    #[serde(default)]
    pub counts_by_k: Option<Vec<String>>,
    /// Its certificate.
    #[serde(default)]
    pub certificate: Option<Certificate>,
    /// Its proof.
    #[serde(default)]
    pub proof: Option<StoredProof>,
}

/// What is needed of a [`Proof`](super::solution::Proof) to check it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct StoredProof {
    /// The file with the proof.
    pub file: String,
    /// `drat` or `binary-drat`.
    pub format: String,
    /// The file with the formula.
    pub formula: String,
    /// How many clauses of the formula are cuts.
    #[serde(default)]
    pub cuts: u64,
    /// Whether it says that the proof was checked.
    #[serde(default)]
    pub checked: Option<bool>,
}

impl StoredDocument {
    /// Reads a document.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub fn read(part: &Part<'_>) -> Result<Self, JsonError> {
        /// A solution of which every place is a square.
        #[derive(JsonSchema)]
        struct OnSquares {
            #[schemars(rename = "path")]
            _path: Option<Vec<Square>>,
        }
        #[derive(JsonSchema)]
        struct Solved {
            #[schemars(rename = "solution")]
            _solution: Option<OnSquares>,
            #[schemars(rename = "solutions")]
            _solutions: Option<Vec<OnSquares>>,
        }
        let document: Self = part.read("a document")?;
        let mut found = document.solution.iter().chain(document.solutions.iter().flatten());
        let is_graph = matches!(document.puzzle, Statement::Hamilton(_));
        if !is_graph && found.any(|solution| matches!(solution, Solution::Walk { .. })) {
            // Once more, for the place of the name that is no square's.
            part.check::<Solved>("a document")?;
        }
        Ok(document)
    }

    /// Whether it is a document of `count`.
    #[must_use]
    pub fn is_count(&self) -> bool {
        self.schema.as_deref() == Some(COUNT_SCHEMA)
    }

    /// Whether it is the last line of a stream.
    #[must_use]
    pub fn ends_stream(&self) -> bool {
        self.line.as_deref() == Some("status")
    }

    /// Whether its solutions are elsewhere: a count has none, and in a stream they went before
    /// the status.
    #[must_use]
    pub fn is_without_solutions(&self) -> bool {
        self.is_count() || self.ends_stream()
    }

    /// The solutions in it.
    pub fn found(&self) -> impl Iterator<Item = &Solution> {
        self.solution.iter().chain(self.solutions.iter().flatten())
    }
}
