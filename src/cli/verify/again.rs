//! Claims that the checker's own search is too slow for: a method solves or counts again, within a
//! time limit.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use num_bigint::BigUint;

use crate::{
    answer::{Answer, Outcome, Question, Wanted, answer, count, method::preferred},
    cli::arguments::limits,
    documents::{solution::Status, stored::StoredDocument},
    limits::Reason,
    methods::{Context, Counted, Counting, Method, MethodOptions, Registry},
    puzzles::{PuzzleSolution, Solution, StatedPuzzle, Task},
    random::DEFAULT_SEED,
};

/// The time for all claims of a command, without a time limit.
const DEFAULT_LIMIT: Duration = Duration::from_secs(5);

/// The time for claims: most of the time limit, so that the verdict comes in time.
#[derive(Debug, Clone, Copy)]
pub struct TimeForClaims {
    begun: Instant,
    limit: Duration,
}

impl TimeForClaims {
    /// Starts now, with the command's time limit.
    pub fn of(limit: Option<Duration>) -> Self {
        let limit = limit.map_or(DEFAULT_LIMIT, |limit| limit.mul_f64(0.9));
        Self { begun: Instant::now(), limit }
    }
}

/// The reason if no method can check a claim.
const NO_METHOD: &str = "no method does this";

/// The result of checking a claim.
pub enum Again {
    /// It holds, by the method of this name.
    Holds(&'static str),
    /// It does not hold: a sentence, and a solution that contradicts it.
    Refuted(String, Option<Solution>),
    /// It is not decided, with the reason.
    Open(&'static str),
}

/// Solves or counts again what a document claims; its solutions and certificate are already
/// checked.
pub fn again(
    document: &StoredDocument,
    puzzle: &dyn StatedPuzzle,
    registry: &Registry,
    time: TimeForClaims,
) -> Again {
    let left = time.limit.saturating_sub(time.begun.elapsed());
    let run = Context::new(limits(Some(left), None, None), DEFAULT_SEED, MethodOptions::default());
    match Claim::of(document) {
        Claim::Some(is_claimed) => solved(is_claimed, puzzle, registry, &run),
        Claim::AtLeast(number) => found(number, puzzle, registry, &run),
        Claim::Counts(counting) => counted(document, (puzzle, counting), registry, &run),
    }
}

/// The claim of a document.
enum Claim {
    /// That there is a solution, or that there is none.
    Some(bool),
    /// That there are at least this many.
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
            || document.found().next().is_some();
        let at_least = document.at_least.as_ref().or(document.count.as_ref());
        let at_least = at_least.and_then(|number| number.parse().ok());
        match document.status {
            Some(Status::Unknown) => Self::AtLeast(at_least.unwrap_or(1)),
            Some(Status::Unsatisfiable) if document.counts_by_k.is_none() => Self::Some(false),
            _ if is_count => Self::Counts(Counting {
                by_size: document.counts_by_k.is_some(),
                classes: document.up_to_symmetry.is_some() || document.orbit_sizes.is_some(),
            }),
            _ => Self::Some(true),
        }
    }
}

/// The puzzle's default method for this.
fn method<'r>(puzzle: &dyn StatedPuzzle, registry: &'r Registry, task: Task) -> Option<&'r Method> {
    preferred(registry, puzzle, &puzzle.model(), task)
}

fn solved(
    is_claimed: bool,
    puzzle: &dyn StatedPuzzle,
    registry: &Registry,
    run: &Context,
) -> Again {
    let Some(method) = method(puzzle, registry, Task::First) else {
        return Again::Open(NO_METHOD);
    };
    let question = Question { wanted: Wanted::First, precheck: true, up_to_symmetry: false };
    let mut found = None;
    let solved = answer(puzzle, method, question, run, &mut |finding| {
        found = Some(finding.solution);
        ControlFlow::Break(())
    });
    match (found, solved.map(|answer| answer.outcome)) {
        (Some(_), _) if is_claimed => Again::Holds(method.name()),
        (Some(found), _) => {
            let there = found.in_words();
            let problem = format!("it says that there is no solution, but there is: {there}");
            Again::Refuted(problem, Some(found))
        }
        (None, Ok(Outcome::Unsatisfiable(_))) if !is_claimed => Again::Holds(method.name()),
        (None, Ok(Outcome::Unsatisfiable(_))) => {
            let name = method.name();
            Again::Refuted(format!("it has a solution, and {name} says that there is none"), None)
        }
        (None, Ok(Outcome::Unknown(reason))) => Again::Open(reason.describe()),
        (None, _) => Again::Open(NO_METHOD),
    }
}

