//! A TSPLIB tour as a solution.

use satranj_encodings::{hamiltonian::Hamiltonian, model::Witness};
use web_time::Instant;

use super::{DecodeError, Decoded};
use crate::{
    answer::Outcome,
    documents::solution::{EXTERNAL, SCHEMA, SolutionDocument, Solutions},
    puzzles::StatedPuzzle,
};

/// The method in the document of a tour.
const METHOD: &str = "graph:tour";

/// Reads the vertices of a TSPLIB tour, numbered from 0 as by `graphs::tour_file`, as a solution of a tour of
/// a board or a Hamiltonian path or cycle. The tour of a path may visit one more vertex, the last, which
/// joins its ends, as `solve --tour` and `export --format hcp` write it.
///
/// # Errors
/// [`DecodeError::Map`] if the puzzle does not ask for a tour, [`DecodeError::Wrong`] if this is not a tour.
pub fn decode_tour(puzzle: Box<dyn StatedPuzzle>, tour: &[u32]) -> Result<Decoded, DecodeError> {
    let started = Instant::now();
    let model = puzzle.model();
    let Some(model) = model.as_hamiltonian() else {
        let kind = puzzle.statement().kind();
        return Err(DecodeError::Map(format!(
            "a tour does not answer `{kind}`; a TSPLIB tour answers `tour` and `hamilton`"
        )));
    };
    let path = path(model, tour)?;
    let solution = puzzle.checked(&Witness::Path(path));
    let solution = solution.map_err(|violation| DecodeError::Wrong(violation.to_string()))?;
    let content = Solutions::One { solution: Some(solution) };
    let statement = puzzle.statement();
    let document = SolutionDocument::new(SCHEMA, statement, METHOD, Some(EXTERNAL), 0, content);
    let mut document = document.with_outcome(&Outcome::Satisfied, true);
    document.timing.verify_seconds = started.elapsed().as_secs_f64();
    document.timing.total_seconds = document.timing.verify_seconds;
    Ok(Decoded { document, puzzle, is_no: false })
}

/// The path or cycle of a model for a tour.
pub(super) fn path(model: &Hamiltonian, tour: &[u32]) -> Result<Vec<u32>, DecodeError> {
    let vertices = model.vertices();
    let (found, more) = (tour.len() as u64, u64::from(vertices) + 1);
    let joined = tour.iter().position(|&vertex| vertex == vertices);
    let mut path = match joined {
        _ if found == u64::from(vertices) && joined.is_none() => tour.to_vec(),
        Some(joined) if !model.closed && found == more => {
            [&tour[joined + 1..], &tour[..joined]].concat()
        }
        _ => {
            let or = if model.closed { String::new() } else { format!(", or {more}") };
            let problem =
                format!("the tour visits {found} vertices; the puzzle has {vertices}{or}");
            return Err(DecodeError::Wrong(problem));
        }
    };
    // A tour has no direction.
    let is_at = |end: Option<&u32>, stated: Option<u32>| stated.is_some() && end.copied() == stated;
    let begins_at_end = is_at(path.first(), model.end) || is_at(path.last(), model.start);
    if !model.closed && begins_at_end && !model.is_directed() {
        path.reverse();
    }
    Ok(path)
}
