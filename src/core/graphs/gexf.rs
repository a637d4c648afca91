//! GEXF, Gephi's own format.

use std::{
    borrow::Cow,
    collections::HashMap,
    io::{self, Write},
};

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{
    ExportedEdges, GraphError, InputFormat, NamedGraph, Weight,
    builder::{GraphBuilder, WrittenEdge, WrittenVertex, is_counted},
    positions::VerticalAxis,
    scanner::brief,
    xml::{attribute, attribute_text},
};
use crate::limits::Permit;

/// `gexf`: a `graph` with `nodes` and `edges`, whose further values are named by `attributes`.
///
/// Vertices are named by their ids, or by their labels if the ids only count (`0`, `1`, … or `n0`,
/// …) and every vertex has a distinct label. The `weight` of an edge is its weight; that of a
/// vertex is its value of an attribute `weight`. An edge whose value of an attribute `given` is
/// `true` must be used. The `type` of an edge, otherwise `defaultedgetype`, is `directed`,
/// `undirected` or `mutual`. If all vertices have a `viz:position`, it is their position in
/// pictures, upward. Loops and repeated edges are dropped; nested vertices are refused; times of
/// dynamic graphs are ignored.
///
/// Source: "GEXF File Format", version 1.3, gexf.net.
pub static GEXF: InputFormat = InputFormat {
    name: "gexf",
    extensions: &["gexf"],
    summary: "GEXF of Gephi",
    begins: |line| line.contains("<gexf"),
    read: |text, permit, _| read(text, permit),
    ..InputFormat::BASE
};

