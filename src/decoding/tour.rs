//! A TSPLIB tour of anybody as a verified solution.

use satranj_encodings::{hamiltonian::Hamiltonian, model::Witness};
use web_time::Instant;

use super::{DecodeError, Decoded};
use crate::{
    answer::Outcome,
    documents::solution::{EXTERNAL, SCHEMA, SolutionDocument, Solutions},
    puzzles::StatedPuzzle,
};

/// What a document says that a tour is by.
const METHOD: &str = "graph:tour";

/// Reads the vertices of a TSPLIB tour, from 0 as `graphs::tour_file` reads them, as a solution of a
/// tour of a board or a Hamiltonian path or cycle. That of a path may go through one more vertex, the
/// last, which joins its ends, as `solve --tour` and `export --format hcp` have it.
///
/// # Errors
/// [`DecodeError::Map`] if the puzzle asks for no tour, [`DecodeError::Wrong`] if this is none.
pub fn decode_tour(puzzle: Box<dyn StatedPuzzle>, tour: &[u32]) -> Result<Decoded, DecodeError> {
    let started = Instant::now();
    let model = puzzle.model();
    let Some(model) = model.as_hamiltonian() else {
        let kind = puzzle.statement().kind();
        return Err(DecodeError::Map(format!("{kind} asks for no tour")));
    };
    let path = path(model, tour)?;
    let solution = puzzle.interpret(&Witness::Path(path));
    puzzle.verify(&solution).map_err(|violation| DecodeError::Wrong(violation.to_string()))?;
    let content = Solutions::One { solution: Some(solution) };
    let statement = puzzle.statement();
    let document = SolutionDocument::new(SCHEMA, statement, METHOD, Some(EXTERNAL), 0, content);
    let mut document = document.with_outcome(&Outcome::Satisfied, true);
    document.timing.verify_seconds = started.elapsed().as_secs_f64();
    document.timing.total_seconds = document.timing.verify_seconds;
    Ok(Decoded { document, puzzle })
}

/// The path or cycle of a model that a tour is.
fn path(model: &Hamiltonian, tour: &[u32]) -> Result<Vec<u32>, DecodeError> {
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
    // A tour says no direction.
    let is_at = |end: Option<&u32>, stated: Option<u32>| stated.is_some() && end.copied() == stated;
    let begins_at_end = is_at(path.first(), model.end) || is_at(path.last(), model.start);
    if !model.closed && begins_at_end && !model.is_directed() {
        path.reverse();
    }
    Ok(path)
}
