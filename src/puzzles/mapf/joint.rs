//! All plans of a few agents by a plain search through their joint positions, up to a cost.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use satranj_encodings::agent_paths::PlanCost;

use super::MapfPuzzle;
use crate::puzzles::{
    Solution,
    exhaustive::{Exhausted, Found, Routes, Scope, SearchHalt, StepBudget},
    places::PuzzlePlaces,
};

/// Where each agent is, and whether it rests for good.
type JointPosition = Vec<(u32, bool)>;

/// The number of the node before the start, where some agents at their goals may come to rest.
const BEFORE: usize = 0;
/// The number of the node after the end.
const AFTER: usize = 1;
/// What the two steps from and to these nodes cost; a step must cost something.
const AROUND: u64 = 2;

/// Search steps charged for an agent of a joint position: it takes memory.
const STEPS_AN_AGENT: usize = 256;

/// The joint positions on plans up to a cost, with the steps between them.
pub struct JointSearch<'p> {
    puzzle: &'p MapfPuzzle,
    /// The joint positions by their numbers; the first two have none.
    positions: Vec<JointPosition>,
    /// The steps from each, and what they cost.
    steps: Vec<Vec<(usize, u64)>>,
    /// The least cost of a plan, if there is one.
    least: Option<u64>,
    most: u64,
}

/// The distances of each place to the goal of each agent, to bound the cost.
struct GoalDistances(Vec<Vec<u64>>);

impl GoalDistances {
    fn new(puzzle: &MapfPuzzle, budget: &mut StepBudget) -> Result<Self, SearchHalt> {
        let ground = &puzzle.ground;
        let goal = |name| ground.number(name).map_err(|_| SearchHalt::TooLarge);
        let goals: Vec<u32> =
            puzzle.agents.iter().map(|agent| goal(&agent.to)).collect::<Result<_, _>>()?;
        let all = goals.iter().map(|goal| {
            let sources =
                if puzzle.model.anonymous { &goals[..] } else { std::slice::from_ref(goal) };
            budget.spend(ground.limit().saturating_mul(16))?;
            let mut distances = vec![u64::MAX; ground.limit()];
            let mut queue = std::collections::VecDeque::new();
            for &source in sources {
                distances[source as usize] = 0;
                queue.push_back(source);
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

impl<'p> JointSearch<'p> {
    /// Searches all joint positions on plans of at most this cost.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        puzzle: &'p MapfPuzzle,
        most: u64,
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        let bounds = GoalDistances::new(puzzle, budget)?;
        let number = |name| puzzle.ground.number(name).map_err(|_| SearchHalt::TooLarge);
        let starts: JointPosition = puzzle
            .agents
            .iter()
            .map(|agent| Ok((number(&agent.from)?, false)))
            .collect::<Result<_, _>>()?;
        let mut all = Self {
            puzzle,
            positions: vec![Vec::new(); 2],
            steps: vec![Vec::new(); 2],
            least: None,
            most,
        };
        let mut numbers: HashMap<JointPosition, usize> = HashMap::new();
        let mut costs = vec![0, u64::MAX];
        let mut waiting = BinaryHeap::from([Reverse((0, BEFORE))]);
        let is_cheapest = puzzle.model.at_most.is_none();
        while let Some(Reverse((cost, at))) = waiting.pop() {
            if cost > costs[at] || !all.steps[at].is_empty() {
                continue;
            }
            if is_cheapest && all.least.is_some_and(|least| cost > least) {
                break;
            }
            let next = if at == BEFORE {
                all.resting(&starts, &vec![true; starts.len()], budget)?
            } else {
                all.next_positions(at, budget)?
            };
            let made = if at == BEFORE { 1 } else { all.cost_of_step(at) };
            for position in next {
                budget.spend(32 + 8 * position.len())?;
                let then = cost + made;
                let Some(rest) = bounds.bound(&position, puzzle.model.cost) else { continue };
                if (then - 1).saturating_add(rest) > most {
                    continue;
                }
                let ends = position.iter().all(|&(_, rests)| rests);
                let number = match numbers.get(&position) {
                    Some(&number) => number,
                    None => {
                        budget.spend(STEPS_AN_AGENT * (1 + position.len()))?;
                        let number = all.positions.len();
                        all.positions.push(position.clone());
                        all.steps.push(Vec::new());
                        costs.push(u64::MAX);
                        numbers.insert(position, number);
                        number
                    }
                };
                all.steps[at].push((number, made));
                if then < costs[number] {
                    costs[number] = then;
                    if ends {
                        all.steps[number] = vec![(AFTER, 1)];
                        let least = all.least.unwrap_or(u64::MAX);
                        all.least = Some(least.min(then - 1));
                    } else {
                        waiting.push(Reverse((then, number)));
                    }
                }
            }
        }
        Ok(all)
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
        let mut partial: Vec<Vec<u32>> = vec![Vec::new()];
        for &(place, rests) in &before {
            let mut places = vec![place];
            if !rests {
                places.extend(self.puzzle.ground.successors(place));
            }
            let mut longer = Vec::new();
            for chosen in &partial {
                budget.spend(16 + 8 * places.len() * (chosen.len() + 1))?;
                longer.extend(places.iter().filter(|&&to| self.fits(&before, chosen, to)).map(
                    |&to| {
                        let mut chosen = chosen.clone();
                        chosen.push(to);
                        chosen
                    },
                ));
            }
            partial = longer;
        }
        let mut all = Vec::new();
        for after in partial {
            let moved: Vec<bool> =
                before.iter().zip(&after).map(|((from, _), to)| from != to).collect();
            let position =
                after.iter().zip(&before).map(|(&to, &(_, rests))| (to, rests)).collect();
            all.extend(self.resting(&position, &moved, budget)?);
        }
        Ok(all)
    }

    /// Whether the next agent may go to a place when the first ones go to these.
    fn fits(&self, before: &JointPosition, chosen: &[u32], to: u32) -> bool {
        let rules = &self.puzzle.model;
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

    /// Finds every plan in the scope.
    pub fn search(
        &self,
        scope: Scope,
        budget: &mut StepBudget,
        found: &mut Found<'_>,
    ) -> Exhausted {
        if self.least.is_none() {
            return Ok(());
        }
        let around = |cost: u64| cost.saturating_add(AROUND);
        let stated = self.puzzle.model.at_most.map(|_| around(self.most));
        let scope = match scope {
            Scope::Better(value) => Scope::Better(around(value)),
            Scope::AsGood(value) => Scope::AsGood(around(value)),
            other => other,
        };
        let next = |at: usize| self.steps[at].clone();
        let ends = (BEFORE, AFTER);
        let plans = Routes::new(self.steps.len(), ends, stated, &next, budget)?;
        plans.search(scope, budget, &mut |taken| {
            // Without the node before the start.
            let positions = taken.iter().skip(1).map(|&(at, _)| &self.positions[at]);
            let positions: Vec<&JointPosition> = positions.collect();
            let path = |agent: usize| {
                let places = positions.iter().map(|position| position[agent].0);
                places.map(|place| self.puzzle.ground.name(place)).collect()
            };
            found(Solution::Paths { paths: (0..self.puzzle.agents.len()).map(path).collect() })
        })
    }
}
