//! The model of multi-agent path finding: agents walk through a graph to their goals at the same
//! time and never collide.

use std::sync::Arc;

use crate::graph::{Graph, distances};

/// What a plan for agents costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlanCost {
    /// The time at which the last agent comes to rest.
    Makespan,
    /// The sum over all agents of the time at which each comes to rest at its goal for good.
    SumOfCosts,
}

/// The question of plans for agents without collisions (Stern et al., "Multi-agent pathfinding:
/// definitions, variants, and benchmarks", Symposium on Combinatorial Search, 2019).
///
/// In each time step an agent stays or goes to a neighbour. Two agents are never on one vertex at
/// the same time, and never exchange their vertices in one step. After its last step an agent stays
/// on its goal, where others must not enter.
#[derive(Debug, Clone)]
pub struct AgentPaths {
    graph: Arc<Graph>,
    /// Where each agent starts; all different.
    pub starts: Vec<u32>,
    /// Where each agent goes; all different, as many as starts. If the agents are anonymous, only
    /// the set counts.
    pub goals: Vec<u32>,
    /// Whether any agent may go to any goal.
    pub anonymous: bool,
    /// What a plan costs.
    pub cost: PlanCost,
    /// Whether no agent enters a vertex in the step in which another one leaves it.
    pub no_following: bool,
    /// Whether at most one agent moves in each step.
    pub one_at_a_time: bool,
    /// Any plan of at most this cost is accepted, instead of one of the least cost.
    pub at_most: Option<u64>,
}

/// Why there is no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentObstruction {
    /// No edge leads out of these vertices (in rising order), but the agent of this number starts on
    /// one of them and has its goal elsewhere, or the numbers of starts and goals on them differ.
    Separated {
        /// The agent; `None` if the agents are anonymous.
        agent: Option<u32>,
        /// A connected component.
        vertices: Vec<u32>,
    },
    /// These vertices (in the order of the path) are a component in which each vertex has at most
    /// two neighbours and that is no cycle: the agents on it keep their order, but these two have
    /// goals in the other order.
    Passing {
        /// Two agents.
        agents: [u32; 2],
        /// The vertices from one end to the other.
        vertices: Vec<u32>,
    },
    /// All vertices but one are occupied, and only one agent moves at a time, into the free vertex:
    /// each move is a transposition that changes the colour of the free vertex, but the parities of
    /// the permutation and of the free vertex's way differ.
    Parity,
    /// The agents reach this number of arrangements, and that of their goals is not among them.
    Arrangements(u64),
    /// No plan costs less than what the agents need if each is alone: see
    /// [`AgentPaths::least_cost`].
    Distances,
    /// Within this number of steps all agents have to pass through one of these vertices, each at
    /// one time, but there are fewer of them than agents.
    Cut {
        /// The number of steps.
        steps: u64,
        /// The vertices, each with its time.
        vertices: Vec<(u32, u64)>,
    },
}

impl AgentPaths {
    /// The question for a plan of the least sum of costs.
    ///
    /// ```
    /// use satranj_encodings::{agent_paths::AgentPaths, graph::Graph};
    ///
    /// // Two agents change their places on a path with a bay in the middle.
    /// let graph = Graph::from_edges(4, &[(0, 1), (1, 2), (1, 3)]);
    /// let question = AgentPaths::new(graph, vec![0, 2], vec![2, 0]);
    /// assert!(question.obstruction().is_none());
    /// // One of them waits in the bay, which takes two steps more.
    /// let paths = [vec![0, 1, 3, 1, 2], vec![2, 2, 1, 0]];
    /// assert_eq!(question.cost_of(&paths), 7);
    /// ```
    #[must_use]
    pub fn new(graph: Graph, starts: Vec<u32>, goals: Vec<u32>) -> Self {
        Self {
            graph: Arc::new(graph),
            starts,
            goals,
            anonymous: false,
            cost: PlanCost::SumOfCosts,
            no_following: false,
            one_at_a_time: false,
            at_most: None,
        }
    }

    /// The same, but any plan of at most this cost is accepted.
    #[must_use]
    pub fn within(&self, cost: u64) -> Self {
        Self { at_most: Some(cost), ..self.clone() }
    }

