//! Matrix Market: the adjacency matrix of the graph.

use std::io::{self, Write};

use super::exported_edges::PlainEdges;
use super::{Export, ExportError, ExportedEdges, Format};
use crate::documents::map::MapDocument;

/// `matrix-market`: `coordinate pattern symmetric`, below the diagonal, or `general` of a directed
/// graph; rows are numbered from 1 in reading order. What is given is lost.
pub struct MatrixMarket;

impl Format for MatrixMarket {
    fn name(&self) -> &'static str {
        "matrix-market"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["mtx"]
    }

    fn summary(&self) -> &'static str {
        "the adjacency matrix of the moves or attacks, for SciPy, Octave and Julia"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.edges(self.name())?.unweighted(self.name())?;
        write_graph(edges, &export.header(), out)?;
        Ok(None)
    }
}

/// Writes the matrix with these comments; `edges.bound` is the exact number of edges.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_graph(
    edges: ExportedEdges<'_>,
    comments: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    let form = if edges.directed { "general" } else { "symmetric" };
    writeln!(out, "%%MatrixMarket matrix coordinate pattern {form}")?;
    for comment in comments {
        writeln!(out, "% {comment}")?;
    }
    writeln!(out, "{0} {0} {1}", edges.vertices, edges.bound)?;
    for (a, b) in edges.list {
        let (row, column) = if edges.directed { (a, b) } else { (b, a) };
        writeln!(out, "{} {}", row + 1, column + 1)?;
    }
    Ok(())
}
