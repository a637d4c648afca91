//! The lines of `--json-stream` and of lists: solutions and progress as they come, the cases of a
//! file, and at the end the status.

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    batch::CaseDocument,
    solution::{CountDocument, Document},
};
use crate::{limits::Reason, puzzles::Solution, statistics::Statistics};

/// The schema name of [`StreamLine`].
pub const SCHEMA: &str = "satranj.stream/1";

/// One line of a stream.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum StreamLine<'a> {
    /// A solution.
    Solution(SolutionLine<'a>),
    /// The progress of a run.
    Progress(ProgressLine),
    /// The result of a case, if there are several.
    Case(CaseLine<'a>),
    /// The count for a graph of a list.
    Count(CountLine<'a>),
    /// The result, at the end of the stream.
    Status(Box<Document<Streamed>>),
    /// How the cases ended, at the end of the stream.
    Cases(CasesLine),
}

/// A constant word.
macro_rules! word {
    ($(#[$doc:meta])* $type:ident: $word:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
        pub enum $type {
            /// The word.
            #[default]
            #[serde(rename = $word)]
            Word,
        }
    };
}

word!(
    /// The word `solution`.
    SolutionWord: "solution"
);
word!(
    /// The word `progress`.
    ProgressWord: "progress"
);
word!(
    /// The word `case`.
    CaseWord: "case"
);
word!(
    /// The word `status`.
    StatusWord: "status"
);

/// The line of a solution.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SolutionLine<'a> {
    /// `solution`.
    #[serde(rename = "type")]
    pub line: SolutionWord,
    /// The solution; if the puzzle asks for the best, each is better than the one before.
    pub solution: &'a Solution,
    /// Its value, if the puzzle asks for the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// Up to symmetry: how many solutions its class has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orbit_size: Option<u32>,
}

/// The progress of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProgressLine {
    /// `progress`.
    #[serde(rename = "type")]
    pub line: ProgressWord,
    /// Seconds since its start.
    pub seconds: f64,
    /// What the method has counted so far.
    pub statistics: Statistics,
}

/// The line of a case.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CaseLine<'a> {
    /// `case`.
    #[serde(rename = "type")]
    pub line: CaseWord,
    /// Its result.
    #[serde(flatten)]
    pub document: &'a CaseDocument,
}

/// The line of a count, one of several.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CountLine<'a> {
    /// `case`.
    #[serde(rename = "type")]
    pub line: CaseWord,
    /// The number of the graph in the list, from 1.
    pub case: usize,
    /// What was counted.
    #[serde(flatten)]
    pub document: &'a CountDocument,
}

/// The content of the last line of a stream; the solutions came before.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Streamed {
    /// `status`.
    #[serde(rename = "type")]
    pub line: StatusWord,
    /// How many solutions came before.
    pub solutions_found: u64,
    /// A lower bound on their number, if all were requested, or more than were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
}

/// How several cases ended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CasesLine {
    /// `status`.
    #[serde(rename = "type")]
    pub line: StatusWord,
    /// How many have no answer because of an error.
    pub errors: usize,
    /// How many are undecided.
    pub undecided: usize,
    /// Why a list of graphs was not read to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}
