//! A directed graph as an undirected one of two colours: its bipartite double cover.
//!
//! Every vertex has a copy that arcs enter and one that they leave, joined by an edge that stays.
//! A cycle through all copies and these edges is one of arcs, all in the same direction.

use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian};

/// The copy of a vertex that arcs enter.
fn entered(vertex: u32) -> u32 {
    2 * vertex
}

/// The copy of a vertex that arcs leave.
fn left(vertex: u32) -> u32 {
    2 * vertex + 1
}

/// The double cover of a directed model, and the edges that a cycle through it must use, the
/// smaller vertex first; `None` where the ends show that there is no witness.
///
/// A path is closed by one vertex more: an arc leads from it to each start, and one to it from each
/// end. O(m log m).
pub fn double_cover(model: &Hamiltonian) -> Option<(Graph, Vec<(u32, u32)>)> {
    let n = model.vertices();
    let mut arcs: Vec<(u32, u32)> = model.arcs().collect();
    let mut given = model.given.clone();
    let mut all = n;
    if !model.closed {
        if model.start.is_some() && model.start == model.end {
            return None;
        }
        all += 1;
        arcs.extend((0..n).filter(|&vertex| model.may_start(vertex)).map(|start| (n, start)));
        arcs.extend((0..n).filter(|&vertex| model.may_end(vertex)).map(|end| (end, n)));
        given.extend(model.start.map(|start| (n, start)));
        given.extend(model.end.map(|end| (end, n)));
    }
    let edge = |(tail, head): (u32, u32)| {
        let (tail, head) = (left(tail), entered(head));
        (tail.min(head), tail.max(head))
    };
    let own = (0..all).map(|vertex| (entered(vertex), left(vertex)));
    let edges: Vec<(u32, u32)> = arcs.into_iter().map(edge).chain(own.clone()).collect();
    let kept = given.into_iter().map(edge).chain(own).collect();
    Some((Graph::from_edges(2 * all, &edges), kept))
}

/// The vertices of a cycle through the double cover of a model, from the start to the end.
pub fn witness(model: &Hamiltonian, cycle: &[u32]) -> Vec<u32> {
    let n = model.vertices();
    let mut path: Vec<u32> =
        cycle.iter().filter(|&&copy| copy == entered(copy / 2)).map(|&copy| copy / 2).collect();
    // Along the arcs each vertex is entered before it is left.
    let is_forward = match cycle {
        [first, second, ..] if first / 2 == second / 2 => first < second,
        [first, ..] => *first == left(first / 2),
        [] => true,
    };
    if !is_forward {
        path.reverse();
    }
    let first = if model.closed { model.start } else { Some(n) };
    if let Some(place) = path.iter().position(|&vertex| Some(vertex) == first) {
        path.rotate_left(place);
    }
    path.retain(|&vertex| vertex < n);
    path
}
