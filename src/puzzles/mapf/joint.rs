//! All plans of a few agents by a plain search through their joint positions, up to a cost.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use satranj_encodings::agent_paths::PlanCost;

use super::{MapfPuzzle, ground::AgentGround};
use crate::puzzles::{
    Solution,
    exhaustive::{Exhausted, Found, Routes, Scope, SearchHalt, StepBudget},
    places::PuzzlePlaces,
};

/// Where each agent is, and whether it rests for good.
pub type JointPosition = Vec<(u32, bool)>;

/// Search steps charged for an agent of a joint position: it takes memory.
const STEPS_AN_AGENT: usize = 256;

/// The joint positions on plans up to a cost, with the steps between them. Every step costs
/// something, so there are finitely many plans.
pub struct PlainPlans<'p> {
    puzzle: &'p MapfPuzzle,
    positions: Vec<JointPosition>,
    /// The joint positions at the start: some agents at their goals may rest from the beginning.
    starts: Vec<usize>,
    /// The joint positions a step after each.
    next: Vec<Vec<usize>>,
    /// The least cost of a plan, if there is one.
    least: Option<u64>,
}

/// The distances of each place to the goal of each agent, to bound the cost.
struct GoalBounds(Vec<Vec<u64>>);

/// The distance of each place to the nearest of some goals; `u64::MAX` if none is reached.
///
/// # Errors
/// [`SearchHalt::TooLarge`].
pub fn distances_to(
    ground: &AgentGround,
    goals: &[u32],
    budget: &mut StepBudget,
) -> Result<Vec<u64>, SearchHalt> {
    budget.spend(ground.limit().saturating_mul(64))?;
    let mut distances = vec![u64::MAX; ground.limit()];
    let mut queue = std::collections::VecDeque::new();
    for &goal in goals {
        distances[goal as usize] = 0;
        queue.push_back(goal);
    }
    while let Some(place) = queue.pop_front() {
        let next = ground.successors(place);
        budget.spend(8 + 8 * next.len())?;
        for next in next {
            if distances[next as usize] == u64::MAX {
                distances[next as usize] = distances[place as usize] + 1;
                queue.push_back(next);
            }
        }
    }
    Ok(distances)
}

impl GoalBounds {
    fn new(puzzle: &MapfPuzzle, budget: &mut StepBudget) -> Result<Self, SearchHalt> {
        let goals = puzzle.ends(|agent| &agent.to).map_err(|_| SearchHalt::TooLarge)?;
        let all = goals.iter().map(|goal| {
            let own_goals =
                if puzzle.model.anonymous { &goals[..] } else { std::slice::from_ref(goal) };
            distances_to(&puzzle.ground, own_goals, budget)
        });
        Ok(Self(all.collect::<Result<_, _>>()?))
    }

    /// A lower bound on the cost from a joint position; `None` if an agent cannot reach its goal.
    fn bound(&self, position: &JointPosition, cost: PlanCost) -> Option<u64> {
        let (mut sum, mut greatest) = (0u64, 0);
        for (distances, &(place, rests)) in self.0.iter().zip(position) {
            let distance = if rests { 0 } else { distances[place as usize] };
            if distance == u64::MAX {
                return None;
            }
            sum = sum.saturating_add(distance);
            greatest = greatest.max(distance);
        }
        Some(if cost == PlanCost::Makespan { greatest } else { sum })
    }
}

