//! graph6 of the graph, by petgraph.

use std::io::Write;

use petgraph::graph6::get_graph6_representation;

use super::{Export, ExportError, Format};
use crate::documents::map::MapDocument;

/// `graph6`: the graph as one line of printable characters, without any header.
pub struct Graph6;

/// The most vertices that petgraph writes.
const MOST_VERTICES: u32 = 258_047;

/// Memory that petgraph takes for each pair of vertices: a number, a text and their arrays.
const BYTES_A_PAIR: u64 = 80;

impl Format for Graph6 {
    fn name(&self) -> &'static str {
        "graph6"
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks as one line of graph6, for nauty and others"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let graph = export.graph(self.name())?;
        let vertices = graph.vertices();
        if vertices > MOST_VERTICES {
            return Err(ExportError::TooManyVertices { format: self.name(), vertices });
        }
        let pairs = u64::from(vertices) * u64::from(vertices) / 2;
        export.run.reserve(pairs.saturating_mul(BYTES_A_PAIR))?;
        writeln!(out, "{}", get_graph6_representation(graph.petgraph()))?;
        Ok(None)
    }
}
