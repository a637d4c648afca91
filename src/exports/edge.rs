//! DIMACS edge format of the graph.

use std::io::{self, Write};

use super::exported_edges::PlainEdges;
use super::{Export, ExportError, ExportedEdges, Format};
use crate::documents::map::MapDocument;

/// `edge`: `p edge N M`, then `n A W` for each vertex where these have weights, then `e A B` for each
/// edge; vertices are numbered from 1 in reading order. What is given is lost.
pub struct Edge;

impl Format for Edge {
    fn name(&self) -> &'static str {
        "edge"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["col", "edge"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks in DIMACS edge format, for colouring and clique programs"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.edges(self.name())?.undirected(self.name())?;
        export.write_header("c", out)?;
        write_graph(edges, out)?;
        Ok(None)
    }
}

/// Writes all but the comments; `edges.bound` is their exact number.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_graph(edges: ExportedEdges<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "p edge {} {}", edges.vertices, edges.bound)?;
    for (vertex, weight) in (1..=edges.vertices).zip(edges.weights.unwrap_or_default()) {
        writeln!(out, "n {vertex} {weight}")?;
    }
    for (a, b) in edges.list {
        writeln!(out, "e {} {}", a + 1, b + 1)?;
    }
    Ok(())
}
