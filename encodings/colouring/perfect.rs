//! Graphs with as few colours as a largest clique has vertices, recognised in polynomial time.

use fixedbitset::FixedBitSet;

use crate::{graph::Graph, greedy_colouring::colour_along, independent_set::matching::Matching};

/// The most vertices for which orientations are sought: three matrices of n² bits.
const MOST_ORIENTED: u32 = 1 << 9;

/// A clique, in rising order, and a colouring with as many colours as the clique has vertices, so
/// that each proves the other best; `None` if none is found.
///
/// Chordal graphs (among them interval graphs) and their complements always have one, and up to
/// 512 vertices comparability graphs (among them bipartite graphs, cographs and permutation
/// graphs) and their complements. O(n + m) for chordal graphs, O(nω + m) for their complements with
/// cliques of ω vertices; O(nm) for comparability graphs, and O(n³) for their complements.
pub(super) fn find(graph: &Graph) -> Option<(Vec<u32>, Vec<u32>)> {
    let is_small = graph.vertices() <= MOST_ORIENTED;
    along(graph, &by_seen(graph, true))
        .or_else(|| by_classes(graph, &by_seen(graph, false)))
        .or_else(|| along(graph, &is_small.then(|| orientation(graph))??.0))
        .or_else(|| is_small.then(|| by_chains(graph))?)
}

/// Repeatedly a vertex with the most, or the fewest, neighbours before it. In a chordal graph the
/// neighbours before a vertex are a clique, if always the most are taken (Tarjan and Yannakakis,
/// "Simple linear-time algorithms to test chordality of graphs ...", SIAM J. Computing 13, 1984);
/// the fewest in a graph are the most in its complement. O(n + m).
fn by_seen(graph: &Graph, most: bool) -> Vec<u32> {
    let n = graph.vertices() as usize;
    let mut seen = vec![0_usize; n];
    // Vertices by how many are seen; an entry whose number has risen since is skipped.
    let mut waiting: Vec<Vec<u32>> = vec![(0..graph.vertices()).rev().collect()];
    let mut is_taken = vec![false; n];
    let mut order = Vec::with_capacity(n);
    let mut at = 0;
    while order.len() < n {
        let Some(vertex) = waiting[at].pop() else {
            at = if most { at - 1 } else { at + 1 };
            continue;
        };
        if is_taken[vertex as usize] || seen[vertex as usize] != at {
            continue;
        }
        is_taken[vertex as usize] = true;
        order.push(vertex);
        for &other in graph.neighbours(vertex).iter().filter(|&&other| !is_taken[other as usize]) {
            let its = &mut seen[other as usize];
            *its += 1;
            if waiting.len() == *its {
                waiting.push(Vec::new());
            }
            waiting[*its].push(other);
            if most {
                at = at.max(*its);
            }
        }
    }
    order
}

/// An order in which the neighbours before each vertex are a clique, if the graph is chordal. A
/// greedy colouring along it takes the fewest colours. O(n + m log n).
#[must_use]
pub fn chordal_order(graph: &Graph) -> Option<Vec<u32>> {
    let order = by_seen(graph, true);
    let mut place = vec![0_u32; order.len()];
    (0..).zip(&order).for_each(|(at, &vertex)| place[vertex as usize] = at);
    // The last neighbour before a vertex must be joined to the other ones before it.
    let is_good = |&vertex: &u32| {
        let own = place[vertex as usize];
        let before = || {
            let near = graph.neighbours(vertex).iter().copied();
            near.filter(|&other| place[other as usize] < own)
        };
        let Some(last) = before().max_by_key(|&other| place[other as usize]) else { return true };
        before().all(|other| other == last || graph.neighbours(last).binary_search(&other).is_ok())
    };
    order.iter().all(is_good).then_some(order)
}

/// The greedy colouring along an order, if a clique with one vertex of each colour is found: it
/// begins with the first vertex of the last colour, and takes for each colour before a common
/// neighbour before that vertex.
fn along(graph: &Graph, order: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
    let colours = colour_along(graph, order);
    let last = colours.iter().copied().max()?;
    let top = order.iter().position(|&vertex| colours[vertex as usize] == last)?;
    let mut is_before = vec![false; colours.len()];
    order[..top].iter().for_each(|&vertex| is_before[vertex as usize] = true);
    let mut clique = vec![order[top]];
    for wanted in (0..last).rev() {
        let mut near = graph.neighbours(order[top]).iter().copied();
        let next = near.find(|&vertex| {
            colours[vertex as usize] == wanted
                && is_before[vertex as usize]
                && is_joined_to_all(graph, vertex, &clique)
        });
        clique.push(next?);
    }
    clique.sort_unstable();
    Some((clique, colours))
}

fn is_joined_to_all(graph: &Graph, vertex: u32, others: &[u32]) -> bool {
    let near = graph.neighbours(vertex);
    others.iter().all(|other| near.binary_search(other).is_ok())
}

