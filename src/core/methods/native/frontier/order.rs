//! Orders of the vertices with a narrow frontier, and a bound on the states along each.

use std::collections::HashSet;

use rand::Rng;
use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, lattice::Lattice};

use super::{
    boundary::{BoundaryTurn, Frontier, SLOTS, slots_of},
    state::PathsWord,
};
use crate::{limits::Reason, methods::cycle::CycleQuestion, random::generator, run::Run};

/// With this few states no better order is sought.
const FEW: f64 = 1000.0;

/// Limit on vertices times start vertices of orders that are tried.
const EFFORT: u32 = 1 << 16;

/// The most changes of an order that are tried.
const CHANGES: u32 = 3000;

/// The farthest move of a vertex in an order.
const FAR: u32 = 12;

/// The best order found, and a bound on its cost.
pub struct Order {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// A bound on its cost.
    pub estimate: FrontierEstimate,
}

/// The best of several orders of the question's vertices; `None` if the frontier is too wide along
/// all of them.
///
/// A lattice is swept line by line along either side. Also tried are the order of the numbers,
/// breadth-first orders from both ends of a long shortest path (George and Liu, "An implementation
/// of a pseudoperipheral node finder", 1979) and their reverses, and greedy orders that let as few
/// vertices as possible enter the frontier, from these ends and, on small graphs, from every
/// vertex. A virtual vertex comes last: it is in the frontier almost always.
///
/// O(n + m) time for each order, plus the estimates; an estimate ends as soon as its order cannot
/// be the best.
///
/// # Errors
/// The reason to stop.
pub fn best(
    question: &CycleQuestion<'_>,
    model: &Hamiltonian,
    run: &Run,
) -> Result<Option<Order>, Reason> {
    let graph = model.graph();
    let mut best: Option<Order> = None;
    let mut consider = |mut vertices: Vec<u32>| {
        vertices.extend(graph.vertices()..question.graph.vertices());
        let most = best.as_ref().map_or(f64::INFINITY, |best| best.estimate.states);
        if let Some(estimate) = estimate(Frontier::of(question), (&vertices, &[]), most, run)?
            && estimate.states < most
        {
            best = Some(Order { vertices, estimate });
        }
        Ok(best.as_ref().is_some_and(|best| best.estimate.states < FEW))
    };
    if let Some(lattice) = model.lattice() {
        for along_shorter in [true, false] {
            consider(lattice.sweep(along_shorter).collect())?;
        }
    }
    if consider((0..graph.vertices()).collect())? {
        return Ok(best);
    }
    let ends = far_ends(graph, run)?;
    for end in ends {
        let mut order = breadth_first(graph, end);
        let mut enough = consider(order.clone())?;
        order.reverse();
        enough |= consider(order)?;
        if let Some(order) = greedy(graph, end) {
            enough |= consider(order)?;
        }
        if enough {
            return Ok(best);
        }
    }
    let starts = (EFFORT / graph.vertices()).min(graph.vertices());
    for index in 0..starts {
        let start = u64::from(index) * u64::from(graph.vertices()) / u64::from(starts);
        if let Some(order) = greedy(graph, start as u32)
            && consider(order)?
        {
            break;
        }
    }
    Ok(best)
}

/// Randomly moves one of the first `n` vertices of an order a few places, and keeps the change if
/// it does not increase the estimate.
///
/// This mostly halves the estimate, also on boards: squares at the border are better decided early.
/// The more states there are, the more is tried: about a hundredth of the expected time.
///
/// # Errors
/// The reason to stop.
pub fn improve(
    order: &mut Order,
    frontier: &Frontier<'_>,
    (n, edges): (u32, &[[u32; 2]]),
    run: &Run,
) -> Result<(), Reason> {
    if n == 0 {
        return Ok(());
    }
    let changes = order.estimate.states / (64.0 * f64::from(n));
    let mut generator = generator(run.seed);
    for _ in 0..CHANGES.min(changes as u32).min((EFFORT * 16) / n) {
        let mut below = |bound: u32| (generator.next_u32() % bound) as usize;
        let from = below(n);
        let by = 1 + below(FAR);
        let to = if below(2) == 0 { from.saturating_sub(by) } else { from + by };
        let to = to.min(n as usize - 1);
        let vertex = order.vertices.remove(from);
        order.vertices.insert(to, vertex);
        // Not so wide that states need longer words.
        let widest = order.estimate.width.max(u64::SLOTS);
        let after = (&order.vertices[..], edges);
        let better = estimate(frontier.clone(), after, order.estimate.states, run)?;
        match better.filter(|better| better.width <= widest) {
            Some(better) => order.estimate = better,
            None => {
                let vertex = order.vertices.remove(to);
                order.vertices.insert(from, vertex);
            }
        }
    }
    Ok(())
}

