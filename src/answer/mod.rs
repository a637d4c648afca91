//! From a puzzle and a method to a checked answer.

mod attempt;
#[cfg(test)]
mod carving_tests;
mod count;
pub mod direction;
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
    puzzles::{Certificate, Optimality, Puzzle, Solution, Violation, possible},
};
use attempt::MethodAttempt;

pub use count::count;
pub use sample::sample;

/// How many solutions are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// One.
    First,
    /// This many different ones.
    Some(u64),
    /// All.
    All,
}

impl Wanted {
    /// What to ask of a method.
    #[must_use]
    pub fn goal(self) -> Goal {
        match self {
            Self::First => Goal::First,
            Self::Some(_) | Self::All => Goal::All,
        }
    }

    fn most(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Some(count) => count,
            Self::All => u64::MAX,
        }
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// How many solutions.
    pub wanted: Wanted,
    /// Whether to look for short reasons first.
    pub precheck: bool,
    /// Whether solutions that a symmetry of the puzzle makes of one another are one.
    pub up_to_symmetry: bool,
}

/// A verified solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The solution; up to symmetry the least of its class.
    pub solution: Solution,
    /// Up to symmetry: how many solutions its class has.
    pub orbit_size: Option<u32>,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// As many solutions as were wanted.
    Satisfied,
    /// The last solution is the best; with the reason, where there is a short one.
    Optimal(Option<Certificate>),
    /// All solutions were wanted, or fewer exist than were.
    AllSolutions,
    /// There is none; with the reason, where there is a short one.
    Unsatisfiable(Option<Certificate>),
    /// A limit was reached.
    Unknown(Reason),
}

/// A checked answer; the solutions themselves went to the caller as they were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What came out.
    pub outcome: Outcome,
    /// Number of solutions found and verified; up to symmetry, of classes.
    pub solutions: u64,
    /// Number of solutions found, those of one class each for itself.
    pub all: u64,
    /// The value of the best solution, where the best is asked for.
    pub objective: Option<u64>,
    /// What shows that none is better than these several solutions, where there is a short
    /// reason.
    pub bound: Option<Certificate>,
    /// Whether the last solution is only the best so far.
    pub is_incumbent: bool,
    /// What was counted, if that was the task.
    pub counted: Option<Counted>,
    /// Time spent on checks.
    pub verify_time: Duration,
}

/// Why there is no answer, not even "unknown".
#[derive(Debug, Error)]
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
    /// A method says one thing with one seed and another with another.
    #[error("{method} contradicts itself: {problem}")]
    Contradiction {
        /// The method.
        method: &'static str,
        /// What it says.
        problem: String,
    },
    /// A foreign solver says what cannot be.
    #[error("the solver is wrong: {solver}: {problem}")]
    WrongSolver {
        /// The solver.
        solver: String,
        /// What it says, and what there is.
        problem: String,
    },
    /// No method does what is asked, or none of that name.
    #[error("{0}")]
    NoMethod(String),
    /// The method does not apply or could not work.
    #[error(transparent)]
    Method(#[from] MethodError),
}

/// 128 bits that tell different solutions apart, of a canonical one.
fn fingerprint(puzzle: &dyn Puzzle, canonical: &Solution) -> (u64, u64) {
    let identity = puzzle.identity(canonical);
    let hash = |key: u8| {
        let mut hasher = DefaultHasher::new();
        (key, &identity).hash(&mut hasher);
        hasher.finish()
    };
    (hash(0), hash(1))
}

/// The least of all solutions that the symmetries of a puzzle make of one, and how many
/// these are. O(s · n log n) for s symmetries and n squares.
#[must_use]
pub fn class(puzzle: &dyn Puzzle, symmetries: &[Symmetry], solution: &Solution) -> (Solution, u32) {
    let images = symmetries
        .iter()
        .map(|symmetry| puzzle.canonical(&solution.map(&|square| symmetry.apply(square))));
    let mut images: Vec<(Solution, Solution)> =
        images.map(|image| (puzzle.identity(&image), image)).collect();
    images.sort_unstable();
    images.dedup_by(|one, other| one.0 == other.0);
    let size = images.len() as u32;
    (images.swap_remove(0).1, size)
}

/// Solves a puzzle by a method; every solution is verified before `found` sees it, and
/// every certificate before it is returned.
///
/// Where the best solution is asked for and one is wanted, `found` sees better and better
/// ones; where several are wanted, the best value is found first, and then all of it.
///
/// # Errors
/// [`AnswerFailure`], if the method is wrong or cannot work.
pub fn answer(
    puzzle: &dyn Puzzle,
    method: &Method,
    question: Question,
    context: &Context,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
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

/// The same, where what a solver says and no one checks is believed.
fn trusted(
    puzzle: &dyn Puzzle,
    method: &Method,
    question: Question,
    context: &Context,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
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
        attempt.enumerate(&model, question, found)?;
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
        // Without it the answer is still one. What the method counted before stays.
        let tally = method.tally(&model, Counting::default());
        attempt.answer.counted = tally.and_then(|tally| tally.count(&context.aside()).ok());
    }
    if let (true, Outcome::Optimal(certificate)) = (several, &attempt.answer.outcome) {
        attempt.answer.bound.clone_from(certificate);
    }
    attempt.answer.is_incumbent = !optimal && attempt.answer.objective.is_some();
    if let (false, Some(finding)) = (optimal, best) {
        // Better than nothing: the best so far.
        let _ = found(finding);
    }
    if let (true, true, Some(best)) = (several, optimal, attempt.answer.objective) {
        let model = model.with_value(best);
        if !method.supports(&model, Goal::All) {
            return Err(method.unsupported().into());
        }
        attempt.answer.solutions = 0;
        attempt.answer.all = 0;
        attempt.enumerate(&model, question, found)?;
    }
    Ok(attempt.answer)
}

impl Answer {
    /// No answer, for that reason.
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

/// Holds a "no", and that nothing is better than the last solution, against what the puzzle
/// itself knows or soon finds.
///
/// # Errors
/// [`AnswerFailure::WrongSolver`] with the solution that there is.
fn check_foreign(
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
                "it says that there is no solution, but there is: {}",
                solution.in_words()
            ))),
            None => Ok(()),
        },
        (Outcome::Optimal(None) | Outcome::AllSolutions, Some(last)) => {
            let said = "it says that nothing is better, but it is not the best";
            if let Optimality::Better(better) = puzzle.optimality(last, false) {
                return Err(wrong(format!("{said}: {better}")));
            }
            let better = puzzle.value(last).and_then(|value| possible::better_than(puzzle, value));
            better.map_or(Ok(()), |better| Err(wrong(format!("{said}: {}", better.in_words()))))
        }
        _ => Ok(()),
    }
}
