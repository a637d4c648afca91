//! Edges that every Hamiltonian path or cycle uses, and edges that no Hamiltonian path or cycle
//! uses.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;

use super::{Hamiltonian, arcs::Arcs};
use crate::graph::Graph;

/// Edges decided by propagating from vertices without a choice.
#[derive(Debug, Clone, Default)]
pub(super) struct Forced {
    /// Edges, or arcs, that must be used.
    pub used: FixedBitSet,
    /// Edges, or arcs, that cannot be used.
    pub removed: FixedBitSet,
}

impl Forced {
    /// Whether an edge is decided.
    pub fn decides(&self, edge: u32) -> bool {
        self.used.contains(edge as usize) || self.removed.contains(edge as usize)
    }

    /// How many edges among those selected by `of` are decided.
    pub fn count(&self, of: impl Fn(u32) -> bool) -> u64 {
        let decided = self.used.ones().chain(self.removed.ones());
        decided.filter(|&edge| of(edge as u32)).count() as u64
    }

    /// The pairs of undecided edges of an undirected model that would close two paths of used edges
    /// to a cycle that leaves out other vertices, or any cycle if a path is requested.
    ///
    /// O(n + m log degree).
    pub fn closing_pairs(&self, model: &Hamiltonian) -> Vec<[u32; 2]> {
        let paths = if self.used.is_clear() { Vec::new() } else { self.paths(model.graph()) };
        if paths.is_empty() {
            return Vec::new();
        }
        let at = |vertex: u32| paths[vertex as usize];
        let graph = model.graph();
        let closing = |(edge, (a, b)): (u32, (u32, u32))| {
            let (one, other) = (at(a)?, at(b)?);
            let back = graph.edge_between(one.end, other.end)?;
            let is_whole = model.closed && one.vertices + other.vertices == graph.vertices();
            let is_open = !self.decides(edge) && !self.decides(back);
            (edge < back && one.end != b && is_open && !is_whole).then_some([edge, back])
        };
        (0..).zip(graph.edge_list()).filter_map(closing).collect()
    }

    /// For each end of a path of used edges, the path seen from there; nothing if a vertex has more
    /// than two. O(n + m).
    fn paths(&self, graph: &Graph) -> Vec<Option<UsedPath>> {
        let n = graph.vertices();
        let next = |vertex: u32, before: Option<u32>| {
            let edges = graph.neighbours(vertex).iter().zip(graph.edge_numbers(vertex));
            let used = edges.filter(|&(_, &edge)| self.used.contains(edge as usize));
            used.map(|(&other, _)| other).filter(move |&other| Some(other) != before)
        };
        if (0..n).any(|vertex| next(vertex, None).count() > 2) {
            return Vec::new();
        }
        let path = |start: u32| {
            let mut others = next(start, None);
            let (mut before, mut end) = (start, others.next()?);
            if others.next().is_some() {
                return None;
            }
            let mut vertices = 2;
            while let Some(other) = next(end, Some(before)).next() {
                (before, end) = (end, other);
                vertices += 1;
            }
            Some(UsedPath { end, vertices })
        };
        (0..n).map(path).collect()
    }
}

/// A path of used edges, seen from one of its ends.
#[derive(Debug, Clone, Copy)]
struct UsedPath {
    /// The other end.
    end: u32,
    vertices: u32,
}

/// Decides edges of an undirected model until nothing more follows: a vertex with two edges left
/// uses both, one that uses two uses no other, and no edge closes a used path too soon.
///
/// A path is a cycle through one more vertex, number n, whose edge to v has the number m + v and
/// means that the path has an end at v. O(n + m) time.
pub(super) fn of_edges(model: &Hamiltonian) -> Forced {
    let graph = model.graph();
    let (n, m) = (graph.vertices(), graph.edges());
    if n < 3 {
        return Forced::default();
    }
    let (outside, total) = if model.closed { (None, n) } else { (Some(n), n + 1) };
    let both_fixed = model.start.is_some() && model.end.is_some();
    let is_fixed = |v: u32| model.start == Some(v) || model.end == Some(v);
    let may_be_end = |v: u32| !model.closed && (!both_fixed || is_fixed(v));
    let adjacent = |node: u32, list: &mut Vec<(u32, u32)>| {
        if Some(node) == outside {
            list.extend((0..n).filter(|&v| may_be_end(v)).map(|v| (m + v, v)));
            return;
        }
        let neighbours = graph.neighbours(node).iter();
        list.extend(graph.edge_numbers(node).iter().copied().zip(neighbours.copied()));
        if let Some(outside) = outside.filter(|_| may_be_end(node)) {
            list.push((m + node, outside));
        }
    };
    let edges = m as usize + if model.closed { 0 } else { n as usize };
    let ends = if both_fixed { 2 } else { n };
    let degree = |v: u32| graph.neighbours(v).len() as u32 + u32::from(may_be_end(v));
    let left = (0..n).map(degree).chain(outside.map(|_| ends)).collect();
    let mut deduction = Deduction::new(left, 2, edges, total, &adjacent);
    let given = model.given.iter().filter_map(|&(a, b)| Some((graph.edge_between(a, b)?, a, b)));
    given.for_each(|(edge, a, b)| deduction.use_edge(edge, a, b));
    if let Some(outside) = outside {
        (0..n).filter(|&v| is_fixed(v)).for_each(|v| deduction.use_edge(m + v, v, outside));
    }
    deduction.run()
}

