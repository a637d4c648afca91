//! Counts that are cut into parts: the split, made anew from the puzzle by whoever needs it.

pub mod folder;
pub mod held;
pub mod merging;

use std::sync::Arc;

use num_bigint::BigUint;
use thiserror::Error;

use crate::{
    documents::{
        instance,
        job::{JobDocument, JobGoal, JobSplit, MOST_PARTS, SCHEMA},
    },
    limits::Reason,
    methods::{Counting, Method, Registry, WorkPart},
    puzzles::{StatedPuzzle, StatementError},
    run::Run,
};

/// The fewest units of a part that a split is deep enough for: the more, the less the parts
/// differ.
const UNITS_OF_A_PART: u64 = 30;

/// A split is made no deeper than this.
const DEEPEST: u32 = 64;

/// A job with its split.
pub struct DividedJob {
    /// What all parts share.
    pub document: JobDocument,
    /// The puzzle.
    pub puzzle: Arc<dyn StatedPuzzle>,
    /// The factor of each unit in the total.
    factors: Vec<u32>,
}

/// Why there is no job.
#[derive(Debug, Error)]
pub enum JobError {
    /// The document is none of a job that this program makes.
    #[error("{0}")]
    Document(String),
    /// The puzzle cannot be.
    #[error("puzzle: {0}")]
    Statement(#[from] StatementError),
    /// There are fewer units than parts.
    #[error("{parts} parts of {units} units: name at most {units} parts")]
    TooManyParts {
        /// As many parts were asked for.
        parts: u64,
        /// So many units there are at most.
        units: u64,
    },
    /// A limit or a signal.
    #[error("the split was not made: {}", .0.describe())]
    Stopped(Reason),
}

/// The units of a count by a method; `None` if other processes cannot do parts of it.
fn units(
    puzzle: &dyn StatedPuzzle,
    method: &Method,
    depth: u32,
    run: &Run,
) -> Option<Result<Vec<u32>, Reason>> {
    method.tally(&puzzle.model(), Counting::default())?.units(depth, run)
}

/// The rule by which a count of a puzzle by a method is cut into parts; `None` if it is not.
#[must_use]
pub fn rule(puzzle: &dyn StatedPuzzle, method: &Method) -> Option<&'static str> {
    let model = puzzle.model();
    let tally = method.tally(&model, Counting::default())?;
    tally.split().filter(|_| tally.is_divided())
}

impl DividedJob {
    /// The job of a count in so many parts, each of about 30 units or more.
    ///
    /// # Errors
    /// [`JobError`].
    pub fn count(
        puzzle: Arc<dyn StatedPuzzle>,
        method: &Method,
        rule: &'static str,
        parts: u64,
        run: &Run,
    ) -> Result<Self, JobError> {
        let wanted = parts.saturating_mul(UNITS_OF_A_PART);
        let mut best: Option<(u32, Vec<u32>)> = None;
        for depth in 0..DEEPEST {
            let factors = units(puzzle.as_ref(), method, depth, run).into_iter().next();
            let factors = factors.unwrap_or(Ok(Vec::new())).map_err(JobError::Stopped)?;
            let more = best.as_ref().is_none_or(|(_, before)| factors.len() > before.len());
            let enough = factors.len() as u64 >= wanted;
            if more {
                best = Some((depth, factors));
            }
            if enough || !more {
                break;
            }
        }
        let (depth, factors) = best.unwrap_or_default();
        let units = factors.len() as u64;
        // A puzzle of no units has one part, which comes to 0.
        if parts > units.max(1) {
            return Err(JobError::TooManyParts { parts, units });
        }
        let split = JobSplit { rule: rule.into(), depth, units };
        let document =
            JobDocument::new(puzzle.statement(), JobGoal::Count, method.name(), split, parts);
        Ok(Self { document, puzzle, factors })
    }

    /// The job of a document, whose split is made anew from its puzzle: nothing that it says of
    /// the split is believed.
    ///
    /// # Errors
    /// [`JobError`] that names what does not fit.
    pub fn of(document: JobDocument, registry: &Registry, run: &Run) -> Result<Self, JobError> {
        let wrong = |problem: String| Err(JobError::Document(problem));
        if document.schema != SCHEMA {
            return wrong(format!("schema: `{}`; this program reads `{SCHEMA}`", document.schema));
        }
        let digest = document.digest();
        if document.job != digest {
            return wrong(format!(
                "job: {} is not the digest of what it says, which is {digest}: it was changed",
                document.job
            ));
        }
        let of_puzzle = instance(&document.puzzle);
        if document.instance != of_puzzle {
            return wrong(format!("instance: {}; the puzzle is {of_puzzle}", document.instance));
        }
        if !(1..=MOST_PARTS).contains(&document.parts) {
            return wrong(format!("parts: {}; write 1 to {MOST_PARTS}", document.parts));
        }
        let puzzle: Arc<dyn StatedPuzzle> = Arc::from(document.puzzle.clone().into_puzzle()?);
        let Some(method) = registry.get(&document.method, &puzzle.model()) else {
            return wrong(format!("method: no `{}` counts this puzzle", document.method));
        };
        let Some(rule) = rule(puzzle.as_ref(), method) else {
            return wrong(format!("method: {} does not count in parts", document.method));
        };
        let split = &document.split;
        if split.rule != rule {
            return wrong(format!(
                "split: it is divided by `{}`, and this program divides by `{rule}`",
                split.rule
            ));
        }
        if split.depth >= DEEPEST {
            return wrong(format!("split.depth: {}; write 0 to {}", split.depth, DEEPEST - 1));
        }
        let factors = units(puzzle.as_ref(), method, split.depth, run)
            .unwrap_or(Ok(Vec::new()))
            .map_err(JobError::Stopped)?;
        if split.units != factors.len() as u64 {
            return wrong(format!(
                "split.units: {}; the puzzle falls into {}",
                split.units,
                factors.len()
            ));
        }
        if document.parts > split.units.max(1) {
            return Err(JobError::TooManyParts { parts: document.parts, units: split.units });
        }
        Ok(Self { document, puzzle, factors })
    }

    /// A part of it.
    #[must_use]
    pub fn part(&self, part: u64) -> WorkPart {
        WorkPart { part, parts: self.document.parts, depth: self.document.split.depth }
    }

    /// The units of a part, in order.
    pub fn units(&self, part: u64) -> impl Iterator<Item = u64> {
        (part..self.document.split.units).step_by(self.document.parts as usize)
    }

    /// What a unit adds to the total, of what was counted in it.
    #[must_use]
    pub fn weighted(&self, unit: u64, count: u64) -> BigUint {
        BigUint::from(self.factors[unit as usize]) * count
    }
}
