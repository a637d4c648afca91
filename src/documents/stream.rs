//! The lines of `--json-stream` and of lists: solutions and progress while there are any, the cases
//! of a file, and in the end the status.

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
    /// How far a run is.
    Progress(ProgressLine),
    /// What came of a case, where there are several.
    Case(CaseLine<'a>),
    /// What was counted of a graph of a list.
    Count(CountLine<'a>),
    /// What came out, at the end of the stream.
    Status(Box<Document<Streamed>>),
    /// How the cases ended, at the end of the stream.
    Cases(CasesLine),
}

/// A word that stands for itself.
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
    /// The solution; where the best is asked for, each is better than the one before.
    pub solution: &'a Solution,
    /// Its value, where the best is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<u64>,
    /// Up to symmetry: how many solutions its class has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orbit_size: Option<u32>,
}

/// How far a run is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProgressLine {
    /// `progress`.
    #[serde(rename = "type")]
    pub line: ProgressWord,
    /// Seconds since its begin.
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
    /// What came of it.
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

/// What stands in the last line of a stream in place of the solutions, which went before.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Streamed {
    /// `status`.
    #[serde(rename = "type")]
    pub line: StatusWord,
    /// How many solutions went before.
    pub solutions_found: u64,
    /// Where all were wanted, or more: this many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
}

/// How several cases ended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CasesLine {
    /// `status`.
    #[serde(rename = "type")]
    pub line: StatusWord,
    /// How many have no answer, for something is wrong with them.
    pub errors: usize,
    /// How many are undecided.
    pub undecided: usize,
    /// Of a list of graphs that was not read to its end: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}
