//! Which two agents must exchange their vertices in a narrow place, and whether they can.

use satranj_encodings::agent_paths::AgentPaths;

use super::{super::goal_distances::LazyDistances, generator::NOBODY};
use crate::limits::Reason;

/// The graph with the agents on it.
pub struct NarrowPlaces<'a> {
    pub model: &'a AgentPaths,
    /// The agent on each vertex.
    pub before: &'a [u32],
}

/// The ways on from a vertex.
enum WayOn {
    None,
    One(u32),
    Several,
}

impl NarrowPlaces<'_> {
    /// The agent with which an agent must exchange vertices to go on to `next`, if they can: it then
    /// goes back, and pulls the other one (Okumura, "Improving `LaCAM` for scalable eventually
    /// optimal multi-agent pathfinding", IJCAI 2023). O(vertices of the narrow place).
    ///
    /// # Errors
    /// The reason to stop.
    pub fn partner(
        &self,
        agent: u32,
        own: u32,
        next: u32,
        is_free: impl Fn(u32) -> bool,
        distances: &mut LazyDistances<'_>,
    ) -> Result<Option<u32>, Reason> {
        if own == next {
            return Ok(None);
        }
        let other = self.before[next as usize];
        if other != NOBODY
            && is_free(other)
            && self.is_required((agent, own), (other, next), distances)?
            && self.is_possible(next, own)
        {
            return Ok(Some(other));
        }
        // Another agent behind it must pass it.
        for &vertex in self.model.graph().neighbours(own) {
            let other = self.before[vertex as usize];
            if other != NOBODY
                && vertex != next
                && self.is_required((other, own), (agent, next), distances)?
                && self.is_possible(next, own)
            {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// The ways on from a vertex, but the one back and dead ends whose agent rests there.
    fn way_on(&self, vertex: u32, back: u32) -> WayOn {
        let graph = self.model.graph();
        let mut way = WayOn::None;
        for &next in graph.neighbours(vertex) {
            let agent = self.before[next as usize];
            let is_closed = agent != NOBODY
                && graph.neighbours(next).len() == 1
                && self.model.goals[agent as usize] == next;
            if next != back && !is_closed {
                way = match way {
                    WayOn::None => WayOn::One(next),
                    _ => return WayOn::Several,
                };
            }
        }
        way
    }

    /// Whether the first agent, which pushes the second one, passes it only by an exchange.
    fn is_required(
        &self,
        (pusher, mut behind): (u32, u32),
        (pulled, mut ahead): (u32, u32),
        distances: &mut LazyDistances<'_>,
    ) -> Result<bool, Reason> {
        while distances.of(pusher, ahead)? < distances.of(pusher, behind)? {
            match self.way_on(ahead, behind) {
                WayOn::Several => return Ok(false),
                WayOn::None => break,
                WayOn::One(next) => (behind, ahead) = (ahead, next),
            }
        }
        let goes_on = distances.of(pusher, ahead)? < distances.of(pusher, behind)?;
        let is_there = distances.of(pusher, behind)? == 0;
        let goes_back = distances.of(pulled, behind)? < distances.of(pulled, ahead)?;
        Ok(goes_back && (is_there || goes_on))
    }

    /// Whether the way back from `behind` leads to a fork.
    fn is_possible(&self, first: u32, behind: u32) -> bool {
        let (mut before, mut vertex) = (first, behind);
        while vertex != first {
            match self.way_on(vertex, before) {
                WayOn::Several => return true,
                WayOn::None => return false,
                WayOn::One(next) => (before, vertex) = (vertex, next),
            }
        }
        false
    }
}
