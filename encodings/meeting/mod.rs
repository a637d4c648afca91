//! The meeting model: riders that jump over a graph meet at one vertex in the fewest turns.

pub mod assignment;

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::{
    lattice::Lattice,
    lattice_graph::LatticeGraph,
    reading::{ReadError, Witness},
};

/// A piece that jumps from vertex to vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rider {
    /// Where it starts.
    pub vertex: u32,
    /// The most jumps that it makes in one turn; at least 1.
    pub jumps: u32,
}

impl Rider {
    /// The number of turns that this many jumps take.
    #[must_use]
    pub fn turns(&self, jumps: u64) -> u64 {
        jumps.div_ceil(self.jumps.max(1).into())
    }
}

/// The question of a meeting of all riders at one vertex in the fewest turns in all: the sum of
/// ceil(distance / jumps). Several riders may be on one vertex.
///
/// Among vertices with equally many turns, the least is the answer.
#[derive(Debug, Clone)]
pub struct Meeting {
    /// The cells and the jumps.
    pub board: LatticeGraph,
    /// The riders.
    pub riders: Arc<[Rider]>,
    /// Any meeting in at most this many turns is accepted, instead of the best.
    pub at_most: Option<u64>,
}

/// Why riders cannot meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeetingObstruction {
    /// There is no rider.
    NoRider,
    /// No jump leads out of these vertices (in rising order), and some riders start among
    /// them and others do not.
    Separated(Vec<u32>),
}

impl Meeting {
    /// The fewest turns are requested.
    #[must_use]
    pub fn new(lattice: Lattice, riders: Vec<Rider>) -> Self {
        let riders = riders.into();
        Self { board: LatticeGraph::new(lattice), riders, at_most: None }
    }

    /// The lattice.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        self.board.lattice()
    }

    /// The turns of all riders together, given the jumps of each.
    #[must_use]
    pub fn turns(&self, jumps: impl IntoIterator<Item = u64>) -> u64 {
        let turns = self.riders.iter().zip(jumps).map(|(rider, jumps)| rider.turns(jumps));
        turns.fold(0, u64::saturating_add)
    }

    /// The meeting at a vertex. Every rider takes the shortest path that always goes on to the
    /// least vertex that is nearer. O(vertices and edges).
    ///
    /// # Errors
    /// [`ReadError::Apart`] if a rider cannot reach the vertex.
    pub fn meeting(&self, vertex: u32) -> Result<Witness, ReadError> {
        let graph = self.board.graph();
        let distance = graph.distances(vertex);
        let path = |rider: &Rider| {
            let mut path = Vec::new();
            let mut at = rider.vertex;
            while distance[at as usize] > 0 {
                let nearer = |&&next: &&u32| {
                    distance[at as usize].checked_sub(1) == Some(distance[next as usize])
                };
                let next = graph.neighbours(at).iter().find(nearer);
                at = *next.ok_or(ReadError::Apart(rider.vertex))?;
                path.push(at);
            }
            Ok(path)
        };
        let paths = self.riders.iter().map(path).collect::<Result<_, _>>()?;
        Ok(Witness::Meeting { vertex, paths })
    }

    /// Why the riders cannot meet at all, if so; `None` if some moves do not lead back, unless there
    /// is no rider. O(cells reached from the first rider times its
    /// jumps), less if the search reaches all riders early.
    #[must_use]
    pub fn obstruction(&self) -> Option<MeetingObstruction> {
        let Some(first) = self.riders.first() else { return Some(MeetingObstruction::NoRider) };
        if self.board.is_directed() {
            return None;
        }
        let mut wanted = FixedBitSet::with_capacity(self.lattice().vertices() as usize);
        wanted.extend(self.riders.iter().map(|rider| rider.vertex as usize));
        let mut missing = wanted.count_ones(..);
        let reached = self.lattice().reach(first.vertex, |vertex| {
            missing -= usize::from(wanted.contains(vertex as usize));
            missing > 0
        });
        let reached = reached.ones().map(|vertex| vertex as u32);
        (missing > 0).then(|| MeetingObstruction::Separated(reached.collect()))
    }
}
