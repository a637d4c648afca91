//! Vertices whose removal leaves more components than a path or cycle can join.

use fixedbitset::FixedBitSet;
use petgraph::{algo::kosaraju_scc, graph::DiGraph, unionfind::UnionFind};

use super::{reason::HamiltonianObstruction, search_tree::SearchTree};
use crate::{b_matching::BMatching, graph::Graph, hamiltonian::Hamiltonian};

/// Budget of vertices and edges visited for all pairs.
const STEPS: u64 = 1 << 19;

/// Budget of vertices and edges visited while growing sets.
const GROWTH_STEPS: u64 = 1 << 18;

/// The most vertices added to a set.
const GROWTH: usize = 12;

/// The greatest degree of a vertex whose neighbours start a set.
const LOW_DEGREE: usize = 4;

/// The smallest set found that leaves too many components, as in
/// [`HamiltonianObstruction::Toughness`].
///
/// Deciding whether one exists is NP-hard (Bauer, Hakimi and Schmeichel 1990). The neighbours of
/// tight sets are tried: in a bipartite graph these find every set of one colour that isolates as
/// many vertices and leaves something else. If n · (n + m) is at most 2¹⁹, all pairs are tried too,
/// and sets grown from single vertices and from the neighbours of one vertex by the vertex that
/// leaves most components. O(√n · (n + m)) time and 2²⁰ steps.
pub(super) fn toughness(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let cut = RemovedSets { model, graph };
    let mut singles = Vec::new();
    let mut best = cut.pair(&mut singles);
    if best.is_none() {
        for set in tight_sets(graph) {
            let mut removed = FixedBitSet::with_capacity(graph.vertices() as usize);
            removed.extend(set.iter().flat_map(|&vertex| cut.neighbours(vertex as usize)));
            if let Some(set) = cut.reduced(&removed) {
                best = best.filter(|best| best.len() <= set.len()).or(Some(set));
            }
        }
        best = cut.grown(best, &singles);
    }
    best.map(HamiltonianObstruction::Toughness)
}

/// Sets of vertices to remove.
pub(super) struct RemovedSets<'m> {
    pub model: &'m Hamiltonian,
    pub graph: &'m Graph,
}

/// What the removal of a set leaves.
#[derive(Clone, Copy)]
struct RemainingComponents {
    /// The number of components.
    components: usize,
    /// The next vertex to remove, after its gain.
    next: Option<(usize, usize)>,
}

