//! TSPLIB tours that commands read, and the puzzles that they answer.

use std::path::{Path, PathBuf};

use super::{
    CliError,
    input::read_text,
    puzzle::{HamiltonArguments, document, graph},
};
use crate::{
    graphs::{self, tour_file},
    limits::Limits,
    puzzles::StatedPuzzle,
    run::Run,
};

/// Whether the name of a file says that it is a graph; JSON may be one, or a document.
pub fn states_graph(path: &Path) -> bool {
    graphs::by_extension(path).is_some_and(|format| format.name() != "node-link")
}

/// The puzzle of a file: of a graph the Hamiltonian cycle, else what a document or a map states.
///
/// # Errors
/// [`CliError`] with the place of what is wrong.
pub fn puzzle_of(path: &Path) -> Result<Box<dyn StatedPuzzle>, CliError> {
    if states_graph(path) {
        let question = HamiltonArguments::cycle_of(PathBuf::from(path));
        let limits =
            Limits { memory: Some(super::arguments::default_memory_limit()), ..Limits::default() };
        return Ok(graph::only(&question, &Run::new(limits, 0))?.into_puzzle()?);
    }
    let (name, text) = read_text(path)?;
    Ok(document(&name, &text)?.single()?.statement().into_puzzle()?)
}

/// The vertices of the text of a tour, which is of a file of this name.
///
/// # Errors
/// [`CliError::Input`] with the place.
pub fn read_tour(name: &str, text: &str) -> Result<Vec<u32>, CliError> {
    tour_file::read(text).map_err(|error| CliError::Input(format!("{name}:{error}")))
}
