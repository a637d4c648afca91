//! The order in which a frontier program for longest paths decides vertices and edges.

use satranj_encodings::longest_path::LongestPath;

use crate::{
    limits::Reason,
    methods::native::path_decomposition::{GrowingOrder, breadth_first, far_ends},
    run::Run,
};

/// The most vertices of a frontier.
pub const MOST_SLOTS: u32 = 25;

/// The most undecided edges at decided vertices, or crossed by decided edges.
const MOST_BITS: u32 = 128;

/// Marks what has no slot or no bit.
const NONE: u32 = u32::MAX;

/// What a turn decides.
#[derive(Debug, Clone, Copy)]
pub enum Decided {
    /// A vertex enters the frontier.
    Vertex {
        /// Its slot.
        slot: u32,
        /// Whether it is a stated end of a path.
        is_end: bool,
    },
    /// Whether an edge is used.
    Edge {
        /// Its number.
        edge: u32,
        /// Its bit.
        bit: u128,
        /// The slots of its ends.
        slots: [u32; 2],
        /// The later edges that it crosses.
        crossed: u128,
        /// Whether it must be used.
        is_given: bool,
    },
}

/// A decision, and the frontier after it.
#[derive(Debug)]
pub struct PathTurn {
    /// The decision.
    pub decided: Decided,
    /// The slots of the frontier, with the undecided edges of each; a slot without edges is free
    /// after the turn.
    pub frontier: Vec<(u32, u128)>,
    /// The slots of vertices that must be on the path.
    pub must: u32,
    /// The undecided edges that must be used, and are at a decided vertex.
    pub given: u128,
    /// Whether everything that must be on the path was decided.
    pub may_end: bool,
}

impl PathTurn {
    /// The undecided edges of a slot.
    pub fn edges_of(&self, slot: u32) -> u128 {
        self.frontier.iter().find(|(own, _)| *own == slot).map_or(0, |&(_, edges)| edges)
    }
}

/// The turns of a model in the best of several orders; `None` if the frontier is too wide in all.
///
/// # Errors
/// The reason to stop.
pub fn turns(model: &LongestPath, run: &Run) -> Result<Option<Vec<PathTurn>>, Reason> {
    let graph = model.visit.graph();
    let n = graph.vertices();
    let crossings = run.encoding(|| model.crossings());
    let mut crossed = vec![Vec::new(); graph.edges() as usize];
    for &(one, other) in crossings {
        crossed[one as usize].push(other);
        crossed[other as usize].push(one);
    }
    let mut orders: Vec<Vec<u32>> = Vec::new();
    if let Some(lattice) = model.visit.lattice() {
        orders.push(lattice.sweep(true).collect());
    } else {
        orders.push((0..n).collect());
        for end in far_ends(graph, run)? {
            let roots = || std::iter::once(end).chain(0..n);
            orders.push(breadth_first(graph, roots(), |it| graph.neighbours(it).len()));
            let most = graph.vertices() as usize + 1;
            orders.extend(GrowingOrder::grown(graph, roots(), most, GrowingOrder::kept));
        }
    }
    let mut best: Option<(f64, Vec<PathTurn>)> = None;
    for order in orders {
        run.poll()?;
        let Some(turns) = PathPlan::new(model, &crossed).of(&order) else { continue };
        let states = turns.iter().map(|turn| 3f64.powi(turn.frontier.len() as i32)).sum();
        if best.as_ref().is_none_or(|&(least, _)| states < least) {
            best = Some((states, turns));
        }
    }
    Ok(best.map(|(_, turns)| turns))
}

/// The frontier while an order is planned.
struct PathPlan<'m> {
    model: &'m LongestPath,
    crossed: &'m [Vec<u32>],
    slot_of: Vec<u32>,
    bit_of: Vec<u32>,
    is_decided: Vec<bool>,
    free_slots: u32,
    free_bits: u128,
    /// The vertices of the frontier.
    near: Vec<u32>,
    must: Vec<u32>,
    given: Vec<u32>,
}

