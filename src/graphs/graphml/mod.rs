//! `GraphML`, as Gephi, yEd, igraph, `NetworkX` and `satranj export` write it.

mod waiting_edges;

use std::{borrow::Cow, collections::HashMap};

use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesRef, BytesStart, Event},
};

use self::waiting_edges::{WaitingEdges, WrittenEdge};
use super::{EdgeWeight, GraphError, InputFormat, NamedGraph, Problem, scanner::brief};
use crate::limits::Permit;

/// `graphml`: a `graph` with `node` and `edge` elements, whose data is named by `key` elements.
///
/// Vertices are named by their ids. Where these only count, `n0`, `n1`, … or `0`, `1`, …, as igraph,
/// yEd and `satranj export` write them, and every vertex has a `label` or `name` of its own, or a label
/// that yEd draws, they are named by that. An edge whose data `given` is `true` must be used; its data
/// `weight` is its weight. Where some
/// edges are directed and some are not, the latter lead both ways. Loops and repeated edges are left
/// out; all other data says nothing. Graphs in vertices and hyperedges are refused.
///
/// Source: Brandes, Eiglsperger, Herman, Himsolt and Marshall, "`GraphML` progress report", 2001.
pub struct GraphMlReader;

impl InputFormat for GraphMlReader {
    fn name(&self) -> &'static str {
        "graphml"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["graphml", "xml"]
    }

    fn summary(&self) -> &'static str {
        "GraphML of Gephi, yEd, igraph and NetworkX"
    }

    fn begins(&self, line: &str) -> bool {
        ["<?xml", "<graphml", "<!--", "<!DOCTYPE graphml"]
            .iter()
            .any(|known| line.starts_with(known))
    }

    fn read_within(&self, text: &str, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
        GraphMlScanner::new(text, permit).read()
    }
}

/// What data says of us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DataMeaning {
    Label,
    Name,
    Given,
    Weight,
}

/// The element that is open below the graph.
enum OpenElement {
    Vertex { number: u32, name: Option<String>, label: Option<String> },
    Edge(WrittenEdge),
}

/// A file that is being read.
struct GraphMlScanner<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    meanings: HashMap<String, DataMeaning>,
    /// How many elements are open.
    depth: usize,
    /// At which depth the graph is open.
    graph: Option<usize>,
    has_graph: bool,
    directed: bool,
    item: Option<OpenElement>,
    /// What the text that is read means, and that text.
    data: Option<(DataMeaning, String)>,
    /// Whether blanks around that text say nothing.
    is_drawn: bool,
    labels: Vec<Option<String>>,
    edges: WaitingEdges<'a>,
}

impl<'a> GraphMlScanner<'a> {
    fn new(text: &'a str, permit: Permit<'a>) -> Self {
        Self {
            text,
            reader: Reader::from_str(text),
            meanings: HashMap::new(),
            depth: 0,
            graph: None,
            has_graph: false,
            directed: false,
            item: None,
            data: None,
            is_drawn: false,
            labels: Vec::new(),
            edges: WaitingEdges::new(permit),
        }
    }

