//! Vertices of a directed graph with too few successors: it has no cycle cover.

use std::collections::BTreeMap;

use super::{
    reason::HamiltonianObstruction,
    two_factor::{reduce, unsatisfied},
};
use crate::{b_matching::BMatching, hamiltonian::Hamiltonian};

/// A set with too few successors, as in [`HamiltonianObstruction::NoCycleCover`].
///
/// In a cycle each vertex has its own successor: a matching between two copies of the vertices.
/// Without a matching there is such a set (Hall 1935). O(√n · (n + m)) time, about 48 bytes per
/// vertex and 8 per arc.
pub fn cycle_cover(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    let n = model.vertices();
    if n < 2 {
        return None;
    }
    let arcs = AllowedArcs::of(model);
    let is_fixed = |end: Option<u32>, vertex| !model.closed && end == Some(vertex);
    let wanted: Vec<u8> = (0..n).map(|vertex| u8::from(!is_fixed(model.end, vertex))).collect();
    let places: Vec<u8> = (0..n).map(|vertex| u8::from(!is_fixed(model.start, vertex))).collect();
    let spare = u64::from(!model.closed && model.end.is_none());
    let successors = |vertex: u32| arcs.successors.of(vertex);
    let predecessors = |vertex: u32| arcs.predecessors.of(vertex);
    let matching =
        BMatching::maximum(wanted.clone(), places.clone(), spare, successors, predecessors);
    if matching.missing() <= spare {
        return None;
    }
    let mut vertices = unsatisfied(n, &matching, spare);
    reduce(&mut vertices, (&wanted, &places), spare, successors);
    vertices.retain(|&vertex| wanted[vertex as usize] > 0);
    vertices.sort_unstable();
    let mut heads: Vec<u32> =
        vertices.iter().flat_map(|&vertex| successors(vertex)).copied().collect();
    heads.retain(|&head| places[head as usize] > 0);
    heads.sort_unstable();
    heads.dedup();
    Some(HamiltonianObstruction::NoCycleCover { vertices, successors: heads })
}

/// A list of vertices for each vertex, flat.
struct VertexLists {
    begins: Vec<usize>,
    others: Vec<u32>,
}

impl VertexLists {
    fn new(vertices: u32, list: impl Fn(u32, &mut Vec<u32>)) -> Self {
        let mut lists = Self { begins: vec![0], others: Vec::new() };
        for vertex in 0..vertices {
            list(vertex, &mut lists.others);
            lists.begins.push(lists.others.len());
        }
        lists
    }

    fn of(&self, vertex: u32) -> &[u32] {
        &self.others[self.begins[vertex as usize]..self.begins[vertex as usize + 1]]
    }
}

/// The arcs that remain possible with the given ones: no others at their tails and heads.
struct AllowedArcs {
    successors: VertexLists,
    predecessors: VertexLists,
}

impl AllowedArcs {
    fn of(model: &Hamiltonian) -> Self {
        let next: BTreeMap<u32, u32> = model.given.iter().copied().collect();
        let before: BTreeMap<u32, u32> = model.given.iter().map(|&(a, b)| (b, a)).collect();
        // Of several given arcs at a vertex all but one are dropped: another check reports those.
        let may = |tail: u32, head: u32| {
            next.get(&tail).is_none_or(|&only| only == head)
                && before.get(&head).is_none_or(|&only| only == tail)
        };
        let n = model.vertices();
        Self {
            successors: VertexLists::new(n, |tail, list| {
                let all = model.successors(tail).map(|(head, _)| head);
                list.extend(all.filter(|&head| may(tail, head)));
            }),
            predecessors: VertexLists::new(n, |head, list| {
                list.extend(model.predecessors(head).filter(|&tail| may(tail, head)));
            }),
        }
    }
}
