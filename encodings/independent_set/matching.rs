//! Maximum matchings and largest independent sets of bipartite conflict graphs.

use fixedbitset::FixedBitSet;
use petgraph::{algo::dinics, graph::DiGraph};

use crate::{
    graph::{Graph, two_colouring},
    lattice::Lattice,
};

/// Marks a vertex without a mate.
const SINGLE: u32 = u32::MAX;

/// A maximum matching of the subgraph of a two-coloured graph that some vertices induce.
#[derive(Debug, Clone)]
pub struct Matching {
    mate: Vec<u32>,
}

/// Whether the steps of a lattice, single or repeated as they are, leave its free cells a proper
/// two-colouring; of a directed one on a surface that joins rows in reverse order, with more steps.
///
/// O(steps) if all steps are odd multiples of one power of two in rows, columns or their sum, as
/// for every single leaper. Otherwise a breadth-first search that ends at the first odd cycle;
/// O(cells · steps) without one.
#[must_use]
pub fn has_two_colours(lattice: &Lattice) -> bool {
    let weights: [fn(i64, i64) -> i64; 3] =
        [|rows, _| rows, |_, columns| columns, |rows, columns| rows + columns];
    let single = lattice.is_rectangle() && !lattice.rides();
    let alternates = |weight: &fn(i64, i64) -> i64| {
        let mut powers = lattice
            .steps()
            .iter()
            .map(|step| weight(step.rows.into(), step.columns.into()).trailing_zeros());
        // Without steps there is no conflict; a weight of 0 has 64 zeros.
        let first = powers.next().unwrap_or(0);
        first < 64 && powers.all(|power| power == first)
    };
    let both_ways = lattice.both_ways();
    (single && weights.iter().any(alternates))
        || two_colouring(lattice.vertices(), |vertex, list| both_ways.neighbours(vertex, list))
            .is_some()
}

impl Matching {
    /// A maximum matching of the vertices in `inside`; `dark` is a proper two-colouring.
    ///
    /// A greedy matching that always serves a vertex with the fewest free neighbours is nearly
    /// maximum on lattices (Karp, Sipser: "Maximum matchings in sparse random graphs", FOCS 1981);
    /// Dinic's algorithm on its residual network completes it, O(n + m) for each missing pair and
    /// each of at most O(√n) rounds.
    #[must_use]
    pub fn maximum(graph: &Graph, dark: &[bool], inside: &FixedBitSet) -> Self {
        let mut matching = Self::by_fewest_neighbours(graph, inside);
        matching.augment(graph, dark, inside);
        matching
    }

    /// Bytes that [`Matching::maximum`] takes at its peak for this many vertices and edges.
    #[must_use]
    pub fn bytes(vertices: u64, edges: u64) -> u64 {
        vertices.saturating_mul(128).saturating_add(edges.saturating_mul(112))
    }

    fn by_fewest_neighbours(graph: &Graph, inside: &FixedBitSet) -> Self {
        let n = graph.vertices();
        let mut mate = vec![SINGLE; n as usize];
        let is_inside = |vertex: u32| inside.contains(vertex as usize);
        let free_degree = |vertex: u32| {
            graph.neighbours(vertex).iter().filter(|&&other| is_inside(other)).count()
        };
        let mut degree: Vec<usize> = (0..n).map(free_degree).collect();
        let highest = degree.iter().copied().max().unwrap_or(0);
        // Vertices by degree; an entry whose degree has fallen since is skipped.
        let mut waiting: Vec<Vec<u32>> = vec![Vec::new(); highest + 1];
        for vertex in (0..n).rev().filter(|&vertex| is_inside(vertex)) {
            waiting[degree[vertex as usize]].push(vertex);
        }
        let mut lowest = 1;
        while lowest <= highest {
            let Some(vertex) = waiting[lowest].pop() else {
                lowest += 1;
                continue;
            };
            if mate[vertex as usize] != SINGLE || degree[vertex as usize] != lowest {
                continue;
            }
            let free = |&&other: &&u32| is_inside(other) && mate[other as usize] == SINGLE;
            let partner = graph.neighbours(vertex).iter().filter(free);
            let Some(&partner) = partner.min_by_key(|&&other| degree[other as usize]) else {
                continue;
            };
            (mate[vertex as usize], mate[partner as usize]) = (partner, vertex);
            for &other in [vertex, partner].iter().flat_map(|&end| graph.neighbours(end)) {
                if is_inside(other) && mate[other as usize] == SINGLE {
                    let left = &mut degree[other as usize];
                    *left -= 1;
                    waiting[*left].push(other);
                    lowest = lowest.min((*left).max(1));
                }
            }
        }
        Self { mate }
    }

