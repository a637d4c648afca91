//! Counts a second time by another method, and compares the numbers.

use std::{num::NonZeroUsize, time::Duration};

use satranj_encodings::model::Model;

use super::{CheckBudget, CheckEffort, CheckEnd, CheckPurse, NOT_ASKED, SPARE_SECONDS};
use crate::{
    answer::{Outcome, method::performs},
    cli::{CliError, session::SessionEnd},
    documents::solution::CountDocument,
    limits::{Limits, Reason},
    methods::{
        Context, Counted, Counting, Method, MethodOption, MethodOptions, Registry,
        portfolio::TurnEnd,
    },
    puzzles::{StatedPuzzle, Task},
    random::DEFAULT_SEED,
};

/// A method that counts by others, and says in no turn by which.
const COMPONENTS: &str = "native:components";

/// Those others.
const OF_COMPONENTS: [&str; 3] = ["native:dfs", "native:halves", "native:row-masks"];

/// The reason if no method is left.
const NO_OTHER: &str = "no other method counts them";

/// The reason if the methods that are left find each solution, and there are too many.
const TOO_MANY: &str = "the other methods find solutions one by one, and there are too many";

/// The most solutions that are found again one by one, by a SAT method and by another one, unless
/// the check is in full: a solver gets a clause against each.
const MOST_FOUND: [u32; 2] = [5_000, 1_000_000];

/// The reason if a second count was stopped because it would take more.
const SHARE_USED_UP: &str =
    "a second count takes more than its share of the time; --check full does it";

/// What came of a second count.
#[derive(Debug, Default)]
pub struct SecondCount {
    /// The method that counted the same.
    pub by: Option<&'static str>,
    /// The reason if no method counted again.
    pub because: Option<String>,
    /// Its processor time, and that of methods before it that did not end.
    pub seconds: f64,
}

impl SecondCount {
    /// No second count, for this reason.
    pub fn none(because: &str) -> Self {
        Self { because: Some(because.into()), ..Self::default() }
    }
}

/// Adds to the document of a count what came of its checks.
pub fn add_checks(document: &mut CountDocument, (checked, second): (CheckEnd, SecondCount)) {
    checked.enter(document);
    document.timing.check_seconds += second.seconds;
    document.content.counted_again_by = second.by.map(Into::into);
    document.content.not_counted_again_because = second.because;
}

/// A count that is made again.
pub struct FirstCount<'a> {
    pub puzzle: &'a dyn StatedPuzzle,
    pub registry: &'a Registry,
    pub method: &'a Method,
    pub counting: Counting,
    pub context: &'a Context,
    pub ended: &'a SessionEnd,
}