/// For the complement of a chordal graph, given the order of that graph: each last vertex without a
/// colour gets a new one, with all of its non-neighbours before it that have none (Gavril,
/// "Algorithms for minimum coloring, maximum clique, ... of a chordal graph", SIAM J. Computing 1,
/// 1972). `None` if these vertices are no clique, or a colour is no independent set.
fn by_classes(graph: &Graph, order: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
    const NONE: u32 = u32::MAX;
    let mut colours = vec![NONE; order.len()];
    let mut left = order.to_vec();
    let mut clique = Vec::new();
    while let Some(vertex) = left.pop() {
        if !is_joined_to_all(graph, vertex, &clique) {
            return None;
        }
        let colour = clique.len() as u32;
        clique.push(vertex);
        colours[vertex as usize] = colour;
        let near = graph.neighbours(vertex);
        left.retain(|&other| {
            let is_near = near.binary_search(&other).is_ok();
            if !is_near {
                colours[other as usize] = colour;
            }
            is_near
        });
    }
    proper(graph, clique, colours)
}

/// These two, if no edge joins two vertices of one colour.
fn proper(graph: &Graph, mut clique: Vec<u32>, colours: Vec<u32>) -> Option<(Vec<u32>, Vec<u32>)> {
    let mut edges = graph.edge_list();
    let is_proper = edges.all(|(a, b)| colours[a as usize] != colours[b as usize]);
    clique.sort_unstable();
    is_proper.then_some((clique, colours))
}

/// For the complement of a comparability graph: as few chains as the largest antichain has elements,
/// by a maximum matching (Fulkerson, "Note on Dilworth's decomposition theorem for partially ordered
/// sets", Proc. AMS 7, 1956).
fn by_chains(graph: &Graph) -> Option<(Vec<u32>, Vec<u32>)> {
    let n = graph.vertices();
    let (order, below) = orientation(&graph.complement())?;
    // Each vertex twice: the first copy as the smaller one of a pair, the second as the greater one.
    let pairs = (n..)
        .zip(&below)
        .flat_map(|(second, below)| below.ones().map(move |first| (first as u32, second)));
    let pairs = Graph::from_edges(2 * n, &pairs.collect::<Vec<_>>());
    let is_second: Vec<bool> = (0..2 * n).map(|copy| copy >= n).collect();
    let mut all = FixedBitSet::with_capacity(2 * n as usize);
    all.insert_range(..);
    let matching = Matching::maximum(&pairs, &is_second, &all);
    let mut before: Vec<Option<u32>> = vec![None; n as usize];
    for (first, second) in matching.pairs() {
        before[(second - n) as usize] = Some(first);
    }
    let mut colours = vec![0; n as usize];
    let mut chains = 0;
    for &vertex in &order {
        colours[vertex as usize] = match before[vertex as usize] {
            Some(first) => colours[first as usize],
            None => {
                chains += 1;
                chains - 1
            }
        };
    }
    let alone = matching.independent_set(&pairs, &is_second, &all);
    let (first, second) = alone.split_at(alone.partition_point(|&copy| copy < n));
    let is_alone = |vertex: &u32| second.binary_search(&(vertex + n)).is_ok();
    let mut clique: Vec<u32> = Vec::new();
    for vertex in first.iter().copied().filter(is_alone) {
        if !is_joined_to_all(graph, vertex, &clique) {
            return None;
        }
        clique.push(vertex);
    }
    (clique.len() == chains as usize).then(|| proper(graph, clique, colours))?
}

