//! What is asked about each graph of a list.

use crate::{
    cli::{CliError, count::CountQuestion},
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
