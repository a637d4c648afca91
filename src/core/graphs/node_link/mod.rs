//! Node-link JSON, as NetworkX, D3 and `satranj export --format node-link` write it.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

use super::GraphReading;
use super::{
    ExportedGraph, GraphError, GraphFileFormat, NamedGraph, Weight,
    builder::{EdgeDirection, GraphBuilder, WrittenEdge, WrittenVertex},
    scanner::brief,
};
use crate::{json, printable::is_spelled_out};

/// `node-link`: `nodes` with an `id` each, and `links` or `edges` (or both, identical) with
/// `source` and `target`; `directed` says whether the links are arcs. An id is a string, a number
/// or, as `NetworkX` writes tuples, a list of ids; as a name, a number or list is its JSON without
/// blanks, and two ids with the same text are refused.
///
/// Numeric ends, if no id is a number, are indices of nodes from 0, as in D3 and old versions of
/// `NetworkX`; nodes without ids are then called `0`, `1`, …. A link with `"given": true` must be
/// used; `weight`, otherwise D3's `value`, is its weight. The `weight` of a node is its weight. If
/// all nodes have `x` and `y` (downward, as on a screen) or a `pos` of two numbers (upward), that
/// is their position in pictures. Loops and repeated edges, which `multigraph` announces, are
/// dropped; all other attributes are ignored.
///
/// Source: `NetworkX` reference, `node_link_data`.
pub static NODE_LINK: GraphFileFormat = GraphFileFormat {
    name: "node-link",
    extensions: &["json"],
    summary: "node-link JSON of NetworkX and D3",
    begins: |line| line.starts_with('{'),
    read: |text, reading, _| read(text, reading),
    writes: "the graph of the moves or attacks as node-link JSON, for NetworkX and D3",
    write: write_graph,
    ..GraphFileFormat::BASE
};

fn read(text: &str, reading: GraphReading<'_>) -> Result<NamedGraph, GraphError> {
    let document: NodeLinkDocument<'_> =
        NodeLinkPart { text, begin: 0, raw: text }.object("a graph with `nodes` and `links`")?;
    let mut builder = GraphBuilder::new(text, reading);
    builder.directed = document.directed;
    let counted = nodes(text, &document.nodes, &mut builder)?;
    match (&document.links, &document.edges) {
        (Some(list), None) | (None, Some(list)) => links(text, list, counted, &mut builder)?,
        (Some(both), Some(edges)) => {
            links(text, both, counted, &mut builder)?;
            let stated = builder.take_edges();
            links(text, edges, counted, &mut builder)?;
            if !builder.agrees(stated) {
                let first = edges.first().or(both.first());
                let place = first.map_or(0, |raw| NodeLinkPart::of(text, raw).begin);
                let problem = "`links` and `edges` state two different graphs";
                return Err(GraphError::at(text, place, problem));
            }
        }
        (None, None) => {
            let end = text.trim_end().len().saturating_sub(1);
            return Err(GraphError::at(text, end, "`links` is missing"));
        }
    }
    builder.graph()
}

/// Reads the nodes; returns whether numeric ends of links are indices of nodes, not ids.
fn nodes<'a>(
    text: &'a str,
    list: &[&'a RawValue],
    builder: &mut GraphBuilder<'a>,
) -> Result<bool, GraphError> {
    let mut counted = true;
    let mut have_ids = None;
    for (raw, number) in list.iter().zip(0u32..) {
        let part = NodeLinkPart::of(text, raw);
        let node: Node<'a> = part.object("a node, {\"id\": …}")?;
        if *have_ids.get_or_insert(node.id.is_some()) != node.id.is_some() {
            return Err(builder.error(part.begin, NOT_ALL));
        }
        let vertex = match node.id {
            None => builder.vertices.of(part.begin, Cow::Owned(number.to_string()))?,
            Some(id) => {
                let place = NodeLinkPart::of(text, id).begin;
                let name = match NodeLinkPart::of(text, id).id()? {
                    Id::Text(text) => text,
                    Id::Number(number) => {
                        counted = false;
                        Cow::Borrowed(number)
                    }
                };
                if builder.vertices.find(&name).is_some() {
                    let problem = format!("a second node with the id {}", brief(id.get()));
                    return Err(builder.error(place, problem));
                }
                builder.vertices.of(place, name)?
            }
        };
        let (position, weight) = (node.position(), node.weight.map(written));
        builder.vertices.describe(
            part.begin,
            vertex,
            WrittenVertex { label: None, position, weight },
        )?;
    }
    Ok(counted)
}

