//! Cliques found greedily: lower bounds on the number of colours of a graph.

use fixedbitset::FixedBitSet;

use crate::{graph::Graph, greedy_colouring::smallest_last};

/// How many cliques are grown to find a large one.
const STARTS: usize = 64;

/// Limit on neighbour look-ups for cliques of one size.
const MOST_LOOKS: u64 = 1 << 26;

/// The largest of several cliques, each grown from one of the densest vertices by adding the common
/// neighbour of highest degree.
pub(super) fn largest(graph: &Graph) -> Vec<u32> {
    let order = smallest_last(graph);
    let grown = order.iter().take(STARTS).map(|&first| {
        let mut clique = vec![first];
        let mut near = graph.neighbours(first).to_vec();
        near.sort_by_key(|&vertex| u32::MAX - graph.neighbours(vertex).len() as u32);
        while let Some(&next) = near.first() {
            clique.push(next);
            near.retain(|&other| graph.neighbours(next).binary_search(&other).is_ok());
        }
        clique
    });
    let mut best = grown.max_by_key(Vec::len).unwrap_or_default();
    best.sort_unstable();
    best
}

/// Cliques of `size` vertices, in the order in which they are found: each edge in no earlier clique
/// is grown by common neighbours, those with most neighbours among them first. Fewer if 2²⁶
/// look-ups do not suffice. O(mΔ²) at most, for maximum degree Δ.
pub(super) fn of_size(graph: &Graph, size: u32) -> Vec<Vec<u32>> {
    let mut cliques = Vec::new();
    if size < 2 {
        return cliques;
    }
    let mut is_covered = FixedBitSet::with_capacity(graph.edges() as usize);
    let mut is_common = FixedBitSet::with_capacity(graph.vertices() as usize);
    let mut looks = 0;
    for (edge, (a, b)) in graph.edge_list().enumerate() {
        let is_thin = [a, b].iter().any(|&end| graph.neighbours(end).len() + 1 < size as usize);
        if is_covered.contains(edge) || is_thin {
            continue;
        }
        let (near_a, near_b) = (graph.neighbours(a), graph.neighbours(b));
        let common = near_a.iter().copied().filter(|other| near_b.binary_search(other).is_ok());
        let common: Vec<u32> = common.collect();
        looks += near_a.len() as u64;
        if common.len() + 2 < size as usize {
            continue;
        }
        is_common.extend(common.iter().map(|&vertex| vertex as usize));
        let mut ranked: Vec<(usize, u32)> = Vec::with_capacity(common.len());
        for &vertex in &common {
            let near = graph.neighbours(vertex);
            looks += near.len() as u64;
            let inside = near.iter().filter(|&&other| is_common.contains(other as usize)).count();
            ranked.push((usize::MAX - inside, vertex));
        }
        for &vertex in &common {
            is_common.set(vertex as usize, false);
        }
        ranked.sort_unstable();
        let mut clique = vec![a, b];
        for &(_, vertex) in &ranked {
            let near = graph.neighbours(vertex);
            looks += clique.len() as u64;
            if clique.iter().all(|other| near.binary_search(other).is_ok()) {
                clique.push(vertex);
            }
        }
        if looks > MOST_LOOKS {
            break;
        }
        // A larger clique would be a larger bound; here cliques of this size are wanted.
        clique.truncate(size as usize);
        if clique.len() < size as usize {
            continue;
        }
        clique.sort_unstable();
        for (at, &one) in clique.iter().enumerate() {
            for &other in &clique[at + 1..] {
                if let Some(edge) = graph.edge_between(one, other) {
                    is_covered.insert(edge as usize);
                }
            }
        }
        cliques.push(clique);
    }
    cliques
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_and_columns_of_a_rook_are_found() {
        let n = 4;
        let pairs = (0..n * n).flat_map(|b| (0..b).map(move |a| (a, b)));
        let lines = |&(a, b): &(u32, u32)| a / n == b / n || a % n == b % n;
        let graph = Graph::from_edges(n * n, &pairs.filter(lines).collect::<Vec<_>>());
        assert_eq!(largest(&graph).len(), 4);
        let found = of_size(&graph, 4);
        assert_eq!(found.len(), 8);
        for clique in &found {
            for (at, &a) in clique.iter().enumerate() {
                assert!(clique[at + 1..].iter().all(|&b| graph.edge_between(a, b).is_some()));
            }
        }
        assert!(of_size(&graph, 5).is_empty() && of_size(&graph, 1).is_empty());
    }

    #[test]
    fn of_a_larger_clique_parts_are_taken() {
        let pairs: Vec<(u32, u32)> = (0..5).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let graph = Graph::from_edges(5, &pairs);
        let triangles = of_size(&graph, 3);
        assert!(triangles.iter().all(|clique| clique.len() == 3) && triangles.len() > 2);
    }
}
