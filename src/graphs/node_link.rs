//! Node-link JSON, as NetworkX, D3 and `satranj export --format node-link` write it.

use std::{borrow::Cow, collections::HashMap};

use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

use super::{
    GraphError, InputFormat, MOST_VERTICES, NamedGraph, arcs::Arcs, scanner::brief, too_many,
};
use crate::json;

/// `node-link`: `nodes` with an `id` each, and `links` (or `edges`) with `source` and `target`;
/// `directed` says whether the links are arcs. An id is a text or a number; as a name, a number
/// is its text, and two ids of one text are refused.
///
/// Ends that are numbers where no id is one count the nodes from 0, as D3 and old versions of
/// `NetworkX` have it; nodes without ids are then called `0`, `1`, …. A link that has
/// `"given": true` must be used. Loops and repeated edges, which `multigraph` announces, are left
/// out; all other attributes say nothing here.
///
/// Source: `NetworkX` reference, `node_link_data`.
pub struct NodeLink;

impl InputFormat for NodeLink {
    fn name(&self) -> &'static str {
        "node-link"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn summary(&self) -> &'static str {
        "node-link JSON of NetworkX and D3"
    }

    fn read(&self, text: &str) -> Result<NamedGraph, GraphError> {
        let document: Document<'_> =
            Part { text, begin: 0, raw: text }.object("a graph with `nodes` and `links`")?;
        if document.nodes.len() > MOST_VERTICES as usize {
            let place = Part::of(text, document.nodes[0]).begin;
            return Err(GraphError::at(text, place, too_many(document.nodes.len())));
        }
        let nodes = Nodes::read(text, &document.nodes)?;
        let mut arcs = Arcs::new(document.directed);
        arcs.room(document.links.len()).map_err(|problem| {
            GraphError::at(
                text,
                document.links.first().map_or(0, |raw| Part::of(text, raw).begin),
                problem,
            )
        })?;
        for raw in &document.links {
            let part = Part::of(text, raw);
            let link: Link<'_> = part.object("a link, {\"source\": …, \"target\": …}")?;
            let end = |id: &RawValue| {
                let part = Part::of(text, id);
                nodes.find(&part.id()?).ok_or_else(|| {
                    GraphError::at(text, part.begin, format!("{} is no node", brief(id.get())))
                })
            };
            let (source, target) = (end(link.source)?, end(link.target)?);
            arcs.push(source, target)
                .map_err(|problem| GraphError::at(text, part.begin, problem))?;
            if link.given && source != target {
                arcs.fix(source, target);
            }
        }
        Ok(arcs.graph(nodes.names))
    }
}

/// A part of a JSON text.
struct Part<'a> {
    text: &'a str,
    /// Its first byte.
    begin: usize,
    raw: &'a str,
}

impl<'a> Part<'a> {
    /// A value within a text.
    fn of(text: &'a str, value: &'a RawValue) -> Self {
        // It is a slice of the text, so this is the distance between their beginnings.
        let begin = (value.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        Self { text, begin, raw: value.get() }
    }

    /// Reads it as an id; what is none is told at its beginning.
    fn id(&self) -> Result<Id<'a>, GraphError> {
        let in_place = |error: GraphError| GraphError::at(self.text, self.begin, error.problem);
        self.read().map_err(in_place)
    }

    /// Reads it as an object; the fields alone, in a list, are none.
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

/// The document; each node and link is read by itself, so that its place is known.
#[derive(Deserialize)]
#[serde(expecting = "a graph with `nodes` and `links`")]
struct Document<'a> {
    #[serde(default)]
    directed: bool,
    #[serde(borrow)]
    nodes: Vec<&'a RawValue>,
    #[serde(borrow, alias = "edges")]
    links: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(expecting = "a node, {\"id\": …}")]
struct Node<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
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
}

/// An id, or the number of a node.
enum Id<'a> {
    Text(Cow<'a, str>),
    Number(String),
}

impl<'de: 'a, 'a> Deserialize<'de> for Id<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

/// Takes a text or a number.
struct IdVisitor;

impl<'de> de::Visitor<'de> for IdVisitor {
    type Value = Id<'de>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a text or a number")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Id<'de>, E> {
        Ok(Id::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Id<'de>, E> {
        Ok(Id::Text(Cow::Owned(text.into())))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Id<'de>, E> {
        Ok(Id::Number(number.to_string()))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Id<'de>, E> {
        Ok(Id::Number(number.to_string()))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Id<'de>, E> {
        Ok(Id::Number(number.to_string()))
    }
}

/// The nodes by their ids.
struct Nodes<'a> {
    names: Vec<String>,
    numbers: HashMap<Cow<'a, str>, u32>,
    /// Whether numbers at the ends of links are no ids, but count the nodes.
    counted: bool,
}

