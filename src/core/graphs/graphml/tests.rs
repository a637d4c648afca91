//! Reading `GraphML`, and the errors in it.

use super::*;
use crate::graphs::Weight;

#[test]
fn graphs_of_other_programs() {
    // As NetworkX writes it.
    let text = "<?xml version='1.0' encoding='utf-8'?>\n<graphml \
                xmlns=\"http://graphml.graphdrawing.org/xmlns\"><key id=\"d0\" for=\"edge\" \
                attr.name=\"weight\" attr.type=\"long\"/><graph edgedefault=\"undirected\"><node \
                id=\"a &amp; b\"/><node id=\"2\"/>\n<edge source=\"a &amp; b\" target=\"2\"><data \
                key=\"d0\">3</data></edge><edge source=\"2\" target=\"2\"/></graph></graphml>";
    let graph = GRAPHML.read(text).unwrap();
    assert_eq!((graph.names, graph.edges), (vec!["a & b".into(), "2".into()], vec![(0, 1)]));
    assert!(!graph.directed);
    assert_eq!(graph.weights, [Weight::of(3.0)]);
    // As igraph does; an edge may come before its ends.
    let text = "<graphml><!-- c --><key id=\"v_name\" for=\"node\" attr.name=\"name\"/><graph \
                id=\"G\" edgedefault=\"directed\"><edge source=\"n1\" target=\"n0\"/><node \
                id=\"n0\"><data key=\"v_name\">x&#233;</data></node><node id=\"n1\"><data \
                key=\"v_name\"><![CDATA[<y>]]></data></node></graph></graphml>";
    let graph = GRAPHML.read(text).unwrap();
    assert_eq!((graph.names, graph.edges), (vec!["xé".into(), "<y>".into()], vec![(1, 0)]));
    assert!(graph.directed);
    // As yEd does.
    let node = |id, label| {
        format!(
            "<node id=\"{id}\"><data key=\"d6\"><y:ShapeNode><y:NodeLabel \
             x=\"1\">{label}<y:LabelModel/></y:NodeLabel></y:ShapeNode></data></node>"
        )
    };
    let text = format!(
        "<graphml xmlns:y=\"y\"><key for=\"node\" id=\"d6\" yfiles.type=\"nodegraphics\"/><graph \
         edgedefault=\"undirected\">{}{}<edge id=\"e0\" source=\"n0\" \
         target=\"n1\"/></graph></graphml>",
        node("n0", "one"),
        node("n1", "two")
    );
    assert_eq!(GRAPHML.read(&text).unwrap().names, ["one", "two"]);
}

#[test]
fn edges_and_arcs_are_read() {
    let edge = |directed| format!("<edge source='a' target='b' directed='{directed}'/>");
    let file = |edges: &str| {
        format!(
            "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/><node \
             id='c'/>{edges}</graph></graphml>"
        )
    };
    let read = |edges: &str| GRAPHML.read(&file(edges)).unwrap();
    let graph = read(&edge("false"));
    assert_eq!((graph.directed, graph.edges), (false, vec![(0, 1)]));
    let graph = read(&(edge("false") + "<edge source='c' target='a'/>"));
    assert_eq!((graph.directed, graph.edges), (true, vec![(0, 1), (1, 0), (2, 0)]));
    assert!(read("").directed);
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, expected) in [
        ("", "1:1: there is no `graph`"),
        ("<graphml>\n", "2:1: the file ends within an element"),
        ("<graphml><graph/><graph/></graphml>", "1:18: a second graph; a file has one"),
        ("<graphml><graph><node/></graph></graphml>", "1:17: a node needs an `id`"),
        (
            "<graphml><graph>\n<node id='a'/><node id='a'/></graph></graphml>",
            "2:15: duplicate vertex `a`",
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
            "1:17: a hyperedge; edges must have two ends",
        ),
        (
            "<graphml><graph><node id='a'><graph/></node></graph></graphml>",
            "1:30: a graph inside another; only one can be read",
        ),
    ] {
        assert_eq!(GRAPHML.read(text).unwrap_err().to_string(), expected, "{text:?}");
    }
    let error = GRAPHML.read("<graphml>\n<graph></grph>").unwrap_err();
    assert_eq!((error.line, error.column), (2, 8), "{error}");
}

