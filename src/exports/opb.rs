//! OPB for pseudo-Boolean solvers, by rustsat.

use std::{
    io::{self, Write},
    iter::once,
};

use rustsat::{
    instances::fio::opb::{FileLine, Options, write_opb_lines},
    types::{Clause, Lit},
};
use satranj_encodings::{
    clause::Assignment, encoding::Objective, independent_set::IndependentSet, model::Model,
};
use sha2::{Digest, Sha256};

use super::{
    Export, ExportError, Format, FormatWriter,
    formula::{self, Syntax},
    linear::{self, Line},
};
use crate::{
    documents::{finish_sha256, map::MapDocument},
    limits::Reason,
    run::Run,
};

/// `opb`: `* #variable= V #constraint= C`, header comments, `* varname N NAME` for each puzzle
/// variable, `min:` the objective, then the constraints without negated literals.
///
/// Placements and dominations are stated by [`linear`] constraints, unless an encoding is named;
/// that encoding, and tours, are written clause by clause.
pub const OPB: Format = Format {
    name: "opb",
    extensions: &["opb"],
    summary: "linear constraints over 0/1 variables for pseudo-Boolean solvers; with a map",
    has_models: true,
    is_of_clauses: |model, is_encoding_named| is_encoding_named || !linear::supports(model),
    writer: FormatWriter::Whole(|export, out| {
        if OPB.is_of_clauses(export.model, export.is_encoding_named) {
            formula::write(&IN_OPB, export, out).map(Some)
        } else {
            write_linear(export, out).map(Some)
        }
    }),
    ..Format::BASE
};

const IN_OPB: Syntax = Syntax {
    name: "opb",
    comment: "*",
    // The empty clause needs a variable.
    first: |size, out| first(size.variables.max(1), size.clauses, out),
    heading: |_, objective, out| {
        objective.map_or(Ok(()), |objective| line(linear::minimised_line(objective), out))
    },
    clause: |clause, text| {
        if clause.is_empty() {
            text.extend_from_slice(b"+1 x1 >= 2;\n");
            return;
        }
        let clause: Clause = clause.iter().copied().collect();
        // Writing to memory cannot fail.
        let _ = line(FileLine::Clause(clause), text);
    },
    ..Syntax::BASE
};

/// The value of the `min:` line under an assignment, as in a solver's `o` line. A negated literal
/// counts -1 if its variable is true.
#[must_use]
pub fn cost(objective: &Objective, assignment: &Assignment) -> i128 {
    let term = |(literal, weight): (Lit, u32)| {
        let is_true = assignment.satisfies(Lit::positive(literal.vidx32()));
        let value = if is_true { i128::from(weight) } else { 0 };
        if literal.is_pos() { value } else { -value }
    };
    objective.minimised().map(term).sum()
}

fn first(variables: u64, constraints: u64, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "* #variable= {variables} #constraint= {constraints}")
}

fn line(line: Line, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Vec::new();
    write_opb_lines(&mut text, once(line), Options::default())?;
    // rustsat leaves out the sign of positive coefficients; some readers want it.
    let mut rest = text.as_slice();
    while let Some(end) = rest.iter().position(|&byte| byte == b' ' || byte == b'\n') {
        let (word, behind) = rest.split_at(end + 1);
        if word[0].is_ascii_digit() && behind.first() == Some(&b'x') {
            out.write_all(b"+")?;
        }
        out.write_all(word)?;
        rest = behind;
    }
    out.write_all(rest)
}

/// How many variables and constraints a model has, and the digest of their lines.
pub struct Linear {
    /// Number of variables.
    pub variables: u64,
    /// Number of constraints.
    pub constraints: u64,
    /// `sha256:` and the digest of the objective and the constraints as lines.
    pub digest: String,
}

/// Measures the linear constraints of a model.
///
/// # Errors
/// [`ExportError::Stopped`] by the run.
pub fn measure(model: &Model, run: &Run) -> Result<Linear, ExportError> {
    run.reserve(model.bytes())?;
    let (mut digest, mut text) = (Sha256::new(), Vec::new());
    let (mut constraints, mut lines) = (0, 0u64);
    let variables = linear::each_line(model, &mut |next| {
        poll(run, &mut lines)?;
        constraints += u64::from(!matches!(next, FileLine::Objective(_)));
        text.clear();
        line(next, &mut text)?;
        digest.update(&text);
        Ok::<(), ExportError>(())
    })?;
    Ok(Linear { variables: variables.into(), constraints, digest: finish_sha256(digest) })
}

fn poll(run: &Run, lines: &mut u64) -> Result<(), Reason> {
    *lines += 1;
    if lines.is_multiple_of(1024) { run.poll() } else { Ok(()) }
}

fn write_linear(export: &Export<'_>, out: &mut dyn Write) -> Result<MapDocument, ExportError> {
    let Linear { variables, constraints, digest } = measure(export.model, export.run)?;
    first(variables, constraints, out)?;
    export.write_header(IN_OPB.comment, out)?;
    for vertex in 0..vertices(export.model) {
        writeln!(out, "* varname {} {}", vertex + 1, export.term(vertex))?;
    }
    let mut lines = 0;
    linear::each_line(export.model, &mut |next| {
        poll(export.run, &mut lines)?;
        Ok::<(), ExportError>(line(next, out)?)
    })?;
    Ok(MapDocument {
        encoding: linear::NAME.into(),
        amo: "none".into(),
        variables,
        clauses: constraints,
        formula: digest,
        ..MapDocument::new(export.puzzle.statement(), OPB.name)
    })
}

/// Number of vertices of a placement or domination.
#[must_use]
pub fn vertices(model: &Model) -> u32 {
    match model {
        Model::DominatingSet(set) => set.vertices(),
        Model::VertexCover(cover) => cover.vertices(),
        Model::WeightedSet(set) => set.vertices(),
        _ => model.as_independent_set().map_or(0, IndependentSet::vertices),
    }
}
