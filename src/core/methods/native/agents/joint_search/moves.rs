//! What an agent may choose in a step, given the choices of those before it, and lower bounds.

use satranj_encodings::agent_paths::{AgentPaths, PlanCost};

use super::super::goal_distances::goal_distances;
use crate::{limits::Reason, methods::meter::Meter, run::Run};

/// The rules of a model over fields: a field is the vertex of an agent and, for the sum of costs,
/// one bit more if the agent rests there for good.
pub struct JointRules<'m> {
    model: &'m AgentPaths,
    /// For each agent, or once if they are anonymous: the distance of each vertex to the goal.
    distances: Vec<Vec<u32>>,
    bits: u32,
    /// 1 if a field says whether an agent rests.
    shift: u32,
    /// For each vertex the agent there before the step, plus 1, and the one that chose it.
    before: Vec<u32>,
    after: Vec<u32>,
    spare: Vec<(u32, i64)>,
}

impl<'m> JointRules<'m> {
    /// The rules of a model. Time and memory as [`goal_distances`].
    ///
    /// # Errors
    /// The reason to stop.
    pub fn of(model: &'m AgentPaths, meter: &mut Meter<'_>, run: &Run) -> Result<Self, Reason> {
        let vertices = model.graph().vertices();
        let distances = goal_distances(model, run, meter)?;
        let shift = u32::from(model.cost == PlanCost::SumOfCosts);
        Ok(Self {
            model,
            distances,
            bits: (u32::BITS - vertices.saturating_sub(1).leading_zeros()).max(1) + shift,
            shift,
            before: vec![0; vertices as usize],
            after: vec![0; vertices as usize],
            spare: Vec::new(),
        })
    }

    /// The bits of a field.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Whether agents decide to rest, the first time in a step of its own.
    #[must_use]
    pub fn decides_to_rest(&self) -> bool {
        self.shift == 1
    }

    /// The fields of all agents before any of them rests.
    #[must_use]
    pub fn starts(&self) -> Vec<u32> {
        self.model.starts.iter().map(|start| start << self.shift).collect()
    }

    /// The vertex of a field.
    #[must_use]
    pub fn vertex(&self, field: u32) -> u32 {
        field >> self.shift
    }

    fn rests(&self, field: u32) -> bool {
        field & self.shift == 1
    }

    fn distance(&self, agent: usize, vertex: u32) -> u32 {
        self.distances[if self.model.anonymous { 0 } else { agent }][vertex as usize]
    }

    /// The least time that an agent needs from a field; from its goal without resting there it must
    /// leave and come back, or go to another goal.
    fn rest_of(&self, agent: usize, field: u32) -> u32 {
        let distance = self.distance(agent, self.vertex(field));
        if distance > 0 || self.rests(field) || !self.decides_to_rest() {
            distance
        } else if self.model.anonymous {
            1
        } else {
            2
        }
    }

    /// Whether all agents are at goals, and rest.
    #[must_use]
    pub fn is_goal(&self, fields: &[u32]) -> bool {
        fields.iter().enumerate().all(|(agent, &field)| self.rest_of(agent, field) == 0)
    }

    /// The fields that the next agent may choose after these choices, each with the change of the
    /// sum of costs and of its lower bound. In the first step it only decides.
    pub fn options(&mut self, from: &[u32], to: &[u32], is_first: bool) -> Vec<(u32, i64)> {
        let mut options = std::mem::take(&mut self.spare);
        let agent = to.len();
        let own = from[agent];
        let vertex = self.vertex(own);
        if is_first {
            let distance = i64::from(self.distance(agent, vertex));
            options.push((own, i64::from(self.rest_of(agent, own)) - distance));
            if distance == 0 {
                options.push((own | 1, 0));
            }
            return options;
        }
        for (number, &field) in (1..).zip(from) {
            self.before[(field >> self.shift) as usize] = number;
        }
        for (number, &field) in (1..).zip(to) {
            self.after[(field >> self.shift) as usize] = number;
        }
        if self.rests(own) {
            options.push((own, 0));
        } else {
            let has_moved =
                || from.iter().zip(to).any(|(from, to)| self.vertex(*from) != self.vertex(*to));
            let may_move = !(self.model.one_at_a_time && has_moved());
            let neighbours = self.model.graph().neighbours(vertex).iter().copied();
            let neighbours = neighbours.filter(|_| may_move);
            let remaining = i64::from(self.rest_of(agent, own));
            for next in std::iter::once(vertex).chain(neighbours) {
                if next != vertex && !self.may_enter(from, to, vertex, next)
                    || next == vertex && self.after[vertex as usize] != 0
                {
                    continue;
                }
                // For the last arrival a step costs something only if each step is one move.
                let cost = i64::from(self.decides_to_rest() || next != vertex);
                let field = next << self.shift;
                let more = |field| cost + i64::from(self.rest_of(agent, field)) - remaining;
                options.push((field, more(field)));
                let arrives = self.decides_to_rest() && next != vertex;
                if arrives && self.distance(agent, next) == 0 {
                    options.push((field | 1, more(field | 1)));
                }
            }
        }
        for &field in from {
            self.before[(field >> self.shift) as usize] = 0;
        }
        for &field in to {
            self.after[(field >> self.shift) as usize] = 0;
        }
        options
    }

    /// Whether the next agent may go to a neighbour of its vertex.
    fn may_enter(&self, from: &[u32], to: &[u32], vertex: u32, next: u32) -> bool {
        if self.after[next as usize] != 0 {
            return false;
        }
        let Some(other) = self.before[next as usize].checked_sub(1) else { return true };
        let other = other as usize;
        if self.model.no_following || self.rests(from[other]) {
            return false;
        }
        // It has chosen already, and goes to the vertex of this agent.
        to.get(other).is_none_or(|&field| self.vertex(field) != vertex)
    }

    /// Takes the list of options back, to be filled again.
    pub fn give_back(&mut self, mut options: Vec<(u32, i64)>) {
        options.clear();
        self.spare = options;
    }

    /// The lower bound on the cost of a plan after a further choice: `total` is that before it,
    /// `more` its change for a sum, `cost` that before the step.
    #[must_use]
    pub fn total(
        &self,
        (from, to, field): (&[u32], &[u32], u32),
        (total, more): (u64, i64),
        cost: u64,
    ) -> u64 {
        if self.decides_to_rest() || self.model.one_at_a_time {
            return total.saturating_add_signed(more);
        }
        // The farthest after the step.
        let chosen = to.iter().chain(std::iter::once(&field)).enumerate();
        let chosen = chosen.map(|(agent, &field)| self.rest_of(agent, field));
        let waiting = from.iter().enumerate().skip(to.len() + 1);
        let waiting = waiting.map(|(agent, &field)| self.rest_of(agent, field).saturating_sub(1));
        cost + 1 + u64::from(chosen.chain(waiting).max().unwrap_or(0))
    }

    /// The cost of a step.
    #[must_use]
    pub fn cost(&self, from: &[u32], to: &[u32], is_first: bool) -> u64 {
        if is_first {
            0
        } else if self.decides_to_rest() {
            from.iter().filter(|&&field| !self.rests(field)).count() as u64
        } else if self.model.one_at_a_time {
            from.iter().zip(to).filter(|(from, to)| from != to).count() as u64
        } else {
            1
        }
    }
}