fn read(text: &str, permit: Permit<'_>) -> Result<NamedGraph, GraphError> {
    let mut reader = Reader::from_str(text);
    let mut graph = GexfGraph {
        builder: GraphBuilder::new(text, permit),
        kind: None,
        class: String::new(),
        meanings: HashMap::new(),
        declared: String::new(),
        default: None,
        vertex_weight: None,
        has_items: false,
        item: None,
    };
    let mut depth = 0usize;
    loop {
        let place = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            graph.builder.error(reader.error_position() as usize, error.to_string())
        })?;
        match event {
            Event::Start(element) => {
                depth += 1;
                graph.open(place, &element)?;
            }
            Event::Empty(element) => {
                graph.open(place, &element)?;
                graph.close(element.local_name().as_ref())?;
            }
            Event::End(element) => {
                depth = depth.saturating_sub(1);
                graph.close(element.local_name().as_ref())?;
            }
            Event::Text(text) => {
                if let Some(default) = &mut graph.default {
                    default.push_str(&text.xml10_content());
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let GexfGraph { builder, kind, .. } = graph;
    if depth > 0 {
        return Err(builder.error(text.len(), "the file ends within an element"));
    }
    let Some(kind) = kind else {
        return Err(builder.error(text.len(), "there is no `graph`"));
    };
    builder.graph(kind == "directed", is_counted)
}

/// The open element among the nodes or edges.
enum OpenItem {
    Node { place: usize, id: String, vertex: WrittenVertex<'static> },
    Edge { edge: WrittenEdge<Cow<'static, str>>, is_mutual: bool },
}

/// A file that is being read.
struct GexfGraph<'a> {
    builder: GraphBuilder<'a>,
    /// The default type of edges, once the graph has begun.
    kind: Option<String>,
    /// The class of the attributes being declared: nodes or edges.
    class: String,
    /// The meanings of the attributes of a class, by id: `weight` or `given`.
    meanings: HashMap<(String, String), String>,
    /// The title of the last attribute.
    declared: String,
    /// The text of its default, while that element is open.
    default: Option<String>,
    /// The default weight of vertices.
    vertex_weight: Option<Weight>,
    has_items: bool,
    item: Option<OpenItem>,
}

impl GexfGraph<'_> {
    fn open(&mut self, place: usize, element: &BytesStart<'_>) -> Result<(), GraphError> {
        let wrong = |said: String| self.builder.error(place, said);
        let read = |name: &str| attribute(element, name).map_err(wrong);
        let missing = |what: &str| self.builder.error(place, what);
        match (element.local_name().as_ref(), &mut self.item) {
            ("graph", None) if self.kind.is_some() => {
                return Err(missing("a second graph; a file has one"));
            }
            ("graph", None) => {
                self.kind = Some(read("defaultedgetype")?.unwrap_or_else(|| "undirected".into()));
            }
            ("attributes", _) if self.has_items => {
                return Err(missing("`attributes` stand before the nodes and edges"));
            }
            ("attributes", _) => self.class = read("class")?.unwrap_or_default(),
            ("default", _) => self.default = Some(String::new()),
            ("attribute", _) => {
                let title = read("title")?.unwrap_or_default().to_ascii_lowercase();
                let id = read("id")?.unwrap_or_default();
                self.declared.clone_from(&title);
                self.meanings.insert((self.class.clone(), id), title);
            }
            ("node", Some(_)) => {
                return Err(missing("a vertex in another; graphs in vertices are not read"));
            }
            ("node", None) if self.kind.is_some() => {
                let id = read("id")?.ok_or_else(|| missing("a node needs an `id`"))?;
                let label = read("label")?.map(Cow::Owned);
                let vertex = WrittenVertex { label, ..WrittenVertex::default() };
                self.item = Some(OpenItem::Node { place, id, vertex });
                self.has_items = true;
            }
            ("edge", None) if self.kind.is_some() => {
                let end = |name| {
                    let found = read(name)?;
                    found.ok_or_else(|| missing("an edge needs a `source` and a `target`"))
                };
                let ends = [Cow::Owned(end("source")?), Cow::Owned(end("target")?)];
                let kind = read("type")?.or_else(|| self.kind.clone()).unwrap_or_default();
                let directed = match kind.as_str() {
                    "directed" | "mutual" => true,
                    "undirected" => false,
                    _ => {
                        let kind = brief(&kind);
                        return Err(missing(&format!(
                            "`{kind}` is not a type of an edge; write directed, undirected or mutual"
                        )));
                    }
                };
                let weight = read("weight")?.map(|text| Weight::written(&text));
                let edge = WrittenEdge { place, ends, directed, given: false, weight };
                self.item = Some(OpenItem::Edge { edge, is_mutual: kind == "mutual" });
                self.has_items = true;
            }
            ("attvalue", Some(item)) => {
                // Version 1.1 has `id` instead of `for`.
                let id = attribute(element, "for").and_then(|id| match id {
                    Some(id) => Ok(Some(id)),
                    None => attribute(element, "id"),
                });
                let value = attribute(element, "value");
                let said = |said: String| self.builder.error(place, said);
                let (id, value) = (id.map_err(said)?, value.map_err(said)?.unwrap_or_default());
                let class = if matches!(item, OpenItem::Node { .. }) { "node" } else { "edge" };
                let meaning = self.meanings.get(&(class.into(), id.unwrap_or_default()));
                match (item, meaning.map(String::as_str)) {
                    (OpenItem::Node { vertex, .. }, Some("weight")) => {
                        vertex.weight = Some(Weight::written(&value));
                    }
                    (OpenItem::Edge { edge, .. }, Some("given")) => {
                        edge.given = value.trim() == "true";
                    }
                    _ => {}
                }
            }
            ("position", Some(OpenItem::Node { vertex, .. })) => {
                let coordinate = |name| {
                    let text = attribute(element, name);
                    let text = text.map_err(|said| self.builder.error(place, said))?;
                    Ok::<_, GraphError>(text.and_then(|text| text.trim().parse().ok()))
                };
                let place = coordinate("x")?.zip(coordinate("y")?);
                vertex.position = place.map(|(x, y)| ([x, y], VerticalAxis::Up));
            }
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<(), GraphError> {
        if let ("default", Some(text)) = (name, self.default.take())
            && (self.class.as_str(), self.declared.as_str()) == ("node", "weight")
        {
            self.vertex_weight = Weight::by_default(&text);
        }
        if !["node", "edge"].contains(&name) {
            return Ok(());
        }
        match self.item.take() {
            Some(OpenItem::Node { place, id, mut vertex }) => {
                vertex.weight = vertex.weight.or(self.vertex_weight);
                self.builder.add_vertex(place, Cow::Owned(id), vertex)
            }
            Some(OpenItem::Edge { edge, is_mutual }) => {
                let [from, to] = edge.ends.clone();
                let back = WrittenEdge { ends: [to, from], ..edge.clone() };
                self.builder.add_edge(edge)?;
                if is_mutual { self.builder.add_edge(back) } else { Ok(()) }
            }
            None => Ok(()),
        }
    }
}

/// Writes a graph with a description; each name is a label.
///
/// # Errors
/// The writer's error; [`io::ErrorKind::InvalidData`] for a character that XML does not allow.
pub fn write(
    edges: ExportedEdges<'_>,
    description: &str,
    name: &dyn Fn(u32) -> String,
    is_given: &dyn Fn((u32, u32)) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let text = |value: &str| attribute_text("gexf", value);
    let direction = if edges.directed { "directed" } else { "undirected" };
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">")?;
    writeln!(out, " <meta>\n  <description>{}</description>\n </meta>", text(description)?)?;
    writeln!(out, " <graph defaultedgetype=\"{direction}\">")?;
    if edges.weights.is_some() {
        writeln!(out, "  <attributes class=\"node\">")?;
        writeln!(out, "   <attribute id=\"weight\" title=\"weight\" type=\"long\"/>")?;
        writeln!(out, "  </attributes>")?;
    }
    writeln!(out, "  <attributes class=\"edge\">")?;
    writeln!(out, "   <attribute id=\"given\" title=\"given\" type=\"boolean\"/>")?;
    writeln!(out, "  </attributes>\n  <nodes>")?;
    let value = |of: &str, value: &str| {
        format!("<attvalues><attvalue for=\"{of}\" value=\"{value}\"/></attvalues>")
    };
    for vertex in 0..edges.vertices {
        let label = text(&name(vertex))?;
        write!(out, "   <node id=\"{vertex}\" label=\"{label}\"")?;
        match edges.weight(vertex) {
            Some(weight) => writeln!(out, ">{}</node>", value("weight", &weight.to_string()))?,
            None => writeln!(out, "/>")?,
        }
    }
    writeln!(out, "  </nodes>\n  <edges>")?;
    let mut weights = edges.edge_weights.into_iter().flatten();
    for (number, (a, b)) in edges.list.enumerate() {
        write!(out, "   <edge id=\"{number}\" source=\"{a}\" target=\"{b}\"")?;
        if let Some(weight) = weights.next() {
            write!(out, " weight=\"{weight}\"")?;
        }
        if is_given((a, b)) {
            writeln!(out, ">{}</edge>", value("given", "true"))?;
        } else {
            writeln!(out, "/>")?;
        }
    }
    writeln!(out, "  </edges>\n </graph>\n</gexf>")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Gephi writes it.
    const GEPHI: &str = r#"<?xml version='1.0' encoding='UTF-8'?>
<gexf xmlns="http://gexf.net/1.3" version="1.3" xmlns:viz="http://gexf.net/1.3/viz">
  <meta lastmodifieddate="2024-01-01"><creator>Gephi 0.10</creator></meta>
  <graph defaultedgetype="undirected" mode="static">
    <attributes class="node" mode="static">
      <attribute id="modularity_class" title="Modularity Class" type="integer"><default>0</default></attribute>
      <attribute id="w" title="weight" type="double"/>
    </attributes>
    <nodes>
      <node id="0" label="Myriel">
        <attvalues><attvalue for="modularity_class" value="5"/><attvalue for="w" value="2"/></attvalues>
        <viz:size value="28.6"/><viz:position x="0.0" y="10"/><viz:color r="1" g="2" b="3"/>
      </node>
      <node id="1" label="Napol&#233;on"><viz:position x="10" y="0"/></node>
      <node id="2" label="Mlle &amp; Co"><viz:position x="5" y="5"/></node>
    </nodes>
    <edges>
      <edge id="0" source="1" target="0"/>
      <edge id="1" source="2" target="0" weight="8.0"></edge>
      <edge id="2" source="0" target="1" weight="3.0"/>
    </edges>
  </graph>
</gexf>
"#;

    fn error(text: &str) -> String {
        GEXF.read(text).unwrap_err().to_string()
    }

    #[test]
    fn what_gephi_writes() {
        for text in [GEPHI.to_string(), GEPHI.replace('\n', "\r")] {
            let graph = GEXF.read(&text).unwrap();
            assert_eq!(graph.names, ["Myriel", "Napoléon", "Mlle & Co"]);
            assert_eq!((graph.directed, &graph.edges[..]), (false, &[(0, 1), (0, 2)][..]));
            // The first of two edges between the same vertices has no weight.
            assert_eq!(graph.weights, [1.0, 8.0].map(Weight::of));
            assert_eq!(graph.vertex_weights, [2.0, 1.0, 1.0].map(Weight::of));
            assert_eq!(graph.positions, [[0, 0], [10_000, 10_000], [5_000, 5_000]]);
        }
        let text = GEPHI.replace("id=\"1\" source=\"2\"", "type=\"directed\" source=\"2\"");
        let graph = GEXF.read(&text).unwrap();
        assert_eq!((graph.directed, graph.edges), (true, vec![(0, 1), (1, 0), (2, 0)]));
        let text = GEPHI.replace("source=\"1\" target", "type=\"mutual\" source=\"1\" target");
        assert_eq!(GEXF.read(&text).unwrap().edges, [(0, 1), (0, 2), (1, 0), (2, 0)]);
        let text = GEPHI.replace("<default>0", "<default>x");
        assert_eq!(GEXF.read(&text).unwrap().vertex_weights.len(), 3);
        let key = "title=\"weight\" type=\"double\"";
        let text =
            GEPHI.replace(&format!("{key}/>"), &format!("{key}><default>4</default></attribute>"));
        assert_eq!(GEXF.read(&text).unwrap().vertex_weights, [2.0, 4.0, 4.0].map(Weight::of));
        let ids = GEPHI
            .replace("id=\"2\" label", "id=\"x\" label")
            .replace("source=\"2\"", "source=\"x\"");
        assert_eq!(GEXF.read(&ids).unwrap().names, ["0", "1", "x"]);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let graph = |inner: &str| format!("<gexf><graph>\n{inner}\n</graph></gexf>");
        let nodes = "<node id='a'/><node id='b'/>";
        for (inner, said) in [
            ("<node/>", "2:1: a node needs an `id`"),
            ("<node id='a'/><node id='a'/>", "2:15: a second vertex `a`"),
            ("<node id='a'><nodes><node id='b'/></nodes></node>", "2:21: a vertex in another"),
            ("<edge source='a'/>", "2:1: an edge needs a `source` and a `target`"),
            ("<edge source='a' target='b'/>", "2:1: no vertex has the id `a`"),
            (&format!("{nodes}<edge type='x' source='a' target='b'/>"), "2:29: `x` is not a type"),
            ("<graph/>", "2:1: a second graph"),
        ] {
            let said_in_fact = error(&graph(inner));
            assert!(said_in_fact.starts_with(said), "{inner}: {said_in_fact}");
        }
        assert_eq!(error("<gexf></gexf>"), "1:14: there is no `graph`");
        assert_eq!(error("<gexf><graph>"), "1:14: the file ends within an element");
        assert!(error("<gexf><graph></nodes>").starts_with("1:"));
    }

    #[test]
    fn what_is_written_is_read() {
        let names = ["a\nb", "<&>\"'", "é"].map(String::from);
        let list = [(0, 1), (1, 2)];
        for directed in [false, true] {
            let edges = ExportedEdges::listed(directed, 3, &list).weighing(Some(&[3, 1, 2]));
            let edges = ExportedEdges { edge_weights: Some(vec![5, 6]), ..edges };
            let name = |vertex: u32| names[vertex as usize].clone();
            let mut text = Vec::new();
            write(edges, "x -- y", &name, &|edge| edge == (1, 2), &mut text).unwrap();
            let graph = GEXF.read(std::str::from_utf8(&text).unwrap()).unwrap();
            assert_eq!((graph.directed, &graph.names[..]), (directed, &names[..]));
            assert_eq!((&graph.edges[..], &graph.fixed[..]), (&list[..], &[(1, 2)][..]));
            assert_eq!(graph.weights, [5.0, 6.0].map(Weight::of));
            assert_eq!(graph.vertex_weights, [3.0, 1.0, 2.0].map(Weight::of));
        }
    }
}
