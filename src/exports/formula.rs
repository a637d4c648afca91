//! The common parts of the formats of encoded models: header, names, clauses, map.

use std::io::{self, Write};

use rustsat::types::Lit;
use satranj_encodings::{
    clause::{EachClause, Interrupted},
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Objective, Size},
    planning::states_within_a_horizon,
};

use super::{Export, ExportError};
pub use crate::solvers::dimacs::write_clause;
use crate::{
    cubes,
    documents::{formula_digest::FormulaDigest, map::MapDocument},
    limits::Reason,
    run::Run,
    solvers::recording::in_memory,
    stated_formula::StatedFormula,
};

/// How a format writes its parts.
pub(crate) struct Syntax {
    /// The name of the format.
    pub name: &'static str,
    /// What comments begin with.
    pub comment: &'static str,
    /// Writes the text before the comments.
    pub first: fn(Size, &mut dyn Write) -> io::Result<()>,
    /// Writes the text between the comments and the clauses.
    pub heading: fn(Size, Option<&Objective>, &mut dyn Write) -> io::Result<()>,
    /// Appends the line of a clause.
    pub clause: fn(&[Lit], &mut Vec<u8>),
    /// Writes the cubes of the formula after the clauses.
    pub cubes: fn(&[Vec<Lit>], &mut dyn Write) -> io::Result<()>,
    /// Writes the text after the clauses.
    pub ending: fn(Option<&Objective>, &mut dyn Write) -> io::Result<()>,
}

impl Syntax {
    /// Clauses of DIMACS, and nothing around them.
    pub(crate) const BASE: Self = Self {
        name: "",
        comment: "c",
        first: |_, _| Ok(()),
        heading: |_, _, _| Ok(()),
        clause: write_clause,
        cubes: |_, _| Ok(()),
        ending: |_, _| Ok(()),
    };
}

/// Writes the model's encoding: comments, a `varname N NAME` for each puzzle variable, the
/// clauses.
///
/// # Errors
/// [`ExportError`].
pub(crate) fn write(
    syntax: &Syntax,
    export: &Export<'_>,
    out: &mut dyn Write,
) -> Result<MapDocument, ExportError> {
    let encoding = export.encoding.ok_or_else(|| {
        if states_within_a_horizon(export.model) {
            ExportError::Horizon
        } else {
            ExportError::Unsupported(syntax.name)
        }
    })?;
    // The graph, if the encoding needs it.
    let stated = match export.best {
        Some(&(_, value)) => StatedFormula::better(export.model, value, encoding, export.options)
            .ok_or(ExportError::NoBetter(encoding.name()))?,
        None => StatedFormula::model(export.model, encoding, export.options)
            .ok_or(EncodeError::Unsupported(encoding.name()))?,
    };
    stated.reserve(&|bytes| export.run.reserve(bytes))?;
    // The size, the names and the objective precede the clauses, so the model is encoded twice.
    let mut stopped = None;
    let mut look = |_| {
        export.run.poll().map_err(|reason| {
            stopped = Some(reason);
            Interrupted
        })
    };
    let mut counter = ClauseCounter::default().with_look(&mut look);
    let encoded = stated.encode(&mut counter);
    let clauses = counter.clauses();
    if let Some(reason) = stopped {
        return Err(reason.into());
    }
    let (encoded, variables) = encoded?;
    let size = Size { variables: variables.into(), clauses };
    let projection = if export.is_projected {
        let counted = encoded.projection().filter(|_| encoding.complete());
        Some(counted.ok_or(ExportError::NotCounted(encoding.name()))?)
    } else {
        None
    };
    let cubes = match export.cubes {
        Some(wanted) => cut(export, encoding, wanted)?,
        None => Vec::new(),
    };
    // A cover has one more clause for each cube.
    let size = Size { clauses: size.clauses + cubes.len() as u64, ..size };
    (syntax.first)(size, out)?;
    let comment = syntax.comment;
    write_comments(comment, export, &stated, out)?;
    let label = |vertex| export.term(vertex);
    encoded.each_name(&label, &mut |variable, name| {
        writeln!(out, "{comment} varname {} {name}", variable + 1)
    })?;
    if let Some(projection) = projection {
        write_projection(projection, out)?;
    }
    let objective = encoded.objective();
    drop(encoded);
    (syntax.heading)(size, objective.as_ref(), out)?;
    let (mut digest, mut clauses, mut line) = (FormulaDigest::default(), 0, Vec::new());
    let mut broken = None;
    let mut lines = EachClause(|clause: &[Lit]| {
        line.clear();
        (syntax.clause)(clause, &mut line);
        digest.add(clause);
        out.write_all(&line).map_err(|error| {
            broken = Some(error);
            Interrupted
        })?;
        clauses += 1;
        let is_stopped = clauses % 1024 == 0 && export.run.poll().is_err();
        if is_stopped { Err(Interrupted) } else { Ok(()) }
    });
    let written = stated.encode(&mut lines);
    if let Some(error) = broken {
        return Err(error.into());
    }
    written.map_err(|error| failed(error, export.run))?;
    (syntax.cubes)(&cubes, out)?;
    (syntax.ending)(objective.as_ref(), out)?;
    if let Some(objective) = &objective {
        digest.add_objective(objective);
    }
    Ok(MapDocument {
        encoding: encoding.name().into(),
        amo: export.options.at_most_one.name().into(),
        reductions: export.options.reductions.to_string(),
        variables: size.variables,
        clauses,
        formula: digest.finish(),
        best: export.best.and_then(|(solution, _)| serde_json::to_value(solution).ok()),
        ..MapDocument::new(export.puzzle.statement(), syntax.name)
    })
}

/// Writes the comments before the names of the variables.
fn write_comments(
    comment: &str,
    export: &Export<'_>,
    stated: &StatedFormula<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let encoding = stated.encoding();
    export.write_header(comment, out)?;
    let amo = export.options.at_most_one.name();
    let name = encoding.name();
    writeln!(out, "{comment} encoding {name}, at-most-one {amo}{}", export.reductions())?;
    writeln!(out, "{comment} source {}", encoding.source())?;
    if let Some(bound) = stated.bound() {
        writeln!(out, "{comment} bound {bound}")?;
    }
    if !encoding.complete() {
        writeln!(
            out,
            "{comment} a relaxation: a model may be several cycles; `satranj decode` names the \
             missing cuts"
        )?;
    }
    Ok(())
}

/// Splits the formula into cubes.
fn cut(
    export: &Export<'_>,
    encoding: &Encoding,
    wanted: u32,
) -> Result<Vec<Vec<Lit>>, ExportError> {
    let permit = |bytes| export.run.permit(bytes);
    let (formula, encoded) =
        in_memory(&permit, |sink| encoding.encode(export.model, export.options, sink))?;
    let variables = encoded.map_err(|error| failed(error, export.run))?.variables();
    Ok(cubes::split(&formula, variables, wanted as usize, export.run)?.cubes)
}

/// Writes which variables are counted, in the format of the Model Counting Competition since 2021:
/// a model counter that reads these lines counts the solutions of the puzzle.
fn write_projection(variables: u32, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "c t pmc\nc p show")?;
    (1..=variables).try_for_each(|variable| write!(out, " {variable}"))?;
    writeln!(out, " 0")
}

/// Why the encoding failed; for an interruption, the run's reason.
fn failed(error: EncodeError, run: &Run) -> ExportError {
    match error {
        EncodeError::Interrupted(_) => run.stop.reason().unwrap_or(Reason::Interrupted).into(),
        error => error.into(),
    }
}
