//! A certificate of one puzzle, unchanged or changed, never shows anything wrong about another one.

use std::collections::BTreeSet;

use crate::harness::{
    graphs::{every_graph, graph_json},
    methods::{answered, stated},
};
use satranj::{
    Certificate, Outcome, StatedPuzzle, StoredDocument,
    answer::Wanted,
    encodings::model::Sense,
    methods::{Goal, Registry},
};
use serde_json::{Value, json};

/// Methods that are asked for certificates.
const METHODS: usize = 4;

/// A puzzle and its answer.
struct AnsweredPuzzle {
    statement: Value,
    puzzle: Box<dyn StatedPuzzle>,
    has_solution: bool,
    best: Option<u64>,
}

/// The statement with more fields.
fn with(statement: &Value, more: &Value) -> Value {
    let mut statement = statement.clone();
    for (name, value) in more.as_object().expect("fields") {
        statement[name] = value.clone();
    }
    statement
}

/// The same value with one change: an entry of a list left out, or exchanged with the one before, the first
/// entry repeated, a number one more or less or the greatest.
fn changed(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Array(entries) => {
            let twice = |first: &Value| [&entries[..], std::slice::from_ref(first)].concat();
            all.extend(entries.first().map(|first| Value::Array(twice(first))));
            for at in 0..entries.len() {
                let mut shorter = entries.clone();
                shorter.remove(at);
                all.push(shorter.into());
                if at > 0 {
                    let mut exchanged = entries.clone();
                    exchanged.swap(at - 1, at);
                    all.push(exchanged.into());
                }
                for entry in changed(&entries[at]) {
                    let mut other = entries.clone();
                    other[at] = entry;
                    all.push(other.into());
                }
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                all.extend(changed(field).iter().map(|field| with(value, &json!({name: field}))));
            }
        }
        Value::Number(number) => {
            let number = number.as_u64().expect("a number of places");
            all.extend([number + 1, number.saturating_sub(1), u64::MAX].map(Value::from));
        }
        _ => {}
    }
    all
}

/// A certificate as a document holds it; `None` if a document cannot hold it.
fn certificate(statement: &Value, text: &str) -> Option<Certificate> {
    let certificate: Value = serde_json::from_str(text).expect("JSON");
    let document = json!({"puzzle": statement, "certificate": certificate}).to_string();
    document.parse::<StoredDocument>().ok()?.certificate
}

/// Asks all puzzles, and tries the certificates of each, with all their changes, on each. Returns how
/// often one held.
fn tried(statements: impl IntoIterator<Item = Value>) -> usize {
    let (mut puzzles, mut certificates) = (Vec::new(), BTreeSet::new());
    let registry = Registry::standard();
    for statement in statements {
        let puzzle = stated(&statement);
        let model = puzzle.model();
        let (mut has_solution, mut best) = (false, None);
        let methods = registry.iter().filter(|method| method.supports(&model, Goal::First));
        for method in methods.take(METHODS) {
            let (answer, found) = answered(&*puzzle, method, Wanted::First, true);
            if let Outcome::Unsatisfiable(Some(it)) | Outcome::Optimal(Some(it)) = &answer.outcome {
                certificates.insert(serde_json::to_string(it).expect("JSON"));
            }
            has_solution |= !found.is_empty();
            best = best.or(answer.objective);
        }
        puzzles.push(AnsweredPuzzle { statement, puzzle, has_solution, best });
    }
    let certificates = certificates.iter().map(|text| serde_json::from_str(text).expect("JSON"));
    let certificates: BTreeSet<String> = certificates
        .flat_map(|value: Value| changed(&value).into_iter().chain([value]))
        .map(|value| value.to_string())
        .collect();
    let mut held = 0;
    for text in certificates {
        let Some(certificate) = certificate(&puzzles[0].statement, &text) else { continue };
        for AnsweredPuzzle { statement, puzzle, has_solution, best } in &puzzles {
            let holds = |best| puzzle.verify_certificate(&certificate, best).is_ok();
            if holds(None) {
                assert!(!has_solution, "{text} excludes every solution of {statement}");
                held += 1;
            }
            let Some(best) = *best else { continue };
            for value in 0..best + 3 {
                if holds(Some(value)) {
                    let is_better = match puzzle.sense() {
                        Some(Sense::Maximise) => best > value,
                        _ => best < value,
                    };
                    assert!(!is_better, "{text}: {value} is not the best of {statement}");
                    held += 1;
                }
            }
        }
    }
    held
}

