//! One step of all agents, chosen by priorities that are inherited (PIBT).

use rand::seq::SliceRandom;
use satranj_encodings::agent_paths::AgentPaths;

use super::{super::goal_distances::LazyDistances, swap::NarrowPlaces};
use crate::{limits::Reason, random::Generator};

/// No agent, or no vertex.
pub const NOBODY: u32 = u32::MAX;

/// Chooses where all agents go in a step: each one in the order of priorities as near to its goal as
/// it can; an agent in its way chooses next, with its priority (Okumura, Machida, Défago, Tamura,
/// "Priority inheritance with backtracking for iterative multi-agent path finding", Artificial
/// Intelligence 310, 2022). O(agents times degree) per step.
///
/// If no agent may follow another one, an agent waits for the vertex, and the agent on it leaves.
pub struct StepGenerator<'m> {
    model: &'m AgentPaths,
    /// The agent on each vertex before and after the step.
    before: Vec<u32>,
    after: Vec<u32>,
    /// Where each agent goes.
    to: Vec<u32>,
    /// The agents that wait for the choice of the next one, and their vertices.
    choosing: Vec<ChoosingAgent>,
    candidates: Vec<(u32, u32)>,
}

/// An agent with its candidates from `next` on.
struct ChoosingAgent {
    agent: u32,
    next: usize,
    end: usize,
    /// The agent that it pulls if it gets its first candidate, the one after `begin`.
    pulls: Option<u32>,
    begin: usize,
}

impl<'m> StepGenerator<'m> {
    /// The generator of a model. The caller has the memory: 8 bytes per vertex.
    #[must_use]
    pub fn new(model: &'m AgentPaths) -> Self {
        let vertices = model.graph().vertices() as usize;
        Self {
            model,
            before: vec![NOBODY; vertices],
            after: vec![NOBODY; vertices],
            to: vec![NOBODY; model.starts.len()],
            choosing: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Where all agents go from `from`, some of them to given vertices; `None` if it finds no step.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn step(
        &mut self,
        from: &[u32],
        given: &[(u32, u32)],
        order: &[u32],
        distances: &mut LazyDistances<'_>,
        random: &mut Generator,
    ) -> Result<Option<&[u32]>, Reason> {
        for (agent, &vertex) in (0..).zip(from) {
            self.before[vertex as usize] = agent;
        }
        self.to.fill(NOBODY);
        let found = self.choose_all(from, given, order, distances, random);
        for &vertex in from {
            self.before[vertex as usize] = NOBODY;
            self.after[vertex as usize] = NOBODY;
        }
        for &vertex in self.to.iter().filter(|&&vertex| vertex != NOBODY) {
            self.after[vertex as usize] = NOBODY;
        }
        Ok(found?.then_some(&self.to))
    }

    fn choose_all(
        &mut self,
        from: &[u32],
        given: &[(u32, u32)],
        order: &[u32],
        distances: &mut LazyDistances<'_>,
        random: &mut Generator,
    ) -> Result<bool, Reason> {
        for &(agent, vertex) in given {
            if !self.may_go(agent, from[agent as usize], vertex) {
                return Ok(false);
            }
            self.go(agent, vertex);
        }
        for &agent in order {
            if self.to[agent as usize] == NOBODY && !self.choose(agent, from, distances, random)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an agent may go to a vertex after the choices made.
    fn may_go(&self, agent: u32, from: u32, vertex: u32) -> bool {
        if self.after[vertex as usize] != NOBODY {
            return false;
        }
        let other = self.before[vertex as usize];
        if other == NOBODY || other == agent {
            return true;
        }
        !self.model.no_following && self.to[other as usize] != from
    }

    fn go(&mut self, agent: u32, vertex: u32) {
        self.to[agent as usize] = vertex;
        self.after[vertex as usize] = agent;
    }

    /// Chooses for an agent and those in its way; whether it found a vertex for the first one.
    fn choose(
        &mut self,
        first: u32,
        from: &[u32],
        distances: &mut LazyDistances<'_>,
        random: &mut Generator,
    ) -> Result<bool, Reason> {
        self.choosing.clear();
        self.candidates.clear();
        self.begin(first, false, from, distances, random)?;
        while let Some(choosing) = self.choosing.last_mut() {
            let agent = choosing.agent;
            let own = from[agent as usize];
            if choosing.next == choosing.end {
                // It stays, and the one that wanted its vertex chooses again.
                self.candidates.truncate(choosing.end);
                self.choosing.pop();
                self.go(agent, own);
                if let Some(before) = self.choosing.last() {
                    self.candidates.truncate(before.end);
                }
                continue;
            }
            let (_, vertex) = self.candidates[choosing.next];
            choosing.next += 1;
            let other = self.before[vertex as usize];
            let is_in_the_way =
                other != NOBODY && other != agent && self.to[other as usize] == NOBODY;
            if self.model.no_following && is_in_the_way {
                // It waits, and the other one shall leave.
                self.go(agent, own);
                self.choosing.clear();
                self.candidates.clear();
                self.begin(other, true, from, distances, random)?;
                continue;
            }
            if !self.may_go(agent, own, vertex) {
                continue;
            }
            self.go(agent, vertex);
            if !is_in_the_way {
                self.pull(from);
                return Ok(true);
            }
            self.begin(other, false, from, distances, random)?;
        }
        Ok(false)
    }

    /// Lets the agents that chose pull those with which they exchange vertices.
    fn pull(&mut self, from: &[u32]) {
        while let Some(chosen) = self.choosing.pop() {
            let Some(pulled) = chosen.pulls.filter(|_| chosen.next == chosen.begin + 1) else {
                continue;
            };
            let vertex = from[chosen.agent as usize];
            if self.to[pulled as usize] == NOBODY
                && self.may_go(pulled, from[pulled as usize], vertex)
            {
                self.go(pulled, vertex);
            }
        }
    }

    /// Adds an agent with its candidates, the nearest to its goal first; it may have to leave its
    /// vertex, if it can.
    fn begin(
        &mut self,
        agent: u32,
        leaves: bool,
        from: &[u32],
        distances: &mut LazyDistances<'_>,
        random: &mut Generator,
    ) -> Result<(), Reason> {
        let own = from[agent as usize];
        let begin = self.candidates.len();
        for &vertex in self.model.graph().neighbours(own).iter().chain([&own]) {
            self.candidates.push((0, vertex));
        }
        let added = &mut self.candidates[begin..];
        added.shuffle(random);
        for (key, vertex) in added.iter_mut() {
            // Of equal distances, a vertex without an agent.
            let is_taken = self.before[*vertex as usize] != NOBODY && *vertex != own;
            *key = distances.of(agent, *vertex)?.saturating_mul(2) | u32::from(is_taken);
            if leaves && *vertex == own {
                *key = u32::MAX;
            }
        }
        added.sort_by_key(|&(key, _)| key);
        let end = self.candidates.len();
        let mut pulls = None;
        if !self.model.no_following {
            let narrow = NarrowPlaces { model: self.model, before: &self.before };
            let is_free = |other: u32| self.to[other as usize] == NOBODY;
            let next = self.candidates[begin].1;
            pulls = narrow.partner(agent, own, next, is_free, distances)?;
            if pulls.is_some() {
                self.candidates[begin..].reverse();
            }
        }
        self.choosing.push(ChoosingAgent { agent, next: begin, end, pulls, begin });
        Ok(())
    }
}
