//! Propagation of decided edges, and its undoing.

use satranj_encodings::graph::Graph;

/// The decided edges leave no Hamiltonian cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contradiction;

/// The state of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeState {
    /// Nothing.
    Undecided,
    /// The cycle uses it.
    Used,
    /// The cycle does not use it.
    Removed,
}

/// The search state for a Hamiltonian cycle: every edge undecided, used or removed.
///
/// Three rules are applied until nothing follows any more (Rubin, "A Search Procedure for
/// Hamilton Paths and Circuits", J. ACM 21, 1974):
/// - a vertex with two used edges loses its other edges;
/// - a vertex with two remaining edges uses both;
/// - an edge between the two ends of a used segment is removed, unless the segment spans
///   all vertices. The ends know each other (the multi-path of Kocay, "An extension of the
///   multi-path algorithm for finding hamilton cycles", Discrete Math. 101, 1992).
///
/// Each decision costs O(degree), with an O(log degree) lookup of the edge that would
/// close a segment; so all decisions along one branch cost O(m log n) together. O(n + m)
/// memory: see [`EdgeDeduction::bytes`].
pub struct EdgeDeduction<'g> {
    graph: &'g Graph,
    edge_ends: Vec<(u32, u32)>,
    state: Vec<EdgeState>,
    /// Used edges at each vertex.
    used: Vec<u8>,
    /// Used and undecided edges at each vertex.
    remaining: Vec<u32>,
    /// The other end of the used segment that ends at a vertex; the vertex itself if it has no used
    /// edge. Inside a segment, the value from when the vertex was last an end.
    mate: Vec<u32>,
    used_edges: u32,
    removed_edges: u32,
    /// The decided edges in their order.
    trail: Vec<u32>,
    /// Vertices at which a rule may apply.
    pending: Vec<u32>,
    segment_ends: SegmentEnds,
}

impl<'g> EdgeDeduction<'g> {
    /// Nothing is decided, and every vertex is pending.
    pub fn new(graph: &'g Graph) -> Self {
        let n = graph.vertices();
        Self {
            graph,
            edge_ends: graph.edge_list().collect(),
            state: vec![EdgeState::Undecided; graph.edges() as usize],
            used: vec![0; n as usize],
            remaining: (0..n).map(|vertex| graph.neighbours(vertex).len() as u32).collect(),
            mate: (0..n).collect(),
            used_edges: 0,
            removed_edges: 0,
            // An edge is decided once along a branch.
            trail: Vec::with_capacity(graph.edges() as usize),
            pending: (0..n).rev().collect(),
            segment_ends: SegmentEnds::new(n as usize),
        }
    }

    /// The graph.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The state of an edge.
    pub fn state(&self, edge: u32) -> EdgeState {
        self.state[edge as usize]
    }

    /// Number of edges of a vertex that are not removed.
    pub fn remaining(&self, vertex: u32) -> u32 {
        self.remaining[vertex as usize]
    }

    /// Number of edges of a vertex that are used.
    pub fn used(&self, vertex: u32) -> u8 {
        self.used[vertex as usize]
    }

    /// Whether the used edges are a Hamiltonian cycle.
    pub fn is_complete(&self) -> bool {
        self.used_edges == self.graph.vertices()
    }

    /// Number of removed edges.
    pub fn removed_edges(&self) -> u32 {
        self.removed_edges
    }

    /// The ends of used segments.
    pub fn segment_ends(&self) -> &SegmentEnds {
        &self.segment_ends
    }

    /// The current end of the trail, for [`EdgeDeduction::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Decides that the cycle uses an edge; [`EdgeDeduction::propagate`] applies the rules.
    pub fn use_edge(&mut self, edge: u32) -> Result<(), Contradiction> {
        match self.state[edge as usize] {
            EdgeState::Used => return Ok(()),
            EdgeState::Removed => return Err(Contradiction),
            EdgeState::Undecided => {}
        }
        let (a, b) = self.edge_ends[edge as usize];
        let n = self.graph.vertices();
        let (far_a, far_b) = (self.mate[a as usize], self.mate[b as usize]);
        // `used` first: inside a segment the mate is out of date.
        if self.used[a as usize] == 2 || self.used[b as usize] == 2 {
            return Err(Contradiction);
        }
        let closes = far_a == b;
        if closes && self.used_edges + 1 < n {
            return Err(Contradiction);
        }
        self.state[edge as usize] = EdgeState::Used;
        self.trail.push(edge);
        self.used_edges += 1;
        for vertex in [a, b] {
            self.used[vertex as usize] += 1;
            self.pending.push(vertex);
            self.sort_in(vertex);
        }
        if closes {
            return Ok(());
        }
        self.mate[far_a as usize] = far_b;
        self.mate[far_b as usize] = far_a;
        if self.used_edges + 1 < n
            && let Some(closing) = self.graph.edge_between(far_a, far_b)
            && self.state[closing as usize] == EdgeState::Undecided
        {
            self.remove_edge(closing)?;
        }
        Ok(())
    }

