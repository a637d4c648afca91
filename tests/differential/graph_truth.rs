//! The right answer to a statement about a graph.

use satranj_oracles::{
    colourings::colourings,
    generators::adjacency,
    longest::PlainLongest,
    routes::PlainRoute,
    sets::{dominating_sets, independent_sets},
    tours::PlainTour,
};
use serde_json::{Value, json};

use crate::{
    stated::{StatedGraph, number, numbers, text, texts, times},
    truth::{Listed, PATIENCE, domination_rule, limited},
};

/// The best of some sets with their values, where the most (`Some(true)`) or the least is asked for; else all.
pub fn better(
    valued: &[(u64, Vec<u32>)],
    is_most: Option<bool>,
    document: impl Fn(&[u32]) -> Value,
) -> Listed {
    let values = valued.iter().map(|&(value, _)| value);
    let best = is_most.and_then(|most| if most { values.max() } else { values.min() });
    let sets = valued.iter().filter(|(value, _)| best.is_none_or(|best| best == *value));
    Listed { best, solutions: Some(sets.map(|(_, set)| document(set)).collect()) }
}

/// The answer to a statement about a graph.
pub fn of(statement: &Value) -> Listed {
    match text(&statement["kind"]).as_str() {
        "hamilton" => tours(statement),
        "colouring" => colourings_of(statement),
        "path" => paths(statement),
        _ => sets(statement),
    }
}

/// Sets of vertices of the four kinds.
fn sets(statement: &Value) -> Listed {
    let graph = StatedGraph::of(statement);
    let kind = text(&statement["kind"]);
    let n = graph.size();
    let all: Vec<Vec<u32>> = match kind.as_str() {
        "clique" => {
            let joined = |a, b| graph.edges.contains(&(a, b)) || graph.edges.contains(&(b, a));
            let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
            let apart: Vec<(u32, u32)> = pairs.filter(|&(a, b)| !joined(a, b)).collect();
            independent_sets(&adjacency(n, &apart, false), &[])
        }
        "dominating-set" => dominating_sets(&graph.next(), domination_rule(statement), &[]),
        "vertex-cover" => {
            let others = |set: Vec<u32>| (0..n).filter(|vertex| !set.contains(vertex)).collect();
            independent_sets(&graph.next(), &[]).into_iter().map(others).collect()
        }
        _ => independent_sets(&graph.next(), &[]),
    };
    let vertices = |field: &str| -> Vec<u32> {
        texts(&statement[field]).iter().map(|name| graph.vertex(name)).collect()
    };
    let (given, blocked) = (vertices("given"), vertices("blocked"));
    let weights = numbers(&statement["weights"]).unwrap_or_else(|| vec![1; n as usize]);
    let count = statement["count"].as_u64();
    let fits = |set: &Vec<u32>| {
        given.iter().all(|vertex| set.contains(vertex))
            && !blocked.iter().any(|vertex| set.contains(vertex))
            && count.is_none_or(|count| set.len() as u64 == count)
    };
    let weight = |set: &[u32]| set.iter().map(|&at| u64::from(weights[at as usize])).sum();
    let valued: Vec<_> = all.into_iter().filter(fits).map(|set| (weight(&set), set)).collect();
    let is_most =
        ["independent-set", "clique"].contains(&kind.as_str()) || statement["count"] == "max";
    better(&valued, count.is_none().then_some(is_most), |set| json!({"vertices": graph.named(set)}))
}

/// Hamiltonian paths and cycles.
fn tours(statement: &Value) -> Listed {
    let graph = StatedGraph::of(statement);
    let end = |end: &Value| end.as_str().map(|name| graph.vertex(name));
    let given = statement["given"].as_array().into_iter().flatten().map(|pair| {
        let [from, to] = [0, 1].map(|at| graph.vertex(&text(&pair[at])));
        (from, to)
    });
    let tour = PlainTour {
        next: graph.next(),
        directed: graph.directed,
        closed: statement["closed"] == true,
        start: end(&statement["start"]),
        end: end(&statement["end"]),
        given: given.collect(),
        times: times(statement, |name| graph.vertex(name)),
        images: None,
    };
    longest_of(statement, tour, None, |path| json!({"path": graph.named(path)}))
}

/// The solutions of a tour; or of a longest path on its graph, with the points of the vertices of a board.
pub fn longest_of(
    statement: &Value,
    tour: PlainTour,
    points: Option<Vec<(i64, i64)>>,
    document: impl Fn(&[u32]) -> Value,
) -> Listed {
    let asked = &statement["longest"];
    if asked.is_null() {
        return Listed::every(tour.all().iter().map(|path| document(path)));
    }
    let longest = PlainLongest {
        tour,
        points: points.filter(|_| asked["uncrossed"] == true),
        induced: asked["induced"] == true,
        at_least: asked["at_least"].as_u64(),
    };
    let valued: Vec<_> =
        longest.all().into_iter().map(|path| (longest.length(&path), path)).collect();
    better(&valued, longest.at_least.is_none().then_some(true), document)
}

/// Colourings with the stated number of colours, or with the fewest.
fn colourings_of(statement: &Value) -> Listed {
    let graph = StatedGraph::of(statement);
    let given = statement["given"].as_array().into_iter().flatten();
    let given: Vec<(u32, u32)> =
        given.map(|pair| (graph.vertex(&text(&pair[0])), number(&pair[1]) - 1)).collect();
    let all = |colours| colourings(graph.size(), &graph.edges, &given, colours);
    let stated = statement["colours"].as_u64();
    let most = graph.size() + given.iter().map(|&(_, colour)| colour + 1).max().unwrap_or(0);
    let best = (1..=most).find(|&colours| !all(colours).is_empty());
    let Some(colours) = stated.map(|colours| colours as u32).or(best) else {
        return Listed::every(std::iter::empty());
    };
    let document = |colouring: &Vec<u32>| {
        let class = |colour| (0..graph.size()).filter(move |&at| colouring[at as usize] == colour);
        let classes = (0..colours).map(|colour| graph.named(&class(colour).collect::<Vec<_>>()));
        json!({"classes": classes.collect::<Vec<_>>()})
    };
    let solutions = Some(all(colours).iter().map(document).collect());
    Listed { best: best.filter(|_| stated.is_none()).map(u64::from), solutions }
}

/// Shortest paths: each edge becomes a place of its own, which costs what the edge weighs.
fn paths(statement: &Value) -> Listed {
    let graph = StatedGraph::of(statement);
    let n = graph.size();
    let weights = numbers(&statement["weights"]).unwrap_or_else(|| vec![1; graph.edges.len()]);
    let halves = (n..).zip(&graph.edges).flat_map(|(middle, &(a, b))| [(a, middle), (middle, b)]);
    let halves: Vec<(u32, u32)> = halves.collect();
    let weights = weights.into_iter().map(u64::from);
    let [from, to] = ["from", "to"].map(|end| graph.vertex(&text(&statement[end])));
    let route = PlainRoute {
        next: adjacency(n + graph.edges.len() as u32, &halves, graph.directed),
        from,
        to,
        costs: std::iter::repeat_n(0, n as usize).chain(weights).collect(),
    };
    limited(None, route.least(), |most| {
        let routes = route.within(most, PATIENCE)?.into_iter();
        let vertices = |path: Vec<u32>| path.into_iter().filter(|&at| at < n).collect::<Vec<_>>();
        Some(routes.map(|path| json!({"path": graph.named(&vertices(path))})).collect())
    })
}
