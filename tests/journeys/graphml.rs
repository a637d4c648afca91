//! A user takes a graph to Gephi, yEd, `NetworkX` or igraph: an XML reader finds all of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::harness::{answer, satranj};
use roxmltree::{Document, Node};
use serde_json::Value;

const NAMESPACE: &str = "http://graphml.graphdrawing.org/xmlns";

/// The data of an element by name, using the keys that the file declares.
type Data = BTreeMap<String, String>;

/// A graph as a `GraphML` reader sees it.
#[derive(Debug)]
struct Graph {
    directed: bool,
    data: Data,
    vertices: Vec<Data>,
    /// The labels of the ends, and the data.
    edges: Vec<(String, String, Data)>,
}

fn children<'a>(of: Node<'a, 'a>, name: &'static str) -> Vec<Node<'a, 'a>> {
    of.children().filter(|node| node.has_tag_name((NAMESPACE, name))).collect()
}

/// Reads a file; all data must be declared, with their element and type.
fn read(text: &str) -> Graph {
    let file = Document::parse(text).expect("it is XML");
    let root = file.root_element();
    assert!(root.has_tag_name((NAMESPACE, "graphml")), "{text:.200}");
    let attribute = |node: Node<'_, '_>, name: &str| -> String {
        node.attribute(name).unwrap_or_else(|| panic!("{node:?} has no {name}")).into()
    };
    let mut keys = BTreeMap::new();
    for key in children(root, "key") {
        let kind =
            [attribute(key, "for"), attribute(key, "attr.name"), attribute(key, "attr.type")];
        assert!(keys.insert(attribute(key, "id"), kind).is_none(), "two keys have one id");
    }
    let data = |node: Node<'_, '_>| -> Data {
        let mut found = Data::new();
        for data in node.children().filter(|child| child.has_tag_name((NAMESPACE, "data"))) {
            let [domain, name, kind] = &keys[&attribute(data, "key")];
            assert_eq!(domain, node.tag_name().name(), "{data:?}");
            let value = data.text().unwrap_or_default();
            assert!(kind == "string" || kind == "boolean" && value == "true", "{data:?}");
            assert!(found.insert(name.clone(), value.into()).is_none(), "{data:?}");
        }
        found
    };
    let graphs = children(root, "graph");
    assert_eq!(graphs.len(), 1);
    let mut numbers = BTreeMap::new();
    let mut vertices = Vec::new();
    for node in children(graphs[0], "node") {
        assert!(numbers.insert(attribute(node, "id"), vertices.len()).is_none(), "{node:?}");
        vertices.push(data(node));
    }
    let edges = children(graphs[0], "edge").into_iter().map(|edge| {
        let end = |name| vertices[numbers[&attribute(edge, name)]]["label"].clone();
        (end("source"), end("target"), data(edge))
    });
    Graph {
        directed: attribute(graphs[0], "edgedefault") == "directed",
        data: data(graphs[0]),
        edges: edges.collect(),
        vertices,
    }
}

/// The graph of a puzzle, stated by arguments and an input.
fn exported(puzzle: &str, input: &str) -> (Graph, Value) {
    let line = |format| satranj(&format!("export {puzzle} --format {format}")).input(input);
    let graph = read(line("graphml").run().exits(0).text());
    let link = line("node-link").run().exits(0);
    (graph, serde_json::from_slice(&link.stdout).expect("JSON"))
}

/// Directed, with names that XML must escape.
const ARCS: &str = r#"{"directed": true, "nodes": [{"id": "a<b>&\"c'"}, {"id": " two\n\t\r"}, {"id": "é]]>"}],
    "links": [{"source": "a<b>&\"c'", "target": " two\n\t\r", "given": true},
        {"source": " two\n\t\r", "target": "a<b>&\"c'"},
        {"source": " two\n\t\r", "target": "é]]>"}, {"source": "é]]>", "target": "a<b>&\"c'"}]}"#;

