//! The frontier dynamic program: counts independent sets vertex by vertex, in an order with a small
//! frontier.

use std::iter;

use num_bigint::BigUint;
use satranj_encodings::{graph::Graph, independent_set::IndependentSet};

use super::{masks::Incidence, table::Table};
use crate::{
    limits::Reason,
    methods::native::path_decomposition::{GrowingOrder, breadth_first, depth_first},
    run::Run,
};

/// Marks what has no bit.
const NONE: u8 = u8::MAX;

/// The decided vertices of a clique.
#[derive(Debug, Clone, Copy)]
enum CliqueSeen {
    /// No vertex of it is decided.
    None,
    /// One of its two vertices is.
    Vertex(u32),
    /// Some are, as recorded by this bit.
    Line(u8),
}

/// The decision about a vertex: the bits of a profile that must be clear to take it, the bits it
/// sets, and the bits that no later vertex needs.
#[derive(Debug, Clone, Copy, Default)]
struct ProfileTurn {
    test: u64,
    set: u64,
    forget: u64,
}

/// The turns of some vertices in the order of decision.
///
/// A profile has one bit for each line of three or more vertices with both decided and undecided
/// ones (whether one of the line is taken), and one for each decided vertex with a leap to an
/// undecided one (whether it is taken).
pub struct ProfilePlan {
    turns: Vec<ProfileTurn>,
    additions: f64,
}

impl ProfilePlan {
    /// A plan for some vertices of one kind in this order, which conflict only with one another and
    /// with given ones. `None` if the profile has more than 64 bits.
    pub fn new(set: &IndependentSet, incidence: &Incidence, order: &[u32]) -> Option<Self> {
        let cliques = &set.conflicts().cliques;
        let mut free = u64::MAX;
        // For each clique: the number of its undecided vertices, and the bit for the decided ones;
        // for two vertices it is the bit of the first.
        let mut to_come = vec![0u32; cliques.len()];
        for &number in order.iter().flat_map(|&vertex| incidence.of(vertex)) {
            to_come[number as usize] += 1;
        }
        let mut state = vec![CliqueSeen::None; cliques.len()];
        // For each vertex: its bit, and the leaps to later vertices.
        let mut bits = vec![NONE; set.vertices() as usize];
        let mut pending = vec![0u32; set.vertices() as usize];
        let mut turns = Vec::with_capacity(order.len());
        let mut profiles = ProfileEstimate::new();
        for &vertex in order {
            let mut turn = ProfileTurn::default();
            for &number in incidence.of(vertex) {
                let to_come = &mut to_come[number as usize];
                *to_come -= 1;
                match &mut state[number as usize] {
                    CliqueSeen::None if *to_come == 0 => {}
                    seen @ CliqueSeen::None if *to_come == 1 => {
                        pending[vertex as usize] += 1;
                        *seen = CliqueSeen::Vertex(vertex);
                    }
                    seen @ CliqueSeen::None => {
                        let bit = take_lowest(&mut free)?;
                        turn.set |= 1 << bit;
                        *seen = CliqueSeen::Line(bit);
                        profiles.line(bit);
                    }
                    &mut CliqueSeen::Vertex(other) => {
                        let bit = 1 << bits[other as usize];
                        turn.test |= bit;
                        pending[other as usize] -= 1;
                        if pending[other as usize] == 0 {
                            turn.forget |= bit;
                        }
                    }
                    &mut CliqueSeen::Line(bit) => {
                        turn.test |= 1 << bit;
                        if *to_come == 0 {
                            turn.forget |= 1 << bit;
                        } else {
                            turn.set |= 1 << bit;
                        }
                    }
                }
            }
            if pending[vertex as usize] > 0 {
                let bit = take_lowest(&mut free)?;
                bits[vertex as usize] = bit;
                turn.set |= 1 << bit;
                profiles.vertex(bit, turn.test & !turn.forget);
            }
            profiles.turn();
            profiles.forget(turn.forget);
            free |= turn.forget;
            turns.push(turn);
        }
        Some(Self { turns, additions: profiles.additions })
    }

    /// Estimated additions for the sets of every size.
    pub fn additions(&self) -> f64 {
        self.additions
    }

    /// The number of sets of each size up to the greatest that matters.
    ///
    /// A node is one vertex added to the sets of one profile. With at most p profiles at once and
    /// sets of up to k vertices, O(n · p · k) additions and O(p · k) memory.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn count(&self, greatest: Option<u32>, run: &Run) -> Result<Vec<BigUint>, Reason> {
        let mut table = Table::new(greatest, run)?;
        for turn in &self.turns {
            table.decide(turn.test, turn.set)?;
            let mut forget = turn.forget;
            while forget != 0 {
                let bit = forget & forget.wrapping_neg();
                table.forget(bit)?;
                forget ^= bit;
            }
        }
        Ok(table.finish())
    }
}

