//! In which order a frontier programme decides the vertices, and what it keeps of them.

use fixedbitset::FixedBitSet;
use satranj_encodings::{dominating_set::DominatingSet, graph::Graph};

use crate::methods::native::placement::{components::connected, frontier};

/// The most vertices of a frontier: two bits of a state each, and not all bits at once.
const MOST_SLOTS: u32 = 63;

/// Marks what has no slot.
const NONE: u32 = u32::MAX;

/// What happens at a vertex. A slot is two bits of a state: the lower one tells whether its vertex
/// is taken, the upper one whether it is dominated.
pub struct DominationTurn {
    /// The lower bit of the vertex.
    pub own: u128,
    /// The lower bits of its neighbours that are decided.
    pub neighbours: u128,
    /// The lower bits of vertices all of whose neighbours are now decided.
    pub done: u128,
    /// Whether it must be taken.
    pub given: bool,
    /// Whether it must be left.
    pub blocked: bool,
}

/// The turns of all vertices, component after component, each in the order that is expected to
/// have the fewest states.
pub struct DominationPlan {
    /// The turns.
    pub turns: Vec<DominationTurn>,
}

impl DominationPlan {
    /// A plan; `None` if the frontier is too wide. O(n · frontier · degree).
    pub fn new(model: &DominatingSet) -> Option<Self> {
        let pieces = model.pieces();
        let mut all = FixedBitSet::with_capacity(model.vertices() as usize);
        all.insert_range(..);
        let mut order = Vec::with_capacity(all.len());
        for component in connected(pieces, &all) {
            let orders = frontier::orders(pieces, &component).into_iter();
            let states = |order: &Vec<u32>| Slots::new(model.graph()).states(order);
            let best = orders.min_by(|one, other| states(one).total_cmp(&states(other)));
            order.extend(best.unwrap_or(component));
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
        Some(Self { turns: turns? })
    }
}

/// The slots of the vertices of the frontier.
struct Slots<'g> {
    graph: &'g Graph,
    slot_of: Vec<u32>,
    /// Of each vertex how many neighbours are not decided.
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
        let mut turn = DominationTurn { own, neighbours: 0, done: 0, given: false, blocked: false };
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

    /// About how many states there are in all turns, three for each vertex of the frontier.
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
