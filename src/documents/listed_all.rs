//! The proof that a document lists all solutions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::DratCertificate;

/// The proof that there is no other solution than those of the document: a formula of the puzzle
/// with a clause against each of them has no model. If an optimum is requested, the formula has the
/// solutions that are as good or better. `verify` makes both again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoOther {
    /// How many solutions the clauses exclude; up to symmetry, with all members of the classes.
    pub excluding: u64,
    /// The formula with these clauses, and its proof.
    #[serde(flatten)]
    pub proof: DratCertificate,
}
