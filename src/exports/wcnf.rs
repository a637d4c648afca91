//! WCNF for `MaxSAT` solvers, in the format of the `MaxSAT` evaluations since 2022.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::{clause::Assignment, encoding::Objective, model::Sense};

use super::{
    Export, ExportError, Format,
    formula::{self, Syntax, write_clause},
};
use crate::documents::map::MapDocument;

/// `wcnf`: as `dimacs` without the `p` line, each clause hard (`h … 0`); behind them a soft
/// clause (`1 LITERAL 0`) for each literal of the objective, if the puzzle asks for
/// the best.
pub struct Wcnf;

impl Format for Wcnf {
    fn name(&self) -> &'static str {
        "wcnf"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["wcnf"]
    }

    fn summary(&self) -> &'static str {
        "weighted CNF of 2022 for MaxSAT solvers, for the most or fewest pieces; with a map"
    }

    fn has_models(&self) -> bool {
        true
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        formula::write(self, export, out).map(Some)
    }
}

/// How many soft clauses an assignment breaks: what a solver's `o` line says.
#[must_use]
pub fn cost(objective: &Objective, assignment: &Assignment) -> i128 {
    let Objective { literals, sense, .. } = objective;
    let is_broken = |&&literal: &&Lit| assignment.satisfies(literal) != (*sense == Sense::Maximise);
    literals.iter().filter(is_broken).count() as i128
}

impl Syntax for Wcnf {
    fn comment(&self) -> &'static str {
        "c"
    }

    fn clause(&self, clause: &[Lit], line: &mut Vec<u8>) {
        line.extend_from_slice(b"h ");
        write_clause(clause, line);
    }

    fn ending(&self, objective: Option<&Objective>, out: &mut dyn Write) -> io::Result<()> {
        let Some(Objective { literals, sense, .. }) = objective else { return Ok(()) };
        let mut line = Vec::new();
        for &literal in literals {
            let wanted = match sense {
                Sense::Maximise => literal,
                Sense::Minimise => !literal,
            };
            line.clear();
            line.extend_from_slice(b"1 ");
            write_clause(&[wanted], &mut line);
            out.write_all(&line)?;
        }
        Ok(())
    }
}
