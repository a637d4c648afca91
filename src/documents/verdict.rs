//! The verdicts on documents: what `verify` prints for one file, and for a folder or several files.

use schemars::JsonSchema;
use serde::Serialize;

use super::VERSION;
use crate::{limits::Reason, puzzles::Solution};

/// The schema name of [`VerdictDocument`].
pub const SCHEMA: &str = "satranj.verdict/1";

/// What `verify` prints.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
pub struct VerdictDocument {
    /// `satranj.verdict/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The file that was checked, or `standard input`.
    pub document: String,
    /// Whether all of its claims that can be checked hold; null if unknown, because a limit or a
    /// signal ended the check.
    pub valid: Option<bool>,
    /// The first claim that does not hold.
    pub problem: Option<String>,
    /// Why it is unknown whether it holds: a limit or a signal ended the check.
    pub reason: Option<Reason>,
    /// Whether anything was checked: a solution, a certificate, a proof, or, by the checker's own
    /// search, that there is no solution or how many there are.
    pub checked: bool,
    /// Number of solutions in it.
    pub solutions: usize,
    /// Whether it was shown that no solution is better: by the certificate, by the proof, or by the
    /// checker's own search.
    pub optimality_checked: bool,
    /// Whether there is a certificate in it.
    pub certificate: bool,
    /// Whether the checker's own search showed what solutions and certificates cannot: that there
    /// is not a solution, that none is missing, or how many there are.
    pub completeness_checked: bool,
    /// The method that showed this by solving or counting again, if the checker's own search would
    /// take too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again_by: Option<String>,
    /// A solution that the document lacks: a better one, a missing one, or one of a puzzle that is
    /// claimed to have none.
    pub counterexample: Option<Solution>,
    /// Whether it names a proof, which was checked.
    pub proof: bool,
}

impl VerdictDocument {
    /// A verdict that says nothing about a document yet.
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

/// What `verify` prints for several files.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct VerdictsDocument {
    /// `satranj.verdicts/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// Whether all of them hold; null if none is known to be wrong, but some are unknown.
    pub valid: Option<bool>,
    /// The verdict on each file, or its error, in their order.
    pub documents: Vec<FileVerdict>,
    /// Files of a folder that hold nothing to check, such as maps, manifests and comparisons.
    pub passed_over: Vec<String>,
}

/// The result for a file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FileVerdict {
    /// The verdict on its content.
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
