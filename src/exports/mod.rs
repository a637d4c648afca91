//! Export formats: one file a format, one line here.

pub mod dimacs;
pub mod dot;
pub mod hcp;
pub mod node_link;

use std::io::{self, Write};

use satranj_encodings::{
    encoding::{EncodeError, Encoding, Options},
    hamiltonian::Hamiltonian,
    model::Model,
};
use thiserror::Error;

use crate::{documents::map::MapDocument, limits::Reason, methods::Run, puzzles::Puzzle};

/// What is exported, and what the header says about it.
pub struct Export<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// Its model.
    pub model: &'a Model,
    /// The encoding, for formulas.
    pub encoding: &'a dyn Encoding,
    /// Choices about the encoding.
    pub options: Options,
    /// The command line as the user gave it.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// Limits and signals.
    pub run: &'a Run,
}

impl Export<'_> {
    /// The header lines that every format writes as its kind of comment.
    #[must_use]
    pub fn header(&self) -> Vec<String> {
        vec![
            format!("satranj {} {}", crate::documents::VERSION, self.puzzle.title()),
            format!("command {}", self.command),
            format!("seed {}", self.seed),
            format!("instance {}", crate::documents::instance(&self.puzzle.statement())),
        ]
    }

    /// The Hamiltonian model.
    ///
    /// # Errors
    /// [`ExportError::Unsupported`] if it is none.
    pub fn hamiltonian(&self, format: &'static str) -> Result<&Hamiltonian, ExportError> {
        self.model.as_hamiltonian().ok_or(ExportError::Unsupported(format))
    }
}

/// Why an export failed.
#[derive(Debug, Error)]
pub enum ExportError {
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The model cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The format does not hold this puzzle.
    #[error("the format `{0}` does not hold this puzzle")]
    Unsupported(&'static str),
    /// A limit or a signal.
    #[error("stopped: {0}")]
    Stopped(&'static str),
}

impl From<Reason> for ExportError {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason.describe())
    }
}

/// An export format.
pub trait Format: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// One line for `satranj list formats`.
    fn summary(&self) -> &'static str;

    /// Writes the export; returns the map that decodes models of it, where there are any.
    ///
    /// # Errors
    /// [`ExportError`].
    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError>;
}

/// All formats.
#[must_use]
pub fn registry() -> &'static [&'static dyn Format] {
    &[&dimacs::Dimacs, &dot::Dot, &hcp::Hcp, &node_link::NodeLink]
}

/// The format of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    registry().iter().copied().find(|format| format.name() == name)
}
