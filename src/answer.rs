//! From a puzzle and a method to a checked answer.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    ops::ControlFlow,
    time::{Duration, Instant},
};

use num_bigint::BigUint;
use satranj_encodings::model::{Model, Obstruction};
use thiserror::Error;

use crate::{
    limits::Reason,
    methods::{Counted, Counting, Ending, Goal, Method, MethodError, Run, Tally},
    obstruction,
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
    pub objective: Option<u32>,
    /// What was counted, if that was the task.
    pub counted: Option<Counted>,
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
        kind: &'static str,
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

/// 128 bits that tell different solutions apart.
fn fingerprint(canonical: &Solution) -> (u64, u64) {
    let hash = |key: u8| {
        let mut hasher = DefaultHasher::new();
        (key, canonical).hash(&mut hasher);
        hasher.finish()
    };
    (hash(0), hash(1))
}

/// The least of all solutions that the symmetries of a puzzle make of one, and how many
/// these are.
#[must_use]
pub fn class(puzzle: &dyn Puzzle, solution: &Solution) -> (Solution, u32) {
    let images = puzzle
        .symmetries()
        .into_iter()
        .map(|symmetry| puzzle.canonical(&solution.map(&|square| symmetry.apply(square))));
    let mut images: Vec<Solution> = images.collect();
    images.sort_unstable();
    images.dedup();
    let size = images.len() as u32;
    (images.swap_remove(0), size)
}

/// Solves a puzzle by a method; every solution is verified before `found` sees it, and
/// every certificate before it is returned.
///
/// Where the best solution is asked for and one is wanted, `found` sees better and better
/// ones; where several are wanted, the best value is found first, and then all of it.
///
/// # Errors
/// [`Failure`], if the method is wrong or cannot work.
pub fn answer(
    puzzle: &dyn Puzzle,
    method: &dyn Method,
    question: Question,
    run: &Run,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<Answer, Failure> {
    let model = puzzle.model();
    let unsupported = || Failure::Unsupported { method: method.name().into() };
    let optimum = model.sense().is_some();
    let goal = if optimum { Goal::First } else { question.wanted.goal() };
    if !method.supports(&model, goal) {
        return Err(unsupported());
    }
    let mut attempt = Attempt { puzzle, method, run, answer: Answer::unknown(Reason::Interrupted) };
    if question.precheck && !attempt.may_have_solutions(&model)? {
        return Ok(attempt.answer);
    }
    if !optimum {
        attempt.enumerate(&model, question, found)?;
        return Ok(attempt.answer);
    }
    let several = question.wanted != Wanted::First;
    let mut sink = |finding| if several { ControlFlow::Continue(()) } else { found(finding) };
    attempt.improve(&model, question.precheck, &mut sink)?;
    let optimal = matches!(attempt.answer.outcome, Outcome::Optimal(_));
    if let (true, true, Some(best)) = (several, optimal, attempt.answer.objective) {
        let model = model.with_value(best);
        if !method.supports(&model, Goal::All) {
            return Err(unsupported());
        }
        attempt.answer.solutions = 0;
        attempt.answer.all = 0;
        attempt.enumerate(&model, question, found)?;
    }
    Ok(attempt.answer)
}

/// Counts the solutions of a puzzle by a method: by itself if it can, otherwise one by one,
/// each verified; `found` sees those.
///
/// # Errors
/// [`Failure`], if the method is wrong or cannot work.
pub fn count(
    puzzle: &dyn Puzzle,
    method: &dyn Method,
    counting: Counting,
    precheck: bool,
    run: &Run,
    found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<Answer, Failure> {
    let model = puzzle.model();
    if !method.counts(&model, counting) {
        if counting.by_size {
            return Err(Failure::Unsupported { method: method.name().into() });
        }
        let up_to_symmetry = counting.classes;
        let question = Question { wanted: Wanted::All, precheck, up_to_symmetry };
        let mut answer = answer(puzzle, method, question, run, found)?;
        answer.counted = Some(Counted {
            count: answer.all.into(),
            by_size: Vec::new(),
            classes: up_to_symmetry.then(|| answer.solutions.into()),
        });
        return Ok(answer);
    }
    let mut attempt = Attempt { puzzle, method, run, answer: Answer::unknown(Reason::Interrupted) };
    // Placements of other sizes may exist where there is none of the size asked for.
    if precheck && !counting.by_size && !attempt.may_have_solutions(&model)? {
        attempt.answer.counted = Some(Counted {
            classes: counting.classes.then(BigUint::default),
            ..Counted::default()
        });
        return Ok(attempt.answer);
    }
    let mut answer = attempt.answer;
    // The sizes tell what the best is.
    let sizes = Counting { by_size: true, ..counting };
    let sizes =
        if model.sense().is_some() && method.counts(&model, sizes) { sizes } else { counting };
    match method.count(&model, sizes, run)? {
        Tally::Stopped(reason) => answer.outcome = Outcome::Unknown(reason),
        Tally::Counted(counted) => {
            answer.outcome = if counted.count == BigUint::default() {
                Outcome::Unsatisfiable(None)
            } else {
                Outcome::AllSolutions
            };
            if model.sense().is_some() && !counted.by_size.is_empty() {
                answer.objective = Some(counted.by_size.len() as u32 - 1);
            }
            answer.counted = Some(counted);
        }
    }
    Ok(answer)
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
            counted: None,
            verify_time: Duration::ZERO,
        }
    }
}

/// One attempt of a method at a puzzle.
struct Attempt<'a> {
    puzzle: &'a dyn Puzzle,
    method: &'a dyn Method,
    run: &'a Run,
    answer: Answer,
}