/// Decides arcs until nothing more follows, like [`of_edges`]: each vertex has one arc out, which
/// leaves its node v, and one in, which enters its node n + v. O(n + m) time.
pub(super) fn of_arcs(arcs: &Arcs, given: &[(u32, u32)]) -> Forced {
    decided(arcs, given, arcs.vertices())
}

/// Like [`of_arcs`], but for cycle covers: used arcs may close a cycle of any length.
pub(super) fn of_covers(arcs: &Arcs, given: &[(u32, u32)]) -> Forced {
    decided(arcs, given, 0)
}

/// The arcs that are decided, if no cycle of used arcs has fewer than this many vertices.
fn decided(arcs: &Arcs, given: &[(u32, u32)], shortest: u32) -> Forced {
    let n = arcs.vertices();
    let adjacent = |node: u32, list: &mut Vec<(u32, u32)>| {
        if node < n {
            list.extend(arcs.outgoing(node).map(|arc| (arc, n + arcs.ends(arc).1)));
        } else {
            list.extend(arcs.incoming(node - n).iter().map(|&arc| (arc, arcs.ends(arc).0)));
        }
    };
    let out = (0..n).map(|v| arcs.outgoing(v).len() as u32);
    let left = out.chain((0..n).map(|v| arcs.incoming(v).len() as u32)).collect();
    let mut deduction = Deduction::new(left, 1, arcs.len() as usize, shortest, &adjacent);
    for vertex in 0..n {
        deduction.mates[vertex as usize] = n + vertex;
        deduction.mates[(n + vertex) as usize] = vertex;
    }
    let given = given.iter().filter_map(|&(a, b)| Some((arcs.between(a, b)?, a, n + b)));
    given.for_each(|(arc, tail, head)| deduction.use_edge(arc, tail, head));
    deduction.run()
}

/// The edges at a node, each with the node at its other end.
type Adjacent<'a> = dyn Fn(u32, &mut Vec<(u32, u32)>) + 'a;

struct Deduction<'a> {
    adjacent: &'a Adjacent<'a>,
    /// How many edges each node must use.
    needs: u32,
    forced: Forced,
    /// The number of edges at each node that are not removed, and that are used.
    left: Vec<u32>,
    taken: Vec<u32>,
    /// For each open node of a used path, the open node at its other end.
    mates: Vec<u32>,
    /// For each open node of a used path, its number of vertices.
    lengths: Vec<u32>,
    /// Number of vertices of the whole cycle.
    vertices: u32,
    waiting: VecDeque<u32>,
    list: Vec<(u32, u32)>,
}

impl<'a> Deduction<'a> {
    fn new(
        left: Vec<u32>,
        needs: u32,
        edges: usize,
        vertices: u32,
        adjacent: &'a Adjacent<'a>,
    ) -> Self {
        let nodes = left.len() as u32;
        let waiting = (0..nodes).filter(|&node| left[node as usize] <= needs).collect();
        Self {
            adjacent,
            needs,
            forced: Forced {
                used: FixedBitSet::with_capacity(edges),
                removed: FixedBitSet::with_capacity(edges),
            },
            left,
            taken: vec![0; nodes as usize],
            mates: (0..nodes).collect(),
            lengths: vec![1; nodes as usize],
            vertices,
            waiting,
            list: Vec::new(),
        }
    }

    fn use_edge(&mut self, edge: u32, a: u32, b: u32) {
        if self.forced.decides(edge) {
            return;
        }
        self.forced.used.insert(edge as usize);
        let (far_a, far_b) = (self.mates[a as usize], self.mates[b as usize]);
        // Inside a path the mate is out of date. That edge, and one that closes the path,
        // extends no path: unless it closes the whole cycle, it contradicts the others.
        let extends = [a, b].iter().all(|&node| self.taken[node as usize] < self.needs);
        let extends = extends && far_a != b;
        for node in [a, b] {
            self.taken[node as usize] += 1;
            self.waiting.push_back(node);
        }
        if !extends {
            return;
        }
        let length = self.lengths[far_a as usize] + self.lengths[far_b as usize];
        self.mates[far_a as usize] = far_b;
        self.mates[far_b as usize] = far_a;
        self.lengths[far_a as usize] = length;
        self.lengths[far_b as usize] = length;
        if length < self.vertices {
            let mut list = std::mem::take(&mut self.list);
            list.clear();
            (self.adjacent)(far_a, &mut list);
            let closing = list.iter().find(|&&(_, other)| other == far_b).copied();
            self.list = list;
            if let Some((edge, _)) = closing {
                self.remove_edge(edge, far_a, far_b);
            }
        }
    }

    fn remove_edge(&mut self, edge: u32, a: u32, b: u32) {
        if self.forced.decides(edge) {
            return;
        }
        self.forced.removed.insert(edge as usize);
        for node in [a, b] {
            self.left[node as usize] -= 1;
            if self.left[node as usize] <= self.needs {
                self.waiting.push_back(node);
            }
        }
    }

