//! Cuts of two edges, both of which every cycle through all vertices uses.

use fixedbitset::FixedBitSet;

use super::{merging::NONE, obstruction::search_tree::SearchTree};
use crate::graph::Graph;

/// The classes of edges of which every two are a cut of a connected graph: without both the graph falls
/// apart, but not without one of them.
///
/// Without all edges of a class the graph has as many parts as the class has edges, in a circle: each edge
/// leads from its part to the next, and is given in this direction.
///
/// In a depth-first search (as Tsin, "Yet another optimal algorithm for 3-edge-connectivity", Journal of
/// Discrete Algorithms 7, 2009) two edges of the tree are a cut if the same other edges lead over them, from
/// below to above. That is so if equally many do, and of those that end deepest the first is the same; this one is
/// in the class too, if it is the only one. O(n log n + m) time, about 60 bytes per vertex.
#[must_use]
pub fn classes(graph: &Graph) -> Vec<Vec<[u32; 2]>> {
    let n = graph.vertices() as usize;
    let SearchTree { parent, entered, .. } =
        SearchTree::without(graph, &FixedBitSet::with_capacity(n));
    let mut order: Vec<u32> = (0..graph.vertices()).collect();
    order.sort_unstable_by_key(|&vertex| entered[vertex as usize]);
    // Of the edge above each vertex: how many edges lead over it, and the first one of those that end deepest.
    let mut over = vec![0_i64; n];
    let mut first = vec![NONE; n];
    // The vertex itself, or one above it, whose edge has no first one yet.
    let mut open: Vec<u32> = (0..graph.vertices()).collect();
    for &above in order.iter().rev() {
        let edges = graph.neighbours(above).iter().zip(graph.edge_numbers(above));
        for (&below, &number) in edges {
            let is_over = entered[below as usize] > entered[above as usize];
            if !is_over || parent[below as usize] == above {
                continue;
            }
            over[below as usize] += 1;
            over[above as usize] -= 1;
            let mut at = below;
            loop {
                while open[at as usize] != at {
                    open[at as usize] = open[open[at as usize] as usize];
                    at = open[at as usize];
                }
                if entered[at as usize] <= entered[above as usize] {
                    break;
                }
                first[at as usize] = number;
                open[at as usize] = parent[at as usize];
            }
        }
    }
    let mut alone = FixedBitSet::with_capacity(graph.edges() as usize);
    let mut edges = Vec::new();
    for &vertex in order.iter().rev() {
        let (above, count) = (parent[vertex as usize], over[vertex as usize]);
        if count == 0 {
            continue;
        }
        over[above as usize] += count;
        edges.push((first[vertex as usize], count, entered[vertex as usize], [above, vertex]));
        if count == 1 {
            alone.insert(first[vertex as usize] as usize);
        }
    }
    for (number, (a, b)) in (0..).zip(graph.edge_list()) {
        if alone.contains(number as usize) {
            let is_back = entered[a as usize] > entered[b as usize];
            edges.push((number, 1, NONE, if is_back { [a, b] } else { [b, a] }));
        }
    }
    edges.sort_unstable();
    let classes = edges.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
    let ends = |class: &[(_, _, _, [u32; 2])]| class.iter().map(|edge| edge.3).collect();
    classes.filter(|class| class.len() > 1).map(ends).collect()
}

#[cfg(test)]
mod tests {
    use petgraph::unionfind::UnionFind;
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// The part of each vertex without some edges, and the number of parts.
    fn parts(graph: &Graph, without: &[[u32; 2]]) -> (Vec<u32>, usize) {
        let mut joint = UnionFind::new(graph.vertices() as usize);
        for (a, b) in graph.edge_list() {
            if !without.contains(&[a, b]) && !without.contains(&[b, a]) {
                joint.union(a, b);
            }
        }
        let labels = joint.into_labeling();
        let mut distinct = labels.clone();
        distinct.sort_unstable();
        distinct.dedup();
        (labels, distinct.len())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

        #[test]
        fn every_two_edges_of_a_class_are_a_cut(
            n in 2..9_u32,
            extra in vec((0..9_u32, 0..9_u32), 0..7),
            below in vec(0..9_u32, 8),
        ) {
            let tree = (1..n).zip(&below).map(|(vertex, other)| (vertex, other % vertex));
            let extra = extra.into_iter().map(|(a, b)| (a % n, b % n));
            let graph = Graph::from_edges(n, &tree.chain(extra).collect::<Vec<_>>());
            let classes = classes(&graph);
            for class in &classes {
                let (label, count) = parts(&graph, class);
                prop_assert_eq!(count, class.len());
                for (one, next) in class.iter().zip(class.iter().cycle().skip(1)) {
                    prop_assert_eq!(label[one[1] as usize], label[next[0] as usize]);
                }
            }
            let class_of = |edge: [u32; 2]| {
                let has = |class: &Vec<[u32; 2]>| {
                    class.contains(&edge) || class.contains(&[edge[1], edge[0]])
                };
                classes.iter().position(has)
            };
            let edges: Vec<[u32; 2]> = graph.edge_list().map(|(a, b)| [a, b]).collect();
            for (at, &one) in edges.iter().enumerate() {
                let is_bridge = |edge| parts(&graph, &[edge]).1 > 1;
                for &other in &edges[..at] {
                    let is_cut = !is_bridge(one) && !is_bridge(other) && parts(&graph, &[one, other]).1 > 1;
                    let together = class_of(one).is_some() && class_of(one) == class_of(other);
                    prop_assert_eq!(is_cut, together);
                }
            }
        }
    }
}
