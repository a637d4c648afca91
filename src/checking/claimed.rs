//! What a document claims: a status, a value, and how many solutions.

use num_bigint::BigUint;

use super::consistency::says_yes;
use crate::{
    documents::{solution::Status, stored::StoredDocument},
    puzzles::StatedPuzzle,
};

/// The claimed value of the solutions.
pub fn claimed_value(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Option<u64> {
    document.objective.or_else(|| puzzle.value(document.found().next()?))
}

/// Whether a document claims that no other value is better.
pub fn is_of_best(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> bool {
    let is_claimed = [Status::Optimal, Status::AllSolutions].map(Some).contains(&document.status)
        || document.claimed == Some(Status::Optimal);
    is_claimed && puzzle.sense().is_some()
}

/// The claimed number of solutions from which the document's samples were drawn.
pub(super) fn drawn_from(document: &StoredDocument) -> Option<&String> {
    document.sampling.as_ref()?.count.as_ref()
}

/// The claim of a document, by its status or else by its count, or by other numbers of solutions.
pub fn claimed_status(document: &StoredDocument) -> Option<Status> {
    let by_count = |yes| if yes { Status::AllSolutions } else { Status::Unsatisfiable };
    let numbers = [&document.at_least, &document.up_to_symmetry, &document.up_to_symmetry_at_least];
    let has_numbers =
        numbers.iter().any(|number| number.is_some()) || document.counts_by_k.is_some();
    let by_numbers = || has_numbers.then_some(Status::Unknown);
    document.status.or_else(|| says_yes(document).map(by_count)).or_else(by_numbers)
}

/// How many solutions confirm the claim, if the document does not claim all.
pub(super) fn enough(document: &StoredDocument, status: Status) -> Option<BigUint> {
    let is_elsewhere = document.is_without_solutions();
    let one = || Some(BigUint::from(1u8));
    match status {
        Status::Optimal if document.optimal_solutions.is_none() && is_elsewhere => one(),
        Status::Satisfied if drawn_from(document).is_some() => None,
        Status::Satisfied if document.ends_stream() => one(),
        Status::Unknown => {
            // Old documents claim this by a count.
            let counted = document.at_least.as_ref().or(document.count.as_ref());
            let counted = counted.or(document.up_to_symmetry_at_least.as_ref());
            let counted: Option<BigUint> = counted.and_then(|count| count.parse().ok());
            let has_value = is_elsewhere && document.objective.is_some();
            counted.filter(|count| *count > BigUint::ZERO).or_else(|| has_value.then(one)?)
        }
        _ => None,
    }
}

/// Whether a document without a status claims numbers that only all solutions show.
pub(super) fn has_exact_numbers(document: &StoredDocument) -> bool {
    document.up_to_symmetry.is_some() || document.counts_by_k.is_some()
}
