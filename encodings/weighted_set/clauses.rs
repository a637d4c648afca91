//! What the encodings of sets write behind their clauses where vertices have weights.

use rustsat::instances::{BasicVarManager, ManageVars};

use super::{
    WeightedSet,
    bound::{self, WeightBound},
};
use crate::{
    clause::ClauseSink,
    encoding::{EncodeError, Encoded, Size},
    sense::Sense,
    vertex_set::VertexSet,
};

/// Writes nothing where the best is asked for: the vertices with their weights are the objective.
/// Where a weight is enough, the [bound](WeightBound) that says so.
///
/// # Errors
/// [`EncodeError`] when the sink interrupts; where a weight is enough and
/// [no bound](WeightedSet::has_bound) can say so.
pub fn encode<'m>(
    set: &WeightedSet,
    mut variables: BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
    let objective = set.objective();
    if let Some(enough) = set.enough() {
        if !set.has_bound() {
            return Err(EncodeError::Unsupported("weights"));
        }
        let mut bound = WeightBound::new(objective.terms(), objective.sense);
        // Better than what is one worse; nothing is worse than no weight.
        match objective.sense {
            Sense::Maximise if enough == 0 => {}
            Sense::Maximise => bound.tighten(enough - 1, &mut variables, sink)?,
            Sense::Minimise => bound.tighten(enough.saturating_add(1), &mut variables, sink)?,
        }
    }
    Ok(Box::new(VertexSet {
        vertices: set.vertices(),
        variables: variables.n_used(),
        objective: set.enough().is_none().then_some(objective),
        of_one_size: false,
        army: None,
    }))
}

/// At least as much as [`encode`] writes.
pub fn size(set: &WeightedSet) -> Size {
    set.enough().map_or_else(Size::default, |_| bound::size(set.weights()))
}
