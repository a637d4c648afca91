//! Independent sets of vertices with no more neighbours than vertices.

use petgraph::{algo::kosaraju_scc, graph::DiGraph};

use crate::b_matching::{BMatching, Marks};
use crate::graph::Graph;

/// The most sets returned.
const SETS: usize = 16;

/// Up to 16 small nonempty independent sets I with |N(I)| ≤ |I|, the smallest first.
///
/// From a maximum matching of two copies of the vertices: such sets are closed under passing a
/// partner on. If a vertex is unmatched, take what it reaches; otherwise, a strongly connected
/// component that no arc leaves (Dulmage and Mendelsohn 1958; Lovász and Plummer, "Matching
/// theory", 1986, 4.3). In a bipartite graph with a perfect matching these are all the minimal
/// sets. A set that is not independent loses equally many vertices and neighbours when those that
/// are both are dropped. O(√n · (n + m)) time, about 90 bytes per vertex and 16 per arc.
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

/// The strongly connected components that no arc leaves, of a directed graph with about this many
/// arcs.
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