impl RemovedSets<'_> {
    fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph.neighbours(vertex as u32).iter().map(|&other| other as usize)
    }

    /// How many components a path or cycle can join when these vertices are removed.
    fn joined(&self, removed: &FixedBitSet) -> usize {
        let ends: usize = removed.ones().map(|vertex| self.model.ends_at(vertex as u32)).sum();
        (removed.count_ones(..) + usize::from(!self.model.closed)).saturating_sub(ends)
    }

    /// The cost of one search, at least 1.
    fn effort(&self) -> u64 {
        (u64::from(self.graph.vertices()) + u64::from(self.graph.edges())).max(1)
    }

    /// The vertex whose additional removal gains most, and its gain: the components it leaves plus
    /// the ends fixed there. A gain of at least 2 keeps too many components too many.
    fn next(&self, tree: &SearchTree, removed: &FixedBitSet) -> Option<(usize, usize)> {
        let pieces = tree.pieces();
        let candidates = removed.zeroes().map(|vertex| {
            let gain = pieces[vertex] + self.model.ends_at(vertex as u32);
            (gain, vertex)
        });
        // The first of the best.
        candidates.reduce(|best, other| if other.0 > best.0 { other } else { best })
    }

    /// The components without some vertices, and the next vertex to remove.
    fn step(&self, removed: &FixedBitSet) -> RemainingComponents {
        let tree = SearchTree::without(self.graph, removed);
        RemainingComponents { components: tree.components, next: self.next(&tree, removed) }
    }

    /// A pair that leaves too many components; `singles` gets the step from each single vertex.
    fn pair(&self, singles: &mut Vec<RemainingComponents>) -> Option<Vec<u32>> {
        let n = self.graph.vertices();
        if self.effort().saturating_mul(n.into()) > STEPS {
            return None;
        }
        (0..n as usize).find_map(|vertex| {
            let mut removed = FixedBitSet::with_capacity(n as usize);
            removed.insert(vertex);
            let step = self.step(&removed);
            singles.push(step);
            let (gain, other) = step.next?;
            if step.components + gain <= self.joined(&removed) + 2 {
                return None;
            }
            removed.insert(other);
            self.reduced(&removed)
        })
    }

    /// A smaller set than `best`, or `best` itself: grown from the neighbours of each vertex of low
    /// degree, and from each vertex, whose first step is known.
    fn grown(
        &self,
        mut best: Option<Vec<u32>>,
        singles: &[RemainingComponents],
    ) -> Option<Vec<u32>> {
        let n = self.graph.vertices();
        if self.effort().saturating_mul(n.into()) > STEPS {
            return best;
        }
        let mut searches = GROWTH_STEPS / self.effort();
        let low = (0..n).filter(|&vertex| self.graph.neighbours(vertex).len() <= LOW_DEGREE);
        let around = low.map(|vertex| self.neighbours(vertex as usize).collect::<Vec<usize>>());
        for seed in around.chain((0..n as usize).map(|vertex| vec![vertex])) {
            let mut removed = FixedBitSet::with_capacity(n as usize);
            removed.extend(seed.iter().copied());
            for added in 0..=GROWTH {
                let size = removed.count_ones(..);
                if best.as_ref().is_some_and(|best| best.len() <= size) {
                    break;
                }
                if searches == 0 {
                    return best;
                }
                searches -= 1;
                let step = match seed[..] {
                    [vertex] if added == 0 => singles[vertex],
                    _ => self.step(&removed),
                };
                if step.components > self.joined(&removed) {
                    best = self.reduced(&removed).or(best);
                    break;
                }
                match step.next {
                    Some((gain, vertex)) if gain >= 2 => removed.insert(vertex),
                    _ => break,
                }
            }
        }
        best
    }

    /// The set without unnecessary vertices, in rising order; `None` if it does not leave too many
    /// components. O((n + m) log n).
    pub fn reduced(&self, removed: &FixedBitSet) -> Option<Vec<u32>> {
        let n = self.graph.vertices() as usize;
        let mut joint = UnionFind::<u32>::new(n);
        let mut pieces = n - removed.count_ones(..);
        for vertex in removed.zeroes() {
            for other in self.neighbours(vertex).filter(|&other| !removed.contains(other)) {
                pieces -= usize::from(joint.union(vertex as u32, other as u32));
            }
        }
        let mut set = removed.clone();
        let mut joined = self.joined(removed);
        if pieces <= joined {
            return None;
        }
        for vertex in removed.ones() {
            let around = self.neighbours(vertex).filter(|&other| !set.contains(other));
            let mut touched: Vec<u32> = around.map(|other| joint.find(other as u32)).collect();
            touched.sort_unstable();
            touched.dedup();
            // It joins the components it touches; one less can be joined, unless an end is fixed
            // there.
            let left = pieces + 1 - touched.len();
            let fewer = (joined + self.model.ends_at(vertex as u32)).saturating_sub(1);
            if left > fewer && fewer > 0 {
                set.remove(vertex);
                (pieces, joined) = (left, fewer);
                for piece in touched {
                    joint.union(vertex as u32, piece);
                }
            }
        }
        Some(set.ones().map(|vertex| vertex as u32).collect())
    }
}

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
        let roots = (0..n).filter(|&vertex| matching.missing_at(vertex) > 0).take(SETS);
        roots.map(|root| matching.closure(root)).collect()
    } else {
        let holders = |vertex: u32| {
            let others = graph.neighbours(vertex).iter();
            others.flat_map(|&other| matching.taken_by(other)).filter(move |&other| other != vertex)
        };
        let arcs = (0..n).flat_map(|vertex| holders(vertex).map(move |other| (vertex, other)));
        closed_components(n, 2 * graph.edges() as usize, arcs)
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
fn closed_components(n: u32, most: usize, arcs: impl Iterator<Item = (u32, u32)>) -> Vec<Vec<u32>> {
    let mut digraph: DiGraph<(), (), u32> = DiGraph::with_capacity(n as usize, most);
    for _ in 0..n {
        digraph.add_node(());
    }
    digraph.extend_with_edges(arcs);
    let mut component = vec![0; n as usize];
    let components = kosaraju_scc(&digraph);
    for (number, members) in components.iter().enumerate() {
        for vertex in members {
            component[vertex.index()] = number;
        }
    }
    let closed = components.iter().enumerate().filter(|(number, members)| {
        let mut leads = members.iter().flat_map(|&vertex| digraph.neighbors(vertex));
        leads.all(|other| component[other.index()] == *number)
    });
    closed
        .map(|(_, members)| members.iter().map(|vertex| vertex.index() as u32).collect())
        .collect()
}
