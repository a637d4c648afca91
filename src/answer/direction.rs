//! Tours counted with their directions, and without.

use num_bigint::BigUint;
use satranj_encodings::{hamiltonian::Hamiltonian, model::Model};

use crate::methods::ByDirection;

/// How many tours there are where one and its reverse are two, and where they are one, by the
/// number of witnesses of a model; `None` of a model that is no tour, or whose arcs have a direction.
///
/// A witness is a closed tour without direction, or an open one with; where an end is given, an
/// open tour has one direction only.
#[must_use]
pub fn by_direction(model: &Model, count: &BigUint) -> Option<ByDirection> {
    let tour: &Hamiltonian = model.as_hamiltonian().filter(|tour| !tour.is_directed())?;
    let (directed, undirected) = if tour.closed {
        (count * 2_u8, count.clone())
    } else if tour.start.is_none() && tour.end.is_none() && tour.vertices() > 1 {
        (count.clone(), count / 2_u8)
    } else {
        (count.clone(), count.clone())
    };
    Some(ByDirection { directed, undirected })
}
