//! From a puzzle and a method to a checked answer.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    ops::ControlFlow,
    time::{Duration, Instant},
};

use satranj_encodings::hamiltonian::obstruction;
use thiserror::Error;

use crate::{
    limits::Reason,
    methods::{Ending, Goal, Method, MethodError, Run},
    puzzles::{Certificate, Puzzle, Solution, Violation},
};

/// How many solutions are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// One.
    First,
    /// So many different ones.
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
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// As many solutions as were wanted.
    Satisfied,
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
    /// Number of solutions found and verified.
    pub solutions: u64,
    /// Time spent on checks.
    pub verify_time: Duration,
}

/// Why there is no answer, not even "unknown".
#[derive(Debug, Error)]
pub enum Failure {
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
        kind: String,
        /// What is wrong with it.
        violation: Violation,
    },
    /// The method does not apply.
    #[error("{method} does not solve this puzzle")]
    Unsupported {
        /// The method.
        method: String,
    },
    /// The method could not work.
    #[error(transparent)]
    Method(#[from] MethodError),
}

/// 128 bits that tell different solutions apart, and are the same for all forms of one.
fn fingerprint(puzzle: &dyn Puzzle, solution: &Solution) -> (u64, u64) {
    let canonical = puzzle.canonical(solution);
    let hash = |key: u8| {
        let mut hasher = DefaultHasher::new();
        (key, &canonical).hash(&mut hasher);
        hasher.finish()
    };
    (hash(0), hash(1))
}

/// Solves a puzzle by a method; every solution is verified before `found` sees it, and
/// every certificate before it is returned.
///
/// # Errors
/// [`Failure`], if the method is wrong or cannot work.
pub fn answer(
    puzzle: &dyn Puzzle,
    method: &dyn Method,
    wanted: Wanted,
    precheck: bool,
    run: &Run,
    found: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Result<Answer, Failure> {
    let model = puzzle.model();
    let goal = wanted.goal();
    if !method.supports(&model, goal) {
        return Err(Failure::Unsupported { method: method.name().into() });
    }
    let mut answer =
        Answer { outcome: Outcome::AllSolutions, solutions: 0, verify_time: Duration::ZERO };
    if precheck && let Some(hamiltonian) = model.as_hamiltonian() {
        if obstruction::needs_graph(hamiltonian) {
            if let Err(reason) = run.poll().and_then(|()| run.reserve(hamiltonian.graph_bytes())) {
                answer.outcome = Outcome::Unknown(reason);
                return Ok(answer);
            }
            run.encoding(|| {
                let _ = hamiltonian.graph();
            });
        }
        if let Some(obstruction) = obstruction::find(hamiltonian) {
            let certificate = puzzle.explain(&obstruction);
            let started = Instant::now();
            puzzle.verify_certificate(&certificate).map_err(|violation| {
                let kind = format!("{certificate:?}");
                let kind = kind.split_whitespace().next().unwrap_or_default().to_string();
                Failure::WrongCertificate { kind, violation }
            })?;
            answer.verify_time = started.elapsed();
            answer.outcome = Outcome::Unsatisfiable(Some(certificate));
            return Ok(answer);
        }
    }
    let most = match wanted {
        Wanted::First => 1,
        Wanted::Some(count) => count,
        Wanted::All => u64::MAX,
    };
    let mut wrong = None;
    let mut seen = HashSet::new();
    let ending = method.solve(&model, goal, run, &mut |witness| {
        let solution = puzzle.interpret(&witness);
        let started = Instant::now();
        let mut verified = puzzle.verify(&solution);
        if verified.is_ok()
            && wanted != Wanted::First
            && !seen.insert(fingerprint(puzzle, &solution))
        {
            verified = Err(Violation("it is the same as an earlier one".into()));
        }
        answer.verify_time += started.elapsed();
        if let Err(violation) = verified {
            wrong = Some(violation);
            return ControlFlow::Break(());
        }
        answer.solutions += 1;
        let asked = found(solution);
        if answer.solutions >= most { ControlFlow::Break(()) } else { asked }
    })?;
    if let Some(violation) = wrong {
        return Err(Failure::WrongSolution { method: method.name().into(), violation });
    }
    answer.outcome = match ending {
        _ if wanted == Wanted::First && answer.solutions > 0 => Outcome::Satisfied,
        Ending::Enough if answer.solutions >= most => Outcome::Satisfied,
        Ending::Enough => Outcome::Unknown(Reason::Interrupted),
        Ending::Exhausted if answer.solutions == 0 => Outcome::Unsatisfiable(None),
        Ending::Exhausted => Outcome::AllSolutions,
        Ending::Stopped(reason) => Outcome::Unknown(reason),
    };
    Ok(answer)
}
