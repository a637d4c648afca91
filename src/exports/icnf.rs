//! iCNF: a formula and the cubes into which it is cut, for incremental solvers.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::encoding::{Objective, Size};

use super::{
    Export, ExportError, Format, FormulaCut,
    dimacs::Dimacs,
    formula::{self, Syntax, write_clause},
};
use crate::documents::map::MapDocument;

/// `icnf`: as `dimacs`, with the heading `p inccnf`, and behind the clauses a line `a … 0` for
/// each cube: `cadical` solves the formula under each of them in turn, until one has a model.
///
/// Wieringa, Niemenmaa and Heljanko, "Tarmo: A Framework for Parallelized Bounded Model
/// Checking", 2009.
pub struct Icnf;

impl Format for Icnf {
    fn name(&self) -> &'static str {
        "icnf"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["icnf"]
    }

    fn summary(&self) -> &'static str {
        "DIMACS clauses and cubes, for incremental solvers and cube and conquer; with a map"
    }

    fn has_models(&self) -> bool {
        true
    }

    fn cuts(&self) -> Option<FormulaCut> {
        Some(FormulaCut::Cases)
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        export.refuse_optimum(self.name())?;
        // The variables are those of dimacs, and so are models.
        let map = formula::write(self, export, out)?;
        Ok(Some(MapDocument { format: Dimacs.name().into(), ..map }))
    }
}

impl Syntax for Icnf {
    fn comment(&self) -> &'static str {
        Dimacs.comment()
    }

    fn heading(
        &self,
        _size: Size,
        _objective: Option<&Objective>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "p inccnf")
    }

    fn clause(&self, clause: &[Lit], line: &mut Vec<u8>) {
        write_clause(clause, line);
    }

    fn cubes(&self, cubes: &[Vec<Lit>], out: &mut dyn Write) -> io::Result<()> {
        let mut line = Vec::new();
        cubes.iter().try_for_each(|cube| {
            line.clear();
            line.extend(b"a ");
            write_clause(cube, &mut line);
            out.write_all(&line)
        })
    }
}
