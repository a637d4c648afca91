//! A graph in several components, or in too many pieces without one vertex.

use fixedbitset::FixedBitSet;

use super::{reason::HamiltonianObstruction, search_tree::SearchTree};
use crate::{graph::Graph, hamiltonian::Hamiltonian};

/// A component that is not the whole, of the smaller ones. O(n + m).
pub(super) fn disconnected(graph: &Graph) -> Option<HamiltonianObstruction> {
    let n = graph.vertices();
    if n == 0 {
        return None;
    }
    let distances = graph.distances(0);
    let unreached: Vec<u32> =
        (0..n).filter(|&vertex| distances[vertex as usize] == u32::MAX).collect();
    if unreached.is_empty() {
        return None;
    }
    // Show the smaller side: the component of the first unreached vertex, or that of 0.
    let from_unreached = graph.distances(unreached[0]);
    let component: Vec<u32> =
        (0..n).filter(|&vertex| from_unreached[vertex as usize] != u32::MAX).collect();
    if component.len() + unreached.len() <= n as usize {
        return Some(HamiltonianObstruction::Disconnected(component));
    }
    let of_zero: Vec<u32> =
        (0..n).filter(|&vertex| distances[vertex as usize] != u32::MAX).collect();
    Some(HamiltonianObstruction::Disconnected(if of_zero.len() < component.len() {
        of_zero
    } else {
        component
    }))
}

/// The first vertex that no path or cycle passes, for the pieces that it leaves. O(n + m).
pub(super) fn articulation(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let tree = SearchTree::without(graph, &FixedBitSet::with_capacity(graph.vertices() as usize));
    let pieces = tree.pieces();
    let towards = [model.start, model.end].map(|end| {
        let end = end.filter(|_| !model.closed)?;
        Some((end, tree.towards(end)))
    });
    (0..graph.vertices()).find_map(|vertex| {
        let pieces = pieces[vertex as usize];
        let allowed = if model.closed { 1 } else { 2 - model.ends_at(vertex).min(1) };
        let same_piece = match &towards {
            [Some((start, to_start)), Some((end, to_end))] => {
                *start != vertex
                    && *end != vertex
                    && to_start[vertex as usize] == to_end[vertex as usize]
            }
            _ => false,
        };
        let separates = pieces > allowed || (pieces == 2 && same_piece);
        separates.then_some(HamiltonianObstruction::Articulation(vertex))
    })
}
