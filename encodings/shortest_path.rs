//! The shortest-path model: a path of least weight between two vertices of any graph.

use std::sync::Arc;

use petgraph::{Directed, csr::Csr, visit::EdgeRef};

use crate::graph::distances;

/// The largest graph, in vertices, whose distances are given as a reason.
pub const MOST_DISTANCES: u32 = 10_000;

/// Arcs with their weights.
pub type WeightedArcs = Csr<(), u64, Directed, u32>;

/// The question of a path of least weight from one vertex to another.
#[derive(Debug, Clone)]
pub struct ShortestPath {
    arcs: Arc<WeightedArcs>,
    /// The same arcs against their direction.
    back: Arc<WeightedArcs>,
    is_directed: bool,
    /// Where it starts.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Any path of at most this weight is accepted, instead of the shortest.
    pub at_most: Option<u64>,
}

/// Why there is no path, or no lighter one: through any graph, or over a lattice, whose arcs are
/// its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathObstruction {
    /// No arc leads out of these vertices (in rising order), but the path would have to.
    Separated(Vec<u32>),
    /// The distance of each vertex from the start, `None` if unreachable: 0 at the start, and no
    /// arc shortens a distance.
    Distances(Vec<Option<u64>>),
}

fn sorted(vertices: u32, mut arcs: Vec<(u32, u32, u64)>) -> Arc<WeightedArcs> {
    arcs.sort_unstable();
    arcs.dedup_by_key(|&mut (from, to, _)| (from, to));
    let mut csr = Csr::from_sorted_edges(&arcs).expect("arcs are sorted, each once");
    for _ in csr.node_count()..vertices as usize {
        csr.add_node(());
    }
    Arc::new(csr)
}

impl ShortestPath {
    /// The shortest path is requested; of two arcs between the same vertices the lighter counts.
    /// Weights are 1 at least. O(n + m log m).
    #[must_use]
    pub fn new(vertices: u32, arcs: Vec<(u32, u32, u64)>, from: u32, to: u32) -> Self {
        let back = arcs.iter().map(|&(from, to, weight)| (to, from, weight)).collect();
        let (arcs, back) = (sorted(vertices, arcs), sorted(vertices, back));
        Self { arcs, back, is_directed: true, from, to, at_most: None }
    }

    /// The same for undirected edges; of two edges between the same vertices the lighter counts.
    #[must_use]
    pub fn undirected(vertices: u32, edges: &[(u32, u32, u64)], from: u32, to: u32) -> Self {
        let both = edges.iter().flat_map(|&(a, b, weight)| [(a, b, weight), (b, a, weight)]);
        Self { is_directed: false, ..Self::new(vertices, both.collect(), from, to) }
    }

    /// Any path of at most this weight instead of the shortest.
    #[must_use]
    pub fn within(&self, weight: u64) -> Self {
        Self { at_most: Some(weight), ..self.clone() }
    }

    /// Whether the edges are directed.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// Whether some arc does not weigh 1.
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        self.list().any(|(_, _, weight)| weight != 1)
    }

    /// All arcs with their weights, in rising order; an edge without a direction is two.
    pub fn list(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        (0..self.vertices()).flat_map(|from| {
            self.arcs.edges(from).map(move |arc| (from, arc.target(), *arc.weight()))
        })
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.arcs.node_count() as u32
    }

    /// The arcs.
    #[must_use]
    pub fn arcs(&self) -> &WeightedArcs {
        &self.arcs
    }

    /// The arcs against their direction.
    #[must_use]
    pub fn reversed(&self) -> &WeightedArcs {
        &self.back
    }

    /// The weight of an arc, if there is one. O(log n) for n neighbours.
    #[must_use]
    pub fn weight(&self, from: u32, to: u32) -> Option<u64> {
        let at = self.arcs.neighbors_slice(from).binary_search(&to).ok()?;
        self.arcs.edges(from).nth(at).map(|arc| *arc.weight())
    }

    /// The weight of a path: the sum of its arcs.
    #[must_use]
    pub fn cost(&self, path: &[u32]) -> u64 {
        path.windows(2).map(|ends| self.weight(ends[0], ends[1]).unwrap_or(0)).sum()
    }

    /// Why there is no path at all, if so. O(n + m).
    #[must_use]
    pub fn obstruction(&self) -> Option<PathObstruction> {
        let neighbours = |vertex, list: &mut Vec<u32>| {
            list.extend(self.arcs.neighbors_slice(vertex));
        };
        let distances = distances(self.vertices(), [self.from], neighbours);
        let is_reached = |&vertex: &u32| distances[vertex as usize] < u32::MAX;
        let reached = || (0..self.vertices()).filter(is_reached).collect();
        (!is_reached(&self.to)).then(|| PathObstruction::Separated(reached()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lighter_arcs_count_and_ends_may_be_separated() {
        let model = ShortestPath::new(4, vec![(0, 1, 5), (0, 1, 3), (1, 2, 4), (3, 2, 1)], 0, 2);
        assert_eq!((model.vertices(), model.cost(&[0, 1, 2])), (4, 7));
        assert_eq!((model.weight(0, 1), model.weight(1, 0)), (Some(3), None));
        assert_eq!(model.reversed().neighbors_slice(2), [1, 3]);
        assert!(model.obstruction().is_none());
        let model = ShortestPath { to: 3, ..model };
        assert_eq!(model.obstruction(), Some(PathObstruction::Separated(vec![0, 1, 2])));
    }
}
