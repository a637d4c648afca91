//! Plans for agents on a graph: all joint positions, by increasing cost.

use std::collections::{BTreeMap, BTreeSet};

use crate::PlainGraph;

/// Agents with their starts and goals, and the rules.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct PlainAgents {
    /// The neighbours of each vertex.
    pub graph: PlainGraph,
    /// Where each agent starts.
    pub starts: Vec<u32>,
    /// Where each agent goes.
    pub goals: Vec<u32>,
    /// Whether any agent may go to any goal.
    pub anonymous: bool,
    /// Whether the cost is the last arrival, and not the sum of all arrivals.
    pub makespan: bool,
    /// Whether no agent enters a vertex in the step in which another one leaves it.
    pub no_following: bool,
    /// Whether at most one agent moves in a step.
    pub one_at_a_time: bool,
}

impl PlainAgents {
    /// Whether all agents may go from these vertices to those in one step.
    #[must_use]
    pub fn is_step(&self, from: &[u32], to: &[u32]) -> bool {
        let agents = 0..from.len();
        let steps = |agent: usize| {
            from[agent] == to[agent] || self.graph[from[agent] as usize].contains(&to[agent])
        };
        let moving = agents.clone().filter(|&agent| from[agent] != to[agent]).count();
        let clash = |a: usize, b: usize| {
            a != b
                && (to[a] == to[b]
                    || to[a] == from[b]
                        && (to[b] == from[a] || self.no_following && to[b] != from[b]))
        };
        agents.clone().all(steps)
            && !(self.one_at_a_time && moving > 1)
            && !agents.clone().any(|a| agents.clone().any(|b| clash(a, b)))
    }

    /// Whether paths, each with the vertices of an agent at the times 0, 1, 2, … until it rests, are
    /// a plan.
    #[must_use]
    pub fn is_plan(&self, paths: &[Vec<u32>]) -> bool {
        let ends: Option<Vec<u32>> = paths.iter().map(|path| path.last().copied()).collect();
        let Some(ends) = ends else { return paths.is_empty() && self.starts.is_empty() };
        let at = |time: usize| -> Vec<u32> {
            paths.iter().map(|path| path[time.min(path.len() - 1)]).collect()
        };
        let last = paths.iter().map(Vec::len).max().unwrap_or(1) - 1;
        // The last step of each goes somewhere.
        let rested =
            paths.iter().all(|path| path.len() < 2 || path[path.len() - 2] != path[path.len() - 1]);
        rested
            && at(0) == self.starts
            && self.are_goals(&ends)
            && (0..last).all(|time| self.is_step(&at(time), &at(time + 1)))
    }

    fn are_goals(&self, vertices: &[u32]) -> bool {
        if self.anonymous {
            vertices.iter().collect::<BTreeSet<_>>() == self.goals.iter().collect()
        } else {
            vertices == self.goals
        }
    }

    /// The least cost of a plan; `None` if there is no plan.
    ///
    /// A state is where all agents are, and for the sum of costs which of them rest for good.
    #[must_use]
    pub fn least_cost(&self) -> Option<u64> {
        let begin = (self.starts.clone(), vec![false; self.starts.len()]);
        let mut open = BTreeMap::from([(0u64, BTreeSet::from([begin]))]);
        let mut done = BTreeSet::new();
        while let Some((cost, states)) = open.pop_first() {
            let mut waiting: Vec<_> = states.into_iter().collect();
            while let Some((at, rests)) = waiting.pop() {
                if !done.insert((at.clone(), rests.clone())) {
                    continue;
                }
                if self.are_goals(&at) && (self.makespan || rests.iter().all(|&rests| rests)) {
                    return Some(cost);
                }
                // An agent may decide to rest where it is, which costs nothing.
                if !self.makespan {
                    for agent in (0..at.len()).filter(|&agent| !rests[agent]) {
                        let is_goal = if self.anonymous {
                            self.goals.contains(&at[agent])
                        } else {
                            self.goals[agent] == at[agent]
                        };
                        if is_goal {
                            let mut rests = rests.clone();
                            rests[agent] = true;
                            waiting.push((at.clone(), rests));
                        }
                    }
                }
                let step = if self.makespan {
                    1
                } else {
                    rests.iter().filter(|&&rests| !rests).count() as u64
                };
                if step > 0 {
                    let next = self.positions_after(&at, &rests);
                    let next = next.into_iter().map(|to| (to, rests.clone()));
                    open.entry(cost + step).or_default().extend(next);
                }
            }
        }
        None
    }

