//! GEXF, Gephi's own format.

use std::{
    fmt::Display,
    io::{self, Write},
};

use super::{
    ExportedGraph, GraphFileFormat,
    xml::attribute_text,
    xml_graph::{self, XmlDialect},
};

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
pub static GEXF: GraphFileFormat = GraphFileFormat {
    name: "gexf",
    extensions: &["gexf"],
    summary: "GEXF of Gephi",
    begins: |line| line.contains("<gexf"),
    read: |text, reading, _| xml_graph::read(text, reading, XmlDialect::Gexf),
    writes: "the graph of the moves or attacks as GEXF, for Gephi",
    has_edge_weights: true,
    write,
    ..GraphFileFormat::BASE
};

/// Writes vertices `0`, `1`, … with their names as labels.
fn write(graph: &ExportedGraph<'_>, out: &mut dyn Write) -> io::Result<()> {
    let text = |value: &str| attribute_text("gexf", value);
    // Before anything is written.
    (0..graph.vertices).try_for_each(|vertex| text(&graph.name(vertex)).map(drop))?;
    let direction = if graph.directed { "directed" } else { "undirected" };
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">")?;
    let description = text(&graph.texts.comments().join("\n"))?;
    writeln!(out, " <meta>\n  <description>{description}</description>\n </meta>")?;
    writeln!(out, " <graph defaultedgetype=\"{direction}\">")?;
    let weight = graph.weights.is_some().then_some(["node", "weight", "long"]);
    for [class, name, kind] in weight.into_iter().chain([["edge", "given", "boolean"]]) {
        writeln!(out, "  <attributes class=\"{class}\">")?;
        writeln!(out, "   <attribute id=\"{name}\" title=\"{name}\" type=\"{kind}\"/>")?;
        writeln!(out, "  </attributes>")?;
    }
    writeln!(out, "  <nodes>")?;
    let value = |of: &str, value: &dyn Display| {
        format!("<attvalues><attvalue for=\"{of}\" value=\"{value}\"/></attvalues>")
    };
    for vertex in 0..graph.vertices {
        write!(out, "   <node id=\"{vertex}\" label=\"{}\"", text(&graph.name(vertex))?)?;
        match graph.weight(vertex) {
            Some(weight) => writeln!(out, ">{}</node>", value("weight", &weight))?,
            None => writeln!(out, "/>")?,
        }
    }
    writeln!(out, "  </nodes>\n  <edges>")?;
    for (number, ((a, b), weight)) in graph.weighted_edges().enumerate() {
        write!(out, "   <edge id=\"{number}\" source=\"{a}\" target=\"{b}\"")?;
        if let Some(weight) = weight {
            write!(out, " weight=\"{weight}\"")?;
        }
        if graph.is_given_edge((a, b)) {
            writeln!(out, ">{}</edge>", value("given", &true))?;
        } else {
            writeln!(out, "/>")?;
        }
    }
    writeln!(out, "  </edges>\n </graph>\n</gexf>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::{Weight, exported_graph::NamesOnly};

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
        for (inner, expected) in [
            ("<node/>", "2:1: a node needs an `id`"),
            ("<node id='a'/><node id='a'/>", "2:15: duplicate vertex `a`"),
            ("<node id='a'><nodes><node id='b'/></nodes></node>", "2:21: a vertex inside another"),
            ("<edge source='a'/>", "2:1: an edge needs a `source` and a `target`"),
            ("<edge source='a' target='b'/>", "2:1: no vertex has the id `a`"),
            (
                &format!("{nodes}<edge type='x' source='a' target='b'/>"),
                "2:29: `x` is not an edge type",
            ),
            ("<graph/>", "2:1: a second graph"),
        ] {
            let message = error(&graph(inner));
            assert!(message.starts_with(expected), "{inner}: {message}");
        }
        assert_eq!(error("<gexf></gexf>"), "1:14: there is no `graph`");
        assert_eq!(error("<gexf><graph>"), "1:14: the file ends within an element");
        assert!(error("<gexf><graph></nodes>").starts_with("1:"));
    }

    #[test]
    fn what_is_written_is_read() {
        let list = [(0, 1), (1, 2)];
        for directed in [false, true] {
            let names = NamesOnly(&["a\nb", "<&>\"'", "é"]);
            let graph = ExportedGraph {
                weights: Some(&[3, 1, 2]),
                edge_weights: Some(vec![5, 6]),
                given_edges: vec![(1, 2)],
                ..ExportedGraph::listed(directed, 3, &list, &names)
            };
            let mut text = Vec::new();
            write(&graph, &mut text).unwrap();
            let graph = GEXF.read(std::str::from_utf8(&text).unwrap()).unwrap();
            assert_eq!(
                (graph.directed, &graph.names[..]),
                (directed, &["a\nb", "<&>\"'", "é"].map(String::from)[..])
            );
            assert_eq!((&graph.edges[..], &graph.fixed[..]), (&list[..], &[(1, 2)][..]));
            assert_eq!(graph.weights, [5.0, 6.0].map(Weight::of));
            assert_eq!(graph.vertex_weights, [3.0, 1.0, 2.0].map(Weight::of));
        }
    }
}
