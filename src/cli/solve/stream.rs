//! The lines of `--json-stream`.

use std::io::Write;

use serde_json::json;

use crate::{
    answer::Finding,
    cli::{CliError, output::Output},
    documents::{self, solution::SolutionDocument},
    methods::Run,
    puzzles::Puzzle,
};

/// Where an answer goes.
pub enum Place<'a> {
    /// As lines while it is found.
    Stream(Stream),
    /// As one document.
    Document(Output<'a>),
}

impl<'a> Place<'a> {
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
    out: Box<dyn Write>,
    /// Why no more is written.
    over: Option<CliError>,
}

impl Stream {
    /// Writes a value as a line of its own; once that fails there are no more.
    pub fn line(&mut self, value: &serde_json::Value) {
        if self.over.is_none() {
            let written = documents::write_json(value, &mut self.out);
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
        match self.over {
            None | Some(CliError::BrokenPipe) => Ok(()),
            Some(error) => Err(error),
        }
    }
}

/// The last line of a stream: the document without the solutions, which went before.
pub fn status_line(document: &SolutionDocument, solutions: u64) -> serde_json::Value {
    let mut value = serde_json::to_value(document).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("solution");
        fields.remove("solutions");
        fields.remove("orbit_sizes");
        fields.insert("type".into(), "status".into());
        fields.insert("solutions_found".into(), solutions.into());
    }
    value
}

/// A solution.
pub fn solution_line(puzzle: &dyn Puzzle, finding: &Finding) -> serde_json::Value {
    let mut value = json!({"type": "solution", "solution": finding.solution});
    if let (Some(fields), Some(objective)) =
        (value.as_object_mut(), puzzle.value(&finding.solution))
    {
        fields.insert("objective".into(), objective.into());
    }
    if let (Some(fields), Some(size)) = (value.as_object_mut(), finding.orbit_size) {
        fields.insert("orbit_size".into(), size.into());
    }
    value
}

/// How far a run is.
pub fn progress_line(run: &Run) -> serde_json::Value {
    let (seconds, statistics) = (run.elapsed().as_secs_f64(), run.counters.read());
    json!({"type": "progress", "seconds": seconds, "statistics": statistics})
}
