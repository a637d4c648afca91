//! What the graph formats write is read back, directed or not.

use proptest::prelude::*;
use serde_json::json;

use super::{ExportError, ExportedEdges, dot, edge, graph6, hcp, node_link};
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
            let graph = NamedGraph { directed, names: names.clone(), edges, fixed: Vec::new() };
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
            if graph.directed && ["hcp", "edge"].contains(&format.name()) {
                continue;
            }
            let text = written(&graph, format.name());
            let read = graphs::read(*format, &text);
            // What the format does not hold.
            let mut expected = graph.clone();
            match format.name() {
                "hcp" => expected.names = counted(&graph, 1),
                "edge" => (expected.names, expected.fixed) = (counted(&graph, 1), vec![]),
                "graph6" => (expected.names, expected.fixed) = (counted(&graph, 0), vec![]),
                "dot" => expected.fixed = vec![],
                _ => {}
            }
            prop_assert_eq!(read, Ok(expected), "{}", text);
        }
    }
}

#[test]
fn formats_of_undirected_graphs_refuse_arcs() {
    let refused =
        ExportedEdges::listed(true, 2, &[(1, 0)]).undirected("hcp").err().expect("it is one");
    assert!(matches!(refused, ExportError::Directed("hcp")));
    assert!(ExportedEdges::listed(false, 2, &[(0, 1)]).undirected("hcp").is_ok());
}
