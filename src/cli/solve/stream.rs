//! The lines of `--json-stream`.

use std::io::Write;

use serde_json::json;

use crate::{
    answer::Finding,
    cli::CliError,
    documents::solution::{SolutionDocument, Solutions, Status},
    methods::Run,
    puzzles::Puzzle,
};

/// Writes a value as a line of its own.
pub fn line(out: &mut dyn Write, value: &serde_json::Value) -> Result<(), CliError> {
    serde_json::to_writer(&mut *out, value).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
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
        let is_one = matches!(document.content, Solutions::One { .. });
        if document.status == Status::Unknown && document.objective.is_none() && !is_one {
            // All were wanted, or more: so many there are.
            fields.insert("at_least".into(), solutions.to_string().into());
        }
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
