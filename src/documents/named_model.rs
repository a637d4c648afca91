//! What `decode --names` prints: which named variables of a formula are true.

use schemars::JsonSchema;
use serde::Serialize;

use super::{VERSION, status::Status};

/// The schema name of [`NamedModelDocument`].
pub const SCHEMA: &str = "satranj.named-model/1";

/// A model of a formula by the names of its variables.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NamedModelDocument {
    /// `satranj.named-model/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The file of the formula.
    pub formula: String,
    /// How many variables it has.
    pub variables: u32,
    /// How many clauses.
    pub clauses: u64,
    /// The solver's answer: `satisfied`, `unsatisfiable` or `unknown`.
    pub status: Status,
    /// Whether there is a model, and it satisfies every clause.
    pub verified: bool,
    /// The names of the true variables, in the order of the formula.
    #[serde(rename = "true")]
    pub true_names: Vec<String>,
    /// The names of the false variables.
    #[serde(rename = "false")]
    pub false_names: Vec<String>,
}

impl NamedModelDocument {
    /// A document about a formula of which nothing is known yet.
    #[must_use]
    pub fn of(formula: &str, variables: u32, clauses: u64) -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION,
            formula: formula.into(),
            variables,
            clauses,
            status: Status::Unknown,
            verified: false,
            true_names: Vec::new(),
            false_names: Vec::new(),
        }
    }
}
