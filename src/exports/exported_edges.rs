//! What a format cannot write of a graph, and the graph of a shortest path.

use satranj_encodings::shortest_path::ShortestPath;

use super::{ExportError, ExportedEdges};

/// What a format cannot write of the edges of a graph.
pub trait PlainEdges: Sized {
    /// Itself, if the vertices have no weights.
    ///
    /// # Errors
    /// [`ExportError::Weighted`].
    fn unweighted(self, format: &'static str) -> Result<Self, ExportError>;

    /// Itself, if the edges have no direction.
    ///
    /// # Errors
    /// [`ExportError::Directed`].
    fn undirected(self, format: &'static str) -> Result<Self, ExportError>;
}

impl PlainEdges for ExportedEdges<'_> {
    fn unweighted(self, format: &'static str) -> Result<Self, ExportError> {
        if self.weights.is_some() { Err(ExportError::Weighted(format)) } else { Ok(self) }
    }

    fn undirected(self, format: &'static str) -> Result<Self, ExportError> {
        if self.directed { Err(ExportError::Directed(format)) } else { Ok(self) }
    }
}

/// The edges of a graph of which a shortest path is asked for; a format that `has_weights` writes
/// those of edges, and what has weights is not written without them.
pub(super) fn of_path<'a>(
    model: &'a ShortestPath,
    format: &'static str,
    has_weights: bool,
) -> Result<ExportedEdges<'a>, ExportError> {
    if model.is_weighted() && !has_weights {
        return Err(ExportError::Unsupported(format));
    }
    let directed = model.is_directed();
    let list = move || model.list().filter(move |(a, b, _)| directed || a < b);
    Ok(ExportedEdges {
        directed,
        vertices: model.vertices(),
        bound: model.arcs().edge_count() as u64,
        list: Box::new(list().map(|(a, b, _)| (a, b))),
        weights: None,
        edge_weights: model.is_weighted().then(|| list().map(|(_, _, weight)| weight).collect()),
    })
}
