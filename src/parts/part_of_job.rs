//! The common fields of the documents of parts, for counts and for searches: the job, and the work
//! done.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::{
    documents::{
        VERSION,
        cubes::{self, CubePartDocument},
        job::{JobDocument, PART_SCHEMA, PartDocument},
        sealed::Sealed,
        solution::{Status, Timing},
    },
    machine,
};

/// The document of a part of a job.
pub trait PartOfJob: Sealed + DeserializeOwned + JsonSchema {
    /// An empty part of a job, with its number.
    fn begun(job: &JobDocument, number: u64) -> Self;

    /// Its facts about the job, each with the beginning of the message if it differs.
    fn head(&self) -> [(&'static str, String); 9];

    /// Checks that it is the part with this number of this job.
    ///
    /// # Errors
    /// A sentence about the first value that differs.
    fn hold_head(&self, job: &JobDocument, number: u64) -> Result<(), String> {
        let expected = Self::begun(job, number).head();
        match self.head().into_iter().zip(expected).find(|(found, expected)| found != expected) {
            Some(((what, found), (_, expected))) => {
                Err(format!("{what}: found {found}, expected {expected}"))
            }
            None => Ok(()),
        }
    }
}

/// Implements [`PartOfJob`] for a document with its schema, the message about another method, and
/// its own fields.
macro_rules! part_of_job {
    ($document:ident, $schema:expr, $another:literal, { $($field:ident: $value:expr),* }) => {
        impl PartOfJob for $document {
            fn begun(job: &JobDocument, number: u64) -> Self {
                Self {
                    schema: $schema.into(),
                    version: VERSION.into(),
                    job: job.job.clone(),
                    instance: job.instance.clone(),
                    method: job.method.clone(),
                    split: job.split.clone(),
                    part: number,
                    parts: job.parts,
                    timing: Timing::default(),
                    host: machine::host(),
                    digest: None,
                    $($field: $value),*
                }
            }

            fn head(&self) -> [(&'static str, String); 9] {
                let split = &self.split;
                [
                    ("schema", self.schema.clone()),
                    ("it belongs to another puzzle: instance", self.instance.clone()),
                    ($another, self.method.clone()),
                    ("its split has another rule or version", split.rule.clone()),
                    ("the split has another number of units: units", split.units.to_string()),
                    ("the split has another depth: depth", split.depth.to_string()),
                    ("its job has another number of parts", self.parts.to_string()),
                    ("it belongs to another job", self.job.clone()),
                    ("its file name belongs to another part", self.part.to_string()),
                ]
            }
        }
    };
}

part_of_job!(PartDocument, PART_SCHEMA, "it was counted by another method", {
    count: String::new(),
    units: Vec::new(),
    units_from_before: 0,
    nodes: 0,
    tables: None
});

part_of_job!(CubePartDocument, cubes::SCHEMA, "it was solved by another method", {
    status: Status::Unsatisfiable,
    solution: None,
    cubes: 0,
    cubes_from_before: 0,
    lemmas: 0,
    proof: None
});

/// The work of the existing parts.
#[derive(Default)]
pub(super) struct SummedWork {
    pub timing: Timing,
    pub hosts: BTreeSet<String>,
    /// Units or cubes that were done by processes whose time is not known.
    pub from_before: u64,
    /// The nodes or lemmas of all.
    pub all: u64,
    most: u64,
}

impl SummedWork {
    /// Adds the work of a part, with its nodes or lemmas.
    pub fn add(&mut self, timing: &Timing, host: Option<String>, from_before: u64, work: u64) {
        self.timing.add(timing);
        self.hosts.extend(host);
        self.from_before = self.from_before.saturating_add(from_before);
        self.all = self.all.saturating_add(work);
        self.most = self.most.max(work);
    }

    /// The work of the largest part over that of the mean part.
    pub fn largest_over_mean(&self, parts: u64) -> f64 {
        if self.all == 0 { 1.0 } else { self.most as f64 * parts as f64 / self.all as f64 }
    }
}