    fn error(&self, place: usize, problem: impl Into<Problem>) -> GraphError {
        GraphError::at(self.text, place, problem)
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
                    self.close(place)?;
                }
                Event::End(_) => self.close(place)?,
                Event::Text(text) => self.hear(&text.xml10_content()),
                Event::CData(text) => self.hear(&text.xml10_content()),
                Event::GeneralRef(reference) => self.refer(place, &reference)?,
                Event::Eof => break,
                _ => {}
            }
        }
        let end = self.text.len();
        if self.depth > 0 {
            return Err(self.error(end, "the file ends within an element"));
        }
        if !self.has_graph {
            return Err(self.error(end, "there is no `graph`"));
        }
        let graph = self.edges.graph(self.directed, self.labels, end);
        graph.map_err(|(place, problem)| GraphError::at(self.text, place, problem))
    }

    /// Begins an element.
    fn open(&mut self, place: usize, element: &BytesStart<'_>) -> Result<(), GraphError> {
        self.depth += 1;
        let attribute = |name: &str| self.attribute(place, element, name);
        let local = element.local_name();
        match (local.as_ref(), &self.item) {
            ("key", _) if self.graph.is_none() => {
                let name = attribute("attr.name")?.unwrap_or_default().to_ascii_lowercase();
                let meaning = match name.as_str() {
                    "label" => DataMeaning::Label,
                    "name" => DataMeaning::Name,
                    "given" => DataMeaning::Given,
                    "weight" => DataMeaning::Weight,
                    _ => return Ok(()),
                };
                if let Some(id) = attribute("id")? {
                    self.meanings.insert(id, meaning);
                }
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
                let number = self.edges.ids.only(Cow::Owned(id));
                let number = number.map_err(|problem| self.error(place, problem))?;
                self.item = Some(OpenElement::Vertex { number, name: None, label: None });
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
                let (given, weight) = (false, None);
                let edge = WrittenEdge { place, source, target, directed, given, weight };
                self.item = Some(OpenElement::Edge(edge));
            }
            ("data", Some(_)) => {
                let key = attribute("key")?.unwrap_or_default();
                let meaning = self.meanings.get(&key).copied();
                self.data = meaning.map(|meaning| (meaning, String::new()));
                self.is_drawn = false;
            }
            // What yEd draws beside a vertex.
            ("NodeLabel", Some(OpenElement::Vertex { label: None, .. })) => {
                self.data = Some((DataMeaning::Label, String::new()));
                self.is_drawn = true;
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
        let wrong = |problem: String| self.error(place, problem);
        let found = element.try_get_attribute(name).map_err(|error| wrong(error.to_string()))?;
        let Some(attribute) = found else { return Ok(None) };
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        let value = value.map_err(|error| wrong(error.to_string()))?;
        Ok(Some(value.into_owned()))
    }

    /// Ends an element.
    fn close(&mut self, place: usize) -> Result<(), GraphError> {
        self.depth = self.depth.saturating_sub(1);
        let Some(graph) = self.graph else { return Ok(()) };
        if self.depth < graph {
            self.graph = None;
            return Ok(());
        }
        if let Some((meaning, text)) = self.data.take() {
            let text = if self.is_drawn { text.trim() } else { &text };
            match (&mut self.item, meaning) {
                (Some(OpenElement::Vertex { label, .. }), DataMeaning::Label) => {
                    label.get_or_insert_with(|| text.into());
                }
                (Some(OpenElement::Vertex { name, .. }), DataMeaning::Name) => {
                    *name = Some(text.into());
                }
                (Some(OpenElement::Edge(edge)), DataMeaning::Given) => {
                    edge.given = text.trim() == "true";
                }
                (Some(OpenElement::Edge(edge)), DataMeaning::Weight) => {
                    edge.weight = Some(EdgeWeight::written(text));
                }
                _ => {}
            }
        }
        if self.depth > graph {
            return Ok(());
        }
        match self.item.take() {
            Some(OpenElement::Vertex { number, name, label }) => {
                self.labels.resize(number as usize + 1, None);
                self.labels[number as usize] = label.or(name);
            }
            Some(OpenElement::Edge(edge)) => {
                let pushed = self.edges.push(edge, place);
                pushed.map_err(|(place, problem)| self.error(place, problem))?;
            }
            None => {}
        }
        Ok(())
    }

    /// Adds to the text of data.
    fn hear(&mut self, text: &str) {
        if let Some((_, data)) = &mut self.data {
            data.push_str(text);
        }
    }

    /// Adds a character that is written by name or number.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_of_other_programs() {
        // As NetworkX writes it.
        let text = "<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"><key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/><graph edgedefault=\"undirected\"><node id=\"a &amp; b\"/><node id=\"2\"/>\n<edge source=\"a &amp; b\" target=\"2\"><data key=\"d0\">3</data></edge><edge source=\"2\" target=\"2\"/></graph></graphml>";
        let graph = GraphMlReader.read(text).unwrap();
        assert_eq!((graph.names, graph.edges), (vec!["a & b".into(), "2".into()], vec![(0, 1)]));
        assert!(!graph.directed);
        assert_eq!(graph.weights, [EdgeWeight::of(3.0)]);
        // As igraph does; an edge may come before its ends.
        let text = "<graphml><!-- c --><key id=\"v_name\" for=\"node\" attr.name=\"name\"/><graph id=\"G\" edgedefault=\"directed\"><edge source=\"n1\" target=\"n0\"/><node id=\"n0\"><data key=\"v_name\">x&#233;</data></node><node id=\"n1\"><data key=\"v_name\"><![CDATA[<y>]]></data></node></graph></graphml>";
        let graph = GraphMlReader.read(text).unwrap();
        assert_eq!((graph.names, graph.edges), (vec!["xé".into(), "<y>".into()], vec![(1, 0)]));
        assert!(graph.directed);
        // As yEd does.
        let node = |id, label| {
            format!(
                "<node id=\"{id}\"><data key=\"d6\"><y:ShapeNode><y:NodeLabel x=\"1\">{label}<y:LabelModel/></y:NodeLabel></y:ShapeNode></data></node>"
            )
        };
        let text = format!(
            "<graphml xmlns:y=\"y\"><key for=\"node\" id=\"d6\" yfiles.type=\"nodegraphics\"/><graph edgedefault=\"undirected\">{}{}<edge id=\"e0\" source=\"n0\" target=\"n1\"/></graph></graphml>",
            node("n0", "one"),
            node("n1", "two")
        );
        assert_eq!(GraphMlReader.read(&text).unwrap().names, ["one", "two"]);
    }

    #[test]
    fn edges_and_arcs_are_read() {
        let edge = |directed| format!("<edge source='a' target='b' directed='{directed}'/>");
        let file = |edges: &str| {
            format!(
                "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/>{edges}</graph></graphml>"
            )
        };
        let read = |edges: &str| GraphMlReader.read(&file(edges)).unwrap();
        let graph = read(&edge("false"));
        assert_eq!((graph.directed, graph.edges), (false, vec![(0, 1)]));
        let graph = read(&(edge("false") + "<edge source='c' target='a'/>"));
        assert_eq!((graph.directed, graph.edges), (true, vec![(0, 1), (1, 0), (2, 0)]));
        assert!(read("").directed);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, said) in [
            ("", "1:1: there is no `graph`"),
            ("<graphml>\n", "2:1: the file ends within an element"),
            ("<graphml><graph/><graph/></graphml>", "1:18: a second graph; a file has one"),
            ("<graphml><graph><node/></graph></graphml>", "1:17: a node needs an `id`"),
            (
                "<graphml><graph>\n<node id='a'/><node id='a'/></graph></graphml>",
                "2:15: a second vertex `a`",
            ),
            (
                "<graphml><graph>\n<edge source='a' target='b'/></graph></graphml>",
                "2:1: no vertex has the id `a`",
            ),
            (
                "<graphml><graph><edge source='a'/></graph></graphml>",
                "1:17: an edge needs a `source` and a `target`",
            ),
            (
                "<graphml><graph><hyperedge/></graph></graphml>",
                "1:17: a hyperedge; edges have two ends",
            ),
            (
                "<graphml><graph><node id='a'><graph/></node></graph></graphml>",
                "1:30: a graph in another; only one is read",
            ),
        ] {
            assert_eq!(GraphMlReader.read(text).unwrap_err().to_string(), said, "{text:?}");
        }
        let error = GraphMlReader.read("<graphml>\n<graph></grph>").unwrap_err();
        assert_eq!((error.line, error.column), (2, 8), "{error}");
    }
}
