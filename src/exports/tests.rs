//! Reads back what the graph formats write, directed or not.

use proptest::prelude::*;

use super::{ExportError, by_name, write_graph};
use crate::{
    graphs::{self, ExportedGraph, GraphTexts, NamedGraph, Places, Weight},
    limits::Limits,
    run::Run,
};

/// The names of a graph that was read.
struct ReadNames<'a>(&'a NamedGraph);

impl GraphTexts for ReadNames<'_> {
    fn title(&self) -> String {
        "a name".into()
    }

    fn comments(&self) -> Vec<String> {
        vec!["x".into()]
    }

    fn name(&self, vertex: u32) -> String {
        self.0.names[vertex as usize].clone()
    }
}

/// A graph in a format.
fn written(graph: &NamedGraph, format: &str) -> Result<String, ExportError> {
    let weights: Option<Vec<u32>> = (!graph.vertex_weights.is_empty())
        .then(|| graph.vertex_weights.iter().filter_map(|weight| weight.whole()).collect());
    let names = ReadNames(graph);
    let edges = ExportedGraph::listed(graph.directed, graph.vertices(), &graph.edges, &names);
    let given_edges = graph.fixed.clone();
    let exported = ExportedGraph { weights: weights.as_deref(), given_edges, ..edges };
    let format = graphs::by_name(format).expect("it is a format");
    let mut out = Vec::new();
    write_graph(format, &exported, &Run::new(Limits::default(), 1), &mut out)?;
    Ok(String::from_utf8(out).expect("every format is text"))
}

/// Small graphs with strange names, half of them with vertex weights.
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
            let fixed = prop::sample::subsequence(graph.edges.clone(), 0..=most);
            (fixed, weights(graph.names.len())).prop_map(move |(fixed, vertex_weights)| {
                NamedGraph { fixed, vertex_weights, ..graph.clone() }
            })
        })
    })
}

/// No weights, or one for each vertex.
fn weights(vertices: usize) -> impl Strategy<Value = Vec<Weight>> {
    let weight = prop_oneof![1..=9u32, 1..=u32::MAX].prop_map(|weight| Weight::of(weight.into()));
    let weights = prop::collection::vec(weight, vertices);
    (any::<bool>(), weights).prop_map(|(has, weights)| if has { weights } else { Vec::new() })
}

/// The names `first`, `first + 1`, ….
fn counted(graph: &NamedGraph, first: usize) -> Vec<String> {
    (first..first + graph.names.len()).map(|number| number.to_string()).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read(graph in graph()) {
        for format in graphs::registry() {
            if graph.directed && !format.has_arcs {
                continue;
            }
            // Removes what the format cannot hold.
            let mut graph = graph.clone();
            match format.name {
                "edge-list" | "adjacency-list" => {
                    // Two names may become the same word.
                    let names = graph.names.iter().enumerate();
                    graph.names = names.map(|(at, name)| format!("{}{at}", word(name))).collect();
                }
                "pajek" => graph.names = graph.names.iter().map(|name| line(name)).collect(),
                _ => {}
            }
            if format.asks_for_cycle || !format.has_vertex_weights {
                graph.vertex_weights.clear();
            }
            let text = written(&graph, format.name).expect("the format holds it");
            let read = graphs::read(format, &text);
            let read = read.map(|graph| NamedGraph { places: Places::default(), ..graph });
            let mut expected = graph;
            match format.name {
                "hcp" => expected.names = counted(&expected, 1),
                "graph6" => (expected.names, expected.fixed) = (counted(&expected, 0), vec![]),
                "dot" | "edge-list" | "adjacency-list" | "pajek" => expected.fixed = vec![],
                "node-link" | "graphml" | "gml" | "gexf" | "csv" | "tsv" => {}
                // Without names.
                _ => (expected.names, expected.fixed) = (counted(&expected, 1), vec![]),
            }
            if ["edge-list", "adjacency-list", "csv", "tsv"].contains(&format.name) {
                // Vertices come in another order.
                prop_assert_eq!(read.as_ref().map(named_ends), Ok(named_ends(&expected)), "{}", text);
                continue;
            }
            let is_matrix = ["matrix-market", "matrix", "pajek"].contains(&format.name);
            if is_matrix && expected.directed && is_symmetric(&expected.edges) {
                // Without a direction a symmetric directed graph cannot be recognised.
                continue;
            }
            prop_assert_eq!(read, Ok(expected), "{}", text);
        }
    }
}

/// A word made of a name.
fn word(name: &str) -> String {
    format!("x{}", name.replace([' ', ';'], "_").replace('\n', "|"))
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
fn named_ends(graph: &NamedGraph) -> (Vec<String>, Vec<[String; 2]>) {
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
fn formats_refuse_what_they_do_not_hold() {
    let graph = |directed| NamedGraph {
        directed,
        names: vec!["a".into(), "b".into()],
        edges: vec![(0, 1)],
        ..NamedGraph::default()
    };
    let weighing = NamedGraph { vertex_weights: vec![Weight::ONE; 2], ..graph(false) };
    assert!(matches!(written(&graph(true), "edge"), Err(ExportError::Directed("edge"))));
    assert!(written(&graph(false), "edge").is_ok());
    let refused = written(&weighing, "graph6").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the format `graph6` has no vertex weights; use --format edge, dot, graphml, gml, \
         gexf or node-link"
    );
    assert!(written(&graph(false), "graph6").is_ok());
    // A vertex without a name.
    let nameless = NamedGraph { names: vec!["a".into(), String::new()], ..graph(false) };
    for format in ["csv", "edge-list"] {
        let problem = written(&nameless, format).unwrap_err().to_string();
        assert!(problem.contains("cannot express this puzzle: the name of a vertex"), "{problem}");
    }
    assert!(by_name("csv").is_some());
}

#[test]
fn weights_of_vertices_are_written() {
    let graph = NamedGraph {
        names: vec!["a".into(), "b".into()],
        edges: vec![(0, 1)],
        vertex_weights: [7.0, 4_294_967_295.0].map(Weight::of).into(),
        ..NamedGraph::default()
    };
    let lines = |format| -> Vec<String> {
        let text = written(&graph, format).unwrap();
        let weighing = |line: &&str| line.contains("weight") || line.starts_with("n ");
        text.lines().filter(weighing).map(|line| line.trim().into()).collect()
    };
    assert_eq!(lines("edge"), ["n 1 7", "n 2 4294967295"]);
    assert_eq!(
        lines("dot"),
        [r#"0 [ label = "a" weight = 7]"#, r#"1 [ label = "b" weight = 4294967295]"#]
    );
    assert_eq!(
        lines("gml"),
        [r#"node [ id 0 label "a" weight 7 ]"#, r#"node [ id 1 label "b" weight 4294967295 ]"#]
    );
    assert_eq!(
        lines("node-link"),
        [r#"{"id":"a","weight":7},"#, r#"{"id":"b","weight":4294967295}],"links":["#]
    );
    assert_eq!(
        lines("graphml"),
        [
            r#"<key id="weight" for="node" attr.name="weight" attr.type="long"/>"#,
            r#"<data key="weight">7</data>"#,
            r#"<data key="weight">4294967295</data>"#,
        ]
    );
    let without = NamedGraph { vertex_weights: vec![], ..graph.clone() };
    for format in graphs::registry().iter().filter(|format| format.has_vertex_weights) {
        assert!(!written(&without, format.name).unwrap().contains("weight"), "{}", format.name);
    }
}
