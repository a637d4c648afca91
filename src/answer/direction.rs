//! Tours counted with and without their directions.

use num_bigint::BigUint;
use satranj_encodings::{hamiltonian::Hamiltonian, model::Model};

use crate::methods::ByDirection;

/// The number of tours with direction (a tour and its reverse are two) and without, from the number
/// of witnesses of a model; `None` if the model is not a tour, or its arcs have a direction.
///
/// A witness is a closed tour without direction, or an open one with; with a given end, an open
/// tour has only one direction.
#[must_use]
pub fn by_direction(model: &Model, count: &BigUint) -> Option<ByDirection> {
    let tour: &Hamiltonian = model.as_hamiltonian().filter(|tour| !tour.is_directed())?;
    let (directed, undirected) = match tour.is_reversible() {
        true if tour.closed => (count * 2_u8, count.clone()),
        true if tour.vertices() > 1 => (count.clone(), count / 2_u8),
        _ => (count.clone(), count.clone()),
    };
    Some(ByDirection { directed, undirected })
}

/// The least and the greatest number of classes of tours with direction, and of those without, from the
/// number of classes of witnesses of a model; `None` as [`by_direction`].
#[must_use]
pub fn classes_by_direction(model: &Model, classes: &BigUint) -> Option<[[BigUint; 2]; 2]> {
    let tour: &Hamiltonian = model.as_hamiltonian().filter(|tour| !tour.is_directed())?;
    let same = || [classes.clone(), classes.clone()];
    Some(match tour.is_reversible() {
        true if tour.closed => [[classes.clone(), classes * 2_u8], same()],
        true if tour.vertices() > 1 => [same(), [(classes + 1_u8) / 2_u8, classes.clone()]],
        _ => [same(), same()],
    })
}
