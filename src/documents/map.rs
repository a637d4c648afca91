//! The map beside an exported formula: all that `decode` needs to read a model back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::Statement;

/// The schema name of [`MapDocument`].
pub const SCHEMA: &str = "satranj.map/1";

/// How an exported formula came from its puzzle.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(expecting = "a map of an exported formula")]
pub struct MapDocument {
    /// `satranj.map/1`.
    pub schema: String,
    /// The program's version.
    pub version: String,
    /// The puzzle, complete.
    pub puzzle: Statement,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// The format: `dimacs`, `wcnf` or `opb`.
    #[serde(default = "dimacs")]
    pub format: String,
    /// The encoding, or `linear` where `opb` has constraints of its own.
    pub encoding: String,
    /// The at-most-one encoding; of `linear` constraints `none`.
    pub amo: String,
    /// The reductions of a Hamiltonian formula, as `--reductions` reads them; those of other
    /// formulas change nothing.
    #[serde(default = "all")]
    pub reductions: String,
    /// Number of variables.
    pub variables: u64,
    /// Number of clauses or constraints, soft ones not among them.
    pub clauses: u64,
    /// `sha256:` and the digest, whatever the format, of the clauses as DIMACS lines and of one
    /// more such line with the literals of the objective, if anything; of `linear`
    /// constraints, of the lines of the file from `min:` on.
    pub formula: String,
    /// `sha256:` and the digest of all this without the digest, as compact JSON; one
    /// that people wrote or changed has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

fn all() -> String {
    "all".into()
}

fn dimacs() -> String {
    "dimacs".into()
}

impl MapDocument {
    /// The map of a puzzle in a format, without what its formula is made of.
    #[must_use]
    pub fn new(puzzle: Statement, format: &str) -> Self {
        Self {
            schema: SCHEMA.into(),
            version: super::VERSION.into(),
            instance: super::instance(&puzzle),
            puzzle,
            format: format.into(),
            encoding: String::new(),
            amo: String::new(),
            reductions: all(),
            variables: 0,
            clauses: 0,
            formula: String::new(),
            digest: None,
        }
    }
}
