//! Counts by the number of pieces or vertices, held against what else a document says.

use satranj_encodings::model::{Count, Sense};

use super::consistency::ensure;
use crate::{
    documents::{solution::Status, stored::StoredDocument},
    puzzles::{StatedPuzzle, Statement, place},
};

/// How many pieces are asked for, where it is one number of one kind.
fn asked(statement: &Statement) -> Option<u32> {
    match statement {
        Statement::Queens(queens) => Some(queens.n),
        Statement::Place(placement) => match (&placement.army[..], placement.count) {
            ([], place::PlaceCount::Exactly(count)) => Some(count),
            ([part], place::PlaceCount::Exactly(count)) => Some(part.count.unwrap_or(count)),
            ([part], place::PlaceCount::Maximum(_)) => part.count,
            _ => None,
        },
        Statement::Dominate(domination) => exactly(domination.count),
        Statement::IndependentSet(set) => exactly(set.count),
        Statement::Clique(clique) => exactly(clique.count),
        Statement::VertexCover(cover) => exactly(cover.count),
        Statement::DominatingSet(set) => exactly(set.count),
        _ => None,
    }
}

/// The number, if one is asked for.
fn exactly(count: impl Into<Count>) -> Option<u32> {
    match count.into() {
        Count::Exactly(count) => Some(count),
        Count::Optimum => None,
    }
}

/// What the solutions are sets of.
pub(super) fn parts_of(statement: &Statement) -> &'static str {
    if is_set_of_graph(statement) { "vertices" } else { "pieces" }
}

fn is_set_of_graph(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::IndependentSet(_)
            | Statement::Clique(_)
            | Statement::VertexCover(_)
            | Statement::DominatingSet(_)
    )
}

/// Holds the counts of each number of pieces or vertices against the count.
///
/// # Errors
/// The first contradiction, in a sentence.
pub(super) fn by_number(
    document: &StoredDocument,
    puzzle: &dyn StatedPuzzle,
) -> Result<(), String> {
    let Some(by_number) = &document.counts_by_k else { return Ok(()) };
    let statement = puzzle.statement();
    let what = parts_of(&statement);
    ensure!(
        matches!(statement, Statement::Place(_) | Statement::Queens(_) | Statement::Dominate(_))
            || is_set_of_graph(&statement),
        "it counts by the number of pieces, and a {} has none",
        statement.kind()
    );
    ensure!(
        by_number.last().is_none_or(|last| last != "0"),
        "its counts by number end with 0: the last is the largest of which there is any"
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
            "its counts by number begin with {} for {} {what}, and it counts {count} for {best}",
            first.map_or("none", |(_, number)| number.as_str()),
            first.map_or(0, |(pieces, _)| pieces)
        );
    } else if let Some(best) = document.objective
        && (by_number.len() as u64 != best.saturating_add(1) || by_number.last() != Some(count))
    {
        return Err(format!(
            "its counts by number end with {} for {} {what}, and it counts {count} for {best}",
            by_number.last().map_or("none", String::as_str),
            by_number.len().saturating_sub(1)
        ));
    }
    if let Some(asked) = asked(&statement) {
        let of_asked = by_number.get(asked as usize).map_or("0", String::as_str);
        ensure!(of_asked == count, "it counts {count}, and {of_asked} of {asked} {what}");
    }
    Ok(())
}
