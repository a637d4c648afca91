//! Pajek network of the graph.

use std::io::{self, Write};

use super::exported_edges::PlainEdges;
use super::{Export, ExportError, ExportedEdges, Format};
use crate::documents::map::MapDocument;

/// `pajek`: `*Vertices` with their square, or piece on a square, as label, then `*Edges`, or `*Arcs`
/// of a directed graph. What is given is lost, and a label has no quotation mark.
pub struct Pajek;

impl Format for Pajek {
    fn name(&self) -> &'static str {
        "pajek"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["net"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks as a Pajek network"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.edges(self.name())?.unweighted(self.name())?;
        let name = |vertex| export.puzzle.label(vertex);
        // Before anything is written.
        if !(0..edges.vertices).all(|vertex| is_label(&name(vertex))) {
            let problem = "the name of a vertex has a quotation mark or the end of a line in it";
            return Err(ExportError::Instance { format: self.name(), problem });
        }
        export.write_header("%", out)?;
        write_graph(edges, &name, out)?;
        Ok(None)
    }
}

/// Whether a name can stand between quotation marks.
pub(crate) fn is_label(name: &str) -> bool {
    !name.contains(['"', '\n', '\r'])
}

/// Writes all but the comments, each name being a label.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_graph(
    edges: ExportedEdges<'_>,
    name: &dyn Fn(u32) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "*Vertices {}", edges.vertices)?;
    for vertex in 0..edges.vertices {
        writeln!(out, "{} \"{}\"", vertex + 1, name(vertex))?;
    }
    writeln!(out, "{}", if edges.directed { "*Arcs" } else { "*Edges" })?;
    for (a, b) in edges.list {
        writeln!(out, "{} {}", a + 1, b + 1)?;
    }
    Ok(())
}
