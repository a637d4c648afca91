//! Models: the mathematical core of a puzzle, and the witnesses that answer it.

use crate::hamiltonian::Hamiltonian;

/// What is asked of a graph.
#[derive(Debug, Clone)]
pub enum Model {
    /// A Hamiltonian path or cycle.
    Hamiltonian(Hamiltonian),
}

impl Model {
    /// The Hamiltonian model, if it is one.
    #[must_use]
    pub fn as_hamiltonian(&self) -> Option<&Hamiltonian> {
        match self {
            Self::Hamiltonian(model) => Some(model),
        }
    }
}

/// An answer to a model.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Witness {
    /// The vertices in the order of a path; a cycle does not repeat its first vertex.
    Path(Vec<u32>),
}
