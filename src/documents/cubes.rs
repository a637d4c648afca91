//! Searches that are split into cubes: the document of one part, and the summary of the proofs of
//! all parts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    job::{JobFormula, JobSplit},
    status::{Status, Timing},
};
use crate::puzzles::Solution;

/// The schema name of [`CubePartDocument`].
pub const SCHEMA: &str = "satranj.cube-part/1";

/// What `part` writes when a part of a search is finished, and never before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a part")]
pub struct CubePartDocument {
    /// `satranj.cube-part/1`.
    pub schema: String,
    /// The program's version.
    pub version: String,
    /// The digest that names the job.
    pub job: String,
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// `family:name`.
    pub method: String,
    /// How the work is divided.
    pub split: JobSplit,
    /// Which part, from 0.
    pub part: u64,
    /// The number of parts.
    pub parts: u64,
    /// `unsatisfiable` if no cube of the part has a solution, `satisfied` if one was found.
    pub status: Status,
    /// The solution that was found.
    #[schemars(with = "Option<Solution>")]
    pub solution: Option<serde_json::Value>,
    /// How many cubes were refuted: more than units if some were split again.
    pub cubes: u64,
    /// How many of these an earlier process had refuted; its time is not in `timing`.
    pub cubes_from_before: u64,
    /// The lemmas of all proofs.
    pub lemmas: u64,
    /// The proofs; `null` if there is a solution.
    pub proof: Option<ProofFile>,
    /// How long it took.
    pub timing: Timing,
    /// The machine's host name.
    pub host: Option<String>,
    /// `sha256:` and the digest of all this without the digest, as compact JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// A file of DRAT proofs, one per cube, each of the formula with the literals of the cube.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofFile {
    /// Its name.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// `sha256:` and its digest.
    pub sha256: String,
}

/// The proofs of the parts of a "no": each refutes the cubes that it names, and these cover the
/// formula.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CubeProofs {
    /// The digest that names the job.
    pub job: String,
    /// The formula.
    pub formula: JobFormula,
    /// How it was split into cubes, which some parts may have split again.
    pub split: JobSplit,
    /// How many cubes were refuted.
    pub cubes: u64,
    /// How many of these were refuted by processes that ended before their part was finished: their
    /// time is not in `timing`.
    pub cubes_from_before: u64,
    /// The lemmas of all proofs.
    pub lemmas: u64,
    /// The lemmas of the largest part over those of the mean part.
    pub largest_over_mean: f64,
    /// The proofs, one file per part.
    pub files: Vec<ProofFile>,
    /// The machines that made them.
    pub hosts: Vec<String>,
    /// Whether every proof was checked, and that the cubes cover the formula.
    pub checked: bool,
}
