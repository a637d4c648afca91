//! The lines of `--json-stream`, written as they are: a solution may be large.

use std::io::Write;

use serde::Serialize;
use serde_json::json;

use crate::{
    answer::Finding,
    cli::CliError,
    documents::{
        batch::CaseDocument,
        solution::{SolutionDocument, Solutions, Status},
        write_json,
    },
    methods::Run,
    puzzles::{Puzzle, Solution},
};

/// Writes a value as a line of its own.
pub fn line(out: &mut dyn Write, value: &impl Serialize) -> Result<(), CliError> {
    write_json(value, out)?;
    out.flush()?;
    Ok(())
}

/// What stands in the last line of a stream in place of the solutions, which went before.
#[derive(Debug, Clone, Serialize)]
struct Streamed {
    #[serde(rename = "type")]
    line: &'static str,
    solutions_found: u64,
    /// Where all were wanted, or more: so many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
}

/// Writes the last line of a stream, without the solutions; gives back those that were kept.
pub fn status_line(
    out: &mut dyn Write,
    document: SolutionDocument,
    solutions: u64,
) -> Result<Solutions, CliError> {
    let is_one = matches!(document.content, Solutions::One { .. });
    let is_open = document.status == Status::Unknown && document.objective.is_none() && !is_one;
    let at_least = is_open.then(|| solutions.to_string());
    let streamed = Streamed { line: "status", solutions_found: solutions, at_least };
    let (status, kept) = document.with_content(streamed);
    line(out, &status)?;
    Ok(kept)
}

/// The line of a case.
#[derive(Serialize)]
pub struct CaseLine<'a> {
    #[serde(rename = "type")]
    line: &'static str,
    #[serde(flatten)]
    document: &'a CaseDocument,
}

impl<'a> CaseLine<'a> {
    /// The line of this case.
    pub fn of(document: &'a CaseDocument) -> Self {
        Self { line: "case", document }
    }
}

/// The line of a solution.
#[derive(Serialize)]
pub struct SolutionLine<'a> {
    #[serde(rename = "type")]
    line: &'static str,
    solution: &'a Solution,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbit_size: Option<u32>,
}

impl<'a> SolutionLine<'a> {
    /// The line of this solution.
    pub fn of(puzzle: &dyn Puzzle, finding: &'a Finding) -> Self {
        let Finding { solution, orbit_size } = finding;
        let objective = puzzle.value(solution);
        Self { line: "solution", solution, objective, orbit_size: *orbit_size }
    }
}

/// How far a run is.
pub fn progress_line(run: &Run) -> serde_json::Value {
    let (seconds, statistics) = (run.elapsed().as_secs_f64(), run.counters.read());
    json!({"type": "progress", "seconds": seconds, "statistics": statistics})
}
