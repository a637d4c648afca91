//! What the graph formats write is read back, directed or not.

use proptest::prelude::*;
use serde_json::json;

use super::{
    ExportError, ExportedEdges, dot, edge, gml, graph6, graphml, hcp, lists, matrix_market,
    node_link, pajek,
};
use crate::graphs::{self, NamedGraph};

/// A graph in a format.
fn written(graph: &NamedGraph, format: &str) -> String {
    let mut out = Vec::new();
    let edges = ExportedEdges::listed(graph.directed, graph.vertices(), &graph.edges);
    let label = |vertex: u32| graph.names[vertex as usize].clone();
    let is_given = |edge| graph.fixed.binary_search(&edge).is_ok();
    match format {
        "hcp" => hcp::write_problem("a name", &["x".into()], edges, &graph.fixed, &mut out),
        "edge" => edge::write_graph(edges, &mut out),
        "dot" => {
            let attributes = |vertex| format!("label = {}", dot::quoted(&label(vertex)));
            dot::write_graph(edges, &attributes, &is_given, &mut out)
        }
        "graph6" => graph6::write_line(edges, &mut out),
        "node-link" => {
            let node = |vertex| json!({"id": label(vertex)});
            let again = ExportedEdges::listed(graph.directed, graph.vertices(), &graph.edges);
            node_link::write_graph([edges, again], &json!({}), &node, &label, &is_given, &mut out)
        }
        "graphml" => {
            let node = |vertex| vec![("label", label(vertex))];
            graphml::write_graph(edges, &vec![], &node, &is_given, &mut out)
        }
        "gml" => gml::write_graph(edges, &label, &|_| false, &is_given, &mut out),
        "edge-list" => lists::write_edges(edges, &label, &mut out),
        "adjacency-list" => lists::write_neighbours(edges, &label, &mut out),
        "pajek" => pajek::write_graph(edges, &label, &mut out),
        "matrix-market" => matrix_market::write_graph(edges, &[], &mut out),
        _ => unreachable!("a format of this list"),
    }
    .expect("memory can be written to");
    String::from_utf8(out).expect("every format is text")
}

/// Small graphs with strange names.
fn graph() -> impl Strategy<Value = NamedGraph> {
    let names = prop::collection::btree_set("[a-c \"\\\\é{\n;]{1,4}", 0..12);
    (any::<bool>(), names).prop_flat_map(|(directed, names)| {
        let names: Vec<String> = names.into_iter().collect();
        let n = names.len() as u32;
        let pairs: Vec<(u32, u32)> = (0..n)
            .flat_map(|a| (0..n).map(move |b| (a, b)))
            .filter(|(a, b)| if directed { a != b } else { a < b })
            .collect();
        let (most, few) = (pairs.len(), pairs.len() / 3);
        prop::sample::subsequence(pairs, few..=most).prop_flat_map(move |edges| {
            let names = names.clone();
            let graph = NamedGraph { directed, names, edges, ..NamedGraph::default() };
            let most = graph.edges.len();
            prop::sample::subsequence(graph.edges.clone(), 0..=most)
                .prop_map(move |fixed| NamedGraph { fixed, ..graph.clone() })
        })
    })
}

/// The names `first`, `first + 1`, ….
fn counted(graph: &NamedGraph, first: usize) -> Vec<String> {
    (first..first + graph.names.len()).map(|number| number.to_string()).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read(graph in graph()) {
        for format in graphs::registry() {
            if graph.directed && UNDIRECTED.contains(&format.name()) {
                continue;
            }
            // What the format does not hold.
            let mut graph = graph.clone();
            match format.name() {
                "edge-list" | "adjacency-list" => {
                    graph.names = graph.names.iter().map(|name| word(name)).collect();
                }
                "pajek" => graph.names = graph.names.iter().map(|name| line(name)).collect(),
                _ => {}
            }
            let text = written(&graph, format.name());
            let read = graphs::read(*format, &text);
            let mut expected = graph;
            match format.name() {
                "hcp" => expected.names = counted(&expected, 1),
                "edge" | "matrix-market" => {
                    (expected.names, expected.fixed) = (counted(&expected, 1), vec![]);
                }
                "graph6" => (expected.names, expected.fixed) = (counted(&expected, 0), vec![]),
                "dot" | "edge-list" | "adjacency-list" | "pajek" => expected.fixed = vec![],
                _ => {}
            }
            if ["edge-list", "adjacency-list"].contains(&format.name()) {
                // Vertices come in another order.
                prop_assert_eq!(read.as_ref().map(by_name), Ok(by_name(&expected)), "{}", text);
                continue;
            }
            let is_matrix = ["matrix-market", "pajek"].contains(&format.name());
            if is_matrix && expected.directed && is_symmetric(&expected.edges) {
                // Without a direction that tells it apart, it is none.
                continue;
            }
            prop_assert_eq!(read, Ok(expected), "{}", text);
        }
    }
}

/// The formats of undirected graphs.
const UNDIRECTED: [&str; 4] = ["hcp", "edge", "edge-list", "adjacency-list"];

/// A word made of a name.
fn word(name: &str) -> String {
    format!("x{}", name.replace(' ', "_").replace('\n', "|"))
}

/// A label made of a name.
fn line(name: &str) -> String {
    name.replace('"', "'").replace('\n', "|")
}

/// Whether each arc leads back too.
fn is_symmetric(edges: &[(u32, u32)]) -> bool {
    edges.iter().all(|&(a, b)| edges.contains(&(b, a)))
}

/// The names, and the names of the ends of the edges, in order.
fn by_name(graph: &NamedGraph) -> (Vec<String>, Vec<[String; 2]>) {
    let name = |vertex: u32| graph.names[vertex as usize].clone();
    let mut edges: Vec<[String; 2]> = graph
        .edges
        .iter()
        .map(|&(a, b)| {
            let mut ends = [name(a), name(b)];
            ends.sort();
            ends
        })
        .collect();
    edges.sort();
    let mut names = graph.names.clone();
    names.sort();
    (names, edges)
}

#[test]
fn formats_of_undirected_graphs_refuse_arcs() {
    let refused =
        ExportedEdges::listed(true, 2, &[(1, 0)]).undirected("hcp").err().expect("it is one");
    assert!(matches!(refused, ExportError::Directed("hcp")));
    assert!(ExportedEdges::listed(false, 2, &[(0, 1)]).undirected("hcp").is_ok());
}
