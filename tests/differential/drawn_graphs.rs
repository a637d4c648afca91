//! Random statements about graphs, and the same with other names and in another order.

use satranj_oracles::{dice::Dice, generators::adjacency};
use serde_json::{Value, json};

use crate::{
    drawn::{self, Size, domination_rules, most_walked, one_of, plan, shuffle},
    stated::{StatedGraph, number},
};

/// The edges of a graph of any density, a third of them bipartite; each leads from its first vertex to its second.
fn edges(dice: &mut Dice, n: u32, directed: bool) -> Vec<(u32, u32)> {
    let density = 1 + dice.below(9);
    let is_bipartite = dice.one_in(3);
    let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    let mut edges = Vec::new();
    for (a, b) in pairs.filter(|(a, b)| !is_bipartite || (a + b) % 2 == 1) {
        if dice.below(10) < density {
            edges.push(if dice.one_in(2) { (a, b) } else { (b, a) });
            if directed && dice.one_in(2) {
                let (from, to) = edges[edges.len() - 1];
                edges.push((to, from));
            }
        }
    }
    edges
}

fn document(n: u32, edges: &[(u32, u32)], directed: bool) -> Value {
    let names: Vec<String> = (0..n).map(name).collect();
    json!({"directed": directed, "vertices": names, "edges": edges})
}

fn name(vertex: u32) -> String {
    format!("v{vertex}")
}

fn some_vertices(dice: &mut Dice, n: u32) -> Vec<String> {
    let number = if dice.one_in(3) { 1 + dice.below(2) } else { 0 };
    (0..number).map(|_| name(dice.below(n))).collect()
}

/// A path or a cycle through all vertices.
pub fn tour(dice: &mut Dice, size: Size) -> Value {
    let directed = dice.one_in(3);
    let mut n = 1 + dice.below(if size == Size::Large { 16 } else { 12 });
    let mut edges = edges(dice, n, directed);
    let longest = dice.one_in(3).then(|| drawn::longest(dice, false));
    let most = if longest.is_some() && size == Size::Small { 9 } else { 30 };
    while n as usize > most_walked(&adjacency(n, &edges, false), size).min(most) {
        n -= 1;
        edges.retain(|&(a, b)| a < n && b < n);
    }
    let closed = dice.one_in(2);
    let mut statement =
        json!({"kind": "hamilton", "graph": document(n, &edges, directed), "closed": closed});
    if dice.one_in(3) {
        statement["start"] = name(dice.below(n)).into();
    }
    if !closed && dice.one_in(3) {
        statement["end"] = name(dice.below(n)).into();
    }
    if !edges.is_empty() && dice.one_in(3) {
        let given = (0..=dice.below(2)).map(|_| {
            let &(a, b) = one_of(dice, &edges);
            if directed || dice.one_in(2) { [name(a), name(b)] } else { [name(b), name(a)] }
        });
        statement["given"] = json!(given.collect::<Vec<_>>());
    }
    let is_longest = longest.is_some();
    if let Some(longest) = longest {
        statement["longest"] = longest;
    }
    if !is_longest && dice.one_in(3) {
        let start = statement["start"].as_str().and_then(|name| name[1..].parse().ok());
        let next = adjacency(n, &edges, directed);
        statement["times"] = drawn::times(dice, &next, start, |at| name(at as u32));
    }
    statement
}

/// Agents on a graph.
pub fn agents(dice: &mut Dice, size: Size) -> Value {
    let n = 1 + dice.below(if size == Size::Large { 12 } else { 6 });
    let edges = edges(dice, n, false);
    let mut statement = plan(dice, size, (0..n).map(name).collect());
    statement["graph"] = document(n, &edges, false);
    statement
}

