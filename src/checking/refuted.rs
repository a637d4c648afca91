//! Why a document does not hold, with the solution that shows it.

use crate::puzzles::Solution;

/// Why a document does not hold.
#[derive(Debug)]
pub struct Refuted {
    /// What is wrong with it.
    pub problem: String,
    /// The solution that shows it.
    pub counterexample: Option<Solution>,
}

impl From<String> for Refuted {
    fn from(problem: String) -> Self {
        Self { problem, counterexample: None }
    }
}
