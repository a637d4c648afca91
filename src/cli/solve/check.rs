//! `--check`: proves a "no" or an optimum that has no certificate, and checks the proof.

use std::{
    cell::Cell,
    sync::atomic::{AtomicUsize, Ordering},
};

use clap::ValueEnum;

use crate::{
    answer::Outcome,
    cli::{CliError, session::SessionEnd},
    limits::Reason,
    methods::{Context, Method, Registry},
    processor_time::ThreadClock,
    proofs::in_memory::{OpenClaim, Unproved},
    puzzles::{Certificate, StatedPuzzle},
};

/// How much work a proof and its check may take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckEffort {
    /// Make no proof.
    None,
    /// Take as much processor time as the search, plus one second.
    #[default]
    Share,
    /// Take as long as necessary.
    Full,
}

/// The processor seconds of all checks of a command besides those of its searches.
pub const SPARE_SECONDS: f64 = 1.0;

/// The least processor seconds for one of many cases, besides those of its search.
const LEAST_SECONDS: f64 = 0.05;

/// The most bytes of a proof, and of what a check builds at once, unless it is checked in full.
const MOST_BYTES: u64 = 64 << 20;

/// The reason if a check was stopped because it would take more.
const SHARE_USED_UP: &str =
    "the proof takes more than its share of the work; --check full makes it";

/// What a check may take.
pub struct CheckBudget<'a> {
    pub effort: CheckEffort,
    /// How many more processor seconds the checks of a command may take besides those of its
    /// searches.
    pub spare: &'a Cell<f64>,
    /// The signal that stops the command, or 0.
    pub signals: &'a AtomicUsize,
}

/// What came of a check.
#[derive(Debug, Default)]
pub struct CheckEnd {
    /// Why the answer has no checked proof, if it needs one.
    pub because: Option<String>,
    /// The processor time.
    pub seconds: f64,
}

/// Proves a "no" or an optimum of a method without a certificate, if the budget allows; the
/// certificate goes into the outcome. If the method is a portfolio, its last turn answered.
///
/// # Errors
/// [`CliError::Check`] if the answer or the proof is wrong.
pub fn check(
    budget: &CheckBudget<'_>,
    puzzle: &dyn StatedPuzzle,
    (registry, method): (&Registry, &Method),
    context: &Context,
    ended: &mut SessionEnd,
) -> Result<CheckEnd, CliError> {
    let best = match ended.outcome {
        Outcome::Unsatisfiable(None) => None,
        Outcome::Optimal(None) if ended.objective.is_some() => ended.objective,
        _ => return Ok(CheckEnd::default()),
    };
    if budget.effort == CheckEffort::None {
        return Ok(CheckEnd { because: Some("no check was asked for".into()), seconds: 0.0 });
    }
    let is_limited = budget.effort == CheckEffort::Share;
    let clock = ThreadClock::start();
    let spare = budget.spare.get();
    let share = ended.timing.cpu_seconds + spare.max(LEAST_SECONDS);
    let permit = |bytes: u64| {
        if budget.signals.load(Ordering::Relaxed) != 0 {
            return Err(Reason::Interrupted);
        }
        if is_limited && (bytes > MOST_BYTES || clock.seconds() > share) {
            return Err(Reason::TooLarge);
        }
        context.permit(bytes)
    };
    let model = puzzle.model();
    let claim = OpenClaim {
        puzzle,
        model: &model,
        best,
        options: context.options.encoding,
        most_bytes: if is_limited { MOST_BYTES } else { u64::MAX },
        permit: &permit,
    };
    let turn = context.turns.read().last().map(|turn| turn.method);
    let answered = turn.and_then(|name| registry.get(name, &model)).unwrap_or(method);
    let proved = claim.prove(answered.encoding());
    let seconds = clock.seconds();
    let beyond = (seconds - ended.timing.cpu_seconds).max(0.0);
    budget.spare.set((spare - beyond).max(0.0));
    let because = match proved {
        Ok(certificate) => {
            let certificate = Some(Certificate::Drat(Box::new(certificate)));
            ended.outcome = match best {
                Some(_) => Outcome::Optimal(certificate),
                None => Outcome::Unsatisfiable(certificate),
            };
            None
        }
        Err(Unproved::Refuted(problem)) => {
            let what = if best.is_some() { "nothing better" } else { "no solution" };
            let method = answered.name();
            return Err(CliError::Check(format!(
                "{method} says that there is {what}, but {problem}"
            )));
        }
        Err(Unproved::Wrong(problem)) => return Err(CliError::Check(problem)),
        // Nothing is less.
        Err(Unproved::NoFormula) if best == Some(0) => None,
        Err(Unproved::NoFormula) => Some("no formula states it".into()),
        Err(Unproved::Stopped(Reason::TooLarge)) => Some(SHARE_USED_UP.into()),
        Err(Unproved::Stopped(reason)) => Some(reason.describe().into()),
    };
    Ok(CheckEnd { because, seconds })
}
