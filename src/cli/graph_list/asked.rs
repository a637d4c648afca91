//! The question about each graph of a list.

use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::{
    cli::{CliError, answered::CountQuestion, arguments::parse_time_limit},
    documents::solution::Status,
    puzzles::{StatedPuzzle, Task},
};

/// A question about a graph.
#[derive(Debug, Clone, Copy)]
pub enum ListQuestion {
    /// Find a solution, or the best one.
    First,
    /// Count the solutions.
    Count(CountQuestion),
}

impl ListQuestion {
    /// The task for a method.
    pub fn task(self) -> Task {
        match self {
            Self::First => Task::First,
            Self::Count(asked) => Task::Count(asked.counting),
        }
    }

    /// Refuses a question that does not apply to a puzzle.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn check(self, puzzle: &dyn StatedPuzzle) -> Result<(), CliError> {
        match self {
            Self::First => Ok(()),
            Self::Count(asked) => asked.check(puzzle),
        }
    }
}

/// Arguments for lists of graphs.
#[derive(Debug, Clone, Args)]
pub struct GraphListArguments {
    /// Stop the work on each graph of a list after this time, e.g. 1s; --time-limit limits the
    /// whole list
    #[arg(long, global = true, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit_each: Option<Duration>,
}

impl GraphListArguments {
    /// Refuses options for lists if there is no list.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn refuse(&self) -> Result<(), CliError> {
        if self.time_limit_each.is_some() {
            usage!("--time-limit-each applies to lists of graphs; use --time-limit");
        }
        Ok(())
    }
}

/// The answer for a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListAnswer {
    /// There is a solution.
    Yes,
    /// There is no solution.
    No,
    /// A limit stopped the search.
    Unknown,
}

impl From<Status> for ListAnswer {
    fn from(status: Status) -> Self {
        match status.has_solution() {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Unknown,
        }
    }
}
