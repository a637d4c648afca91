//! From a puzzle and a method to a checked answer.

mod attempt;
#[cfg(test)]
mod carving_tests;
mod count;
pub mod direction;
pub mod diverse;
pub mod method;
mod sample;
pub mod seeds;

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    ops::ControlFlow,
    time::Duration,
};

use thiserror::Error;

use crate::{
    board::symmetry::Symmetry,
    limits::Reason,
    methods::{Context, Counted, Counting, Goal, Method, MethodError},
    puzzles::{Certificate, Optimality, Puzzle, PuzzleSolution, Solution, Violation, exhaustive},
};
use attempt::MethodAttempt;

pub use count::count;
pub use sample::sample;

/// The requested number of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// One.
    First,
    /// This number of different solutions.
    Some(u64),
    /// This number of different solutions that share little: of several for each, found with seeds
    /// drawn from the seed, those farthest apart.
    Diverse(u64),
    /// All.
    All,
}

impl Wanted {
    /// The goal for a method.
    #[doc(hidden)]
    #[must_use]
    pub fn goal(self) -> Goal {
        match self {
            Self::First => Goal::First,
            Self::Some(_) | Self::Diverse(_) | Self::All => Goal::All,
        }
    }

    fn most(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Some(count) | Self::Diverse(count) => count,
            Self::All => u64::MAX,
        }
    }
}

/// The question for the method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// How many solutions.
    pub wanted: Wanted,
    /// Whether to look for short reasons first.
    pub precheck: bool,
    /// Whether symmetric solutions count as one.
    pub up_to_symmetry: bool,
}

/// A verified solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<S = Solution> {
    /// The solution; up to symmetry the least of its class.
    pub solution: S,
    /// Up to symmetry: the number of solutions in its class.
    pub orbit_size: Option<u32>,
}

/// The result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The requested number of solutions was found.
    Satisfied,
    /// The last solution is the best; with the reason, if there is a short one.
    Optimal(Option<Certificate>),
    /// All solutions, or all that exist if more were wanted.
    AllSolutions,
    /// There is no solution; with the reason, if there is a short one.
    Unsatisfiable(Option<Certificate>),
    /// A limit was reached.
    Unknown(Reason),
}

impl Outcome {
    /// The short reason why there is no solution, or no better one, if there is one.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let tour = TourStatement::new(Board::new(5, 5)?, "knight", true);
    /// let puzzle = Statement::from(tour).into_puzzle()?;
    /// let solved = solve(&*puzzle, &Settings::default())?;
    /// let reason = solved.outcome.certificate().map(|certificate| puzzle.because(certificate));
    /// assert!(reason.is_some_and(|reason| reason.contains("13")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn certificate(&self) -> Option<&Certificate> {
        match self {
            Self::Optimal(certificate) | Self::Unsatisfiable(certificate) => certificate.as_ref(),
            _ => None,
        }
    }
}

/// A checked answer; the solutions themselves went to the caller as they were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The result.
    pub outcome: Outcome,
    /// Number of solutions found and verified; up to symmetry, of classes.
    pub solutions: u64,
    /// Number of solutions found, counting each member of a class.
    pub all: u64,
    /// The value of the best solution, if the puzzle asks for the best.
    pub objective: Option<u64>,
    /// Shows that no solution is better than these, if there is a short reason.
    pub bound: Option<Certificate>,
    /// Whether the last solution is only the best so far.
    pub is_incumbent: bool,
    /// The count, if that was the task.
    pub counted: Option<Counted>,
    /// Time spent on checks.
    pub verify_time: Duration,
}

