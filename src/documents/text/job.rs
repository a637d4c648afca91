//! A job as text: what is cut into how many parts, and what to do with them.

use super::numbers::{counted, grouped};
use crate::{documents::job::JobDocument, puzzles::Puzzle};

/// A job.
#[must_use]
pub fn job(document: &JobDocument, puzzle: &dyn Puzzle) -> String {
    let JobDocument { method, parts, split, .. } = document;
    format!(
        "{}, by {method}, in {} of {} ({}, depth {})\n",
        puzzle.title(),
        counted(*parts, "part"),
        counted(split.units, "unit"),
        split.rule,
        grouped(split.depth.into()),
    )
}
