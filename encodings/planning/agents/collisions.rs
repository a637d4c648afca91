//! The clauses against collisions of agents: all of them, or those that an assignment breaks.

use rustsat::types::Lit;

use super::{TimedAgents, at_most_one};
use crate::{clause::Interrupted, formula::Formula};

/// Literals of agents, one of each, by rising agents.
type AgentLiterals<const N: usize> = Vec<(u32, [Lit; N])>;

impl TimedAgents<'_> {
    /// No two agents collide.
    pub(super) fn collisions(&self, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        for vertex in self.vertices() {
            self.at_one_vertex(vertex, formula)?;
        }
        // One agent alone can neither follow another nor exchange places with it.
        if self.times.model.one_at_a_time || self.times.model.no_following {
            return Ok(());
        }
        self.times.model.graph().edge_list().try_for_each(|edge| self.over_one_edge(edge, formula))
    }

    /// At most one agent is on a vertex at each time; if no agent may follow another, also at two
    /// times in a row.
    fn at_one_vertex(&self, vertex: u32, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
        let agents = self.agents_at(vertex);
        let Some(times) = self.times_of(vertex, &agents) else { return Ok(()) };
        let (mut here, mut after) = (Vec::new(), Vec::new());
        let is_apart = self.times.model.no_following && !self.times.model.one_at_a_time;
        for time in times {
            self.standing(vertex, time, &agents, &mut here);
            let literals: Vec<Lit> = here.iter().map(|&(_, [literal])| literal).collect();
            at_most_one(&literals, formula)?;
            if is_apart && time < self.times.end {
                self.standing(vertex, time + 1, &agents, &mut after);
                apart(&here, &after, formula)?;
            }
        }
        Ok(())
    }

    /// No two agents exchange the ends of an edge in one step.
    fn over_one_edge(
        &self,
        (a, b): (u32, u32),
        formula: &mut Formula<'_>,
    ) -> Result<(), Interrupted> {
        let there = self.agents_at(b);
        let agents: Vec<u32> = self
            .agents_at(a)
            .into_iter()
            .filter(|agent| there.binary_search(agent).is_ok())
            .collect();
        let Some(times) = self.times_of(a, &agents) else { return Ok(()) };
        let (mut forth, mut back) = (Vec::new(), Vec::new());
        for time in times {
            self.going((a, b), time, &agents, &mut forth);
            self.going((b, a), time, &agents, &mut back);
            if pairs(&forth, &back) <= forth.len() + back.len() {
                each_pair(&forth, &back, formula)?;
                continue;
            }
            let direction = formula.new_lit();
            for (list, direction) in [(&forth, direction), (&back, !direction)] {
                for &(_, [from, to]) in list {
                    formula.add_clause(&[!from, !to, direction])?;
                }
            }
        }
        Ok(())
    }

    /// The agents that may ever be on a vertex, rising.
    fn agents_at(&self, vertex: u32) -> Vec<u32> {
        let is_there = |&agent: &u32| {
            let place = self.times.place(agent, vertex);
            self.at.begin(place) < self.at.begin(place + 1)
        };
        self.times.agents().filter(is_there).collect()
    }

    /// The times from the first to the last at which one of these agents may be on a vertex.
    fn times_of(&self, vertex: u32, agents: &[u32]) -> Option<std::ops::RangeInclusive<u64>> {
        let windows = agents.iter().map(|&agent| self.at.window(self.times.place(agent, vertex)));
        let hull = windows.reduce(crate::formula::Window::hull)?;
        Some(hull.first..=hull.end.checked_sub(1)?)
    }

    fn standing(&self, vertex: u32, time: u64, agents: &[u32], list: &mut AgentLiterals<1>) {
        list.clear();
        let at = |&agent: &u32| Some((agent, [self.at(agent, vertex, time)?]));
        list.extend(agents.iter().filter_map(at));
    }

    fn going(
        &self,
        (from, to): (u32, u32),
        time: u64,
        agents: &[u32],
        list: &mut AgentLiterals<2>,
    ) {
        list.clear();
        let moving = |&agent: &u32| {
            let ends = [self.at(agent, from, time)?, self.at(agent, to, time + 1)?];
            self.times.may_move(agent, time).then_some((agent, ends))
        };
        list.extend(agents.iter().filter_map(moving));
    }

    /// For each collision of these paths a clause that forbids it. The paths are as long as the
    /// horizon. O(agents times (horizon + n)).
    pub(super) fn broken(&self, paths: &[Vec<u32>]) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        let mut stands: Vec<Vec<u32>> = vec![Vec::new(); self.vertices().len()];
        for time in 0..=self.times.end {
            for (agent, path) in (0..).zip(paths) {
                stands[path[time as usize] as usize].push(agent);
            }
            for (agent, path) in (0..).zip(paths) {
                let here = path[time as usize];
                let others = &stands[here as usize];
                for &other in others.iter().filter(|&&other| other < agent) {
                    self.forbid(&[(agent, here, time), (other, here, time)], &mut clauses);
                }
                let Some(&next) = path.get(time as usize + 1).filter(|&&next| next != here) else {
                    continue;
                };
                for &other in stands[next as usize].iter().filter(|&&other| other != agent) {
                    let goes = paths[other as usize][time as usize + 1];
                    if self.times.model.no_following && !self.times.model.one_at_a_time {
                        let entered = (agent, next, time + 1);
                        self.forbid(&[(other, next, time), entered], &mut clauses);
                    } else if goes == here && other < agent {
                        let mine = [(agent, here, time), (agent, next, time + 1)];
                        let its = [(other, next, time), (other, here, time + 1)];
                        self.forbid(&[mine, its].concat(), &mut clauses);
                    }
                }
            }
            for path in paths {
                stands[path[time as usize] as usize].clear();
            }
        }
        clauses
    }

    /// Not all of these agents are on these vertices at these times.
    fn forbid(&self, places: &[(u32, u32, u64)], clauses: &mut Vec<Vec<Lit>>) {
        let literals =
            places.iter().filter_map(|&(agent, vertex, time)| Some(!self.at(agent, vertex, time)?));
        clauses.push(literals.collect());
    }
}