impl<'m> PathPlan<'m> {
    fn new(model: &'m LongestPath, crossed: &'m [Vec<u32>]) -> Self {
        let (visit, graph) = (&model.visit, model.visit.graph());
        let ends = visit.start.into_iter().chain(visit.end);
        let given = visit.given.iter();
        Self {
            model,
            crossed,
            slot_of: vec![NONE; graph.vertices() as usize],
            bit_of: vec![NONE; graph.edges() as usize],
            is_decided: vec![false; graph.edges() as usize],
            free_slots: (1 << MOST_SLOTS) - 1,
            free_bits: u128::MAX,
            near: Vec::new(),
            must: ends.chain(visit.given.iter().flat_map(|&(a, b)| [a, b])).collect(),
            given: given.filter_map(|&(a, b)| graph.edge_between(a, b)).collect(),
        }
    }

    /// The turns of an order; `None` if the frontier is too wide.
    fn of(mut self, order: &[u32]) -> Option<Vec<PathTurn>> {
        let (visit, graph) = (&self.model.visit, self.model.visit.graph());
        let mut turns = Vec::new();
        let mut entered = 0;
        for &vertex in order {
            let slot = self.free_slots.trailing_zeros();
            if slot >= MOST_SLOTS {
                return None;
            }
            self.free_slots ^= 1 << slot;
            self.slot_of[vertex as usize] = slot;
            self.near.push(vertex);
            for &edge in graph.edge_numbers(vertex) {
                self.number(edge)?;
            }
            let is_end = visit.ends_at(vertex) > 0;
            entered += self.must.iter().filter(|&&must| must == vertex).count();
            turns.push(self.turn(Decided::Vertex { slot, is_end }, entered));
            for (&other, &edge) in graph.neighbours(vertex).iter().zip(graph.edge_numbers(vertex)) {
                let other = self.slot_of[other as usize];
                if other == NONE {
                    continue;
                }
                let mut mask = 0;
                let crossed = self.crossed;
                for &other in &crossed[edge as usize] {
                    if !self.is_decided[other as usize] {
                        mask |= self.number(other)?;
                    }
                }
                let bit = self.number(edge)?;
                self.is_decided[edge as usize] = true;
                self.free_bits |= bit;
                let is_given = self.given.contains(&edge);
                let slots = [other, slot];
                let decided = Decided::Edge { edge, bit, slots, crossed: mask, is_given };
                turns.push(self.turn(decided, entered));
            }
        }
        Some(turns)
    }

    /// The bit of an edge; `None` if there are too many.
    fn number(&mut self, edge: u32) -> Option<u128> {
        let bit = &mut self.bit_of[edge as usize];
        if *bit == NONE {
            let free = self.free_bits.trailing_zeros();
            if free >= MOST_BITS {
                return None;
            }
            self.free_bits ^= 1 << free;
            *bit = free;
        }
        Some(1 << *bit)
    }

    /// A turn; slots without edges become free after it.
    fn turn(&mut self, decided: Decided, entered: usize) -> PathTurn {
        let graph = self.model.visit.graph();
        let left = |edge: &u32| !self.is_decided[*edge as usize];
        let undecided = |vertex: u32| {
            let edges = graph.edge_numbers(vertex).iter().filter(|edge| left(edge));
            edges.fold(0, |mask, &edge| mask | 1u128 << self.bit_of[edge as usize])
        };
        let frontier = self.near.iter().map(|&it| (self.slot_of[it as usize], undecided(it)));
        let frontier: Vec<(u32, u128)> = frontier.collect();
        let given = self.given.iter().filter(|edge| left(edge));
        let given = given.filter(|&&edge| self.bit_of[edge as usize] != NONE);
        let given = given.fold(0, |mask, &edge| mask | 1u128 << self.bit_of[edge as usize]);
        let must = self.near.iter().filter(|vertex| self.must.contains(vertex));
        let must = must.fold(0, |mask, &vertex| mask | 1 << self.slot_of[vertex as usize]);
        let may_end = entered == self.must.len() && !self.given.iter().any(left);
        for &(slot, edges) in &frontier {
            if edges == 0 {
                self.free_slots |= 1 << slot;
            }
        }
        let (slots, free) = (&mut self.slot_of, self.free_slots);
        self.near.retain(|&vertex| {
            let slot = &mut slots[vertex as usize];
            let stays = free >> *slot & 1 == 0;
            if !stays {
                *slot = NONE;
            }
            stays
        });
        PathTurn { decided, frontier, must, given, may_end }
    }
}
