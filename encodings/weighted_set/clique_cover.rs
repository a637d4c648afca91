//! Weighted cliques that bound the weight of independent sets: greedy covers, and for bipartite
//! graphs a maximum flow, which also gives a heaviest set.

use fixedbitset::FixedBitSet;

use super::{WeightedClique, maximum_flow::FlowNetwork};
use crate::{
    graph::{Graph, distances},
    greedy_colouring::colour_by_smallest_last,
    independent_set::{IndependentSet, clique_cover, obstruction::classes},
};

/// The largest graph, in vertices and edges, for which cliques grow until no weight is left.
const FEW: u64 = 1 << 12;

/// Weighted cliques of conflicts such that those of each vertex in `free` weigh at least as much as
/// the vertex: an independent set of these vertices then weighs at most as much as all cliques
/// together (Babel: "A fast algorithm for the maximum weight clique problem", Computing 52, 1994).
///
/// If the conflicts are bipartite, the cover is a maximum flow and the bound is tight. Otherwise each
/// clique grows from the vertex with the most weight left, and weighs as much as its vertex with the
/// least weight left, in O(n (n + m)) for up to 4,096 vertices and edges. Larger graphs get a cover in
/// linear time, in which each clique weighs as much as its heaviest vertex.
///
/// # Errors
/// That of `poll`, which the maximum flow asks.
pub fn smallest<E>(
    set: &IndependentSet,
    weights: &[u32],
    free: &FixedBitSet,
    poll: impl FnMut() -> Result<(), E>,
) -> Result<Vec<WeightedClique>, E> {
    let Some(graph) = set.complement() else {
        let graph = set.graph();
        if let Some(dark) = graph.two_colouring() {
            return Ok(cut(graph, &dark, weights, free, poll)?.cover);
        }
        if is_small(graph) {
            return Ok(grown(weights, free, |a, b| graph.edge_between(a, b).is_some()));
        }
        return Ok(heaviest_of_each(clique_cover::of_graph(graph, free), weights));
    };
    if is_small(graph) {
        return Ok(grown(weights, free, |a, b| graph.edge_between(a, b).is_none()));
    }
    Ok(heaviest_of_each(classes(&colour_by_smallest_last(graph), free), weights))
}

/// The bound that a cover gives on the weight of an independent set.
#[must_use]
pub fn bound(cover: &[WeightedClique]) -> u64 {
    cover.iter().map(|(_, weight)| weight).sum()
}

fn is_small(graph: &Graph) -> bool {
    u64::from(graph.vertices()) + u64::from(graph.edges()) <= FEW
}

fn heaviest_of_each(cliques: Vec<Vec<u32>>, weights: &[u32]) -> Vec<WeightedClique> {
    let weighted = |clique: Vec<u32>| {
        let heaviest = clique.iter().map(|&vertex| weights[vertex as usize]).max();
        (clique, heaviest.unwrap_or(0).into())
    };
    cliques.into_iter().map(weighted).collect()
}

/// Cliques grown from the heaviest vertex left, until no weight is left.
fn grown(
    weights: &[u32],
    free: &FixedBitSet,
    conflict: impl Fn(u32, u32) -> bool,
) -> Vec<WeightedClique> {
    let mut left: Vec<(u32, u64)> =
        free.ones().map(|vertex| (vertex as u32, weights[vertex].into())).collect();
    let mut cover = Vec::new();
    while !left.is_empty() {
        left.sort_by_key(|&(vertex, weight)| (std::cmp::Reverse(weight), vertex));
        let mut clique: Vec<u32> = Vec::new();
        let mut lightest = u64::MAX;
        for &(vertex, weight) in &left {
            if clique.iter().all(|&one| conflict(one, vertex)) {
                clique.push(vertex);
                lightest = lightest.min(weight);
            }
        }
        for (vertex, weight) in &mut left {
            if clique.contains(vertex) {
                *weight -= lightest;
            }
        }
        left.retain(|&(_, weight)| weight > 0);
        clique.sort_unstable();
        cover.push((clique, lightest));
    }
    cover
}

/// The independent set from a minimum cut, and the flow that proves it a heaviest one.
#[derive(Debug, Clone)]
pub struct TwoColourCut {
    /// A heaviest independent set of the given vertices, in rising order.
    pub heaviest: Vec<u32>,
    /// The bound: edges weighted by their flow, and vertices weighted by their remaining capacity.
    pub cover: Vec<WeightedClique>,
}

/// Peak bytes of [`cut`] for this many vertices and edges.
#[must_use]
pub fn cut_bytes(vertices: u64, edges: u64) -> u64 {
    vertices.saturating_mul(192).saturating_add(edges.saturating_mul(128))
}