/// The number of pairs of different agents.
fn pairs<const N: usize>(some: &AgentLiterals<N>, others: &AgentLiterals<N>) -> usize {
    let is_both = |one: &&(u32, [Lit; N])| others.binary_search_by_key(&one.0, |its| its.0).is_ok();
    some.len() * others.len() - some.iter().filter(is_both).count()
}

/// For each pair of different agents, not all literals of both.
fn each_pair<const N: usize>(
    some: &AgentLiterals<N>,
    others: &AgentLiterals<N>,
    formula: &mut Formula<'_>,
) -> Result<(), Interrupted> {
    for (agent, literals) in some {
        for (_, its) in others.iter().filter(|(other, _)| other != agent) {
            let clause: Vec<Lit> = literals.iter().chain(its).map(|&literal| !literal).collect();
            formula.add_clause(&clause)?;
        }
    }
    Ok(())
}

/// Of the agents here at a time, no other one is here a step later.
fn apart(
    here: &AgentLiterals<1>,
    after: &AgentLiterals<1>,
    formula: &mut Formula<'_>,
) -> Result<(), Interrupted> {
    if pairs(here, after) <= here.len() + after.len() {
        return each_pair(here, after, formula);
    }
    let mut touching: Vec<(u32, Lit)> = Vec::new();
    let (mut here, mut after) = (here.iter().peekable(), after.iter().peekable());
    loop {
        let least = [here.peek(), after.peek()].into_iter().flatten().map(|its| its.0).min();
        let Some(agent) = least else { break };
        let touches = formula.new_lit();
        touching.push((agent, touches));
        for list in [&mut here, &mut after] {
            if let Some((_, [literal])) = list.next_if(|its| its.0 == agent) {
                formula.add_clause(&[!*literal, touches])?;
            }
        }
    }
    let literals: Vec<Lit> = touching.iter().map(|&(_, touches)| touches).collect();
    at_most_one(&literals, formula)
}
