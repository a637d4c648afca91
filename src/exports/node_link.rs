//! Node-link JSON of the graph, as NetworkX and D3 read it.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::ExportedEdges;
use crate::documents;

/// Writes a graph with these attributes, piece by piece: a large board's graph should not be in
/// memory as text. Its edges are iterated twice; `node` gives the object of a vertex, `label` only
/// its `id`.
///
/// # Errors
/// The writer's error.
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
