//! Node-link JSON, as NetworkX, D3 and `satranj export --format node-link` write it.

#[cfg(test)]
mod tests;

use std::{borrow::Cow, collections::HashMap};

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::{
    GraphError, InputFormat, MOST_VERTICES, NamedGraph, Weight,
    arcs::GatheredEdges,
    positions::{Positions, VerticalAxis},
    scanner::brief,
    too_many,
    vertex_weights::VertexWeights,
};
use crate::{json, limits::Permit};

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
pub static NODE_LINK: InputFormat = InputFormat {
    name: "node-link",
    extensions: &["json"],
    summary: "node-link JSON of NetworkX and D3",
    begins: |line| line.starts_with('{'),
    read: |text, permit, _| read(text, permit),
    ..InputFormat::BASE
};

fn read(text: &str, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
    let document: NodeLinkDocument<'_> =
        NodeLinkPart { text, begin: 0, raw: text }.object("a graph with `nodes` and `links`")?;
    if document.nodes.len() > MOST_VERTICES as usize {
        let place = NodeLinkPart::of(text, document.nodes[0]).begin;
        return Err(GraphError::at(text, place, too_many(document.nodes.len())));
    }
    let nodes = Nodes::read(text, &document.nodes, permit)?;
    let read = |list: &[&RawValue]| links(text, document.directed, list, &nodes, permit);
    let graph = match (&document.links, &document.edges) {
        (Some(list), None) | (None, Some(list)) => read(list)?,
        (Some(links), Some(edges)) => {
            let graph = read(links)?;
            let places = graph.places;
            if (NamedGraph { places, ..read(edges)? }) != graph {
                let begin =
                    |list: &[&RawValue]| list.first().map(|raw| NodeLinkPart::of(text, raw).begin);
                let place = begin(edges).or_else(|| begin(links)).unwrap_or(0);
                let problem = "`links` and `edges` state two different graphs";
                return Err(GraphError::at(text, place, problem));
            }
            graph
        }
        (None, None) => {
            let end = text.trim_end().len().saturating_sub(1);
            return Err(GraphError::at(text, end, "`links` is missing"));
        }
    };
    let positions = nodes.positions.scaled(nodes.names.len());
    let graph = NamedGraph { names: nodes.names, positions, ..graph };
    nodes.weights.given_to(graph).map_err(|problem| GraphError::at(text, 0, problem))
}

/// The graph of a list of links, with unnamed vertices.
fn links(
    text: &str,
    directed: bool,
    list: &[&RawValue],
    nodes: &Nodes<'_>,
    permit: Permit<'_>,
) -> Result<NamedGraph, GraphError> {
    let mut arcs = GatheredEdges::new(directed, permit);
    arcs.room(list.len()).map_err(|problem| {
        let place = list.first().map_or(0, |raw| NodeLinkPart::of(text, raw).begin);
        GraphError::at(text, place, problem)
    })?;
    for raw in list {
        let part = NodeLinkPart::of(text, raw);
        let link: Link<'_> = part.object("a link, {\"source\": …, \"target\": …}")?;
        let end = |id: &RawValue| {
            let part = NodeLinkPart::of(text, id);
            nodes.find(&part.id()?).ok_or_else(|| {
                GraphError::at(text, part.begin, format!("{} is no node", brief(id.get())))
            })
        };
        let (source, target) = (end(link.source)?, end(link.target)?);
        let weight = link.weight.or(link.value).map(written);
        arcs.push(part.begin, (source, target), weight)
            .map_err(|problem| GraphError::at(text, part.begin, problem))?;
        if link.given {
            arcs.fix(source, target);
        }
    }
    Ok(arcs.graph(Vec::new()))
}

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
            let problem = format!("a list, expected {expected}");
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
    format!("{} is no id; write a text, a number or a list of them", brief(raw))
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
    /// Its position, if given.
    fn position(&self) -> Option<([f64; 2], VerticalAxis)> {
        if let (Some(x), Some(y)) = (self.x, self.y) {
            let place = [x.get().parse().ok()?, y.get().parse().ok()?];
            return Some((place, VerticalAxis::Down));
        }
        let pos = self.pos?.get();
        let numbers: Vec<f64> = serde_json::from_str(pos).ok()?;
        match numbers[..] {
            [x, y] => Some(([x, y], VerticalAxis::Up)),
            _ => None,
        }
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

/// The nodes by their ids.
struct Nodes<'a> {
    names: Vec<String>,
    numbers: HashMap<Cow<'a, str>, u32>,
    /// Whether numeric ends of links are indices of nodes, not ids.
    counted: bool,
    positions: Positions<'a>,
    weights: VertexWeights<'a>,
}

impl<'a> Nodes<'a> {
    fn read(text: &'a str, list: &[&'a RawValue], permit: Permit<'a>) -> Result<Self, GraphError> {
        let mut nodes = Self {
            names: Vec::with_capacity(list.len()),
            numbers: HashMap::with_capacity(list.len()),
            counted: true,
            positions: Positions::new(permit),
            weights: VertexWeights::new(permit),
        };
        let mut with_ids = 0;
        for (raw, number) in list.iter().zip(0u32..) {
            let part = NodeLinkPart::of(text, raw);
            let node: Node<'a> = part.object("a node, {\"id\": …}")?;
            if let Some((place, axis)) = node.position() {
                let set = nodes.positions.set(number, place, axis);
                set.map_err(|problem| GraphError::at(text, part.begin, problem))?;
            }
            if let Some(weight) = node.weight {
                let set = nodes.weights.set(part.begin, number, written(weight));
                set.map_err(|problem| GraphError::at(text, part.begin, problem))?;
            }
            let Some(id) = node.id else {
                nodes.names.push(number.to_string());
                continue;
            };
            with_ids += 1;
            if with_ids <= number {
                return Err(GraphError::at(text, part.begin, NOT_ALL));
            }
            let name = match NodeLinkPart::of(text, id).id()? {
                Id::Text(text) => text,
                Id::Number(number) => {
                    nodes.counted = false;
                    Cow::Borrowed(number)
                }
            };
            nodes.names.push(name.clone().into_owned());
            if nodes.numbers.insert(name, number).is_some() {
                let problem = format!("a second node with the id {}", brief(id.get()));
                return Err(GraphError::at(text, NodeLinkPart::of(text, id).begin, problem));
            }
        }
        // The first node without an id comes after one that has one.
        if with_ids > 0 && (with_ids as usize) < list.len() {
            let place = NodeLinkPart::of(text, list[with_ids as usize]).begin;
            return Err(GraphError::at(text, place, NOT_ALL));
        }
        Ok(nodes)
    }

    /// The node that an end of a link names.
    fn find(&self, id: &Id<'_>) -> Option<u32> {
        match id {
            Id::Number(number) if self.counted => {
                number.parse().ok().filter(|&number| (number as usize) < self.names.len())
            }
            Id::Text(text) => self.numbers.get(text.as_ref()).copied(),
            Id::Number(number) => self.numbers.get(*number).copied(),
        }
    }
}

/// The error if only some nodes have an id.
const NOT_ALL: &str = "some nodes have an `id` and some have none";
