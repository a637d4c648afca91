//! Checks of one document: of its solutions, of its certificate, and by an exhaustive search.

/// Fails with a sentence unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

pub mod claimed;
pub mod claims;
mod consistency;
mod numbers;
#[cfg(test)]
mod tests;
pub mod words;

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use crate::{
    answer::class,
    documents::{
        self,
        counts::{Diversity, MOST_DIVERSE},
        solution::{EXTERNAL, Status},
        stored::StoredDocument,
    },
    json::{JsonError, JsonPart},
    puzzles::{
        Certificate, Optimality, Ruling, StatedPuzzle,
        exhaustive::{Scope, StepBudget, searched},
    },
};

pub use claims::{Refuted, Shown};

/// Why [`verify`] does not confirm a document.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The text is not a document.
    #[error(transparent)]
    Unreadable(#[from] JsonError),
    /// The document does not hold.
    #[error("{0}")]
    Refuted(String),
    /// Something in it was not checked.
    #[error("{0}")]
    NotChecked(String),
}

/// Checks all claims of a solution document or a count document as `satranj verify` does, but only
/// with the checker's own search. If a claim takes too long, or the document has a proof, the result
/// is [`VerifyError::NotChecked`].
///
/// # Errors
/// [`VerifyError`].
///
/// # Example
///
/// ```
/// let document = r#"{"puzzle":{"kind":"queens","n":1},"solution":{"squares":["a1"]}}"#;
/// assert!(satranj::verify(document).is_ok());
/// assert!(satranj::verify(&document.replace("a1", "b1")).is_err());
/// ```
pub fn verify(document: &str) -> Result<Shown, VerifyError> {
    let read = StoredDocument::read(&JsonPart::whole(document))?;
    match check(&read, &mut Allowance::of(document.len(), false)) {
        Ok(_) if read.has_proofs() => Err(VerifyError::NotChecked(
            "the proof is in files, which this check does not read".into(),
        )),
        Ok(shown) if !shown.is_all() => Err(VerifyError::NotChecked(shown.in_words(&read))),
        Ok(shown) => Ok(shown),
        Err(Failed::Refuted(refuted)) => Err(VerifyError::Refuted(refuted.problem)),
        Err(Failed::NotChecked(why)) => Err(VerifyError::NotChecked(why)),
    }
}

/// The most steps for the checks of all certificates of a text without a time limit: about a
/// second.
const STEPS: u64 = 1 << 29;

/// More steps for each byte of the text, because reading it takes time too.
const STEPS_A_BYTE: u64 = 64;

/// The budget for the documents of a text.
pub struct Allowance {
    /// Steps of searches.
    pub search: StepBudget,
    /// Steps of the checks of certificates; `None` if the caller limits the time.
    certificates: Option<u64>,
}

impl Allowance {
    /// The budget for a text of this length; `patient`: the caller's time limit ends long checks.
    pub fn of(bytes: usize, patient: bool) -> Self {
        let steps = STEPS.saturating_add(STEPS_A_BYTE.saturating_mul(bytes as u64));
        Self { search: StepBudget::default(), certificates: (!patient).then_some(steps) }
    }

    /// Takes the steps of a certificate from the budget.
    fn take(&mut self, puzzle: &dyn StatedPuzzle, certificate: &Certificate) -> Result<(), Failed> {
        let Some(left) = &mut self.certificates else { return Ok(()) };
        let steps = match certificate {
            Certificate::Search { steps, .. } => *steps,
            certificate => puzzle.certificate_steps(certificate),
        };
        match left.checked_sub(steps) {
            Some(rest) => {
                *left = rest;
                Ok(())
            }
            None => Err(Failed::NotChecked(format!(
                "the certificate `{}` is too large to check without a time limit; add one, for \
                 example --time-limit 1h",
                certificate.kind()
            ))),
        }
    }
}

/// Why a document is not known to hold.
#[derive(Debug)]
pub enum Failed {
    /// It does not hold.
    Refuted(Refuted),
    /// It was not checked; the reason.
    NotChecked(String),
}

impl From<String> for Failed {
    fn from(problem: String) -> Self {
        Self::Refuted(problem.into())
    }
}

impl From<Refuted> for Failed {
    fn from(refuted: Refuted) -> Self {
        Self::Refuted(refuted)
    }
}

/// Checks all claims of a document; returns what was shown on the way.
///
/// # Errors
/// [`Failed`].
pub fn check(document: &StoredDocument, allowance: &mut Allowance) -> Result<Shown, Failed> {
    let puzzle = document.puzzle.puzzle();
    let puzzle = puzzle.map_err(|error| format!("the puzzle: {error}"))?;
    if let Some(claimed) = &document.instance {
        // The puzzle's digest does not depend on the order of its squares.
        let instance = documents::instance(&puzzle.statement());
        if *claimed != instance && *claimed != documents::instance(&document.puzzle) {
            return Err(format!(
                "`instance` is {claimed}, but the digest of the puzzle is {instance}"
            )
            .into());
        }
    }
    let puzzle = puzzle.as_ref();
    consistency::check(document, puzzle)?;
    numbers::directions(document, puzzle)?;
    each_is_right(document, puzzle)?;
    classes(document, puzzle)?;
    diversity(document, puzzle)?;
    let best = objective(document, puzzle)?;
    let mut shown = Shown { certified: false, best, bound: None, complete: None };
    // A proof is made again by the caller, if at all.
    let certificate = document.certificate.as_ref();
    if let Some(certificate) = certificate.filter(|it| !matches!(it, Certificate::Drat(_))) {
        allowance.take(puzzle, certificate)?;
        if let Certificate::Search { better_than, steps } = *certificate {
            if better_than != best_value(document, puzzle) {
                return Err("the certificate `search` is about another value".to_owned().into());
            }
            search_again(puzzle, (better_than, steps), &mut allowance.search)?;
        } else {
            certified(document, puzzle, certificate)
                .map_err(|violation| format!("the certificate does not hold: {violation}"))?;
        }
        shown.certified = true;
    }
    Ok(claims::search(document, puzzle, shown, &mut allowance.search)?)
}

