//! A lattice with its graph, which is built on first use.

use std::sync::{Arc, OnceLock};

use crate::{graph::Graph, lattice::Lattice};

/// For each edge, whether it leads from the smaller vertex to the larger, and back.
type Ways = Vec<[bool; 2]>;

/// A lattice and its graph; copies share the graph.
#[derive(Debug, Clone)]
pub struct LatticeGraph {
    lattice: Lattice,
    graph: Arc<OnceLock<Graph>>,
    /// If edges may have only one direction.
    ways: Option<Arc<OnceLock<Ways>>>,
}

fn ways(graph: &Graph, arcs: impl Iterator<Item = (u32, u32)>) -> Ways {
    let mut ways = vec![[false; 2]; graph.edges() as usize];
    for (tail, head) in arcs {
        if let Some(edge) = graph.edge_between(tail, head) {
            ways[edge as usize][usize::from(tail > head)] = true;
        }
    }
    ways
}

impl LatticeGraph {
    /// The graph of a lattice, not built yet.
    #[must_use]
    pub fn new(lattice: Lattice) -> Self {
        let ways = lattice.is_directed().then(Arc::default);
        Self { lattice, graph: Arc::default(), ways }
    }

    /// A graph that does not come from the steps of a lattice.
    #[must_use]
    pub fn of_graph(graph: Graph) -> Self {
        let lattice = Lattice::of_graph(graph.vertices());
        Self { lattice, graph: Arc::new(OnceLock::from(graph)), ways: None }
    }

    /// A directed graph; repetitions and loops are ignored. O(n + m log m).
    #[must_use]
    pub fn of_arcs(vertices: u32, arcs: &[(u32, u32)]) -> Self {
        let graph = Graph::from_edges(vertices, arcs);
        let ways = Some(Arc::new(OnceLock::from(ways(&graph, arcs.iter().copied()))));
        Self { ways, ..Self::of_graph(graph) }
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

    /// Whether edges may have only one direction.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.ways.is_some()
    }

    /// Whether the edge of that number leads from one vertex to the other.
    fn leads(&self, edge: u32, from: u32, to: u32) -> bool {
        self.ways.as_ref().is_none_or(|its| {
            let its = its.get_or_init(|| ways(self.graph(), self.lattice.arcs()));
            its[edge as usize][usize::from(from > to)]
        })
    }

    /// The possible moves, from and to, in rising order: both directions of an undirected edge.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let of = |vertex| self.beside(vertex, false).map(move |(other, _)| (vertex, other));
        (0..self.graph().vertices()).flat_map(of)
    }

    /// The successors of a vertex, or its predecessors, with the numbers of the edges to them,
    /// rising.
    pub fn beside(&self, vertex: u32, against: bool) -> impl Iterator<Item = (u32, u32)> + '_ {
        let graph = self.graph();
        let edges = graph.edge_numbers(vertex).iter().copied();
        let all = graph.neighbours(vertex).iter().copied().zip(edges);
        all.filter(move |&(other, edge)| {
            let (from, to) = if against { (other, vertex) } else { (vertex, other) };
            self.leads(edge, from, to)
        })
    }
}
