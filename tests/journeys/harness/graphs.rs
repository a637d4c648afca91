//! Every small graph, one per isomorphism class, and graphs as documents hold them.

use std::collections::HashSet;

use serde_json::{Value, json};

/// All orders of the numbers below this.
fn orders(n: u32) -> Vec<Vec<u32>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for shorter in self::orders(n - 1) {
        for at in 0..n as usize {
            let mut order = shorter.clone();
            order.insert(at, n - 1);
            orders.push(order);
        }
    }
    orders
}

/// The edges of one graph per isomorphism class on this many vertices (OEIS A000088).
pub fn every_graph(n: u32) -> Vec<Vec<(u32, u32)>> {
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let number = |a: u32, b: u32| {
        let (a, b) = (a.min(b), a.max(b));
        (b * (b - 1) / 2 + a) as usize
    };
    // The image of each pair under each order of the vertices.
    let images: Vec<Vec<usize>> = orders(n)
        .iter()
        .map(|order| {
            let image = |&(a, b): &(u32, u32)| number(order[a as usize], order[b as usize]);
            pairs.iter().map(image).collect()
        })
        .collect();
    let mut seen: HashSet<u32> = HashSet::new();
    let mut graphs = Vec::new();
    for bits in 0..1u32 << pairs.len() {
        if seen.remove(&bits) {
            continue;
        }
        let edges: Vec<usize> = (0..pairs.len()).filter(|pair| bits >> pair & 1 == 1).collect();
        for image in &images {
            let same = edges.iter().fold(0, |same, &pair| same | 1 << image[pair]);
            if same > bits {
                seen.insert(same);
            }
        }
        graphs.push(edges.iter().map(|&pair| pairs[pair]).collect());
    }
    graphs
}

#[test]
fn there_are_as_many_shapes_as_published() {
    for (n, count) in (1..).zip([1, 2, 4, 11, 34, 156]) {
        assert_eq!(every_graph(n).len(), count);
    }
}

/// The neighbours of each vertex.
pub fn near(n: u32, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut near = vec![Vec::new(); n as usize];
    for &(a, b) in edges {
        near[a as usize].push(b);
        near[b as usize].push(a);
    }
    near
}

/// A graph as documents hold it; its vertices are v0, v1, ….
pub fn graph_json(n: u32, edges: &[(u32, u32)]) -> Value {
    let vertices: Vec<String> = (0..n).map(|vertex| format!("v{vertex}")).collect();
    json!({"vertices": vertices, "edges": edges})
}

/// A DIMACS graph with these weights of its vertices, which are named from 1.
pub fn weighted(graph: &str, weight: impl Fn(u64) -> u64) -> String {
    let vertices = graph.lines().find_map(|line| line.strip_prefix("p edge ")?.split(' ').next());
    let vertices: u64 = vertices.and_then(|count| count.parse().ok()).expect("a number");
    let lines = (1..=vertices).map(|vertex| format!("n {vertex} {}", weight(vertex)));
    let lines: Vec<String> = lines.collect();
    format!("{}\n{}\n", graph.trim_end(), lines.join("\n"))
}
