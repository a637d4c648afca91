//! DIMACS CNF, with the names of the puzzle variables and a map for decoding.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::{
    clause::{ClauseSink, Interrupted},
    encoding::EncodeError,
};
use sha2::{Digest, Sha256};

use super::{Export, ExportError, Format};
use crate::{
    documents::{self, finish_sha256, map::MapDocument},
    limits::Reason,
    methods::Run,
};

/// `dimacs`: header comments, `c varname N NAME` for each puzzle variable, `p cnf V C`,
/// then the clauses, written as they are made.
pub struct Dimacs;

impl Format for Dimacs {
    fn name(&self) -> &'static str {
        "dimacs"
    }

    fn summary(&self) -> &'static str {
        "DIMACS CNF with variable names; FILE.map.json beside it lets `decode` read a model"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let size = export.encoding.size(export.model, export.options);
        export.run.reserve(size.variables.saturating_mul(BYTES_A_VARIABLE))?;
        // The names come from the encoded model, before its clauses: encode twice.
        let mut discard = Polling { run: export.run, clauses: 0 };
        let encoded = export
            .encoding
            .encode(export.model, export.options, &mut discard)
            .map_err(|error| failed(error, export.run))?;
        for line in export.header() {
            writeln!(out, "c {line}")?;
        }
        writeln!(
            out,
            "c encoding {}, at-most-one {}",
            export.encoding.name(),
            export.options.at_most_one.name()
        )?;
        if !export.encoding.complete() {
            writeln!(
                out,
                "c a relaxation: a model may be several cycles; `satranj decode` names the missing cuts"
            )?;
        }
        let label = |vertex| export.puzzle.term(vertex);
        encoded.each_name(&label, &mut |variable, name| {
            writeln!(out, "c varname {} {name}", variable + 1)
        })?;
        drop(encoded);
        writeln!(out, "p cnf {} {}", size.variables, size.clauses)?;
        let mut lines = Lines {
            out,
            run: export.run,
            digest: Sha256::new(),
            clauses: 0,
            failed: None,
            line: Vec::new(),
        };
        let written = export.encoding.encode(export.model, export.options, &mut lines);
        if let Some(error) = lines.failed {
            return Err(error.into());
        }
        written.map_err(|error| failed(error, export.run))?;
        let statement = export.puzzle.statement();
        Ok(Some(MapDocument {
            schema: documents::map::SCHEMA.into(),
            version: documents::VERSION.into(),
            instance: documents::instance(&statement),
            puzzle: statement,
            encoding: export.encoding.name().into(),
            amo: export.options.at_most_one.name().into(),
            variables: size.variables,
            clauses: lines.clauses,
            formula: finish_sha256(lines.digest),
        }))
    }
}

/// Memory that an encoding takes for a variable while it writes clauses.
const BYTES_A_VARIABLE: u64 = 8;

/// Why the encoding failed: an interrupted one because of the run.
fn failed(error: EncodeError, run: &Run) -> ExportError {
    match error {
        EncodeError::Interrupted(_) => run.stop.reason().unwrap_or(Reason::Interrupted).into(),
        error => error.into(),
    }
}

/// Writes clauses as DIMACS lines and hashes them.
struct Lines<'a> {
    out: &'a mut dyn Write,
    run: &'a Run,
    digest: Sha256,
    clauses: u64,
    failed: Option<io::Error>,
    line: Vec<u8>,
}

impl ClauseSink for Lines<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.line.clear();
        write_clause(clause, &mut self.line);
        self.digest.update(&self.line);
        if let Err(error) = self.out.write_all(&self.line) {
            self.failed = Some(error);
            return Err(Interrupted);
        }
        poll(self.run, &mut self.clauses)
    }
}

/// Counts clauses, and stops with the run.
struct Polling<'a> {
    run: &'a Run,
    clauses: u64,
}

impl ClauseSink for Polling<'_> {
    fn add_clause(&mut self, _clause: &[Lit]) -> Result<(), Interrupted> {
        poll(self.run, &mut self.clauses)
    }
}

fn poll(run: &Run, clauses: &mut u64) -> Result<(), Interrupted> {
    *clauses += 1;
    if clauses.is_multiple_of(1024) && run.poll().is_err() { Err(Interrupted) } else { Ok(()) }
}

/// Appends a clause as a DIMACS line.
pub fn write_clause(clause: &[Lit], line: &mut Vec<u8>) {
    for literal in clause {
        // Writing to memory cannot fail.
        let _ = write!(line, "{} ", literal.to_ipasir());
    }
    line.extend_from_slice(b"0\n");
}
