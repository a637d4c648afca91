//! A graph for output in the graph formats.

use satranj_encodings::graph::Graph;

/// The edges or arcs of a graph, and its weights, for output.
pub struct ExportedEdges<'a> {
    /// Whether they are arcs, from their first vertex to their second.
    pub directed: bool,
    /// Number of vertices; they are `0..vertices`.
    pub vertices: u32,
    /// An upper bound on the number of edges.
    pub bound: u64,
    /// The edges in rising order; those of an undirected graph have their smaller vertex first.
    pub list: Box<dyn Iterator<Item = (u32, u32)> + 'a>,
    /// The weight of each vertex, if vertices have weights.
    pub weights: Option<&'a [u32]>,
    /// The weight of each edge in the order of the list, if edges have weights.
    pub edge_weights: Option<Vec<u64>>,
}

impl<'a> ExportedEdges<'a> {
    /// The edges of an undirected graph.
    #[must_use]
    pub fn of(graph: &'a Graph) -> Self {
        Self {
            directed: false,
            vertices: graph.vertices(),
            bound: graph.edges().into(),
            list: Box::new(graph.edge_list()),
            weights: None,
            edge_weights: None,
        }
    }

    /// The edges of a list.
    #[must_use]
    pub fn listed(directed: bool, vertices: u32, edges: &'a [(u32, u32)]) -> Self {
        let list = Box::new(edges.iter().copied());
        let bound = edges.len() as u64;
        Self { directed, vertices, bound, list, weights: None, edge_weights: None }
    }

    /// The same, with the weight of each vertex, if given.
    #[must_use]
    pub fn weighing(self, weights: Option<&'a [u32]>) -> Self {
        Self { weights, ..self }
    }

    /// The weight of a vertex, if vertices have weights.
    #[must_use]
    pub fn weight(&self, vertex: u32) -> Option<u32> {
        self.weights.and_then(|weights| weights.get(vertex as usize)).copied()
    }
}
