//! What the constraint tree demands of one agent.

use std::rc::Rc;

/// A demand on the path of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restriction {
    /// It is not on the vertex at the time.
    Avoid {
        /// The vertex.
        vertex: u32,
        /// The time.
        time: u32,
    },
    /// It is not on the vertex from the time on.
    AvoidFrom {
        /// The vertex.
        vertex: u32,
        /// The time.
        time: u32,
    },
    /// It does not go from one vertex to the other in the step that ends at the time.
    AvoidStep {
        /// The vertex before.
        from: u32,
        /// The vertex after.
        to: u32,
        /// The time.
        time: u32,
    },
    /// It is on the vertex at the time.
    At {
        /// The vertex.
        vertex: u32,
        /// The time.
        time: u32,
    },
    /// It comes to rest at this time or later.
    RestsFrom(u32),
    /// It comes to rest at this time or earlier.
    RestsBy(u32),
}

impl Restriction {
    /// The time from which it matters.
    #[must_use]
    pub fn time(self) -> u32 {
        match self {
            Self::Avoid { time, .. }
            | Self::AvoidFrom { time, .. }
            | Self::AvoidStep { time, .. }
            | Self::At { time, .. }
            | Self::RestsFrom(time)
            | Self::RestsBy(time) => time,
        }
    }

    /// Whether the agent may rest on its goal from a time on.
    #[must_use]
    pub fn allows_rest(self, goal: u32, since: u32) -> bool {
        match self {
            Self::Avoid { vertex, time } => vertex != goal || time < since,
            Self::AvoidFrom { vertex, .. } => vertex != goal,
            Self::AvoidStep { .. } => true,
            Self::At { vertex, time } => vertex == goal || time < since,
            Self::RestsFrom(time) => since >= time,
            Self::RestsBy(time) => since <= time,
        }
    }

    /// Whether it allows a step that ends at its time; what holds from then on is not asked here.
    #[must_use]
    pub fn allows_step(self, before: u32, after: u32) -> bool {
        match self {
            Self::Avoid { vertex, .. } => after != vertex,
            Self::AvoidStep { from, to, .. } => (before, after) != (from, to),
            Self::At { vertex, .. } => after == vertex,
            Self::AvoidFrom { .. } | Self::RestsFrom(_) | Self::RestsBy(_) => true,
        }
    }
}

/// What the tree demands of an agent, and its path.
pub struct LonePlan {
    /// Equal only for the same agent with the same restrictions.
    pub id: u32,
    /// The least cost under the restrictions; for the makespan the length of the path.
    pub cost: u32,
    pub restrictions: Rc<[Restriction]>,
    pub path: Rc<[u32]>,
}
