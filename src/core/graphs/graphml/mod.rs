//! `GraphML`, as Gephi, yEd, igraph, `NetworkX` and `satranj export` write it.

mod data_keys;
#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    io::{self, Write},
};

use quick_xml::{
    Reader, Writer,
    escape::resolve_predefined_entity,
    events::{BytesDecl, BytesEnd, BytesRef, BytesStart, BytesText, Event},
};

use self::data_keys::{DataKeys, DataMeaning};
use super::{
    ExportedEdges, GraphError, InputFormat, NamedGraph, Problem, Weight,
    builder::{GraphBuilder, WrittenEdge, WrittenVertex, is_counted},
    positions::VerticalAxis,
    scanner::brief,
    xml,
};
use crate::limits::Permit;

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
pub static GRAPHML: InputFormat = InputFormat {
    name: "graphml",
    extensions: &["graphml", "xml"],
    summary: "GraphML of Gephi, yEd, igraph and NetworkX",
    begins: |line| {
        ["<?xml", "<graphml", "<!--", "<!DOCTYPE graphml"]
            .iter()
            .any(|known| line.starts_with(known) && !line.contains("<gexf"))
    },
    read: |text, permit, _| read(text, permit),
    ..InputFormat::BASE
};

fn read(text: &str, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
    GraphMlScanner::new(text, permit).read()
}

/// The open element below the graph.
enum OpenElement {
    Vertex(OpenVertex),
    Edge(WrittenEdge<Cow<'static, str>>),
}

/// A vertex that is being read.
struct OpenVertex {
    place: usize,
    id: String,
    name: Option<String>,
    label: Option<String>,
    position: [Option<f64>; 2],
    axis: VerticalAxis,
    weight: Option<Weight>,
}

/// A file that is being read.
struct GraphMlScanner<'a> {
    reader: Reader<&'a [u8]>,
    keys: DataKeys,
    /// Number of open elements.
    depth: usize,
    /// The depth of the open graph.
    graph: Option<usize>,
    has_graph: bool,
    directed: bool,
    item: Option<OpenElement>,
    /// The meaning of the text being read, and that text.
    data: Option<(DataMeaning, String)>,
    /// Whether surrounding blanks of that text are ignored.
    is_drawn: bool,
    builder: GraphBuilder<'a>,
}

impl<'a> GraphMlScanner<'a> {
    fn new(text: &'a str, permit: Permit<'a>) -> Self {
        Self {
            reader: Reader::from_str(text),
            keys: DataKeys::default(),
            depth: 0,
            graph: None,
            has_graph: false,
            directed: false,
            item: None,
            data: None,
            is_drawn: false,
            builder: GraphBuilder::new(text, permit),
        }
    }

    fn error(&self, place: usize, problem: impl Into<Problem>) -> GraphError {
        self.builder.error(place, problem)
    }

    fn read(mut self) -> Result<NamedGraph, GraphError> {
        loop {
            let place = self.reader.buffer_position() as usize;
            let event = self.reader.read_event();
            let event = event.map_err(|error| {
                self.error(self.reader.error_position() as usize, error.to_string())
            })?;
            match event {
                Event::Start(element) => self.open(place, &element)?,
                Event::Empty(element) => {
                    self.open(place, &element)?;
                    self.close()?;
                }
                Event::End(_) => self.close()?,
                Event::Text(text) => self.hear(&text.xml10_content()),
                Event::CData(text) => self.hear(&text.xml10_content()),
                Event::GeneralRef(reference) => self.refer(place, &reference)?,
                Event::Eof => break,
                _ => {}
            }
        }
        let end = self.reader.buffer_position() as usize;
        if self.depth > 0 {
            return Err(self.error(end, "the file ends within an element"));
        }
        if !self.has_graph {
            return Err(self.error(end, "there is no `graph`"));
        }
        self.builder.graph(self.directed, is_counted)
    }