/// A transitive orientation of the edges: the vertices in its order, and for each those below it;
/// `None` if an edge is forced in both directions, so that no transitive orientation exists.
///
/// An edge a → b forces the direction of each edge a → c without an edge bc, and of each c → b
/// without an edge ac, among the edges whose direction nothing has forced before (Golumbic,
/// "Algorithmic graph theory and perfect graphs", 1980, chapter 5). O(nm).
fn orientation(graph: &Graph) -> Option<(Vec<u32>, Vec<FixedBitSet>)> {
    let n = graph.vertices() as usize;
    let none = vec![FixedBitSet::with_capacity(n); n];
    let mut open = none.clone();
    for (a, b) in graph.edge_list() {
        open[a as usize].insert(b as usize);
        open[b as usize].insert(a as usize);
    }
    let (mut below, mut above) = (none.clone(), none);
    let mut fresh = FixedBitSet::with_capacity(n);
    for (first, second) in graph.edge_list() {
        let (first, second) = (first as usize, second as usize);
        if !open[first].contains(second) {
            continue;
        }
        above[first].insert(second);
        below[second].insert(first);
        let mut forced = vec![(first, second)];
        let mut at = 0;
        while let Some(&(a, b)) = forced.get(at) {
            at += 1;
            for is_from in [true, false] {
                let (one, other) = if is_from { (a, b) } else { (b, a) };
                let (with, against) =
                    if is_from { (&mut above, &mut below) } else { (&mut below, &mut above) };
                fresh.clone_from(&open[one]);
                fresh.difference_with(&open[other]);
                fresh.difference_with(&with[one]);
                if !fresh.is_disjoint(&against[one]) {
                    return None;
                }
                for end in fresh.ones() {
                    with[one].insert(end);
                    against[end].insert(one);
                    forced.push(if is_from { (one, end) } else { (end, one) });
                }
            }
        }
        for (a, b) in forced {
            open[a].remove(b);
            open[b].remove(a);
        }
    }
    let mut order: Vec<u32> = (0..graph.vertices()).collect();
    // A vertex is above all vertices that another one below it is above, and above that one.
    order.sort_by_key(|&vertex| below[vertex as usize].count_ones(..));
    Some((order, below))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whether two closed intervals, or two segments between two lines, meet.
    fn meets(one: (u32, u32), other: (u32, u32), is_interval: bool) -> bool {
        if is_interval {
            let ends = |(a, b): (u32, u32)| (a.min(b), a.max(b));
            let (one, other) = (ends(one), ends(other));
            one.0 <= other.1 && other.0 <= one.1
        } else {
            (one.0 < other.0) != (one.1 < other.1)
        }
    }

    fn graph_of(shapes: &[(u32, u32)], is_interval: bool) -> Graph {
        let n = shapes.len();
        let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges = pairs.filter(|&(a, b)| meets(shapes[a], shapes[b], is_interval));
        Graph::from_edges(n as u32, &edges.map(|(a, b)| (a as u32, b as u32)).collect::<Vec<_>>())
    }

    fn check(graph: &Graph, found: &(Vec<u32>, Vec<u32>)) {
        let (clique, colours) = found;
        for (at, &vertex) in clique.iter().enumerate() {
            assert!(is_joined_to_all(graph, vertex, &clique[..at]));
        }
        for (a, b) in graph.edge_list() {
            assert_ne!(colours[a as usize], colours[b as usize]);
        }
        let most = colours.iter().max().map_or(0, |most| most + 1);
        assert_eq!(most as usize, clique.len());
    }

    /// Every set of vertices that is a clique, and every colouring, is tried.
    fn numbers(graph: &Graph) -> (u32, u32) {
        let n = graph.vertices();
        let is_clique = |set: u32| {
            graph.vertices() == 0
                || (0..n).all(|a| {
                    let near = |b: u32| graph.edge_between(a, b).is_some();
                    set >> a & 1 == 0 || (0..a).all(|b| set >> b & 1 == 0 || near(b))
                })
        };
        let cliques = (0..1_u32 << n).filter(|&set| is_clique(set));
        let is_colouring = |code: u64, k: u64| {
            let colour = |v: u32| code / k.pow(v) % k;
            graph.edge_list().all(|(a, b)| colour(a) != colour(b))
        };
        let chromatic = (1..=u64::from(n))
            .find(|&k| (0..k.pow(n)).any(|code| is_colouring(code, k)))
            .unwrap_or(0);
        (cliques.map(u32::count_ones).max().unwrap_or(0), chromatic as u32)
    }

    #[test]
    fn complements_of_bipartite_graphs_are_recognised() {
        let mut state = 1_u32;
        for n in [6, 17, 40] {
            let pairs = (0..n).flat_map(|a| (n..2 * n).map(move |b| (a, b)));
            let edges = pairs.filter(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 16).is_multiple_of(8)
            });
            let graph = Graph::from_edges(2 * n, &edges.collect::<Vec<_>>()).complement();
            check(&graph, &find(&graph).expect("it is perfect"));
        }
    }

    #[test]
    fn odd_cycles_have_none() {
        for n in [5, 7, 9] {
            let edges: Vec<(u32, u32)> = (0..n).map(|vertex| (vertex, (vertex + 1) % n)).collect();
            let cycle = Graph::from_edges(n, &edges);
            assert!(find(&cycle).is_none() && find(&cycle.complement()).is_none());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

        #[test]
        fn interval_and_permutation_graphs_and_complements_are_recognised(
            shapes in prop::collection::vec((0..60u32, 0..60u32), 1..40),
            is_interval: bool,
        ) {
            let graph = graph_of(&shapes, is_interval);
            for graph in [graph.complement(), graph] {
                let found = find(&graph);
                prop_assert!(found.is_some(), "{:?}", graph.edge_list().collect::<Vec<_>>());
                check(&graph, &found.expect("it is perfect"));
            }
        }

        #[test]
        fn what_is_found_agrees_with_plain_enumeration(
            n in 1..7u32,
            pairs in prop::collection::vec((0..6u32, 0..6u32), 0..16),
        ) {
            let edges: Vec<(u32, u32)> =
                pairs.into_iter().filter(|&(a, b)| a.max(b) < n && a != b).collect();
            let graph = Graph::from_edges(n, &edges);
            let (clique, chromatic) = numbers(&graph);
            if let Some(found) = find(&graph) {
                check(&graph, &found);
                prop_assert_eq!((found.0.len() as u32, clique), (chromatic, chromatic));
            }
        }
    }
}
