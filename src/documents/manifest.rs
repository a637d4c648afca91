//! The manifest of a folder of exports: which file belongs to which case.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{VERSION, solution::Status};

/// The schema name of [`ManifestDocument`].
pub const SCHEMA: &str = "satranj.manifest/1";

/// What `export --all-cases -o FOLDER` and `--all-encodings` write as `manifest.json` into the folder.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(expecting = "a manifest of a folder of exports")]
pub struct ManifestDocument {
    /// `satranj.manifest/1`.
    pub schema: String,
    /// The program's version.
    pub version: String,
    /// The command that wrote the folder.
    pub command: String,
    /// The format of all files.
    pub format: String,
    /// The cases in their order.
    pub cases: Vec<ManifestCase>,
}

/// The result of a case, in one encoding if there are several.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct ManifestCase {
    /// Its number, from 1.
    pub case: usize,
    /// `sha256:` and the digest of its puzzle.
    pub instance: Option<String>,
    /// Its file, in the folder.
    pub file: Option<String>,
    /// The map of the formula, in the folder.
    pub map: Option<String>,
    /// The encoding of the formula.
    pub encoding: Option<String>,
    /// How many variables it has.
    pub variables: Option<u64>,
    /// How many clauses or constraints it has.
    pub clauses: Option<u64>,
    /// The length of the file in bytes.
    pub bytes: Option<u64>,
    /// `sha256:` and the digest of the file.
    pub sha256: Option<String>,
    /// The status of the puzzle, if the document that stated it has one.
    pub status: Option<Status>,
    /// Why there is no file.
    pub error: Option<String>,
}

impl ManifestDocument {
    /// A manifest without cases yet.
    #[must_use]
    pub fn new(command: String, format: &str) -> Self {
        let (schema, version) = (SCHEMA.into(), VERSION.into());
        Self { schema, version, command, format: format.into(), cases: Vec::new() }
    }
}
