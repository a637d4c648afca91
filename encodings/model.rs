//! Models: the mathematical core of a puzzle, the witnesses that answer it, and the
//! obstructions that show that nothing does.

use crate::{
    dominating_set::DominatingSet,
    hamiltonian::{self, Hamiltonian},
    independent_set::{self, IndependentSet},
    queens::Queens,
};

/// What is asked of a graph.
#[derive(Debug, Clone)]
pub enum Model {
    /// A Hamiltonian path or cycle.
    Hamiltonian(Hamiltonian),
    /// Vertices no two of which are adjacent: so many, or as many as can be.
    IndependentSet(IndependentSet),
    /// The n-queens problem, an independent set of a size where its graph may be too large.
    Queens(Queens),
    /// Vertices that dominate all: so many, or as few as can be.
    DominatingSet(DominatingSet),
}

/// How many vertices are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// So many.
    Exactly(u32),
    /// As many as can be of an independent set, as few as can be of a dominating set.
    Optimum,
}

/// Whether more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sense {
    /// More is better.
    Maximise,
    /// Less is better.
    Minimise,
}

impl Sense {
    /// Whether a value is better than another.
    #[must_use]
    pub fn is_better<T: Ord>(self, value: T, than: T) -> bool {
        match self {
            Self::Maximise => value > than,
            Self::Minimise => value < than,
        }
    }
}

impl Model {
    /// The Hamiltonian model, if it is one.
    #[must_use]
    pub fn as_hamiltonian(&self) -> Option<&Hamiltonian> {
        match self {
            Self::Hamiltonian(model) => Some(model),
            _ => None,
        }
    }

    /// The independent set, if it is one; the n-queens problem is one where it is small
    /// enough to be written out.
    #[must_use]
    pub fn as_independent_set(&self) -> Option<&IndependentSet> {
        match self {
            Self::IndependentSet(model) => Some(model),
            Self::Queens(queens) => queens.independent_set(),
            _ => None,
        }
    }

    /// Whether [`Model::as_independent_set`] is one; makes nothing.
    #[must_use]
    pub fn is_independent_set(&self) -> bool {
        match self {
            Self::IndependentSet(_) => true,
            Self::Queens(queens) => queens.is_independent_set(),
            _ => false,
        }
    }

    /// The n-queens problem, if it is one.
    #[must_use]
    pub fn as_queens(&self) -> Option<&Queens> {
        match self {
            Self::Queens(model) => Some(model),
            _ => None,
        }
    }

    /// The dominating set, if it is one.
    #[must_use]
    pub fn as_dominating_set(&self) -> Option<&DominatingSet> {
        match self {
            Self::DominatingSet(model) => Some(model),
            _ => None,
        }
    }

    /// Whether the best witness is asked for, and what is better; `None` if any will do.
    #[must_use]
    pub fn sense(&self) -> Option<Sense> {
        match self {
            Self::Hamiltonian(_) | Self::Queens(_) => None,
            Self::IndependentSet(model) => model.is_optimum().then_some(Sense::Maximise),
            Self::DominatingSet(model) => {
                (model.count == Count::Optimum).then_some(Sense::Minimise)
            }
        }
    }

    /// The value of a witness that [`Model::sense`] compares: the number of its vertices; of
    /// several kinds the number of those of one kind whose count is free.
    #[must_use]
    pub fn value(&self, witness: &Witness) -> u64 {
        match (self, witness) {
            (Self::IndependentSet(model), Witness::Vertices(vertices)) => {
                model.value(vertices).into()
            }
            _ => witness.numbers().len() as u64,
        }
    }

    /// The same question for exactly that value in place of the best.
    #[must_use]
    pub fn with_value(&self, value: impl Into<u64>) -> Self {
        let value = value.into();
        // No set of vertices has more.
        let size = u32::try_from(value).unwrap_or(u32::MAX);
        match self {
            Self::IndependentSet(model) => Self::IndependentSet(model.with_value(size)),
            Self::DominatingSet(model) => {
                let mut model = model.clone();
                model.count = Count::Exactly(size);
                Self::DominatingSet(model)
            }
            other => other.clone(),
        }
    }

    /// Bytes that the graph or the conflicts of the model will take at their peak while they
    /// are built on first use; 0 once they are.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Hamiltonian(model) => model.graph_bytes(),
            Self::IndependentSet(model) => model.conflicts_bytes(),
            Self::Queens(queens) => queens.bytes(),
            Self::DominatingSet(model) => model.graph_bytes(),
        }
    }
}

/// An answer to a model.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Witness {
    /// The vertices in the order of a path; a cycle does not repeat its first vertex.
    Path(Vec<u32>),
    /// A set of vertices in rising order.
    Vertices(Vec<u32>),
    /// The column of the queen in each row of the n-queens problem, row by row.
    Columns(Vec<u32>),
}

impl Witness {
    /// The vertices or columns of which it consists.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        match self {
            Self::Path(list) | Self::Vertices(list) | Self::Columns(list) => list,
        }
    }
}

/// What shows that a model has no witness, or none that is better than a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstruction {
    /// Of a Hamiltonian model.
    Hamiltonian(hamiltonian::obstruction::Obstruction),
    /// Of an independent set.
    IndependentSet(independent_set::obstruction::Obstruction),
    /// Two given cells of the n-queens problem in one line.
    Queens([(u32, u32); 2]),
    /// Vertices that nothing can dominate.
    Undominated(Vec<u32>),
}
