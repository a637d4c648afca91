//! `--check`: proves a "no" or an optimum that has no certificate, and checks the proof; proves that
//! a list of solutions is complete, and counts a second time.

pub mod again;
pub mod foreign;
pub mod others;

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use clap::ValueEnum;
use satranj_encodings::model::Model;

use crate::{
    answer::Outcome,
    cli::{CliError, session::SessionEnd},
    documents::{listed_all::NoOther, solution::Document},
    limits::Reason,
    methods::{Context, Method, Registry},
    processor_time::ThreadClock,
    proofs::in_memory::{OpenClaim, Unproved},
    puzzles::{Certificate, StatedPuzzle},
    solvers::recording::Record,
};

/// How much work goes into checks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckEffort {
    /// Make no check.
    None,
    /// Take as much processor time as the search, plus one second.
    #[default]
    Share,
    /// Take as long as necessary.
    Full,
}

/// The processor seconds of the checks of a command besides those of its searches.
const SPARE_SECONDS: f64 = 1.0;

/// The least processor seconds of one check.
const LEAST_SECONDS: f64 = 0.002;

/// The most bytes of a proof, and of what a check builds at once, unless it is checked in full.
const MOST_BYTES: u64 = 64 << 20;

/// The reason if no check was requested.
const NOT_ASKED: &str = "no check was requested";

/// The reason if a check was stopped because it would take more.
const SHARE_USED_UP: &str =
    "the proof takes more than its share of the time; --check full makes one";

/// What the checks of a command may take: as much processor time as its searches, and a second.
pub struct CheckPurse {
    effort: CheckEffort,
    /// The processor seconds that are left.
    left: Mutex<f64>,
    /// The signal that stops the command, or 0.
    signals: Arc<AtomicUsize>,
}

impl CheckPurse {
    /// What the checks may take before the first search.
    pub fn new(effort: CheckEffort, signals: &Arc<AtomicUsize>) -> Self {
        Self { effort, left: Mutex::new(SPARE_SECONDS), signals: Arc::clone(signals) }
    }

    /// A record of the proofs of searches, if checks are made.
    pub fn record(&self) -> Option<Record> {
        (self.effort != CheckEffort::None).then(|| Record::of_proofs(MOST_BYTES))
    }

    /// Adds the processor seconds of a search.
    fn earn(&self, seconds: f64) {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) += seconds;
    }

    /// What the checks of one answer may take.
    fn open<'a>(&'a self, context: &'a Context, searched: f64) -> CheckBudget<'a> {
        let left = *self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let share = left.min(searched + SPARE_SECONDS).max(LEAST_SECONDS);
        CheckBudget { purse: self, context, share, clock: ThreadClock::start() }
    }
}

/// What the checks of one answer may take.
struct CheckBudget<'a> {
    purse: &'a CheckPurse,
    context: &'a Context,
    /// The most processor seconds, unless it is checked in full.
    share: f64,
    clock: ThreadClock,
}

impl CheckBudget<'_> {
    fn is_limited(&self) -> bool {
        self.purse.effort == CheckEffort::Share
    }

    /// Whether the check may go on, and take these bytes.
    fn permit(&self, bytes: u64) -> Result<(), Reason> {
        if self.purse.signals.load(Ordering::Relaxed) != 0 {
            return Err(Reason::Interrupted);
        }
        if self.is_limited() && (bytes > MOST_BYTES || self.clock.seconds() > self.share) {
            return Err(Reason::TooLarge);
        }
        self.context.permit(bytes)
    }

    /// The processor seconds that are left after others of other threads; `None` without a limit.
    fn left(&self, others: f64) -> Option<f64> {
        let left = || (self.share - self.clock.seconds() - others).max(0.0);
        self.is_limited().then(left)
    }

    /// The time for a plain search.
    fn time_of_search(&self) -> Option<Duration> {
        let share = self.left(0.0).map(Duration::from_secs_f64);
        let run = &self.context.run;
        let limit = run.limits.time.map(|limit| limit.saturating_sub(run.elapsed()));
        share.into_iter().chain(limit).min()
    }

    /// The most bytes of a proof.
    fn most_bytes(&self) -> u64 {
        if self.is_limited() { MOST_BYTES } else { u64::MAX }
    }

    /// Pays for the check, and returns what it took.
    fn close(self, others: f64) -> f64 {
        let seconds = self.clock.seconds() + others;
        self.purse.earn(-seconds);
        seconds
    }
}

