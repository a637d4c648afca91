//! Claims without evidence, checked by an exhaustive search of the checker: that no solution is
//! better, that none is missing, that none exists, and how many there are.

use std::{
    collections::{BTreeMap, HashSet},
    ops::ControlFlow,
};

use num_bigint::BigUint;

use super::claimed::{claimed_status, claimed_value, drawn_from, enough, has_exact_numbers};
use crate::{
    answer::class,
    board::symmetry::Symmetry,
    documents::{solution::Status, stored::StoredDocument},
    puzzles::{
        PuzzleSolution, Solution, StatedPuzzle,
        exhaustive::{Scope, SearchHalt, StepBudget, searched},
    },
};

/// What was shown about a document that holds. `None`: the claim is not made, or a certificate or a
/// proof shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown {
    /// The certificate holds.
    pub certified: bool,
    /// Whether it was shown that no solution is better.
    pub best: Option<bool>,
    /// Whether it was shown that no solution is below the stated bound.
    pub bound: Option<bool>,
    /// Whether it was shown that there is no solution, that none is missing, or how many there are.
    pub complete: Option<bool>,
}

impl Shown {
    /// Whether everything that the document claims was shown.
    #[must_use]
    pub fn is_all(&self) -> bool {
        ![self.best, self.bound, self.complete].contains(&Some(false))
    }

    /// The same of a document whose certificate is a proof that holds: its "no", or that nothing is
    /// better, or that no solution is missing, rests on that, unless a search showed it.
    #[cfg(feature = "cli")]
    pub(crate) fn with_proof(self, document: &StoredDocument) -> Self {
        let is_shown =
            document.status == Some(Status::Unsatisfiable) || document.no_other.is_some();
        Self {
            best: self.best.filter(|shown| *shown),
            complete: self.complete.filter(|shown| *shown || !is_shown),
            ..self
        }
    }
}

/// Steps for each place of a solution: to look it up among the listed ones, and to compare it with
/// its symmetric copies.
const STEPS_A_PLACE: [u64; 2] = [64, 1024];

/// The most solutions in one symmetry class.
const MOST_SYMMETRIES: u64 = 8;

/// Compares the claims of a document, whose solutions are right, with a search. `shown`: whether
/// its certificate holds, and what else is known about the optimum.
///
/// # Errors
/// The claim that the search [`Refuted`].
pub fn search(
    document: &StoredDocument,
    puzzle: &dyn StatedPuzzle,
    mut shown: Shown,
    budget: &mut StepBudget,
) -> Result<Shown, Refuted> {
    let is_proved = shown.certified || document.has_proofs();
    let value = claimed_value(document, puzzle);
    if is_proved {
        shown.best = None;
    } else if shown.best == Some(false)
        && let Some(value) = value
    {
        shown.best = Some(none_is_better(puzzle, value, budget)?);
    }
    if let Some(lower) = document.lower_bound.filter(|_| !is_proved && shown.best != Some(true)) {
        let searched = none_is_better(puzzle, lower, budget);
        shown.bound = Some(searched.map_err(|refuted| below_the_bound(lower, refuted))?);
    }
    let Some(mut census) = Census::of(document, puzzle, value, is_proved) else {
        return Ok(shown);
    };
    if value.is_none() && puzzle.sense().is_some() && census.enough.is_some() {
        // The document counts the best solutions without the best value.
        shown.complete = Some(false);
        return Ok(shown);
    }
    let is_complete = census.take(budget);
    if let Some(refuted) = census.refuted {
        return Err(refuted);
    }
    if is_complete {
        census.compare()?;
    }
    // The search found all solutions of that value and all better ones.
    let has_all = is_complete && value.is_some() && census.enough.is_none();
    shown.best = shown.best.map(|best| best || has_all);
    shown.complete = Some(is_complete);
    Ok(shown)
}

/// The refutation of a lower bound by a solution.
pub fn below_the_bound(lower: u64, refuted: Refuted) -> Refuted {
    let found = refuted.problem.trim_start_matches(NOT_BEST);
    let problem = format!("the document claims that no solution is below {lower}, but {found}");
    Refuted { problem, ..refuted }
}

/// Whether a search found no better solution; `false` if the puzzle is too large.
fn none_is_better(
    puzzle: &dyn StatedPuzzle,
    value: u64,
    budget: &mut StepBudget,
) -> Result<bool, Refuted> {
    match searched(puzzle, Scope::Better(value), budget) {
        Ok(Some(better)) => Err(not_the_best(puzzle, better)),
        ended => Ok(ended.is_ok()),
    }
}

/// The beginning of the message about a better solution.
const NOT_BEST: &str = "the solution is not optimal: ";

