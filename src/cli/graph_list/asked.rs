//! What is asked about each graph of a list.

use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::{
    cli::{CliError, answered::CountQuestion, arguments::parse_time_limit},
    documents::solution::Status,
    puzzles::{StatedPuzzle, Task},
};

/// What is asked about a graph.
#[derive(Debug, Clone, Copy)]
pub enum ListQuestion {
    /// A solution, or the best.
    First,
    /// The number of solutions.
    Count(CountQuestion),
}

impl ListQuestion {
    /// What a method is to do.
    pub fn task(self) -> Task {
        match self {
            Self::First => Task::First,
            Self::Count(asked) => Task::Count(asked.counting),
        }
    }

    /// Refuses what cannot be asked about a puzzle.
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
    /// Of a list of graphs: stop each after this time, e.g. 1s; --time-limit is for all together
    #[arg(long, global = true, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit_each: Option<Duration>,
}

impl GraphListArguments {
    /// Refuses what is for lists, where there is none.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn refuse(&self) -> Result<(), CliError> {
        if self.time_limit_each.is_some() {
            usage!("--time-limit-each: it is for lists of graphs; say --time-limit");
        }
        Ok(())
    }
}

/// What may come of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListAnswer {
    /// There is a solution.
    Yes,
    /// There is none.
    No,
    /// A limit came first.
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
