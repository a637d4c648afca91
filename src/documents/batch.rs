//! The batch document: the answers to several cases, or what is wrong with each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{VERSION, solution::SolutionDocument};
use crate::puzzles::Statement;

/// The schema name of [`BatchDocument`].
pub const SCHEMA: &str = "satranj.batch/1";

/// What `solve` prints of a file with several cases.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BatchDocument {
    /// `satranj.batch/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The cases in their order.
    pub cases: Vec<CaseDocument>,
}

/// One case.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CaseDocument {
    /// Its number in the file, from 1.
    pub case: usize,
    /// The answer, or the error.
    #[serde(flatten)]
    pub content: CaseContent,
}

/// What came of a case.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CaseContent {
    /// Its answer.
    Answer(Box<SolutionDocument>),
    /// What is wrong with it.
    Error {
        /// With file, line and column.
        error: String,
    },
}

impl BatchDocument {
    /// A batch of these cases.
    #[must_use]
    pub fn new(cases: Vec<CaseDocument>) -> Self {
        Self { schema: SCHEMA, version: VERSION, cases }
    }
}

/// What is needed of a batch to state its puzzles again.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a batch with `cases`")]
pub struct StoredBatch {
    cases: Vec<StoredCase>,
}

#[derive(Debug, Deserialize)]
struct StoredCase {
    /// Read for itself, so that a wrong one does not lose the others.
    puzzle: Option<serde_json::Value>,
    error: Option<String>,
}

impl StoredBatch {
    /// The puzzles; of a case that had none, what is wrong with it.
    pub fn statements(self) -> impl Iterator<Item = Result<Statement, String>> {
        self.cases.into_iter().map(|case| match (case.puzzle, case.error) {
            (Some(puzzle), _) => {
                serde_json::from_value(puzzle).map_err(|error| format!("the puzzle: {error}"))
            }
            (None, Some(error)) => Err(error),
            (None, None) => Err("no puzzle is stated".into()),
        })
    }
}
