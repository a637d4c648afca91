//! The batch document: the answers to several cases, or what is wrong with each.

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    VERSION,
    solution::{SolutionDocument, Status},
};
use crate::{
    json::{JsonError, JsonPart},
    puzzles::Statement,
};

/// The schema name of [`BatchDocument`].
pub const SCHEMA: &str = "satranj.batch/1";

/// What `solve` prints for a file with several cases.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BatchDocument {
    /// `satranj.batch/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The cases in the order of the file.
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

/// The result of a case.
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

/// A case of a batch.
#[derive(Debug)]
pub struct CaseStatement {
    /// The puzzle; for a case without one the error, with its place in the text.
    pub puzzle: Result<Statement, StatedError>,
    /// The status of its document.
    pub status: Option<Status>,
}

/// The field `cases` of a batch, each read independently, so that a wrong one does not lose the others.
/// `None` if it is not a list.
#[must_use]
pub fn stated_cases(cases: &JsonPart<'_>) -> Option<Vec<CaseStatement>> {
    let cases = cases.values().ok()?;
    let stated = |case: &JsonPart<'_>| {
        let error = case.field("error").filter(|error| !error.is_null());
        match (case.field("puzzle").filter(|puzzle| !puzzle.is_null()), error) {
            (Some(puzzle), _) => puzzle.read("a puzzle").map_err(StatedError::Here),
            (None, Some(error)) => {
                let message: Result<String, JsonError> = error.read("an error");
                Err(message.map_or_else(StatedError::Here, StatedError::Before))
            }
            (None, None) => Err(StatedError::Here(case.error("a case has no `puzzle`"))),
        }
    };
    let read = |case| CaseStatement { puzzle: stated(case), status: status(case) };
    Some(cases.iter().map(read).collect())
}

/// The status that a document states, if it is one.
fn status(document: &JsonPart<'_>) -> Option<Status> {
    document.field("status")?.read("a status").ok()
}

/// Why a case of a batch states no puzzle.
#[derive(Debug)]
pub enum StatedError {
    /// An error in the batch.
    Here(JsonError),
    /// The case had no puzzle: the error that the batch reports for it.
    Before(String),
}
