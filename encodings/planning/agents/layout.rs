//! When each agent may be where, by distances: the variables of the plans of agents.

use crate::{
    agent_paths::{AgentPaths, PlanCost},
    encoding::EncodeError,
    formula::{Formula, VariableGroup, Window},
};

/// The times of agents in plans of a bounded cost.
pub(super) struct AgentTimes<'m> {
    pub(super) model: &'m AgentPaths,
    /// The distance of each agent to its goal, or to the nearest one.
    pub(super) soonest: Vec<u64>,
    /// When each agent rests at the latest.
    pub(super) horizons: Vec<u64>,
    /// When all agents rest at the latest.
    pub(super) end: u64,
    /// By how much the sum of costs may exceed that of the distances; 0 for the makespan.
    pub(super) delay: u64,
    /// When an agent may be on a vertex, by agent, then vertex.
    windows: Vec<Window>,
}

impl<'m> AgentTimes<'m> {
    /// The times in plans of at most this cost; `None` if distances show that no plan is so cheap.
    /// O(agents times (n + m)).
    pub(super) fn new(model: &'m AgentPaths, most: u64) -> Option<Self> {
        let delay = most.checked_sub(model.least_cost()?)?;
        let delay = if model.cost == PlanCost::SumOfCosts { delay } else { 0 };
        let soonest = model.soonest()?;
        let horizons = soonest.iter().map(|soonest| match model.cost {
            PlanCost::Makespan => most,
            PlanCost::SumOfCosts => soonest.saturating_add(delay),
        });
        let horizons: Vec<u64> = horizons.collect();
        let end = horizons.iter().copied().max().unwrap_or(0);
        let mut times = Self { model, soonest, horizons, end, delay, windows: Vec::new() };
        let mut to_goal = Vec::new();
        for (agent, &start) in (0..).zip(&model.starts) {
            if agent == 0 || !model.anonymous {
                to_goal = model.distances_to_goal(agent);
            }
            let horizon = times.horizons[agent as usize];
            let from_start = model.graph().distances(start);
            let window = |(from, &to): (u32, &u32)| match (from, to) {
                (u32::MAX, _) | (_, u32::MAX) => Window::default(),
                (from, 0) => Window::new(from.into(), Some(times.end)),
                (from, to) => match horizon.checked_sub(to.into()) {
                    Some(last) => Window::new(from.into(), Some(last)),
                    None => Window::default(),
                },
            };
            times.windows.extend(from_start.into_iter().zip(&to_goal).map(window));
        }
        Some(times)
    }

    /// The number of variables of agents on vertices.
    pub(super) fn positions(&self) -> u64 {
        self.windows.iter().map(|window| window.len()).sum()
    }

    /// Numbers the variables of agents on vertices.
    pub(super) fn number(
        &mut self,
        formula: &mut Formula<'_>,
    ) -> Result<VariableGroup, EncodeError> {
        formula.group(std::mem::take(&mut self.windows))
    }

    pub(super) fn agents(&self) -> std::ops::Range<u32> {
        0..self.model.agents()
    }

    /// The number of an agent on a vertex.
    pub(super) fn place(&self, agent: u32, vertex: u32) -> u32 {
        agent * self.model.graph().vertices() + vertex
    }

    /// Whether an agent may move in the step after a time.
    pub(super) fn may_move(&self, agent: u32, time: u64) -> bool {
        time < self.horizons[agent as usize]
    }

    /// The goals of an agent.
    pub(super) fn goals(&self, agent: u32) -> &[u32] {
        if self.model.anonymous {
            &self.model.goals
        } else {
            &self.model.goals[agent as usize..=agent as usize]
        }
    }
}
