//! Reads graphs in XML: what `GraphML` and GEXF have in common, and where they differ.

use std::{borrow::Cow, collections::HashMap};

use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesRef, BytesStart, Event, attributes::AttrError},
};

use super::GraphReading;
use super::{
    GraphError, NamedGraph, Weight,
    builder::{EdgeDirection, GraphBuilder, WrittenEdge, WrittenVertex, is_counted},
    scanner::brief,
};

/// Which of the two formats it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum XmlDialect {
    /// `key` elements before the graph, `data` elements with text, yEd's drawings.
    GraphMl,
    /// `attributes` in the graph, `attvalue` elements, `viz:position`.
    Gexf,
}

use XmlDialect::{Gexf, GraphMl};

/// Reads a file.
pub(super) fn read(
    text: &str,
    reading: GraphReading<'_>,
    dialect: XmlDialect,
) -> Result<NamedGraph, GraphError> {
    let mut builder = GraphBuilder::new(text, reading);
    builder.counts = is_counted;
    let mut graph = XmlGraph {
        text,
        builder,
        dialect,
        depth: 0,
        graph: None,
        has_graph: false,
        has_items: false,
        edge_type: String::new(),
        class: String::new(),
        meanings: HashMap::new(),
        open_key: None,
        defaults: [None; 2],
        item: None,
        data: None,
    };
    let mut reader = Reader::from_str(text);
    loop {
        let place = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            GraphError::at(text, reader.error_position() as usize, error.to_string())
        })?;
        match event {
            Event::Start(element) => graph.open(place, &element)?,
            Event::Empty(element) => {
                graph.open(place, &element)?;
                graph.close()?;
            }
            Event::End(_) => graph.close()?,
            Event::Text(text) => graph.hear(&text.xml10_content()),
            Event::CData(text) => graph.hear(&text.xml10_content()),
            Event::GeneralRef(reference) => graph.refer(place, &reference)?,
            Event::Eof => break,
            _ => {}
        }
    }
    if graph.depth > 0 {
        return Err(GraphError::at(text, text.len(), "the file ends within an element"));
    }
    if !graph.has_graph {
        return Err(GraphError::at(text, text.len(), "there is no `graph`"));
    }
    graph.builder.graph()
}

/// What a value says about a vertex or an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Label,
    /// A label that yEd draws.
    DrawnLabel,
    Name,
    Given,
    Across,
    Upward,
    Weight,
}

impl Meaning {
    /// The meaning of a name, ignoring case, if it has one.
    fn of(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "label" => Self::Label,
            "name" => Self::Name,
            "given" => Self::Given,
            "x" => Self::Across,
            "y" => Self::Upward,
            "weight" => Self::Weight,
            _ => return None,
        })
    }
}

/// An open declaration of weights, which may have a default.
struct WeightKey {
    depth: usize,
    /// Whether it is for vertices and for edges.
    domains: [bool; 2],
}

/// The open vertex or edge.
enum OpenItem {
    Vertex {
        place: usize,
        id: String,
        name: Option<String>,
        label: Option<String>,
        /// Across and down.
        position: [Option<f64>; 2],
        weight: Option<Weight>,
    },
    Edge(WrittenEdge<Cow<'static, str>>),
}

/// A file that is being read.
struct XmlGraph<'a> {
    text: &'a str,
    builder: GraphBuilder<'a>,
    dialect: XmlDialect,
    /// Number of open elements.
    depth: usize,
    /// The depth of the open graph.
    graph: Option<usize>,
    has_graph: bool,
    has_items: bool,
    /// The direction of edges that do not say otherwise.
    edge_type: String,
    /// Of GEXF: the class of the attributes being declared, node or edge.
    class: String,
    /// The meanings of values by the class, if keys have classes, and the id of the key.
    meanings: HashMap<(String, String), Meaning>,
    open_key: Option<WeightKey>,
    /// The weights of vertices and of edges without one.
    defaults: [Option<Weight>; 2],
    /// The open item, with its depth.
    item: Option<(usize, OpenItem)>,
    /// The meaning of the text being read, and that text.
    data: Option<(Meaning, String)>,
}

