//! A lattice with its graph, which is built on first use.

use std::sync::{Arc, OnceLock};

use crate::{graph::Graph, lattice::Lattice};

/// A lattice and its graph; copies share the graph.
#[derive(Debug, Clone)]
pub struct LatticeGraph {
    lattice: Lattice,
    graph: Arc<OnceLock<Graph>>,
}

impl LatticeGraph {
    /// The graph of a lattice, not built yet.
    #[must_use]
    pub fn new(lattice: Lattice) -> Self {
        Self { lattice, graph: Arc::default() }
    }

    /// A graph that does not come from the steps of a lattice.
    #[must_use]
    pub fn of_graph(graph: Graph) -> Self {
        let lattice = Lattice::of_graph(graph.vertices());
        Self { lattice, graph: Arc::new(OnceLock::from(graph)) }
    }

    /// The lattice.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The lattice if it is a rectangle.
    #[must_use]
    pub fn rectangle(&self) -> Option<&Lattice> {
        Some(&self.lattice).filter(|lattice| lattice.is_rectangle())
    }

    /// The graph of the steps, built on the first call.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| self.lattice.graph())
    }

    /// Bytes that [`LatticeGraph::graph`] will take at its peak; 0 if it is built already.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        if self.graph.get().is_some() { 0 } else { self.lattice.graph_bytes() }
    }
}
