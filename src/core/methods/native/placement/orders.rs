//! Orders in which a frontier programme may decide the vertices of a component.

use satranj_encodings::{graph::Graph, independent_set::IndependentSet};

/// The most vertices whose order is grown vertex by vertex.
const LARGEST_GROWN: usize = 1 << 12;

/// Orders to choose from: lines of squares in four directions, and one that keeps the frontier
/// small greedily, as it is done for any graph.
pub fn candidates(set: &IndependentSet, component: &[u32]) -> Vec<Vec<u32>> {
    let mut orders = Vec::new();
    if let Some(kind) = set.single() {
        let sorted = |key: fn(u32, u32) -> (i64, u32)| {
            let mut order = component.to_vec();
            order.sort_by_cached_key(|&vertex| {
                let (row, column) = kind.lattice.position(vertex);
                key(row, column)
            });
            order
        };
        orders.push(sorted(|row, column| (row.into(), column)));
        orders.push(sorted(|row, column| (column.into(), row)));
        orders.push(sorted(|row, column| (i64::from(row) + i64::from(column), row)));
        orders.push(sorted(|row, column| (i64::from(row) - i64::from(column), row)));
    } else {
        orders.push(component.to_vec());
    }
    let slides = |set: &IndependentSet| {
        let kind = set.single();
        kind.is_some_and(|kind| kind.lattice.steps().iter().any(|step| step.repeats))
    };
    if component.len() <= LARGEST_GROWN && set.given.is_empty() && !slides(set) {
        orders.extend(grown(set.graph(), component));
    }
    orders
}

/// An order that begins far from some vertex and takes next a neighbour of the frontier that lets
/// it grow least. O(n · frontier · degree).
fn grown(graph: &Graph, component: &[u32]) -> Option<Vec<u32>> {
    let far = farthest(graph, farthest(graph, *component.first()?));
    let vertices = graph.vertices() as usize;
    let mut missing: Vec<usize> =
        (0..graph.vertices()).map(|vertex| graph.neighbours(vertex).len()).collect();
    let mut is_taken = vec![false; vertices];
    let mut is_near = vec![false; vertices];
    // Undecided neighbours of the frontier, those that have waited longest first.
    let mut near = vec![far];
    let mut order = Vec::with_capacity(component.len());
    while !near.is_empty() {
        let growth = |vertex: u32| {
            let ends = |&&other: &&u32| is_taken[other as usize] && missing[other as usize] == 1;
            let ended = graph.neighbours(vertex).iter().filter(ends).count();
            isize::from(missing[vertex as usize] > 0) - ended as isize
        };
        let at = (0..near.len()).min_by_key(|&at| growth(near[at]))?;
        let vertex = near.remove(at);
        is_taken[vertex as usize] = true;
        is_near[vertex as usize] = true;
        order.push(vertex);
        for &other in graph.neighbours(vertex) {
            missing[other as usize] -= 1;
            if !is_near[other as usize] {
                is_near[other as usize] = true;
                near.push(other);
            }
        }
    }
    Some(order)
}

/// A vertex farthest from one, by breadth-first search.
fn farthest(graph: &Graph, from: u32) -> u32 {
    let mut is_seen = vec![false; graph.vertices() as usize];
    is_seen[from as usize] = true;
    let mut queue = vec![from];
    let mut at = 0;
    while at < queue.len() {
        for &other in graph.neighbours(queue[at]) {
            if !std::mem::replace(&mut is_seen[other as usize], true) {
                queue.push(other);
            }
        }
        at += 1;
    }
    queue[at - 1]
}