/// Whether the frontier of a lattice is too wide swept along either side. Does not build its graph.
pub fn is_wide(lattice: &Lattice) -> bool {
    [true, false].into_iter().all(|along_shorter| {
        let mut seen: HashSet<u32> = HashSet::new();
        let mut decided: HashSet<u32> = HashSet::new();
        let mut list = Vec::new();
        lattice.sweep(along_shorter).take(1 << 12).any(|vertex| {
            list.clear();
            lattice.neighbours(vertex, &mut list);
            decided.insert(vertex);
            seen.remove(&vertex);
            seen.extend(list.iter().filter(|other| !decided.contains(other)));
            seen.len() >= SLOTS
        })
    })
}

/// Two vertices far from each other in the component of a vertex of least degree.
fn far_ends(graph: &Graph, run: &Run) -> Result<[u32; 2], Reason> {
    let degree = |vertex: u32| graph.neighbours(vertex).len();
    let mut near = (0..graph.vertices()).min_by_key(|&vertex| degree(vertex)).unwrap_or(0);
    let mut length = 0;
    loop {
        run.poll()?;
        let distances = graph.distances(near);
        let reached = |vertex: &u32| distances[*vertex as usize] < u32::MAX;
        let distance = |vertex: u32| distances[vertex as usize];
        let far = (0..graph.vertices())
            .filter(reached)
            .min_by_key(|&vertex| (u32::MAX - distance(vertex), degree(vertex)))
            .unwrap_or(near);
        if distance(far) <= length {
            return Ok([near, far]);
        }
        length = distance(far);
        near = far;
    }
}

/// A breadth-first order from a root, neighbours of least degree first; other components follow.
fn breadth_first(graph: &Graph, root: u32) -> Vec<u32> {
    let n = graph.vertices();
    let mut seen = vec![false; n as usize];
    let mut order = Vec::with_capacity(n as usize);
    let mut head = 0;
    for root in std::iter::once(root).chain(0..n) {
        if !std::mem::replace(&mut seen[root as usize], true) {
            order.push(root);
        }
        while let Some(&vertex) = order.get(head) {
            head += 1;
            let first = order.len();
            for &other in graph.neighbours(vertex) {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    order.push(other);
                }
            }
            order[first..].sort_by_key(|&other| graph.neighbours(other).len());
        }
    }
    order
}

/// Repeatedly decides the vertex of the frontier with the fewest outside neighbours, among these
/// the one that entered first. `None` if the frontier gets too wide.
fn greedy(graph: &Graph, start: u32) -> Option<Vec<u32>> {
    let n = graph.vertices();
    let mut outside: Vec<u32> =
        (0..n).map(|vertex| graph.neighbours(vertex).len() as u32).collect();
    let mut seen = vec![false; n as usize];
    let mut frontier: Vec<u32> = Vec::with_capacity(SLOTS);
    let mut order = Vec::with_capacity(n as usize);
    let mut roots = std::iter::once(start).chain(0..n);
    while order.len() < n as usize {
        let next = (0..frontier.len()).min_by_key(|&index| outside[frontier[index] as usize]);
        let vertex = match next {
            Some(index) => frontier.remove(index),
            None => roots.find(|&root| !seen[root as usize])?,
        };
        order.push(vertex);
        for &other in std::iter::once(&vertex).chain(graph.neighbours(vertex)) {
            if std::mem::replace(&mut seen[other as usize], true) {
                continue;
            }
            if other != vertex {
                frontier.push(other);
            }
            for &next in graph.neighbours(other) {
                outside[next as usize] -= 1;
            }
        }
        if frontier.len() >= SLOTS {
            return None;
        }
    }
    Some(order)
}

