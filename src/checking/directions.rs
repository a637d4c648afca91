//! What a document says of tours with and without direction, of those that symmetries keep, and
//! of those that were drawn at random.

use num_bigint::BigUint;

use super::{consistency::ensure, decimal::decimal};
use crate::{
    answer::direction::by_direction,
    documents::{solution::Status, stored::StoredDocument},
    puzzles::StatedPuzzle,
};

/// Checks that these numbers fit one another, and the puzzle.
///
/// # Errors
/// The first contradiction, in a sentence.
pub fn check(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    in_both(document.count.as_ref(), [&document.directed, &document.undirected], puzzle)?;
    kept(document, puzzle)?;
    let Some(sampling) = &document.sampling else { return Ok(()) };
    in_both(sampling.count.as_ref(), [&sampling.directed, &sampling.undirected], puzzle)?;
    let found = document.found().count() as u64;
    let said = document.status.map_or("nothing", Status::name);
    let allowed = [Status::Satisfied, Status::Unsatisfiable, Status::Unknown];
    ensure!(
        document.status.is_none_or(|status| allowed.contains(&status)),
        "its solutions were drawn at random, and it says `{said}`"
    );
    let drawn = document.solutions_found.filter(|_| document.ends_stream()).unwrap_or(found);
    ensure!(
        drawn <= sampling.samples,
        "{} solutions were to be drawn, and there are {drawn}",
        sampling.samples
    );
    if document.status == Some(Status::Satisfied) {
        ensure!(
            drawn == sampling.samples,
            "{} solutions were to be drawn, and there are {drawn}",
            sampling.samples
        );
    }
    let Some(count) = &sampling.count else { return Ok(()) };
    let count = decimal("sampling.count", count)?;
    let is_none = count == BigUint::ZERO;
    ensure!(!is_none || drawn == 0, "solutions were drawn, and it counts 0");
    let is_no = document.status == Some(Status::Unsatisfiable);
    ensure!(is_none || !is_no, "it says that there is no solution, and counts {count}");
    Ok(())
}

/// Checks numbers with and without direction against the count.
fn in_both(
    count: Option<&String>,
    [directed, undirected]: [&Option<String>; 2],
    puzzle: &dyn StatedPuzzle,
) -> Result<(), String> {
    if directed.is_none() && undirected.is_none() {
        return Ok(());
    }
    let Some(count) = count else {
        return Err("it counts with or without direction, and has no count".into());
    };
    let count = decimal("count", count)?;
    let Some(right) = by_direction(&puzzle.model(), &count) else {
        return Err("it counts with or without direction, and this is no undirected tour".into());
    };
    for (name, said, right) in
        [("directed", directed, right.directed), ("undirected", undirected, right.undirected)]
    {
        if let Some(said) = said {
            let said = decimal(name, said)?;
            ensure!(said == right, "it counts {count}, that is {right} {name}, and says {said}");
        }
    }
    Ok(())
}

/// Checks what the symmetries keep against the classes: these are as many on average.
fn kept(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    let Some(kept) = &document.kept_by_symmetry else { return Ok(()) };
    let symmetries = puzzle.symmetries().len();
    ensure!(
        kept.len() == symmetries,
        "it says what {} symmetries keep, and there are {symmetries}",
        kept.len()
    );
    let (Some(classes), Some(count)) = (&document.up_to_symmetry, &document.count) else {
        return Err("it says what symmetries keep, and does not count up to symmetry".into());
    };
    let (classes, count) = (decimal("up_to_symmetry", classes)?, decimal("count", count)?);
    let mut sum = BigUint::ZERO;
    for kept in kept {
        let number = decimal("kept_by_symmetry", &kept.count)?;
        ensure!(number <= count, "a symmetry keeps {number}, and it counts {count}");
        sum += number;
    }
    ensure!(
        sum == &classes * symmetries,
        "its {symmetries} symmetries keep {sum} in all, and it counts {classes} up to symmetry"
    );
    Ok(())
}
