//! The clauses of each agent by itself, and those on the cost: a walk to a goal in time.

use rustsat::types::Lit;

use super::{TimedAgents, at_most_one};
use crate::{clause::Interrupted, formula::Formula};

impl TimedAgents<'_> {
    /// Each agent walks from its start to a goal; all are late together no more than allowed.
    pub(super) fn walks(&self, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        for agent in self.times.agents() {
            self.positions(agent, formula)?;
            self.steps(agent, formula)?;
            self.lateness(agent, formula)?;
            self.moves(agent, formula)?;
        }
        let late: Vec<Lit> = self.times.agents().flat_map(|agent| self.late.of(agent)).collect();
        formula.at_most(&late, self.times.delay)?;
        if self.times.model.one_at_a_time {
            let mut moving = Vec::new();
            for time in 0..self.times.end {
                moving.clear();
                moving.extend(self.times.agents().filter_map(|agent| self.moves.at(agent, time)));
                at_most_one(&moving, formula)?;
            }
        }
        Ok(())
    }

    /// An agent begins at its start, and is on one vertex at each time.
    fn positions(&self, agent: u32, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let start = self.at(agent, self.times.model.starts[agent as usize], 0);
        formula.add_clause(&Vec::from_iter(start))?;
        let places = self.vertices().map(|vertex| self.times.place(agent, vertex));
        let places: Vec<u32> = places.filter(|&place| self.at.window(place).len() > 0).collect();
        let mut layer = Vec::new();
        for time in 0..=self.times.end {
            layer.clear();
            layer.extend(places.iter().filter_map(|&place| self.at.at(place, time)));
            at_most_one(&layer, formula)?;
        }
        Ok(())
    }

    /// An agent comes from a vertex and goes to one.
    fn steps(&self, agent: u32, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let mut clause = Vec::new();
        for vertex in self.vertices() {
            for (time, here) in self.at.each(self.times.place(agent, vertex)) {
                let before = time.checked_sub(1).map(|before| (before, before));
                let after = (time < self.times.end).then_some((time, time + 1));
                for (step, other_time) in after.into_iter().chain(before) {
                    clause.clear();
                    clause.push(!here);
                    clause.extend(self.at(agent, vertex, other_time));
                    if self.times.may_move(agent, step) {
                        let near = self.times.model.graph().neighbours(vertex).iter();
                        clause.extend(near.filter_map(|&next| self.at(agent, next, other_time)));
                    }
                    formula.add_clause(&clause)?;
                }
            }
        }
        Ok(())
    }

    /// An agent that does not rest for good at a time is late.
    fn lateness(&self, agent: u32, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let mut clause = Vec::new();
        for (time, late) in self.late.each(agent) {
            clause.clear();
            clause.push(late);
            let goals = self.times.goals(agent);
            clause.extend(goals.iter().filter_map(|&goal| self.at(agent, goal, time)));
            formula.add_clause(&clause)?;
            // With one goal, the clause of the next time says this.
            for &goal in goals.iter().filter(|_| self.times.model.anonymous) {
                let Some(here) = self.at(agent, goal, time) else { continue };
                clause.clear();
                clause.extend([late, !here]);
                clause.extend(self.at(agent, goal, time + 1));
                formula.add_clause(&clause)?;
            }
        }
        formula.chain(self.late.of(agent))
    }

    /// An agent that leaves a vertex moves.
    fn moves(&self, agent: u32, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        if !self.times.model.one_at_a_time {
            return Ok(());
        }
        let mut clause = Vec::new();
        for vertex in self.vertices() {
            for (time, here) in self.at.each(self.times.place(agent, vertex)) {
                let Some(moves) = self.moves.at(agent, time) else { continue };
                clause.clear();
                clause.extend([moves, !here]);
                clause.extend(self.at(agent, vertex, time + 1));
                formula.add_clause(&clause)?;
            }
        }
        Ok(())
    }
}
