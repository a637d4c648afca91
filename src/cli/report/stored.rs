//! Reads stored measurements: results and comparisons.

use std::path::Path;

use crate::{
    cli::{CliError, input::read_text},
    documents::{
        NamedSchema,
        comparison::{self, ComparisonDocument},
        results::{self, ResultsDocument},
        sealed::Sealed as _,
    },
    json::{self, JsonError},
    reports,
};

/// A document to report.
pub enum Stored {
    Results(Box<ResultsDocument>),
    Comparison(Box<ComparisonDocument>),
}

/// Reads a document, or the document in a page, by its schema.
pub fn read(path: &Path) -> Result<Stored, CliError> {
    let (name, mut text) = read_text(path)?;
    if text.starts_with("<!DOCTYPE html>") {
        let Some(document) = reports::measurements_of(&text) else {
            wrong_input!(
                "{name}: the page has no measurements; expected the JSON or the page of `bench` or \
                 `compare`"
            );
        };
        text = document;
    }
    let wrong = |error: JsonError| CliError::Input(format!("{name}:{error}"));
    let named: NamedSchema = json::read(&text, "a document").map_err(wrong)?;
    match named.schema.as_str() {
        results::SCHEMA => {
            let mut document: ResultsDocument =
                json::read(&text, "a results document").map_err(wrong)?;
            let held = document.hold_seal_if_any();
            held.map_err(|problem| CliError::Input(format!("{name}: {problem}")))?;
            Ok(Stored::Results(Box::new(crate::documents::printable(&document))))
        }
        comparison::SCHEMA => Ok(Stored::Comparison(Box::new(stored_comparison(&name, &text)?))),
        other => Err(CliError::Input(format!(
            "{name}: a report needs a document with the schema `{}` or `{}`, but found `{}`",
            results::SCHEMA,
            comparison::SCHEMA,
            json::brief(other)
        ))),
    }
}

/// A comparison from the text of a file of this name.
///
/// # Errors
/// [`CliError::Input`] with the place of the error.
pub fn stored_comparison(name: &str, text: &str) -> Result<ComparisonDocument, CliError> {
    let read = json::read(text, "a comparison")
        .map(|read| crate::documents::printable::<ComparisonDocument>(&read));
    read.map_err(CliError::at(&name))
}
