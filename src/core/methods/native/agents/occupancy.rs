//! Where agents are at each time, and how a step of another agent collides with them.

use std::rc::Rc;

use crate::{limits::Reason, run::Run};

/// The vertex of a path at a time; after its end the last one.
#[must_use]
pub fn vertex_at(path: &[u32], time: u32) -> u32 {
    path[(time as usize).min(path.len() - 1)]
}

/// The paths of agents, by vertices and times. 8 bytes for each step.
pub struct TimedOccupancy {
    visits: Vec<VertexVisits>,
    paths: Vec<Rc<[u32]>>,
    no_following: bool,
}

/// The agents on one vertex.
#[derive(Clone)]
struct VertexVisits {
    /// The bits of the times modulo 64, since most vertices are free at most times.
    times: u64,
    /// The agent that rests there in the end, and from when; the greatest time without an agent.
    rest: (u32, u32),
    /// The times before the end of a path, and the agents.
    list: Vec<(u32, u32)>,
}

impl VertexVisits {
    const NONE: Self = Self { times: 0, rest: (0, u32::MAX), list: Vec::new() };

    /// Whether an agent may be there at a time.
    fn may_be_at(&self, time: u32) -> bool {
        self.times >> (time % 64) & 1 == 1 || self.rest.1 <= time
    }
}

/// How a step of an agent collides with another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clash {
    /// Both are on the same vertex after it.
    Vertex,
    /// The other one rests there already.
    Target,
    /// They exchange their vertices.
    Swap,
    /// The agent enters a vertex which the other one leaves.
    Follows,
    /// The other one enters the vertex which the agent leaves.
    Followed,
}

impl TimedOccupancy {
    /// No paths yet; whether a step into a vertex that another agent leaves collides.
    ///
    /// # Errors
    /// [`Reason::MemoryLimit`].
    pub fn new(vertices: u32, agents: u32, no_following: bool, run: &Run) -> Result<Self, Reason> {
        run.permit(48 * u64::from(vertices) + 16 * u64::from(agents))?;
        let nowhere: Rc<[u32]> = Rc::new([]);
        Ok(Self {
            visits: vec![VertexVisits::NONE; vertices as usize],
            paths: vec![nowhere; agents as usize],
            no_following,
        })
    }

    /// The path of an agent.
    #[must_use]
    pub fn path(&self, agent: u32) -> &Rc<[u32]> {
        &self.paths[agent as usize]
    }

    /// Adds the path of an agent that has none here.
    pub fn add(&mut self, agent: u32, path: Rc<[u32]>) {
        if let Some((&goal, way)) = path.split_last() {
            for (time, &vertex) in (0_u32..).zip(way) {
                let visits = &mut self.visits[vertex as usize];
                visits.list.push((time, agent));
                visits.times |= 1 << (time % 64);
            }
            self.visits[goal as usize].rest = (agent, way.len() as u32);
        }
        self.paths[agent as usize] = path;
    }

    /// Removes the path of an agent.
    pub fn remove(&mut self, agent: u32) -> Rc<[u32]> {
        let path = std::mem::replace(&mut self.paths[agent as usize], Rc::new([]));
        if let Some((&goal, way)) = path.split_last() {
            for &vertex in way {
                let visits = &mut self.visits[vertex as usize];
                visits.list.retain(|&(_, other)| other != agent);
                visits.times = visits.list.iter().fold(0, |times, one| times | 1 << (one.0 % 64));
            }
            self.visits[goal as usize].rest = VertexVisits::NONE.rest;
        }
        path
    }

    /// The agents on a vertex at a time.
    fn at(&self, vertex: u32, time: u32) -> impl Iterator<Item = u32> {
        let visits = self.visits[vertex as usize].list.iter();
        let visiting = visits.filter(move |visit| visit.0 == time).map(|visit| visit.1);
        visiting.chain(self.resting(vertex, time))
    }

