//! Greedy colourings of graphs in linear time; not always the best.

use std::collections::{BTreeSet, BinaryHeap};

use petgraph::algo::dsatur_coloring;

use crate::graph::Graph;

/// The smallest-last order: repeatedly remove a vertex with fewest neighbours left; the last one
/// removed comes first. Each vertex has few neighbours before it, at most the degeneracy of the
/// graph (Matula and Beck, "Smallest-last ordering and clustering and graph coloring algorithms",
/// JACM 30, 1983). O(n + m).
#[must_use]
pub fn smallest_last(graph: &Graph) -> Vec<u32> {
    let n = graph.vertices();
    let mut degree: Vec<u32> = (0..n).map(|vertex| graph.neighbours(vertex).len() as u32).collect();
    let highest = degree.iter().copied().max().unwrap_or(0) as usize;
    // Vertices by degree; an entry whose degree has fallen since is skipped.
    let mut waiting: Vec<Vec<u32>> = vec![Vec::new(); highest + 1];
    for vertex in (0..n).rev() {
        waiting[degree[vertex as usize] as usize].push(vertex);
    }
    let mut is_taken = vec![false; n as usize];
    let mut order = Vec::with_capacity(n as usize);
    let mut lowest = 0;
    while lowest <= highest {
        let Some(vertex) = waiting[lowest].pop() else {
            lowest += 1;
            continue;
        };
        if is_taken[vertex as usize] || degree[vertex as usize] as usize != lowest {
            continue;
        }
        is_taken[vertex as usize] = true;
        order.push(vertex);
        for &other in graph.neighbours(vertex) {
            if !is_taken[other as usize] {
                let left = &mut degree[other as usize];
                *left -= 1;
                waiting[*left as usize].push(other);
                lowest = lowest.min(*left as usize);
            }
        }
    }
    order.reverse();
    order
}

/// The colour of each vertex, from 0: in [`smallest_last`] order, the least colour that no
/// neighbour has. At most one colour more than the degeneracy. O(n + m).
#[must_use]
pub fn colour_by_smallest_last(graph: &Graph) -> Vec<u32> {
    colour_along(graph, &smallest_last(graph))
}

/// The colour of each vertex, from 0: in this order, the least colour that no neighbour has.
/// O(n + m).
pub(crate) fn colour_along(graph: &Graph, order: &[u32]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut colours = vec![NONE; graph.vertices() as usize];
    // The vertex that last saw each colour on a neighbour.
    let mut seen: Vec<u32> = Vec::new();
    for &vertex in order {
        for &other in graph.neighbours(vertex) {
            if colours[other as usize] != NONE {
                seen[colours[other as usize] as usize] = vertex;
            }
        }
        let free = seen.iter().position(|&by| by != vertex).unwrap_or(seen.len());
        if free == seen.len() {
            seen.push(NONE);
        }
        colours[vertex as usize] = free as u32;
    }
    colours
}

/// The colour of each vertex, from 0, extending given colours by DSATUR: the vertex with most
/// colours on its neighbours gets the least free one (Brélaz, "New methods to color the vertices of
/// a graph", Comm. ACM 22, 1979). Without given colours it finds what petgraph's `dsatur_coloring`
/// finds. `None` if the given colours contradict one another. O((n + m) log n).
#[must_use]
pub fn colour_around(graph: &Graph, given: &[(u32, u32)]) -> Option<Vec<u32>> {
    const NONE: u32 = u32::MAX;
    let n = graph.vertices() as usize;
    if given.is_empty() {
        let (colours, _) = dsatur_coloring(graph.petgraph());
        return Some((0..graph.vertices()).map(|vertex| colours[&vertex] as u32).collect());
    }
    let mut colours = vec![NONE; n];
    let mut beside: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); n];
    for &(vertex, colour) in given {
        let own = &mut colours[vertex as usize];
        if *own != NONE && *own != colour || beside[vertex as usize].contains(&colour) {
            return None;
        }
        *own = colour;
        for &other in graph.neighbours(vertex) {
            beside[other as usize].insert(colour);
        }
    }
    if given.iter().any(|&(vertex, colour)| beside[vertex as usize].contains(&colour)) {
        return None;
    }
    let degree = |vertex: u32| graph.neighbours(vertex).len();
    let mut queue: BinaryHeap<(usize, usize, u32)> = (0..graph.vertices())
        .map(|vertex| (beside[vertex as usize].len(), degree(vertex), vertex))
        .collect();
    while let Some((_, _, vertex)) = queue.pop() {
        if colours[vertex as usize] != NONE {
            continue;
        }
        let near = &beside[vertex as usize];
        let most = near.len() as u32;
        let colour = (0..most).find(|colour| !near.contains(colour)).unwrap_or(most);
        colours[vertex as usize] = colour;
        for &other in graph.neighbours(vertex) {
            if colours[other as usize] == NONE && beside[other as usize].insert(colour) {
                queue.push((beside[other as usize].len(), degree(other), other));
            }
        }
    }
    Some(colours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_take_two_colours_and_cliques_one_each() {
        let tree = Graph::from_edges(7, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]);
        assert_eq!(colour_by_smallest_last(&tree).iter().max(), Some(&1));
        let pairs: Vec<(u32, u32)> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let mut colours = colour_by_smallest_last(&Graph::from_edges(5, &pairs));
        colours.sort_unstable();
        assert_eq!(colours, [0, 1, 2, 3, 4]);
        assert!(colour_by_smallest_last(&Graph::from_edges(0, &[])).is_empty());
        assert_eq!(colour_by_smallest_last(&Graph::from_edges(2, &[])), [0, 0]);
    }

    #[test]
    fn a_vertex_has_no_more_neighbours_before_it_than_the_degeneracy() {
        // A clique of four with a long tail.
        let graph = Graph::from_edges(
            8,
            &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)],
        );
        let order = smallest_last(&graph);
        for (at, &vertex) in order.iter().enumerate() {
            let before = |other: &&u32| order[..at].contains(other);
            assert!(graph.neighbours(vertex).iter().filter(before).count() <= 3);
        }
        assert!((0..4).all(|vertex| order[..4].contains(&vertex)));
    }
}