#[test]
fn it_holds_what_node_link_holds() {
    for (puzzle, input) in [
        ("tour 3x4", ""),
        ("tour 5x6 --closed --given a1-b3 --block c3", ""),
        ("tour 1x1", ""),
        ("queens 5 --given a1 --block c3", ""),
        ("place 2x3 --army queen=1,knight=1 --given knight@a1", ""),
        ("dominate 4x4 --piece queen --given a1", ""),
        ("route 4x4 --from a1 --to d4", ""),
        ("hamilton - --input-format node-link", ARCS),
    ] {
        let (graph, link) = exported(puzzle, input);
        let text = |value: &Value| value.as_str().expect("text").to_string();
        assert_eq!(Value::from(graph.directed), link["directed"], "{puzzle}");
        assert_eq!(graph.data["name"], text(&link["graph"]["name"]), "{puzzle}");
        let statement: Value = serde_json::from_str(&graph.data["puzzle"]).expect("JSON");
        assert_eq!(statement, link["graph"]["puzzle"], "{puzzle}");
        let nodes = link["nodes"].as_array().expect("nodes");
        assert_eq!(graph.vertices.len(), nodes.len(), "{puzzle}");
        for (vertex, node) in graph.vertices.iter().zip(nodes) {
            assert_eq!(vertex["label"], text(&node["id"]), "{puzzle}");
            assert_eq!(vertex.get("kind").cloned(), node.get("kind").map(text), "{puzzle}");
            assert_eq!(vertex.contains_key("given"), node["given"] == true, "{puzzle}");
        }
        let links = link["links"].as_array().expect("links");
        let links: Vec<(String, String, bool)> = (links.iter())
            .map(|link| (text(&link["source"]), text(&link["target"]), link["given"] == true))
            .collect();
        let edges: Vec<(String, String, bool)> = (graph.edges.into_iter())
            .map(|(a, b, data)| (a, b, data.contains_key("given")))
            .collect();
        assert_eq!(edges, links, "{puzzle}");
        assert_eq!(edges.iter().any(|edge| edge.2), puzzle.contains("-b3") || !input.is_empty());
    }
}

#[test]
fn fixed_ends_are_marked() {
    let graph = read(answer("export tour 3x4 --start a1 --end d3 --format graphml").text());
    let labels = |mark: &str| -> BTreeSet<&str> {
        let marked = graph.vertices.iter().filter(|vertex| vertex.contains_key(mark));
        marked.map(|vertex| vertex["label"].as_str()).collect()
    };
    assert_eq!((labels("start"), labels("end")), (["a1"].into(), ["d3"].into()));
    assert!(labels("given").is_empty());
}

#[test]
fn the_graph_states_its_puzzle() {
    let graph = read(answer("export tour 5x5 --start a1 --format graphml").text());
    let statement = format!("{{\"puzzle\":{}}}", graph.data["puzzle"]);
    let solved = satranj("solve --from - --json").input(statement).call().exits(0).json();
    let expected = answer("solve tour 5x5 --start a1 --json").json();
    assert_eq!(solved["instance"], expected["instance"]);
    let last = graph.data["comment"].lines().last().expect("a header").to_string();
    assert_eq!(last, format!("instance {}", expected["instance"].as_str().expect("text")));
}

#[test]
fn a_name_that_xml_cannot_hold_is_refused() {
    let graph = "{\"nodes\": [{\"id\": \"a\\u0001\"}, {\"id\": \"b\"}], \"links\": []}";
    let line = "export hamilton - --input-format node-link --format graphml";
    let said = satranj(line).input(graph).call().exits(1);
    let words = "`graphml` cannot hold the character U+0001 of `a\\u{1}`";
    assert!(said.only_complaint().contains(words), "{}", said.report());
}

#[test]
fn a_million_edges_need_no_more_memory_than_the_graph() {
    let line = "export place 86x86 --piece queen --format graphml --memory-limit 200MiB";
    let ran = satranj(line).run().exits(0);
    // n(n - 1)(5n - 1)/3 pairs of squares.
    let edges = ran.stdout.windows(6).filter(|bytes| bytes == b"<edge ").count();
    assert_eq!(edges, 86 * 85 * 429 / 3);
    assert!(ran.stdout.ends_with(b"</graphml>\n"));
}

#[test]
fn directions_that_a_program_writes_for_every_edge_are_said() {
    let drawn = r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">
        <node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/>
        <edge source="c" target="b"/><edge source="a" target="c"/></graph></graphml>"#;
    let solved = |options: &str| {
        let line = format!("solve hamilton - --input-format graphml --format text {options}");
        satranj(&line).input(drawn).run().exits(0)
    };
    let said = solved("");
    let note = "satranj: standard input: the edges have directions; --as undirected ignores them\n";
    assert_eq!(said.stderr, note);
    assert!(said.text().contains("\nbecause no edge leads from b\n"), "{}", said.report());
    for (options, answer) in [("--as undirected", "\nsolved "), ("--as directed", "\nbecause ")] {
        let said = solved(options);
        assert_eq!(said.stderr, "");
        assert!(said.text().contains(answer), "{}", said.report());
    }
}
