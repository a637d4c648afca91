//! Of the best meetings that at the least vertex: ever lesser ones until none is left.

use std::ops::Range;

use satranj_encodings::{
    clause::Interrupted,
    encoding::Encoded,
    model::{Model, Witness},
};

use super::{FormulaQuestion, Sat, refine::refine};
use crate::{
    methods::{Context, Ending, Found, Goal, MethodError},
    solvers::Solver,
};

/// The vertex of a meeting.
fn place(witness: &Witness) -> u32 {
    match witness {
        Witness::Meeting { vertex, .. } => *vertex,
        _ => 0,
    }
}

/// States that no one meets at these vertices.
fn exclude(
    vertices: Range<u32>,
    encoded: &dyn Encoded,
    solver: &mut dyn Solver,
) -> Result<(), Interrupted> {
    for vertex in vertices {
        let meeting = Witness::Meeting { vertex, paths: Vec::new() };
        solver.add_clause(&encoded.exclude(&meeting))?;
    }
    Ok(())
}

/// Hands out meetings with the value of `best` at lesser and lesser vertices.
pub(super) fn lesser(
    sat: &Sat,
    model: &Model,
    best: &Witness,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    let model = &model.with_value(model.value(best));
    let question = FormulaQuestion { model, goal: Goal::First, effort: u64::MAX, whole: false };
    let (mut solver, encoded) = sat.written(&question, context)?;
    let mut end = place(best);
    let vertices = model.as_gathering().map_or(0, |gathering| gathering.lattice().vertices());
    exclude(end..vertices, &*encoded, &mut *solver)?;
    let mut next = |witness: Witness, solver: &mut dyn Solver| {
        let place = place(&witness);
        if place >= end {
            let error = format!("vertex {place} was excluded");
            return Err(MethodError::Solver(error));
        }
        let asked = found(witness);
        if asked.is_continue() {
            exclude(place..end, &*encoded, solver)?;
            end = place;
        }
        Ok(asked)
    };
    refine(&*encoded, false, &mut *solver, context, &mut next)?.ended()
}