    fn run(mut self) -> Forced {
        while let Some(node) = self.waiting.pop_front() {
            let full = self.taken[node as usize] >= self.needs;
            if !full && self.left[node as usize] > self.needs {
                continue;
            }
            let mut edges = Vec::new();
            (self.adjacent)(node, &mut edges);
            edges.retain(|&(edge, _)| !self.forced.decides(edge));
            for (edge, other) in edges {
                if full {
                    self.remove_edge(edge, node, other);
                } else {
                    self.use_edge(edge, node, other);
                }
            }
        }
        self.forced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_edges_that_contradict_one_another_end_the_deduction() {
        // All edges of a complete graph: every vertex has far more than two.
        let edges: Vec<(u32, u32)> = (0..24).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        for closed in [true, false] {
            let mut model = Hamiltonian::on_graph(Graph::from_edges(24, &edges), closed);
            model.given.clone_from(&edges);
            let forced = of_edges(&model);
            assert!(edges.len() <= forced.used.count_ones(..) + forced.removed.count_ones(..));
            let arcs = Arcs::new(24, model.arcs());
            assert!(of_arcs(&arcs, &edges).used.count_ones(..) >= 24);
        }
        // A cycle that closes too soon, twice.
        let mut model = Hamiltonian::on_graph(Graph::from_edges(24, &edges), true);
        model.given = vec![(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 2)];
        assert!(of_edges(&model).decides(0));
    }

    #[test]
    fn corners_of_a_ladder_force_its_rungs_and_sides() {
        // Two rows of four: the whole border is used, and no rung between.
        let rows = (0..8).filter(|v| v % 4 < 3).map(|v| (v, v + 1));
        let edges: Vec<(u32, u32)> = rows.chain((0..4).map(|v| (v, v + 4))).collect();
        let model = Hamiltonian::on_graph(Graph::from_edges(8, &edges), true);
        let forced = of_edges(&model);
        assert_eq!((forced.used.count_ones(..), forced.removed.count_ones(..)), (8, 2));
        assert_eq!(forced.count(|_| true), 10);
        let open = Hamiltonian::on_graph(Graph::from_edges(8, &edges), false);
        assert_eq!(of_edges(&open).count(|_| true), 0);
    }

    #[test]
    fn two_used_paths_are_not_closed_before_other_vertices_are_on_them() {
        // Three vertices in a row for each of a directed graph, in which all have arcs to all.
        let of = |count: u32| {
            let rows = (0..count).flat_map(|v| [(3 * v, 3 * v + 1), (3 * v + 1, 3 * v + 2)]);
            let ends = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
            let arcs = ends.filter(|(a, b)| a != b).map(|(a, b)| (3 * a + 2, 3 * b));
            Graph::from_edges(3 * count, &rows.chain(arcs).collect::<Vec<_>>())
        };
        for (count, closed, pairs) in [(3, true, 3), (5, true, 10), (2, true, 0), (2, false, 1)] {
            let mut model = Hamiltonian::on_graph(of(count), closed);
            model.given =
                (0..count).flat_map(|v| [(3 * v, 3 * v + 1), (3 * v + 1, 3 * v + 2)]).collect();
            let closing = of_edges(&model).closing_pairs(&model);
            let ends = |edge: u32| model.graph().edge_list().nth(edge as usize).unwrap();
            for pair in &closing {
                let [(a, b), (c, d)] = pair.map(ends);
                assert_eq!((a / 3, b / 3), (c / 3, d / 3), "{closed}");
            }
            assert_eq!(closing.len(), pairs, "{count} {closed}");
        }
    }

    #[test]
    fn arcs_close_no_cycle_before_its_time() {
        // 2 -> 3 and 3 -> 4 are used, as 3 has no other arc; 4 -> 2 and 3 -> 2 would close too soon.
        let arcs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 3), (3, 4), (4, 0), (4, 1), (4, 2)];
        let arcs = Arcs::new(5, arcs.into_iter());
        let forced = of_arcs(&arcs, &[]);
        let is_removed = |a, b| forced.removed.contains(arcs.between(a, b).unwrap() as usize);
        let is_used = |a, b| forced.used.contains(arcs.between(a, b).unwrap() as usize);
        assert!(is_used(2, 3) && is_used(3, 4) && is_removed(4, 2));
        assert!(!is_removed(4, 0) && !is_removed(4, 1) && !is_used(4, 0) && !is_used(4, 1));
        // With given arcs 1 -> 2 and 2 -> 3, only the whole cycle may return to 1.
        let complete = (0..5).flat_map(|a| (0..5).filter(move |&b| a != b).map(move |b| (a, b)));
        let arcs = Arcs::new(5, complete);
        let forced = of_arcs(&arcs, &[(1, 2), (2, 3)]);
        let is_removed = |a, b| forced.removed.contains(arcs.between(a, b).unwrap() as usize);
        assert!(is_removed(3, 1) && is_removed(2, 1) && !is_removed(3, 4) && !is_removed(4, 1));
    }
}
