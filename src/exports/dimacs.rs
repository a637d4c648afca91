//! DIMACS CNF, with the names of the puzzle variables and a map for decoding.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::encoding::{Objective, Size};

use super::{
    Export, ExportError, Format, FormulaCut,
    formula::{self, Syntax, write_clause},
};
use crate::documents::map::MapDocument;

/// `dimacs`: header comments, `c varname N NAME` for each puzzle variable, `p cnf V C`,
/// then the clauses, written as they are made.
///
/// A formula states a decision: a puzzle that asks for the best is refused.
pub struct Dimacs;

impl Format for Dimacs {
    fn name(&self) -> &'static str {
        "dimacs"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["cnf", "dimacs"]
    }

    fn summary(&self) -> &'static str {
        "DIMACS CNF with variable names; FILE.map.json beside it lets `decode` read a model"
    }

    fn has_models(&self) -> bool {
        true
    }

    fn has_projection(&self) -> bool {
        true
    }

    fn cuts(&self) -> Option<FormulaCut> {
        Some(FormulaCut::Cover)
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        export.refuse_optimum(self.name())?;
        let map = formula::write(self, export, out)?;
        // What has a cover behind it is another formula.
        Ok(export.cubes.is_none().then_some(map))
    }
}

impl Syntax for Dimacs {
    fn comment(&self) -> &'static str {
        "c"
    }

    fn heading(
        &self,
        size: Size,
        _objective: Option<&Objective>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "p cnf {} {}", size.variables, size.clauses)
    }

    /// That none of them holds: with the formula this has no model, if they cover it.
    fn cubes(&self, cubes: &[Vec<Lit>], out: &mut dyn Write) -> io::Result<()> {
        let mut line = Vec::new();
        cubes.iter().try_for_each(|cube| {
            line.clear();
            let negated: Vec<Lit> = cube.iter().map(|&literal| !literal).collect();
            write_clause(&negated, &mut line);
            out.write_all(&line)
        })
    }

    fn clause(&self, clause: &[Lit], line: &mut Vec<u8>) {
        write_clause(clause, line);
    }
}