impl XmlGraph<'_> {
    /// Begins an element.
    fn open(&mut self, place: usize, element: &BytesStart<'_>) -> Result<(), GraphError> {
        self.depth += 1;
        let (text, depth, dialect) = (self.text, self.depth, self.dialect);
        let wrong = |problem: &str| GraphError::at(text, place, problem);
        let attribute = |name: &str| {
            xml_attribute(element, name).map_err(|problem| GraphError::at(text, place, problem))
        };
        let local = element.local_name();
        match (local.as_ref(), dialect) {
            ("key", GraphMl) if self.has_graph => {
                return Err(wrong("a `key` after `<graph>`; keys must come before it"));
            }
            ("key", GraphMl) => {
                let domain = attribute("for")?.unwrap_or_else(|| "all".into());
                let is_for =
                    |known: &str| ["all", known].iter().any(|one| domain.eq_ignore_ascii_case(one));
                let meaning = attribute("attr.name")?.as_deref().and_then(Meaning::of);
                if let (Some(meaning), Some(id)) = (meaning, attribute("id")?) {
                    self.declare((String::new(), id), meaning, [is_for("node"), is_for("edge")]);
                }
            }
            ("attributes", Gexf) if self.has_items => {
                return Err(wrong("`attributes` must come before the nodes and edges"));
            }
            ("attributes", Gexf) => self.class = attribute("class")?.unwrap_or_default(),
            ("attribute", Gexf) => {
                let meaning = attribute("title")?.as_deref().and_then(Meaning::of);
                let id = attribute("id")?.unwrap_or_default();
                match (self.class.as_str(), meaning) {
                    ("node", Some(meaning @ Meaning::Weight))
                    | ("edge", Some(meaning @ Meaning::Given)) => {
                        self.declare((self.class.clone(), id), meaning, [true, false]);
                    }
                    _ => {}
                }
            }
            ("default", _) if self.open_key.as_ref().is_some_and(|key| key.depth + 1 == depth) => {
                self.data = Some((Meaning::Weight, String::new()));
            }
            ("graph", _) if self.item.is_some() || self.graph.is_some() && dialect == GraphMl => {
                return Err(wrong("a graph inside another; only one can be read"));
            }
            ("graph", _) if self.has_graph => {
                return Err(wrong("a second graph; a file has one"));
            }
            ("graph", _) => {
                let name = if dialect == Gexf { "defaultedgetype" } else { "edgedefault" };
                self.edge_type = attribute(name)?.unwrap_or_else(|| "undirected".into());
                self.builder.directed = self.edge_type == "directed";
                (self.graph, self.has_graph) = (Some(depth), true);
            }
            ("hyperedge", GraphMl) => return Err(wrong("a hyperedge; edges must have two ends")),
            ("node", Gexf) if self.item.is_some() => {
                return Err(wrong(
                    "a vertex inside another; graphs inside vertices cannot be read",
                ));
            }
            ("node", _) if self.item.is_none() && self.graph.is_some() => {
                let id = attribute("id")?.ok_or_else(|| wrong("a node needs an `id`"))?;
                let label = if dialect == Gexf { attribute("label")? } else { None };
                let (name, position, weight) = (None, [None; 2], None);
                let vertex = OpenItem::Vertex { place, id, name, label, position, weight };
                (self.item, self.has_items) = (Some((depth, vertex)), true);
            }
            ("edge", _) if self.item.is_none() && self.graph.is_some() => {
                self.item = Some((depth, self.open_edge(place, attribute)?));
                self.has_items = true;
            }
            _ => self.open_within(dialect, local.as_ref(), attribute)?,
        }
        Ok(())
    }

    /// Begins an edge.
    fn open_edge(
        &self,
        place: usize,
        attribute: impl Fn(&str) -> Result<Option<String>, GraphError>,
    ) -> Result<OpenItem, GraphError> {
        let missing = || self.builder.error(place, "an edge needs a `source` and a `target`");
        let source = attribute("source")?.ok_or_else(missing)?;
        let target = attribute("target")?.ok_or_else(missing)?;
        let (mut direction, mut weight) = (EdgeDirection::of(self.builder.directed), None);
        if self.dialect == Gexf {
            weight = attribute("weight")?.map(|weight| Weight::written(&weight));
            let kind = attribute("type")?.unwrap_or_else(|| self.edge_type.clone());
            direction = EdgeDirection::named(&kind).ok_or_else(|| {
                let problem = format!(
                    "`{}` is not an edge type; write directed, undirected or mutual",
                    brief(&kind)
                );
                self.builder.error(place, problem)
            })?;
        } else {
            match attribute("directed")?.as_deref() {
                Some("true" | "1") => direction = EdgeDirection::Directed,
                Some("false" | "0") => direction = EdgeDirection::Undirected,
                _ => {}
            }
        }
        let ends = [source, target].map(Cow::Owned);
        Ok(OpenItem::Edge(WrittenEdge { place, ends, direction, given: false, weight }))
    }

    /// Begins an element within a vertex or an edge.
    fn open_within(
        &mut self,
        dialect: XmlDialect,
        name: &str,
        attribute: impl Fn(&str) -> Result<Option<String>, GraphError>,
    ) -> Result<(), GraphError> {
        let number = |name| {
            Ok::<_, GraphError>(attribute(name)?.and_then(|number| number.trim().parse().ok()))
        };
        match (name, dialect, &mut self.item) {
            ("data", GraphMl, Some(_)) => {
                let key = (String::new(), attribute("key")?.unwrap_or_default());
                self.data = self.meanings.get(&key).map(|&meaning| (meaning, String::new()));
            }
            ("attvalue", Gexf, Some((_, item))) => {
                let class = if matches!(item, OpenItem::Edge(_)) { "edge" } else { "node" };
                // Version 1.1 has `id` instead of `for`.
                let id = attribute("for")?.map_or_else(|| attribute("id"), |id| Ok(Some(id)))?;
                let key = (class.into(), id.unwrap_or_default());
                if let Some(&meaning) = self.meanings.get(&key) {
                    self.set(meaning, &attribute("value")?.unwrap_or_default());
                }
            }
            // Text that yEd draws beside a vertex.
            ("NodeLabel", GraphMl, Some((_, OpenItem::Vertex { label: None, .. }))) => {
                self.data = Some((Meaning::DrawnLabel, String::new()));
            }
            ("Geometry", GraphMl, Some((_, OpenItem::Vertex { position, .. }))) => {
                *position = [number("x")?, number("y")?];
            }
            ("position", Gexf, Some((_, OpenItem::Vertex { position, .. }))) => {
                *position = [number("x")?, number("y")?.map(|y: f64| -y)];
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes the meaning of a key, which is the open element; one of weights may have a default.
    fn declare(&mut self, key: (String, String), meaning: Meaning, domains: [bool; 2]) {
        self.meanings.insert(key, meaning);
        let is_weight = meaning == Meaning::Weight;
        self.open_key = is_weight.then_some(WeightKey { depth: self.depth, domains });
    }

    /// Sets a value of the open item.
    fn set(&mut self, meaning: Meaning, text: &str) {
        let number = || text.trim().parse::<f64>().ok();
        match (self.item.as_mut().map(|(_, item)| item), meaning) {
            (Some(OpenItem::Vertex { name, label, position, weight, .. }), _) => match meaning {
                Meaning::Label => *label = label.take().or_else(|| Some(text.into())),
                Meaning::DrawnLabel => *label = label.take().or_else(|| Some(text.trim().into())),
                Meaning::Name => *name = Some(text.into()),
                Meaning::Across => position[0] = number(),
                Meaning::Upward => position[1] = number().map(|y| -y),
                Meaning::Weight => *weight = Some(Weight::written(text)),
                Meaning::Given => {}
            },
            (Some(OpenItem::Edge(edge)), Meaning::Given) => {
                edge.given = text.trim() == "true";
            }
            (Some(OpenItem::Edge(edge)), Meaning::Weight) => {
                edge.weight = Some(Weight::written(text));
            }
            _ => {}
        }
    }

    /// Ends an element.
    fn close(&mut self) -> Result<(), GraphError> {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        match (self.data.take(), &self.open_key) {
            (Some((_, text)), Some(key)) => {
                for (default, is_for) in self.defaults.iter_mut().zip(key.domains) {
                    if is_for {
                        *default = Weight::by_default(&text);
                    }
                }
            }
            (Some((meaning, text)), None) => self.set(meaning, &text),
            _ => {}
        }
        self.open_key.take_if(|key| key.depth >= depth);
        self.graph.take_if(|graph| *graph >= depth);
        let Some((_, item)) = self.item.take_if(|(begun, _)| *begun >= depth) else {
            return Ok(());
        };
        match item {
            OpenItem::Vertex { place, id, name, label, position: [x, y], weight } => {
                let label = label.or(name).map(Cow::Owned);
                let position = x.zip(y).map(|(x, y)| [x, y]);
                let weight = weight.or(self.defaults[0]);
                let vertex = self.builder.add_vertex(place, Cow::Owned(id))?;
                self.builder.vertices.describe(
                    place,
                    vertex,
                    WrittenVertex { label, position, weight },
                )
            }
            OpenItem::Edge(edge) => {
                let weight = edge.weight.or(self.defaults[1]);
                self.builder.join_ids(WrittenEdge { weight, ..edge })
            }
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
        let number = number.map_err(|error| self.builder.error(place, error.to_string()))?;
        match (number, resolve_predefined_entity(reference)) {
            (Some(character), _) => self.hear(character.encode_utf8(&mut [0; 4])),
            (None, Some(known)) => self.hear(known),
            (None, None) => {
                let problem = format!("`&{};` is not a known entity", brief(reference));
                return Err(self.builder.error(place, problem));
            }
        }
        Ok(())
    }
}

/// The value of an attribute, if the element has it.
///
/// # Errors
/// What is wrong with the attributes.
fn xml_attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, String> {
    let message = |error: AttrError| error.to_string();
    let Some(attribute) = element.try_get_attribute(name).map_err(message)? else {
        return Ok(None);
    };
    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
    Ok(Some(value.map_err(|error| error.to_string())?.into_owned()))
}
