//! All cheapest ways from one place to another.

use std::{cmp::Reverse, collections::BinaryHeap, ops::ControlFlow};

use super::{Exhausted, Found, Scope, SearchHalt, StepBudget, go_on};
use crate::puzzles::{Optimality, Solution};

/// The places one step away, with the cost to enter each.
type CostedSteps<'a> = dyn Fn(usize) -> Vec<(usize, u64)> + 'a;

/// The costs of the cheapest ways from one place to the others.
pub struct Routes<'a> {
    from: usize,
    to: usize,
    next: &'a CostedSteps<'a>,
    /// The least cost of each place; `u64::MAX` if unknown or unreachable.
    costs: Vec<u64>,
}

impl<'a> Routes<'a> {
    /// Computes all places that are cheaper than the last (Dijkstra 1959), or all if the last is
    /// `None`; entering a place must cost at least 1.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        places: usize,
        (from, to): (usize, Option<usize>),
        next: &'a CostedSteps<'a>,
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        // Each place takes memory.
        budget.spend(places.saturating_mul(64))?;
        let mut costs = vec![u64::MAX; places];
        costs[from] = 0;
        let mut waiting = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((cost, at))) = waiting.pop() {
            if Some(at) == to {
                break;
            }
            if cost > costs[at] {
                continue;
            }
            let steps = next(at);
            budget.spend(8 + 32 * steps.len())?;
            for (place, more) in steps {
                let then = cost.saturating_add(more);
                if then < costs[place] {
                    costs[place] = then;
                    waiting.push(Reverse((then, place)));
                }
            }
        }
        Ok(Self { from, to: to.unwrap_or(from), next, costs })
    }

    /// What the cheapest way to a place costs, if there is one.
    #[must_use]
    pub fn least_to(&self, place: usize) -> Option<u64> {
        Some(self.costs[place]).filter(|&cost| cost < u64::MAX)
    }

    /// Whether a way that costs this is a cheapest one; `words`: `that costs`.
    #[must_use]
    pub fn compared(&self, cost: u64, words: &str) -> Optimality {
        match self.least_to(self.to) {
            None => Optimality::Open,
            Some(least) if least < cost => {
                Optimality::Better(format!("there is one {words} {least}"))
            }
            Some(_) => Optimality::Best,
        }
    }

    /// Finds every cheapest way in the scope, each once.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(
        &self,
        scope: Scope,
        budget: &mut StepBudget,
        solution: &dyn Fn(Vec<usize>) -> Solution,
        found: &mut Found<'_>,
    ) -> Exhausted {
        let Some(least) = self.least_to(self.to) else { return Ok(()) };
        if matches!(scope, Scope::Better(value) if least >= value) {
            return Ok(());
        }
        let before = self.before(least);
        // The way backwards, and for each place which predecessor is next.
        let (mut way, mut tried) = (vec![self.to], vec![0]);
        while let (Some(&at), Some(next)) = (way.last(), tried.last_mut()) {
            budget.spend(8)?;
            if at == self.from {
                budget.spend_on_solution(way.len())?;
                go_on(found(solution(way.iter().rev().copied().collect())))?;
            } else if let Some(&before) = before[at].get(*next) {
                *next += 1;
                way.push(before);
                tried.push(0);
                continue;
            }
            way.pop();
            tried.pop();
        }
        Ok(())
    }

    /// The places from which the cheapest ways enter each place, the cheapest first.
    fn before(&self, least: u64) -> Vec<Vec<usize>> {
        let mut cheaper: Vec<usize> =
            (0..self.costs.len()).filter(|&place| self.costs[place] < least).collect();
        cheaper.sort_by_key(|&place| (self.costs[place], place));
        let mut before = vec![Vec::new(); self.costs.len()];
        for at in cheaper {
            for (place, more) in (self.next)(at) {
                let is_cheapest = self.costs[at].saturating_add(more) == self.costs[place];
                if is_cheapest && !before[place].contains(&at) {
                    before[place].push(at);
                }
            }
        }
        before
    }
}

/// Places, and the steps from each with their costs; two steps may lead to the same place.
#[derive(Debug)]
pub struct Bounded {
    steps: Vec<Vec<(usize, u64)>>,
    from: usize,
    to: usize,
    /// A lower bound on the cost of the rest of the way; `None` if the end is unreachable.
    rests: Vec<Option<u64>>,
}

/// The start of a way.
struct BoundedState<'a> {
    budget: &'a mut StepBudget,
    found: &'a mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    /// The step taken from each place, by its number among those of the place.
    taken: Vec<usize>,
    visited: Vec<bool>,
}

impl Bounded {
    /// Ways over these steps; computes the distance of each place to the end (Dijkstra 1959).
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        steps: Vec<Vec<(usize, u64)>>,
        (from, to): (usize, usize),
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        let count: usize = steps.iter().map(Vec::len).sum();
        budget.spend(steps.len().saturating_add(count).saturating_mul(64))?;
        let mut before = vec![Vec::new(); steps.len()];
        for (place, steps) in steps.iter().enumerate() {
            for &(next, cost) in steps {
                before[next].push((place, cost));
            }
        }
        let backwards = |place: usize| before[place].clone();
        let unlimited = &mut StepBudget::of(u64::MAX);
        let routes = Routes::new(steps.len(), (to, None), &backwards, unlimited)?;
        let rests = (0..steps.len()).map(|place| routes.least_to(place)).collect();
        Ok(Self { steps, from, to, rests })
    }

    /// What the cheapest way costs, if there is one.
    #[must_use]
    pub fn least(&self) -> Option<u64> {
        self.rests[self.from]
    }

    /// Finds every such way of at most that cost, as the numbers of its steps among those of each
    /// place; a way ends when it first reaches the end.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(
        &self,
        most: u64,
        budget: &mut StepBudget,
        found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Exhausted {
        if self.least().is_none_or(|least| least > most) {
            return Ok(());
        }
        let visited = vec![false; self.steps.len()];
        let mut state = BoundedState { budget, found, taken: Vec::new(), visited };
        // The places of the way, the cost left for the rest, and the next step of each.
        let mut way = vec![(self.from, most, 0)];
        state.visited[self.from] = true;
        while let Some((at, left, next)) = way.last_mut() {
            state.budget.spend(8)?;
            if *at == self.to {
                state.budget.spend_on_solution(state.taken.len())?;
                go_on((state.found)(&state.taken))?;
            } else if let Some(&(place, cost)) = self.steps[*at].get(*next) {
                let (number, rest) = (*next, self.rests[place]);
                *next += 1;
                let left = left.checked_sub(cost);
                if let (Some(left), Some(rest), false) = (left, rest, state.visited[place])
                    && rest <= left
                {
                    state.visited[place] = true;
                    state.taken.push(number);
                    way.push((place, left, 0));
                }
                continue;
            }
            state.visited[*at] = false;
            way.pop();
            state.taken.pop();
        }
        Ok(())
    }
}
