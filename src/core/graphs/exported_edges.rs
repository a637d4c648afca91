//! A graph as the graph formats write it.

use satranj_encodings::graph::Graph;

/// The edges or arcs of a graph, and the weights of its vertices, as the graph formats write them.
pub struct ExportedEdges<'a> {
    /// Whether they are arcs, from their first vertex to their second.
    pub directed: bool,
    /// Number of vertices; they are `0..vertices`.
    pub vertices: u32,
    /// At least the number of edges.
    pub bound: u64,
    /// The edges in rising order; those of an undirected graph have their smaller vertex first.
    pub list: Box<dyn Iterator<Item = (u32, u32)> + 'a>,
    /// The weight of each vertex, where they have weights.
    pub weights: Option<&'a [u32]>,
    /// The weight of each edge in the order of the list, where they have weights.
    pub edge_weights: Option<Vec<u64>>,
}

impl<'a> ExportedEdges<'a> {
    /// Those of an undirected graph.
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

    /// Those of a list.
    #[must_use]
    pub fn listed(directed: bool, vertices: u32, edges: &'a [(u32, u32)]) -> Self {
        let list = Box::new(edges.iter().copied());
        let bound = edges.len() as u64;
        Self { directed, vertices, bound, list, weights: None, edge_weights: None }
    }

    /// The same, with the weight of each vertex, if there are any.
    #[must_use]
    pub fn weighing(self, weights: Option<&'a [u32]>) -> Self {
        Self { weights, ..self }
    }

    /// The weight of a vertex, where the vertices have weights.
    #[must_use]
    pub fn weight(&self, vertex: u32) -> Option<u32> {
        self.weights.and_then(|weights| weights.get(vertex as usize)).copied()
    }
}
