//! Edges and arcs, and weights of vertices, as the graph formats write them.

use satranj_encodings::{graph::Graph, shortest_path::ShortestPath};

use super::ExportError;

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
        }
    }

    /// Those of a list.
    #[must_use]
    pub fn listed(directed: bool, vertices: u32, edges: &'a [(u32, u32)]) -> Self {
        let list = Box::new(edges.iter().copied());
        Self { directed, vertices, bound: edges.len() as u64, list, weights: None }
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

    /// Itself, if the vertices have no weights.
    ///
    /// # Errors
    /// [`ExportError::Weighted`].
    pub fn unweighted(self, format: &'static str) -> Result<Self, ExportError> {
        if self.weights.is_some() { Err(ExportError::Weighted(format)) } else { Ok(self) }
    }

    /// Itself, if the edges have no direction.
    ///
    /// # Errors
    /// [`ExportError::Directed`].
    pub fn undirected(self, format: &'static str) -> Result<Self, ExportError> {
        if self.directed { Err(ExportError::Directed(format)) } else { Ok(self) }
    }
}

/// The edges of a graph of which a shortest path is asked for; what has weights is not written
/// without them.
pub(super) fn of_path<'a>(
    model: &'a ShortestPath,
    format: &'static str,
) -> Result<ExportedEdges<'a>, ExportError> {
    if model.is_weighted() {
        return Err(ExportError::Unsupported(format));
    }
    let directed = model.is_directed();
    let list = model.list().filter(move |(a, b, _)| directed || a < b);
    Ok(ExportedEdges {
        directed,
        vertices: model.vertices(),
        bound: model.arcs().edge_count() as u64,
        list: Box::new(list.map(|(a, b, _)| (a, b))),
        weights: None,
    })
}
