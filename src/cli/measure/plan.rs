//! What is measured, and how.

use std::{sync::Arc, time::Duration};

use crate::{answer::seeds::Seeds, cli::arguments::RunArguments, puzzles::StatedPuzzle};

/// A case with its number.
pub struct NumberedCase {
    /// The number in its file, from 1.
    pub number: usize,
    /// Its label: the name of its file.
    pub name: Option<String>,
    /// The puzzle.
    pub puzzle: Arc<dyn StatedPuzzle>,
}

/// How methods are measured.
pub struct MeasurePlan {
    /// Count the solutions instead of finding one.
    pub counting: bool,
    /// Number of measured runs.
    pub runs: u32,
    /// Number of runs before them.
    pub warmup: u32,
    /// The seed of every run.
    pub seed: u64,
    /// A range of seeds instead of one: a run then uses each of them.
    pub seeds: Option<Seeds>,
    /// Time limit of a run, all cases of a process together.
    pub time_limit: Duration,
    /// The limits and choices of every run; a child gets those that its method reads.
    pub run: RunArguments,
    /// Whether each case has its own process.
    pub separate: bool,
    /// Number of processes run at once.
    pub jobs: usize,
}
