//! What the encodings of sets write behind their clauses where vertices have weights.

use rustsat::instances::{BasicVarManager, ManageVars};

use super::WeightedSet;
use crate::{
    clause::ClauseSink,
    encoding::{EncodeError, Encoded, Size},
    objective_bound::ObjectiveBound,
    sense::Sense,
    vertex_set::VertexSet,
};

/// Writes nothing where the best is asked for: the vertices with their weights are the objective.
/// Where a weight is enough, the [bound](super::bound::WeightBound) that says so.
///
/// # Errors
/// [`EncodeError`] when the sink interrupts.
pub fn encode<'m>(
    set: &WeightedSet,
    mut variables: BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
    let mut objective = Some(set.objective());
    if let (Some(enough), Some(weights)) =
        (set.enough(), objective.take_if(|_| set.enough().is_some()))
    {
        let mut bound = ObjectiveBound::new(&weights);
        match set.direction() {
            Sense::Maximise if enough == 0 => {}
            Sense::Maximise => bound.tighten(enough - 1, &mut variables, sink)?,
            Sense::Minimise => bound.tighten(enough.saturating_add(1), &mut variables, sink)?,
        }
    }
    Ok(Box::new(VertexSet {
        vertices: set.vertices(),
        variables: variables.n_used(),
        objective,
        of_one_size: false,
        army: None,
    }))
}

/// At least as much as [`encode`] writes.
pub fn bound(set: &WeightedSet) -> Size {
    let _ = set;
    Size::default()
}
