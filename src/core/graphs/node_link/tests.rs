//! Reading node-link JSON, and the errors in it.

use super::*;

fn read(text: &str) -> (String, Vec<(u32, u32)>) {
    let graph = NODE_LINK.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (graph.names.join(" "), graph.edges)
}

#[test]
fn graphs_and_digraphs() {
    let text = r#"{"directed": true, "multigraph": true, "graph": {"name": "x"},
        "nodes": [{"id": "b", "w": [1]}, {"id": "a\u0041"}, {"id": "é"}], "links": [
        {"source": "é", "target": "b", "key": 0}, {"source": "aA", "target": "b", "given": true},
        {"source": "é", "target": "b", "key": 1}, {"target": "b", "source": "b"}]}"#;
    let graph = NODE_LINK.read(text).unwrap();
    assert_eq!((graph.directed, graph.names.join(" ").as_str()), (true, "b aA é"));
    assert_eq!((graph.edges, graph.fixed), (vec![(1, 0), (2, 0)], vec![(1, 0)]));
    let text = r#"{"edges": [{"source": 7, "target": -2}], "nodes": [{"id": -2}, {"id": 7}]}"#;
    assert_eq!(read(text), ("-2 7".into(), vec![(0, 1)]));
    assert_eq!(read(r#"{"nodes": [], "links": []}"#), (String::new(), vec![]));
}

#[test]
fn ends_may_count_the_nodes() {
    let links = r#""links": [{"source": 2, "target": 0}]"#;
    let text = format!(r#"{{"nodes": [{{"id": "a"}}, {{"id": "2"}}, {{"id": "c"}}], {links}}}"#);
    assert_eq!(read(&text), ("a 2 c".into(), vec![(0, 2)]));
    let text = format!(r#"{{"nodes": [{{"name": "a"}}, {{}}, {{"group": 1}}], {links}}}"#);
    assert_eq!(read(&text), ("0 1 2".into(), vec![(0, 2)]));
    // With numbers for ids they are ids.
    let text = format!(r#"{{"nodes": [{{"id": 2}}, {{"id": 5}}, {{"id": 0}}], {links}}}"#);
    assert_eq!(read(&text), ("2 5 0".into(), vec![(0, 2)]));
}

#[test]
fn ids_may_be_tuples_and_numbers() {
    // As `networkx.node_link_data` writes a grid.
    let text = r#"{"nodes": [{"id": [0, 0]}, {"id": [0,1]}, {"id": ["a", [1, -2.5]]}, {"id": 1e3},
        {"id": 100000000000000000000001}], "edges": [{"source": [0, 0], "target": [0, 1]},
        {"source": ["a",[1,-2.5]], "target": 1e3},
        {"source": [0, 1], "target": 100000000000000000000001}]}"#;
    let names = r#"[0,0] [0,1] ["a",[1,-2.5]] 1e3 100000000000000000000001"#;
    assert_eq!(read(text), (names.into(), vec![(0, 1), (1, 4), (2, 3)]));
    for id in ["null", "true", "{}", "[null]", "[[{}]]"] {
        let text = format!(r#"{{"nodes": [{{"id": "a"}}, {{"id": {id}}}], "links": []}}"#);
        let names = NODE_LINK.read(&text).map(|graph| graph.names);
        // An id that is null counts as missing.
        let problem = if id == "null" {
            NOT_ALL.into()
        } else {
            format!("{id} is not an id; write a string, a number or a list of them")
        };
        assert_eq!(names.map_err(|error| error.problem), Err(problem));
    }
    let text = r#"{"nodes": [{"id": [0, 1]}, {"id": "[0,1]"}], "links": []}"#;
    let message = NODE_LINK.read(text).unwrap_err().to_string();
    assert_eq!(message, "1:35: a second node with the id \"[0,1]\"");
}

#[test]
fn links_and_edges_are_the_same() {
    let both = |links: &str, edges: &str| {
        let nodes = r#""nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}]"#;
        let text = format!(r#"{{{nodes}, "links": [{links}], "edges": [{edges}]}}"#);
        NODE_LINK.read(&text).map_err(|error| error.problem)
    };
    let (ab, ba) = (r#"{"source": "a", "target": "b"}"#, r#"{"source": "b", "target": "a"}"#);
    let given = r#"{"source": "a", "target": "b", "given": true}"#;
    assert_eq!(both(ab, ba).unwrap().edges, [(0, 1)]);
    assert_eq!(both(given, given).unwrap().fixed, [(0, 1)]);
    assert_eq!(both("", "").unwrap().names, ["a", "b", "c"]);
    for (links, edges) in [(ab, ""), ("", ab), (ab, given)] {
        let problem = "`links` and `edges` state two different graphs";
        assert_eq!(both(links, edges).unwrap_err(), problem);
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    let nodes = "{\"nodes\": [{\"id\": \"a\"},\n {\"id\": \"b\"}], \"links\": [\n";
    for (tail, expected) in [
        ("{\"source\": \"a\", \"target\": \"c\"}]}", "3:27: \"c\" is not a node"),
        ("{\"source\": \"é\", \"target\": \"c\"}]}", "3:12: \"é\" is not a node"),
        ("{\"source\": 2, \"target\": 0}]}", "3:12: 2 is not a node"),
        ("{\"source\": 0.5, \"target\": 0}]}", "3:12: 0.5 is not a node"),
        ("{\"source\": \"a\"}]}", "3:15: `target` is missing"),
        (
            "{\"source\":\n [null], \"target\": \"a\"}]}",
            "4:2: [null] is not an id; write a string, a number or a list of them",
        ),
        (
            "{\"source\":\n null, \"target\": \"a\"}]}",
            "4:2: null is not an id; write a string, a number or a list of them",
        ),
        ("3]}", "3:1: found `3`, expected a link, {\"source\": …, \"target\": …}"),
        ("{\"source\": \"a\", \"target\": \"b\"}", "3:30: unexpected end of input within a list"),
        ("{\"source\": x}]}", "3:12: expected a JSON value"),
        ("]}\n]", "4:1: unexpected text after the end of the document"),
    ] {
        let error = NODE_LINK.read(&format!("{nodes}{tail}")).unwrap_err().to_string();
        assert_eq!(error, expected, "{tail:?}");
    }
    for (text, expected) in [
        ("", "1:1: unexpected end of input: expected a value"),
        ("[]", "1:1: found a list, expected a graph with `nodes` and `links`"),
        ("{\"links\": []}", "1:13: `nodes` is missing"),
        ("{\"nodes\": []}", "1:13: `links` is missing"),
        (
            "{\"nodes\": [{\"id\": 1},\n{\"id\": \"1\"}], \"links\": []}",
            "2:8: a second node with the id \"1\"",
        ),
        (
            "{\"nodes\": [{\"id\": 1},\n{}], \"links\": []}",
            "2:1: some nodes have an `id`, but others have none",
        ),
        (
            "{\"nodes\": [{},\n{\"id\": 1}], \"links\": []}",
            "2:1: some nodes have an `id`, but others have none",
        ),
        (
            "{\"directed\": 1, \"nodes\": [], \"links\": []}",
            "1:14: found `1`, expected `true` or `false`",
        ),
    ] {
        assert_eq!(NODE_LINK.read(text).unwrap_err().to_string(), expected, "{text:?}");
    }
}

/// No weights of vertices, and none of edges.
const NONE: [Vec<f64>; 2] = [Vec::new(), Vec::new()];

#[test]
fn nodes_and_links_have_weights() {
    let weights = |node: &str, link: &str| {
        let nodes = format!(r#"{{"id": "b"{node}}}, {{"id": "a"}}"#);
        let link = format!(r#"{{"source": "b", "target": "a"{link}}}"#);
        let text = format!(r#"{{"nodes": [{nodes}], "links": [{link}], "edges": [{link}]}}"#);
        let graph = NODE_LINK.read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        [graph.vertex_weights, graph.weights]
            .map(|weights| weights.iter().map(|weight| weight.value()).collect::<Vec<f64>>())
    };
    assert_eq!(weights(r#", "weight": 3"#, r#", "value": 2"#), [vec![3.0, 1.0], vec![2.0]]);
    assert_eq!(weights(r#", "weight": "3.0""#, ""), [vec![3.0, 1.0], vec![]]);
    // What D3 has as the value of a node is not a weight.
    assert_eq!(weights(r#", "value": 3"#, ""), NONE);
    assert_eq!(weights(r#", "weight": null"#, ""), NONE);
    for value in [r#""""#, r#""x""#, "1e400", "true", "-1", "0", "1.5", "4294967296", "[3]", "{}"] {
        let field = format!(r#", "weight": {value}"#);
        let [vertices, edges] = weights(&field, &field);
        let whole = [vertices[0], edges[0]].map(|weight| Weight::of(weight).whole());
        assert_eq!(whole, [None, None], "{value}");
    }
}

#[test]
fn positions_of_networkx_and_d3() {
    let read = |nodes: &str| {
        let text = format!(r#"{{"nodes": [{nodes}], "links": []}}"#);
        NODE_LINK.read(&text).unwrap().positions
    };
    let upward = [[0, 10_000], [5_000, 0]];
    assert_eq!(read(r#"{"id": 1, "pos": [-1, 0.5]}, {"id": 2, "pos": [0, 2.5e0]}"#), upward);
    assert_eq!(read(r#"{"id": 1, "x": 1, "y": 9}, {"id": 2, "x": 2, "y": 7}"#), upward);
    for none in [
        r#"{"id": 1, "pos": [1, 2]}, {"id": 2}"#,
        r#"{"id": 1, "pos": [1, 2]}, {"id": 2, "pos": [1, 2, 3]}"#,
        r#"{"id": 1, "pos": "1,2"}, {"id": 2, "pos": "3,4"}"#,
        r#"{"id": 1, "x": 1, "y": "2"}, {"id": 2, "x": 1, "y": 3}"#,
        r#"{"id": 1, "x": 1}, {"id": 2, "x": 3}"#,
    ] {
        assert!(read(none).is_empty(), "{none}");
    }
}
