//! A graph from a whole file or text, in the format that its name or its first line shows.

use std::{fs, io, path::Path};

use thiserror::Error;

use super::{GraphError, NamedGraph, by_extension, by_name, read, recognised};
use crate::file_name::shown;

/// Why a file or a text is not a graph.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GraphReadError {
    /// The file cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The system's error.
        error: io::Error,
    },
    /// There is no format of that name.
    #[error("unknown graph format `{0}`")]
    UnknownFormat(String),
    /// Neither the name of the file nor its first line shows the format.
    #[error("the format was not recognised; name it, for example `edge`")]
    NotRecognised,
    /// The text is not in the format.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

impl NamedGraph {
    /// Reads a file in the format of its extension, otherwise in the one that its first line shows.
    ///
    /// # Errors
    /// [`GraphReadError`], with line and column for errors in the file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, GraphReadError> {
        let path = path.as_ref();
        let text = fs::read_to_string(path)
            .map_err(|error| GraphReadError::File { file: shown(path), error })?;
        Self::parse(&text, by_extension(path).map(|format| format.name))
    }

    /// Reads a text in the format of this name, or in the one that its first line shows.
    ///
    /// The names are those of `satranj list inputs`, such as `hcp`, `edge`, `dot` and `graph6`.
    ///
    /// # Errors
    /// [`GraphReadError`], with line and column.
    pub fn parse(text: &str, format: Option<&str>) -> Result<Self, GraphReadError> {
        let format = match format {
            Some(name) => {
                by_name(name).ok_or_else(|| GraphReadError::UnknownFormat(name.into()))?
            }
            None => recognised(text).ok_or(GraphReadError::NotRecognised)?,
        };
        Ok(read(format, text)?)
    }
}
