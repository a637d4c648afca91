//! Random solutions, each drawn with the same probability.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use web_time::Instant;

use super::{Answer, AnswerFailure, Finding, Outcome, attempt::MethodAttempt};
use crate::{
    limits::Reason,
    methods::{Context, Counted, Counting, Method, WitnessCounter},
    puzzles::Puzzle,
};

/// Draws a number of solutions of a puzzle with replacement, each with the same probability; every
/// one is verified before `found` sees it. The answer also counts all solutions.
///
/// # Errors
/// [`AnswerFailure`], if the method is wrong or cannot do this.
pub fn sample<P: Puzzle + ?Sized>(
    puzzle: &P,
    method: &Method,
    number: u64,
    precheck: bool,
    context: &Context,
    found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
) -> Result<Answer, AnswerFailure> {
    let model = puzzle.model();
    let counter = method.counter(&model, Counting::default());
    let Some(counter) = counter.filter(WitnessCounter::can_sample) else {
        return Err(method.unsupported().into());
    };
    let mut attempt =
        MethodAttempt { puzzle, method, context, answer: Answer::unknown(Reason::Interrupted) };
    let mut wrong = None;
    let answer = &mut attempt.answer;
    let ended = counter.sample(number, context, &mut |witness| {
        let started = Instant::now();
        let checked = puzzle.checked(&witness);
        answer.verify_time += started.elapsed();
        let Ok(solution) = checked.map_err(|violation| wrong = Some(violation)) else {
            return ControlFlow::Break(());
        };
        answer.all += 1;
        answer.solutions += 1;
        found(Finding { solution, orbit_size: None })
    });
    if let Some(violation) = wrong {
        return Err(attempt.wrong(violation));
    }
    let count = match ended {
        Ok(count) => count,
        Err(reason) => {
            attempt.answer.outcome = Outcome::Unknown(reason);
            return Ok(attempt.answer);
        }
    };
    if count == BigUint::ZERO {
        if !precheck || attempt.may_have_solutions(&model)? {
            attempt.answer.outcome = Outcome::Unsatisfiable(None);
            attempt.explain_by_given(&model)?;
        }
    } else if attempt.answer.solutions >= number {
        attempt.answer.outcome = Outcome::Satisfied;
    }
    attempt.answer.counted = Some(Counted { count, ..Counted::default() });
    Ok(attempt.answer)
}
