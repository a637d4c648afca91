//! Obstructions found in linear time: given edges, degrees, connectivity, colours.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use super::{reason::HamiltonianObstruction, search_tree::SearchTree};
use crate::{graph::Graph, hamiltonian::Hamiltonian, lattice::Lattice};

/// Three given edges at a vertex, or a cycle of given edges that misses vertices. O(g log g) for g
/// given edges.
pub(super) fn given(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    let mut edges: Vec<(u32, u32)> =
        model.given.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut partners = BTreeMap::<u32, Vec<u32>>::new();
    for &(a, b) in &edges {
        partners.entry(a).or_default().push(b);
        partners.entry(b).or_default().push(a);
    }
    for (&vertex, others) in &partners {
        if others.len() + model.ends_at(vertex) > 2 {
            let mut shown = vec![vertex];
            shown.extend(others);
            return Some(HamiltonianObstruction::Given(shown));
        }
    }
    // Every vertex has at most two now: walk each cycle and check whether it closes too soon.
    let mut seen = BTreeSet::new();
    for &root in partners.keys() {
        let mut round = vec![root];
        let (mut before, mut vertex) = (root, root);
        if !seen.insert(root) {
            continue;
        }
        while let Some(&next) = partners[&vertex].iter().find(|&&next| next != before) {
            if next == root {
                if round.len() < model.vertices() as usize || !model.closed {
                    return Some(HamiltonianObstruction::Given(round));
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

/// More vertices of degree one than a path has ends, or a vertex of degree zero. O(n).
pub(super) fn low_degree(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let n = graph.vertices();
    if n == 1 && !model.closed {
        return None;
    }
    let free_ends = model.free_ends();
    let mut short = Vec::new();
    for vertex in 0..n {
        let degree = graph.neighbours(vertex).len();
        if degree == 0 {
            return Some(HamiltonianObstruction::LowDegree(vec![vertex]));
        }
        if degree == 1 && model.ends_at(vertex) == 0 {
            short.push(vertex);
            if short.len() > free_ends {
                return Some(HamiltonianObstruction::LowDegree(short));
            }
        }
    }
    None
}

/// The smaller of two components, if the graph is disconnected. O(n + m).
pub(super) fn disconnected(graph: &Graph) -> Option<HamiltonianObstruction> {
    let n = graph.vertices();
    if n == 0 {
        return None;
    }
    let reached = |from| {
        let distances = graph.distances(from);
        let is_reached = |&vertex: &u32| distances[vertex as usize] < u32::MAX;
        (0..n).partition::<Vec<u32>, _>(is_reached)
    };
    let (of_zero, unreached) = reached(0);
    let (component, _) = reached(*unreached.first()?);
    let is_smaller = of_zero.len() < component.len();
    Some(HamiltonianObstruction::Disconnected(if is_smaller { of_zero } else { component }))
}

/// The first vertex whose removal leaves too many components. O(n + m).
pub(super) fn articulation(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let tree = SearchTree::without(graph, &FixedBitSet::with_capacity(graph.vertices() as usize));
    let pieces = tree.pieces();
    let towards = [model.start, model.end].map(|end| {
        let end = end.filter(|_| !model.closed)?;
        Some((end, tree.towards(end)))
    });
    (0..graph.vertices()).find_map(|vertex| {
        let pieces = pieces[vertex as usize];
        let allowed = if model.closed { 1 } else { 2 - model.ends_at(vertex).min(1) };
        let same_piece = match &towards {
            [Some((start, to_start)), Some((end, to_end))] => {
                *start != vertex
                    && *end != vertex
                    && to_start[vertex as usize] == to_end[vertex as usize]
            }
            _ => false,
        };
        let separates = pieces > allowed || (pieces == 2 && same_piece);
        separates.then_some(HamiltonianObstruction::Articulation(vertex))
    })
}

/// The obstruction in the colours of a bipartite graph. O(n + m).
pub(super) fn colours(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let colours = graph.two_colouring()?;
    let dark = colours.iter().filter(|&&colour| colour).count();
    colours_of(model, colours.len(), dark, |vertex| colours[vertex as usize])
}

/// The obstruction in a proper two-colouring of n vertices, `dark` of which are dark, if there is
/// one.
fn colours_of(
    model: &Hamiltonian,
    n: usize,
    dark: usize,
    is_dark: impl Fn(u32) -> bool,
) -> Option<HamiltonianObstruction> {
    let larger = dark * 2 > n;
    let difference = dark.abs_diff(n - dark);
    let chosen: Vec<u32> = model.start.iter().chain(&model.end).copied().collect();
    let wrong: Vec<u32> = chosen.iter().copied().filter(|&end| is_dark(end) != larger).collect();
    let (colour, ends) = match chosen[..] {
        _ if difference > usize::from(!model.closed) => (larger, Vec::new()),
        _ if model.closed || n == 1 => return None,
        _ if difference == 1 && !wrong.is_empty() => (larger, wrong),
        // Half of the places but neither end: the class is one place short.
        [start, end] if difference == 0 && is_dark(start) == is_dark(end) => {
            (!is_dark(start), chosen)
        }
        _ => return None,
    };
    let class = (0..n as u32).filter(|&vertex| is_dark(vertex) == colour).collect();
    Some(HamiltonianObstruction::Colours { class, ends })
}

/// The colours of a lattice without blocked cells whose steps all change the chessboard's colour.
pub(super) fn chessboard(model: &Hamiltonian, lattice: &Lattice) -> Option<HamiltonianObstruction> {
    if lattice.steps().iter().any(|step| (step.rows + step.columns) % 2 == 0) {
        return None;
    }
    let n = lattice.vertices();
    let is_dark = |vertex| {
        let (row, column) = lattice.position(vertex);
        (row + column) % 2 == 1
    };
    // The first cell is light.
    colours_of(model, n as usize, (n / 2) as usize, is_dark)
}
