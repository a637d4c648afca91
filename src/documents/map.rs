//! The map beside an exported formula or program: all that `decode` needs to read an answer back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::{Solution, Statement};

/// The schema name of [`MapDocument`].
pub const SCHEMA: &str = "satranj.map/1";

/// How an exported formula or program came from its puzzle.
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
    /// The format: `dimacs`, `wcnf`, `opb`, `asp` or `minizinc`.
    #[serde(default = "dimacs")]
    pub format: String,
    /// The encoding, or `linear` if `opb` has its own constraints; for `asp` and `minizinc` the
    /// program: `hamilton`, `sets` or `colouring`.
    pub encoding: String,
    /// The at-most-one encoding; `none` for `linear` constraints and programs.
    pub amo: String,
    /// The reductions of a Hamiltonian formula, as `--reductions` reads them; they do not affect
    /// other formulas.
    #[serde(default = "all")]
    pub reductions: String,
    /// Number of variables; for a program, of the vertices of its graph.
    pub variables: u64,
    /// Number of clauses or constraints, without soft ones; for a program, of the edges of its
    /// graph.
    pub clauses: u64,
    /// `sha256:` and the digest, in every format, of the clauses as DIMACS lines and of one more
    /// such line with the literals of the objective, if any; for `linear` constraints, of the lines
    /// of the file from `min:` on; for a program, of its text and of the data after the header.
    pub formula: String,
    /// The solution that a model of the formula beats, if `export --better` stated this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Solution>")]
    pub best: Option<serde_json::Value>,
    /// `sha256:` and the digest of all fields except this one, as compact JSON; missing if people
    /// wrote or changed the document.
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
    /// The map of a puzzle in a format, before its formula is known.
    #[must_use]
    pub(crate) fn new(puzzle: Statement, format: &str) -> Self {
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
            best: None,
            digest: None,
        }
    }
}