fn found(number: u64, puzzle: &dyn StatedPuzzle, registry: &Registry, run: &Context) -> Again {
    let Some(method) = method(puzzle, registry, Task::All) else {
        return Again::Open(NO_METHOD);
    };
    let wanted = Wanted::Some(number);
    let question = Question { wanted, precheck: true, up_to_symmetry: false };
    let name = method.name();
    match answer(puzzle, method, question, run, &mut |_| ControlFlow::Continue(())) {
        Ok(answer) if answer.all >= number => Again::Holds(name),
        Ok(Answer { outcome: Outcome::Unknown(reason), .. }) => Again::Open(reason.describe()),
        Ok(Answer { all, .. }) => {
            let problem = format!("it counts at least {number}, but {name} counts {all}");
            Again::Refuted(problem, None)
        }
        Err(_) => Again::Open(NO_METHOD),
    }
}

fn counted(
    document: &StoredDocument,
    (puzzle, counting): (&dyn StatedPuzzle, Counting),
    registry: &Registry,
    run: &Context,
) -> Again {
    let Some(method) = method(puzzle, registry, Task::Count(counting)) else {
        return Again::Open(NO_METHOD);
    };
    let counted = count(puzzle, method, counting, false, run, &mut |_| ControlFlow::Continue(()));
    let counted = match counted {
        Ok(answer) => match (answer.outcome, answer.counted) {
            (Outcome::Unknown(reason), _) => return Again::Open(reason.describe()),
            (_, Some(counted)) => counted,
            (_, None) => return Again::Open(Reason::IncompleteMethod.describe()),
        },
        Err(_) => return Again::Open(NO_METHOD),
    };
    match difference(document, &counted, method.name()) {
        Some(problem) => Again::Refuted(problem, None),
        None => Again::Holds(method.name()),
    }
}

/// The first number of a document that differs from the count.
fn difference(document: &StoredDocument, counted: &Counted, method: &str) -> Option<String> {
    let number = |text: &String| text.parse::<BigUint>().ok();
    if let (Some(claimed), Some(best)) = (document.objective, counted.objective)
        && claimed != best
    {
        return Some(format!("it is of {claimed}, and the best is {best}, as {method} says"));
    }
    let drawn_from = document.sampling.as_ref().and_then(|sampling| sampling.count.as_ref());
    let count = document.count.as_ref().or(drawn_from).or(document.optimal_solutions.as_ref());
    let count = count.filter(|claimed| number(claimed) != Some(counted.count.clone()));
    if let Some(claimed) = count {
        let count = &counted.count;
        return Some(format!("it counts {claimed}, but {method} counts {count}"));
    }
    let listed = document.status == Some(Status::AllSolutions) && document.count.is_none();
    let is_up_to_symmetry = document.orbit_sizes.is_some();
    let there = if is_up_to_symmetry { counted.classes.clone()? } else { counted.count.clone() };
    if let (true, listed @ 1..) = (listed, document.found().count())
        && there != BigUint::from(listed)
    {
        return Some(format!("it lists {listed} solutions, and {method} counts {there}"));
    }
    if let (Some(claimed), Some(classes)) = (&document.up_to_symmetry, &counted.classes)
        && number(claimed).as_ref() != Some(classes)
    {
        return Some(format!("it counts {claimed} up to symmetry, but {method} counts {classes}"));
    }
    let by_k = document.counts_by_k.as_ref()?;
    let by_size: Vec<String> = counted.by_size.iter().map(ToString::to_string).collect();
    let place = (0..by_k.len().max(by_size.len())).find(|&k| by_k.get(k) != by_size.get(k))?;
    let said = |counts: &[String]| counts.get(place).map_or("none", String::as_str).to_string();
    let (claimed, there) = (said(by_k), said(&by_size));
    Some(format!("it counts {claimed} of {place}, but {method} counts {there}"))
}
