//! A 2-factor (two edges at every vertex) of a closed graph that contains the forced edges.

use std::collections::VecDeque;

use satranj_encodings::{b_matching::BMatching, graph::Graph};

use super::{closed::Closed, gadget::Gadget};

/// No vertex.
const NONE: u32 = u32::MAX;

/// The two neighbours of each vertex in a 2-factor, or `None` if the graph has no 2-factor.
///
/// For bipartite graphs a maximum b-matching, O(√n · m); otherwise a perfect matching of Tutte's
/// gadget, O(n · m), mostly far less. `go_on` is called at intervals.
///
/// # Errors
/// The error of `go_on`.
pub fn two_factor<E>(
    closed: &Closed,
    go_on: impl FnMut() -> Result<(), E>,
) -> Result<Option<Vec<[u32; 2]>>, E> {
    let n = closed.graph.vertices();
    let mut factor = Some(vec![[NONE; 2]; n as usize]);
    join(&mut factor, &closed.kept);
    // Kept edges are not chosen again.
    let mut wanted = vec![2_u8; n as usize];
    let Some(kept) = &factor else { return Ok(None) };
    for (wanted, others) in wanted.iter_mut().zip(kept) {
        *wanted -= others.iter().filter(|&&other| other != NONE).count() as u8;
    }
    let without_kept = (!closed.kept.is_empty()).then(|| {
        let is_kept = |a: u32, b: u32| closed.kept.binary_search(&(a.min(b), a.max(b))).is_ok();
        part(&closed.graph, |a, b| !is_kept(a, b))
    });
    let open = without_kept.as_ref().unwrap_or(&closed.graph);
    let chosen = match &closed.colours {
        Some(colours) => {
            let (edges, missing) = between(open, colours, &wanted);
            (missing == 0).then_some(edges)
        }
        None => by_gadget(open, &wanted, go_on)?,
    };
    let Some(chosen) = chosen else { return Ok(None) };
    join(&mut factor, &chosen);
    Ok(factor)
}

/// Adds edges to the neighbours of their vertices; sets `None` if one has three.
fn join(neighbours: &mut Option<Vec<[u32; 2]>>, edges: &[(u32, u32)]) {
    for &(a, b) in edges {
        for (vertex, other) in [(a, b), (b, a)] {
            let slots = neighbours.as_mut().map(|all| &mut all[vertex as usize]);
            match slots.and_then(|slots| slots.iter_mut().find(|slot| **slot == NONE)) {
                Some(slot) => *slot = other,
                None => *neighbours = None,
            }
        }
    }
}

/// The subgraph of the edges that satisfy `has`.
fn part(graph: &Graph, has: impl Fn(u32, u32) -> bool) -> Graph {
    Graph::from_neighbours(graph.vertices(), |vertex, list| {
        let all = graph.neighbours(vertex).iter();
        list.extend(all.filter(|&&other| has(vertex, other)));
    })
}

/// A maximum choice of edges between two halves, and how many more edges the vertices of both
/// halves want.
///
/// Edges within a half are not used.
fn between(graph: &Graph, halves: &[bool], wanted: &[u8]) -> (Vec<(u32, u32)>, u64) {
    let of = |half: bool| -> Vec<u8> {
        wanted.iter().zip(halves).map(|(&b, &its)| if its == half { b } else { 0 }).collect()
    };
    let neighbours = |vertex: u32| graph.neighbours(vertex);
    let matching = BMatching::maximum(of(false), of(true), 0, neighbours, neighbours);
    let taken = |vertex| matching.taken_by(vertex).map(move |other| (other, vertex));
    let edges: Vec<(u32, u32)> = (0..graph.vertices()).flat_map(taken).collect();
    let all: u64 = wanted.iter().map(|&b| u64::from(b)).sum();
    let missing = all - 2 * edges.len() as u64;
    (edges, missing)
}

/// The edges of a 2-factor of a graph with odd cycles.
///
/// Most are found between two halves of the vertices with few inner edges, as in a bipartite graph;
/// the rest by the gadget.
fn by_gadget<E>(
    graph: &Graph,
    wanted: &[u8],
    go_on: impl FnMut() -> Result<(), E>,
) -> Result<Option<Vec<(u32, u32)>>, E> {
    let halves = halves(graph);
    let across = part(graph, |a, b| halves[a as usize] != halves[b as usize]);
    let (edges, _) = between(&across, &halves, wanted);
    let used: Vec<u32> = edges.into_iter().filter_map(|(a, b)| graph.edge_between(a, b)).collect();
    Gadget::new(graph, wanted, &used).complete(go_on)
}

/// Two halves of the vertices: alternating along a breadth-first search, then each vertex with more
/// neighbours on its own side than on the other, or as many but on the larger side, changes sides, at most
/// twice. O(n + m).
fn halves(graph: &Graph) -> Vec<bool> {
    let n = graph.vertices();
    let mut half = vec![None; n as usize];
    let mut queue = VecDeque::new();
    for root in 0..n {
        if half[root as usize].is_none() {
            half[root as usize] = Some(false);
            queue.push_back((root, false));
        }
        while let Some((vertex, own)) = queue.pop_front() {
            for &other in graph.neighbours(vertex) {
                if half[other as usize].is_none() {
                    half[other as usize] = Some(!own);
                    queue.push_back((other, !own));
                }
            }
        }
    }
    let mut half: Vec<bool> = half.into_iter().map(|half| half == Some(true)).collect();
    let mut sizes = [false, true].map(|side| half.iter().filter(|&&half| half == side).count());
    for _ in 0..2 {
        for vertex in 0..n {
            let own = half[vertex as usize];
            let others = graph.neighbours(vertex);
            let same = others.iter().filter(|&&other| half[other as usize] == own).count();
            let is_larger = sizes[usize::from(own)] > sizes[usize::from(!own)];
            if 2 * same + usize::from(is_larger) > others.len() {
                half[vertex as usize] = !own;
                sizes[usize::from(own)] -= 1;
                sizes[usize::from(!own)] += 1;
            }
        }
    }
    half
}
