//! Plain exhaustive search for checks: finds every solution of a small puzzle by backtracking,
//! shares no code with models, encodings and methods, and has a step limit.

pub mod paths;
mod place_sets;
mod routes;
mod sparse;
#[cfg(test)]
mod tests;
mod walks;

use std::ops::{ControlFlow, RangeInclusive};

use satranj_encodings::model::Count;
use web_time::Instant;

use super::{Puzzle, Solution};

pub use place_sets::{Pieces, PlaceSets};
pub use routes::Routes;
pub use sparse::SparseGraph;
pub use walks::Walks;

/// The most squares or vertices of a searched puzzle, which bounds the search depth.
pub const MOST_PLACES: usize = 1024;

/// The solutions to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All; for an optimisation puzzle, of every value.
    All,
    /// Placements of any number of pieces, whatever the requested number.
    AnyNumber,
    /// Solutions better than this value; a search may end after one.
    Better(u64),
    /// Solutions at least as good as this value.
    AsGood(u64),
}

impl Scope {
    /// The numbers of places that a solution in this scope may take, of `all`; `is_most`: more
    /// are better, not fewer. `None` if no number is possible.
    #[must_use]
    pub fn sizes(self, count: Count, is_most: bool, all: u64) -> Option<RangeInclusive<u64>> {
        let size = |value: u64| value.min(all);
        Some(match (count, self) {
            (_, Self::AnyNumber) | (Count::Optimum, Self::All) => 0..=all,
            (Count::Exactly(count), _) => count.into()..=count.into(),
            (Count::Optimum, Self::AsGood(value)) if is_most => size(value)..=all,
            (Count::Optimum, Self::AsGood(value)) => 0..=size(value),
            (Count::Optimum, Self::Better(value)) if is_most => {
                size(value).checked_add(1).filter(|&least| least <= all)?..=all
            }
            (Count::Optimum, Self::Better(value)) => 0..=size(value.checked_sub(1)?),
        })
    }

    /// The most that a solution may cost: the stated limit, or the limit of this scope if the
    /// puzzle asks for the least cost. `None` if no cost is low enough.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`] for sets of any size, which have no cost.
    pub fn most(self, stated: Option<u64>) -> Result<Option<u64>, SearchHalt> {
        Ok(match (stated, self) {
            (_, Self::AnyNumber) => return Err(SearchHalt::TooLarge),
            (Some(most), _) => Some(most),
            (None, Self::All) => Some(u64::MAX),
            (None, Self::AsGood(value)) => Some(value),
            (None, Self::Better(value)) => value.checked_sub(1),
        })
    }
}

/// Why a search ended before all was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchHalt {
    /// The caller that takes the solutions has enough.
    Enough,
    /// The puzzle is too large, or of a kind without a search.
    TooLarge,
}

/// The end of a search: a [`SearchHalt`] if it was incomplete.
pub type Exhausted = Result<(), SearchHalt>;

/// Takes the solutions as they are found.
pub type Found<'a, S = Solution> = dyn FnMut(S) -> ControlFlow<()> + 'a;

/// The number of steps between two looks at the clock.
const STEPS_A_LOOK: u64 = 1 << 16;

/// Takes sets as places with kinds, or ways as places with the number of the step from each.
pub type FoundPairs<'a> = dyn FnMut(&[(usize, usize)]) -> ControlFlow<()> + 'a;

/// A step limit: a step looks at one neighbour, or at one word of a bit set.
#[derive(Debug, Clone)]
pub struct StepBudget {
    left: u64,
    of_solution: u64,
    until: Option<Instant>,
}

impl Default for StepBudget {
    /// About a second of work.
    fn default() -> Self {
        Self { left: 1 << 29, of_solution: 32, until: None }
    }
}

impl StepBudget {
    /// A budget of steps.
    #[must_use]
    pub fn of(steps: u64) -> Self {
        Self { left: steps, ..Self::default() }
    }

    /// The same, but with a time limit.
    #[must_use]
    pub fn until(self, time: Instant) -> Self {
        Self { until: Some(time), ..self }
    }

    /// The same, but with this number of steps.
    #[must_use]
    pub fn with_steps(&self, steps: u64) -> Self {
        Self { left: steps, ..self.clone() }
    }

    /// The steps that are left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Whether the time limit was reached.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Sets how many steps a caller spends on each place of a solution.
    pub fn charge_for_solutions(&mut self, steps_a_place: u64) {
        self.of_solution = steps_a_place;
    }

    /// Spends some steps.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`] if fewer are left.
    pub fn spend(&mut self, steps: usize) -> Exhausted {
        let left = self.left.saturating_sub(steps as u64);
        let looks = left / STEPS_A_LOOK != self.left / STEPS_A_LOOK;
        let is_spent = steps as u64 > self.left || looks && self.is_late();
        self.left = if is_spent { 0 } else { left };
        if is_spent { Err(SearchHalt::TooLarge) } else { Ok(()) }
    }

    /// Spends the steps that a solution of this many places costs.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`] if fewer are left.
    pub fn spend_on_solution(&mut self, places: usize) -> Exhausted {
        self.spend((places + 4).saturating_mul(self.of_solution as usize))
    }
}

/// Stops if the caller that takes solutions says so.
///
/// # Errors
/// [`SearchHalt::Enough`].
pub fn go_on(flow: ControlFlow<()>) -> Exhausted {
    if flow.is_break() { Err(SearchHalt::Enough) } else { Ok(()) }
}

/// Steps of a short search: some hundredths of a second.
const SHORT: u64 = 1 << 24;

/// A solution of a puzzle that is claimed to have none, if one is known or soon found.
#[must_use]
pub fn against_no<P: Puzzle + ?Sized>(puzzle: &P) -> Option<P::Solution> {
    let is_right = |solution: &P::Solution| puzzle.verify(solution).is_ok();
    puzzle.obvious().filter(is_right).or_else(|| first(puzzle, Scope::All))
}

/// A solution better than a value that is claimed to be the best, if one is soon found.
#[must_use]
pub fn better_than<P: Puzzle + ?Sized>(puzzle: &P, value: u64) -> Option<P::Solution> {
    first(puzzle, Scope::Better(value))
}

fn first<P: Puzzle + ?Sized>(puzzle: &P, scope: Scope) -> Option<P::Solution> {
    // An incomplete search is enough here.
    searched(puzzle, scope, &mut StepBudget::of(SHORT)).unwrap_or_default()
}

/// Searches for a right solution in a scope; `None` if none exists.
///
/// # Errors
/// [`SearchHalt::TooLarge`] if the search did not end.
pub fn searched<P: Puzzle + ?Sized>(
    puzzle: &P,
    scope: Scope,
    budget: &mut StepBudget,
) -> Result<Option<P::Solution>, SearchHalt> {
    let mut found = None;
    let ended = puzzle.exhaust(scope, budget, &mut |solution| {
        if puzzle.verify(&solution).is_err() {
            return ControlFlow::Continue(());
        }
        found = Some(solution);
        ControlFlow::Break(())
    });
    if found.is_some() { Ok(found) } else { ended.map(|()| None) }
}
