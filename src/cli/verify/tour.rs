//! A TSPLIB tour held against the puzzle that it is to be of.

use std::path::Path;

use super::Judged;
use crate::{
    cli::{
        CliError,
        input::read_text,
        tour_file::{puzzle_of, read_tour},
    },
    decoding::{DecodeError, decode_tour},
    documents::verdict::VerdictDocument,
    file_name::name_of,
    printable::one_line,
};

/// Reads a tour and checks it.
///
/// # Errors
/// [`CliError`] of files that cannot be read.
pub fn judge(path: &Path, of: &Path) -> Result<Judged, CliError> {
    let puzzle = puzzle_of(of)?;
    let (name, text) = read_text(path)?;
    let tour = read_tour(&name, &text)?;
    let mut verdict = VerdictDocument::of(&name);
    verdict.solutions = 1;
    verdict.checked = true;
    let mut said = format!("{}: the tour is a solution\n", one_line(&name));
    match decode_tour(puzzle, &tour) {
        Ok(_) => {}
        Err(DecodeError::Wrong(problem)) => {
            verdict.valid = Some(false);
            verdict.problem = Some(problem);
            said.clear();
        }
        Err(error) => return Err(CliError::Input(format!("{}: {error}", name_of(of)))),
    }
    Ok(Judged { verdict, said, not_checked: None, read: Vec::new(), stored: None })
}