impl Attempt<'_> {
    /// What an obstruction means, verified: that there is no solution, or none better than
    /// `best`.
    fn certificate(
        &mut self,
        obstruction: &Obstruction,
        best: Option<&Solution>,
    ) -> Result<Option<Certificate>, Failure> {
        let Some(certificate) = self.puzzle.explain(obstruction) else { return Ok(None) };
        let started = Instant::now();
        self.puzzle.verify_certificate(&certificate, best).map_err(|violation| {
            Failure::WrongCertificate { kind: certificate.kind(), violation }
        })?;
        self.answer.verify_time += started.elapsed();
        Ok(Some(certificate))
    }

    /// Looks for a short reason why there is no solution; `false` if the answer is known.
    fn may_have_solutions(&mut self, model: &Model) -> Result<bool, Failure> {
        self.answer.outcome = match obstruction::find(model, self.run) {
            Ok(None) => return Ok(true),
            Ok(Some(obstruction)) => Outcome::Unsatisfiable(self.certificate(&obstruction, None)?),
            Err(reason) => Outcome::Unknown(reason),
        };
        Ok(false)
    }

    fn wrong(&self, violation: Violation) -> Failure {
        Failure::WrongSolution { method: self.method.name().into(), violation }
    }

    /// Finds as many different solutions as are wanted.
    fn enumerate(
        &mut self,
        model: &Model,
        question: Question,
        found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let (puzzle, wanted) = (self.puzzle, question.wanted);
        let classes = question.up_to_symmetry;
        let mut wrong = None;
        let mut seen = HashSet::new();
        let mut seen_classes = HashSet::new();
        let answer = &mut self.answer;
        let goal = wanted.goal();
        let ending = self.method.solve(model, goal, self.run, &mut |witness| {
            let mut solution = puzzle.interpret(&witness);
            let started = Instant::now();
            let mut verified = puzzle.verify(&solution);
            if verified.is_ok()
                && goal == Goal::All
                && !seen.insert(fingerprint(&puzzle.canonical(&solution)))
            {
                verified = Err(Violation("it is the same as an earlier one".into()));
            }
            let mut orbit_size = None;
            if classes && verified.is_ok() {
                let (least, size) = class(puzzle, &solution);
                verified = puzzle.verify(&least);
                solution = least;
                orbit_size = Some(size);
            }
            answer.verify_time += started.elapsed();
            if let Err(violation) = verified {
                wrong = Some(violation);
                return ControlFlow::Break(());
            }
            answer.all += 1;
            if classes && !seen_classes.insert(fingerprint(&solution)) {
                return ControlFlow::Continue(());
            }
            answer.solutions += 1;
            let asked = found(Finding { solution, orbit_size });
            if answer.solutions >= wanted.most() { ControlFlow::Break(()) } else { asked }
        })?;
        if let Some(violation) = wrong {
            return Err(self.wrong(violation));
        }
        self.answer.outcome = match ending {
            _ if wanted == Wanted::First && self.answer.solutions > 0 => Outcome::Satisfied,
            Ending::Enough if self.answer.solutions >= wanted.most() => Outcome::Satisfied,
            Ending::Enough => Outcome::Unknown(Reason::Interrupted),
            Ending::Exhausted if self.answer.solutions == 0 => Outcome::Unsatisfiable(None),
            Ending::Proved(obstruction) if self.answer.solutions == 0 => {
                Outcome::Unsatisfiable(self.certificate(&obstruction, None)?)
            }
            Ending::Exhausted | Ending::Proved(_) => Outcome::AllSolutions,
            Ending::Stopped(reason) => Outcome::Unknown(reason),
        };
        Ok(())
    }

    /// Finds better and better solutions until the best.
    fn improve(
        &mut self,
        model: &Model,
        precheck: bool,
        found: &mut dyn FnMut(Finding) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let bound = if precheck { obstruction::bound(model, self.run) } else { Ok(None) };
        let bound = match bound {
            Ok(bound) => bound,
            Err(reason) => {
                self.answer.outcome = Outcome::Unknown(reason);
                return Ok(());
            }
        };
        let puzzle = self.puzzle;
        let mut wrong = None;
        let mut best: Option<Solution> = None;
        let mut reached = false;
        let answer = &mut self.answer;
        let ending = self.method.solve(model, Goal::First, self.run, &mut |witness| {
            let value = model.value(&witness);
            let better = match (model.sense(), answer.objective) {
                (Some(sense), Some(objective)) => sense.is_better(value, objective),
                _ => true,
            };
            let solution = puzzle.interpret(&witness);
            let started = Instant::now();
            let verified = puzzle.verify(&solution).and_then(|()| {
                let counted = puzzle.value(&solution);
                let differs = || Violation(format!("its value is {counted:?}, not {value}"));
                if counted == Some(value) { Ok(()) } else { Err(differs()) }
            });
            answer.verify_time += started.elapsed();
            if let Err(violation) = verified {
                wrong = Some(violation);
                return ControlFlow::Break(());
            }
            if !better {
                return ControlFlow::Continue(());
            }
            answer.objective = Some(value);
            answer.solutions = 1;
            answer.all = 1;
            reached = bound.as_ref().is_some_and(|(bound, _)| *bound == value);
            best = Some(solution.clone());
            let asked = found(Finding { solution, orbit_size: None });
            if reached { ControlFlow::Break(()) } else { asked }
        })?;
        if let Some(violation) = wrong {
            return Err(self.wrong(violation));
        }
        self.answer.outcome = match (ending, &best) {
            (Ending::Stopped(reason), _) => Outcome::Unknown(reason),
            (_, Some(best)) if reached => {
                let reason = bound.map(|(_, reason)| reason);
                let certificate =
                    reason.map(|reason| self.certificate(&reason, Some(best))).transpose()?;
                Outcome::Optimal(certificate.flatten())
            }
            (Ending::Enough, _) => Outcome::Unknown(Reason::Interrupted),
            (Ending::Proved(reason), Some(best)) => {
                Outcome::Optimal(self.certificate(&reason, Some(best))?)
            }
            (Ending::Proved(reason), None) => {
                Outcome::Unsatisfiable(self.certificate(&reason, None)?)
            }
            (Ending::Exhausted, Some(_)) => Outcome::Optimal(None),
            (Ending::Exhausted, None) => Outcome::Unsatisfiable(None),
        };
        Ok(())
    }
}
