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
    /// The default encoding of `export`, if any encoding states the puzzle completely.
    pub default: Option<&'static str>,
    /// The encodings that state the puzzle, in the order of `list encodings`.
    pub encodings: Vec<FormulaSize>,
}

/// The size of the formula of an encoding.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FormulaSize {
    /// The encoding.
    pub encoding: &'static str,
    /// Whether the clauses alone state the puzzle; otherwise the solver gets more while it runs.
    pub complete: bool,
    /// Number of variables; null if unknown.
    pub variables: Option<u64>,
    /// Number of clauses; null if unknown.
    pub clauses: Option<u64>,
    /// Number of literals in all clauses; null if unknown.
    pub literals: Option<u64>,
    /// Time to make the clauses, which were not stored, in seconds.
    pub encode_seconds: f64,
    /// Why the size is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}