    /// Begins an element.
    fn open(&mut self, place: usize, element: &BytesStart<'_>) -> Result<(), GraphError> {
        self.depth += 1;
        let attribute = |name: &str| self.attribute(place, element, name);
        let local = element.local_name();
        match (local.as_ref(), &self.item) {
            ("key", _) if self.has_graph => {
                return Err(self.error(place, "a `key` behind `<graph>`; keys stand before it"));
            }
            ("key", _) => {
                let name = attribute("attr.name")?.unwrap_or_default();
                let domain = attribute("for")?;
                if let Some(id) = attribute("id")? {
                    self.keys.begin(self.depth, id, &name, domain.as_deref());
                }
            }
            ("default", _) if self.keys.are_weights_open(self.depth) => {
                self.data = Some((DataMeaning::Weight, String::new()));
            }
            ("graph", None) if self.graph.is_none() => {
                if self.has_graph {
                    return Err(self.error(place, "a second graph; a file has one"));
                }
                self.directed =
                    attribute("edgedefault")?.is_some_and(|default| default == "directed");
                self.graph = Some(self.depth);
                self.has_graph = true;
            }
            ("graph", _) => {
                return Err(self.error(place, "a graph in another; only one is read"));
            }
            ("hyperedge", _) => {
                return Err(self.error(place, "a hyperedge; edges have two ends"));
            }
            ("node", None) if self.graph.is_some() => {
                let id =
                    attribute("id")?.ok_or_else(|| self.error(place, "a node needs an `id`"))?;
                self.item = Some(OpenElement::Vertex(OpenVertex {
                    place,
                    id,
                    name: None,
                    label: None,
                    position: [None; 2],
                    axis: VerticalAxis::Up,
                    weight: None,
                }));
            }
            ("edge", None) if self.graph.is_some() => {
                let missing = || self.error(place, "an edge needs a `source` and a `target`");
                let source = attribute("source")?.ok_or_else(missing)?;
                let target = attribute("target")?.ok_or_else(missing)?;
                let directed = match attribute("directed")?.as_deref() {
                    Some("true" | "1") => true,
                    Some("false" | "0") => false,
                    _ => self.directed,
                };
                let ends = [source, target].map(Cow::Owned);
                let edge = WrittenEdge { place, ends, directed, given: false, weight: None };
                self.item = Some(OpenElement::Edge(edge));
            }
            ("data", Some(_)) => {
                let key = attribute("key")?.unwrap_or_default();
                let meaning = self.keys.meaning(&key);
                self.data = meaning.map(|meaning| (meaning, String::new()));
                self.is_drawn = false;
            }
            // Text that yEd draws beside a vertex.
            ("NodeLabel", Some(OpenElement::Vertex(OpenVertex { label: None, .. }))) => {
                self.data = Some((DataMeaning::Label, String::new()));
                self.is_drawn = true;
            }
            ("Geometry", Some(OpenElement::Vertex(_))) => {
                let [x, y] = [attribute("x")?, attribute("y")?];
                let number = |text: Option<String>| text.and_then(|text| text.parse().ok());
                if let Some(OpenElement::Vertex(vertex)) = &mut self.item {
                    vertex.position = [number(x), number(y)];
                    vertex.axis = VerticalAxis::Down;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The value of an attribute, if the element has it.
    fn attribute(
        &self,
        place: usize,
        element: &BytesStart<'_>,
        name: &str,
    ) -> Result<Option<String>, GraphError> {
        xml::attribute(element, name).map_err(|problem| self.error(place, problem))
    }

    /// Ends an element.
    fn close(&mut self) -> Result<(), GraphError> {
        let Some(graph) = self.graph else {
            // Outside of the graph, only default weights are read.
            if let Some((_, text)) = self.data.take() {
                self.keys.set_default(&text);
            }
            self.keys.end(self.depth);
            self.depth = self.depth.saturating_sub(1);
            return Ok(());
        };
        self.depth = self.depth.saturating_sub(1);
        if self.depth < graph {
            self.graph = None;
            return Ok(());
        }
        if let Some((meaning, text)) = self.data.take() {
            let text = if self.is_drawn { text.trim() } else { &text };
            match (&mut self.item, meaning) {
                (Some(OpenElement::Vertex(vertex)), DataMeaning::Label) => {
                    vertex.label.get_or_insert_with(|| text.into());
                }
                (Some(OpenElement::Vertex(vertex)), DataMeaning::Name) => {
                    vertex.name = Some(text.into());
                }
                (Some(OpenElement::Vertex(vertex)), DataMeaning::X) => {
                    vertex.position[0] = text.trim().parse().ok();
                }
                (Some(OpenElement::Vertex(vertex)), DataMeaning::Y) => {
                    vertex.position[1] = text.trim().parse().ok();
                }
                (Some(OpenElement::Vertex(vertex)), DataMeaning::Weight) => {
                    vertex.weight = Some(Weight::written(text));
                }
                (Some(OpenElement::Edge(edge)), DataMeaning::Given) => {
                    edge.given = text.trim() == "true";
                }
                (Some(OpenElement::Edge(edge)), DataMeaning::Weight) => {
                    edge.weight = Some(Weight::written(text));
                }
                _ => {}
            }
        }
        if self.depth > graph {
            return Ok(());
        }
        match self.item.take() {
            Some(OpenElement::Vertex(vertex)) => {
                let OpenVertex { place, id, name, label, position: [x, y], axis, weight } = vertex;
                let position = x.zip(y).map(|(x, y)| ([x, y], axis));
                let label = label.or(name).map(Cow::Owned);
                let weight = weight.or(self.keys.vertex_weight);
                let vertex = WrittenVertex { label, position, weight };
                self.builder.add_vertex(place, Cow::Owned(id), vertex)
            }
            Some(OpenElement::Edge(edge)) => {
                let weight = edge.weight.or(self.keys.edge_weight);
                self.builder.add_edge(WrittenEdge { weight, ..edge })
            }
            None => Ok(()),
        }
    }

    /// Adds to the text of data.
    fn hear(&mut self, text: &str) {
        if let Some((_, data)) = &mut self.data {
            data.push_str(text);
        }
    }

    /// Adds a character given by a named or numeric reference.
    fn refer(&mut self, place: usize, reference: &BytesRef<'_>) -> Result<(), GraphError> {
        let number = reference.resolve_char_ref();
        let number = number.map_err(|error| self.error(place, error.to_string()))?;
        match (number, resolve_predefined_entity(reference)) {
            (Some(character), _) => self.hear(character.encode_utf8(&mut [0; 4])),
            (None, Some(known)) => self.hear(known),
            (None, None) => {
                let problem = format!("`&{};` stands for nothing known", brief(reference));
                return Err(self.error(place, problem));
            }
        }
        Ok(())
    }
}

/// The data: its key, its element, its name and its type.
const KEYS: [[&str; 4]; 9] = [
    ["name", "graph", "name", "string"],
    ["comment", "graph", "comment", "string"],
    ["puzzle", "graph", "puzzle", "string"],
    ["label", "node", "label", "string"],
    ["kind", "node", "kind", "string"],
    ["start", "node", "start", "boolean"],
    ["end", "node", "end", "boolean"],
    ["given", "node", "given", "boolean"],
    // Every key has its own id.
    ["given-edge", "edge", "given", "boolean"],
];

/// The key of vertex weights, if there are any.
const WEIGHT: [&str; 4] = ["weight", "node", "weight", "long"];

/// Keys and values of a vertex, an edge or the graph.
pub type Data = Vec<(&'static str, String)>;

/// Writes a graph with the data of each vertex.
///
/// # Errors
/// The writer's error; [`io::ErrorKind::InvalidData`] for a character that XML does not allow.
pub fn write_graph(
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
        let text = xml::text("graphml", value)?;
        let element = xml.create_element("data").with_attribute(("key", *key));
        element.write_text_content(BytesText::from_escaped(text))?;
    }
    Ok(())
}