impl FirstCount<'_> {
    /// Counts again, if there is a number that no certificate shows and the purse allows; `run` runs
    /// a method.
    ///
    /// # Errors
    /// [`CliError::Check`] if the numbers differ.
    pub fn again(
        &self,
        purse: &CheckPurse,
        run: &mut dyn FnMut(&Method, Context) -> Result<SessionEnd, CliError>,
    ) -> Result<SecondCount, CliError> {
        let is_shown = self.ended.outcome.certificate().is_some() && !self.counting.by_size;
        let is_open = matches!(self.ended.outcome, Outcome::Unknown(_));
        let Some(counted) = self.ended.counted.as_ref().filter(|_| !is_shown && !is_open) else {
            return Ok(SecondCount::default());
        };
        if purse.effort == CheckEffort::None {
            return Ok(SecondCount::none(NOT_ASKED));
        }
        let budget = purse.open(self.context, self.ended.timing.cpu_seconds);
        let mut seconds = 0.0;
        let found = self.by_another(counted, (&budget, &mut seconds), run)?;
        let seconds = budget.close(seconds);
        Ok(match found {
            Ok(method) => SecondCount { by: Some(method), because: None, seconds },
            Err(because) => SecondCount { seconds, ..SecondCount::none(because) },
        })
    }

    /// The first other method that counts to an end, or why none does; adds up the processor time.
    fn by_another(
        &self,
        counted: &Counted,
        (budget, seconds): (&CheckBudget<'_>, &mut f64),
        run: &mut dyn FnMut(&Method, Context) -> Result<SessionEnd, CliError>,
    ) -> Result<Result<&'static str, &'static str>, CliError> {
        let (model, used) = (self.puzzle.model(), self.used());
        let mut because = NO_OTHER;
        for method in candidates(self.registry, &model, self.counting) {
            if used.contains(&method.name()) {
                continue;
            }
            let most = MOST_FOUND[usize::from(!method.description.asks_solver)];
            let finds_each = !method.counts(&model, self.counting);
            if budget.is_limited() && finds_each && counted.count > most.into() {
                because = TOO_MANY;
                continue;
            }
            let Some(context) = self.context_of(method, &model, budget.left(*seconds)) else {
                return Ok(Err(SHARE_USED_UP));
            };
            let turns = context.turns.clone();
            let ended = match run(method, context) {
                Ok(ended) => ended,
                Err(error @ CliError::Check(_)) => return Err(error),
                // It cannot count this puzzle.
                Err(_) => continue,
            };
            *seconds += ended.timing.cpu_seconds;
            if turns.read().iter().any(|turn| used.contains(&turn.method)) {
                continue;
            }
            match (&ended.outcome, &ended.counted) {
                (Outcome::Unknown(Reason::TimeLimit), _)
                    if budget.is_limited() && self.context.poll().is_ok() =>
                {
                    return Ok(Err(SHARE_USED_UP));
                }
                (Outcome::Unknown(reason @ (Reason::Interrupted | Reason::TimeLimit)), _) => {
                    return Ok(Err(reason.describe()));
                }
                (Outcome::Unknown(reason), _) => because = reason.describe(),
                (_, None) => {}
                (_, Some(again)) => {
                    self.compare((counted, again), (ended.objective, method))?;
                    return Ok(Ok(method.name()));
                }
            }
        }
        Ok(Err(because))
    }

    /// The methods that counted.
    fn used(&self) -> Vec<&'static str> {
        let turns = self.context.turns.read();
        let answered = turns.iter().filter(|turn| turn.ended == TurnEnd::Answered);
        let mut used: Vec<_> = answered.map(|turn| turn.method).collect();
        used.push(self.method.name());
        if used.contains(&COMPONENTS) {
            used.extend(OF_COMPONENTS);
        } else if used.iter().any(|name| OF_COMPONENTS.contains(name)) {
            used.push(COMPONENTS);
        }
        used
    }

    /// A run of a method within these processor seconds, on as many threads as the first count but
    /// not for longer; `None` if nothing is left.
    fn context_of(&self, method: &Method, model: &Model, share: Option<f64>) -> Option<Context> {
        let Limits { time, memory, .. } = self.context.limits;
        let reads = |method: &Method| method.description.reads(MethodOption::Threads);
        let threads = if reads(method) && reads(self.method) { self.context.threads() } else { 1 };
        let of_share = share.map(|share| {
            let most = self.ended.timing.total_seconds + SPARE_SECONDS;
            Duration::try_from_secs_f64(share.min(most)).unwrap_or_default()
        });
        let left = time.map(|limit| limit.saturating_sub(self.context.elapsed()));
        let time = [of_share, left].into_iter().flatten().min();
        if time == Some(Duration::ZERO) || model.bytes() > 0 && self.context.poll().is_err() {
            return None;
        }
        let options =
            MethodOptions { threads: NonZeroUsize::new(threads), ..MethodOptions::default() };
        Some(Context::new(Limits { time, memory, ..Limits::default() }, DEFAULT_SEED, options))
    }

    /// Compares two counts.
    fn compare(
        &self,
        (counted, again): (&Counted, &Counted),
        (objective, method): (Option<u64>, &Method),
    ) -> Result<(), CliError> {
        let differ = |what: &str, first: &dyn ToString, second: &dyn ToString| {
            let (first, second) = (first.to_string(), second.to_string());
            let names = (self.method.name(), method.name());
            Err(CliError::Check(format!(
                "{} counts {first}{what}, but {} counts {second}",
                names.0, names.1
            )))
        };
        if let (Some(first), Some(second)) = (self.ended.objective, objective)
            && first != second
        {
            return differ(" as the best value", &first, &second);
        }
        if counted.count != again.count {
            return differ("", &counted.count, &again.count);
        }
        if let (Some(first), Some(second)) = (&counted.classes, &again.classes)
            && first != second
        {
            return differ(" up to symmetry", first, second);
        }
        if self.counting.by_size && counted.by_size != again.by_size {
            let sizes = |counted: &Counted| {
                counted.by_size.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            };
            return differ(" by size", &sizes(counted), &sizes(again));
        }
        Ok(())
    }
}

/// The methods that count this, in the order in which they are asked: those that count without
/// finding each solution, then those that find each; of either, those that call a SAT solver last.
fn candidates<'r>(registry: &'r Registry, model: &Model, counting: Counting) -> Vec<&'r Method> {
    let able = registry.iter().filter(|method| performs(method, model, Task::Count(counting)));
    let mut able: Vec<&Method> = able.collect();
    able.sort_by_key(|method| {
        let finds_each = !method.counts(model, counting);
        (finds_each, method.description.asks_solver)
    });
    able
}