/// What came of a check.
#[derive(Debug, Default)]
pub struct CheckEnd {
    /// Why the answer has no checked proof, if it needs one.
    pub because: Option<String>,
    /// The proof that no solution is missing.
    pub no_other: Option<NoOther>,
    /// The processor time.
    pub seconds: f64,
}

impl CheckEnd {
    /// There is no proof, for this reason.
    fn unproved(because: &str) -> Self {
        Self { because: Some(because.into()), ..Self::default() }
    }

    /// Enters it into a document.
    pub fn enter<C>(self, document: &mut Document<C>) {
        document.no_other = self.no_other;
        document.unchecked_because = self.because;
        document.timing.check_seconds = self.seconds;
    }
}

/// Proves a "no" or an optimum of a method without a certificate, if the purse allows; the
/// certificate goes into the outcome. If the method is a portfolio, its last turn answered.
///
/// # Errors
/// [`CliError::Check`] if the answer or the proof is wrong.
pub fn check(
    purse: &CheckPurse,
    puzzle: &dyn StatedPuzzle,
    (registry, method): (&Registry, &Method),
    context: &Context,
    ended: &mut SessionEnd,
) -> Result<CheckEnd, CliError> {
    purse.earn(ended.timing.cpu_seconds);
    let best = match ended.outcome {
        Outcome::Unsatisfiable(None) => None,
        Outcome::Optimal(None) if ended.objective.is_some() => ended.objective,
        _ => return Ok(CheckEnd::default()),
    };
    if purse.effort == CheckEffort::None {
        return Ok(CheckEnd::unproved(NOT_ASKED));
    }
    let budget = purse.open(context, ended.timing.cpu_seconds);
    let permit = |bytes: u64| budget.permit(bytes);
    let model = puzzle.model();
    let claim = OpenClaim {
        puzzle,
        model: &model,
        best,
        known: None,
        options: context.options.encoding,
        most_bytes: budget.most_bytes(),
        permit: &permit,
    };
    let answered = answering(registry, method, &model, context);
    let recorded = context.refutation.as_ref().and_then(Record::take_proof);
    let proved = match recorded.map(|recorded| claim.check_recorded(&recorded)) {
        Some(Ok(Some(proof))) => Ok(Certificate::Drat(Box::new(proof))),
        Some(Err(unproved)) => Err(unproved),
        Some(Ok(None)) | None => claim.show(answered.encoding(), budget.time_of_search()),
    };
    let seconds = budget.close(0.0);
    let because = match proved {
        Ok(certificate) => {
            let certificate = Some(certificate);
            ended.outcome = match best {
                Some(_) => Outcome::Optimal(certificate),
                None => Outcome::Unsatisfiable(certificate),
            };
            None
        }
        // Nothing is less.
        Err(Unproved::NoFormula) if best == Some(0) => None,
        Err(unproved) => {
            let claim = if best.is_some() { "nothing better" } else { "no solution" };
            Some(reason(&unproved, &model, (answered.name(), claim))?)
        }
    };
    Ok(CheckEnd { because, no_other: None, seconds })
}

/// The method that answered: of a portfolio the one that had the last turn.
fn answering<'r>(
    registry: &'r Registry,
    method: &'r Method,
    model: &Model,
    context: &Context,
) -> &'r Method {
    let turn = context.turns.read().last().map(|turn| turn.method);
    turn.and_then(|name| registry.get(name, model)).unwrap_or(method)
}

/// Why a claim of a method or solver has no proof.
///
/// # Errors
/// [`CliError::Check`] if the claim or its proof is wrong.
fn reason(
    unproved: &Unproved,
    model: &Model,
    (by, claim): (&str, &str),
) -> Result<String, CliError> {
    Ok(match unproved {
        Unproved::Refuted(problem) => {
            return Err(CliError::Check(format!("{by} says that there is {claim}, but {problem}")));
        }
        Unproved::Wrong(problem) => return Err(CliError::Check(problem.clone())),
        Unproved::NoFormula if !model.has_bound() => {
            "the weights are too large for a bound in clauses".into()
        }
        Unproved::NoFormula => "no formula states it".into(),
        Unproved::Stopped(Reason::TooLarge) => SHARE_USED_UP.into(),
        Unproved::Stopped(reason) => reason.describe().into(),
    })
}
