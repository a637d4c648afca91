//! `sat:auto`: lazy cuts first, and a complete encoding where they do not end.

use satranj_encodings::{
    encoding::MOST_VARIABLES,
    hamiltonian::{
        Hamiltonian, binary_order::BinaryOrder, obstruction, vertex_elimination::VertexElimination,
    },
    model::Model,
};

use super::{FormulaEnd, FormulaQuestion, Sat, encoded::HAMILTONIAN, room};
use crate::methods::{
    Context, Description, Ending, Finder, Finds, Found, Goal, Method, MethodError,
};

/// `sat:cuts` within a bounded effort, then two complete encodings within a quarter of it each,
/// then all again within four times as much, until one has the answer.
///
/// Cuts are ahead wherever a tour exists, or its absence shows in few cuts. Where it shows in
/// none, as on 7x7 closed without the parity argument, they go on for ever; the order of a
/// complete encoding refutes all ways to fall apart at once. A solver whose effort cannot be
/// measured, `cmd:…`, is asked one of the two: a complete one where a short reason for a "no" is
/// seen (and was not looked for before), else cuts. The total time is at most a few
/// times that of the best of them.
pub const AUTO: Method = Method::finding(
    Description {
        options: HAMILTONIAN,
        ..Description::sat(
            "sat:auto",
            "sat:cuts, and a complete encoding by turns where cuts do not end",
        )
    },
    Finds::Several {
        takes: |model| Sat::CUTS.states(model),
        find: |model, goal| {
            Some(Finder::fallible(move |context, found| solve(model, goal, context, found)))
        },
    },
);

/// Effort of the first try, in bytes of proof: so much, and so much an edge.
const EFFORT: u64 = 1 << 22;
const EFFORT_AN_EDGE: u64 = 1 << 9;

/// How much more the next try may take.
const FACTOR: u64 = 4;

/// A complete encoding is left out where it would have more clauses.
const MOST_CLAUSES: u64 = 50_000_000;

/// The complete encodings that cuts fall back on: one is short and knows the colours, the other
/// finds tours where they are hard to find.
const COMPLETE: [Sat; 2] = [Sat::of(&BinaryOrder), Sat::of(&VertexElimination)];

fn solve(
    model: &Model,
    goal: Goal,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    let Some(hamiltonian) = model.as_hamiltonian().filter(|_| goal == Goal::First) else {
        return Sat::CUTS.solve(model, goal, context, found);
    };
    if let Err(reason) = context.reserve(model.bytes()) {
        return Ok(reason.into());
    }
    if !context.options.solver.measures_effort() {
        // A short reason for a "no", which nobody looked for, is none that cuts find.
        let refuted = obstruction::find_in_linear_time(hamiltonian).is_some();
        let sat = if refuted { COMPLETE[0] } else { Sat::CUTS };
        return sat.solve(model, goal, context, found);
    }
    let mut effort = first_effort(hamiltonian);
    let attempt = Sat::CUTS.within(model, goal, effort, context, found)?;
    if let FormulaEnd::Ended(ending) = attempt {
        return Ok(ending);
    }
    let complete: Vec<&Sat> = COMPLETE.iter().filter(|sat| fits(sat, model, context)).collect();
    loop {
        // Where a complete encoding is ahead, it mostly is by far.
        let question = FormulaQuestion { model, goal, effort: effort / FACTOR, whole: true };
        for sat in &complete {
            if let FormulaEnd::Ended(ending) = sat.attempt(&question, context, found)? {
                return Ok(ending);
            }
        }
        effort = if complete.is_empty() { u64::MAX } else { effort.saturating_mul(FACTOR) };
        let question = FormulaQuestion { effort, ..question };
        if let FormulaEnd::Ended(ending) = Sat::CUTS.attempt(&question, context, found)? {
            return Ok(ending);
        }
    }
}

fn first_effort(model: &Hamiltonian) -> u64 {
    EFFORT + EFFORT_AN_EDGE * u64::from(model.graph().edges())
}

/// Whether a complete encoding can be written, and there is room for it: without, cuts may still
/// find their way.
fn fits(sat: &Sat, model: &Model, context: &Context) -> bool {
    if context.reserve(sat.encoding.bytes(model)).is_err() {
        return false;
    }
    let (encoding, options) = (sat.encoding, context.options.encoding);
    let bound = encoding.bound(model, options);
    if bound.clauses <= MOST_CLAUSES && bound.variables <= MOST_VARIABLES.into() {
        return matches!(room::reserve(encoding, model, options, context), Ok(Ok(())));
    }
    matches!(room::count(encoding, model, options, MOST_CLAUSES, context), Ok(Ok(_)))
}
