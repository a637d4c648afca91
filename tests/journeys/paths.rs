//! Shortest paths through graphs: every small graph against brute force; and what a user sees.

use std::{collections::BTreeSet, ops::ControlFlow};

use crate::harness::{
    folder,
    graphs::{every_graph, graph_json},
    methods::{answered, run, stated},
    satranj, write,
};
use satranj::{
    answer::{Outcome, Wanted, count},
    methods::{Counting, Goal, Registry},
    puzzles::Solution,
};
use serde_json::{Value, json};

/// All shortest paths and their weight, by trying every simple path.
fn shortest(
    n: u32,
    steps: &[(u32, u32, u64)],
    from: u32,
    to: u32,
) -> (Option<u64>, BTreeSet<Vec<String>>) {
    let mut open: Vec<(Vec<u32>, u64)> = vec![(vec![from], 0)];
    let mut ended: Vec<(u64, Vec<u32>)> = Vec::new();
    while let Some((path, weight)) = open.pop() {
        let last = path[path.len() - 1];
        if last == to {
            ended.push((weight, path));
            continue;
        }
        for next in (0..n).filter(|next| !path.contains(next)) {
            if let Some(step) = steps.iter().find(|step| (step.0, step.1) == (last, next)) {
                open.push(([path.clone(), vec![next]].concat(), weight + step.2));
            }
        }
    }
    let best = ended.iter().map(|(weight, _)| *weight).min();
    let named = |path: &Vec<u32>| path.iter().map(|vertex| format!("v{vertex}")).collect();
    let paths = ended.iter().filter(|(weight, _)| Some(*weight) == best);
    (best, paths.map(|(_, path)| named(path)).collect())
}

