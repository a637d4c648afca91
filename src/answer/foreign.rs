//! What a foreign solver says and no one checks, held against what is known without it.

use super::{Answer, AnswerFailure, Outcome};
use crate::{
    methods::{Context, Method},
    puzzles::{Optimality, Puzzle, Solution, possible},
};

/// Holds a "no", and that nothing is better than the last solution, against what the puzzle
/// itself knows or soon finds.
///
/// # Errors
/// [`AnswerFailure::WrongSolver`] with the solution that there is.
pub fn check(
    puzzle: &dyn Puzzle,
    method: &Method,
    context: &Context,
    answer: &Answer,
    last: Option<&Solution>,
) -> Result<(), AnswerFailure> {
    let wrong = |problem: String| AnswerFailure::WrongSolver {
        solver: context.options.solver.to_string(),
        problem: format!("{problem} (by {})", method.name()),
    };
    match (&answer.outcome, last) {
        (Outcome::Unsatisfiable(None), None) => match possible::against_no(puzzle) {
            Some(solution) => Err(wrong(format!(
                "it says that there is no solution, and there is: {}",
                solution.in_words()
            ))),
            None => Ok(()),
        },
        (Outcome::Optimal(None) | Outcome::AllSolutions, Some(last)) => {
            let said = "it says that nothing is better, and it is not the best";
            if let Optimality::Better(better) = puzzle.optimality(last, false) {
                return Err(wrong(format!("{said}: {better}")));
            }
            let better = puzzle.value(last).and_then(|value| possible::better_than(puzzle, value));
            better.map_or(Ok(()), |better| Err(wrong(format!("{said}: {}", better.in_words()))))
        }
        _ => Ok(()),
    }
}
