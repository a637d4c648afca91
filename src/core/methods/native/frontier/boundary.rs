//! The frontier: the undecided vertices with a decided neighbour, by slot.

use fixedbitset::FixedBitSet;
use satranj_encodings::graph::Graph;

use super::state::PathsWord;
use crate::methods::cycle::CycleQuestion;

/// The most slots, those of the longest word.
pub const SLOTS: usize = <u128 as PathsWord>::SLOTS as usize;

/// Not in the frontier.
const OUTSIDE: u8 = u8::MAX;

/// An undecided neighbour of the vertex whose edges are being decided.
#[derive(Debug, Clone, Copy)]
pub struct Partner {
    /// The vertex.
    pub vertex: u32,
    /// Its slot.
    pub slot: u8,
    /// Whether the edge to it must be used.
    pub forced: bool,
}

/// A vertex of the frontier with few undecided edges.
#[derive(Debug, Clone, Copy)]
pub struct Critical {
    /// Its slot.
    pub slot: u8,
    /// Its neighbours that are not in the frontier yet.
    pub outside: u32,
    /// The slots of its neighbours in the frontier.
    pub near: u32,
    /// Its undecided edges that must be used.
    pub forced: u8,
}

/// What is decided at a vertex.
#[derive(Debug, Default, Clone)]
pub struct BoundaryTurn {
    /// Its slot.
    pub slot: u8,
    /// Whether only the edge to its single partner is decided, and it stays in the frontier.
    pub stays: bool,
    /// Slots of vertices that enter the frontier.
    pub entering: u32,
    /// The undecided neighbours.
    pub partners: Vec<Partner>,
    /// The frontier after the vertex is decided.
    pub after: u32,
    /// Vertices in it with fewer than two outside neighbours left, or with forced edges.
    pub critical: Vec<Critical>,
    /// Whether all vertices have been in the frontier.
    pub is_last: bool,
    /// Whether all vertices have been in the frontier, and all forced edges are decided.
    pub may_close: bool,
}

/// The frontier while the vertices of a graph are decided one by one.
///
/// Deciding a vertex means deciding all its edges. O(n + m) time in all, except for [`Critical`]
/// vertices, whose neighbours are examined again at every vertex.
#[derive(Clone)]
pub struct Frontier<'q> {
    graph: &'q Graph,
    forced: FixedBitSet,
    /// The slot of each vertex.
    slots: Vec<u8>,
    decided: FixedBitSet,
    /// For each vertex, its neighbours that have not been in the frontier.
    outside: Vec<u32>,
    /// For each vertex, its decided edges, up to 255.
    edges_decided: Vec<u8>,
    /// For each vertex, its undecided forced edges, up to 255.
    edges_forced: Vec<u8>,
    vertices: [u32; SLOTS],
    taken: u32,
    /// Vertices that have not been in the frontier.
    left: u32,
    /// Undecided edges that must be used.
    forced_left: usize,
}

impl<'q> Frontier<'q> {
    /// The frontier of a question before its first vertex.
    pub fn of(question: &'q CycleQuestion<'_>) -> Self {
        Self::new(&question.graph, &question.forced)
    }

    /// The frontier before the first vertex, where these edges must be used.
    pub fn new(graph: &'q Graph, forced: &[u32]) -> Self {
        let n = graph.vertices() as usize;
        let mut frontier = Self {
            graph,
            forced: forced.iter().map(|&edge| edge as usize).collect(),
            slots: vec![OUTSIDE; n],
            decided: FixedBitSet::with_capacity(n),
            outside: (0..n as u32).map(|vertex| graph.neighbours(vertex).len() as u32).collect(),
            edges_decided: vec![0; n],
            edges_forced: vec![0; n],
            vertices: [0; SLOTS],
            taken: 0,
            left: n as u32,
            forced_left: 0,
        };
        frontier.forced_left = frontier.forced.count_ones(..);
        if frontier.forced_left > 0 {
            for vertex in 0..n as u32 {
                let edges = graph.edge_numbers(vertex).iter();
                let forced = edges.filter(|&&edge| frontier.forced.contains(edge as usize));
                frontier.edges_forced[vertex as usize] =
                    u8::try_from(forced.count()).unwrap_or(255);
            }
        }
        frontier
    }

    /// Allows vertices to get edges that are not in the graph.
    #[must_use]
    pub fn with_loose(mut self, vertices: &[u32]) -> Self {
        for &vertex in vertices {
            self.outside[vertex as usize] += 2;
        }
        self
    }