/// The refutation of the best by a better solution.
pub fn not_the_best(puzzle: &dyn StatedPuzzle, better: Solution) -> Refuted {
    let unit = puzzle.unit().map_or_else(String::new, |unit| format!(" {unit}"));
    let value = puzzle.value(&better).map(|value| format!("{value}{unit} is reached by "));
    let found = value.unwrap_or_else(|| "there is ".into()) + &better.in_words();
    Refuted { problem: format!("{NOT_BEST}{found}"), counterexample: Some(better) }
}

/// The refutation of a "no" by a solution.
pub fn there_is_one(solution: Solution) -> Refuted {
    let found = solution.in_words();
    let problem =
        format!("the document claims that there is no solution, but there is one: {found}");
    Refuted { problem, counterexample: Some(solution) }
}

/// All solutions that a document makes claims about.
struct Census<'a> {
    document: &'a StoredDocument,
    status: Status,
    puzzle: &'a dyn StatedPuzzle,
    scope: Scope,
    /// This number of solutions confirms the claim.
    enough: Option<BigUint>,
    /// The least number of classes that the document claims.
    least_classes: Option<BigUint>,
    value: Option<u64>,
    symmetries: Vec<Symmetry>,
    /// The identities of the document's solutions, if it lists all; up to symmetry those of the
    /// least solution of each class.
    listed: Option<HashSet<Solution>>,
    /// The number of placements for each number of pieces.
    by_number: BTreeMap<u64, u64>,
    count: u64,
    classes: u64,
    refuted: Option<Refuted>,
}

impl<'a> Census<'a> {
    /// What to count; `None` if a count can show none of the claims.
    fn of(
        document: &'a StoredDocument,
        puzzle: &'a dyn StatedPuzzle,
        value: Option<u64>,
        is_proved: bool,
    ) -> Option<Self> {
        let status = claimed_status(document)?;
        let enough = enough(document, status);
        let is_claimed = match status {
            Status::Unsatisfiable => !is_proved || document.counts_by_k.is_some(),
            Status::AllSolutions => true,
            Status::Optimal => document.optimal_solutions.is_some() || enough.is_some(),
            Status::Satisfied if drawn_from(document).is_some() => true,
            Status::Unknown if has_exact_numbers(document) => true,
            Status::Satisfied | Status::Unknown => enough.is_some(),
        };
        if !is_claimed {
            return None;
        }
        let scope = match value {
            _ if document.counts_by_k.is_some() => Scope::AnyNumber,
            Some(value) => Scope::AsGood(value),
            None => Scope::All,
        };
        let by_classes = document.orbit_sizes.is_some()
            || document.up_to_symmetry.is_some()
            || document.up_to_symmetry_at_least.is_some();
        let symmetries = if by_classes { puzzle.symmetries() } else { Vec::new() };
        let least_classes = document.up_to_symmetry_at_least.as_ref();
        let mut census = Self {
            document,
            status,
            puzzle,
            scope,
            enough,
            least_classes: least_classes.and_then(|least| least.parse().ok()),
            value,
            symmetries,
            listed: None,
            by_number: BTreeMap::new(),
            count: 0,
            classes: 0,
            refuted: None,
        };
        if status == Status::AllSolutions && !document.is_without_solutions() {
            let listed = document.found().map(|solution| census.identity(solution));
            census.listed = Some(listed.collect());
        }
        Some(census)
    }

    /// What distinguishes a solution, or its class, from others.
    fn identity(&self, solution: &Solution) -> Solution {
        if self.symmetries.is_empty() {
            return self.puzzle.identity(&self.puzzle.canonical(solution));
        }
        self.puzzle.identity(&class(self.puzzle, &self.symmetries, solution).0)
    }

    /// Finds all solutions; returns whether the search ended.
    fn take(&mut self, budget: &mut StepBudget) -> bool {
        budget.charge_for_solutions(STEPS_A_PLACE[usize::from(!self.symmetries.is_empty())]);
        let (puzzle, scope) = (self.puzzle, self.scope);
        let searched = puzzle.exhaust(scope, budget, &mut |solution| self.add(solution));
        match searched {
            Ok(()) => true,
            Err(SearchHalt::TooLarge) => false,
            // If nothing is counted, one solution is enough.
            Err(SearchHalt::Enough) => self.refuted.is_none() && self.is_satisfied(),
        }
    }

    /// Whether enough solutions, and classes of solutions, were found.
    fn is_satisfied(&self) -> bool {
        let has = |number: u64, least: &BigUint| BigUint::from(number) >= *least;
        self.enough.as_ref().is_some_and(|enough| has(self.count, enough))
            && self.least_classes.as_ref().is_none_or(|least| has(self.classes, least))
    }