impl<'p> PlainPlans<'p> {
    /// Searches all joint positions on plans of at most this cost, or of the least cost if the
    /// puzzle asks for it.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        puzzle: &'p MapfPuzzle,
        most: u64,
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        let bounds = GoalBounds::new(puzzle, budget)?;
        let start = puzzle.ends(|agent| &agent.from).map_err(|_| SearchHalt::TooLarge)?;
        let start: JointPosition = start.into_iter().map(|place| (place, false)).collect();
        let mut all = Self {
            puzzle,
            positions: Vec::new(),
            starts: Vec::new(),
            next: Vec::new(),
            least: None,
        };
        let mut numbers: HashMap<JointPosition, usize> = HashMap::new();
        let mut costs: Vec<u64> = Vec::new();
        let mut waiting = BinaryHeap::new();
        let is_cheapest = puzzle.model.at_most.is_none();
        let mut from = None;
        loop {
            let (after, cost) = match from {
                None => (all.resting(&start, &vec![true; start.len()], budget)?, 0),
                Some(at) => (all.next_positions(at, budget)?, costs[at] + all.cost_of_step(at)),
            };
            for position in after {
                budget.spend(32 + 8 * position.len())?;
                let Some(rest) = bounds.bound(&position, puzzle.model.cost) else { continue };
                if cost.saturating_add(rest) > most {
                    continue;
                }
                let new = all.positions.len();
                let number = *numbers.entry(position).or_insert_with_key(|position| {
                    all.positions.push(position.clone());
                    all.next.push(Vec::new());
                    costs.push(u64::MAX);
                    new
                });
                let agents = all.positions[number].len();
                if number == new {
                    budget.spend(STEPS_AN_AGENT * (1 + agents))?;
                }
                match from {
                    None => all.starts.push(number),
                    Some(at) => all.next[at].push(number),
                }
                if cost < costs[number] {
                    costs[number] = cost;
                    if all.is_end(number) {
                        all.least = Some(all.least.map_or(cost, |least| least.min(cost)));
                    } else {
                        waiting.push(Reverse((cost, number)));
                    }
                }
            }
            // The cheapest that has no steps yet.
            let next = loop {
                match waiting.pop() {
                    Some(Reverse((cost, at))) if cost > costs[at] || !all.next[at].is_empty() => {}
                    other => break other,
                }
            };
            let is_over = |cost: u64| is_cheapest && all.least.is_some_and(|least| cost >= least);
            match next {
                Some(Reverse((cost, at))) if !is_over(cost) => from = Some(at),
                _ => return Ok(all),
            }
        }
    }

    /// Whether all agents rest.
    fn is_end(&self, at: usize) -> bool {
        self.positions[at].iter().all(|&(_, rests)| rests)
    }

    /// The least cost of a plan within the bound.
    pub fn least_cost(&self) -> Option<u64> {
        self.least
    }

    /// What a step from a joint position costs.
    fn cost_of_step(&self, at: usize) -> u64 {
        match self.puzzle.model.cost {
            PlanCost::Makespan => 1,
            PlanCost::SumOfCosts => {
                self.positions[at].iter().filter(|(_, rests)| !rests).count() as u64
            }
        }
    }

    /// A position in every way in which agents at their goals may rest from now on, if they just
    /// came there.
    fn resting(
        &self,
        position: &JointPosition,
        came: &[bool],
        budget: &mut StepBudget,
    ) -> Result<Vec<JointPosition>, SearchHalt> {
        let mut all = vec![position.clone()];
        for agent in 0..position.len() {
            let (place, rests) = position[agent];
            let place = self.puzzle.ground.name(place);
            if !rests && came[agent] && self.puzzle.is_goal(agent + 1, &place) {
                budget.spend(all.len().saturating_mul(position.len() * 8))?;
                for index in 0..all.len() {
                    let mut also = all[index].clone();
                    also[agent].1 = true;
                    all.push(also);
                }
            }
        }
        Ok(all)
    }

    /// The joint positions a step after one.
    fn next_positions(
        &self,
        at: usize,
        budget: &mut StepBudget,
    ) -> Result<Vec<JointPosition>, SearchHalt> {
        let before = self.positions[at].clone();
        let mut all = Vec::new();
        for after in self.puzzle.joint_steps(&before, budget)? {
            let moved: Vec<bool> =
                before.iter().zip(&after).map(|((from, _), to)| from != to).collect();
            let position =
                after.iter().zip(&before).map(|(&to, &(_, rests))| (to, rests)).collect();
            all.extend(self.resting(&position, &moved, budget)?);
        }
        Ok(all)
    }

    /// Finds every plan of at most the stated cost, or of the least cost.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(&self, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        if self.least.is_none() {
            return Ok(());
        }
        let (agents, from, to) =
            (self.puzzle.agents.len(), self.positions.len(), self.positions.len() + 1);
        let steps = |at: usize| -> Vec<(usize, u64)> {
            if at == from {
                self.starts.iter().map(|&start| (start, 1)).collect()
            } else if at == to {
                Vec::new()
            } else if self.is_end(at) {
                vec![(to, 1)]
            } else {
                let cost = self.cost_of_step(at);
                self.next[at].iter().map(|&next| (next, cost)).collect()
            }
        };
        // Coming to the start and to the end costs 1 each.
        let most = self.puzzle.model.at_most.map(|most| most.saturating_add(2));
        let plans = Routes::new(to + 1, (from, to), most, &steps, budget)?.of_party(agents);
        plans.search(Scope::All, budget, &mut |taken| {
            let path = |agent: usize| {
                let places = taken[1..].iter().map(|&(at, _)| self.positions[at][agent].0);
                places.map(|place| self.puzzle.ground.name(place)).collect()
            };
            found(Solution::Paths { paths: (0..agents).map(path).collect() })
        })
    }
}

impl MapfPuzzle {
    /// The places of all agents after each step that the rules allow.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn joint_steps(
        &self,
        before: &JointPosition,
        budget: &mut StepBudget,
    ) -> Result<Vec<Vec<u32>>, SearchHalt> {
        let mut partial: Vec<Vec<u32>> = vec![Vec::new()];
        for &(place, rests) in before {
            let mut places = vec![place];
            if !rests {
                places.extend(self.ground.successors(place));
            }
            let mut longer = Vec::new();
            for chosen in &partial {
                // Each takes memory.
                budget.spend(places.len() * (128 + 8 * chosen.len()))?;
                longer.extend(places.iter().filter(|&&to| self.fits(before, chosen, to)).map(
                    |&to| {
                        let mut chosen = chosen.clone();
                        chosen.push(to);
                        chosen
                    },
                ));
            }
            partial = longer;
        }
        Ok(partial)
    }

    /// Whether the next agent may go to a place when the first ones go to these.
    fn fits(&self, before: &JointPosition, chosen: &[u32], to: u32) -> bool {
        let rules = &self.model;
        let from = before[chosen.len()].0;
        chosen.iter().zip(before).all(|(&its_to, &(its_from, _))| {
            let (moves, it_moves) = (from != to, its_from != its_to);
            let exchange = its_from == to && its_to == from;
            let follows = moves && it_moves && (to == its_from || its_to == from);
            its_to != to
                && !exchange
                && !(rules.no_following && follows)
                && !(rules.one_at_a_time && moves && it_moves)
        })
    }
}
