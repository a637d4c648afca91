//! Bounds on the value of an assignment that are tightened step by step.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::Var,
};

#[cfg(feature = "weights")]
use crate::weighted_set::bound::WeightBound;
use crate::{
    clause::{ClauseSink, Interrupted},
    encoding::Objective,
    totalizer::Bound,
};

/// A bound on the value of an assignment.
pub enum ValueBound {
    /// By a totalizer.
    Count(Bound),
    /// By weights.
    #[cfg(feature = "weights")]
    Weight(WeightBound),
}

impl ValueBound {
    /// A bound that is unrestricted at first. Without the feature `weights` no bound on weights is
    /// requested: see [`WeightedSet::has_bound`](crate::weighted_set::WeightedSet::has_bound).
    #[must_use]
    pub fn new(objective: &Objective) -> Self {
        #[cfg(feature = "weights")]
        if !objective.weights.is_empty() {
            return Self::Weight(WeightBound::new(objective));
        }
        Self::Count(Bound::new(&objective.literals, objective.sense))
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
            // The value counts literals, so it fits 32 bits.
            Self::Count(bound) => bound.tighten(value as u32, variables, sink),
            #[cfg(feature = "weights")]
            Self::Weight(bound) => bound.tighten(value, variables, sink),
        }
    }
}

/// All bounds of an objective, tightened together: that of its value, and those of the literals that
/// its value bounds.
pub struct ObjectiveBounds {
    value: ValueBound,
    others: Vec<Bound>,
    variables: BasicVarManager,
}

impl ObjectiveBounds {
    /// Bounds that are unrestricted at first; their variables begin behind those of the encoding.
    #[must_use]
    pub fn new(objective: &Objective, variables: u32) -> Self {
        let lists = objective.bounded_by_it.iter();
        Self {
            value: ValueBound::new(objective),
            others: lists.map(|literals| Bound::new(literals, objective.sense)).collect(),
            variables: BasicVarManager::from_next_free(Var::new(variables)),
        }
    }

    /// How many variables there are with those of the encoding.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables.n_used()
    }

    /// Adds that the value must be better than this one.
    ///
    /// # Errors
    /// [`Interrupted`] when the sink says so.
    pub fn tighten(&mut self, value: u64, sink: &mut dyn ClauseSink) -> Result<(), Interrupted> {
        self.value.tighten(value, &mut self.variables, sink)?;
        // A list has literals, which 32 bits number.
        let mut others = self.others.iter_mut();
        others.try_for_each(|bound| bound.tighten(value as u32, &mut self.variables, sink))
    }
}
