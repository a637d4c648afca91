//! Graphs in `dot`, good and bad.

use super::*;

fn read(text: &str) -> (String, Vec<(u32, u32)>) {
    let graph = DOT.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (graph.names.join(" "), graph.edges)
}

#[test]
fn graphs_and_digraphs() {
    let graph = DOT.read("strict Graph \"a b\" { a -- b -- c; a--c[color=red] d }").unwrap();
    assert_eq!((graph.directed, graph.names.join(" ").as_str()), (false, "a b c d"));
    assert_eq!(graph.edges, [(0, 1), (0, 2), (1, 2)]);
    let graph = DOT.read("DIGRAPH { b -> a -> b -> b; b -> a }").unwrap();
    assert_eq!((graph.directed, graph.edges), (true, vec![(0, 1), (1, 0)]));
    assert_eq!(DOT.read("graph{}").unwrap(), NamedGraph::default());
}

#[test]
fn ids_of_every_kind() {
    let (names, edges) = read(
        "graph { -.5 -- 1.25; \"node\" -- \"a \\\"b\\\"\\n\"; <x<i>y</i>> -- größe_2 -- \"con\" + \
         \"cat\"; \"long\\\nline\" }",
    );
    assert_eq!(names, "-.5 1.25 node a \"b\"\\n <x<i>y</i>> größe_2 concat longline");
    assert_eq!(edges, [(0, 1), (2, 3), (4, 5), (5, 6)]);
}

#[test]
fn subgraphs_are_ends_of_edges() {
    let (names, edges) = read("graph { {a b} -- subgraph s { c; d -- a } -- e }");
    assert_eq!(names, "a b c d e");
    // a and b to each of a, c, d; each of these to e.
    let expected = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (2, 4), (3, 4)];
    assert_eq!(edges, expected);
    let (_, edges) =
        read("digraph { subgraph { a -> b } subgraph cluster_1 {c} {} -> c; {{b}} -> c }");
    assert_eq!(edges, [(0, 1), (1, 2)]);
}

#[test]
fn what_says_nothing_about_the_graph() {
    let (names, edges) = read(
        "// a comment\n# a line of a preprocessor\ngraph {\n rankdir = LR; node [shape=box, \
         color=\"red\";][x=1] edge [] graph[a=b c=d]; /* a -- b\n */ u:port:ne -- v:w [label = \
         \"x\"] // end\n}\n",
    );
    assert_eq!((names.as_str(), edges), ("u v", vec![(0, 1)]));
}

