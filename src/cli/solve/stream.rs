//! The lines of `--json-stream`, written as they are: a solution may be large.

use std::io::Write;

use serde::Serialize;
use serde_json::json;

use crate::{
    answer::Finding,
    cli::{
        CliError,
        output::{Opened, Output},
    },
    documents::{
        batch::CaseDocument,
        solution::{SolutionDocument, Solutions, Status},
        stream::{CaseWord, ProgressLine, ProgressWord, SolutionWord, StatusWord, Streamed},
        write_json,
    },
    puzzles::StatedPuzzle,
    run::Run,
};

pub use crate::documents::stream::{CaseLine, SolutionLine};

/// Where an answer goes.
pub enum StreamPlace<'a> {
    /// As lines while it is found.
    Stream(Stream),
    /// As one document.
    Document(Output<'a>),
}

impl<'a> StreamPlace<'a> {
    /// A place for lines, or for a document.
    ///
    /// # Errors
    /// [`CliError`] if a file cannot be put in its place.
    pub fn of(output: Output<'a>, is_stream: bool) -> Result<Self, CliError> {
        Ok(if is_stream {
            Self::Stream(Stream { out: output.stream()?, over: None })
        } else {
            Self::Document(output)
        })
    }

    /// The lines, if that is what it is.
    pub fn stream(&mut self) -> Option<&mut Stream> {
        match self {
            Self::Stream(stream) => Some(stream),
            Self::Document(_) => None,
        }
    }

    /// Whether the reader of lines has gone away.
    pub fn is_left(&self) -> bool {
        matches!(self, Self::Stream(Stream { over: Some(CliError::BrokenPipe), .. }))
    }
}

/// Lines that somebody may read.
pub struct Stream {
    out: Opened,
    /// Why no more is written.
    over: Option<CliError>,
}

impl Stream {
    /// Writes a value as a line of its own; once that fails there are no more.
    pub fn line(&mut self, value: &impl Serialize) {
        if self.over.is_none() {
            let written = write_json(value, &mut self.out);
            self.over = written.and_then(|()| self.out.flush()).err().map(CliError::from);
        }
    }

    /// Whether the lines are taken, as far as is known.
    pub fn is_taken(&self) -> bool {
        self.over.is_none()
    }

    /// Ends it; a reader that has gone away is no error.
    ///
    /// # Errors
    /// [`CliError`] if a line could not be written.
    pub fn end(self) -> Result<(), CliError> {
        match self.over.or_else(|| self.out.finish().err().map(CliError::from)) {
            None | Some(CliError::BrokenPipe) => Ok(()),
            Some(error) => Err(error),
        }
    }
}

/// Writes the last line of a stream, without the solutions; gives back those that were kept.
pub fn status_line(stream: &mut Stream, document: SolutionDocument, solutions: u64) -> Solutions {
    let is_one = matches!(document.content, Solutions::One { .. });
    let is_open = document.status == Status::Unknown && document.objective.is_none() && !is_one;
    let at_least = is_open.then(|| solutions.to_string());
    let streamed = Streamed { line: StatusWord::Word, solutions_found: solutions, at_least };
    let (status, kept) = document.with_content(streamed);
    stream.line(&status);
    kept
}

impl<'a> CaseLine<'a> {
    /// The line of this case.
    #[must_use]
    pub fn of(document: &'a CaseDocument) -> Self {
        Self { line: CaseWord::Word, document }
    }
}

impl<'a> SolutionLine<'a> {
    /// The line of this solution.
    pub fn of(puzzle: &dyn StatedPuzzle, finding: &'a Finding) -> Self {
        let Finding { solution, orbit_size } = finding;
        let objective = puzzle.value(solution);
        Self { line: SolutionWord::Word, solution, objective, orbit_size: *orbit_size }
    }
}

/// How far a run is.
pub fn progress_line(run: &Run) -> serde_json::Value {
    let (seconds, statistics) = (run.elapsed().as_secs_f64(), run.counters.read());
    json!(ProgressLine { line: ProgressWord::Word, seconds, statistics })
}
