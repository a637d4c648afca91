//! `GraphML`, as Gephi, yEd, igraph, `NetworkX` and `satranj export` write it.

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use super::{
    ExportedGraph, GraphFileFormat, xml,
    xml_graph::{self, XmlDialect},
};

/// `graphml`: a `graph` with `node` and `edge` elements, whose data is named by `key` elements.
///
/// Vertices are named by their ids. If these only count, `n0`, `n1`, … or `0`, `1`, …, as igraph,
/// yEd and `satranj export` write them, and every vertex has a distinct `label` or `name`, or a
/// label that yEd draws, they are named by that. An edge whose data `given` is `true` must be used.
/// The data `weight` of a vertex or an edge is its weight, otherwise the `default` of the `key`. If
/// only some edges are directed, the others lead both ways. If all vertices have data `x` and `y`
/// (upward), or yEd's `Geometry` (downward), that is their position in pictures. Loops and repeated
/// edges are dropped; all other data is ignored. Nested graphs and hyperedges are refused.
///
/// Source: Brandes, Eiglsperger, Herman, Himsolt and Marshall, "`GraphML` progress report", 2001.
pub static GRAPHML: GraphFileFormat = GraphFileFormat {
    name: "graphml",
    extensions: &["graphml"],
    more_extensions: &["xml"],
    summary: "GraphML of Gephi, yEd, igraph and NetworkX",
    begins: |line| {
        ["<?xml", "<graphml", "<!--", "<!DOCTYPE graphml"]
            .iter()
            .any(|known| line.starts_with(known) && !line.contains("<gexf"))
    },
    read: |text, reading, _| xml_graph::read(text, reading, XmlDialect::GraphMl),
    writes: "the graph of the moves or attacks as GraphML, for Gephi, yEd, NetworkX and igraph",
    write: write_graph,
    ..GraphFileFormat::BASE
};

/// The data: its key, its element, its name and its type. Every key has its own id.
const KEYS: [[&str; 4]; 10] = [
    ["name", "graph", "name", "string"],
    ["comment", "graph", "comment", "string"],
    ["puzzle", "graph", "puzzle", "string"],
    ["label", "node", "label", "string"],
    ["kind", "node", "kind", "string"],
    ["start", "node", "start", "boolean"],
    ["end", "node", "end", "boolean"],
    ["given", "node", "given", "boolean"],
    ["given-edge", "edge", "given", "boolean"],
    // Only if vertices have weights.
    ["weight", "node", "weight", "long"],
];

/// Writes vertices `n0`, `n1`, …, as they are made: with memory for one vertex.
fn write_graph(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    // Before anything is written.
    (0..graph.vertices)
        .try_for_each(|vertex| xml::text("graphml", &graph.name(vertex)).map(drop))?;
    let texts = graph.texts;
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for [id, element, name, kind] in &KEYS[..9 + usize::from(graph.weights.is_some())] {
        write!(out, " <key id=\"{id}\" for=\"{element}\"")?;
        writeln!(out, " attr.name=\"{name}\" attr.type=\"{kind}\"/>")?;
    }
    let direction = if graph.directed { "directed" } else { "undirected" };
    writeln!(out, " <graph id=\"G\" edgedefault=\"{direction}\">")?;
    write_data("  ", "name", Some(texts.title()), out)?;
    write_data("  ", "comment", Some(texts.comments().join("\n")), out)?;
    write_data("  ", "puzzle", texts.puzzle(), out)?;
    let marked = |is_marked: bool| is_marked.then(|| "true".to_string());
    for vertex in 0..graph.vertices {
        writeln!(out, "  <node id=\"n{vertex}\">")?;
        let [is_start, is_end] = graph.ends.map(|end| end == Some(vertex));
        for (key, value) in [
            ("label", Some(texts.name(vertex))),
            ("kind", texts.kind(vertex)),
            ("start", marked(is_start)),
            ("end", marked(is_end)),
            ("given", marked(graph.is_given(vertex))),
            ("weight", graph.weight(vertex).map(|weight| weight.to_string())),
        ] {
            write_data("   ", key, value, out)?;
        }
        writeln!(out, "  </node>")?;
    }
    for (a, b) in graph.edges() {
        write!(out, "  <edge source=\"n{a}\" target=\"n{b}\"")?;
        if graph.is_given_edge((a, b)) {
            writeln!(out, ">")?;
            write_data("   ", "given-edge", marked(true), out)?;
            writeln!(out, "  </edge>")?;
        } else {
            writeln!(out, "/>")?;
        }
    }
    writeln!(out, " </graph>\n</graphml>")
}

/// Writes a value, if there is one.
fn write_data(
    indent: &str,
    key: &str,
    value: Option<String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    writeln!(out, "{indent}<data key=\"{key}\">{}</data>", xml::text("graphml", &value)?)
}
