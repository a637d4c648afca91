//! Bounds on the value of an assignment that are tightened step by step.

use rustsat::instances::BasicVarManager;

use crate::{
    clause::{ClauseSink, Interrupted},
    encoding::Objective,
    totalizer::Bound,
    weighted_set::bound::WeightBound,
};

/// A bound on the value of an assignment.
pub enum ValueBound {
    /// By a totalizer.
    Count(Bound),
    /// By weights.
    Weight(WeightBound),
}

impl ValueBound {
    /// A bound that says nothing yet.
    #[must_use]
    pub fn new(objective: &Objective) -> Self {
        if objective.weights.is_empty() {
            return Self::Count(Bound::new(&objective.literals, objective.sense));
        }
        Self::Weight(WeightBound::new(objective.terms(), objective.sense))
    }

    /// Adds that the value must be better than this one.
    ///
    /// # Errors
    /// [`Interrupted`] when the sink says so.
    pub fn tighten(
        &mut self,
        value: u64,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Interrupted> {
        match self {
            // The value counts literals, which 32 bits number.
            Self::Count(bound) => bound.tighten(value as u32, variables, sink),
            Self::Weight(bound) => bound.tighten(value, variables, sink),
        }
    }
}
