//! WCNF for `MaxSAT` solvers, in the format of the `MaxSAT` evaluations since 2022.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::{clause::Assignment, encoding::Objective};

use super::{
    Export, ExportError, Format,
    formula::{self, Syntax, write_clause},
};
use crate::documents::map::MapDocument;

/// `wcnf`: as `dimacs` without the `p` line, each clause hard (`h … 0`); behind them a soft
/// clause (`1 LITERAL 0`, or its weight for 1) for each literal of the objective, if the puzzle asks
/// for the best.
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

/// What the soft clauses that an assignment breaks weigh: what a solver's `o` line says.
#[must_use]
pub fn cost(objective: &Objective, assignment: &Assignment) -> i128 {
    let broken = objective.minimised().filter(|&(literal, _)| assignment.satisfies(literal));
    broken.map(|(_, weight)| i128::from(weight)).sum()
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
        let Some(objective) = objective else { return Ok(()) };
        let mut line = Vec::new();
        for (unwanted, weight) in objective.minimised() {
            line.clear();
            write!(line, "{weight} ")?;
            write_clause(&[!unwanted], &mut line);
            out.write_all(&line)?;
        }
        Ok(())
    }
}
