//! Graphviz `dot` of the graph, by petgraph.

use std::io::Write;

use petgraph::{
    dot::{Config, Dot as PetgraphDot},
    graph::UnGraph,
};

use super::{Export, ExportError, Format};
use crate::documents::map::MapDocument;

/// `dot`: one vertex a square, one edge a move; given moves are bold.
pub struct Dot;

impl Format for Dot {
    fn name(&self) -> &'static str {
        "dot"
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves for Graphviz"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let model = export.hamiltonian(self.name())?;
        let graph = model.graph();
        let bytes = 96 * u64::from(graph.vertices()) + 32 * u64::from(graph.edges());
        export.run.reserve(bytes)?;
        let mut drawn: UnGraph<String, bool> =
            UnGraph::with_capacity(graph.vertices() as usize, graph.edges() as usize);
        for vertex in 0..graph.vertices() {
            drawn.add_node(export.puzzle.label(vertex));
        }
        for (a, b) in graph.edge_list() {
            let given = model.given.contains(&(a, b)) || model.given.contains(&(b, a));
            drawn.add_edge(a.into(), b.into(), given);
        }
        for line in export.header() {
            writeln!(out, "// {line}")?;
        }
        let edge = |_: &UnGraph<String, bool>, edge: petgraph::graph::EdgeReference<'_, bool>| {
            if *edge.weight() { "penwidth = 3".to_string() } else { String::new() }
        };
        let node = |_: &UnGraph<String, bool>,
                    (vertex, name): (petgraph::graph::NodeIndex, &String)| {
            let vertex = vertex.index() as u32;
            let end = model.start == Some(vertex) || model.end == Some(vertex);
            format!("label = \"{name}\"{}", if end { " shape = doublecircle" } else { "" })
        };
        let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
        let dot = PetgraphDot::with_attr_getters(&drawn, &config, &edge, &node);
        write!(out, "{dot:?}")?;
        Ok(None)
    }
}
