//! Of the best meetings that at the least vertex: ever lesser ones until none is left.

use std::ops::ControlFlow;

use satranj_encodings::{
    encoding::{EncodeError, Reading},
    model::{Model, Witness},
};

use super::Sat;
use crate::{
    methods::{Context, Ending, Found, MethodError},
    solvers::{Verdict, interruption},
};

/// The vertex of a meeting.
fn place(witness: &Witness) -> u32 {
    match witness {
        Witness::Meeting { vertex, .. } => *vertex,
        _ => 0,
    }
}

/// Hands out meetings with the value of `best` at lesser and lesser vertices.
pub(super) fn lesser(
    sat: &Sat,
    model: &Model,
    best: &Witness,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    let mut place_of_best = place(best);
    let model = &model.with_value(model.value(best));
    context.counters.attempts.add(1);
    let mut solver = match sat.solver(model, context.options.encoding, u64::MAX, context)? {
        Ok(solver) => solver,
        Err(reason) => return Ok(reason.into()),
    };
    let encoded = match context
        .encoding(|| sat.encoding.encode(model, context.options.encoding, &mut *solver))
    {
        Ok(encoded) => encoded,
        Err(EncodeError::Interrupted(_)) => return Ok(interruption(context).into()),
        Err(error) => return Err(error.into()),
    };
    let vertices = model.as_gathering().map_or(0, |gathering| gathering.lattice().vertices());
    let mut end = vertices;
    loop {
        for vertex in place_of_best..end {
            let meeting = Witness::Meeting { vertex, paths: Vec::new() };
            if solver.add_clause(&encoded.exclude(&meeting)).is_err() {
                return Ok(interruption(context).into());
            }
        }
        end = place_of_best;
        context.counters.clauses.set(solver.clauses());
        if let Err(reason) = context.node() {
            return Ok(reason.into());
        }
        context.counters.rounds.add(1);
        let witness = match solver.solve() {
            Verdict::Satisfiable(assignment) => match encoded.read(&assignment)? {
                Reading::Witness(witness) => witness,
                Reading::Cuts(_) => {
                    return Err(MethodError::Solver("a complete encoding has cuts".into()));
                }
            },
            Verdict::Unsatisfiable => return Ok(Ending::Exhausted),
            Verdict::Stopped(reason) => return Ok(reason.into()),
            Verdict::GaveUp => {
                return Err(MethodError::Solver("gave up without a limit".into()));
            }
            Verdict::Failed(failure) => return Err(failure.into()),
        };
        place_of_best = place(&witness);
        if place_of_best >= end {
            let error = format!("vertex {place_of_best} was excluded");
            return Err(MethodError::Solver(error));
        }
        if found(witness) == ControlFlow::Break(()) {
            return Ok(Ending::Enough);
        }
    }
}
