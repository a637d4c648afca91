//! Node-link JSON of the graph, as NetworkX and D3 read it.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Export, ExportError, ExportedEdges, Format};
use crate::documents::{self, map::MapDocument};

/// `node-link`: `nodes` with their square as `id`, of several kinds `PIECE@SQUARE` with the
/// piece as `kind`; `links` with `source` and `target`; what is given has `given`, a vertex with a weight
/// `weight`.
///
/// The links stand in it twice: as `links`, which D3 and old versions of `NetworkX` read, and as
/// `edges`, which new ones do.
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
        let edges = || export.edges(self.name());
        let given = export.given_vertices();
        let given_edges = export.given_edges(edges()?.directed);
        let attributes = json!({
            "name": export.puzzle.title(),
            "comment": export.header(),
            "puzzle": export.puzzle.statement(),
        });
        let label = |vertex| export.puzzle.label(vertex);
        let node = |vertex| {
            let id = label(vertex);
            let mut node = json!({"id": id});
            if let Some(kind) = export.puzzle.piece_of(vertex) {
                node["kind"] = kind.into();
            }
            if given.binary_search(&vertex).is_ok() {
                node["given"] = true.into();
            }
            node
        };
        let is_given = |edge| given_edges.binary_search(&edge).is_ok();
        write_graph([edges()?, edges()?], &attributes, &node, &label, &is_given, out)?;
        Ok(None)
    }
}

/// Writes a graph with these attributes, piece by piece: a large board's graph should not stand in
/// memory as text. Its edges are taken twice; `node` gives what stands for a vertex, `label` its
/// `id` alone.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_graph(
    [links, edges]: [ExportedEdges<'_>; 2],
    attributes: &Value,
    node: &dyn Fn(u32) -> Value,
    label: &dyn Fn(u32) -> String,
    is_given: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{{\"directed\":{},\"multigraph\":false,\"graph\":", edges.directed)?;
    documents::json::write(attributes, out)?;
    write!(out, ",\"nodes\":[")?;
    for vertex in 0..edges.vertices {
        writeln!(out, "{}", if vertex == 0 { "" } else { "," })?;
        let mut node = node(vertex);
        if let Some(weight) = edges.weight(vertex) {
            node["weight"] = weight.into();
        }
        documents::json::write(&node, out)?;
    }
    for (name, edges) in [("links", links), ("edges", edges)] {
        write!(out, "],\"{name}\":[")?;
        for (number, (a, b)) in edges.list.enumerate() {
            let mut link = json!({"source": label(a), "target": label(b)});
            if is_given((a, b)) {
                link["given"] = true.into();
            }
            writeln!(out, "{}", if number == 0 { "" } else { "," })?;
            documents::json::write(&link, out)?;
        }
    }
    writeln!(out, "]}}")
}
