//! Formulas as DIMACS text.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::clause::Cnf;

use crate::{limits::Reason, run::Run};

/// Clauses between two checks of the limits while writing.
const POLL_EVERY: usize = 1024;

/// Appends a clause as a DIMACS line.
pub fn write_clause(clause: &[Lit], line: &mut Vec<u8>) {
    for literal in clause {
        // Writing to memory cannot fail.
        let _ = write!(line, "{} ", literal.to_ipasir());
    }
    line.extend_from_slice(b"0\n");
}

/// Writes the header and the clauses; returns an inner `Err(reason)` if the run stops.
///
/// # Errors
/// The error of the writer.
pub fn write_formula(
    formula: &Cnf,
    variables: u32,
    run: &Run,
    out: &mut dyn Write,
) -> io::Result<Result<(), Reason>> {
    writeln!(out, "p cnf {variables} {}", formula.len())?;
    let mut line = Vec::new();
    for (index, clause) in formula.iter().enumerate() {
        if index % POLL_EVERY == 0
            && let Err(reason) = run.poll()
        {
            return Ok(Err(reason));
        }
        line.clear();
        write_clause(clause, &mut line);
        out.write_all(&line)?;
    }
    out.flush()?;
    Ok(Ok(()))
}
