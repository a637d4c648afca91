//! Checks claims by a method where the checker's own search is too slow: it solves or counts again,
//! within a time limit.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use num_bigint::BigUint;
use satranj_encodings::model::Sense;

use crate::{
    answer::{
        Answer, Outcome, Question, Wanted, answer, count,
        method::{performs, preferred},
    },
    checking::{
        Refuted, Shown,
        claimed::{claimed_status, claimed_value},
        claims::{below_the_bound, not_the_best},
    },
    cli::arguments::limits,
    documents::{solution::Status, stored::StoredDocument},
    json,
    limits::Reason,
    methods::{Context, Counted, Counting, Method, MethodOptions, Registry},
    puzzles::{PuzzleSolution, Solution, StatedPuzzle, Task},
    random::DEFAULT_SEED,
};

/// The time for all claims of a command, without a time limit.
const DEFAULT_LIMIT: Duration = Duration::from_secs(5);

/// How late a method may end.
const LATE: Duration = Duration::from_millis(100);

/// The time for claims: most of the time limit, so that the verdict comes in time.
#[derive(Debug, Clone, Copy)]
pub struct TimeForClaims {
    begun: Instant,
    limit: Duration,
}

impl TimeForClaims {
    /// Starts now, with the command's time limit.
    pub fn of(limit: Option<Duration>) -> Self {
        let most_of = |limit: Duration| limit.saturating_sub((limit / 10).max(LATE.min(limit / 2)));
        let limit = limit.map_or(DEFAULT_LIMIT, most_of);
        Self { begun: Instant::now(), limit }
    }

    /// The rest of it.
    pub fn left(self) -> Duration {
        self.limit.saturating_sub(self.begun.elapsed())
    }

    /// When the checker's own search of a document ends: half of the time is left to a method.
    pub fn end_of_search(self) -> Instant {
        let now = Instant::now();
        now.checked_add(self.left() / 2).unwrap_or(now)
    }
}

/// The reason if no method can check a claim.
const NO_METHOD: &str = "no method does this";
const NO_CLASSES: &str = "the classes were not counted";

/// Why a claim is not shown.
pub enum Unshown {
    /// It does not hold.
    Refuted(Refuted),
    /// It is not decided, with the reason.
    Open(&'static str),
}

impl From<Refuted> for Unshown {
    fn from(refuted: Refuted) -> Self {
        Self::Refuted(refuted)
    }
}

impl From<String> for Unshown {
    fn from(problem: String) -> Self {
        Self::Refuted(problem.into())
    }
}

/// A document whose open claims a method checks.
pub struct OpenDocument<'a> {
    pub document: &'a StoredDocument,
    pub puzzle: &'a dyn StatedPuzzle,
    pub registry: &'a Registry,
    /// What was shown without a method.
    pub shown: Shown,
}

