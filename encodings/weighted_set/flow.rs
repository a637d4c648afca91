//! Heaviest independent sets of bipartite graphs, by maximum flow.

use fixedbitset::FixedBitSet;
use petgraph::{
    Direction,
    algo::dinics,
    graph::{DiGraph, NodeIndex},
    visit::EdgeRef,
};

use super::WeightedClique;
use crate::graph::{Graph, distances};

/// The independent set from a minimum cut, and the flow that proves it a heaviest one.
#[derive(Debug, Clone)]
pub struct TwoColourCut {
    /// A heaviest independent set of the vertices asked for, in rising order.
    pub heaviest: Vec<u32>,
    /// Its bound: edges weighted by their flow, and vertices weighted by the remaining capacity.
    pub cover: Vec<WeightedClique>,
}

/// Peak bytes of [`cut`] for this many vertices and edges.
#[must_use]
pub fn bytes(vertices: u64, edges: u64) -> u64 {
    vertices.saturating_mul(256).saturating_add(edges.saturating_mul(160))
}

/// A heaviest independent set of the vertices in `free` of a graph with the proper two-colouring
/// `dark`: the complement of a minimum cut between the dark and the light vertices, with the
/// weights as vertex capacities (Kőnig's theorem with weights; Dinic 1970).
///
/// O(n² m) by Dinic's algorithm, usually far less.
#[must_use]
pub fn cut(graph: &Graph, dark: &[bool], weights: &[u32], free: &FixedBitSet) -> TwoColourCut {
    let n = graph.vertices();
    let mut network: DiGraph<(), u64> = DiGraph::new();
    for _ in 0..n + 2 {
        network.add_node(());
    }
    let (source, sink) = (NodeIndex::new(n as usize), NodeIndex::new(n as usize + 1));
    let node = |vertex: u32| NodeIndex::new(vertex as usize);
    let inside = |vertex: u32| free.contains(vertex as usize);
    for vertex in (0..n).filter(|&vertex| inside(vertex)) {
        let weight = u64::from(weights[vertex as usize]);
        if dark[vertex as usize] {
            network.add_edge(source, node(vertex), weight);
        } else {
            network.add_edge(node(vertex), sink, weight);
        }
    }
    for (a, b) in graph.edge_list().filter(|&(a, b)| inside(a) && inside(b)) {
        let (from, to) = if dark[a as usize] { (a, b) } else { (b, a) };
        // Larger than any flow, so that the cut has vertices and no edge.
        network.add_edge(node(from), node(to), u64::MAX);
    }
    let (_, flows) = dinics(&network, source, sink);
    let mut rest: Vec<u64> = weights.iter().copied().map(u64::from).collect();
    let mut cover = Vec::new();
    for edge in network.edge_references() {
        let flow = flows[edge.id().index()];
        let ends = [edge.source(), edge.target()].map(NodeIndex::index);
        if flow > 0 && ends.iter().all(|&end| end < n as usize) {
            for end in ends {
                rest[end] -= flow;
            }
            let mut pair: Vec<u32> = ends.iter().map(|&end| end as u32).collect();
            pair.sort_unstable();
            cover.push((pair, flow));
        }
    }
    let alone = free.ones().filter(|&vertex| rest[vertex] > 0);
    cover.extend(alone.map(|vertex| (vec![vertex as u32], rest[vertex])));
    let residual = |vertex, list: &mut Vec<u32>| {
        let forward = network.edges(node(vertex));
        let forward = forward.filter(|edge| flows[edge.id().index()] < *edge.weight());
        let back = network.edges_directed(node(vertex), Direction::Incoming);
        let back = back.filter(|edge| flows[edge.id().index()] > 0);
        let ends = forward.map(|edge| edge.target()).chain(back.map(|edge| edge.source()));
        list.extend(ends.map(|end| end.index() as u32));
    };
    let distances = distances(n + 2, [n], residual);
    // A reached dark vertex is not cut, nor is an unreached light one.
    let is_left = |vertex: &usize| (distances[*vertex] < u32::MAX) == dark[*vertex];
    let heaviest = free.ones().filter(is_left).map(|vertex| vertex as u32).collect();
    TwoColourCut { heaviest, cover }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::weighted_set::clique_cover::bound;

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
            let found = cut(&graph, &dark, &weights, &free);
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