/// Reads a list of links.
fn links<'a>(
    text: &'a str,
    list: &[&'a RawValue],
    counted: bool,
    builder: &mut GraphBuilder<'a>,
) -> Result<(), GraphError> {
    for raw in list {
        let part = NodeLinkPart::of(text, raw);
        let place = part.begin;
        let link: Link<'_> = part.object("a link, {\"source\": …, \"target\": …}")?;
        let end = |id: &'a RawValue| {
            let part = NodeLinkPart::of(text, id);
            let found = match part.id()? {
                Id::Number(number) if counted => {
                    number.parse().ok().filter(|&number| number < builder.vertices.len())
                }
                Id::Text(text) => builder.vertices.find(&text),
                Id::Number(number) => builder.vertices.find(number),
            };
            let problem =
                || builder.error(part.begin, format!("{} is not a node", brief(id.get())));
            found.ok_or_else(problem)
        };
        let ends = [end(link.source)?, end(link.target)?];
        let weight = link.weight.or(link.value).map(written);
        let (direction, given) = (EdgeDirection::of(builder.directed), link.given);
        builder.edges.push(&WrittenEdge { place, ends, direction, given, weight })?;
    }
    Ok(())
}

/// The error if only some nodes have an id.
const NOT_ALL: &str = "some nodes have an `id`, but others have none";

/// A weight, which may be a string.
fn written(weight: &RawValue) -> Weight {
    Weight::written(weight.get().trim_matches('"'))
}

/// A part of a JSON text.
struct NodeLinkPart<'a> {
    text: &'a str,
    /// Its first byte.
    begin: usize,
    raw: &'a str,
}

impl<'a> NodeLinkPart<'a> {
    /// A value within a text.
    fn of(text: &'a str, value: &'a RawValue) -> Self {
        // It is a slice of the text, so this is the distance between their beginnings.
        let begin = (value.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        Self { text, begin, raw: value.get() }
    }

    /// Reads it as an id; an error is reported at its beginning.
    fn id(&self) -> Result<Id<'a>, GraphError> {
        let in_place = |problem: String| GraphError::at(self.text, self.begin, problem);
        match self.raw.as_bytes().first() {
            Some(b'"') => {
                let text: Text<'a> = self.read()?;
                Ok(Id::Text(text.0))
            }
            // It is valid JSON, so a value that begins like a number is one.
            Some(b'-' | b'0'..=b'9') => Ok(Id::Number(self.raw)),
            Some(b'[') => {
                let list: Value = self.read().map_err(|error| in_place(error.problem))?;
                match list {
                    Value::Array(list) if list.iter().all(is_id) => {
                        Ok(Id::Text(Cow::Owned(Value::Array(list).to_string())))
                    }
                    _ => Err(in_place(not_an_id(self.raw))),
                }
            }
            _ => Err(in_place(not_an_id(self.raw))),
        }
    }

    /// Reads it as an object; serde's list form of a struct is refused.
    fn object<T: Deserialize<'a>>(&self, expected: &str) -> Result<T, GraphError> {
        let blanks = self.raw.len() - self.raw.trim_start().len();
        if self.raw[blanks..].starts_with('[') {
            let problem = format!("found a list, expected {expected}");
            return Err(GraphError::at(self.text, self.begin + blanks, problem));
        }
        self.read()
    }

    /// Reads it.
    fn read<T: Deserialize<'a>>(&self) -> Result<T, GraphError> {
        serde_json::from_str(self.raw).map_err(|error| {
            let problem = json::in_words(&error);
            // serde_json counts bytes of a line from 1, and the end of a line as its column 0.
            let line = error.line().saturating_sub(1);
            let lines = self.raw.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
            let within = (lines + error.column().saturating_sub(1)).min(self.raw.len());
            GraphError::at(self.text, self.begin + within, problem)
        })
    }
}

