//! GML, the Graph Modelling Language, of the graph.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::{Export, ExportError, ExportedEdges, Format};
use crate::documents::map::MapDocument;

/// `gml`: vertices `0`, `1`, … with their square, or piece on a square, as `label`; what is given has
/// `given 1`, a vertex with a weight `weight`. It is ASCII: another character of a label is written by its number.
pub struct Gml;

impl Format for Gml {
    fn name(&self) -> &'static str {
        "gml"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["gml"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks as GML, for igraph, NetworkX and yEd"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.edges(self.name())?;
        let given = export.given_vertices();
        let given_edges = export.given_edges(edges.directed);
        for line in export.header() {
            writeln!(out, "# {}", escaped(&line))?;
        }
        let name = |vertex| export.puzzle.label(vertex);
        let is_given = |vertex: u32| given.binary_search(&vertex).is_ok();
        let is_given_edge = |edge| given_edges.binary_search(&edge).is_ok();
        write_graph(edges, &name, &is_given, &is_given_edge, out)?;
        Ok(None)
    }
}

/// Writes all but the comments.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_graph(
    edges: ExportedEdges<'_>,
    name: &dyn Fn(u32) -> String,
    is_given: &dyn Fn(u32) -> bool,
    is_given_edge: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "graph [\n  directed {}", u8::from(edges.directed))?;
    let mark = |is_given| if is_given { " given 1" } else { "" };
    for vertex in 0..edges.vertices {
        let (label, given) = (escaped(&name(vertex)), mark(is_given(vertex)));
        let weight = edges.weight(vertex).map_or_else(String::new, |w| format!(" weight {w}"));
        writeln!(out, "  node [ id {vertex} label \"{label}\"{weight}{given} ]")?;
    }
    for (a, b) in edges.list {
        let given = mark(is_given_edge((a, b)));
        writeln!(out, "  edge [ source {a} target {b}{given} ]")?;
    }
    writeln!(out, "]")
}

/// A text between quotation marks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => escaped += "&quot;",
            '&' => escaped += "&amp;",
            ' '..='~' => escaped.push(character),
            _ => {
                // Writing to memory cannot fail.
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
        }
    }
    escaped
}
