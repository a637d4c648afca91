//! Counting: by the method itself, or by finding and verifying every solution.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{
    Answer, AnswerFailure, Finding, Outcome, Question, Wanted, answer, attempt::MethodAttempt,
};
use crate::{
    limits::Reason,
    methods::{Context, Counted, Counting, Goal, Method},
    puzzles::Puzzle,
};

/// Counts the solutions of a puzzle by a method: by itself if it can, otherwise (or if it gives up)
/// one by one, each verified; `found` sees those.
///
/// # Errors
/// [`AnswerFailure`], if the method is wrong or cannot work.
pub fn count<P: Puzzle + ?Sized>(
    puzzle: &P,
    method: &Method,
    counting: Counting,
    precheck: bool,
    context: &Context,
    found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
) -> Result<Answer, AnswerFailure> {
    let model = puzzle.model();
    let Some(counter) = method.counter(&model, counting) else {
        return count_each(puzzle, method, (counting, precheck), context, found);
    };
    let mut attempt =
        MethodAttempt { puzzle, method, context, answer: Answer::unknown(Reason::Interrupted) };
    match counter.count(context) {
        Err(Reason::IncompleteMethod) if method.supports(&model, Goal::All) => {
            return count_each(puzzle, method, (counting, precheck), context, found);
        }
        Err(reason) => attempt.answer.outcome = Outcome::Unknown(reason),
        Ok(counted) => {
            // Counting is often faster than looking for short reasons, so reasons are sought only
            // if there is something to explain.
            if counted.count > BigUint::ZERO {
                attempt.answer.outcome = Outcome::AllSolutions;
            } else if !precheck || attempt.may_have_solutions(&model)? {
                attempt.answer.outcome = Outcome::Unsatisfiable(None);
                attempt.explain_by_given(&model)?;
            }
            if model.sense().is_some() {
                let most = (counted.by_size.len() as u64).checked_sub(1);
                attempt.answer.objective = counted.objective.or(most);
            }
            attempt.answer.counted = Some(counted);
        }
    }
    Ok(attempt.answer)
}

/// Counts by finding every solution.
fn count_each<P: Puzzle + ?Sized>(
    puzzle: &P,
    method: &Method,
    (counting, precheck): (Counting, bool),
    context: &Context,
    found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
) -> Result<Answer, AnswerFailure> {
    if counting.by_size {
        return Err(method.unsupported().into());
    }
    let up_to_symmetry = counting.classes;
    let question = Question { wanted: Wanted::All, precheck, up_to_symmetry };
    let mut answer = answer(puzzle, method, question, context, found)?;
    if answer.is_incumbent {
        // It is unknown whether that solution has the best value.
        let Answer { outcome, verify_time, .. } = answer;
        answer = Answer { outcome, verify_time, ..Answer::unknown(Reason::Interrupted) };
    }
    answer.counted = Some(Counted {
        count: answer.all.into(),
        objective: answer.objective,
        by_size: Vec::new(),
        classes: up_to_symmetry.then(|| answer.solutions.into()),
        ..Counted::default()
    });
    Ok(answer)
}
