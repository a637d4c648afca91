//! Meetings by SAT: finds the best square, then the first among equally good ones.

use crate::methods::constraints;
use std::ops::Range;

use satranj_encodings::{
    clause::Interrupted,
    encoding::Encoded,
    meeting::assignment,
    model::{Model, Witness},
};

use super::{
    FormulaQuestion, Sat,
    attempt::{KnownCuts, refine},
    encoded::AT_MOST_ONE,
};
use crate::{
    methods::{Context, Description, Ending, Finder, Found, Goal, Method, MethodError},
    solvers::Solver,
};

const SAT: Sat = Sat::of(&assignment::ASSIGNMENT);

/// `sat:assignment`: a meeting by its assignment encoding.
pub const ASSIGNMENT: Method = Method::finding(
    Description {
        options: AT_MOST_ONE,
        ..Description::sat(
            "sat:assignment",
            "one variable per square and turn of each rider; a totalizer minimises the turns",
        )
        .minding(constraints::MEETINGS)
    },
    |model| SAT.states(model),
    |model, goal| Some(Finder::fallible(move |context, found| solve(model, goal, context, found))),
);

fn solve(
    model: &Model,
    goal: Goal,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    if goal == Goal::All || model.sense().is_none() {
        return SAT.solve(model, goal, context, found);
    }
    let mut best: Option<Witness> = None;
    let ending = SAT.solve(model, goal, context, &mut |witness| {
        best = Some(witness.clone());
        found(witness)
    })?;
    match (ending, best) {
        (Ending::Exhausted, Some(best)) => lesser(&SAT, model, &best, context, found),
        (ending, _) => Ok(ending),
    }
}

/// The vertex of a meeting.
fn place(witness: &Witness) -> u32 {
    match witness {
        Witness::Meeting { vertex, .. } => *vertex,
        _ => 0,
    }
}

/// Adds that the meeting is at none of these vertices.
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

/// Hands out meetings of the same value as `best` at lesser and lesser vertices.
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
    let vertices = model.as_meeting().map_or(0, |meeting| meeting.lattice().vertices());
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
    refine((&*encoded, false), &mut *solver, &mut KnownCuts::default(), context, &mut next)?.ended()
}
