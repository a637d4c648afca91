//! All solutions by SAT: solve, exclude the solution, solve again.

use satranj_encodings::{
    dominating_set::cover::Cover, encoding::Encoding, hamiltonian::position::Position,
    independent_set::lines::Lines, model::Model,
};

use super::Sat;
use crate::{
    methods::{Ending, Found, Goal, Method, MethodError, Run},
    solvers::varisat,
};

/// `sat:enumerate`: all witnesses by the complete encoding of the model.
///
/// Each witness is excluded by a clause over the variables of the puzzle, so none comes
/// twice, whatever the values of the auxiliary ones (McMillan, "Applying SAT methods in
/// unbounded symbolic model checking", CAV 2002).
pub struct Enumerate;

/// The complete encodings, of which each model has one.
const ENCODINGS: [&dyn Encoding; 3] = [&Lines, &Cover, &Position];

fn encoding(model: &Model) -> Option<&'static dyn Encoding> {
    ENCODINGS.into_iter().find(|encoding| encoding.supports(model))
}

impl Method for Enumerate {
    fn name(&self) -> &'static str {
        "sat:enumerate"
    }

    fn summary(&self) -> &'static str {
        "all solutions: each is excluded by a clause until none is left"
    }

    fn solver(&self) -> Option<&'static str> {
        Some(varisat::NAME)
    }

    fn supports(&self, model: &Model, goal: Goal) -> bool {
        goal == Goal::All && model.sense().is_none() && encoding(model).is_some()
    }

    fn solve(
        &self,
        model: &Model,
        goal: Goal,
        run: &Run,
        found: &mut Found<'_>,
    ) -> Result<Ending, MethodError> {
        let Some(encoding) = encoding(model).filter(|_| self.supports(model, goal)) else {
            return Err(MethodError::Unsupported(self.name()));
        };
        Sat { name: self.name(), summary: self.summary(), encoding }.solve(model, goal, run, found)
    }
}
