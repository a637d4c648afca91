//! The verdicts on several documents: what `verify` prints of a folder or of several files.

use schemars::JsonSchema;
use serde::Serialize;

use super::{VERSION, verdict::VerdictDocument};

/// The schema name of [`VerdictsDocument`].
pub const SCHEMA: &str = "satranj.verdicts/1";

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
        Self { schema: SCHEMA, version: VERSION, valid, documents, passed_over }
    }
}