    /// Decides that the cycle does not use an edge.
    pub fn remove_edge(&mut self, edge: u32) -> Result<(), Contradiction> {
        match self.state[edge as usize] {
            EdgeState::Removed => return Ok(()),
            EdgeState::Used => return Err(Contradiction),
            EdgeState::Undecided => {}
        }
        self.state[edge as usize] = EdgeState::Removed;
        self.trail.push(edge);
        self.removed_edges += 1;
        let (a, b) = self.edge_ends[edge as usize];
        for vertex in [a, b] {
            self.remaining[vertex as usize] -= 1;
            if self.remaining[vertex as usize] <= 2 {
                self.pending.push(vertex);
            }
            self.sort_in(vertex);
        }
        if self.remaining[a as usize] < 2 || self.remaining[b as usize] < 2 {
            return Err(Contradiction);
        }
        Ok(())
    }

    /// Applies the rules at one pending vertex; returns whether there was one.
    pub fn propagate(&mut self) -> Result<bool, Contradiction> {
        let Some(vertex) = self.pending.pop() else {
            return Ok(false);
        };
        let (used, remaining) = (self.used[vertex as usize], self.remaining[vertex as usize]);
        if remaining < 2 {
            return Err(Contradiction);
        }
        let graph = self.graph;
        if used == 2 && remaining > 2 {
            for &edge in graph.edge_numbers(vertex) {
                if self.state[edge as usize] == EdgeState::Undecided {
                    self.remove_edge(edge)?;
                }
            }
        } else if used < 2 && remaining == 2 {
            for &edge in graph.edge_numbers(vertex) {
                if self.state[edge as usize] == EdgeState::Undecided {
                    self.use_edge(edge)?;
                }
            }
        }
        Ok(true)
    }

    /// Undoes all decisions since a [`EdgeDeduction::mark`], and clears the pending vertices.
    pub fn undo(&mut self, mark: usize) {
        self.pending.clear();
        while self.trail.len() > mark {
            let Some(edge) = self.trail.pop() else {
                return;
            };
            let (a, b) = self.edge_ends[edge as usize];
            if self.state[edge as usize] == EdgeState::Removed {
                self.removed_edges -= 1;
                for vertex in [a, b] {
                    self.remaining[vertex as usize] += 1;
                    self.sort_in(vertex);
                }
            } else {
                self.used_edges -= 1;
                for vertex in [a, b] {
                    self.used[vertex as usize] -= 1;
                    if self.used[vertex as usize] == 0 {
                        self.mate[vertex as usize] = vertex;
                    }
                    let far = self.mate[vertex as usize];
                    self.mate[far as usize] = vertex;
                    self.sort_in(vertex);
                }
            }
            self.state[edge as usize] = EdgeState::Undecided;
        }
    }

    /// The vertices in the order of the complete cycle, from one of them.
    pub fn cycle_from(&self, first: u32) -> Vec<u32> {
        let mut cycle = vec![first];
        let (mut before, mut vertex) = (u32::MAX, first);
        loop {
            let next = (self.graph.neighbours(vertex).iter())
                .zip(self.graph.edge_numbers(vertex))
                .find(|&(&other, &edge)| {
                    other != before && self.state[edge as usize] == EdgeState::Used
                });
            match next {
                Some((&other, _)) if other != first => {
                    cycle.push(other);
                    (before, vertex) = (vertex, other);
                }
                _ => return cycle,
            }
        }
    }

    fn sort_in(&mut self, vertex: u32) {
        if self.used[vertex as usize] == 1 {
            self.segment_ends.put(vertex, self.remaining[vertex as usize]);
        } else {
            self.segment_ends.take(vertex);
        }
    }
}

/// Ends with at least this many remaining edges are not distinguished.
const LEVELS: usize = 32;

/// Marks a vertex that is in no list, and the end of a list.
const NONE: u32 = u32::MAX;

/// A set of vertices in lists by level, each list in last-in-first-out order.
///
/// Every operation is O(1). Last-in-first-out order keeps the search local: a mistake shows near
/// what it has just touched.
#[derive(Debug)]
pub struct SegmentEnds {
    first: [u32; LEVELS],
    next: Vec<u32>,
    previous: Vec<u32>,
    level: Vec<u8>,
}

impl SegmentEnds {
    /// The empty set; 9 bytes a vertex.
    pub fn new(vertices: usize) -> Self {
        Self {
            first: [NONE; LEVELS],
            next: vec![NONE; vertices],
            previous: vec![NONE; vertices],
            level: vec![u8::MAX; vertices],
        }
    }

    /// Puts a vertex at a level, from wherever it is.
    pub fn put(&mut self, vertex: u32, remaining: u32) {
        self.take(vertex);
        let level = (remaining as usize).min(LEVELS - 1);
        let behind = self.first[level];
        self.next[vertex as usize] = behind;
        self.previous[vertex as usize] = NONE;
        if behind != NONE {
            self.previous[behind as usize] = vertex;
        }
        self.first[level] = vertex;
        self.level[vertex as usize] = level as u8;
    }

    /// Takes a vertex out, if it is in.
    pub fn take(&mut self, vertex: u32) {
        let level = self.level[vertex as usize];
        if level == u8::MAX {
            return;
        }
        let (before, behind) = (self.previous[vertex as usize], self.next[vertex as usize]);
        if before == NONE {
            self.first[level as usize] = behind;
        } else {
            self.next[before as usize] = behind;
        }
        if behind != NONE {
            self.previous[behind as usize] = before;
        }
        self.level[vertex as usize] = u8::MAX;
    }

    /// The most recent vertex of the lowest level.
    pub fn lowest(&self) -> Option<u32> {
        self.first.iter().copied().find(|&vertex| vertex != NONE)
    }
}
