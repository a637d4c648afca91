//! `GraphML` of the graph, for Gephi, yEd, `NetworkX` and igraph.
//!
//! Source: Brandes, Eiglsperger, Herman, Himsolt and Marshall, "`GraphML` progress report", 2001;
//! <http://graphml.graphdrawing.org>.

use std::io::{self, Write};

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};

use super::{Export, ExportError, ExportedEdges, Format};
use crate::{
    documents::{json, map::MapDocument},
    graphs::xml::text,
};

/// `graphml`: vertices `n0`, `n1`, … with their square, or piece on a square, as `label`; of
/// several kinds the piece as `kind`. What is given has `given`, an end that the puzzle fixes
/// `start` or `end`, a vertex with a weight `weight`. The graph has the header as `comment` and the `puzzle` as JSON.
///
/// It is written as it is made, in memory for one vertex.
pub struct GraphMl;

/// The data: its key, what has it, its name and its type.
const KEYS: [[&str; 4]; 9] = [
    ["name", "graph", "name", "string"],
    ["comment", "graph", "comment", "string"],
    ["puzzle", "graph", "puzzle", "string"],
    ["label", "node", "label", "string"],
    ["kind", "node", "kind", "string"],
    ["start", "node", "start", "boolean"],
    ["end", "node", "end", "boolean"],
    ["given", "node", "given", "boolean"],
    // Every key has an id of its own.
    ["given-edge", "edge", "given", "boolean"],
];

/// That of the weights of vertices, where they have weights.
const WEIGHT: [&str; 4] = ["weight", "node", "weight", "long"];

/// Keys and values of a vertex, an edge or the graph.
pub(crate) type Data = Vec<(&'static str, String)>;

impl Format for GraphMl {
    fn name(&self) -> &'static str {
        "graphml"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["graphml"]
    }

    fn summary(&self) -> &'static str {
        "the graph of the moves or attacks as GraphML, for Gephi, yEd, NetworkX and igraph"
    }

    fn write(
        &self,
        export: &Export<'_>,
        out: &mut dyn Write,
    ) -> Result<Option<MapDocument>, ExportError> {
        let edges = export.edges(self.name())?;
        // Before anything is written.
        (0..edges.vertices)
            .try_for_each(|vertex| text(self.name(), &export.puzzle.label(vertex)).map(drop))?;
        let given = export.given_vertices();
        let given_edges = export.given_edges(edges.directed);
        let tour = export.model.as_hamiltonian();
        let marked = || "true".to_string();
        let mut puzzle = Vec::new();
        json::write(&export.puzzle.statement(), &mut puzzle)?;
        let graph = vec![
            ("name", export.puzzle.title()),
            ("comment", export.header().join("\n")),
            ("puzzle", String::from_utf8_lossy(&puzzle).into_owned()),
        ];
        let node = |vertex: u32| {
            let label = export.puzzle.label(vertex);
            let kind = export.puzzle.piece_of(vertex).map(|kind| ("kind", kind));
            let is_start = tour.is_some_and(|tour| tour.start == Some(vertex));
            let is_end = tour.is_some_and(|tour| tour.end == Some(vertex));
            let is_given = given.binary_search(&vertex).is_ok();
            let mut data = vec![("label", label)];
            data.extend(kind);
            data.extend(is_start.then(|| ("start", marked())));
            data.extend(is_end.then(|| ("end", marked())));
            data.extend(is_given.then(|| ("given", marked())));
            data
        };
        let is_given = |edge| given_edges.binary_search(&edge).is_ok();
        write_graph(edges, &graph, &node, &is_given, out)?;
        Ok(None)
    }
}

/// Writes a graph with the data of each vertex.
///
/// # Errors
/// What the writer says; [`io::ErrorKind::InvalidData`] for a character that XML cannot hold.
pub(crate) fn write_graph(
    edges: ExportedEdges<'_>,
    graph: &Data,
    node: &dyn Fn(u32) -> Data,
    is_given: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(out, b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let namespace = [("xmlns", "http://graphml.graphdrawing.org/xmlns")];
    xml.write_event(Event::Start(BytesStart::new("graphml").with_attributes(namespace)))?;
    let weight = edges.weights.is_some().then_some(WEIGHT);
    for [id, domain, name, kind] in KEYS.into_iter().chain(weight) {
        let attributes = [("id", id), ("for", domain), ("attr.name", name), ("attr.type", kind)];
        xml.write_event(Event::Empty(BytesStart::new("key").with_attributes(attributes)))?;
    }
    let direction = if edges.directed { "directed" } else { "undirected" };
    let attributes = [("id", "G"), ("edgedefault", direction)];
    xml.write_event(Event::Start(BytesStart::new("graph").with_attributes(attributes)))?;
    write_data(&mut xml, graph)?;
    for vertex in 0..edges.vertices {
        let id = format!("n{vertex}");
        let start = BytesStart::new("node").with_attributes([("id", id.as_str())]);
        xml.write_event(Event::Start(start))?;
        let mut data = node(vertex);
        data.extend(edges.weight(vertex).map(|weight| (WEIGHT[0], weight.to_string())));
        write_data(&mut xml, &data)?;
        xml.write_event(Event::End(BytesEnd::new("node")))?;
    }
    for (a, b) in edges.list {
        let (source, target) = (format!("n{a}"), format!("n{b}"));
        let ends = [("source", source.as_str()), ("target", target.as_str())];
        let edge = BytesStart::new("edge").with_attributes(ends);
        if is_given((a, b)) {
            xml.write_event(Event::Start(edge))?;
            write_data(&mut xml, &vec![("given-edge", "true".into())])?;
            xml.write_event(Event::End(BytesEnd::new("edge")))?;
        } else {
            xml.write_event(Event::Empty(edge))?;
        }
    }
    xml.write_event(Event::End(BytesEnd::new("graph")))?;
    xml.write_event(Event::End(BytesEnd::new("graphml")))?;
    xml.into_inner().write_all(b"\n")
}

fn write_data(xml: &mut Writer<&mut dyn Write>, data: &Data) -> io::Result<()> {
    for (key, value) in data {
        let text = text(Format::name(&GraphMl), value)?;
        let element = xml.create_element("data").with_attribute(("key", *key));
        element.write_text_content(BytesText::from_escaped(text))?;
    }
    Ok(())
}
