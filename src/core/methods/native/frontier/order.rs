//! Orders of the vertices with a narrow frontier, and a bound on the states along each.

use std::{collections::HashSet, iter};

use rand::Rng;
use satranj_encodings::{hamiltonian::Hamiltonian, lattice::Lattice};

use super::{
    boundary::{BoundaryTurn, Frontier, SLOTS, slots_of},
    state::PathsWord,
};
use crate::{
    limits::Reason,
    methods::{
        cycle::CycleQuestion,
        native::path_decomposition::{GrowingOrder, breadth_first, far_ends},
    },
    random::generator,
    run::Run,
};

/// With this few states no better order is sought.
const FEW: f64 = 1000.0;

/// Limit on vertices times start vertices of orders that are tried.
const EFFORT: u32 = 1 << 16;

/// The most changes of an order that are tried.
const CHANGES: u32 = 3000;

/// The farthest move of a vertex in an order.
const FAR: u32 = 12;

/// An order in which vertices are decided, and a bound on its cost.
pub struct Order {
    /// The vertices.
    pub vertices: Vec<u32>,
    /// The edges that are decided afterwards, one by one, while their ends stay.
    pub edges: Vec<[u32; 2]>,
    /// A bound on its cost.
    pub estimate: FrontierEstimate,
}

/// The best of several orders of the question's vertices; `None` if the frontier is too wide along
/// all of them.
///
/// A lattice is swept line by line along either side. Also tried are the order of the numbers,
/// breadth-first orders from both ends of a long shortest path and their reverses, and greedy
/// orders that let as few vertices as possible enter the frontier, from these ends and, on small
/// graphs, from every vertex. A virtual vertex comes last: it is in the frontier almost always.
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
        let order = Order::measured(vertices, Vec::new(), Frontier::of(question), most, run)?;
        best = order.filter(|order| order.estimate.states < most).or(best.take());
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
    let greedy = |start: u32| {
        let roots = iter::once(start).chain(0..graph.vertices());
        GrowingOrder::grown(graph, roots, SLOTS, GrowingOrder::coming_near)
    };
    for end in ends {
        let roots = iter::once(end).chain(0..graph.vertices());
        let mut order = breadth_first(graph, roots, |it| graph.neighbours(it).len());
        let mut enough = consider(order.clone())?;
        order.reverse();
        enough |= consider(order)?;
        if let Some(order) = greedy(end) {
            enough |= consider(order)?;
        }
        if enough {
            return Ok(best);
        }
    }
    let starts = (EFFORT / graph.vertices()).min(graph.vertices());
    for index in 0..starts {
        let start = u64::from(index) * u64::from(graph.vertices()) / u64::from(starts);
        if let Some(order) = greedy(start as u32)
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
/// The number of changes grows with the states, to about a hundredth of the expected time.
///
/// # Errors
/// The reason to stop.
pub fn improve(
    order: &mut Order,
    frontier: &Frontier<'_>,
    n: u32,
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
        let better = order.estimated(frontier.clone(), order.estimate.states, run)?;
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
    /// The estimate for a question that needs no state.
    pub const NONE: Self = Self { width: 0, largest: 0.0, states: 0.0 };
}

impl Order {
    /// An order of vertices, and then of edges. `None` if the frontier is too wide, or the states
    /// may be more than `most`. O(n w² + m) time for a frontier of w vertices.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn measured(
        vertices: Vec<u32>,
        edges: Vec<[u32; 2]>,
        frontier: Frontier<'_>,
        most: f64,
        run: &Run,
    ) -> Result<Option<Self>, Reason> {
        let order = Self { vertices, edges, estimate: FrontierEstimate::NONE };
        let estimate = order.estimated(frontier, most, run)?;
        Ok(estimate.map(|estimate| Self { estimate, ..order }))
    }

    /// Number of turns.
    pub fn len(&self) -> usize {
        self.vertices.len() + self.edges.len()
    }

    /// Decides what is next after this many turns; `false` if there are too few slots.
    pub fn decide(
        &self,
        index: usize,
        frontier: &mut Frontier<'_>,
        turn: &mut BoundaryTurn,
    ) -> bool {
        match self.vertices.get(index) {
            Some(&vertex) => frontier.decide(vertex, turn),
            None => frontier.decide_edge(self.edges[index - self.vertices.len()], turn),
        }
    }

    /// All turns, one after another.
    pub fn turns(&self, mut frontier: Frontier<'_>) -> impl Iterator<Item = BoundaryTurn> {
        (0..self.len()).map_while(move |index| {
            let mut turn = BoundaryTurn::default();
            self.decide(index, &mut frontier, &mut turn).then_some(turn)
        })
    }

    /// The width of the frontier in each turn, and the bound on the states after it; `None` if the
    /// frontier is too wide.
    pub fn layers(&self, mut frontier: Frontier<'_>) -> impl Iterator<Item = Option<(u32, f64)>> {
        let mut turn = BoundaryTurn::default();
        (0..self.len()).map(move |index| {
            let fits = self.decide(index, &mut frontier, &mut turn);
            fits.then(|| {
                let width = turn.after.count_ones() + u32::from(!turn.stays);
                (width, layer(&frontier, &turn))
            })
        })
    }

    fn estimated(
        &self,
        frontier: Frontier<'_>,
        most: f64,
        run: &Run,
    ) -> Result<Option<FrontierEstimate>, Reason> {
        let mut estimate = FrontierEstimate { width: 0, largest: 1.0, states: 1.0 };
        for (index, layer) in self.layers(frontier).enumerate() {
            if index % POLL_EVERY == 0 {
                run.poll()?;
            }
            let Some((width, states)) = layer else { return Ok(None) };
            estimate.width = estimate.width.max(width);
            estimate.largest = estimate.largest.max(states);
            estimate.states += states;
            if estimate.states > most {
                return Ok(None);
            }
        }
        Ok(Some(estimate))
    }
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
