//! Node-link JSON of the graph, as NetworkX and D3 read it.

use std::io::Write;

use serde_json::json;

use super::{Export, ExportError, Format};
use crate::documents::map::MapDocument;

/// `node-link`: `nodes` with their square as `id`, of several kinds `PIECE@SQUARE` with the
/// piece as `kind`; `links` with `source` and `target`; what is given has `given`.
pub struct NodeLink;

impl Format for NodeLink {
    fn name(&self) -> &'static str {
        "node-link"
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks as node-link JSON, for NetworkX and D3"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let graph = export.graph(self.name())?;
        let (given, given_edges) = (export.given_vertices(), export.given_edges());
        let label = |vertex| export.puzzle.label(vertex);
        let attributes = json!({
            "name": export.puzzle.title(),
            "comment": export.header(),
            "puzzle": export.puzzle.statement(),
        });
        // Written piece by piece: a large board's graph should not stand in memory as text.
        write!(
            out,
            "{{\"directed\":false,\"multigraph\":false,\"graph\":{attributes},\"nodes\":["
        )?;
        for vertex in 0..graph.vertices() {
            let comma = if vertex == 0 { "" } else { "," };
            let id = label(vertex);
            let mut node = json!({"id": id});
            if let Some((kind, _)) = id.split_once('@') {
                node["kind"] = kind.into();
            }
            if given.binary_search(&vertex).is_ok() {
                node["given"] = true.into();
            }
            write!(out, "{comma}\n{node}")?;
        }
        write!(out, "],\"links\":[")?;
        for (number, (a, b)) in graph.edge_list().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let mut link = json!({"source": label(a), "target": label(b)});
            if given_edges.binary_search(&(a, b)).is_ok() {
                link["given"] = true.into();
            }
            write!(out, "{comma}\n{link}")?;
        }
        writeln!(out, "]}}")?;
        Ok(None)
    }
}