/// A heaviest independent set of the vertices in `free` of a graph with the proper two-colouring
/// `dark`: the complement of a minimum cut between the dark and the light vertices, with the
/// weights as vertex capacities (Kőnig's theorem with weights; Dinic 1970).
///
/// O(n² m) by Dinic's algorithm, usually far less.
///
/// # Errors
/// That of `poll`, which is asked every few thousand steps.
pub fn cut<E>(
    graph: &Graph,
    dark: &[bool],
    weights: &[u32],
    free: &FixedBitSet,
    poll: impl FnMut() -> Result<(), E>,
) -> Result<TwoColourCut, E> {
    let n = graph.vertices();
    let (source, sink) = (n, n + 1);
    let mut network = FlowNetwork::new(n + 2, (n + graph.edges()) as usize);
    let inside = |vertex: u32| free.contains(vertex as usize);
    for vertex in (0..n).filter(|&vertex| inside(vertex)) {
        let weight = u64::from(weights[vertex as usize]);
        if dark[vertex as usize] {
            network.add(source, vertex, weight);
        } else {
            network.add(vertex, sink, weight);
        }
    }
    let mut pairs = Vec::new();
    for (a, b) in graph.edge_list().filter(|&(a, b)| inside(a) && inside(b)) {
        let (from, to) = if dark[a as usize] { (a, b) } else { (b, a) };
        // Larger than any flow, so that the cut has vertices and no edge.
        pairs.push((network.add(from, to, u64::MAX), [a.min(b), a.max(b)]));
    }
    network.maximise((source, sink), poll)?;
    let mut rest: Vec<u64> = weights.iter().copied().map(u64::from).collect();
    let mut cover = Vec::new();
    for (arc, pair) in pairs {
        let flow = network.flow(arc);
        if flow > 0 {
            for end in pair {
                rest[end as usize] -= flow;
            }
            cover.push((pair.to_vec(), flow));
        }
    }
    let alone = free.ones().filter(|&vertex| rest[vertex] > 0);
    cover.extend(alone.map(|vertex| (vec![vertex as u32], rest[vertex])));
    let residual = |vertex, list: &mut Vec<u32>| list.extend(network.neighbours(vertex));
    let distances = distances(n + 2, [source], residual);
    // A reached dark vertex is not cut, nor is an unreached light one.
    let is_left = |vertex: &usize| (distances[*vertex] < u32::MAX) == dark[*vertex];
    let heaviest = free.ones().filter(is_left).map(|vertex| vertex as u32).collect();
    Ok(TwoColourCut { heaviest, cover })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::{objective::Count, weighted_set::clique_cover::bound};

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

        #[test]
        fn no_vertex_weighs_more_than_its_cliques(
            edges in prop::collection::vec((0..8u32, 0..8u32), 0..20),
            weights in prop::collection::vec(1..20u32, 8),
            is_clique in any::<bool>(),
        ) {
            let graph = Graph::from_edges(8, &edges);
            let set = if is_clique {
                IndependentSet::clique_of(Arc::new(graph.clone()), Count::Optimum)
            } else {
                IndependentSet::on_graph(graph.clone(), Count::Optimum)
            };
            let mut free = FixedBitSet::with_capacity(8);
            free.insert_range(..);
            let conflict = |a, b| graph.edge_between(a, b).is_some() != is_clique;
            let grown = smallest(&set, &weights, &free, || Ok::<(), ()>(())).unwrap();
            let linear = if is_clique {
                heaviest_of_each(classes(&colour_by_smallest_last(&graph), &free), &weights)
            } else {
                heaviest_of_each(clique_cover::of_graph(&graph, &free), &weights)
            };
            for cover in [grown, linear] {
                for (clique, _) in &cover {
                    for (at, &one) in clique.iter().enumerate() {
                        prop_assert!(clique[at + 1..].iter().all(|&other| conflict(one, other)));
                    }
                }
                for vertex in 0..8u32 {
                    let mine = cover.iter().filter(|(clique, _)| clique.contains(&vertex));
                    let covered = mine.map(|(_, weight)| weight).sum::<u64>();
                    prop_assert!(covered >= u64::from(weights[vertex as usize]));
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

        #[test]
        fn the_cut_leaves_a_heaviest_set_and_the_flow_shows_it(
            edges in prop::collection::vec((0..4u32, 4..9u32), 0..14),
            weights in prop::collection::vec(1..20u32, 9),
            inside in prop::collection::vec(any::<bool>(), 9),
        ) {
            let graph = Graph::from_edges(9, &edges);
            let dark: Vec<bool> = (0..9).map(|vertex| vertex < 4).collect();
            let free: FixedBitSet = (0..9).filter(|&vertex| inside[vertex]).collect();
            let found = cut(&graph, &dark, &weights, &free, || Ok::<(), ()>(())).unwrap();
            let weight = |set: &[u32]| -> u64 {
                set.iter().map(|&vertex| u64::from(weights[vertex as usize])).sum()
            };
            let is_right = |set: &[u32]| {
                set.iter().all(|&vertex| inside[vertex as usize])
                    && !edges.iter().any(|(a, b)| set.contains(a) && set.contains(b))
            };
            let sets = (0..1u32 << 9).map(|bits| (0..9).filter(|at| bits >> at & 1 == 1).collect());
            let best = sets.filter(|set: &Vec<u32>| is_right(set)).map(|set| weight(&set)).max();
            prop_assert!(is_right(&found.heaviest));
            prop_assert_eq!(Some(weight(&found.heaviest)), best);
            prop_assert_eq!(Some(bound(&found.cover)), best);
            for vertex in (0..9u32).filter(|&vertex| inside[vertex as usize]) {
                let mine = found.cover.iter().filter(|(clique, _)| clique.contains(&vertex));
                let covered = mine.map(|(_, weight)| weight).sum::<u64>();
                prop_assert!(covered >= u64::from(weights[vertex as usize]));
            }
        }
    }
}
