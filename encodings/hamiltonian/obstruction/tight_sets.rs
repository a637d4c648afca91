//! Independent sets of vertices with no more neighbours than vertices.

use petgraph::{algo::kosaraju_scc, graph::DiGraph};

use crate::b_matching::{BMatching, Marks};
use crate::graph::Graph;

/// As many sets are returned.
const SETS: usize = 16;

/// Up to 16 small independent sets I with |N(I)| ≤ |I|, the smallest first; none is empty.
///
/// With a maximum matching of two copies of the vertices such sets are closed under passing a
/// partner on: if some vertex has none, what can be reached from it, and if all have one, a
/// strongly connected component that no arc leaves (Dulmage and Mendelsohn 1958; Lovász and
/// Plummer, "Matching theory", 1986, 4.3). In a bipartite graph with a perfect matching that
/// is every least set. A set that is not independent loses as many vertices as neighbours
/// when those are left out that are both. O(√n · (n + m)) time, about 90 bytes a vertex and
/// 16 an arc.
pub(super) fn tight_sets(graph: &Graph) -> Vec<Vec<u32>> {
    let n = graph.vertices();
    let ones = vec![1; n as usize];
    let neighbours = |vertex: u32| graph.neighbours(vertex);
    let matching = BMatching::maximum(ones.clone(), ones, 0, neighbours, neighbours);
    let mut sets: Vec<Vec<u32>> = if matching.missing() > 0 {
        let mut marks = Marks::new(n as usize);
        let roots = (0..n).filter(|&vertex| matching.missing_at(vertex) > 0).take(SETS);
        roots.map(|root| matching.closure(root, &mut marks)).collect()
    } else {
        let holders = |vertex: u32| {
            let others = graph.neighbours(vertex).iter();
            others.flat_map(|&other| matching.taken_by(other)).filter(move |&other| other != vertex)
        };
        closed_components(n, 2 * graph.edges() as usize, holders)
    };
    sets.sort_by_key(Vec::len);
    sets.truncate(SETS);
    let mut adjacent = vec![false; n as usize];
    for set in &mut sets {
        let others: Vec<u32> =
            set.iter().flat_map(|&vertex| graph.neighbours(vertex)).copied().collect();
        for &other in &others {
            adjacent[other as usize] = true;
        }
        set.retain(|&vertex| !adjacent[vertex as usize]);
        for other in others {
            adjacent[other as usize] = false;
        }
    }
    sets.retain(|set| !set.is_empty());
    sets
}

/// The strongly connected components of a directed graph of about this many arcs that no arc
/// leaves.
fn closed_components<I>(n: u32, arcs: usize, successors: impl Fn(u32) -> I) -> Vec<Vec<u32>>
where
    I: Iterator<Item = u32>,
{
    let successors = &successors;
    let list = (0..n).flat_map(|vertex| successors(vertex).map(move |other| (vertex, other)));
    let mut digraph: DiGraph<(), (), u32> = DiGraph::with_capacity(n as usize, arcs);
    for _ in 0..n {
        digraph.add_node(());
    }
    digraph.extend_with_edges(list);
    let mut component = vec![0; n as usize];
    let components = kosaraju_scc(&digraph);
    for (number, members) in components.iter().enumerate() {
        for vertex in members {
            component[vertex.index()] = number;
        }
    }
    let closed = components.into_iter().enumerate().filter(|(number, members)| {
        let mut leads = members.iter().flat_map(|vertex| successors(vertex.index() as u32));
        leads.all(|other| component[other as usize] == *number)
    });
    closed
        .map(|(_, members)| members.into_iter().map(|vertex| vertex.index() as u32).collect())
        .collect()
}