    /// Where all agents may be a step later; those that rest stay.
    fn positions_after(&self, at: &[u32], rests: &[bool]) -> Vec<Vec<u32>> {
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        for (&vertex, &rests) in at.iter().zip(rests) {
            let own = std::iter::once(vertex);
            let others = self.graph[vertex as usize].iter().copied().filter(|_| !rests);
            let choices: Vec<u32> = own.chain(others).collect();
            let longer = |to: &Vec<u32>| {
                let to = to.clone();
                choices
                    .iter()
                    .map(move |&next| [to.as_slice(), &[next]].concat())
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.retain(|to| self.is_step(at, to));
        all
    }

    /// All plans of at most this cost, each with the vertices of every agent until it rests.
    #[must_use]
    pub fn plans(&self, most: u64) -> BTreeSet<Vec<Vec<u32>>> {
        self.few_plans(most, usize::MAX).unwrap_or_default()
    }

    /// All plans of at most this cost; `None` if a search through more than `limit` joint walks does
    /// not end.
    #[must_use]
    pub fn few_plans(&self, most: u64, limit: usize) -> Option<BTreeSet<Vec<Vec<u32>>>> {
        let mut found = BTreeSet::new();
        let mut walks = vec![vec![self.starts.clone()]];
        let mut seen = 0;
        while let Some(places) = walks.pop() {
            seen += 1;
            if seen > limit {
                return None;
            }
            let at = &places[places.len() - 1];
            if self.are_goals(at) {
                let paths: Vec<Vec<u32>> = (0..at.len())
                    .map(|agent| {
                        let mut path: Vec<u32> = places.iter().map(|at| at[agent]).collect();
                        while path.len() > 1 && path[path.len() - 1] == path[path.len() - 2] {
                            path.pop();
                        }
                        path
                    })
                    .collect();
                let times = paths.iter().map(|path| path.len() as u64 - 1);
                let cost = if self.makespan { times.max().unwrap_or(0) } else { times.sum() };
                if cost <= most {
                    found.insert(paths);
                }
            }
            // An agent that is at no goal now arrives later.
            let late = (0..at.len()).filter(|&agent| {
                let goals = if self.anonymous { &self.goals } else { &self.goals[agent..=agent] };
                !goals.contains(&at[agent])
            });
            let later = places.len() as u64;
            let least = if self.makespan { 0 } else { later * late.count() as u64 };
            if later <= most && least <= most {
                let next = self.positions_after(at, &vec![false; at.len()]);
                walks.extend(next.into_iter().map(|to| [places.as_slice(), &[to]].concat()));
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agents(starts: &[u32], goals: &[u32]) -> PlainAgents {
        // A path of three vertices with a bay at the middle.
        PlainAgents {
            graph: vec![vec![1], vec![0, 2, 3], vec![1], vec![1]],
            starts: starts.to_vec(),
            goals: goals.to_vec(),
            anonymous: false,
            makespan: false,
            no_following: false,
            one_at_a_time: false,
        }
    }

    #[test]
    fn two_agents_pass_in_a_bay() {
        let pair = agents(&[0, 2], &[2, 0]);
        assert_eq!(pair.least_cost(), Some(7));
        assert_eq!(PlainAgents { makespan: true, ..pair.clone() }.least_cost(), Some(4));
        assert_eq!(PlainAgents { anonymous: true, ..pair.clone() }.least_cost(), Some(0));
        let one = PlainAgents { one_at_a_time: true, makespan: true, ..pair.clone() };
        assert_eq!(one.least_cost(), Some(6));
        assert!(pair.plans(6).is_empty());
        let plans = pair.plans(7);
        assert!(plans.contains(&vec![vec![0, 1, 3, 1, 2], vec![2, 2, 1, 0]]));
        assert!(plans.iter().all(|plan| pair.is_plan(plan)));
        let corridor = PlainAgents { graph: vec![vec![1], vec![0, 2], vec![1]], ..pair };
        assert_eq!(corridor.least_cost(), None);
    }
}
