//! The meeting of riders by SAT: the best square is found, then the first of all that are as good.

use satranj_encodings::{
    gathering::assignment::AssignmentEncoding,
    model::{Model, Witness},
};

use super::{Sat, lesser::lesser};
use crate::methods::{Ending, Found, Goal, Method, MethodError, Options, Run};

/// `sat:assignment`: a gathering by its assignment encoding.
pub struct Assignment;

impl Assignment {
    const SAT: Sat = Sat::of(
        "sat:assignment",
        "a variable a square and a turn of each rider, ever fewer turns by a totalizer",
        &AssignmentEncoding,
    );
}

impl Method for Assignment {
    fn name(&self) -> &'static str {
        Self::SAT.name
    }

    fn summary(&self) -> &'static str {
        Self::SAT.summary
    }

    fn solver(&self, options: &Options) -> Option<String> {
        Some(options.solver.name())
    }

    fn supports(&self, model: &Model, goal: Goal) -> bool {
        Self::SAT.supports(model, goal)
    }

    fn solve(
        &self,
        model: &Model,
        goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        if goal == Goal::All || model.sense().is_none() {
            return Self::SAT.solve(model, goal, run, found);
        }
        let mut best: Option<Witness> = None;
        let ending = Self::SAT.solve(model, goal, run, &mut |witness| {
            best = Some(witness.clone());
            found(witness)
        })?;
        match (ending, best) {
            (Ending::Exhausted, Some(best)) => lesser(&Self::SAT, model, &best, run, found),
            (ending, _) => Ok(ending),
        }
    }
}
