//! Why a graph has no Hamiltonian path or cycle: short reasons found before any search.

use petgraph::algo::articulation_points::articulation_points;

use super::Hamiltonian;
use crate::graph::Graph;

/// A reason why there is no witness, with the vertices that show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstruction {
    /// Vertices that need two edges and have fewer.
    LowDegree(Vec<u32>),
    /// A set of vertices that no edge leaves.
    Disconnected(Vec<u32>),
    /// A vertex without which the graph falls into more pieces than a path or cycle does.
    Articulation(u32),
    /// More than half of the vertices with no edge among them: on a path they take every
    /// other place, so they are too many, or these ends are not among them as they must be.
    Colours {
        /// The larger of the two colour classes (either, where they are equal).
        class: Vec<u32>,
        /// The chosen ends that have the wrong colour.
        ends: Vec<u32>,
    },
    /// Given edges that cannot all be used: three at these vertices, or a closed round.
    Given(Vec<u32>),
}

/// Looks for an obstruction: given edges, degree, connectivity, colours, articulation.
///
/// O(n + m) time. `None` proves nothing.
#[must_use]
pub fn find(model: &Hamiltonian) -> Option<Obstruction> {
    let graph = model.graph();
    given(model)
        .or_else(|| low_degree(model, graph))
        .or_else(|| disconnected(graph))
        .or_else(|| colours(model, graph))
        .or_else(|| articulation(model, graph))
}

/// How many ends of a path are fixed at a vertex.
fn ends_at(model: &Hamiltonian, vertex: u32) -> usize {
    if model.closed {
        return 0;
    }
    usize::from(model.start == Some(vertex)) + usize::from(model.end == Some(vertex))
}

fn given(model: &Hamiltonian) -> Option<Obstruction> {
    let mut edges: Vec<(u32, u32)> =
        model.given.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut partners = std::collections::BTreeMap::<u32, Vec<u32>>::new();
    for &(a, b) in &edges {
        partners.entry(a).or_default().push(b);
        partners.entry(b).or_default().push(a);
    }
    for (&vertex, others) in &partners {
        if others.len() + ends_at(model, vertex) > 2 {
            let mut shown = vec![vertex];
            shown.extend(others);
            return Some(Obstruction::Given(shown));
        }
    }
    // Every vertex has at most two now: walk each round and see whether it closes too soon.
    let mut seen = std::collections::BTreeSet::new();
    for &root in partners.keys() {
        let mut round = vec![root];
        let (mut before, mut vertex) = (root, root);
        if !seen.insert(root) {
            continue;
        }
        while let Some(&next) = partners[&vertex].iter().find(|&&next| next != before) {
            if next == root {
                if round.len() < model.vertices() as usize || !model.closed {
                    return Some(Obstruction::Given(round));
                }
                break;
            }
            if !seen.insert(next) {
                break;
            }
            round.push(next);
            (before, vertex) = (vertex, next);
        }
    }
    None
}

fn low_degree(model: &Hamiltonian, graph: &Graph) -> Option<Obstruction> {
    let n = graph.vertices();
    if n == 1 && !model.closed {
        return None;
    }
    let fixed = usize::from(model.start.is_some()) + usize::from(model.end.is_some());
    let free_ends = if model.closed { 0 } else { 2 - fixed };
    let mut short = Vec::new();
    for vertex in 0..n {
        let degree = graph.neighbours(vertex).len();
        if degree == 0 {
            return Some(Obstruction::LowDegree(vec![vertex]));
        }
        if degree == 1 && ends_at(model, vertex) == 0 {
            short.push(vertex);
            if short.len() > free_ends {
                return Some(Obstruction::LowDegree(short));
            }
        }
    }
    None
}

