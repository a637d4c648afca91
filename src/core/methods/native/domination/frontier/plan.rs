//! The order in which a frontier program decides the vertices, and the components of a graph.

use std::collections::HashMap;

use num_bigint::BigUint;
use petgraph::unionfind::UnionFind;
use satranj_encodings::{dominating_set::DominatingSet, graph::Graph, model::Count};

use super::count_connected;

use crate::{
    limits::Reason,
    methods::{
        Counted,
        native::placement::{components::grouped, frontier, polynomial},
    },
    run::Run,
};

/// The most vertices of a frontier: two bits of a state each, with bits to spare.
const MOST_SLOTS: u32 = 63;

/// Marks what has no slot.
const NONE: u32 = u32::MAX;

/// The decision about one vertex. A slot is two bits of a state: the lower bit says whether its
/// vertex is taken, the upper bit whether it is dominated.
pub struct DominationTurn {
    /// The vertex.
    pub vertex: u32,
    /// The lower bit of the vertex.
    pub own: u128,
    /// The lower bits of its decided neighbours.
    pub neighbours: u128,
    /// The lower bits of vertices whose neighbours are now all decided.
    pub done: u128,
    /// Whether it must be taken.
    pub given: bool,
    /// Whether it must not be taken.
    pub blocked: bool,
}

/// The turns of all vertices, component by component, each in the order with the fewest expected
/// states.
pub struct DominationPlan {
    /// The turns.
    pub turns: Vec<DominationTurn>,
    /// The states in all turns, three for each vertex of the frontier.
    pub states: f64,
}

impl DominationPlan {
    /// A plan; `None` if the frontier is too wide. O(n · frontier · degree).
    pub fn new(model: &DominatingSet) -> Option<Self> {
        let pieces = model.pieces();
        let mut order = Vec::with_capacity(model.vertices() as usize);
        let mut all_states = 0.0;
        for component in components(model.graph()) {
            let orders = frontier::orders(pieces, &component).into_iter();
            let states = |order: Vec<u32>| (Slots::new(model.graph()).states(&order), order);
            let best = orders.map(states).min_by(|(one, _), (other, _)| one.total_cmp(other));
            let (states, best) = best?;
            all_states += states;
            order.extend(best);
        }
        let mut slots = Slots::new(model.graph());
        let turns: Option<Vec<DominationTurn>> = order
            .iter()
            .map(|&vertex| {
                let turn = slots.turn(vertex)?;
                let (given, blocked) = (model.given().contains(&vertex), model.is_blocked(vertex));
                Some(DominationTurn { given, blocked, ..turn })
            })
            .collect();
        Some(Self { turns: turns?, states: all_states })
    }
}

/// The slots of the vertices of the frontier.
struct Slots<'g> {
    graph: &'g Graph,
    slot_of: Vec<u32>,
    /// For each vertex, its number of undecided neighbours.
    missing: Vec<u32>,
    free: u64,
}

impl<'g> Slots<'g> {
    fn new(graph: &'g Graph) -> Self {
        let degree = |vertex| graph.neighbours(vertex).len() as u32;
        Self {
            graph,
            slot_of: vec![NONE; graph.vertices() as usize],
            missing: (0..graph.vertices()).map(degree).collect(),
            free: (1 << MOST_SLOTS) - 1,
        }
    }

    fn turn(&mut self, vertex: u32) -> Option<DominationTurn> {
        let slot = self.free.trailing_zeros();
        if slot >= MOST_SLOTS {
            return None;
        }
        self.free ^= 1 << slot;
        self.slot_of[vertex as usize] = slot;
        let own = 1 << (2 * slot);
        let (given, blocked) = (false, false);
        let mut turn = DominationTurn { vertex, own, neighbours: 0, done: 0, given, blocked };
        let graph = self.graph;
        for &other in graph.neighbours(vertex) {
            self.missing[other as usize] -= 1;
            let slot = self.slot_of[other as usize];
            if slot != NONE {
                turn.neighbours |= 1 << (2 * slot);
            }
        }
        for &other in graph.neighbours(vertex).iter().chain([&vertex]) {
            let slot = self.slot_of[other as usize];
            if slot != NONE && self.missing[other as usize] == 0 {
                turn.done |= 1 << (2 * slot);
                self.free |= 1 << slot;
                self.slot_of[other as usize] = NONE;
            }
        }
        Some(turn)
    }

    /// Estimated states in all turns, three for each vertex of the frontier.
    fn states(mut self, order: &[u32]) -> f64 {
        let mut states = 0.0;
        for &vertex in order {
            if self.turn(vertex).is_none() {
                return f64::INFINITY;
            }
            let used = MOST_SLOTS - self.free.count_ones();
            states += 3f64.powi(used as i32);
        }
        states
    }
}

/// The vertices of each component in rising order. O(n + m) time and memory.
pub fn components(graph: &Graph) -> Vec<Vec<u32>> {
    let mut parts = UnionFind::new(graph.vertices() as usize);
    for (a, b) in graph.edge_list() {
        parts.union(a, b);
    }
    grouped(&parts, 0..graph.vertices())
}

/// The shape of a component: its number of vertices, its edges, and its given and blocked vertices,
/// all numbered within it. Components of equal shape have equally many sets of each size.
type Shape = (u32, Vec<(u32, u32)>, Vec<u32>, Vec<u32>);

/// Counts the sets of each component, and of equal shapes only once: the numbers of all sets by
/// size are multiplied like polynomials, those of the smallest sets like numbers.
pub fn by_components(model: &DominatingSet, by_size: bool, run: &Run) -> Result<Counted, Reason> {
    let graph = model.graph();
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
        let part = part.with_given(given).with_blocked(blocked).with_conditions_of(model);
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