/// Makes the search of a certificate again.
///
/// # Errors
/// [`Failed`].
fn search_again(
    puzzle: &dyn StatedPuzzle,
    (better_than, steps): (Option<u64>, u64),
    budget: &mut StepBudget,
) -> Result<(), Failed> {
    let mut again = budget.with_steps(steps);
    let scope = better_than.map_or(Scope::All, Scope::Better);
    let wrong = match searched(puzzle, scope, &mut again) {
        Ok(None) if again.left() == 0 => return Ok(()),
        Ok(None) => format!("{} steps", steps - again.left()),
        Ok(Some(found)) => {
            return Err(Failed::Refuted(match better_than {
                Some(_) => claims::not_the_best(puzzle, found),
                None => claims::there_is_one(found),
            }));
        }
        Err(_) if again.is_late() => {
            return Err(Failed::NotChecked(
                "the time limit came before the end of its search".into(),
            ));
        }
        Err(_) => "more".into(),
    };
    Err(format!("the certificate does not hold: its search takes {wrong}, not {steps} steps")
        .into())
}

/// Checks every solution, and that no two are the same.
fn each_is_right(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    let mut seen = HashSet::new();
    for (index, solution) in document.found().enumerate() {
        let at = |problem: String| {
            if document.solutions.is_some() {
                format!("solution {}: {problem}", index + 1)
            } else {
                problem
            }
        };
        puzzle.verify(solution).map_err(|violation| at(violation.to_string()))?;
        // Random samples may repeat.
        if document.sampling.is_none() && !seen.insert(puzzle.identity(&puzzle.canonical(solution)))
        {
            return Err(at("it repeats an earlier solution".into()));
        }
    }
    Ok(())
}

/// Checks how much the solutions share.
fn diversity(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    let Some(claimed) = &document.diversity else { return Ok(()) };
    let count = document.found().count();
    ensure!(
        count <= MOST_DIVERSE,
        "`diversity` of {count} solutions; it has at most {MOST_DIVERSE}"
    );
    let Some(measured) = Diversity::of(&puzzle.model(), document.found()) else { return Ok(()) };
    let [claimed, measured] = [claimed, &measured].map(|diversity| {
        let share = diversity.most_shared.map_or("null".into(), |share| format!("{share:.6}"));
        format!("{share} of their {}", diversity.of)
    });
    ensure!(
        claimed == measured,
        "`diversity` is {claimed}, but any two solutions share at most {measured}"
    );
    Ok(())
}

/// Checks the sizes of classes, and that no class has two solutions.
fn classes(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    let Some(sizes) = &document.orbit_sizes else { return Ok(()) };
    let count = document.found().count();
    if sizes.len() != count {
        return Err(format!(
            "`orbit_sizes` has {} entries, but there are {count} solutions",
            sizes.len()
        ));
    }
    let mut classes = HashMap::new();
    let symmetries = puzzle.symmetries();
    if symmetries.is_empty() {
        return Err("`orbit_sizes` is given, but Satranj knows no symmetries of a graph".into());
    }
    for (index, (solution, &claimed)) in document.found().zip(sizes).enumerate() {
        let number = index + 1;
        let (least, size) = class(puzzle, &symmetries, solution);
        if size != claimed {
            return Err(format!("solution {number}: its orbit size is {size}, not {claimed}"));
        }
        if let Some(earlier) = classes.insert(puzzle.identity(&least), number) {
            return Err(format!("solution {number} is a symmetric copy of solution {earlier}"));
        }
    }
    Ok(())
}

/// Checks the claimed objective against the value of each solution; if the document claims the
/// optimum, returns whether this also showed that none is better.
fn objective(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<Option<bool>, String> {
    for solution in document.found() {
        let value = puzzle.value(solution);
        if let Some(claimed) = document.objective
            && value != Some(claimed)
        {
            let value = value.map_or_else(|| "none".into(), |value| value.to_string());
            return Err(format!("`objective` is {claimed}, but the solution has {value}"));
        }
    }
    if !claimed::is_of_best(document, puzzle) {
        return Ok(None);
    }
    let mut values: Vec<_> = document.found().map(|solution| puzzle.value(solution)).collect();
    values.dedup();
    if values.len() > 1 {
        return Err(
            "the document claims that these solutions are optimal, but their values differ".into(),
        );
    }
    // All have the value of the first.
    let Some(first) = document.found().next() else { return Ok(Some(false)) };
    // An external solver does not know which of several equally good solutions is preferred.
    let is_external = document.solver.as_deref() == Some(EXTERNAL);
    let is_alone = document.solution.is_some()
        && document.status != Some(Status::AllSolutions)
        && !is_external;
    match puzzle.optimality(first, is_alone) {
        Optimality::Better(better) => Err(format!("the solution is not optimal: {better}")),
        best => Ok(Some(best == Optimality::Best)),
    }
}

/// Checks the certificate: that nothing is better than the best solution, or that there is no solution.
fn certified(
    document: &StoredDocument,
    puzzle: &dyn StatedPuzzle,
    certificate: &Certificate,
) -> Ruling {
    puzzle.verify_certificate(certificate, best_value(document, puzzle))
}

/// The value of the best solution, which a document without solutions has too.
fn best_value(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Option<u64> {
    let best = document.found().next().and_then(|best| puzzle.value(best));
    best.or(document.objective)
}