/// No weights of vertices, and none of edges.
const NONE: [Vec<f64>; 2] = [Vec::new(), Vec::new()];

/// The weights of two vertices and of the edge between them; the second vertex comes after it.
fn weights(keys: &str, first: &str, edge: &str) -> [Vec<f64>; 2] {
    let text = format!(
        "<graphml>{keys}<graph edgedefault='undirected'><node id='a'>{first}</node>
         <edge source='a' target='b'>{edge}</edge><node id='b'/></graph></graphml>"
    );
    let graph = GRAPHML.read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    [graph.vertex_weights, graph.weights]
        .map(|weights| weights.iter().map(|weight| weight.value()).collect())
}

#[test]
fn vertices_and_edges_have_weights() {
    let both =
        "<key id='v' for='node' attr.name='Weight'/><key id='e' for='edge' attr.name='weight'/>";
    let data = |key: &str, value: &str| format!("<data key='{key}'>{value}</data>");
    assert_eq!(weights(both, &data("v", " 3 "), &data("e", "2.5")), [vec![3.0, 1.0], vec![2.5]]);
    assert_eq!(weights(both, "", &data("x", "2")), NONE);
    for value in ["", " ", "x", "1e400", "-1", "0", "1.5", "4294967296"] {
        let [vertices, edges] = weights(both, &data("v", value), &data("e", value));
        let whole = [vertices[0], edges[0]].map(|weight| Weight::of(weight).whole());
        assert_eq!(whole, [None, None], "{value}");
    }
}

#[test]
fn keys_have_weights_by_default() {
    let key = |domain: &str, default: &str| {
        format!("<key id='w'{domain} attr.name='weight'><desc>9</desc>{default}</key>")
    };
    let (two, data) = ("<default> 2 </default>", "<data key='w'>5</data>");
    for (domain, expected) in [
        (" for='node'", [vec![2.0, 2.0], vec![]]),
        (" for='edge'", [vec![], vec![2.0]]),
        (" for='all'", [vec![2.0, 2.0], vec![2.0]]),
        ("", [vec![2.0, 2.0], vec![2.0]]),
        (" for='graph'", NONE),
    ] {
        assert_eq!(weights(&key(domain, two), "", ""), expected, "{domain}");
    }
    assert_eq!(weights(&key("", two), data, data), [vec![5.0, 2.0], vec![5.0]]);
    for none in ["", "<default/>", "<default> </default>", "<other><default>2</default></other>"] {
        assert_eq!(weights(&key("", none), "", ""), NONE, "{none}");
    }
    // The default of another key, or of none.
    let other = "<key id='x' attr.name='colour'><default>2</default></key><default>3</default>";
    assert_eq!(weights(&format!("{}{other}", key("", "")), "", ""), NONE);
    let wrong = weights(&key("", "<default>yellow</default>"), data, "");
    assert!(!wrong[0][0].is_nan() && wrong[0][1].is_nan() && wrong[1][0].is_nan());
    let huge = weights(&key("", "<default>1e400</default>"), "", "");
    assert_eq!(huge, [vec![f64::INFINITY; 2], vec![f64::INFINITY]]);
}

#[test]
fn positions_of_networkx_and_yed() {
    let file = |first: &str, second: &str| {
        let keys = "<key id='d0' for='node' attr.name='x'/><key id='d1' for='node' attr.name='y'/>";
        let nodes = format!("<node id='a'>{first}</node><node id='b'>{second}</node>");
        let text =
            format!("<graphml>{keys}<graph edgedefault='undirected'>{nodes}</graph></graphml>");
        GRAPHML.read(&text).unwrap().positions
    };
    let at = |x: &str, y: &str| format!("<data key='d0'>{x}</data><data key='d1'> {y} </data>");
    assert_eq!(file(&at("1", "1"), &at("2.5", "4")), [[0, 10_000], [5_000, 0]]);
    let drawn = |x, y| {
        format!(
            "<data key='d9'><y:ShapeNode><y:Geometry x='{x}' y='{y}' \
             width='3'/></y:ShapeNode></data>"
        )
    };
    assert_eq!(file(&drawn(1, 1), &drawn(0, 5)), [[2_500, 0], [0, 10_000]]);
    for other in [at("1", "z"), String::new(), "<data key='d0'>1</data>".into()] {
        assert!(file(&at("2", "2"), &other).is_empty(), "{other}");
    }
}
