//! The meeting of riders by SAT: the best square is found, then the first of all that are as good.

use satranj_encodings::{
    gathering::assignment,
    model::{Model, Witness},
};

use super::{Sat, encoded::AT_MOST_ONE, lesser::lesser};
use crate::methods::{
    Context, Description, Ending, Finder, Finds, Found, Goal, Method, MethodError,
};

const SAT: Sat = Sat::of(&assignment::ASSIGNMENT);

/// `sat:assignment`: a gathering by its assignment encoding.
pub const ASSIGNMENT: Method = Method::finding(
    Description {
        options: AT_MOST_ONE,
        ..Description::sat(
            "sat:assignment",
            "a variable a square and a turn of each rider, ever fewer turns by a totalizer",
        )
    },
    Finds::Several {
        takes: |model| SAT.states(model),
        find: |model, goal| {
            Some(Finder::fallible(move |context, found| solve(model, goal, context, found)))
        },
    },
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