    fn add(&mut self, solution: Solution) -> ControlFlow<()> {
        if self.scope == Scope::AnyNumber {
            let number = solution.size() as u64;
            *self.by_number.entry(number).or_default() += 1;
            let counts = match self.value {
                Some(value) => number == value,
                None => self.puzzle.verify(&solution).is_ok(),
            };
            if !counts {
                return ControlFlow::Continue(());
            }
        }
        if let Some(refuted) = self.refutation(&solution) {
            // What the search finds is verified too.
            if self.puzzle.verify(&solution).is_ok() {
                self.refuted = Some(Refuted { counterexample: Some(solution), ..refuted });
            }
            return ControlFlow::Break(());
        }
        self.count += 1;
        if self.document.up_to_symmetry.is_some() || self.least_classes.is_some() {
            let itself = self.puzzle.identity(&self.puzzle.canonical(&solution));
            self.classes += u64::from(self.identity(&solution) == itself);
        }
        if self.is_satisfied() && !has_exact_numbers(self.document) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// The claim that an existing solution refutes.
    fn refutation(&self, solution: &Solution) -> Option<Refuted> {
        if self.status == Status::Unsatisfiable {
            return Some(there_is_one(solution.clone()));
        }
        // A better solution does not refute a solution that is only claimed to be the best so far.
        let is_best = self.status != Status::Unknown && self.status != Status::Satisfied;
        if is_best && self.value.is_some() && self.puzzle.value(solution) != self.value {
            return Some(not_the_best(self.puzzle, solution.clone()));
        }
        let listed = self.listed.as_ref()?;
        if listed.contains(&self.identity(solution)) {
            return None;
        }
        let what =
            if self.symmetries.is_empty() { "a solution" } else { "the class of a solution" };
        Some(format!("{what} is missing: {}", solution.in_words()).into())
    }

    /// Compares the counts with the claims.
    fn compare(&self) -> Result<(), String> {
        let document = self.document;
        let needs_one = self.status != Status::Unknown || self.enough.is_some();
        if self.status != Status::Unsatisfiable && needs_one && self.count == 0 {
            let value =
                self.value.map_or_else(String::new, |value| format!(" with objective {value}"));
            return Err(format!("an exhaustive search finds no solution{value}"));
        }
        if let Some(enough) = self.enough.as_ref().filter(|_| !self.is_satisfied()) {
            let (least, found, what) = match &self.least_classes {
                Some(least) if BigUint::from(self.count) >= *enough => {
                    (least, self.classes, "classes of solutions")
                }
                _ => (enough, self.count, "solutions"),
            };
            return Err(format!(
                "the document claims at least {least} {what}, but there are {found}"
            ));
        }
        if let Some(before) = document.solutions_found.filter(|_| document.ends_stream())
            && self.status == Status::AllSolutions
            && !(self.count.div_ceil(MOST_SYMMETRIES)..=self.count).contains(&before)
        {
            return Err(format!("`solutions_found` is {before}, but there are {}", self.count));
        }
        let count = document.count.as_ref().or(drawn_from(document));
        let count = count.filter(|_| self.enough.is_none()).cloned();
        let counted = [
            (&count, self.count, if document.count.is_some() { "count" } else { "sampling.count" }),
            (&document.up_to_symmetry, self.classes, "up_to_symmetry"),
            (&document.optimal_solutions, self.count, "optimal_solutions"),
        ];
        for (claimed, counted, name) in counted {
            if let Some(claimed) = claimed
                && *claimed != counted.to_string()
            {
                return Err(format!("`{name}` is {claimed}, but there are {counted}"));
            }
        }
        let Some(claimed) = &document.counts_by_k else { return Ok(()) };
        let most = self.by_number.keys().next_back().map_or(0, |&most| most + 1);
        for number in 0..most.max(claimed.len() as u64) {
            let counted = self.by_number.get(&number).copied().unwrap_or_default();
            let claimed = claimed.get(number as usize).map_or("none", String::as_str);
            if claimed != counted.to_string() {
                let what = self.puzzle.set_size().map_or("pieces", |(what, _)| what);
                return Err(format!(
                    "`counts_by_k` has {claimed} for {number} {what}, but there are {counted}"
                ));
            }
        }
        Ok(())
    }
}

/// Why a document does not hold.
#[derive(Debug)]
pub struct Refuted {
    /// What is wrong with it.
    pub problem: String,
    /// The solution that refutes it.
    pub counterexample: Option<Solution>,
}

impl From<String> for Refuted {
    fn from(problem: String) -> Self {
        Self { problem, counterexample: None }
    }
}
