//! The route model: a shortest path between two vertices of a lattice.

use std::sync::Arc;

use crate::{
    lattice::Lattice,
    lattice_graph::LatticeGraph,
    shortest_path::{MOST_DISTANCES, PathObstruction},
};

/// The question of a path of least cost between two vertices.
#[derive(Debug, Clone)]
pub struct Route {
    /// The cells and the steps.
    pub board: LatticeGraph,
    /// Where it starts.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The cost of entering each vertex, at least 1; without weights every vertex costs 1.
    pub weights: Option<Arc<Vec<u8>>>,
    /// Any path of at most this cost is accepted, instead of a shortest one.
    pub at_most: Option<u64>,
}

impl Route {
    /// The shortest path is requested.
    #[must_use]
    pub fn new(lattice: Lattice, from: u32, to: u32, weights: Option<Vec<u8>>) -> Self {
        let weights = weights.map(Arc::new);
        Self { board: LatticeGraph::new(lattice), from, to, weights, at_most: None }
    }

    /// The lattice.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        self.board.lattice()
    }

    /// The cost of entering a vertex.
    #[must_use]
    pub fn weight(&self, vertex: u32) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[vertex as usize].into())
    }

    /// The cost of a path: the weights of its vertices but the first.
    #[must_use]
    pub fn cost(&self, path: &[u32]) -> u64 {
        path.iter().skip(1).map(|&vertex| self.weight(vertex)).sum()
    }

    /// Why there is no path at all, if so. O(cells reached times steps).
    #[must_use]
    pub fn obstruction(&self) -> Option<PathObstruction> {
        let mut found = false;
        let reached = self.lattice().reach(self.from, |vertex| {
            found |= vertex == self.to;
            !found
        });
        let reached = || reached.ones().map(|vertex| vertex as u32).collect();
        (!found).then(|| PathObstruction::Separated(reached()))
    }

    /// These distances as a reason why no path is shorter, unless the lattice is large.
    #[must_use]
    pub fn distances(&self, distances: &[Option<u64>]) -> Option<PathObstruction> {
        (self.lattice().vertices() <= MOST_DISTANCES)
            .then(|| PathObstruction::Distances(distances.to_vec()))
    }
}
