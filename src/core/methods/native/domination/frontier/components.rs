//! The components of a graph, each as a dominating set of its own.

use std::collections::HashMap;

use num_bigint::BigUint;
use petgraph::unionfind::UnionFind;
use satranj_encodings::{dominating_set::DominatingSet, graph::Graph, model::Count};

use super::count_connected;
use crate::{
    limits::Reason,
    methods::{Counted, native::placement::polynomial},
    run::Run,
};

/// The vertices of each component in rising order. O(n + m) time and memory.
pub fn components(graph: &Graph) -> Vec<Vec<u32>> {
    let mut parts = UnionFind::new(graph.vertices() as usize);
    for (a, b) in graph.edge_list() {
        parts.union(a, b);
    }
    let mut number = vec![u32::MAX; graph.vertices() as usize];
    let mut components: Vec<Vec<u32>> = Vec::new();
    for vertex in 0..graph.vertices() {
        let root = parts.find(vertex) as usize;
        if number[root] == u32::MAX {
            number[root] = components.len() as u32;
            components.push(Vec::new());
        }
        components[number[root] as usize].push(vertex);
    }
    components
}

/// What a component has: its number of vertices, its edges, and which vertices are given and blocked, all
/// by their numbers within it. Two with the same have as many sets of each size.
type Shape = (u32, Vec<(u32, u32)>, Vec<u32>, Vec<u32>);

/// Counts the sets of each component, and of components of the same shape once: the number of all
/// sets of a size is that of the product of polynomials, and that of the smallest the product of
/// the numbers of the smallest.
pub fn by_components(model: &DominatingSet, by_size: bool, run: &Run) -> Result<Counted, Reason> {
    let graph = model.graph();
    run.reserve(24 * u64::from(graph.vertices()) + 16 * u64::from(graph.edges()))?;
    let mut shapes: HashMap<Shape, u32> = HashMap::new();
    for component in components(graph) {
        run.poll()?;
        let within = |vertex: &u32| component.binary_search(vertex).ok().map(|at| at as u32);
        let edges = (0..).zip(&component).flat_map(|(at, &vertex)| {
            let later = graph.neighbours(vertex).iter().filter_map(within);
            later.filter(move |&other| other > at).map(move |other| (at, other))
        });
        let is_given = |vertex: &&u32| model.given().contains(vertex);
        let given = component.iter().filter(is_given).filter_map(within);
        let blocked = component.iter().filter(|&&vertex| model.is_blocked(vertex));
        let blocked = blocked.filter_map(within);
        let shape = (component.len() as u32, edges.collect(), given.collect(), blocked.collect());
        *shapes.entry(shape).or_default() += 1;
    }
    let greatest = polynomial::greatest(model.count, by_size);
    let are_sizes_asked = by_size || model.count != Count::Optimum;
    let mut all = Counted { count: BigUint::from(1u32), objective: Some(0), ..Counted::default() };
    all.by_size = vec![BigUint::from(1u32)];
    for ((vertices, edges, given, blocked), times) in shapes {
        let part = DominatingSet::on_graph(Graph::from_edges(vertices, &edges), Count::Optimum);
        let mut part = part.with_given(given).with_blocked(blocked);
        (part.independent, part.total) = (model.independent, model.total);
        let of_one = count_connected(&part, are_sizes_asked, run)?;
        all.count *= of_one.count.pow(times);
        all.objective = all.objective.zip(of_one.objective).map(|(a, b)| a + u64::from(times) * b);
        if are_sizes_asked {
            let of_all = polynomial::power(of_one.by_size, times, greatest, run)?;
            all.by_size = polynomial::product(&all.by_size, &of_all, greatest, run)?;
        }
    }
    if let Count::Exactly(size) = model.count {
        all.count = all.by_size.get(size as usize).cloned().unwrap_or_default();
        all.objective = None;
    }
    if !by_size {
        all.by_size = Vec::new();
    }
    Ok(all)
}
