//! What the encodings of sets write behind their clauses where vertices have weights.

use rustsat::instances::{BasicVarManager, ManageVars};

use super::WeightedSet;
use crate::{
    clause::{ClauseSink, Interrupted},
    encoding::{EncodeError, Objective, Size, Written},
    sense::Sense,
    value_bound::ValueBound,
    vertex_set::VertexSet,
};

/// Writes nothing where the best is asked for: the vertices with their weights are the objective.
/// Where a weight is enough, the [bound](super::bound::WeightBound) that says so.
///
/// # Errors
/// [`EncodeError`] when the sink interrupts; where a weight is enough and
/// [no bound](WeightedSet::has_bound) can say so.
pub fn encode<'m>(
    set: &WeightedSet,
    mut variables: BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Written<'m> {
    let objective = set.objective();
    if let Some(enough) = set.enough() {
        if !set.has_bound() {
            return Err(EncodeError::Unsupported("weights"));
        }
        bound(&objective, enough, &mut variables, sink)?;
    }
    Ok(Box::new(VertexSet {
        vertices: set.vertices(),
        variables: variables.n_used(),
        objective: set.enough().is_none().then_some(objective),
        of_one_size: false,
        army: None,
    }))
}

/// Adds that the weight is enough: better than what is one worse.
fn bound(
    objective: &Objective,
    enough: u64,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    let worse = match objective.sense {
        // Nothing weighs less than nothing.
        Sense::Maximise if enough == 0 => return Ok(()),
        Sense::Maximise => enough - 1,
        Sense::Minimise => enough.saturating_add(1),
    };
    ValueBound::new(objective).tighten(worse, variables, sink)
}

/// At least as much as [`encode`] writes.
pub fn size(set: &WeightedSet) -> Size {
    #[cfg(feature = "weights")]
    if set.enough().is_some() {
        return super::bound::size(set.weights());
    }
    let _ = set;
    Size::default()
}