/// Vertices between two checks of the limits.
const POLL_EVERY: usize = 1 << 12;

/// A bound on the cost of an order of the vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrontierEstimate {
    /// The largest frontier, including the vertex being decided.
    pub width: u32,
    /// A bound on the states of every layer.
    pub largest: f64,
    /// A bound on the states of all layers together.
    pub states: f64,
}

impl FrontierEstimate {
    /// For a question answered without any state.
    pub const NONE: Self = Self { width: 0, largest: 0.0, states: 0.0 };
}

/// Follows a frontier along an order of vertices, and then of edges that are decided one by one
/// while their ends stay. `None` if it is too wide, or the states may be more than `most`. O(n w² +
/// m) time for a frontier of w vertices.
///
/// # Errors
/// The reason to stop.
pub fn estimate(
    mut frontier: Frontier<'_>,
    (vertices, edges): (&[u32], &[[u32; 2]]),
    most: f64,
    run: &Run,
) -> Result<Option<FrontierEstimate>, Reason> {
    let mut turn = BoundaryTurn::default();
    let mut estimate = FrontierEstimate { width: 0, largest: 1.0, states: 1.0 };
    for index in 0..vertices.len() + edges.len() {
        if index % POLL_EVERY == 0 {
            run.poll()?;
        }
        let fits = match vertices.get(index) {
            Some(&vertex) => frontier.decide(vertex, &mut turn),
            None => frontier.decide_edge(edges[index - vertices.len()], &mut turn),
        };
        if !fits {
            return Ok(None);
        }
        let states = layer(&frontier, &turn);
        estimate.width = estimate.width.max(turn.after.count_ones() + u32::from(!turn.stays));
        estimate.largest = estimate.largest.max(states);
        estimate.states += states;
        if estimate.states > most {
            return Ok(None);
        }
    }
    Ok(Some(estimate))
}

/// The bound on the states of every layer, for a measured order.
pub fn layers(mut frontier: Frontier<'_>, (vertices, edges): (&[u32], &[[u32; 2]])) -> Vec<f64> {
    let mut turn = BoundaryTurn::default();
    let mut bounds = Vec::with_capacity(vertices.len() + edges.len());
    for &vertex in vertices {
        frontier.decide(vertex, &mut turn);
        bounds.push(layer(&frontier, &turn));
    }
    for &edge in edges {
        frontier.decide_edge(edge, &mut turn);
        bounds.push(layer(&frontier, &turn));
    }
    bounds
}

/// A bound on the states after a turn.
///
/// A vertex has at most as many edges as are decided at it, and two at the end, so some of the
/// degrees 0, 1 and 2 are impossible. The coefficient of `x^k` in a polynomial counts the degrees
/// that make k vertices ends of paths; these pair in (k - 1)!! ways.
fn layer(frontier: &Frontier<'_>, turn: &BoundaryTurn) -> f64 {
    let mut ways = [0.0; SLOTS + 1];
    ways[0] = 1.0;
    let mut critical = turn.critical.iter().peekable();
    for (count, slot) in slots_of(turn.after).enumerate() {
        let most = frontier.edges_decided(slot).min(2);
        let to_come = critical
            .next_if(|critical| critical.slot == slot)
            .map_or(2, |critical| critical.outside + critical.near.count_ones());
        let least = 2 - to_come.min(2) as u8;
        let closed = f64::from(u8::from(least == 0) + u8::from(most == 2));
        let open = f64::from(u8::from(least <= 1 && most >= 1));
        for ends in (0..=count + 1).rev() {
            let below = ends.checked_sub(1).map_or(0.0, |below| ways[below]);
            ways[ends] = ways[ends] * closed + below * open;
        }
    }
    let mut pairings = 1.0;
    let mut states = 0.0;
    for (ends, &ways) in ways.iter().enumerate().step_by(2) {
        states += ways * pairings;
        pairings *= ends as f64 + 1.0;
    }
    states
}
