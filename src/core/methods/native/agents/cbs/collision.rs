//! Collisions of two agents, and the demands that resolve them.

use satranj_encodings::agent_paths::AgentPaths;

use super::{
    super::occupancy::{Clash, TimedOccupancy},
    restriction::Restriction,
};

/// A collision: the first agent goes from a vertex to another one in the step that ends at `time`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collision {
    /// The agent whose step it is, and the other one.
    pub agents: [u32; 2],
    /// How they collide.
    pub clash: Clash,
    /// The vertex before the step.
    pub from: u32,
    /// The vertex after it.
    pub to: u32,
    /// The time after it.
    pub time: u32,
}

impl Collision {
    /// The agents in rising order.
    #[must_use]
    pub fn pair(&self) -> (u32, u32) {
        let [a, b] = self.agents;
        (a.min(b), a.max(b))
    }

    /// Two lists of demands; every plan meets exactly one of the lists.
    #[must_use]
    pub fn demands(&self, rests: bool) -> [Vec<(u32, Restriction)>; 2] {
        let [one, two] = self.agents;
        let (from, to, time) = (self.from, self.to, self.time);
        let at = |agent, vertex, time| (agent, Restriction::At { vertex, time });
        let avoid = |agent, vertex, time| (agent, Restriction::Avoid { vertex, time });
        match self.clash {
            Clash::Target if rests => [
                vec![(two, Restriction::RestsFrom(time + 1))],
                vec![
                    (two, Restriction::RestsBy(time)),
                    (one, Restriction::AvoidFrom { vertex: to, time }),
                ],
            ],
            Clash::Vertex | Clash::Target => {
                [vec![avoid(one, to, time)], vec![at(one, to, time), avoid(two, to, time)]]
            }
            Clash::Swap => [
                vec![(one, Restriction::AvoidStep { from, to, time })],
                vec![
                    at(one, from, time - 1),
                    at(one, to, time),
                    (two, Restriction::AvoidStep { from: to, to: from, time }),
                ],
            ],
            Clash::Follows => {
                [vec![avoid(one, to, time)], vec![at(one, to, time), avoid(two, to, time - 1)]]
            }
            Clash::Followed => [
                vec![avoid(one, from, time - 1)],
                vec![at(one, from, time - 1), avoid(two, from, time)],
            ],
        }
    }
}

/// All collisions, each once.
#[must_use]
pub fn collisions(occupancy: &TimedOccupancy, model: &AgentPaths) -> Vec<Collision> {
    let mut found = Vec::new();
    for agent in 0..model.agents() {
        let path = occupancy.path(agent);
        for (time, step) in (1..).zip(path.windows(2)) {
            let (from, to) = (step[0], step[1]);
            occupancy.clashes(agent, (from, to), time, |other, clash| {
                let is_kept = match clash {
                    Clash::Vertex | Clash::Swap => agent < other,
                    Clash::Target | Clash::Follows => true,
                    Clash::Followed => false,
                };
                if is_kept {
                    found.push(Collision { agents: [agent, other], clash, from, to, time });
                }
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{limits::Limits, run::Run};
    use satranj_encodings::graph::Graph;
    use std::rc::Rc;

    #[test]
    fn each_collision_is_found_once() {
        let star = Graph::from_edges(4, &[(0, 1), (1, 2), (1, 3)]);
        let model = AgentPaths::new(star, vec![0, 2], vec![3, 1]);
        let run = Run::new(Limits::default(), 1);
        let mut occupancy = TimedOccupancy::new(4, 2, false, &run).unwrap();
        occupancy.add(0, Rc::new([0, 0, 1, 3]));
        occupancy.add(1, Rc::new([2, 1]));
        let target = Collision { agents: [0, 1], clash: Clash::Target, from: 0, to: 1, time: 2 };
        assert_eq!(collisions(&occupancy, &model), [target]);
        let rests = vec![(1, Restriction::RestsFrom(3))];
        assert_eq!(target.demands(true)[0], rests);
    }
}
