//! How many ends of a path are fixed, and where.

use crate::hamiltonian::Hamiltonian;

/// How many ends of a path are fixed at a vertex.
pub(super) fn ends_at(model: &Hamiltonian, vertex: u32) -> usize {
    if model.closed {
        return 0;
    }
    usize::from(model.start == Some(vertex)) + usize::from(model.end == Some(vertex))
}

/// How many ends of a path are not fixed.
pub(super) fn free_ends(model: &Hamiltonian) -> usize {
    if model.closed {
        return 0;
    }
    usize::from(model.start.is_none()) + usize::from(model.end.is_none())
}
