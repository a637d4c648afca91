//! The clauses that encodings of sets add for weights.

use rustsat::instances::{BasicVarManager, ManageVars};

use super::WeightedSet;
use crate::{
    clause::{ClauseSink, Interrupted},
    encoding::{EncodeError, Objective, Written},
    objective::Sense,
    value_bound::ValueBound,
    vertex_set::VertexSet,
};

/// Writes nothing if the best is asked for: the weighted vertices are the objective. If some weight
/// is enough, writes the [bound](super::bound::WeightBound) for it.
///
/// # Errors
/// [`EncodeError`] if the sink interrupts, or if a weight is enough but [no
/// bound](WeightedSet::has_bound) can state it.
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

/// Adds that the weight is enough: better than the next worse weight.
fn bound(
    objective: &Objective,
    enough: u64,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    let worse = match objective.sense {
        // No weight is below 0.
        Sense::Maximise if enough == 0 => return Ok(()),
        Sense::Maximise => enough - 1,
        Sense::Minimise => enough.saturating_add(1),
    };
    ValueBound::new(objective).tighten(worse, variables, sink)
}
