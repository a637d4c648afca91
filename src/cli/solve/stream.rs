//! The destination of an answer: JSON lines during the search, or one document at the end.

use std::io::Write;

use serde::Serialize;
use serde_json::json;

use crate::{
    answer::Finding,
    cli::{
        CliError,
        output::{OpenLines, Output},
        session::Event,
    },
    documents::{
        batch::CaseDocument,
        solution::{SolutionDocument, Solutions, Status},
        stream::{
            CaseLine, CaseWord, ProgressLine, ProgressWord, SolutionLine, SolutionWord, StatusWord,
            Streamed,
        },
        write_json,
    },
    limits::Reason,
    puzzles::StatedPuzzle,
    run::Run,
};

/// The destination of an answer.
pub enum StreamPlace<'a> {
    /// JSON lines during the search.
    Stream(Stream),
    /// One document at the end.
    Document(Output<'a>),
}

impl<'a> StreamPlace<'a> {
    /// A destination for lines or for a document.
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

    /// The stream, if the destination is one.
    pub fn stream(&mut self) -> Option<&mut Stream> {
        match self {
            Self::Stream(stream) => Some(stream),
            Self::Document(_) => None,
        }
    }

    /// Whether the reader of the stream has closed it.
    pub fn is_left(&self) -> bool {
        matches!(self, Self::Stream(Stream { over: Some(CliError::BrokenPipe), .. }))
    }
}

/// A stream of JSON lines.
pub struct Stream {
    out: OpenLines,
    /// The error that stopped the stream.
    over: Option<CliError>,
}

impl Stream {
    /// Writes a value as one line; after an error nothing more is written.
    pub fn line(&mut self, value: &impl Serialize) {
        if self.over.is_none() {
            let written = write_json(value, &mut self.out);
            self.over = written.and_then(|()| self.out.flush()).err().map(CliError::from);
        }
    }

    /// Writes a solution or the progress of a run; stops a run whose reader has closed the output.
    pub fn event(&mut self, event: &Event<'_>, puzzle: &dyn StatedPuzzle, run: &Run) {
        match event {
            Event::Solution(Finding { solution, orbit_size }) => {
                let (objective, orbit_size) = (puzzle.value(solution), *orbit_size);
                let line = SolutionWord::Word;
                self.line(&SolutionLine { line, solution, objective, orbit_size });
            }
            Event::Progress(run) => {
                let (seconds, statistics) = (run.elapsed().as_secs_f64(), run.counters.read());
                let line = ProgressWord::Word;
                self.line(&json!(ProgressLine { line, seconds, statistics }));
            }
        }
        if !self.is_taken() {
            run.stop.stop(Reason::Interrupted);
        }
    }

    /// Writes a case of several.
    pub fn case(&mut self, document: &CaseDocument) {
        self.line(&CaseLine { line: CaseWord::Word, document });
    }

    /// Writes the last line of one puzzle, without the solutions; returns those that were kept.
    pub fn status(&mut self, document: SolutionDocument, solutions: u64) -> Solutions {
        let is_one = matches!(document.content, Solutions::One { .. });
        let is_open = document.status == Status::Unknown && document.objective.is_none() && !is_one;
        let at_least = is_open.then(|| solutions.to_string());
        let streamed = Streamed { line: StatusWord::Word, solutions_found: solutions, at_least };
        let (status, kept) = document.with_content(streamed);
        self.line(&status);
        kept
    }

    /// Whether no line has failed so far.
    pub fn is_taken(&self) -> bool {
        self.over.is_none()
    }

    /// Ends the stream. A reader that has closed it is not an error.
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
