//! The meeting of riders by SAT: the best square is found, then the first of all that are as good.

use satranj_encodings::{
    gathering::assignment::AssignmentEncoding,
    model::{Model, Witness},
};

use super::{AT_MOST_ONE, Sat, lesser::lesser};
use crate::methods::{Context, Description, Ending, Found, Goal, Method, MethodError};

/// `sat:assignment`: a gathering by its assignment encoding.
pub struct Assignment;

impl Assignment {
    const SAT: Sat = Sat::of(
        "sat:assignment",
        "a variable a square and a turn of each rider, ever fewer turns by a totalizer",
        &AssignmentEncoding,
        AT_MOST_ONE,
    );
}

impl Method for Assignment {
    fn description(&self) -> &Description {
        &Self::SAT.description
    }

    fn supports(&self, model: &Model, goal: Goal) -> bool {
        Self::SAT.supports(model, goal)
    }

    fn solve(
        &self,
        model: &Model,
        goal: Goal,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        if goal == Goal::All || model.sense().is_none() {
            return Self::SAT.solve(model, goal, context, found);
        }
        let mut best: Option<Witness> = None;
        let ending = Self::SAT.solve(model, goal, context, &mut |witness| {
            best = Some(witness.clone());
            found(witness)
        })?;
        match (ending, best) {
            (Ending::Exhausted, Some(best)) => lesser(&Self::SAT, model, &best, context, found),
            (ending, _) => Ok(ending),
        }
    }
}
