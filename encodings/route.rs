//! The route model: a shortest path between two vertices of a lattice.

use std::sync::Arc;

use crate::{lattice::Lattice, lattice_graph::LatticeGraph};

/// The largest lattice, in vertices, whose distances are handed out as a reason.
pub const MOST_DISTANCES: u32 = 10_000;

/// A path of the least cost between two vertices is asked for.
#[derive(Debug, Clone)]
pub struct Route {
    /// The cells and the steps.
    pub board: LatticeGraph,
    /// Where it starts.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// What it costs to enter each vertex, at least 1; without weights every one costs 1.
    pub weights: Option<Arc<Vec<u8>>>,
    /// Any path of at most this cost is asked for, in place of the shortest.
    pub at_most: Option<u64>,
}

/// Why there is no path, or none that costs less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RouteObstruction {
    /// No step leads out of these vertices (in rising order); the path would have to.
    Separated(Vec<u32>),
    /// The distance of each vertex from the start, `None` where none leads there: 0 at the
    /// start, and no step leads to a vertex that costs less than its distance.
    Distances(Vec<Option<u64>>),
}

impl Route {
    /// The shortest path is asked for.
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

    /// What it costs to enter a vertex.
    #[must_use]
    pub fn weight(&self, vertex: u32) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[vertex as usize].into())
    }

    /// What a path costs: the weights of its vertices but the first.
    #[must_use]
    pub fn cost(&self, path: &[u32]) -> u64 {
        path.iter().skip(1).map(|&vertex| self.weight(vertex)).sum()
    }

    /// Why no path leads there at all, if so. O(cells reached times steps).
    #[must_use]
    pub fn obstruction(&self) -> Option<RouteObstruction> {
        let mut found = false;
        let reached = self.lattice().reach(self.from, |vertex| {
            found |= vertex == self.to;
            !found
        });
        let reached = || reached.ones().map(|vertex| vertex as u32).collect();
        (!found).then(|| RouteObstruction::Separated(reached()))
    }

    /// These distances as a reason that nothing is shorter, unless the lattice is large.
    #[must_use]
    pub fn distances(&self, distances: &[Option<u64>]) -> Option<RouteObstruction> {
        (self.lattice().vertices() <= MOST_DISTANCES)
            .then(|| RouteObstruction::Distances(distances.to_vec()))
    }
}
