//! Counts and searches that are split into parts: each process derives the split from the puzzle.

mod counting;
pub mod cover;
pub mod estimate;
pub mod folder;
mod held_cubes;
pub mod merging;
mod part_of_job;
mod proof_log;
pub mod rechecking;
mod refuting;
mod solving;

use std::sync::Arc;

use thiserror::Error;

pub use self::{
    counting::{DividedJob, rule},
    held_cubes::digest,
    part_of_job::PartOfJob,
    refuting::{CubePart, CubePartEnd, CubePartError, SPLIT_ABOVE},
    solving::{CubeJob, MOST_CUBES, encoding_of},
};
use crate::{
    documents::{
        instance,
        job::{JobDocument, JobGoal, JobSplit, MOST_PARTS, SCHEMA},
    },
    limits::Reason,
    methods::Registry,
    puzzles::{StatedPuzzle, StatementError},
    run::Run,
};

/// A job with its split.
pub enum SplitJob {
    /// A count.
    Count(Box<DividedJob>),
    /// A search for a solution, or the refutation of all cubes.
    Solve(Arc<CubeJob>),
}

/// Why there is no job.
#[derive(Debug, Error)]
pub enum JobError {
    /// The document is not a job of Satranj.
    #[error("{0}")]
    Document(String),
    /// The puzzle is invalid.
    #[error("puzzle: {0}")]
    Statement(#[from] StatementError),
    /// There are fewer units than parts.
    #[error("{parts} parts for {units} units; ask for at most {} parts", .units.max(&1))]
    TooManyParts {
        /// The requested number of parts.
        parts: u64,
        /// The largest possible number of units.
        units: u64,
    },
    /// The method cannot split this puzzle into units.
    #[error("{0} cannot count this puzzle in parts")]
    NotDivided(&'static str),
    /// A limit or a signal.
    #[error("the split was not made: {}", .0.describe())]
    Stopped(Reason),
}

impl SplitJob {
    /// The job of a document. Its split is derived from its puzzle; the document's split is not
    /// trusted.
    ///
    /// # Errors
    /// [`JobError`] that names what does not fit.
    pub fn of(document: JobDocument, registry: &Registry, run: &Run) -> Result<Self, JobError> {
        let puzzle = checked(&document)?;
        Ok(match document.goal {
            JobGoal::Count => {
                Self::Count(Box::new(DividedJob::of(document, puzzle, registry, run)?))
            }
            JobGoal::Solve => Self::Solve(Arc::new(CubeJob::of(document, puzzle, registry, run)?)),
        })
    }

    /// What all parts share.
    #[must_use]
    pub fn document(&self) -> &JobDocument {
        match self {
            Self::Count(job) => &job.document,
            Self::Solve(job) => &job.document,
        }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &dyn StatedPuzzle {
        match self {
            Self::Count(job) => job.puzzle.as_ref(),
            Self::Solve(job) => job.puzzle.as_ref(),
        }
    }
}

/// The units of a part, in order.
pub fn units(job: &JobDocument, part: u64) -> impl Iterator<Item = u64> + use<> {
    (part..job.split.units).step_by(job.parts as usize)
}

/// Checks a job against its digests; returns its puzzle.
fn checked(document: &JobDocument) -> Result<Arc<dyn StatedPuzzle>, JobError> {
    let wrong = |problem: String| Err(JobError::Document(problem));
    if document.schema != SCHEMA {
        return wrong(format!("schema: found `{}`, expected `{SCHEMA}`", document.schema));
    }
    let digest = document.digest();
    if document.job != digest {
        return wrong(format!(
            "job: {} is not the digest of the other fields, which is {digest}: the document was changed",
            document.job
        ));
    }
    let of_puzzle = instance(&document.puzzle);
    if document.instance != of_puzzle {
        return wrong(format!(
            "instance: {}, but the digest of the puzzle is {of_puzzle}",
            document.instance
        ));
    }
    if !(1..=MOST_PARTS).contains(&document.parts) {
        return wrong(format!("parts: found {}, expected 1 to {MOST_PARTS}", document.parts));
    }
    Ok(Arc::from(document.puzzle.clone().into_puzzle()?))
}

/// Checks that a job is split by the rule of this program.
fn hold_rule(split: &JobSplit, rule: &str) -> Result<(), JobError> {
    if split.rule == rule {
        return Ok(());
    }
    Err(JobError::Document(format!(
        "split: found the rule `{}`, but this version splits by `{rule}`",
        split.rule
    )))
}

/// Checks that a job states the right number of units, and has no more parts than units.
fn hold_units(job: &JobDocument, units: u64) -> Result<(), JobError> {
    if job.split.units != units {
        return Err(JobError::Document(format!(
            "split.units: {}, but the puzzle splits into {units}",
            job.split.units
        )));
    }
    enough_units(job.parts, units)
}

/// Checks that there is a unit for each part. A puzzle without units has one empty part.
fn enough_units(parts: u64, units: u64) -> Result<(), JobError> {
    if parts > units.max(1) { Err(JobError::TooManyParts { parts, units }) } else { Ok(()) }
}
