//! Plans for anonymous agents: agents exchange their goals where they are in each other's way.

use satranj_encodings::agent_paths::{AgentPaths, PlanCost, rested};

use super::{super::goal_distances::LazyDistances, generator::NOBODY};
use crate::{
    limits::Reason,
    methods::{growth::push, meter::Meter},
    run::Run,
};

/// A plan for anonymous agents.
pub struct TargetPlan<'m> {
    /// The vertices of each agent.
    pub paths: Vec<Vec<u32>>,
    /// For each agent the number of the goal that it reaches.
    pub goals: Vec<u32>,
    /// The distances to the goals, by their numbers.
    pub distances: LazyDistances<'m>,
}

/// A plan for anonymous agents whose goals are in their components (Okumura and Défago, "Solving
/// simultaneous target assignment and path planning efficiently with time-independent execution",
/// Artificial Intelligence 321, 2023). Each agent goes towards its goal. If one that has arrived is in
/// its way, the two exchange their goals; on a cycle of agents of which each waits for the next one,
/// each gives its goal to the next one.
///
/// Each move, and each exchange on a cycle, makes the sum of the distances less. Another exchange leaves
/// it as it is, and the first of the two agents waits until the other one has moved. So it ends.
/// O(agents times degree) per step, without long queues, and before it agents² some times.
///
/// # Errors
/// The reason to stop.
pub fn plan<'m>(
    model: &'m AgentPaths,
    run: &'m Run,
    meter: &mut Meter<'_>,
) -> Result<TargetPlan<'m>, Reason> {
    let vertices = u64::from(model.graph().vertices());
    run.permit(16 * vertices + 64 * model.starts.len() as u64)?;
    let mut exchange = GoalExchange {
        model,
        distances: LazyDistances::new(model, run),
        at: model.starts.clone(),
        goals: (0..model.agents()).collect(),
        agent_on: vec![NOBODY; vertices as usize],
        left: vec![0; vertices as usize],
    };
    exchange.assign(meter)?;
    for (agent, &start) in (0..).zip(&model.starts) {
        exchange.agent_on[start as usize] = agent;
    }
    let mut paths: Vec<Vec<u32>> = model.starts.iter().map(|&start| vec![start]).collect();
    let mut time = 0;
    while (0..model.agents()).any(|agent| !exchange.has_arrived(agent)) {
        meter.node()?;
        meter.work(model.starts.len() as u64)?;
        time += 1;
        for agent in 0..model.agents() {
            exchange.go(agent, time, meter)?;
            push(&mut paths[agent as usize], exchange.at[agent as usize], run)?;
        }
    }
    Ok(TargetPlan { paths: rested(paths), goals: exchange.goals, distances: exchange.distances })
}

/// The agents with their goals of the moment.
struct GoalExchange<'m> {
    model: &'m AgentPaths,
    /// By the numbers of goals.
    distances: LazyDistances<'m>,
    /// Where each agent is, and the number of its goal.
    at: Vec<u32>,
    goals: Vec<u32>,
    agent_on: Vec<u32>,
    /// When an agent left each vertex last.
    left: Vec<u32>,
}

impl GoalExchange<'_> {
    fn has_arrived(&self, agent: u32) -> bool {
        let goal = self.goals[agent as usize];
        self.at[agent as usize] == self.model.goals[goal as usize]
    }

    /// Two agents exchange their goals while this is cheaper.
    fn assign(&mut self, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let is_sum = self.model.cost == PlanCost::SumOfCosts;
        let mut cost = |goals: [u32; 2], starts: [u32; 2]| {
            let one = u64::from(self.distances.of(goals[0], starts[0])?);
            let two = u64::from(self.distances.of(goals[1], starts[1])?);
            Ok(if is_sum { (one + two, one.max(two)) } else { (one.max(two), one + two) })
        };
        let mut is_cheaper = true;
        while std::mem::take(&mut is_cheaper) {
            for one in 0..self.at.len() {
                meter.work(self.at.len() as u64 / 4)?;
                for two in 0..one {
                    let (goals, starts) =
                        ([self.goals[one], self.goals[two]], [self.at[one], self.at[two]]);
                    if cost([goals[1], goals[0]], starts)? < cost(goals, starts)? {
                        self.goals.swap(one, two);
                        is_cheaper = true;
                    }
                }
            }
        }
        Ok(())
    }

    /// The vertex after that of an agent on a shortest way to its goal, a free one if there is one.
    fn next(&mut self, agent: u32) -> Result<u32, Reason> {
        let (own, goal) = (self.at[agent as usize], self.goals[agent as usize]);
        let distance = self.distances.of(goal, own)?;
        let mut found = own;
        for &next in self.model.graph().neighbours(own) {
            if self.distances.of(goal, next)? < distance {
                if self.agent_on[next as usize] == NOBODY {
                    return Ok(next);
                }
                found = if found == own { next } else { found };
            }
        }
        Ok(found)
    }

    /// Moves an agent in the step that ends at a time, or exchanges its goal.
    fn go(&mut self, agent: u32, time: u32, meter: &mut Meter<'_>) -> Result<(), Reason> {
        if self.has_arrived(agent) {
            return Ok(());
        }
        let next = self.next(agent)?;
        let other = self.agent_on[next as usize];
        if other == NOBODY {
            if !self.model.no_following || self.left[next as usize] != time {
                let own = std::mem::replace(&mut self.at[agent as usize], next);
                (self.agent_on[own as usize], self.agent_on[next as usize]) = (NOBODY, agent);
                self.left[own as usize] = time;
            }
            return Ok(());
        }
        if self.has_arrived(other) {
            self.goals.swap(agent as usize, other as usize);
            return Ok(());
        }
        // The agents of which each waits for the next one.
        let mut waiting = vec![agent];
        let mut last = other;
        while last != agent {
            if last == NOBODY || self.has_arrived(last) || waiting.len() > self.at.len() {
                // They come to a free vertex, to one that has arrived, or to a cycle without this agent.
                return Ok(());
            }
            meter.work(1)?;
            waiting.push(last);
            let next = self.next(last)?;
            last = self.agent_on[next as usize];
        }
        for pair in waiting.windows(2).rev() {
            self.goals.swap(pair[0] as usize, pair[1] as usize);
        }
        Ok(())
    }
}