impl OpenDocument<'_> {
    /// Solves or counts again what the document claims and is not yet shown; its solutions and
    /// certificate are already checked. Returns the name of the last method.
    ///
    /// # Errors
    /// [`Unshown`].
    pub fn again(&self, time: TimeForClaims) -> Result<&'static str, Unshown> {
        let limits = limits(Some(time.left()), None, None);
        let run = Context::new(limits, DEFAULT_SEED, MethodOptions::default());
        let Shown { best, bound, complete, .. } = self.shown;
        let is_claimed = complete == Some(false);
        let mut by = None;
        let (mut is_of_best, mut exists) = ([best, bound].contains(&Some(false)), false);
        match Claim::of(self.document) {
            Claim::Some(true) if self.puzzle.sense().is_some() => exists = is_claimed,
            Claim::Some(yes) if is_claimed => by = Some(self.solved(yes, &run)?),
            Claim::AtLeast(number) if is_claimed => by = Some(self.found(number, &run)?),
            Claim::Counts(counting) if is_claimed => {
                let named = self.named(counting).map(|method| self.counted(method, counting, &run));
                let (method, counted) = match named {
                    None | Some(Err(Unshown::Open(_))) => {
                        self.counted(self.method(Task::Count(counting))?, counting, &run)?
                    }
                    Some(counted) => counted?,
                };
                by = Some(method);
                is_of_best &= counted.objective.is_none() || bound == Some(false);
            }
            _ => {}
        }
        if is_of_best || exists {
            by = Some(self.best(exists, &run)?);
        }
        by.ok_or(Unshown::Open(NO_METHOD))
    }

    /// The puzzle's default method for this.
    fn method(&self, task: Task) -> Result<&Method, Unshown> {
        let method = preferred(self.registry, self.puzzle, &self.puzzle.model(), task);
        method.ok_or(Unshown::Open(NO_METHOD))
    }

    /// The method that the document names for a second count.
    fn named(&self, counting: Counting) -> Option<&Method> {
        let model = self.puzzle.model();
        let method = self.registry.get(self.document.counted_again_by.as_deref()?, &model)?;
        performs(method, &model, Task::Count(counting)).then_some(method)
    }

    fn solved(&self, is_claimed: bool, run: &Context) -> Result<&'static str, Unshown> {
        let method = self.method(Task::First)?;
        let mut found = None;
        let solved = answer(self.puzzle, method, FIRST, run, &mut |finding| {
            found = Some(finding.solution);
            ControlFlow::Break(())
        });
        match (found, solved.map(|answer| answer.outcome)) {
            (Some(_), _) if is_claimed => Ok(method.name()),
            (Some(found), _) => {
                let solution = found.in_words();
                let problem = format!(
                    "the document claims that there is no solution, but there is one: {solution}"
                );
                Err(Refuted { problem, counterexample: Some(found) }.into())
            }
            (None, Ok(Outcome::Unsatisfiable(_))) if !is_claimed => Ok(method.name()),
            (None, Ok(Outcome::Unsatisfiable(_))) => Err(has_none(method)),
            (None, Ok(Outcome::Unknown(reason))) => Err(Unshown::Open(reason.describe())),
            (None, _) => Err(Unshown::Open(NO_METHOD)),
        }
    }

    /// Looks for the best solution, to show that none is better than the claimed value or below the
    /// claimed bound. `exists`: also shows that there is one of that value.
    fn best(&self, exists: bool, run: &Context) -> Result<&'static str, Unshown> {
        let (document, puzzle) = (self.document, self.puzzle);
        let method = self.method(Task::First)?;
        let sense = puzzle.sense().ok_or(Unshown::Open(NO_METHOD))?;
        let is_better =
            |value: u64, than: Option<u64>| than.is_some_and(|than| sense.is_better(value, than));
        let claimed = claimed_value(document, puzzle);
        let best = claimed.filter(|_| self.shown.best == Some(false));
        let bound = document.lower_bound.filter(|_| self.shown.bound == Some(false));
        let is_enough = self.shown.best != Some(false) && bound.is_none();
        let mut last: Option<(u64, Solution)> = None;
        let reached = |last: &Option<(u64, Solution)>| {
            last.as_ref()
                .is_some_and(|(value, _)| claimed.is_none_or(|it| !is_better(it, Some(*value))))
        };
        let solved = answer(puzzle, method, FIRST, run, &mut |finding| {
            let Some(value) = puzzle.value(&finding.solution) else {
                return ControlFlow::Continue(());
            };
            last = Some((value, finding.solution));
            let is_refuted = is_better(value, best) || is_better(value, bound);
            if is_refuted || is_enough && reached(&last) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let is_reached = reached(&last);
        if let Some((value, solution)) = last {
            if is_better(value, best) {
                return Err(not_the_best(puzzle, solution).into());
            }
            if let Some(lower) = bound.filter(|_| is_better(value, bound)) {
                return Err(below_the_bound(lower, not_the_best(puzzle, solution)).into());
            }
        }
        if is_enough && is_reached {
            return Ok(method.name());
        }
        match solved.map(|answer| (answer.outcome, answer.objective)) {
            Ok((Outcome::Optimal(_), _)) if is_reached => Ok(method.name()),
            Ok((Outcome::Optimal(_), Some(optimum))) if exists => {
                let (claimed, name) = (claimed.unwrap_or_default(), method.name());
                Err(format!("`objective` is {claimed}, but {name} finds the optimum {optimum}")
                    .into())
            }
            Ok((Outcome::Unsatisfiable(_), _)) if exists => Err(has_none(method)),
            Ok((Outcome::Unknown(reason), _)) => {
                // The method may know a bound that no solution is below.
                let least = Some(run.lower_bound.get());
                let holds = |value: Option<u64>| value.is_none_or(|value| Some(value) <= least);
                let is_bounded = sense == Sense::Minimise && best.or(bound).is_some();
                if is_bounded && holds(best) && holds(bound) && (is_reached || !exists) {
                    return Ok(method.name());
                }
                Err(Unshown::Open(reason.describe()))
            }
            _ => Err(Unshown::Open(NO_METHOD)),
        }
    }

    fn found(&self, number: u64, run: &Context) -> Result<&'static str, Unshown> {
        let method = self.method(Task::All)?;
        let wanted = Wanted::Some(number);
        let question = Question { wanted, ..FIRST };
        let name = method.name();
        match answer(self.puzzle, method, question, run, &mut |_| ControlFlow::Continue(())) {
            Ok(answer) if answer.all >= number => {
                let classes = self.document.up_to_symmetry_at_least.as_ref();
                classes.map_or(Ok(name), |_| Err(Unshown::Open(NO_CLASSES)))
            }
            Ok(Answer { outcome: Outcome::Unknown(reason), .. }) => {
                Err(Unshown::Open(reason.describe()))
            }
            Ok(Answer { all, .. }) => Err(format!(
                "the document claims at least {number} solutions, but {name} counts {all}"
            )
            .into()),
            Err(_) => Err(Unshown::Open(NO_METHOD)),
        }
    }

    fn counted(
        &self,
        method: &Method,
        counting: Counting,
        run: &Context,
    ) -> Result<(&'static str, Counted), Unshown> {
        let each = &mut |_| ControlFlow::Continue(());
        let counted = match count(self.puzzle, method, counting, false, run, each) {
            Ok(answer) => match (answer.outcome, answer.counted) {
                (Outcome::Unknown(reason), _) => return Err(Unshown::Open(reason.describe())),
                (_, Some(counted)) => counted,
                (_, None) => return Err(Unshown::Open(Reason::IncompleteMethod.describe())),
            },
            Err(_) => return Err(Unshown::Open(NO_METHOD)),
        };
        let claimed = claimed_value(self.document, self.puzzle);
        match difference(self.document, claimed, &counted, method.name()) {
            Some(problem) => Err(problem.into()),
            None => Ok((method.name(), counted)),
        }
    }
}

