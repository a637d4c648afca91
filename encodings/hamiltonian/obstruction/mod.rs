//! Why a graph has no Hamiltonian path or cycle: short reasons found before any search.

mod colours;
mod connectivity;
mod degree;
mod given;
mod search_tree;
mod tight_sets;
mod toughness;
mod two_factor;

use super::Hamiltonian;
use crate::lattice::Lattice;

pub use self::two_factor::two_factor;
use self::{
    colours::{chessboard, colours},
    connectivity::{articulation, disconnected},
    degree::low_degree,
    given::given,
    toughness::toughness,
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
    /// A set S of vertices whose neighbours have too few places for the edges that a path or
    /// cycle has at S. With k(v) the number of neighbours in S of a vertex v,
    ///
    /// Σ over all v of min(p(v), k(v)) < 2·|S| − e.
    ///
    /// p(v) is 2, less one for each end fixed at v and one for each given edge from v to a
    /// vertex outside S; e is the number of fixed ends in S and, whether they are in S or not,
    /// of ends that are free (0 for a cycle). For the edges of a path or cycle at S, counted
    /// once from each vertex of S, are at least 2·|S| − e, and v is the other end of no more
    /// than min(p(v), k(v)) of them. S need not be independent; there are two vertices at
    /// least in the graph.
    NoTwoFactor(Vec<u32>),
    /// A set R of vertices without which the graph falls into more pieces than a path or cycle
    /// can join: more than |R| for a cycle, than |R| + 1 − e for a path with e ends that are
    /// fixed in R (Chvátal: "Tough graphs and Hamiltonian circuits", 1973). At least two, or
    /// the one where a path of more should both start and end.
    Toughness(Vec<u32>),
    /// Given edges that cannot all be used: three at these vertices, or a closed round.
    Given(Vec<u32>),
}

/// Looks for an obstruction: given edges, degree, connectivity, colours, articulation, places
/// for edges, toughness.
///
/// For n vertices, m edges and g given edges the places take O(√n · (n + m) + g log n) time,
/// toughness as much and 2²⁰ steps, the others what [`find_in_linear_time`] takes. Besides the
/// graph they take about 90 bytes a vertex and 32 an edge. `None` proves nothing. Of a directed
/// model the ways of the edges are left out of account.
///
/// On a large lattice without blocked cells and with single steps the graph is not built and
/// only colours are looked at: see [`needs_graph`].
#[must_use]
pub fn find(model: &Hamiltonian) -> Option<Obstruction> {
    let quick = find_in_linear_time(model);
    if quick.is_some() || !needs_graph(model) || is_two_arcs(model) {
        return quick;
    }
    let graph = model.graph();
    two_factor(model, graph).or_else(|| toughness(model, graph))
}

/// Bytes that [`find`] takes at its peak besides the graph.
#[must_use]
pub fn bytes(model: &Hamiltonian) -> u64 {
    let edges = if needs_graph(model) { model.graph().edges() } else { 0 };
    90 * u64::from(model.vertices()) + 32 * u64::from(edges)
}

/// As [`find`], but only for given edges, degree, connectivity, colours and articulation.
///
/// O(n + m + g log g) time. For methods that take no longer than the rest would.
#[must_use]
pub fn find_in_linear_time(model: &Hamiltonian) -> Option<Obstruction> {
    if is_two_arcs(model) {
        return None;
    }
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

/// Looks for given edges alone that cannot all be used. O(g log g) for g of them.
#[must_use]
pub fn of_given(model: &Hamiltonian) -> Option<Obstruction> {
    if is_two_arcs(model) { None } else { given(model) }
}

/// Whether two arcs may make a cycle, which two edges do not.
fn is_two_arcs(model: &Hamiltonian) -> bool {
    model.is_directed() && model.vertices() < 3
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

/// How many ends of a path are not fixed.
fn free_ends(model: &Hamiltonian) -> usize {
    if model.closed {
        return 0;
    }
    usize::from(model.start.is_none()) + usize::from(model.end.is_none())
}