/// Why there is no answer, not even "unknown".
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnswerFailure {
    /// A method gave a wrong solution.
    #[error("{method} gave a wrong solution: {violation}")]
    WrongSolution {
        /// The method.
        method: String,
        /// What is wrong with the solution.
        violation: Violation,
    },
    /// The reason for a "no" does not hold.
    #[error("the certificate `{kind}` does not hold: {violation}")]
    WrongCertificate {
        /// The certificate.
        kind: &'static str,
        /// What is wrong with it.
        violation: Violation,
    },
    /// A method contradicts itself with different seeds.
    #[error("{method} contradicts itself: {problem}")]
    Contradiction {
        /// The method.
        method: &'static str,
        /// The contradiction.
        problem: String,
    },
    /// An external solver made an impossible claim.
    #[error("the solver is wrong: {solver}: {problem}")]
    WrongSolver {
        /// The solver.
        solver: String,
        /// The claim, and the facts.
        problem: String,
    },
    /// No method can do the task, or none has that name.
    #[error("{0}")]
    NoMethod(String),
    /// The method does not apply or could not work.
    #[error(transparent)]
    Method(#[from] MethodError),
}

/// A 128-bit fingerprint of a canonical solution, to distinguish solutions.
fn fingerprint<P: Puzzle + ?Sized>(puzzle: &P, canonical: &P::Solution) -> (u64, u64) {
    let identity = puzzle.identity(canonical);
    let hash = |key: u8| {
        let mut hasher = DefaultHasher::new();
        (key, &identity).hash(&mut hasher);
        hasher.finish()
    };
    (hash(0), hash(1))
}

/// The least image of a solution under the symmetries of a puzzle, and the number of different
/// images. O(s · n log n) for s symmetries and n squares.
#[must_use]
pub fn class<P: Puzzle + ?Sized>(
    puzzle: &P,
    symmetries: &[Symmetry],
    solution: &P::Solution,
) -> (P::Solution, u32) {
    let images = symmetries
        .iter()
        .map(|symmetry| puzzle.canonical(&solution.map(&|square| symmetry.apply(square))));
    let mut images: Vec<(P::Solution, P::Solution)> =
        images.map(|image| (puzzle.identity(&image), image)).collect();
    images.sort_unstable();
    images.dedup_by(|one, other| one.0 == other.0);
    let size = images.len() as u32;
    (images.swap_remove(0).1, size)
}

/// Solves a puzzle by a method; every solution is verified before `found` sees it, and every
/// certificate before it is returned.
///
/// If one optimal solution is requested, `found` sees better and better ones; if
/// several are wanted, the best value is found first, then the solutions with it.
///
/// # Errors
/// [`AnswerFailure`], if the method is wrong or cannot work.
pub fn answer<P: Puzzle + ?Sized>(
    puzzle: &P,
    method: &Method,
    question: Question,
    context: &Context,
    found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
) -> Result<Answer, AnswerFailure> {
    if !method.asks_program(&context.options) {
        return trusted(puzzle, method, question, context, found);
    }
    let mut last = None;
    let answer = trusted(puzzle, method, question, context, &mut |finding| {
        last = Some(finding.solution.clone());
        found(finding)
    })?;
    check_foreign(puzzle, method, context, &answer, last.as_ref())?;
    Ok(answer)
}

/// The same, but with unchecked claims of a solver accepted.
fn trusted<P: Puzzle + ?Sized>(
    puzzle: &P,
    method: &Method,
    question: Question,
    context: &Context,
    found: &mut dyn FnMut(Finding<P::Solution>) -> ControlFlow<()>,
) -> Result<Answer, AnswerFailure> {
    let model = puzzle.model();
    let optimum = model.sense().is_some();
    let goal = if optimum { Goal::First } else { question.wanted.goal() };
    if !method.supports(&model, goal) {
        return Err(method.unsupported().into());
    }
    let mut attempt =
        MethodAttempt { puzzle, method, context, answer: Answer::unknown(Reason::Interrupted) };
    if question.precheck && !attempt.may_have_solutions(&model)? {
        return Ok(attempt.answer);
    }
    if !optimum {
        attempt.several(&model, question, found)?;
        return Ok(attempt.answer);
    }
    let several = question.wanted != Wanted::First;
    let mut best = None;
    let mut sink = |finding| {
        if several {
            best = Some(finding);
            return ControlFlow::Continue(());
        }
        found(finding)
    };
    attempt.improve(&model, question, &mut sink)?;
    let optimal = matches!(attempt.answer.outcome, Outcome::Optimal(_));
    if optimal && !several && puzzle.tells_count() {
        // The answer holds without the count. The method's earlier counters stay.
        let counter = method.counter(&model, Counting::default());
        attempt.answer.counted = counter.and_then(|counter| counter.count(&context.aside()).ok());
    }
    if let (true, Outcome::Optimal(certificate)) = (several, &attempt.answer.outcome) {
        attempt.answer.bound.clone_from(certificate);
    }
    attempt.answer.is_incumbent = !optimal && attempt.answer.objective.is_some();
    if let (false, Some(finding)) = (optimal, best) {
        // The best solution so far is worth returning.
        let _ = found(finding);
    }
    if let (true, true, Some(best)) = (several, optimal, attempt.answer.objective) {
        let model = model.with_value(best);
        if !method.supports(&model, Goal::All) {
            return Err(method.unsupported().into());
        }
        attempt.answer.solutions = 0;
        attempt.answer.all = 0;
        attempt.several(&model, question, found)?;
    }
    Ok(attempt.answer)
}

impl Answer {
    /// No answer, for this reason.
    #[must_use]
    pub fn unknown(reason: Reason) -> Self {
        Self {
            outcome: Outcome::Unknown(reason),
            solutions: 0,
            all: 0,
            objective: None,
            bound: None,
            is_incumbent: false,
            counted: None,
            verify_time: Duration::ZERO,
        }
    }
}

/// Compares a "no", and the claim that the last solution is optimal, with what the puzzle knows or
/// soon finds.
///
/// # Errors
/// [`AnswerFailure::WrongSolver`] with the existing solution.
fn check_foreign<P: Puzzle + ?Sized>(
    puzzle: &P,
    method: &Method,
    context: &Context,
    answer: &Answer,
    last: Option<&P::Solution>,
) -> Result<(), AnswerFailure> {
    let wrong = |problem: String| AnswerFailure::WrongSolver {
        solver: context.options.solver.to_string(),
        problem: format!("{problem} (by {})", method.name()),
    };
    match (&answer.outcome, last) {
        (Outcome::Unsatisfiable(None), None) => match exhaustive::against_no(puzzle) {
            Some(solution) => Err(wrong(format!(
                "it claims that there is no solution, but there is one: {}",
                solution.in_words()
            ))),
            None => Ok(()),
        },
        (Outcome::Optimal(None) | Outcome::AllSolutions, Some(last)) => {
            let claim = "it claims that its solution is optimal, but it is not";
            if let Optimality::Better(better) = puzzle.optimality(last, false) {
                return Err(wrong(format!("{claim}: {better}")));
            }
            let better =
                puzzle.value(last).and_then(|value| exhaustive::better_than(puzzle, value));
            better.map_or(Ok(()), |better| Err(wrong(format!("{claim}: {}", better.in_words()))))
        }
        _ => Ok(()),
    }
}
