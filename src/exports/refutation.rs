//! The formula that shows a "no" as DIMACS: the encoding, and each cut with its reason.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::{
    clause::{EachClause, Interrupted},
    encoding::EncodeError,
    hamiltonian::Hamiltonian,
};

use super::Export;
use crate::{
    limits::Reason,
    proofs::cuts,
    solvers::{dimacs::write_clause, recording::RecordedRefutation},
    stated_formula::StatedFormula,
};

/// The number of clauses between two checks of the limits.
const POLL_EVERY: usize = 1024;

/// Why a formula could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RefutationError {
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The model cannot be encoded again.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The solved clauses differ from those of the encoding.
    #[error("clause {0} of the solved formula differs from the encoding")]
    Differs(usize),
    /// A limit or a signal.
    #[error("stopped: {}", .0.describe())]
    Stopped(Reason),
}

/// Writes the formula: comments, `c varname N NAME` for each puzzle variable, `p cnf V C`, the
/// clauses of the encoding, then those of a bound, or the cuts. A comment before each cut names the
/// vertices S that every tour leaves: the clause is the moves with one end in S. (Names that
/// contain a comma, a brace or a quote are quoted there, and so is a vertex with the name of the
/// outside vertex.) If the formula states that a better solution exists, a comment `c bound at
/// least 6` says which bound it asks for.
///
/// It encodes the model again and compares the clauses with the solved ones, one by one.
///
/// # Errors
/// [`RefutationError`].
pub fn write(
    export: &Export<'_>,
    stated: &StatedFormula<'_>,
    refutation: &RecordedRefutation,
    out: &mut dyn Write,
) -> Result<(), RefutationError> {
    let stopped = || export.run.stop.reason().unwrap_or(Reason::Interrupted);
    let (mut left, mut clauses, mut is_other) = (refutation.formula.iter(), 0, false);
    let encoded = stated.encode(&mut EachClause(|clause: &[Lit]| {
        clauses += 1;
        is_other = left.next() != Some(clause);
        if is_other { Err(Interrupted) } else { Ok(()) }
    }));
    if is_other {
        return Err(RefutationError::Differs(clauses));
    }
    let (encoded, variables) = encoded?;
    let encoding = stated.encoding();
    export.write_header("c", out)?;
    let amo = export.options.at_most_one.name();
    let name = encoding.name();
    writeln!(out, "c encoding {name}, at-most-one {amo}{}", export.reductions())?;
    if let Some(bound) = stated.bound() {
        writeln!(out, "c bound {bound}")?;
    }
    if !encoding.complete() {
        let cuts = refutation.cuts.len();
        // With successors, a cut is the arcs out of a set, and a path is closed through an extra vertex.
        let what = if stated.cuts_are_arcs() {
            "the moves out of the named vertices, start(..) out of `outside` and end(..) into it"
        } else {
            "the moves that leave the named squares"
        };
        writeln!(out, "c then {cuts} cuts: {what}, one of which every tour takes")?;
    }
    let label = |vertex| export.term(vertex);
    encoded.each_name(&label, &mut |variable, name| {
        writeln!(out, "c varname {} {name}", variable + 1)
    })?;
    let variables = variables.max(refutation.variables);
    writeln!(out, "p cnf {variables} {}", refutation.formula.len())?;
    let mut left = refutation.cuts.iter().zip(1..).peekable();
    let mut line = Vec::new();
    for (index, clause) in refutation.formula.iter().enumerate() {
        if index % POLL_EVERY == 0 && export.run.poll().is_err() {
            return Err(RefutationError::Stopped(stopped()));
        }
        if let Some((cut, number)) = left.next_if(|(cut, _)| cut.clause == index) {
            let mut vertices = cut.vertices.clone();
            vertices.sort_unstable();
            let outside = export.model.as_hamiltonian().map_or(0, Hamiltonian::vertices);
            let name = |&vertex: &u32| {
                if vertex < outside {
                    cuts::name(export.puzzle.label(vertex))
                } else {
                    cuts::OUTSIDE.into()
                }
            };
            let names: Vec<String> = vertices.iter().map(name).collect();
            writeln!(out, "c cut {number}: every tour leaves {{{}}}", names.join(","))?;
        }
        line.clear();
        write_clause(clause, &mut line);
        out.write_all(&line)?;
    }
    Ok(out.flush()?)
}
