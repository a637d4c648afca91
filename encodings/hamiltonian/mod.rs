//! The Hamiltonian model: a path or cycle through every vertex of a graph once.
//!
//! A path has at least one vertex, a cycle at least three.

mod components;
pub mod cuts;
mod merging;
pub mod obstruction;
pub mod position;
mod windows;

use std::sync::{Arc, OnceLock};

use crate::{graph::Graph, lattice::Lattice};

/// A Hamiltonian path or cycle is asked for.
///
/// The graph of a lattice is built on first use: native methods on large boards do
/// without it.
#[derive(Debug, Clone)]
pub struct Hamiltonian {
    lattice: Option<Arc<Lattice>>,
    graph: OnceLock<Arc<Graph>>,
    /// Whether a cycle is asked for.
    pub closed: bool,
    /// The first vertex of a path (of a cycle: any vertex is on it, so this says nothing).
    pub start: Option<u32>,
    /// The last vertex of a path; never with `closed`.
    pub end: Option<u32>,
    /// Edges that must be used, in any direction.
    pub given: Vec<(u32, u32)>,
}

impl Hamiltonian {
    /// A model on a lattice, with no start, end or given edge.
    #[must_use]
    pub fn on_lattice(lattice: Lattice, closed: bool) -> Self {
        Self {
            lattice: Some(Arc::new(lattice)),
            graph: OnceLock::new(),
            closed,
            start: None,
            end: None,
            given: Vec::new(),
        }
    }

    /// A model on a graph, with no start, end or given edge.
    #[must_use]
    pub fn on_graph(graph: Graph, closed: bool) -> Self {
        Self {
            lattice: None,
            graph: OnceLock::from(Arc::new(graph)),
            closed,
            start: None,
            end: None,
            given: Vec::new(),
        }
    }

    /// The same question with these ends.
    #[must_use]
    pub fn with_ends(&self, start: Option<u32>, end: Option<u32>) -> Self {
        Self { start, end, ..self.clone() }
    }

    /// The lattice, if the graph is one.
    #[must_use]
    pub fn lattice(&self) -> Option<&Lattice> {
        self.lattice.as_deref()
    }

    /// The graph; built on the first call.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| {
            let lattice = self.lattice.as_ref();
            Arc::new(lattice.map_or_else(|| Graph::from_edges(0, &[]), |lattice| lattice.graph()))
        })
    }

    /// Bytes that [`Hamiltonian::graph`] will take at its peak; 0 once it is built.
    #[must_use]
    pub fn graph_bytes(&self) -> u64 {
        match (&self.lattice, self.graph.get()) {
            (Some(lattice), None) => lattice.graph_bytes(),
            _ => 0,
        }
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        match (&self.lattice, self.graph.get()) {
            (Some(lattice), _) => lattice.vertices(),
            (None, Some(graph)) => graph.vertices(),
            (None, None) => 0,
        }
    }

    /// Whether a witness may start at this vertex.
    #[must_use]
    pub fn may_start(&self, vertex: u32) -> bool {
        self.start.is_none_or(|start| start == vertex)
    }

    /// Whether a path may end at this vertex.
    #[must_use]
    pub fn may_end(&self, vertex: u32) -> bool {
        self.end.is_none_or(|end| end == vertex)
    }
}
