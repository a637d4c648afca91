//! Node-link JSON of the graph, as NetworkX and D3 read it.

use std::io::Write;

use serde_json::json;

use super::{Export, ExportError, Format};
use crate::documents::map::MapDocument;

/// `node-link`: `nodes` with their square as `id`, `links` with `source` and `target`.
pub struct NodeLink;

impl Format for NodeLink {
    fn name(&self) -> &'static str {
        "node-link"
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves as node-link JSON, for NetworkX and D3"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let model = export.hamiltonian(self.name())?;
        let graph = model.graph();
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
            write!(out, "{comma}\n{}", json!({"id": label(vertex)}))?;
        }
        write!(out, "],\"links\":[")?;
        for (number, (a, b)) in graph.edge_list().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(out, "{comma}\n{}", json!({"source": label(a), "target": label(b)}))?;
        }
        writeln!(out, "]}}")?;
        Ok(None)
    }
}