/// Checks that a second count that a document names is by another method.
///
/// # Errors
/// A sentence.
pub fn names_another(document: &StoredDocument, registry: &Registry) -> Result<(), String> {
    let Some(name) = &document.counted_again_by else { return Ok(()) };
    if document.count.is_none() {
        return Err("`counted_again_by` is given without `count`".into());
    }
    if document.method.as_ref() == Some(name) {
        return Err(format!("`counted_again_by` is {name}, but that method counted first"));
    }
    if !registry.names().iter().any(|known| known == name) {
        let name = json::brief(name);
        return Err(format!("`counted_again_by` is `{name}`, but no method has that name"));
    }
    Ok(())
}

/// The question for one solution.
const FIRST: Question = Question { wanted: Wanted::First, precheck: true, up_to_symmetry: false };

/// The refutation of a "yes".
fn has_none(method: &Method) -> Unshown {
    format!("the document claims a solution, but {} finds none", method.name()).into()
}

/// The claim of a document.
enum Claim {
    /// Whether a solution exists.
    Some(bool),
    /// That there is at least this number of solutions.
    AtLeast(u64),
    /// The number of solutions.
    Counts(Counting),
}

impl Claim {
    fn of(document: &StoredDocument) -> Self {
        let is_count = document.count.is_some()
            || document.counts_by_k.is_some()
            || document.optimal_solutions.is_some()
            || document.sampling.is_some()
            || document.up_to_symmetry.is_some()
            || document.found().next().is_some();
        let at_least = document.at_least.as_ref().or(document.count.as_ref());
        let at_least = at_least.or(document.up_to_symmetry_at_least.as_ref());
        let at_least = at_least.and_then(|number| number.parse().ok());
        match (claimed_status(document), at_least) {
            (Some(Status::Unknown), Some(number)) => Self::AtLeast(number),
            (Some(Status::Unknown), None) if document.status.is_some() => Self::Some(true),
            (Some(Status::Unsatisfiable), _) if document.counts_by_k.is_none() => Self::Some(false),
            _ if is_count => Self::Counts(Counting {
                by_size: document.counts_by_k.is_some(),
                classes: document.up_to_symmetry.is_some() || document.orbit_sizes.is_some(),
            }),
            _ => Self::Some(true),
        }
    }
}
/// The first number of a document that differs from the count.
fn difference(
    document: &StoredDocument,
    claimed: Option<u64>,
    counted: &Counted,
    method: &str,
) -> Option<String> {
    let number = |text: &String| text.parse::<BigUint>().ok();
    if let (Some(claimed), Some(best)) = (claimed, counted.objective)
        && claimed != best
    {
        return Some(format!("`objective` is {claimed}, but {method} finds the optimum {best}"));
    }
    let drawn_from = document.sampling.as_ref().and_then(|sampling| sampling.count.as_ref());
    let count = document.count.as_ref().or(drawn_from).or(document.optimal_solutions.as_ref());
    let count = count.filter(|claimed| number(claimed) != Some(counted.count.clone()));
    if let Some(claimed) = count {
        let count = &counted.count;
        return Some(format!("`count` is {claimed}, but {method} counts {count}"));
    }
    let listed = document.status == Some(Status::AllSolutions) && document.count.is_none();
    let is_up_to_symmetry = document.orbit_sizes.is_some();
    let found = if is_up_to_symmetry { counted.classes.clone()? } else { counted.count.clone() };
    if let (true, listed @ 1..) = (listed, document.found().count())
        && found != BigUint::from(listed)
    {
        return Some(format!("the document lists {listed} solutions, but {method} counts {found}"));
    }
    if let (Some(claimed), Some(classes)) = (&document.up_to_symmetry, &counted.classes)
        && number(claimed).as_ref() != Some(classes)
    {
        return Some(format!("`up_to_symmetry` is {claimed}, but {method} counts {classes}"));
    }
    let by_k = document.counts_by_k.as_ref()?;
    let by_size: Vec<String> = counted.by_size.iter().map(ToString::to_string).collect();
    let place = (0..by_k.len().max(by_size.len())).find(|&k| by_k.get(k) != by_size.get(k))?;
    let at_size = |counts: &[String]| counts.get(place).map_or("none", String::as_str).to_string();
    let (claimed, found) = (at_size(by_k), at_size(&by_size));
    Some(format!("`counts_by_k` has {claimed} for {place}, but {method} counts {found}"))
}