/// A set of vertices of one of the four kinds.
pub fn set(dice: &mut Dice, size: Size) -> Value {
    let kind = *one_of(dice, &["independent-set", "clique", "vertex-cover", "dominating-set"]);
    let directed = kind == "dominating-set" && dice.one_in(4);
    let n = 1 + dice.below(if size == Size::Large { 16 } else { 9 });
    let edges = edges(dice, n, directed);
    let mut statement = json!({"kind": kind, "graph": document(n, &edges, directed),
        "given": some_vertices(dice, n), "blocked": some_vertices(dice, n)});
    match dice.below(3) {
        0 => statement["count"] = (1 + dice.below(n)).into(),
        1 => {
            let weights: Vec<u32> = (0..n).map(|_| 1 + dice.below(7)).collect();
            statement["weights"] = weights.into();
        }
        _ => {}
    }
    if kind == "dominating-set" && dice.one_in(2) {
        domination_rules(dice, &mut statement);
    }
    statement
}

/// A colouring.
pub fn colouring(dice: &mut Dice, size: Size) -> Value {
    let n = 1 + dice.below(if size == Size::Large { 10 } else { 6 });
    let edges = edges(dice, n, false);
    let colours = 1 + dice.below(4);
    let mut given = Vec::new();
    for vertex in 0..n {
        if dice.one_in(8) {
            given.push((name(vertex), 1 + dice.below(colours)));
        }
    }
    let mut statement =
        json!({"kind": "colouring", "graph": document(n, &edges, false), "given": given});
    if dice.one_in(2) {
        statement["colours"] = colours.into();
    }
    statement
}

/// A shortest path.
pub fn path(dice: &mut Dice, size: Size) -> Value {
    let directed = dice.one_in(2);
    let n = 1 + dice.below(if size == Size::Large { 20 } else { 9 });
    let edges = edges(dice, n, directed);
    let mut statement = json!({"kind": "path", "graph": document(n, &edges, directed),
        "from": name(dice.below(n)), "to": name(dice.below(n))});
    if dice.one_in(2) {
        let weights: Vec<u32> = edges.iter().map(|_| 1 + dice.below(5)).collect();
        statement["weights"] = weights.into();
    }
    statement
}

/// The same statement with other names, and with vertices and edges in another order.
pub fn renamed(dice: &mut Dice, statement: &Value) -> Value {
    let graph = StatedGraph::of(statement);
    let mut order: Vec<u32> = (0..graph.size()).collect();
    shuffle(dice, &mut order);
    let mut edges: Vec<usize> = (0..graph.edges.len()).collect();
    shuffle(dice, &mut edges);
    let place = |vertex: u32| order.iter().position(|&old| old == vertex).expect("a vertex");
    let moved = |&at: &usize| {
        let (a, b) = graph.edges[at];
        let [a, b] = [place(a), place(b)];
        if graph.directed || at % 2 == 0 { [a, b] } else { [b, a] }
    };
    let mut renamed = with_names(statement);
    let vertices = order.iter().map(|&vertex| new_name(&graph.names[vertex as usize]));
    renamed["graph"]["vertices"] = vertices.map(Value::from).collect();
    renamed["graph"]["edges"] = json!(edges.iter().map(moved).collect::<Vec<_>>());
    if let Some(weights) = statement["weights"].as_array() {
        let weight = |at: usize| number(&weights[at]);
        renamed["weights"] = if statement["kind"] == "path" {
            edges.iter().map(|&at| weight(at)).collect()
        } else {
            order.iter().map(|&vertex| weight(vertex as usize)).collect()
        };
    }
    renamed
}

/// Another name for a vertex, in another order; `kind` and its value have none.
fn new_name(name: &str) -> String {
    match name.strip_prefix('v').and_then(|digits| digits.parse::<u32>().ok()) {
        Some(vertex) => format!("x {}", (vertex * 7 + 3) % 101),
        None => name.into(),
    }
}

fn with_names(value: &Value) -> Value {
    match value {
        Value::String(name) => new_name(name).into(),
        Value::Array(list) => list.iter().map(with_names).collect(),
        Value::Object(fields) => Value::Object(
            fields.iter().map(|(name, field)| (new_name(name), with_names(field))).collect(),
        ),
        other => other.clone(),
    }
}