fn agree(n: u32, edges: &[(u32, u32)], turn: u32) {
    let (from, to) = (turn % n, (turn / 2) % n);
    let directed = turn.is_multiple_of(3);
    let weights: Vec<u64> = (0..edges.len() as u64).map(|edge| 1 + (edge + 1) % 3).collect();
    let is_weighted = turn.is_multiple_of(2);
    let weight = |edge: usize| if is_weighted { weights[edge] } else { 1 };
    let mut steps: Vec<(u32, u32, u64)> =
        edges.iter().enumerate().map(|(edge, &(a, b))| (a, b, weight(edge))).collect();
    if !directed {
        steps.extend(steps.clone().into_iter().map(|(a, b, weight)| (b, a, weight)));
    }
    let (best, expected) = shortest(n, &steps, from, to);
    let mut graph = graph_json(n, edges);
    graph["directed"] = directed.into();
    let mut statement = json!({"kind": "path", "graph": graph, "from": format!("v{from}"),
        "to": format!("v{to}")});
    if is_weighted {
        statement["weights"] = json!(weights);
    }
    let puzzle = stated(&statement);
    let (registry, model) = (Registry::standard(), puzzle.model());
    let mut asked = 0;
    for method in registry.iter().filter(|method| method.supports(&model, Goal::First)) {
        asked += 1;
        let about = format!("{} of {statement}", method.name());
        let (answer, _) = answered(&*puzzle, method, Wanted::First, turn % 4 < 2);
        assert_eq!(answer.objective, best, "{about}");
        match best {
            None => assert!(matches!(answer.outcome, Outcome::Unsatisfiable(Some(_))), "{about}"),
            Some(_) => assert!(matches!(answer.outcome, Outcome::Optimal(Some(_))), "{about}"),
        }
        let (_, found) = answered(&*puzzle, method, Wanted::All, false);
        let listed: BTreeSet<Vec<String>> = found
            .iter()
            .map(|solution| match solution {
                Solution::VertexPath { path } => path.clone(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!((found.len(), &listed), (expected.len(), &expected), "{about}");
        let mut ignore = |_| ControlFlow::Continue(());
        let answer = count(&*puzzle, method, Counting::default(), false, &run(), &mut ignore);
        let counted = answer.expect("it counts").counted.expect("a count");
        assert_eq!(counted.count, expected.len().into(), "{about}");
    }
    assert!(asked > 0);
}

#[test]
fn paths_of_every_small_graph() {
    let mut turn = 0;
    for n in 1..=5 {
        for edges in every_graph(n) {
            for _ in 0..5 {
                turn += 1;
                agree(n, &edges, turn);
            }
        }
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn paths_of_every_graph_of_six_and_seven_vertices() {
    let graphs = |n: u32| every_graph(n).into_iter().map(move |edges| (n, edges));
    for (turn, (n, edges)) in (0..).zip(graphs(6).chain(graphs(7))) {
        for more in 0..7 {
            agree(n, &edges, 7 * turn + more);
        }
    }
}

/// The same roads in every format that has weights.
const ROADS: [(&str, &str); 11] = [
    ("r.edgelist", "a b {'weight': 4}\na c {'weight': 2, 'x': 1}\nc b 1\n"),
    (
        "r.gml",
        "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] node [ id 2 label \"c\" ]
        edge [ source 0 target 1 weight 4 ] edge [ source 0 target 2 value 2 ]
        edge [ source 2 target 1 weight 1.0 ] ]",
    ),
    (
        "r.graphml",
        "<graphml><key id='w' for='edge' attr.name='weight'/><graph edgedefault='undirected'>
        <node id='a'/><node id='b'/><node id='c'/>
        <edge source='a' target='b'><data key='w'>4</data></edge>
        <edge source='a' target='c'><data key='w'>2</data></edge>
        <edge source='c' target='b'><data key='w'>1</data></edge></graph></graphml>",
    ),
    (
        "r.json",
        r#"{"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"links":[
        {"source":"a","target":"b","weight":4},{"source":"a","target":"c","weight":2},
        {"source":"c","target":"b","value":1}]}"#,
    ),
    ("r.net", "*Vertices 3\n1 a\n2 b\n3 c\n*Edges\n1 2 4\n1 3 2\n3 2 1\n"),
    (
        "r.dot",
        "graph { a -- b [weight=4]; edge [weight=2.0] a -- c; b -- c [weight=\"1\", len=9] }",
    ),
    ("r.csv", "Source;Target;Weight\na;b;4\na;c;2.0\nc;b;1\n"),
    ("r.tsv", "a\tb\t4\na\tc\t2\nc\tb\t1\n"),
    ("r.mat", "a,b,c\n0,4,2\n4,0,1\n2,1,0\n"),
    (
        "r.gexf",
        "<gexf><graph><nodes><node id='a'/><node id='b'/><node id='c'/></nodes><edges>
        <edge source='a' target='b' weight='4'/><edge source='a' target='c' weight='2.0'/>
        <edge source='c' target='b'/></edges></graph></gexf>",
    ),
    ("r.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 4\n3 1 2\n3 2 1\n"),
];

/// One of two parallel edges has no weight, and weighs 1 like any other without one.
const PARALLEL: [(&str, &str); 9] = [
    ("p.dot", "graph { a -- b [weight=4]; b -- a }"),
    ("d.dot", "digraph { a -> b; a -> b [weight=4] }"),
    ("p.edgelist", "a b {'weight': 4}\nb a {}\n"),
    ("p.csv", "a,b,4\nb,a,\n"),
    (
        "p.gml",
        "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"b\" ]
        edge [ source 0 target 1 weight 4 ] edge [ source 1 target 0 ] ]",
    ),
    (
        "p.graphml",
        "<graphml><key id='w' for='edge' attr.name='weight'/><graph edgedefault='undirected'>
        <node id='a'/><node id='b'/><edge source='a' target='b'><data key='w'>4</data></edge>
        <edge source='a' target='b'/></graph></graphml>",
    ),
    (
        "p.json",
        r#"{"nodes":[{"id":"a"},{"id":"b"}],"links":[
        {"source":"a","target":"b","weight":4},{"source":"a","target":"b"}]}"#,
    ),
    ("p.net", "*Vertices 2\n1 a\n2 b\n*Edges\n1 2 4\n2 1\n"),
    (
        "p.gexf",
        "<gexf><graph><nodes><node id='a'/><node id='b'/></nodes><edges><edge source='a' target='b'
        weight='4'/><edge source='a' target='b'/></edges></graph></gexf>",
    ),
];

