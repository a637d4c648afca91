//! Node-link JSON of the graph, as NetworkX and D3 read it.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Edges, Export, ExportError, Format};
use crate::documents::map::MapDocument;

/// `node-link`: `nodes` with their square as `id`, of several kinds `PIECE@SQUARE` with the
/// piece as `kind`; `links` with `source` and `target`; what is given has `given`.
pub struct NodeLink;

impl Format for NodeLink {
    fn name(&self) -> &'static str {
        "node-link"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks as node-link JSON, for NetworkX and D3"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.edges(self.name())?;
        let given = export.given_vertices();
        let given_edges = export.given_edges(edges.directed);
        let attributes = json!({
            "name": export.puzzle.title(),
            "comment": export.header(),
            "puzzle": export.puzzle.statement(),
        });
        let label = |vertex| export.puzzle.label(vertex);
        let node = |vertex| {
            let id = label(vertex);
            let mut node = json!({"id": id});
            if let Some((kind, _)) = id.split_once('@') {
                node["kind"] = kind.into();
            }
            if given.binary_search(&vertex).is_ok() {
                node["given"] = true.into();
            }
            node
        };
        let is_given = |edge| given_edges.binary_search(&edge).is_ok();
        write_graph(edges, &attributes, &node, &label, &is_given, out)?;
        Ok(None)
    }
}

/// Writes a graph with these attributes, piece by piece: a large board's graph should not stand in
/// memory as text. `node` gives what stands for a vertex, `label` its `id` alone.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_graph(
    edges: Edges<'_>,
    attributes: &Value,
    node: &dyn Fn(u32) -> Value,
    label: &dyn Fn(u32) -> String,
    is_given: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(
        out,
        "{{\"directed\":{},\"multigraph\":false,\"graph\":{attributes},\"nodes\":[",
        edges.directed
    )?;
    for vertex in 0..edges.vertices {
        let comma = if vertex == 0 { "" } else { "," };
        write!(out, "{comma}\n{}", node(vertex))?;
    }
    write!(out, "],\"links\":[")?;
    for (number, (a, b)) in edges.list.enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let mut link = json!({"source": label(a), "target": label(b)});
        if is_given((a, b)) {
            link["given"] = true.into();
        }
        write!(out, "{comma}\n{link}")?;
    }
    writeln!(out, "]}}")
}
