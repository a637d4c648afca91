//! What `list --json` and `generate` print: lists, and puzzles that are only stated.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::puzzles::Statement;

/// The schema name of a list of [`ListedName`].
pub const SCHEMA: &str = "satranj.list/1";

/// The schema name of a list of [`ListedMethod`].
pub const METHODS_SCHEMA: &str = "satranj.methods/1";

/// The schema name of [`Schemas`].
pub const SCHEMAS_SCHEMA: &str = "satranj.schemas/1";

/// The schema name of a [`Statement`] that stands for itself.
pub const STATEMENT_SCHEMA: &str = "satranj.statement/1";

/// The schema name of [`StatementList`].
pub const STATEMENTS_SCHEMA: &str = "satranj.statements/1";

/// What there is: a puzzle, an encoding, a solver, a format, a piece.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Listed")]
pub struct ListedName {
    /// Its name on the command line.
    pub name: String,
    /// What it is, in a line.
    pub summary: String,
}

/// A method for a kind of puzzle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedMethod {
    /// The kind of puzzle.
    pub puzzle: String,
    /// `family:name`.
    pub name: String,
    /// What it does, in a line.
    pub summary: String,
}

/// The JSON Schemas by their names.
pub type Schemas = BTreeMap<String, Value>;

/// Several puzzles that are stated.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Statements")]
pub struct StatementList {
    /// A case each.
    pub cases: Vec<StatedPuzzle>,
}

/// A puzzle as a case.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StatedPuzzle {
    /// The puzzle, complete.
    pub puzzle: Statement,
}