/// Takes the lowest bit of those that are free.
fn take_lowest(free: &mut u64) -> Option<u8> {
    let bit = free.trailing_zeros() as u8;
    *free &= free.wrapping_sub(1);
    (bit < 64).then_some(bit)
}

/// The expected number of profiles, from the bits in use.
///
/// A bit of a vertex doubles it; two bits of vertices in conflict together triple it. Bits of lines
/// depend on one another and count for less.
struct ProfileEstimate {
    /// The bits of vertices, and those of them with a partner in conflict.
    vertices: u64,
    partner: [Option<u8>; 64],
    lines: u64,
    turns: f64,
    additions: f64,
}

impl ProfileEstimate {
    fn new() -> Self {
        Self { vertices: 0, partner: [None; 64], lines: 0, turns: 0.0, additions: 0.0 }
    }

    fn line(&mut self, bit: u8) {
        self.lines |= 1 << bit;
    }

    /// Adds a vertex that conflicts with those of some bits.
    fn vertex(&mut self, bit: u8, conflicts: u64) {
        self.vertices |= 1 << bit;
        let alone = |other: &u8| {
            let of_vertex = (conflicts & self.vertices) >> other & 1 == 1;
            of_vertex && self.partner[usize::from(*other)].is_none()
        };
        if let Some(other) = (0..64).find(alone) {
            self.partner[usize::from(other)] = Some(bit);
            self.partner[usize::from(bit)] = Some(other);
        }
    }

    /// Counts a decided vertex.
    fn turn(&mut self) {
        let of_vertices = (0..64).filter(|bit| self.vertices >> bit & 1 == 1);
        let halves: f64 = of_vertices
            .map(|bit| if self.partner[bit].is_some() { 3f64.log2() / 2.0 } else { 1.0 })
            .sum();
        let profiles = (halves + 0.7 * f64::from(self.lines.count_ones())).exp2();
        self.turns += 1.0;
        // Roughly at most half of the vertices, and one more size.
        self.additions += profiles * (self.turns / 2.0 + 1.0);
    }

    fn forget(&mut self, bits: u64) {
        self.vertices &= !bits;
        self.lines &= !bits;
        for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
            if let Some(other) = self.partner[bit].take() {
                self.partner[usize::from(other)] = None;
            }
        }
    }
}

/// The most vertices whose order is grown vertex by vertex.
const LARGEST_GROWN: usize = 1 << 12;

/// Fewer vertices are narrow in any order.
const FEW: usize = 8;

/// Orders to choose from: lines of squares in four directions, for graphs a depth-first one, and a
/// greedy one that keeps the frontier small on any graph. The component is in rising order.
pub fn orders(set: &IndependentSet, component: &[u32]) -> Vec<Vec<u32>> {
    let mut orders = Vec::new();
    if let Some(kind) = set.single() {
        let sorted = |key: fn(u32, u32) -> (i64, u32)| {
            let mut order = component.to_vec();
            order.sort_by_cached_key(|&vertex| {
                let (row, column) = kind.lattice.position(vertex);
                key(row, column)
            });
            order
        };
        orders.push(sorted(|row, column| (row.into(), column)));
        orders.push(sorted(|row, column| (column.into(), row)));
        orders.push(sorted(|row, column| (i64::from(row) + i64::from(column), row)));
        orders.push(sorted(|row, column| (i64::from(row) - i64::from(column), row)));
    } else {
        orders.push(component.to_vec());
        if component.len() > FEW {
            // Given vertices cut the graph into more components than it has.
            let mut order = depth_first(set.graph(), component[0]);
            order.retain(|vertex| component.binary_search(vertex).is_ok());
            orders.push(order);
        }
    }
    let slides = |set: &IndependentSet| {
        let kind = set.single();
        kind.is_some_and(|kind| kind.lattice.rides())
    };
    if component.len() <= LARGEST_GROWN && set.given.is_empty() && !slides(set) {
        orders.extend(grown(set.graph(), component));
    }
    orders
}

/// A greedy order of a component that begins far from some vertex, and lets the frontier grow
/// least.
fn grown(graph: &Graph, component: &[u32]) -> Option<Vec<u32>> {
    let farthest = |from: u32| breadth_first(graph, [from], |_| 0).last().copied();
    let far = farthest(farthest(*component.first()?)?)?;
    GrowingOrder::grown(graph, iter::once(far), usize::MAX, GrowingOrder::kept)
}