#[test]
fn labels_name_the_vertices_where_ids_only_count() {
    let petgraph = "graph {\n    0 [ label = \"a8\" penwidth = 3]\n    1 [ label = \"b8\"]\n    0 \
                    -- 1 [ ]\n}\n";
    assert_eq!(read(petgraph), ("a8 b8".into(), vec![(0, 1)]));
    for text in [
        "graph { 0 [label=a] 1 [label=a] }",
        "graph { 0 [label=a] 1 }",
        "graph { 0 [label=\"\"] 1 [label=\"\"] }",
    ] {
        assert_eq!(read(text).0, "0 1", "{text}");
    }
    // An empty label is also a label.
    assert_eq!(read("graph { 0 [label=a] 1 [label=\"\"] }").0, "a ");
    assert_eq!(read("graph { 1 [label=a] 0 [label=b] }").0, "1 0");
    assert_eq!(read("graph { x [label=a] y [label=b] }").0, "x y");
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, message) in [
        ("", "1:1: the file ends; expected `graph` or `digraph`"),
        ("tree {}", "1:1: `tree`; expected `graph` or `digraph`"),
        ("graph a b {}", "1:9: `b`; expected `{`, the beginning of the graph"),
        ("graph {\n a --\n}", "3:1: `}`; expected a vertex, a subgraph or `}`"),
        ("graph {\n a -- b", "2:8: the file ends; expected a vertex, a subgraph or `}`"),
        ("graph { a -> b }", "1:11: `->`; expected `--`, an edge of a graph"),
        ("digraph { a -- b }", "1:13: `--`; expected `->`, an arc of a digraph"),
        (
            "graph { a - b }",
            "1:11: `-` is not part of the DOT language; edges are written -- or ->",
        ),
        ("graph { a -- b [x] }", "1:18: `]`; expected `=` between an attribute and its value"),
        ("graph { a -- b [x=] }", "1:19: `]`; expected a value after `=`"),
        ("graph { a [x=1 }", "1:16: `}`; expected an attribute, name = value, or `]`"),
        ("graph { edge -- a }", "1:14: `--`; expected `[`, the beginning of the attributes"),
        (
            "graph { strict -- a }",
            "1:9: `strict`; a vertex with the name of a keyword needs quotation marks",
        ),
        ("graph { subgraph s }", "1:20: `}`; expected `{`, the beginning of the subgraph"),
        ("graph {\n \"a -- b }\n", "2:2: this quotation mark is not closed"),
        ("graph { <a<b> }", "1:9: this `<` is not closed"),
        ("graph { /* a }", "1:9: this comment is not closed"),
        ("graph { 1a -- b }", "1:9: `1a` is not an id; write it in quotation marks"),
        (
            "graph { é -- ! }",
            "1:14: `!` is not part of the DOT language; write names that contain it in quotation \
             marks",
        ),
        ("graph {} graph {}", "1:10: `graph`; expected the end of the file; a file has one graph"),
        ("graph { a = }", "1:13: `}`; expected a value after `=`"),
        ("graph { a: -- b }", "1:12: `--`; expected a port after `:`"),
        ("graph { {a} [x=y] }", "1:13: `[`; a subgraph takes no attributes after it"),
        ("graph { a -- b = c }", "1:16: `=`; expected a vertex, a subgraph or `}`"),
    ] {
        assert_eq!(DOT.read(text).unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn sizes_are_bounded() {
    let nested = |depth: usize| format!("graph {{ {}a{} }}", "{".repeat(depth), "}".repeat(depth));
    assert!(DOT.read(&nested(100)).is_ok());
    let error = DOT.read(&nested(100_000)).unwrap_err().to_string();
    assert_eq!(error, "1:109: subgraphs are nested too deeply; at most 100 levels are possible");
    let many = (0..20_000).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    let error = DOT.read(&format!("graph {{ {{{many}}} -- {{{many}}} }}")).unwrap_err();
    assert_eq!(error.problem, "400000000 edges so far; at most 100000000 are possible");
}

/// No weights of vertices, and none of edges.
const NONE: [Vec<f64>; 2] = [Vec::new(), Vec::new()];

/// The weights of the vertices and of the edges.
fn weights(text: &str) -> [Vec<f64>; 2] {
    let graph = DOT.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    [graph.vertex_weights, graph.weights]
        .map(|weights| weights.iter().map(|weight| weight.value()).collect())
}

#[test]
fn vertices_and_edges_have_weights() {
    let [vertices, edges] = weights(
        "graph { a [weight=3, label=x] b; a -- b -- c [weight=\" 2.0 \"][color=red]; c -- a; \
         c [weight=4][weight=5]; b -- b [weight=9]; c -- b [weight=7] }",
    );
    assert_eq!((vertices, edges), (vec![3.0, 1.0, 5.0], vec![2.0, 1.0, 2.0]));
    // Those within a subgraph are not those of the chain that contains it.
    let [vertices, edges] =
        weights("digraph { {a -> b [weight=2]} -> {c; d -> c [weight=.5]} -> e [weight=3] }");
    assert!(vertices.is_empty());
    // a-b, a-c, a-d, b-c, b-d, c-e, d-c, d-e
    assert_eq!(edges, [2.0, 3.0, 3.0, 3.0, 3.0, 3.0, 0.5, 3.0]);
    assert_eq!(weights("graph { a; b -- c [len=3] }"), NONE);
}

#[test]
fn weights_by_default_hold_to_the_end_of_the_subgraph() {
    let [vertices, edges] = weights(
        "graph { a -- b; node [weight=2] edge [weight=5]; b -- c; \
         subgraph { node [weight=3]; edge [weight=6, color=red]; d -- a } \
         e -- a [weight=7]; node [weight=\"\"]; edge [weight=\"\"]; f -- a; graph [weight=8] g -- \
         a }",
    );
    // a, b, c, d, e, f, g
    assert_eq!(vertices, [1.0, 1.0, 2.0, 3.0, 2.0, 1.0, 1.0]);
    // a-b, a-d, a-e, a-f, a-g, b-c
    assert_eq!(edges, [1.0, 6.0, 7.0, 1.0, 1.0, 5.0]);
}

#[test]
fn what_is_no_weight_is_none_that_is_whole() {
    for value in ["\"\"", "x", "\"1e400\"", "-1", "0", "1.5", "4294967296", "<3>", "\"1,2\""] {
        let text = format!("graph {{ a [weight={value}] a -- b [weight={value}] }}");
        let graph = DOT.read(&text).unwrap();
        assert_eq!(graph.vertex_weights[0].whole(), None, "{text}");
        assert_eq!(graph.weights[0].whole(), None, "{text}");
    }
}

#[test]
fn positions_of_graphviz() {
    // As `neato -Tdot` writes them.
    let text = "graph { node [pos=\"0,0\"]; a [height=0.5, pos=\"27,90.5!\", width=0.75]; \
                a -- b [pos=\"1,2 3,4\"]; b [pos=\"47,18\"]; }";
    assert_eq!(DOT.read(text).unwrap().positions, [[0, 0], [2_759, 10_000]]);
    for text in ["graph { a [pos=\"1,2\"]; a -- b }", "graph { a [pos=x] b [pos=\"1,\"] }"] {
        assert!(DOT.read(text).unwrap().positions.is_empty(), "{text}");
    }
}