#[test]
fn of_parallel_edges_one_without_a_weight_weighs_one() {
    let folder = folder();
    let ask = |file: &str, text: &str| {
        write(folder.path(), file, text);
        let line = format!("solve path {file} --from a --to b --json");
        satranj(&line).within(folder.path()).run().exits(0).json()["objective"].clone()
    };
    for (file, text) in PARALLEL {
        assert_eq!(ask(file, text), 1, "{file}");
    }
    // A strict graph has one edge, with the attribute written last, as in Graphviz.
    for (text, distance) in [
        ("strict graph { a -- b [weight=4]; b -- a }", 4),
        ("strict graph { a -- b; a -- b [weight=4] }", 4),
        ("strict graph { a -- b [weight=2]; a -- b [weight=7] }", 7),
        ("strict graph { edge [weight=3]; a -- b; edge [weight=9]; a -- b }", 3),
        ("strict digraph { a -> b [weight=4]; b -> a [weight=1]; a -> b }", 4),
        ("strict graph { {a c} -- b [weight=6]; c -- b [weight=1]; a -- c [weight=1] }", 2),
    ] {
        assert_eq!(ask("s.dot", text), distance, "{text}");
    }
    let said = "a b 4\na b\n";
    write(folder.path(), "u.edgelist", said);
    let report = satranj("solve path u.edgelist a b").within(folder.path()).run().complains(1);
    assert!(report.contains("u.edgelist:2:1: 2 words, but the first line has 3"), "{report}");
}

#[test]
fn weights_are_read_from_every_format_that_has_them() {
    let folder = folder();
    for (file, text) in ROADS {
        write(folder.path(), file, text);
        let (from, to) = if file == "r.mtx" { ("1", "2") } else { ("a", "b") };
        let ask = |more: &str| {
            let line = format!("solve path {file} --from {from} --to {to} --json {more}");
            satranj(&line).within(folder.path()).run().exits(0).json()
        };
        let best = ask("");
        assert_eq!((&best["objective"], &best["status"]), (&json!(3), &json!("optimal")), "{file}");
        assert_eq!(best["certificate"]["kind"], "distances");
        assert_eq!(
            (&best["verified"], &best["optimal_solutions"]),
            (&json!(true), &json!("1")),
            "{best}"
        );
        assert_eq!(ask("--unweighted")["objective"], 1, "{file}");
    }
}

#[test]
fn wrong_paths_and_distances_are_refused() {
    let folder = folder();
    write(folder.path(), "r.edgelist", ROADS[0].1);
    let line = "solve path r.edgelist --from a --to b --json -o right.json";
    satranj(line).within(folder.path()).run().exits(0);
    let right = std::fs::read_to_string(folder.path().join("right.json")).expect("a document");
    let verify = |change: &dyn Fn(&mut Value)| {
        let mut document: Value = serde_json::from_str(&right).expect("JSON");
        change(&mut document);
        write(folder.path(), "changed.json", document.to_string());
        satranj("verify changed.json").within(folder.path()).run()
    };
    verify(&|_| ()).exits(0);
    for change in [
        &|document: &mut Value| document["solution"]["path"] = json!(["a", "b"]),
        &|document| document["solution"]["path"] = json!(["a", "c"]),
        &|document| document["solution"]["path"] = json!(["a", "z", "b"]),
        &|document| document["solution"]["path"] = json!(["c", "b"]),
        &|document| document["certificate"]["distances"] = json!([0, 4, 2]),
        &|document| document["certificate"]["distances"] = json!([0, 3]),
        &|document| document["puzzle"]["weights"] = json!([4, 2, 3]),
        &|document| document["objective"] = json!(2),
    ] as [&dyn Fn(&mut Value); 8]
    {
        verify(change).exits(4);
    }
}

#[test]
fn weights_can_be_ignored() {
    let folder = folder();
    write(folder.path(), "half.edgelist", "a b -1.5\n");
    for ends in ["--from a --to b", "a b"] {
        let line = format!("solve path half.edgelist {ends} --unweighted --json");
        let path = satranj(&line).within(folder.path()).run().exits(0).json();
        assert_eq!(path["solution"]["path"], json!(["a", "b"]));
    }
    write(folder.path(), "apart.dot", "digraph { a -> b; c -> b }");
    let apart = satranj("solve path apart.dot --from a --to c --json").within(folder.path()).run();
    let apart = apart.exits(0).json();
    assert_eq!((&apart["status"], &apart["verified"]), (&json!("unsatisfiable"), &json!(true)));
    assert_eq!(apart["certificate"], json!({"kind": "disconnected", "vertices": ["a", "b"]}));
}