    /// The agent that rests on a vertex at a time.
    fn resting(&self, vertex: u32, time: u32) -> Option<u32> {
        let (agent, since) = self.visits[vertex as usize].rest;
        (since <= time).then_some(agent)
    }

    fn may_be_at(&self, vertex: u32, time: u32) -> bool {
        self.visits[vertex as usize].may_be_at(time)
    }

    /// The others with which a step of an agent collides that ends at a time above 0.
    pub fn clashes(
        &self,
        agent: u32,
        (from, to): (u32, u32),
        time: u32,
        mut found: impl FnMut(u32, Clash),
    ) {
        if self.may_be_at(to, time) {
            for other in self.at(to, time).filter(|&other| other != agent) {
                let is_resting = self.resting(to, time) == Some(other);
                found(other, if is_resting { Clash::Target } else { Clash::Vertex });
            }
        }
        if from == to {
            return;
        }
        // Who comes from there to the vertex of the agent is on that one then.
        if self.may_be_at(to, time - 1) && (self.no_following || self.may_be_at(from, time)) {
            for other in self.at(to, time - 1).filter(|&other| other != agent) {
                let next = vertex_at(&self.paths[other as usize], time);
                if next == from {
                    found(other, Clash::Swap);
                } else if self.no_following && next != to {
                    found(other, Clash::Follows);
                }
            }
        }
        if self.no_following && self.may_be_at(from, time) {
            for other in self.at(from, time).filter(|&other| other != agent) {
                let before = vertex_at(&self.paths[other as usize], time - 1);
                if before != to && before != from {
                    found(other, Clash::Followed);
                }
            }
        }
    }

    /// Whether a step collides with nobody.
    #[must_use]
    pub fn is_free(&self, agent: u32, step: (u32, u32), time: u32) -> bool {
        let mut is_free = true;
        self.clashes(agent, step, time, |_, _| is_free = false);
        is_free
    }

    /// The number of collisions of the path of an agent here.
    #[must_use]
    pub fn count(&self, agent: u32) -> u32 {
        let path = self.path(agent);
        let mut count = 0;
        for (time, step) in (1..).zip(path.windows(2)) {
            self.clashes(agent, (step[0], step[1]), time, |_, _| count += 1);
        }
        let goal = path[path.len() - 1];
        count + self.visits_after(agent, goal, path.len() as u32 - 1).count() as u32
    }

    /// The visits of others to the goal of an agent that rests there from a time on.
    pub fn visits_after(
        &self,
        agent: u32,
        goal: u32,
        time: u32,
    ) -> impl Iterator<Item = (u32, u32)> {
        let visits = self.visits[goal as usize].list.iter().copied();
        visits.filter(move |&(at, other)| at > time && other != agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn steps_collide_with_paths() {
        let run = Run::new(Limits::default(), 1);
        let mut occupancy = TimedOccupancy::new(5, 2, true, &run).unwrap();
        occupancy.add(0, Rc::new([0, 1, 2]));
        let clashes = |occupancy: &TimedOccupancy, step, time| {
            let mut found = Vec::new();
            occupancy.clashes(1, step, time, |other, clash| found.push((other, clash)));
            found
        };
        assert_eq!(clashes(&occupancy, (3, 1), 1), [(0, Clash::Vertex)]);
        assert_eq!(clashes(&occupancy, (1, 0), 1), [(0, Clash::Swap)]);
        assert_eq!(clashes(&occupancy, (3, 0), 1), [(0, Clash::Follows)]);
        assert_eq!(clashes(&occupancy, (1, 3), 1), [(0, Clash::Followed)]);
        assert_eq!(clashes(&occupancy, (3, 2), 9), [(0, Clash::Target)]);
        assert!(occupancy.is_free(1, (3, 4), 2));
        assert_eq!(occupancy.visits_after(1, 1, 0).collect::<Vec<_>>(), [(1, 0)]);
        assert_eq!(*occupancy.remove(0), [0, 1, 2]);
        assert!(occupancy.is_free(1, (1, 0), 1));
    }
}
