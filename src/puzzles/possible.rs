//! Tests an unproved "no": looks for a solution that is known without a search or found by a short
//! one.

use std::ops::ControlFlow;

use super::{
    Puzzle,
    exhaustive::{Scope, StepBudget},
};

/// Steps of the search: some hundredths of a second.
const STEPS: u64 = 1 << 24;

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
    let mut found = None;
    // It does not matter here whether all was searched.
    let _ = puzzle.exhaust(scope, &mut StepBudget::of(STEPS), &mut |solution| {
        if puzzle.verify(&solution).is_err() {
            return ControlFlow::Continue(());
        }
        found = Some(solution);
        ControlFlow::Break(())
    });
    found
}
