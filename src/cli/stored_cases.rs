//! The documents of a file: one, or those of the cases of a batch.

use std::path::Path;

use super::{
    CliError,
    input::read_text,
    puzzle::{document, hamilton_of_file},
    stderr::say,
};
use crate::{
    documents::{
        batch,
        solution::{COUNT_SCHEMA, SCHEMA},
        stored::StoredDocument,
    },
    graphs::{self, tour_file},
    json::{self, JsonError, JsonPart},
    limits::Limits,
    puzzles::StatedPuzzle,
    run::Run,
};

/// A case of a batch.
pub enum BatchCase {
    /// Its answer.
    Answer(Box<StoredDocument>),
    /// The error of a case without an answer.
    Error(String),
}

/// The content of a file.
pub struct StoredCases {
    /// The name of the file, for messages.
    pub name: String,
    /// The length in bytes.
    pub length: usize,
    /// The documents.
    pub cases: Vec<BatchCase>,
    is_batch: bool,
}

impl StoredCases {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// [`CliError::Input`] with the place of the error; also for a document that cannot be checked,
    /// such as a comparison.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let (name, text) = read_text(path)?;
        Self::of_text(name, &text)
    }

    /// As [`StoredCases::read`], from the text of a file of this name.
    ///
    /// # Errors
    /// As [`StoredCases::read`].
    pub fn of_text(name: String, text: &str) -> Result<Self, CliError> {
        let (cases, is_batch) = cases(text).map_err(CliError::at(&name))?;
        let stored = Self { name, length: text.len(), cases, is_batch };
        stored.check_schemas()?;
        Ok(stored)
    }

    /// The prefix of messages about a case: empty if there is only one.
    pub fn at(&self, number: u64) -> String {
        if self.is_batch { format!("case {number}: ") } else { String::new() }
    }

    fn check_schemas(&self) -> Result<(), CliError> {
        for (number, case) in (1..).zip(&self.cases) {
            let BatchCase::Answer(document) = case else { continue };
            let schema = document.schema.as_deref();
            if let Some(schema) = schema.filter(|schema| ![SCHEMA, COUNT_SCHEMA].contains(schema)) {
                let measured = ["satranj.comparison/", "satranj.results/"];
                let is_measured = measured.iter().any(|name| schema.starts_with(name));
                let hint = if is_measured { "; `satranj report` makes a page of it" } else { "" };
                wrong_input!(
                    "{}: {}the schema is `{}`; expected `{SCHEMA}` or `{COUNT_SCHEMA}`{hint}",
                    self.name,
                    self.at(number),
                    json::brief(schema)
                );
            }
        }
        Ok(())
    }
}

/// Reads the documents of a text: one, or those of the cases of a batch.
fn cases(text: &str) -> Result<(Vec<BatchCase>, bool), JsonError> {
    let whole = JsonPart::whole(text);
    let Some(list) = whole.field("cases").filter(|_| whole.field("status").is_none()) else {
        return Ok((vec![BatchCase::Answer(StoredDocument::read(&whole)?.into())], false));
    };
    if let Some(part) = whole.field("schema") {
        let schema: String = part.read("a schema")?;
        if schema != batch::SCHEMA {
            return Err(part.error(&format!(
                "expected the schema `{}` for several cases, found `{}`",
                batch::SCHEMA,
                json::brief(&schema)
            )));
        }
    }
    let list = list.values()?;
    if list.is_empty() {
        return Err(whole.error("`cases` is empty; expected at least one case"));
    }
    let case = |(number, part): (usize, JsonPart<'_>)| {
        // Cases are numbered from 1.
        let part = part.labelled(format!("case {number}"));
        let error = part.field("error").filter(|error| !error.is_null());
        match error {
            None => Ok(BatchCase::Answer(StoredDocument::read(&part)?.into())),
            Some(_) if part.field("status").is_some() => {
                Err(part.error("a case has an answer or an `error`, not both"))
            }
            Some(error) => error.read("an error").map(BatchCase::Error),
        }
    };
    let cases = (1..).zip(list).map(case).collect::<Result<_, _>>()?;
    Ok((cases, true))
}

/// Whether a file's extension means a graph; JSON may be a graph or a document.
pub fn states_graph(path: &Path) -> bool {
    graphs::by_extension(path).is_some_and(|format| format.name != "node-link")
}

/// The puzzle of a file: the Hamiltonian cycle of a graph, otherwise the puzzle of a document or
/// map. Prints which weights of the graph have no effect, unless it `is_quiet`.
///
/// # Errors
/// [`CliError`] with the place of the error.
pub fn puzzle_of(path: &Path, is_quiet: bool) -> Result<Box<dyn StatedPuzzle>, CliError> {
    if states_graph(path) {
        let limits =
            Limits { memory: Some(super::arguments::default_memory_limit()), ..Limits::default() };
        let (statement, note) = hamilton_of_file(path, false, &Run::new(limits, 0))?;
        note.filter(|_| !is_quiet).iter().for_each(say);
        return Ok(statement.into_puzzle()?);
    }
    let (name, text) = read_text(path)?;
    Ok(document(&name, &text)?.single()?.statement().into_puzzle()?)
}

/// The vertices of a tour in the text of a file of this name.
///
/// # Errors
/// [`CliError::Input`] with the place.
pub fn read_tour(name: &str, text: &str) -> Result<Vec<u32>, CliError> {
    tour_file::read(text).map_err(CliError::at(&name))
}
