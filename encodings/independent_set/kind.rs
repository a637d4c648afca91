//! One kind of piece: how it attacks, what it spares, how many there are.

use crate::{count::Count, lattice::Lattice};

/// One kind of piece.
#[derive(Debug, Clone)]
pub struct PieceKind {
    /// The cells and the steps of its attacks. All kinds have the same cells.
    pub lattice: Lattice,
    /// Kinds of one side do not attack one another, nor themselves; without a side a kind
    /// attacks all.
    pub side: Option<u32>,
    /// How many of them.
    pub count: Count,
}