    /// Decides the next vertex; `false` if there are too few slots.
    pub fn decide(&mut self, vertex: u32, turn: &mut BoundaryTurn) -> bool {
        turn.entering = 0;
        turn.partners.clear();
        turn.stays = false;
        if !self.enter(vertex, turn) {
            return false;
        }
        turn.slot = self.slots[vertex as usize];
        let graph = self.graph;
        for (&other, &edge) in graph.neighbours(vertex).iter().zip(graph.edge_numbers(vertex)) {
            if self.decided.contains(other as usize) {
                continue;
            }
            if !self.enter(other, turn) {
                return false;
            }
            self.decide_one(other, edge, turn);
        }
        self.decided.insert(vertex as usize);
        self.taken &= !(1 << turn.slot);
        turn.after = self.taken;
        turn.is_last = self.left == 0;
        turn.may_close = turn.is_last && self.forced_left == 0;
        self.list_critical(turn);
        true
    }

    /// Decides one edge between vertices that both stay; `false` if there are too few slots.
    pub fn decide_edge(&mut self, [a, b]: [u32; 2], turn: &mut BoundaryTurn) -> bool {
        turn.entering = 0;
        turn.partners.clear();
        turn.stays = true;
        if !(self.enter(a, turn) && self.enter(b, turn)) {
            return false;
        }
        turn.slot = self.slots[a as usize];
        if let Some(edge) = self.graph.edge_between(a, b) {
            self.decide_one(b, edge, turn);
            let (decided, forced) = (&mut self.edges_decided, &mut self.edges_forced);
            decided[a as usize] = decided[a as usize].saturating_add(1);
            let is_forced = self.forced.contains(edge as usize);
            forced[a as usize] = forced[a as usize].saturating_sub(u8::from(is_forced));
        }
        turn.after = self.taken;
        (turn.is_last, turn.may_close) = (false, false);
        self.list_critical(turn);
        true
    }

    /// Decides an edge to a vertex of the frontier.
    fn decide_one(&mut self, other: u32, edge: u32, turn: &mut BoundaryTurn) {
        let forced = self.forced.contains(edge as usize);
        turn.partners.push(Partner { vertex: other, slot: self.slots[other as usize], forced });
        let count = &mut self.edges_decided[other as usize];
        *count = count.saturating_add(1);
        let count = &mut self.edges_forced[other as usize];
        *count = count.saturating_sub(u8::from(forced));
        self.forced_left -= usize::from(forced);
    }

    /// The slot of a vertex of the frontier.
    pub fn slot(&self, vertex: u32) -> u8 {
        self.slots[vertex as usize]
    }

    /// Gives a vertex a slot unless it has one; `false` if none is free.
    fn enter(&mut self, vertex: u32, turn: &mut BoundaryTurn) -> bool {
        if self.slots[vertex as usize] != OUTSIDE {
            return true;
        }
        let slot = self.taken.trailing_ones();
        if slot as usize >= SLOTS {
            return false;
        }
        self.taken |= 1 << slot;
        turn.entering |= 1 << slot;
        self.slots[vertex as usize] = slot as u8;
        self.vertices[slot as usize] = vertex;
        self.left -= 1;
        for &other in self.graph.neighbours(vertex) {
            self.outside[other as usize] -= 1;
        }
        true
    }

    fn list_critical(&self, turn: &mut BoundaryTurn) {
        turn.critical.clear();
        for slot in slots_of(self.taken) {
            let vertex = self.vertices[slot as usize];
            let outside = self.outside[vertex as usize];
            let forced = self.edges_forced[vertex as usize];
            if outside >= 2 && forced == 0 {
                continue;
            }
            let others = self.graph.neighbours(vertex).iter().map(|&other| other as usize);
            let near = others
                .filter(|&other| self.slots[other] != OUTSIDE && !self.decided.contains(other))
                .fold(0, |mask, other| mask | 1 << self.slots[other]);
            turn.critical.push(Critical { slot, outside, near, forced });
        }
    }

    /// How many edges of the vertex in a slot are decided, up to 255.
    pub fn edges_decided(&self, slot: u8) -> u8 {
        self.edges_decided[self.vertices[slot as usize] as usize]
    }
}

/// The slots of a mask in rising order.
pub fn slots_of(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let slot = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (slot < u32::BITS).then_some(slot as u8)
    })
}
