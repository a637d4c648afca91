//! A 2-factor of a closed graph that uses the edges that must be: two edges at every vertex.

use petgraph::{
    algo::maximum_matching,
    graph::{NodeIndex, UnGraph},
};
use satranj_encodings::{b_matching::BMatching, graph::Graph};

use super::closed::Closed;

/// No vertex.
const NONE: u32 = u32::MAX;

/// The two neighbours of each vertex in a 2-factor, or `None` if there is none.
///
/// Of a two-coloured graph a maximum b-matching, O(√n · m); of others a maximum matching of
/// Tutte's gadget ("A short proof of the factor theorem for finite graphs", 1954), for which two
/// vertices stand for each vertex and two for each edge, by petgraph, O(n · m).
pub fn two_factor(closed: &Closed) -> Option<Vec<[u32; 2]>> {
    let n = closed.graph.vertices();
    let mut neighbours = vec![[NONE; 2]; n as usize];
    let mut join = |a: u32, b: u32| {
        for (vertex, other) in [(a, b), (b, a)] {
            let slot = neighbours[vertex as usize].iter_mut().find(|slot| **slot == NONE)?;
            *slot = other;
        }
        Some(())
    };
    // What is kept is not chosen again.
    let mut wanted = vec![2_u8; n as usize];
    for &(a, b) in &closed.kept {
        join(a, b)?;
        wanted[a as usize] -= 1;
        wanted[b as usize] -= 1;
    }
    let without_kept = (!closed.kept.is_empty()).then(|| {
        let is_kept = |a: u32, b: u32| closed.kept.binary_search(&(a.min(b), a.max(b))).is_ok();
        Graph::from_neighbours(n, |vertex, list| {
            let all = closed.graph.neighbours(vertex).iter();
            list.extend(all.filter(|&&other| !is_kept(vertex, other)));
        })
    });
    let open = without_kept.as_ref().unwrap_or(&closed.graph);
    let chosen = match &closed.colours {
        Some(colours) => by_colours(open, colours, &wanted)?,
        None => by_gadget(open, &wanted)?,
    };
    for (a, b) in chosen {
        join(a, b)?;
    }
    Some(neighbours)
}

/// The edges of a b-matching between the two colours that misses nothing.
fn by_colours(graph: &Graph, colours: &[bool], wanted: &[u8]) -> Option<Vec<(u32, u32)>> {
    let of = |colour: bool| -> Vec<u8> {
        wanted.iter().zip(colours).map(|(&b, &its)| if its == colour { b } else { 0 }).collect()
    };
    let (left, right) = (of(false), of(true));
    let sum = |of: &[u8]| of.iter().map(|&b| u64::from(b)).sum::<u64>();
    if sum(&left) != sum(&right) {
        return None;
    }
    let neighbours = |vertex: u32| graph.neighbours(vertex);
    let matching = BMatching::maximum(left, right, 0, neighbours, neighbours);
    (matching.missing() == 0).then(|| {
        let taken = |vertex| matching.taken_by(vertex).map(move |other| (other, vertex));
        (0..graph.vertices()).flat_map(taken).collect()
    })
}

/// The edges that a perfect matching of the gadget says are used.
fn by_gadget(graph: &Graph, wanted: &[u8]) -> Option<Vec<(u32, u32)>> {
    let copies: usize = wanted.iter().map(|&b| usize::from(b)).sum();
    let edges = graph.edges() as usize;
    let mut gadget: UnGraph<(), (), u32> = UnGraph::with_capacity(copies + 2 * edges, 5 * edges);
    let mut first = Vec::with_capacity(wanted.len());
    for &b in wanted {
        first.push(gadget.node_count());
        for _ in 0..b {
            gadget.add_node(());
        }
    }
    for (a, b) in graph.edge_list() {
        let (of_a, of_b) = (gadget.add_node(()), gadget.add_node(()));
        for (vertex, of_edge) in [(a, of_a), (b, of_b)] {
            let begin = first[vertex as usize];
            for copy in begin..begin + usize::from(wanted[vertex as usize]) {
                gadget.add_edge(NodeIndex::new(copy), of_edge, ());
            }
        }
        gadget.add_edge(of_a, of_b, ());
    }
    let matching = maximum_matching(&gadget);
    if !matching.is_perfect() {
        return None;
    }
    let is_used = |edge: usize| {
        let of_a = NodeIndex::new(copies + 2 * edge);
        matching.mate(of_a) != Some(NodeIndex::new(copies + 2 * edge + 1))
    };
    Some(graph.edge_list().enumerate().filter(|&(edge, _)| is_used(edge)).map(|(_, e)| e).collect())
}