/// A board with one or two blocked squares.
fn boards(rows: u32, columns: u32) -> impl Iterator<Item = Value> {
    let name = move |cell: u32| {
        let column = char::from(b'a' + (cell % columns) as u8);
        format!("{column}{}", cell / columns + 1)
    };
    let pairs = (0..rows * columns).flat_map(|b| (0..=b).map(move |a| (a, b)));
    pairs.map(move |(a, b)| {
        let blocked: BTreeSet<String> = [a, b].map(name).into();
        json!({"rows": rows, "columns": columns, "blocked": blocked})
    })
}

/// Every graph of this many vertices up to the names of the vertices.
fn graphs(vertices: u32) -> impl Iterator<Item = Value> {
    every_graph(vertices).into_iter().map(move |edges| graph_json(vertices, &edges))
}

/// Some directed graphs.
fn directed_graphs(vertices: u32, count: u64) -> impl Iterator<Item = Value> {
    (1..=count).map(move |number| {
        let bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let arcs = (0..vertices).flat_map(|b| (0..vertices).map(move |a| (a, b)));
        let arcs = arcs.filter(|&(a, b)| a != b && bits >> (a * vertices + b) & 1 == 1);
        let graph = graph_json(vertices, &arcs.collect::<Vec<_>>());
        with(&graph, &json!({"directed": true}))
    })
}

/// The statement about each ground, in each of some variants.
fn variants(
    statement: &Value,
    ground: &str,
    grounds: impl Iterator<Item = Value>,
    variants: &[Value],
) -> Vec<Value> {
    let each = |it: Value| {
        let stated = with(statement, &json!({ground: it}));
        variants.iter().map(|more| with(&stated, more)).collect::<Vec<_>>()
    };
    grounds.flat_map(each).collect()
}

#[test]
fn tours() {
    for piece in ["wazir", "knight", "betza:frlWfF"] {
        let tour = json!({"kind": "tour", "piece": piece});
        let asked = [json!({"closed": true}), json!({"closed": false})];
        let held = tried(variants(&tour, "board", boards(3, 4), &asked));
        assert!(held > 20, "{piece}: {held}");
    }
}

#[test]
fn paths_and_cycles_of_graphs() {
    let asked = [
        json!({"closed": true}),
        json!({"closed": false}),
        json!({"closed": false, "start": "v0"}),
        json!({"closed": false, "start": "v0", "end": "v1"}),
        json!({"closed": true, "times": {"v0": 1, "v1": 3}}),
        json!({"closed": true, "times": {"v0": 4, "v1": 2}}),
        json!({"closed": false, "times": {"v0": 2, "v1": 3}}),
        json!({"longest": {}}),
    ];
    let hamilton = json!({"kind": "hamilton"});
    for number in 4..=5 {
        let held = tried(variants(&hamilton, "graph", graphs(number), &asked));
        let directed = tried(variants(&hamilton, "graph", directed_graphs(number, 30), &asked));
        assert!(held > 100 && directed > 20, "{number}: {held}, {directed}");
    }
}

