//! Why a graph has no Hamiltonian path or cycle: short reasons found before any search.

mod colours;
mod connectivity;
mod degree;
mod given;
mod search_tree;

use super::Hamiltonian;
use crate::lattice::Lattice;

use self::{
    colours::{chessboard, colours},
    connectivity::{articulation, disconnected},
    degree::low_degree,
    given::given,
};

/// A reason why there is no witness, with the vertices that show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstruction {
    /// Vertices that need two edges and have fewer.
    LowDegree(Vec<u32>),
    /// A set of vertices that no edge leaves.
    Disconnected(Vec<u32>),
    /// A vertex without which the graph falls into more pieces than a path or cycle does.
    Articulation(u32),
    /// More than half of the vertices with no edge among them: on a path they take every
    /// other place, so they are too many, or these ends are not among them as they must be.
    Colours {
        /// The larger of the two colour classes (either, where they are equal).
        class: Vec<u32>,
        /// The chosen ends that have the wrong colour.
        ends: Vec<u32>,
    },
    /// Given edges that cannot all be used: three at these vertices, or a closed round.
    Given(Vec<u32>),
}

/// Looks for an obstruction: given edges, degree, connectivity, colours, articulation.
///
/// O(n + m) time and O(g log g) for g given edges. `None` proves nothing.
///
/// On a large lattice without blocked cells and with single steps the graph is not built:
/// see [`needs_graph`].
#[must_use]
pub fn find(model: &Hamiltonian) -> Option<Obstruction> {
    if !needs_graph(model)
        && let Some(lattice) = model.lattice()
    {
        return given(model).or_else(|| chessboard(model, lattice));
    }
    let graph = model.graph();
    given(model)
        .or_else(|| low_degree(model, graph))
        .or_else(|| disconnected(graph))
        .or_else(|| colours(model, graph))
        .or_else(|| articulation(model, graph))
}

/// Whether [`find`] looks at the graph itself.
///
/// It need not where the graph is that of a free lattice, every step is a single one, and
/// a part of the lattice as wide as a few steps is connected, of sufficient degree and
/// without articulation: the whole is covered by such parts that overlap in more than one
/// vertex, so it is so too. What remains are the colours of the chessboard, by arithmetic.
#[must_use]
pub fn needs_graph(model: &Hamiltonian) -> bool {
    let Some(lattice) = model.lattice() else { return true };
    let free = lattice.vertices() == lattice.rows() * lattice.columns();
    if !free || lattice.vertices() <= SMALL || lattice.steps().iter().any(|step| step.repeats) {
        return true;
    }
    let longest = lattice.steps().iter().map(|step| step.rows.unsigned_abs()).max().unwrap_or(0);
    let side = longest.saturating_mul(4).max(4);
    let (rows, columns) = (lattice.rows().min(side), lattice.columns().min(side));
    // As large as the whole: nothing would be saved.
    if u64::from(rows) * u64::from(columns) > u64::from(lattice.vertices()) / 4 {
        return true;
    }
    let part = Lattice::new(rows, columns, None, lattice.steps().to_vec());
    let part = Hamiltonian::on_lattice(part, true);
    let graph = part.graph();
    low_degree(&part, graph)
        .or_else(|| disconnected(graph))
        .or_else(|| articulation(&part, graph))
        .is_some()
}

/// Up to so many vertices the graph is simply built.
const SMALL: u32 = 4096;

/// How many ends of a path are fixed at a vertex.
fn ends_at(model: &Hamiltonian, vertex: u32) -> usize {
    if model.closed {
        return 0;
    }
    usize::from(model.start == Some(vertex)) + usize::from(model.end == Some(vertex))
}