impl<'a> Nodes<'a> {
    fn read(text: &'a str, list: &[&'a RawValue]) -> Result<Self, GraphError> {
        let numbers = HashMap::with_capacity(list.len());
        let mut nodes = Self { names: Vec::with_capacity(list.len()), numbers, counted: true };
        let mut with_ids = 0;
        for (raw, number) in list.iter().zip(0u32..) {
            let part = Part::of(text, raw);
            let node: Node<'a> = part.object("a node, {\"id\": …}")?;
            let Some(id) = node.id else {
                nodes.names.push(number.to_string());
                continue;
            };
            with_ids += 1;
            if with_ids <= number {
                return Err(GraphError::at(text, part.begin, NOT_ALL));
            }
            let name = match Part::of(text, id).id()? {
                Id::Text(text) => text,
                Id::Number(number) => {
                    nodes.counted = false;
                    Cow::Owned(number)
                }
            };
            nodes.names.push(name.clone().into_owned());
            if nodes.numbers.insert(name, number).is_some() {
                let problem = format!("a second node with the id {}", brief(id.get()));
                return Err(GraphError::at(text, Part::of(text, id).begin, problem));
            }
        }
        // The first node without an id comes after one that has one.
        if with_ids > 0 && (with_ids as usize) < list.len() {
            let place = Part::of(text, list[with_ids as usize]).begin;
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
            Id::Number(number) => self.numbers.get(number.as_str()).copied(),
        }
    }
}

/// What is wrong if only some nodes have an id.
const NOT_ALL: &str = "some nodes have an `id` and some have none";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Vec<(u32, u32)>) {
        let graph = NodeLink.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        (graph.names.join(" "), graph.edges)
    }

    #[test]
    fn graphs_and_digraphs() {
        let text = r#"{"directed": true, "multigraph": true, "graph": {"name": "x"},
            "nodes": [{"id": "b", "w": [1]}, {"id": "a\u0041"}, {"id": "é"}], "links": [
            {"source": "é", "target": "b", "key": 0}, {"source": "aA", "target": "b", "given": true},
            {"source": "é", "target": "b", "key": 1}, {"target": "b", "source": "b"}]}"#;
        let graph = NodeLink.read(text).unwrap();
        assert_eq!((graph.directed, graph.names.join(" ").as_str()), (true, "b aA é"));
        assert_eq!((graph.edges, graph.fixed), (vec![(1, 0), (2, 0)], vec![(1, 0)]));
        let text = r#"{"edges": [{"source": 7, "target": -2}], "nodes": [{"id": -2}, {"id": 7}]}"#;
        assert_eq!(read(text), ("-2 7".into(), vec![(0, 1)]));
        assert_eq!(read(r#"{"nodes": [], "links": []}"#), (String::new(), vec![]));
    }

    #[test]
    fn ends_may_count_the_nodes() {
        let links = r#""links": [{"source": 2, "target": 0}]"#;
        let text =
            format!(r#"{{"nodes": [{{"id": "a"}}, {{"id": "2"}}, {{"id": "c"}}], {links}}}"#);
        assert_eq!(read(&text), ("a 2 c".into(), vec![(0, 2)]));
        let text = format!(r#"{{"nodes": [{{"name": "a"}}, {{}}, {{"group": 1}}], {links}}}"#);
        assert_eq!(read(&text), ("0 1 2".into(), vec![(0, 2)]));
        // With numbers for ids they are ids.
        let text = format!(r#"{{"nodes": [{{"id": 2}}, {{"id": 5}}, {{"id": 0}}], {links}}}"#);
        assert_eq!(read(&text), ("2 5 0".into(), vec![(0, 2)]));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let nodes = "{\"nodes\": [{\"id\": \"a\"},\n {\"id\": \"b\"}], \"links\": [\n";
        for (tail, said) in [
            ("{\"source\": \"a\", \"target\": \"c\"}]}", "3:27: \"c\" is no node"),
            ("{\"source\": \"é\", \"target\": \"c\"}]}", "3:12: \"é\" is no node"),
            ("{\"source\": 2, \"target\": 0}]}", "3:12: 2 is no node"),
            ("{\"source\": 0.5, \"target\": 0}]}", "3:12: 0.5 is no node"),
            ("{\"source\": \"a\"}]}", "3:15: `target` is missing"),
            (
                "{\"source\":\n [], \"target\": \"a\"}]}",
                "4:2: a list stands here, and a text or a number should",
            ),
            (
                "{\"source\":\n null, \"target\": \"a\"}]}",
                "4:2: `null` stands here, and a text or a number should",
            ),
            ("3]}", "3:1: `3` stands here, and a link, {\"source\": …, \"target\": …} should"),
            ("{\"source\": \"a\", \"target\": \"b\"}", "3:30: the text ends within a list"),
            ("{\"source\": x}]}", "3:12: a JSON value should stand here"),
            ("]}\n]", "4:1: something stands behind the end of the document"),
        ] {
            let error = NodeLink.read(&format!("{nodes}{tail}")).unwrap_err().to_string();
            assert_eq!(error, said, "{tail:?}");
        }
        for (text, said) in [
            ("", "1:1: the text ends where a value should stand"),
            ("[]", "1:1: a list, expected a graph with `nodes` and `links`"),
            ("{\"links\": []}", "1:13: `nodes` is missing"),
            ("{\"nodes\": []}", "1:13: `links` is missing"),
            (
                "{\"nodes\": [{\"id\": 1},\n{\"id\": \"1\"}], \"links\": []}",
                "2:8: a second node with the id \"1\"",
            ),
            (
                "{\"nodes\": [{\"id\": 1},\n{}], \"links\": []}",
                "2:1: some nodes have an `id` and some have none",
            ),
            (
                "{\"nodes\": [{},\n{\"id\": 1}], \"links\": []}",
                "2:1: some nodes have an `id` and some have none",
            ),
            (
                "{\"directed\": 1, \"nodes\": [], \"links\": []}",
                "1:14: `1` stands here, and `true` or `false` should",
            ),
        ] {
            assert_eq!(NodeLink.read(text).unwrap_err().to_string(), said, "{text:?}");
        }
    }
}
