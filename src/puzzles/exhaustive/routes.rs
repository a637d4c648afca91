//! All cheapest ways from one place to another, or all ways within a cost.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{Exhausted, FoundPairs, Scope, SearchHalt, StepBudget, go_on};
use crate::puzzles::Optimality;

/// The steps from a place: where each leads, and the cost to enter that place.
type CostedSteps<'a> = dyn Fn(usize) -> Vec<(usize, u64)> + 'a;

/// Places with the steps between them; two steps may lead to the same place.
pub struct Routes<'a> {
    from: usize,
    to: usize,
    steps: &'a CostedSteps<'a>,
    /// The least cost of each place; `u64::MAX` if unreachable, or not less if over the most.
    costs: Vec<u64>,
    /// The most that a way may cost; `None`: no more than a cheapest one.
    most: Option<u64>,
    /// Whether a way may visit a place again.
    repeats: bool,
    /// How many travel together.
    party: usize,
}

impl<'a> Routes<'a> {
    /// Computes what it costs to reach each place, up to `most` or, without it, to the cost of the
    /// cheapest way (Dijkstra 1959); entering a place must cost at least 1.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        places: usize,
        (from, to): (usize, usize),
        most: Option<u64>,
        steps: &'a CostedSteps<'a>,
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        // Each place takes memory.
        budget.spend(places.saturating_mul(64))?;
        let mut costs = vec![u64::MAX; places];
        costs[from] = 0;
        let mut waiting = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((cost, at))) = waiting.pop() {
            if cost >= most.unwrap_or(costs[to]) {
                break;
            }
            if cost > costs[at] {
                continue;
            }
            let next = steps(at);
            budget.spend(8 + 32 * next.len())?;
            for (place, more) in next {
                let then = cost.saturating_add(more);
                if then < costs[place] {
                    costs[place] = then;
                    waiting.push(Reverse((then, place)));
                }
            }
        }
        Ok(Self { from, to, steps, costs, most, repeats: false, party: 1 })
    }

    /// The same for so large a party, whose ways may visit places again.
    #[must_use]
    pub fn of_party(self, party: usize) -> Self {
        Self { repeats: true, party, ..self }
    }

    /// Whether a way that costs this is a cheapest one; `words`: `that costs`.
    #[must_use]
    pub fn compared(&self, cost: u64, words: &str) -> Optimality {
        match self.costs[self.to] {
            u64::MAX => Optimality::Open,
            least if least < cost => Optimality::Better(format!("there is one {words} {least}")),
            _ => Optimality::Best,
        }
    }

    /// Finds every way in the scope, each once, as the places that it leaves with the number of the
    /// step taken from each. It visits no place twice, except for a party.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(
        &self,
        scope: Scope,
        budget: &mut StepBudget,
        found: &mut FoundPairs<'_>,
    ) -> Exhausted {
        let least = self.costs[self.to];
        if scope.most(self.most)?.is_none_or(|most| least > most) || least == u64::MAX {
            return Ok(());
        }
        let most = self.most.unwrap_or(least);
        let before = self.before(most);
        let mut visited = vec![false; self.costs.len()];
        let mut taken = Vec::new();
        // The way backwards: each place, what may be spent to reach it, and the next step into it.
        let mut way = vec![(self.to, most, 0)];
        visited[self.to] = true;
        while let Some((at, left, next)) = way.last_mut() {
            budget.spend(8)?;
            if *at == self.from {
                budget.spend_on_solution((taken.len() + 1).saturating_mul(self.party))?;
                go_on(found(&taken.iter().rev().copied().collect::<Vec<_>>()))?;
            } else if let Some(&(place, number, cost)) = before[*at].get(*next) {
                *next += 1;
                let left = left.checked_sub(cost).filter(|&left| self.costs[place] <= left);
                if let Some(left) = left.filter(|_| self.repeats || !visited[place]) {
                    visited[place] = true;
                    taken.push((place, number));
                    way.push((place, left, 0));
                }
                continue;
            }
            visited[*at] = false;
            way.pop();
            taken.pop();
        }
        Ok(())
    }

    /// The steps by which ways of at most that cost enter each place, those from the cheapest
    /// places first: from where, which of its steps, and the cost.
    fn before(&self, most: u64) -> Vec<Vec<(usize, usize, u64)>> {
        // The cost that detours may add.
        let slack = most - self.costs[self.to];
        let mut cheaper: Vec<usize> =
            (0..self.costs.len()).filter(|&place| self.costs[place] < most).collect();
        cheaper.sort_by_key(|&place| (self.costs[place], place));
        let mut before = vec![Vec::new(); self.costs.len()];
        for at in cheaper {
            for (number, (place, cost)) in (self.steps)(at).into_iter().enumerate() {
                if self.costs[at].saturating_add(cost) - self.costs[place] <= slack {
                    before[place].push((at, number, cost));
                }
            }
        }
        before
    }
}
