//! The counts of a document, compared with each other and with its status: by the number of pieces
//! or vertices, with and without direction, kept by symmetries.

use num_bigint::BigUint;
use satranj_encodings::model::Sense;

use crate::{
    answer::direction::{by_direction, classes_by_direction},
    documents::{solution::Status, stored::StoredDocument},
    puzzles::StatedPuzzle,
};

/// Compares the counts by number of pieces or vertices with the total.
///
/// # Errors
/// The first contradiction, in a sentence.
pub(super) fn by_number(
    document: &StoredDocument,
    puzzle: &dyn StatedPuzzle,
) -> Result<(), String> {
    let Some(by_number) = &document.counts_by_k else { return Ok(()) };
    let Some((what, asked)) = puzzle.set_size() else {
        let kind = puzzle.statement().kind();
        return Err(format!("`counts_by_k` is given, but a {kind} has no number of pieces"));
    };
    ensure!(
        by_number.last().is_none_or(|last| last != "0"),
        "`counts_by_k` ends with 0; its last entry must be of the largest solutions"
    );
    let Some(count) = &document.count else { return Ok(()) };
    if document.status == Some(Status::Unknown) {
        return Ok(());
    }
    let fewest = || by_number.iter().enumerate().find(|(_, number)| *number != "0");
    if puzzle.sense() == Some(Sense::Minimise)
        && let Some(best) = document.objective
    {
        let first = fewest().map(|(pieces, number)| (pieces as u64, number));
        ensure!(
            first == Some((best, count)),
            "`counts_by_k` begins with {} for {} {what}, but `count` is {count} for {best}",
            first.map_or("none", |(_, number)| number.as_str()),
            first.map_or(0, |(pieces, _)| pieces)
        );
    } else if let Some(best) = document.objective
        && (by_number.len() as u64 != best.saturating_add(1) || by_number.last() != Some(count))
    {
        return Err(format!(
            "`counts_by_k` ends with {} for {} {what}, but `count` is {count} for {best}",
            by_number.last().map_or("none", String::as_str),
            by_number.len().saturating_sub(1)
        ));
    }
    if let Some(asked) = asked {
        let of_asked = by_number.get(asked as usize).map_or("0", String::as_str);
        ensure!(
            of_asked == count,
            "`count` is {count}, but `counts_by_k` has {of_asked} for {asked} {what}"
        );
    }
    Ok(())
}

/// Checks that the numbers by direction and by symmetry fit each other and the puzzle.
///
/// # Errors
/// The first contradiction, in a sentence.
pub fn directions(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    in_both(document.count.as_ref(), [&document.directed, &document.undirected], puzzle)?;
    classes_in_both(document, puzzle)?;
    kept(document, puzzle)?;
    let Some(sampling) = &document.sampling else { return Ok(()) };
    in_both(sampling.count.as_ref(), [&sampling.directed, &sampling.undirected], puzzle)?;
    let found = document.found().count() as u64;
    let status = document.status.map_or("nothing", Status::name);
    let allowed = [Status::Satisfied, Status::Unsatisfiable, Status::Unknown];
    ensure!(
        document.status.is_none_or(|status| allowed.contains(&status)),
        "status `{status}` cannot have `sampling`"
    );
    let drawn = document.solutions_found.filter(|_| document.ends_stream()).unwrap_or(found);
    ensure!(
        drawn <= sampling.samples,
        "`sampling.samples` is {}, but {drawn} solutions are given",
        sampling.samples
    );
    if document.status == Some(Status::Satisfied) {
        ensure!(
            drawn == sampling.samples,
            "`sampling.samples` is {}, but {drawn} solutions are given",
            sampling.samples
        );
    }
    let Some(count) = &sampling.count else { return Ok(()) };
    let count = decimal("sampling.count", count)?;
    let is_none = count == BigUint::ZERO;
    ensure!(!is_none || drawn == 0, "solutions were drawn, but `sampling.count` is 0");
    let is_no = document.status == Some(Status::Unsatisfiable);
    ensure!(
        is_none || !is_no,
        "the document claims that there is no solution, but `sampling.count` is {count}"
    );
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
        return Err("`directed` and `undirected` need `count`".into());
    };
    let count = decimal("count", count)?;
    let Some(right) = by_direction(&puzzle.model(), &count) else {
        return Err("`directed` and `undirected` are only for tours without direction".into());
    };
    for (name, claimed, right) in
        [("directed", directed, right.directed), ("undirected", undirected, right.undirected)]
    {
        if let Some(claimed) = claimed {
            let claimed = decimal(name, claimed)?;
            ensure!(claimed == right, "`count` is {count}, so `{name}` is {right}, not {claimed}");
        }
    }
    Ok(())
}

/// Checks the classes with and without direction against the number of classes.
fn classes_in_both(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    let claimed = [
        ("directed_up_to_symmetry", &document.directed_up_to_symmetry),
        ("undirected_up_to_symmetry", &document.undirected_up_to_symmetry),
    ];
    if claimed.iter().all(|(_, number)| number.is_none()) {
        return Ok(());
    }
    let Some(classes) = &document.up_to_symmetry else {
        return Err("classes with and without direction need `up_to_symmetry`".into());
    };
    let classes = decimal("up_to_symmetry", classes)?;
    let Some(right) = classes_by_direction(&puzzle.model(), &classes) else {
        return Err("classes by direction are only for tours without direction".into());
    };
    for ((name, claimed), [least, most]) in claimed.into_iter().zip(right) {
        if let Some(claimed) = claimed {
            let claimed = decimal(name, claimed)?;
            ensure!(
                (&least..=&most).contains(&&claimed),
                "`up_to_symmetry` is {classes}, so `{name}` is {least} to {most}, not {claimed}"
            );
        }
    }
    Ok(())
}

/// Compares the classes with the solutions that symmetries keep: by Burnside's lemma their average
/// is the number of classes.
fn kept(document: &StoredDocument, puzzle: &dyn StatedPuzzle) -> Result<(), String> {
    let Some(kept) = &document.kept_by_symmetry else { return Ok(()) };
    let symmetries = puzzle.symmetries().len();
    ensure!(
        kept.len() == symmetries,
        "`kept_by_symmetry` has {} symmetries, but the puzzle has {symmetries}",
        kept.len()
    );
    let (Some(classes), Some(count)) = (&document.up_to_symmetry, &document.count) else {
        return Err("`kept_by_symmetry` needs `count` and `up_to_symmetry`".into());
    };
    let (classes, count) = (decimal("up_to_symmetry", classes)?, decimal("count", count)?);
    let mut sum = BigUint::ZERO;
    for kept in kept {
        let number = decimal("kept_by_symmetry", &kept.count)?;
        ensure!(number <= count, "a symmetry keeps {number} solutions, but `count` is {count}");
        sum += number;
    }
    ensure!(
        sum == &classes * symmetries,
        "the {symmetries} symmetries keep {sum} solutions in all, which contradicts `up_to_symmetry` {classes}"
    );
    Ok(())
}

/// The most digits of a number of solutions.
const MOST_DIGITS: usize = 100_000;

/// Reads a number of solutions.
///
/// # Errors
/// If the text is not a number.
pub fn decimal(name: &str, text: &str) -> Result<BigUint, String> {
    let is_number = !text.is_empty()
        && text.len() <= MOST_DIGITS
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    let number = text.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| format!("`{name}` is not a number: `{}`", crate::json::brief(text)))
}