    /// The graph.
    #[inline]
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of agents.
    #[must_use]
    pub fn agents(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The cost of paths: the vertices of each agent at the times 0, 1, 2, … until it comes to rest.
    #[must_use]
    pub fn cost_of(&self, paths: &[Vec<u32>]) -> u64 {
        let times = paths.iter().map(|path| path.len().saturating_sub(1) as u64);
        match self.cost {
            PlanCost::Makespan => times.max().unwrap_or(0),
            PlanCost::SumOfCosts => times.sum(),
        }
    }

    /// The distance of each vertex from the goal of an agent, or from the nearest goal if the agents
    /// are anonymous; `u32::MAX` if none is reachable. O(n + m).
    #[must_use]
    pub fn distances_to_goal(&self, agent: u32) -> Vec<u32> {
        if self.anonymous {
            return self.distances_from(&self.goals);
        }
        self.distances_from(&self.goals[agent as usize..][..1])
    }

    /// The distance of each vertex from the nearest of some; `u32::MAX` if none is reachable.
    /// O(n + m).
    #[must_use]
    pub fn distances_from(&self, sources: &[u32]) -> Vec<u32> {
        let neighbours = |vertex, list: &mut Vec<u32>| list.extend(self.graph.neighbours(vertex));
        distances(self.graph.vertices(), sources.iter().copied(), neighbours)
    }

    /// The steps that each agent would need if it were alone; `None` if some agent reaches no goal.
    /// O(agents times (n + m)), O(n + m) if the agents are anonymous.
    #[must_use]
    pub fn soonest(&self) -> Option<Vec<u64>> {
        let mut to_goal = Vec::new();
        let each = (0..).zip(&self.starts).map(|(agent, &start)| {
            if agent == 0 || !self.anonymous {
                to_goal = self.distances_to_goal(agent);
            }
            Some(to_goal[start as usize]).filter(|&steps| steps < u32::MAX).map(u64::from)
        });
        each.collect()
    }

    /// A lower bound on the cost: what the agents would need if each were alone. `None` if some
    /// agent reaches no goal. As [`AgentPaths::soonest`].
    #[must_use]
    pub fn least_cost(&self) -> Option<u64> {
        let soonest = self.soonest()?;
        Some(match self.cost {
            PlanCost::Makespan if !self.one_at_a_time => soonest.into_iter().max().unwrap_or(0),
            // With one move in each step, the moves of all agents follow one another.
            _ => soonest.into_iter().sum(),
        })
    }

    /// No plan of at most this cost has more steps; 0 if no such plan exists. As
    /// [`AgentPaths::soonest`].
    #[must_use]
    pub fn most_steps(&self, cost: u64) -> u64 {
        let Some(soonest) = self.soonest() else { return 0 };
        if self.cost == PlanCost::Makespan {
            return cost;
        }
        let greatest = soonest.iter().copied().max().unwrap_or(0);
        cost.checked_sub(soonest.iter().sum()).map_or(0, |more| greatest.saturating_add(more))
    }

    /// A short reason why there is no plan. O(n + m), and for each path O(its agents).
    ///
    /// ```
    /// use satranj_encodings::{agent_paths::{AgentObstruction, AgentPaths}, graph::Graph};
    ///
    /// // Three tiles on a square of four: two of them cannot change places.
    /// let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
    /// let mut tiles = AgentPaths::new(square, vec![0, 1, 2], vec![1, 0, 2]);
    /// tiles.one_at_a_time = true;
    /// assert_eq!(tiles.obstruction(), Some(AgentObstruction::Parity));
    /// ```
    #[must_use]
    pub fn obstruction(&self) -> Option<AgentObstruction> {
        let vertices = self.graph.vertices() as usize;
        let (mut agent_from, mut agent_to) = (vec![None; vertices], vec![None; vertices]);
        for (agent, (&start, &goal)) in (0..).zip(self.starts.iter().zip(&self.goals)) {
            agent_from[start as usize] = Some(agent);
            agent_to[goal as usize] = Some(agent);
        }
        let mut seen = vec![false; vertices];
        for &start in &self.starts {
            if seen[start as usize] {
                continue;
            }
            let mut part = vec![start];
            seen[start as usize] = true;
            let mut head = 0;
            while let Some(&vertex) = part.get(head) {
                head += 1;
                for &next in self.graph.neighbours(vertex) {
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        part.push(next);
                    }
                }
            }
            let from = part.iter().filter_map(|&vertex| agent_from[vertex as usize]);
            let to = part.iter().filter_map(|&vertex| agent_to[vertex as usize]);
            if self.anonymous {
                if from.count() != to.count() {
                    part.sort_unstable();
                    return Some(AgentObstruction::Separated { agent: None, vertices: part });
                }
                continue;
            }
            let arriving: Vec<u32> = to.collect();
            let mut staying = vec![false; self.starts.len()];
            for &agent in &arriving {
                staying[agent as usize] = true;
            }
            if let Some(agent) = from.clone().find(|&agent| !staying[agent as usize]) {
                part.sort_unstable();
                return Some(AgentObstruction::Separated { agent: Some(agent), vertices: part });
            }
            if let Some(path) = self.as_path(&part) {
                let list = |at: &[Option<u32>]| {
                    path.iter().filter_map(|&vertex| at[vertex as usize]).collect::<Vec<u32>>()
                };
                let (before, mut after) = (list(&agent_from), list(&agent_to));
                // Agents from elsewhere do not count here: they cannot come.
                let mut starts_here = vec![false; self.starts.len()];
                for &agent in &before {
                    starts_here[agent as usize] = true;
                }
                after.retain(|&agent| starts_here[agent as usize]);
                let differ = before.iter().zip(&after).find(|(before, after)| before != after);
                if let Some((&first, &second)) = differ {
                    let agents = [first, second];
                    return Some(AgentObstruction::Passing { agents, vertices: path });
                }
            }
        }
        self.has_wrong_parity().then_some(AgentObstruction::Parity)
    }

