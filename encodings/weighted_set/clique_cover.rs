//! Weighted cliques that bound the weight of an independent set.

use fixedbitset::FixedBitSet;

use super::{WeightedClique, flow};
use crate::{
    graph::Graph,
    greedy_colouring::colour_by_smallest_last,
    independent_set::{IndependentSet, clique_cover, obstruction::classes},
};

/// The most vertices and edges of a graph for which cliques are grown until no weight is left.
const FEW: u64 = 1 << 12;

/// Weighted cliques of conflicts such that those of each vertex in `free` weigh at least as much as
/// the vertex: an independent set of these vertices then weighs at most as much as all cliques
/// together (Babel: "A fast algorithm for the maximum weight clique problem", Computing 52, 1994).
///
/// If the conflicts are bipartite it is a [`flow`], and the bound is tight; otherwise each clique
/// is grown from the vertex with most weight left, and weighs as much as its vertex with the least
/// weight left: O(n (n + m)) up to 4,096 vertices and edges, and beyond in linear time a cover in
/// which each clique weighs as much as its heaviest vertex.
#[must_use]
pub fn smallest(set: &IndependentSet, weights: &[u32], free: &FixedBitSet) -> Vec<WeightedClique> {
    let Some(graph) = set.complement() else {
        let graph = set.graph();
        if let Some(dark) = graph.two_colouring() {
            return flow::cut(graph, &dark, weights, free).cover;
        }
        if is_small(graph) {
            return grown(weights, free, |one, other| graph.edge_between(one, other).is_some());
        }
        return heaviest_of_each(clique_cover::of_graph(graph, free), weights);
    };
    if is_small(graph) {
        return grown(weights, free, |one, other| graph.edge_between(one, other).is_none());
    }
    heaviest_of_each(classes(&colour_by_smallest_last(graph), free), weights)
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::objective::Count;

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
            let grown = smallest(&set, &weights, &free);
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
}
