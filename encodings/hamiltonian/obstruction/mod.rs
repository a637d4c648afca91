//! Why a graph has no Hamiltonian path or cycle: short reasons found before any search.

mod covers;
mod forced;
mod places;
mod quick;
mod reason;
pub(in crate::hamiltonian) mod search_tree;
mod symmetric;
mod timed;
mod toughness;
mod traced;

use self::{
    covers::no_single_cover,
    forced::forced,
    quick::{articulation, chessboard, colours, disconnected, given, low_degree},
    symmetric::symmetry,
    timed::given_times,
    toughness::toughness,
    traced::traced,
};
use super::Hamiltonian;
use crate::lattice::Lattice;

pub use self::{
    places::{cycle_cover, two_factor},
    reason::HamiltonianObstruction,
};

/// Looks for an obstruction: given edges, degree, connectivity, colours, articulation, symmetry,
/// given times, 2-factor, toughness, forced edges.
///
/// For n vertices, m edges and g given edges the 2-factor takes O(√n · (n + m) + g log n) time,
/// t given times O(t · (n + m)), toughness the same and 2²⁰ steps, forced edges O(n + m log m), the others the time of
/// [`find_in_linear_time`]. Memory beyond
/// the graph: about 90 bytes per vertex and 32 per edge. `None` proves nothing. For a directed
/// model a cycle cover is sought too, and whether a cover can be one cycle; the other checks ignore the
/// directions.
///
/// On a large lattice without blocked cells and with single steps the graph is not built and only
/// colours are checked: see [`needs_graph`].
#[must_use]
pub fn find(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    let quick = find_in_linear_time(model);
    if quick.is_some() || !needs_graph(model) || is_two_arcs(model) {
        return quick;
    }
    let graph = model.graph();
    given_times(model)
        .or_else(|| two_factor(model, graph))
        .or_else(|| if model.is_directed() { cycle_cover(model) } else { None })
        .or_else(|| no_single_cover(model))
        // Otherwise no set leaves too many components, and proving it takes longer.
        .or_else(|| if traced(model, graph).is_none() { toughness(model, graph) } else { None })
        .or_else(|| forced(model, graph))
}

/// Peak bytes of [`find`], beyond the graph.
#[must_use]
pub fn bytes(model: &Hamiltonian) -> u64 {
    let edges = if needs_graph(model) { model.graph().edges() } else { 0 };
    90 * u64::from(model.vertices()) + 32 * u64::from(edges)
}

/// Like [`find`], but only for given edges, degree, connectivity, colours, articulation and symmetry.
///
/// O(n + m + g log g) time. For methods that are faster than the other checks.
#[must_use]
pub fn find_in_linear_time(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
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
        .or_else(|| symmetry(model))
}

/// Checks only whether the given edges can all be used. O(g log g) for g of them.
#[must_use]
pub fn of_given(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    if is_two_arcs(model) { None } else { given(model) }
}

/// Whether two arcs may make a cycle (two edges never do).
fn is_two_arcs(model: &Hamiltonian) -> bool {
    model.is_directed() && model.vertices() < 3
}

/// Whether [`find`] looks at the graph itself.
///
/// Not needed without a symmetry if the graph is that of a lattice without blocked cells, every step
/// is single, and a part of the lattice as wide as a few steps is connected, of sufficient degree and without
/// articulation: such parts, overlapping in more than one vertex, cover the whole lattice, so it
/// has the same properties. Only the chessboard's colours remain, by arithmetic.
#[must_use]
pub fn needs_graph(model: &Hamiltonian) -> bool {
    let Some(lattice) = model.lattice() else { return true };
    if !lattice.is_free()
        || model.symmetry.is_some()
        || lattice.vertices() <= SMALL
        || lattice.rides()
    {
        return true;
    }
    let longest = lattice.steps().iter().map(|step| step.rows.unsigned_abs()).max().unwrap_or(0);
    let side = longest.saturating_mul(4).max(4);
    let (rows, columns) = (lattice.rows().min(side), lattice.columns().min(side));
    // As large as the whole: no gain.
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

/// The graph is always built for at most this many vertices.
const SMALL: u32 = 4096;
