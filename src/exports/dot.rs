//! Graphviz `dot` of the graph, by petgraph.

use std::io::{self, Write};

use petgraph::{
    Directed, EdgeType, Undirected,
    dot::{Config, Dot as PetgraphDot},
    graph::{EdgeReference, Graph, NodeIndex},
};

use super::{Export, ExportError, ExportedEdges, Format};
use crate::documents::map::MapDocument;

/// `dot`: one vertex a square, or piece on a square, one edge a move or attack; what is given is
/// bold, a vertex with a weight has it as `weight`. A directed graph is a `digraph`.
pub struct Dot;

impl Format for Dot {
    fn name(&self) -> &'static str {
        "dot"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["dot", "gv"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks for Graphviz"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.edges(self.name())?;
        let given = export.given_vertices();
        let given_edges = export.given_edges(edges.directed);
        let tour = export.model.as_hamiltonian();
        export.run.reserve(96 * u64::from(edges.vertices) + 32 * edges.bound)?;
        export.write_header("//", out)?;
        let attributes = |vertex| {
            let is_end = tour.is_some_and(|tour| [tour.start, tour.end].contains(&Some(vertex)));
            let end = if is_end { " shape = doublecircle" } else { "" };
            let is_given = given.binary_search(&vertex).is_ok();
            let bold = if is_given { " penwidth = 3" } else { "" };
            format!("label = {}{end}{bold}", quoted(&export.puzzle.label(vertex)))
        };
        let is_given = |edge| given_edges.binary_search(&edge).is_ok();
        write_graph(edges, &attributes, &is_given, out)?;
        Ok(None)
    }
}

/// A label in quotation marks.
pub(crate) fn quoted(label: &str) -> String {
    format!("\"{}\"", label.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes a graph; the vertices are `0`, `1`, … with these attributes, given edges are bold.
///
/// # Errors
/// What the writer says.
pub(crate) fn write_graph(
    edges: ExportedEdges<'_>,
    attributes: &dyn Fn(u32) -> String,
    is_given: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if edges.directed {
        write_as::<Directed>(edges, attributes, is_given, out)
    } else {
        write_as::<Undirected>(edges, attributes, is_given, out)
    }
}

fn write_as<Direction: EdgeType>(
    edges: ExportedEdges<'_>,
    attributes: &dyn Fn(u32) -> String,
    is_given: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut drawn: Graph<(), bool, Direction> =
        Graph::with_capacity(edges.vertices as usize, edges.bound as usize);
    for _ in 0..edges.vertices {
        drawn.add_node(());
    }
    let weights = edges.weights;
    for (a, b) in edges.list {
        drawn.add_edge(a.into(), b.into(), is_given((a, b)));
    }
    let edge = |_: &Graph<(), bool, Direction>, edge: EdgeReference<'_, bool>| {
        if *edge.weight() { "penwidth = 3".to_string() } else { String::new() }
    };
    let node = |_: &Graph<(), bool, Direction>, (vertex, ()): (NodeIndex, &())| {
        let attributes = attributes(vertex.index() as u32);
        match weights.and_then(|weights| weights.get(vertex.index())) {
            Some(weight) => format!("{attributes} weight = {weight}"),
            None => attributes,
        }
    };
    let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
    let dot = PetgraphDot::with_attr_getters(&drawn, &config, &edge, &node);
    write!(out, "{dot:?}")
}
