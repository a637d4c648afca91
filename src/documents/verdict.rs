//! The verdicts on documents: what `verify` prints of one, and of a folder or of several files.

use schemars::JsonSchema;
use serde::Serialize;

use super::VERSION;
use crate::{limits::Reason, puzzles::Solution};

/// The schema name of [`VerdictDocument`].
pub const SCHEMA: &str = "satranj.verdict/1";

/// What `verify` prints.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct VerdictDocument {
    /// `satranj.verdict/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The file that was checked, or `standard input`.
    pub document: String,
    /// Whether all that it claims and that can be checked holds; null where that is not known: a limit
    /// or a signal ended the check.
    pub valid: Option<bool>,
    /// What does not.
    pub problem: Option<String>,
    /// Why it is not known whether it holds: a limit or a signal ended the check.
    pub reason: Option<Reason>,
    /// Whether anything was checked: a solution, a certificate, a proof, or by a search of the checker's
    /// own that there is no solution or how many there are.
    pub checked: bool,
    /// Number of solutions in it.
    pub solutions: usize,
    /// Whether it was shown that no solution is better: by the certificate, by the proof, or by a
    /// search of the checker's own.
    pub optimality_checked: bool,
    /// Whether there is a certificate in it.
    pub certificate: bool,
    /// Whether a search of the checker's own showed what solutions and certificates cannot: that
    /// there is no solution, that none is missing, or how many there are.
    pub completeness_checked: bool,
    /// The method that showed this where such a search would take too long: it solved or counted
    /// again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again_by: Option<String>,
    /// A solution that the document should not leave out: a better one, a missing one, or one of a
    /// puzzle that is said to have none.
    pub counterexample: Option<Solution>,
    /// Whether it names a proof, which was checked.
    pub proof: bool,
}

impl VerdictDocument {
    /// Nothing is said yet of a document.
    #[must_use]
    pub fn of(document: &str) -> Self {
        Self {
            schema: SCHEMA,
            version: VERSION,
            document: document.into(),
            valid: Some(true),
            problem: None,
            reason: None,
            checked: false,
            solutions: 0,
            optimality_checked: false,
            certificate: false,
            completeness_checked: false,
            again_by: None,
            counterexample: None,
            proof: false,
        }
    }
}

/// The schema name of [`VerdictsDocument`].
pub const SEVERAL_SCHEMA: &str = "satranj.verdicts/1";

/// What `verify` prints of several files.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct VerdictsDocument {
    /// `satranj.verdicts/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// Whether all of them hold; null where none is known not to hold, and some are not known to.
    pub valid: Option<bool>,
    /// The verdict on each file, or what is wrong with it, in their order.
    pub documents: Vec<FileVerdict>,
    /// Files of a folder that hold nothing to check, such as maps, manifests and comparisons.
    pub passed_over: Vec<String>,
}

/// What is said of a file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FileVerdict {
    /// The verdict on what it holds.
    Verdict(Box<VerdictDocument>),
    /// It could not be read as a document.
    Error {
        /// The file.
        document: String,
        /// With line and column.
        error: String,
    },
}

impl VerdictsDocument {
    /// The verdicts on files.
    #[must_use]
    pub fn new(documents: Vec<FileVerdict>, passed_over: Vec<String>) -> Self {
        let holds = |verdict: &FileVerdict| match verdict {
            FileVerdict::Verdict(verdict) => verdict.valid,
            FileVerdict::Error { .. } => Some(false),
        };
        let all = || documents.iter().map(holds);
        let valid = if all().any(|valid| valid == Some(false)) {
            Some(false)
        } else {
            all().all(|valid| valid.is_some()).then_some(true)
        };
        Self { schema: SEVERAL_SCHEMA, version: VERSION, valid, documents, passed_over }
    }
}