/// Whether a value may be an id.
fn is_id(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Number(_) => true,
        Value::Array(list) => list.iter().all(is_id),
        Value::Null | Value::Bool(_) | Value::Object(_) => false,
    }
}

fn not_an_id(raw: &str) -> String {
    format!("{} is not an id; write a string, a number or a list of them", brief(raw))
}

/// The document; each node and link is parsed separately, so that its position is known.
#[derive(Deserialize)]
#[serde(expecting = "a graph with `nodes` and `links`")]
struct NodeLinkDocument<'a> {
    #[serde(default)]
    directed: bool,
    #[serde(borrow)]
    nodes: Vec<&'a RawValue>,
    #[serde(borrow)]
    links: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    edges: Option<Vec<&'a RawValue>>,
}

/// A string, borrowed if it contains no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Deserialize)]
#[serde(expecting = "a node, {\"id\": …}")]
struct Node<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    pos: Option<&'a RawValue>,
    #[serde(borrow)]
    x: Option<&'a RawValue>,
    #[serde(borrow)]
    y: Option<&'a RawValue>,
    #[serde(borrow)]
    weight: Option<&'a RawValue>,
}

impl Node<'_> {
    /// Its position across and down, if given.
    fn position(&self) -> Option<[f64; 2]> {
        if let (Some(x), Some(y)) = (self.x, self.y) {
            return Some([x.get().parse().ok()?, y.get().parse().ok()?]);
        }
        let [x, y] = serde_json::from_str::<[f64; 2]>(self.pos?.get()).ok()?;
        Some([x, -y])
    }
}

#[derive(Deserialize)]
#[serde(expecting = "a link, {\"source\": …, \"target\": …}")]
struct Link<'a> {
    #[serde(borrow)]
    source: &'a RawValue,
    #[serde(borrow)]
    target: &'a RawValue,
    #[serde(default)]
    given: bool,
    weight: Option<&'a RawValue>,
    value: Option<&'a RawValue>,
}

/// An id, or the number of a node.
enum Id<'a> {
    /// A string, or the JSON of a list.
    Text(Cow<'a, str>),
    /// A number as it is written.
    Number(&'a str),
}

/// Writes a graph piece by piece: a large one should not be in memory as text. Its edges are
/// written twice: as `links`, which D3 and old versions of `NetworkX` read, and as `edges`, which
/// new versions do.
fn write_graph(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    let texts = graph.texts;
    let mut attributes = json!({"name": texts.title(), "comment": texts.comments()});
    if let Some(puzzle) = texts.puzzle() {
        attributes["puzzle"] = serde_json::from_str(&puzzle)?;
    }
    write!(out, "{{\"directed\":{},\"multigraph\":false,\"graph\":", graph.directed)?;
    write!(out, "{},\"nodes\":[", spelled_out(&attributes))?;
    for vertex in 0..graph.vertices {
        let mut node = json!({"id": texts.name(vertex)});
        if let Some(kind) = texts.kind(vertex) {
            node["kind"] = kind.into();
        }
        if graph.is_given(vertex) {
            node["given"] = true.into();
        }
        if let Some(weight) = graph.weight(vertex) {
            node["weight"] = weight.into();
        }
        write!(out, "{}\n{}", if vertex == 0 { "" } else { "," }, spelled_out(&node))?;
    }
    for name in ["links", "edges"] {
        write!(out, "],\"{name}\":[")?;
        for (number, (a, b)) in graph.edges().enumerate() {
            let mut link = json!({"source": texts.name(a), "target": texts.name(b)});
            if graph.is_given_edge((a, b)) {
                link["given"] = true.into();
            }
            write!(out, "{}\n{}", if number == 0 { "" } else { "," }, spelled_out(&link))?;
        }
    }
    writeln!(out, "]}}")
}

/// JSON in which nothing moves a terminal's cursor or changes the direction of text.
fn spelled_out(value: &Value) -> String {
    let json = value.to_string();
    if !json.contains(is_spelled_out) {
        return json;
    }
    let mut text = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_spelled_out(character) {
            // Each of them is one UTF-16 unit; writing to memory cannot fail.
            let _ = write!(text, "\\u{:04x}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    text
}
