//! Formats for SAT solvers: DIMACS, iCNF, and WCNF of the `MaxSAT` evaluations since 2022.

use std::io::Write;

use rustsat::types::Lit;
use satranj_encodings::{clause::Assignment, encoding::Objective};

use super::{
    Format, FormatWriter, FormulaCut,
    formula::{self, Syntax, write_clause},
};
use crate::documents::map::MapDocument;

/// `dimacs`: header comments, `c varname N NAME` for each puzzle variable, `p cnf V C`,
/// then the clauses, written as they are made.
///
/// A formula states a decision: a puzzle that asks for an optimum is refused.
pub const DIMACS: Format = Format {
    name: "dimacs",
    extensions: &["cnf", "dimacs"],
    summary: "DIMACS CNF with variable names; FILE.map.json beside it lets `decode` read a model",
    has_models: true,
    has_projection: true,
    cuts: Some(FormulaCut::Cover),
    writer: FormatWriter::Whole(|export, out| {
        export.refuse_optimum(DIMACS.name)?;
        let map = formula::write(&IN_DIMACS, export, out)?;
        // With the cover it is a different formula.
        Ok(export.cubes.is_none().then_some(map))
    }),
    ..Format::BASE
};

const IN_DIMACS: Syntax = Syntax {
    name: "dimacs",
    heading: |size, _, out| writeln!(out, "p cnf {} {}", size.variables, size.clauses),
    clause: write_clause,
    // States that no cube holds: together with the formula this is unsatisfiable if the cubes cover it.
    cubes: |cubes, out| {
        cubes.iter().try_for_each(|cube| {
            let mut line = Vec::new();
            let negated: Vec<Lit> = cube.iter().map(|&literal| !literal).collect();
            write_clause(&negated, &mut line);
            out.write_all(&line)
        })
    },
    ..Syntax::BASE
};

/// `icnf`: as `dimacs`, with the heading `p inccnf`, and after the clauses a line `a … 0` for each
/// cube: `cadical` solves the formula under each of them in turn, until one has a model.
///
/// Wieringa, Niemenmaa and Heljanko, "Tarmo: A Framework for Parallelized Bounded Model Checking",
/// 2009.
pub const ICNF: Format = Format {
    name: "icnf",
    extensions: &["icnf"],
    summary: "DIMACS clauses and cubes, for incremental solvers and cube and conquer; with a map",
    has_models: true,
    cuts: Some(FormulaCut::Cases),
    writer: FormatWriter::Whole(|export, out| {
        export.refuse_optimum(ICNF.name)?;
        // The variables are those of dimacs, so models are too.
        let map = formula::write(&IN_ICNF, export, out)?;
        Ok(Some(MapDocument { format: DIMACS.name.into(), ..map }))
    }),
    ..Format::BASE
};

const IN_ICNF: Syntax = Syntax {
    name: "icnf",
    heading: |_, _, out| writeln!(out, "p inccnf"),
    cubes: |cubes, out| {
        cubes.iter().try_for_each(|cube| {
            let mut line = b"a ".to_vec();
            write_clause(cube, &mut line);
            out.write_all(&line)
        })
    },
    ..IN_DIMACS
};

/// `wcnf`: as `dimacs` without the `p` line, each clause hard (`h … 0`); after them a soft clause
/// (`1 LITERAL 0`, or its weight for 1) for each literal of the objective, if the puzzle asks for
/// the best.
pub const WCNF: Format = Format {
    name: "wcnf",
    extensions: &["wcnf"],
    summary: "weighted CNF of 2022 for MaxSAT solvers, for the most or fewest pieces; with a map",
    has_models: true,
    writer: FormatWriter::Whole(|export, out| formula::write(&IN_WCNF, export, out).map(Some)),
    ..Format::BASE
};

const IN_WCNF: Syntax = Syntax {
    name: "wcnf",
    clause: |clause, line| {
        line.extend_from_slice(b"h ");
        write_clause(clause, line);
    },
    ending: |objective, out| {
        let Some(objective) = objective else { return Ok(()) };
        let mut line = Vec::new();
        for (unwanted, weight) in objective.minimised() {
            line.clear();
            write!(line, "{weight} ")?;
            write_clause(&[!unwanted], &mut line);
            out.write_all(&line)?;
        }
        Ok(())
    },
    ..Syntax::BASE
};

/// The total weight of the soft clauses that an assignment breaks: a solver's `o` line.
#[must_use]
pub fn cost(objective: &Objective, assignment: &Assignment) -> i128 {
    let broken = objective.minimised().filter(|&(literal, _)| assignment.satisfies(literal));
    broken.map(|(_, weight)| i128::from(weight)).sum()
}