    /// A component from one end to the other, if it is a path.
    fn as_path(&self, part: &[u32]) -> Option<Vec<u32>> {
        let degree = |vertex: u32| self.graph.neighbours(vertex).len();
        let ends = part.iter().filter(|&&vertex| degree(vertex) < 2);
        let first = ends.min().copied()?;
        if part.iter().any(|&vertex| degree(vertex) > 2) {
            return None;
        }
        let (mut path, mut before) = (vec![first], None);
        while let Some(&last) = path.last() {
            let mut next = self.graph.neighbours(last).iter().copied();
            let Some(next) = next.find(|&next| Some(next) != before) else { break };
            before = Some(last);
            path.push(next);
        }
        Some(path)
    }
}

/// The paths without the steps in which an agent already rests for good.
#[must_use]
pub fn rested(mut paths: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    for path in &mut paths {
        while path.len() > 1 && path[path.len() - 2] == path[path.len() - 1] {
            path.pop();
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_in_a_corridor_keep_their_order() {
        let path = Graph::from_edges(5, &[(3, 1), (1, 4), (4, 0), (0, 2)]);
        let question = AgentPaths::new(path.clone(), vec![3, 0], vec![2, 1]);
        assert_eq!(
            question.obstruction(),
            Some(AgentObstruction::Passing { agents: [1, 0], vertices: vec![2, 0, 4, 1, 3] })
        );
        assert!(AgentPaths::new(path.clone(), vec![3, 0], vec![1, 2]).obstruction().is_none());
        let anonymous =
            AgentPaths { anonymous: true, ..AgentPaths::new(path, vec![3, 0], vec![2, 1]) };
        assert!(anonymous.obstruction().is_none());
        assert_eq!(anonymous.least_cost(), Some(2));
    }

    #[test]
    fn agents_from_elsewhere_do_not_have_to_pass() {
        let parts = Graph::from_edges(5, &[(0, 1), (1, 2), (3, 0)]);
        let question = AgentPaths::new(parts, vec![2, 4], vec![3, 1]);
        let separated = AgentObstruction::Separated { agent: Some(1), vertices: vec![4] };
        assert_eq!(question.obstruction(), Some(separated));
    }

    #[test]
    fn agents_stay_in_their_part() {
        let parts = Graph::from_edges(4, &[(0, 1), (2, 3)]);
        let question = AgentPaths::new(parts.clone(), vec![0, 2], vec![3, 1]);
        let separated = AgentObstruction::Separated { agent: Some(0), vertices: vec![0, 1] };
        assert_eq!(question.obstruction(), Some(separated));
        assert_eq!(question.least_cost(), None);
        let anonymous = AgentPaths { anonymous: true, ..question };
        assert!(anonymous.obstruction().is_none());
        let crowded =
            AgentPaths { anonymous: true, ..AgentPaths::new(parts, vec![0, 1], vec![0, 2]) };
        let separated = AgentObstruction::Separated { agent: None, vertices: vec![0, 1] };
        assert_eq!(crowded.obstruction(), Some(separated));
    }
}
