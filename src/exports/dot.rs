//! Graphviz `dot` of the graph, by petgraph.

use std::io::Write;

use petgraph::{
    dot::{Config, Dot as PetgraphDot},
    graph::UnGraph,
};

use super::{Export, ExportError, Format};
use crate::documents::map::MapDocument;

/// `dot`: one vertex a square, or piece on a square, one edge a move or attack; what is given is
/// bold.
pub struct Dot;

impl Format for Dot {
    fn name(&self) -> &'static str {
        "dot"
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks for Graphviz"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let graph = export.graph(self.name())?;
        let (given, given_edges) = (export.given_vertices(), export.given_edges());
        let tour = export.model.as_hamiltonian();
        let bytes = 96 * u64::from(graph.vertices()) + 32 * u64::from(graph.edges());
        export.run.reserve(bytes)?;
        let mut drawn: UnGraph<String, bool> =
            UnGraph::with_capacity(graph.vertices() as usize, graph.edges() as usize);
        for vertex in 0..graph.vertices() {
            drawn.add_node(export.puzzle.label(vertex));
        }
        for (a, b) in graph.edge_list() {
            let is_given = given_edges.binary_search(&(a, b)).is_ok();
            drawn.add_edge(a.into(), b.into(), is_given);
        }
        export.write_header("//", out)?;
        let edge = |_: &UnGraph<String, bool>, edge: petgraph::graph::EdgeReference<'_, bool>| {
            if *edge.weight() { "penwidth = 3".to_string() } else { String::new() }
        };
        let node = |_: &UnGraph<String, bool>,
                    (vertex, name): (petgraph::graph::NodeIndex, &String)| {
            let vertex = vertex.index() as u32;
            let is_end = tour.is_some_and(|tour| [tour.start, tour.end].contains(&Some(vertex)));
            let end = if is_end { " shape = doublecircle" } else { "" };
            let is_given = given.binary_search(&vertex).is_ok();
            format!("label = \"{name}\"{end}{}", if is_given { " penwidth = 3" } else { "" })
        };
        let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
        let dot = PetgraphDot::with_attr_getters(&drawn, &config, &edge, &node);
        write!(out, "{dot:?}")?;
        Ok(None)
    }
}
