//! Plain exhaustive search for checks: every solution of a small puzzle, by a backtracking that
//! shares nothing with models, encodings and methods, within a number of steps.

mod bounded;
mod dominations;
mod numbered;
mod placements;
mod routes;
#[cfg(test)]
mod tests;
mod walks;

use std::ops::ControlFlow;

use super::Solution;

pub use bounded::Bounded;
pub use dominations::Dominations;
pub use numbered::NumberedSquares;
pub use placements::{Pieces, Placements};
pub use routes::Routes;
pub use walks::Walks;

/// The most squares or vertices of what is searched; the searches are that deep at most.
pub const MOST_PLACES: usize = 1024;

/// Which solutions are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All; where the best is asked for, of every value.
    All,
    /// Placements of any number of pieces, whatever number is asked for.
    AnyNumber,
    /// Those that are better than this value.
    Better(u64),
    /// Those of this value, and better ones.
    AsGood(u64),
}

/// Why a search ended before all was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchHalt {
    /// Whoever takes the solutions has enough.
    Enough,
    /// The puzzle is too large, or of a kind that is not searched.
    TooLarge,
}

/// Whether everything was searched: a [`SearchHalt`] if not.
pub type Exhausted = Result<(), SearchHalt>;

/// Takes the solutions as they are found.
pub type Found<'a> = dyn FnMut(Solution) -> ControlFlow<()> + 'a;

/// How many steps a search may take: looks at a neighbour, or at a word of a set of squares.
#[derive(Debug, Clone)]
pub struct StepBudget {
    left: u64,
    of_solution: u64,
}

impl Default for StepBudget {
    /// About a second of work.
    fn default() -> Self {
        Self { left: 1 << 29, of_solution: 32 }
    }
}

impl StepBudget {
    /// This many steps.
    #[must_use]
    pub fn of(steps: u64) -> Self {
        Self { left: steps, ..Self::default() }
    }

    /// How many steps it takes whoever gets a solution to look at one place of it.
    pub fn charge_for_solutions(&mut self, steps_a_place: u64) {
        self.of_solution = steps_a_place;
    }

    /// Takes some steps.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`] if fewer are left.
    pub fn spend(&mut self, steps: usize) -> Exhausted {
        match self.left.checked_sub(steps as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(SearchHalt::TooLarge)
            }
        }
    }

    /// Takes the steps that a solution of this many places costs.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`] if fewer are left.
    pub fn spend_on_solution(&mut self, places: usize) -> Exhausted {
        self.spend((places + 4).saturating_mul(self.of_solution as usize))
    }
}

/// What the one who takes solutions says.
///
/// # Errors
/// [`SearchHalt::Enough`].
pub fn go_on(said: ControlFlow<()>) -> Exhausted {
    if said.is_break() { Err(SearchHalt::Enough) } else { Ok(()) }
}
