//! The question that the arguments of a puzzle ask: about a graph in a file, or any other.

use std::{ffi::OsString, path::Path, sync::Arc};

use clap::Args;

use super::{
    graph::{GraphArguments, GraphQuestion},
    size_range::SizeWord,
    stated::StatedCases,
};
use crate::{cli::CliError, puzzles::kinds::AskedOfGraph};

/// The file of a graph, and the question about it.
#[derive(Debug, Clone, Args)]
pub struct OfGraph<S: AskedOfGraph> {
    #[command(flatten)]
    pub file: GraphArguments,
    #[command(flatten)]
    pub asked: S::Arguments,
}

impl<S: AskedOfGraph> OfGraph<S> {
    /// The question that the arguments ask.
    pub fn question(&self) -> PuzzleQuestion<'_> {
        PuzzleQuestion::OfGraph(&self.file, Self::about(self.asked.clone()))
    }

    /// The word that contains the size.
    #[expect(clippy::unnecessary_wraps, reason = "as for other puzzles, which may have none")]
    pub fn size(&mut self) -> Option<(&mut OsString, SizeWord)> {
        Some((self.file.graph.as_mut_os_string(), SizeWord::Graph))
    }

    /// The question of these arguments.
    pub fn about(asked: S::Arguments) -> Arc<GraphQuestion> {
        Arc::new(move |graph| S::asked(&asked, graph))
    }
}

/// The question that the arguments of a puzzle ask.
pub enum PuzzleQuestion<'a> {
    /// A question about the graph of a file.
    OfGraph(&'a GraphArguments, Arc<GraphQuestion>),
    /// Any other.
    Other(&'a dyn OtherQuestion),
}

/// The arguments of a puzzle that is not about a graph.
pub trait OtherQuestion {
    /// The file that is read, if there is one.
    fn file(&self) -> Option<&Path>;

    /// The word that contains the size, if a range of sizes may take its place.
    fn size(&mut self) -> Option<(&mut OsString, SizeWord)> {
        None
    }

    /// The puzzle, or the cases of the file.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    fn cases(&self) -> Result<StatedCases, CliError>;

    /// The question that the arguments ask.
    fn question(&self) -> PuzzleQuestion<'_>
    where
        Self: Sized,
    {
        PuzzleQuestion::Other(self)
    }
}