    /// Makes the matching maximum: a maximum flow of its residual network is a largest set
    /// of augmenting paths.
    fn augment(&mut self, graph: &Graph, dark: &[bool], inside: &FixedBitSet) {
        let n = graph.vertices();
        let single = |dark_side: bool| {
            let mate = &self.mate;
            let ends = inside.ones().map(|vertex| vertex as u32);
            let ends = ends.filter(move |&vertex| {
                mate[vertex as usize] == SINGLE && dark[vertex as usize] == dark_side
            });
            ends.collect::<Vec<u32>>()
        };
        let (light_ends, dark_ends) = (single(false), single(true));
        if light_ends.is_empty() || dark_ends.is_empty() {
            return;
        }
        let (source, sink) = (n, n + 1);
        let starts = light_ends.iter().map(|&vertex| (source, vertex));
        let stops = dark_ends.iter().map(|&vertex| (vertex, sink));
        let arcs = inside.ones().map(|vertex| vertex as u32).flat_map(|vertex| {
            let others = graph.neighbours(vertex).iter().copied();
            let others = others
                .filter(move |&other| !dark[vertex as usize] && inside.contains(other as usize));
            let matched = self.mate[vertex as usize];
            others.map(
                move |other| {
                    if other == matched { (other, vertex) } else { (vertex, other) }
                },
            )
        });
        let arcs: Vec<(u32, u32)> = starts.chain(stops).chain(arcs).collect();
        let arcs = arcs.into_iter().map(|(from, to)| (from, to, 1_u32));
        let mut network: DiGraph<(), u32, u32> = DiGraph::default();
        for _ in 0..n + 2 {
            network.add_node(());
        }
        network.extend_with_edges(arcs);
        let (_, flows) = dinics(&network, source.into(), sink.into());
        for (edge, _) in network.raw_edges().iter().zip(flows).filter(|&(_, flow)| flow > 0) {
            let (from, to) = (edge.source().index() as u32, edge.target().index() as u32);
            if from < n && to < n && !dark[from as usize] {
                (self.mate[from as usize], self.mate[to as usize]) = (to, from);
            }
        }
    }

    /// The pairs, each with its smaller vertex first, in rising order.
    #[must_use]
    pub fn pairs(&self) -> Vec<(u32, u32)> {
        let pairs = (0..).zip(self.mate.iter().copied());
        pairs.filter(|&(vertex, mate)| mate != SINGLE && vertex < mate).collect()
    }

    /// A largest independent set of the same vertices, in rising order; its size is their number
    /// less the number of pairs (König 1931): light vertices that an alternating path from an
    /// unmatched light vertex reaches, and dark ones that no such path reaches. O(n + m).
    #[must_use]
    pub fn independent_set(&self, graph: &Graph, dark: &[bool], inside: &FixedBitSet) -> Vec<u32> {
        let mut reached = FixedBitSet::with_capacity(self.mate.len());
        let mut waiting: Vec<u32> = inside
            .ones()
            .filter(|&vertex| !dark[vertex] && self.mate[vertex] == SINGLE)
            .map(|vertex| vertex as u32)
            .collect();
        for &vertex in &waiting {
            reached.insert(vertex as usize);
        }
        while let Some(vertex) = waiting.pop() {
            for &other in graph.neighbours(vertex) {
                if !inside.contains(other as usize) || reached.put(other as usize) {
                    continue;
                }
                // An unmatched vertex would make the path augmenting; none is left.
                let next = self.mate[other as usize];
                if next != SINGLE && !reached.put(next as usize) {
                    waiting.push(next);
                }
            }
        }
        let taken = inside.ones().filter(|&vertex| reached.contains(vertex) != dark[vertex]);
        taken.map(|vertex| vertex as u32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matching and an independent set that leaves one vertex of each pair prove one another best.
    #[test]
    fn any_matching_is_augmented_to_a_largest() {
        let mut state = 5_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let mut improved = 0;
        for round in 0..300 {
            let edges: Vec<(u32, u32)> = (0..24).map(|_| (random(10), 10 + random(10))).collect();
            let graph = Graph::from_edges(20, &edges);
            let dark: Vec<bool> = (0..20).map(|vertex| vertex >= 10).collect();
            let mut inside = FixedBitSet::with_capacity(20);
            inside.extend((0..20).filter(|_| random(10) > 0));
            let within = |v: u32| inside.contains(v as usize);
            let mut matching = Matching { mate: vec![SINGLE; 20] };
            // From nothing, or from a greedy matching, which is not the largest.
            for &(a, b) in edges.iter().filter(|&&(a, b)| round % 2 == 0 && within(a) && within(b))
            {
                if matching.mate[a as usize] == SINGLE && matching.mate[b as usize] == SINGLE {
                    (matching.mate[a as usize], matching.mate[b as usize]) = (b, a);
                }
            }
            let before = matching.pairs().len();
            matching.augment(&graph, &dark, &inside);
            let pairs = matching.pairs();
            improved += usize::from(before > 0 && pairs.len() > before);
            for &(a, b) in &pairs {
                assert!(graph.edge_between(a, b).is_some() && within(a) && within(b));
                assert_eq!((matching.mate[a as usize], matching.mate[b as usize]), (b, a));
            }
            let set = matching.independent_set(&graph, &dark, &inside);
            assert_eq!(set.len() + pairs.len(), inside.count_ones(..));
            assert!(set.iter().all(|&v| within(v)));
            let apart = |&a: &u32| set.iter().all(|&b| graph.edge_between(a, b).is_none());
            assert!(set.iter().all(apart));
        }
        assert!(improved > 20, "{improved}");
    }
}