fn disconnected(graph: &Graph) -> Option<Obstruction> {
    let n = graph.vertices();
    if n == 0 {
        return None;
    }
    let distances = graph.distances(0);
    let unreached: Vec<u32> =
        (0..n).filter(|&vertex| distances[vertex as usize] == u32::MAX).collect();
    if unreached.is_empty() {
        return None;
    }
    // Show the smaller side: the component of the first unreached vertex, or that of 0.
    let from_unreached = graph.distances(unreached[0]);
    let component: Vec<u32> =
        (0..n).filter(|&vertex| from_unreached[vertex as usize] != u32::MAX).collect();
    if component.len() + unreached.len() <= n as usize {
        return Some(Obstruction::Disconnected(component));
    }
    let of_zero: Vec<u32> =
        (0..n).filter(|&vertex| distances[vertex as usize] != u32::MAX).collect();
    Some(Obstruction::Disconnected(if of_zero.len() < component.len() {
        of_zero
    } else {
        component
    }))
}

fn colours(model: &Hamiltonian, graph: &Graph) -> Option<Obstruction> {
    let colours = graph.two_colouring()?;
    let n = colours.len();
    let class = |colour: bool| -> Vec<u32> {
        (0..n as u32).filter(|&vertex| colours[vertex as usize] == colour).collect()
    };
    let dark = colours.iter().filter(|&&colour| colour).count();
    let larger = dark * 2 > n;
    let difference = dark.abs_diff(n - dark);
    if difference > usize::from(!model.closed) {
        return Some(Obstruction::Colours { class: class(larger), ends: Vec::new() });
    }
    if model.closed || n == 1 {
        return None;
    }
    let colour = |vertex: &u32| colours[*vertex as usize];
    let chosen: Vec<u32> = model.start.iter().chain(&model.end).copied().collect();
    if difference == 1 {
        let wrong: Vec<u32> = chosen.into_iter().filter(|end| colour(end) != larger).collect();
        if !wrong.is_empty() {
            return Some(Obstruction::Colours { class: class(larger), ends: wrong });
        }
    } else if chosen.len() == 2 && colour(&chosen[0]) == colour(&chosen[1]) {
        // Half the places, and neither end: the class has too few places by one.
        return Some(Obstruction::Colours { class: class(!colour(&chosen[0])), ends: chosen });
    }
    None
}

fn articulation(model: &Hamiltonian, graph: &Graph) -> Option<Obstruction> {
    let mut cut_vertices: Vec<u32> = articulation_points(graph.petgraph()).into_iter().collect();
    cut_vertices.sort_unstable();
    for vertex in cut_vertices {
        let component = components_without(graph, vertex);
        let pieces = component
            .iter()
            .filter(|&&piece| piece != u32::MAX)
            .max()
            .map_or(0, |&piece| piece + 1);
        let allowed = if model.closed { 1 } else { 2 - ends_at(model, vertex).min(1) as u32 };
        let same_piece = match (model.start, model.end) {
            (Some(start), Some(end)) if !model.closed && start != vertex && end != vertex => {
                component[start as usize] == component[end as usize]
            }
            _ => false,
        };
        if pieces > allowed || (pieces == 2 && same_piece) {
            return Some(Obstruction::Articulation(vertex));
        }
    }
    None
}

/// The piece of each vertex once `removed` is gone; `u32::MAX` for `removed` itself.
fn components_without(graph: &Graph, removed: u32) -> Vec<u32> {
    let mut component = vec![u32::MAX; graph.vertices() as usize];
    let mut stack = Vec::new();
    let mut pieces = 0;
    for root in (0..graph.vertices()).filter(|&vertex| vertex != removed) {
        if component[root as usize] != u32::MAX {
            continue;
        }
        component[root as usize] = pieces;
        stack.push(root);
        while let Some(vertex) = stack.pop() {
            for &other in graph.neighbours(vertex) {
                if other != removed && component[other as usize] == u32::MAX {
                    component[other as usize] = pieces;
                    stack.push(other);
                }
            }
        }
        pieces += 1;
    }
    component
}