#[test]
fn given_edges_with_and_without_directions() {
    let given = |edges: Value| json!({"closed": true, "given": edges});
    let asked = [
        given(json!([["v0", "v1"], ["v1", "v2"]])),
        given(json!([["v0", "v2"], ["v1", "v2"]])),
        json!({"closed": false, "start": "v1", "given": [["v0", "v1"], ["v3", "v2"]]}),
    ];
    let all = || graphs(4).chain(graphs(5)).chain(directed_graphs(4, 60));
    let mut statements = Vec::new();
    for more in asked {
        let has_given = |graph: &Value| {
            let is_edge = |ends: &Value| {
                let numbers =
                    [0, 1].map(|end| ends[end].as_str().expect("a name")[1..].to_string());
                let numbers = numbers.map(|number| number.parse::<u64>().expect("a number"));
                let edges = graph["edges"].as_array().expect("edges");
                let [from, to] = numbers;
                let is_directed = graph["directed"] == true;
                edges.contains(&json!([from, to]))
                    || !is_directed && edges.contains(&json!([to, from]))
            };
            more["given"].as_array().expect("edges").iter().all(is_edge)
        };
        let graphs = all().filter(has_given);
        statements.extend(variants(
            &json!({"kind": "hamilton"}),
            "graph",
            graphs,
            std::slice::from_ref(&more),
        ));
    }
    assert!(tried(statements) > 20);
}

#[test]
fn sets_of_vertices() {
    let asked = [
        json!({}),
        json!({"given": ["v0"]}),
        json!({"blocked": ["v1"]}),
        json!({"count": 2}),
        json!({"weights": [3, 1, 2, 2]}),
        json!({"given": ["v0"], "weights": [3, 1, 2, 2]}),
    ];
    let kinds = ["independent-set", "clique", "vertex-cover", "dominating-set"];
    let mut all = kinds.map(|kind| json!({"kind": kind})).to_vec();
    all.extend(kinds.map(|kind| json!({"kind": kind, "blocked": ["v1"], "weights": [3, 1, 2, 2]})));
    all.push(json!({"kind": "dominating-set", "total": true}));
    assert!(tried(variants(&json!({}), "graph", graphs(4), &all)) > 100);
    for kind in kinds {
        let held = tried(variants(&json!({"kind": kind}), "graph", graphs(4), &asked));
        assert!(held > 100, "{kind}: {held}");
    }
}

#[test]
fn pieces_on_boards() {
    // A given square is not blocked.
    let boards = || boards(3, 3).filter(|board| board["blocked"][0] != "a1");
    for piece in ["knight", "queen", "king", "betza:fF", "betza:fR"] {
        let place = json!({"kind": "place", "piece": piece});
        let dominate = json!({"kind": "dominate", "piece": piece});
        let given = json!({"given": ["a1"]});
        let asked = [json!({}), given.clone(), json!({"total": true})];
        let placed = tried(variants(&place, "board", boards(), &asked[..2]));
        let dominating = tried(variants(&dominate, "board", boards(), &asked));
        assert!(placed + dominating > 100, "{piece}: {placed}, {dominating}");
    }
}

#[test]
fn agents_and_riders() {
    let agents = json!([{"from": "v0", "to": "v1"}, {"from": "v1", "to": "v2"}]);
    let exchange = json!([{"from": "v0", "to": "v1"}, {"from": "v1", "to": "v0"}]);
    let asked = [
        json!({}),
        json!({"anonymous": true}),
        json!({"objective": "makespan"}),
        json!({"anonymous": true, "objective": "makespan"}),
        json!({"agents": exchange}),
        json!({"agents": exchange, "anonymous": true}),
    ];
    let mapf = json!({"kind": "mapf", "agents": agents});
    let held = tried(variants(&mapf, "graph", graphs(4).chain(graphs(5)), &asked));
    assert!(held > 100, "{held}");
    let riders =
        json!([{"square": "a1", "jumps_per_turn": 1}, {"square": "c1", "jumps_per_turn": 2}]);
    // The riders' squares are not blocked.
    let is_free = |board: &Value| {
        let blocked = board["blocked"].as_array().expect("names");
        blocked.iter().all(|name| name != "a1" && name != "c1")
    };
    let meet = |piece: &str| json!({"kind": "meet", "piece": piece, "riders": riders});
    let both = ["wazir", "betza:fWrW"].map(meet);
    let boards = || boards(2, 4).filter(is_free);
    assert!(tried(variants(&json!({}), "board", boards(), &both)) > 0);
}

#[test]
fn colourings() {
    let asked = [json!({}), json!({"colours": 2}), json!({"colours": 3})];
    let held = tried(variants(&json!({"kind": "colouring"}), "graph", graphs(5), &asked));
    assert!(held > 100, "{held}");
}
