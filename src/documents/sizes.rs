//! The sizes of the formulas of a puzzle, encoding by encoding: what `export --sizes` prints.

use schemars::JsonSchema;
use serde::Serialize;

use crate::puzzles::Statement;

/// The schema name of [`SizesDocument`].
pub const SCHEMA: &str = "satranj.sizes/1";

/// The sizes of all formulas of a puzzle.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SizesDocument {
    /// `satranj.sizes/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The puzzle, complete.
    pub puzzle: Statement,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// The encoding that `export` takes where none is named, if any states the puzzle completely.
    pub default: Option<&'static str>,
    /// The encodings that state the puzzle, in the order of `list encodings`.
    pub encodings: Vec<FormulaSize>,
}

/// The size of the formula of an encoding.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FormulaSize {
    /// The encoding.
    pub encoding: &'static str,
    /// Whether the clauses alone state the puzzle; otherwise more come while it is solved.
    pub complete: bool,
    /// Number of variables; null where it is not known.
    pub variables: Option<u64>,
    /// Number of clauses; null where it is not known.
    pub clauses: Option<u64>,
    /// Number of literals in all clauses; null where it is not known.
    pub literals: Option<u64>,
    /// Time to make the clauses, which were not kept, in seconds.
    pub encode_seconds: f64,
    /// Why the size is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}
