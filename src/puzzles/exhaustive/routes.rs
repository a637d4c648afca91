//! All cheapest ways from one place to another.

use std::{cmp::Reverse, collections::BinaryHeap, ops::ControlFlow};

use super::{SearchHalt, StepBudget, go_on};

/// Places, what it costs to enter each, and how the cheapest ways to them come in.
#[derive(Debug)]
pub struct Routes {
    from: usize,
    to: usize,
    /// The least cost of each place; `None` where none is known, or no way leads there.
    costs: Vec<Option<u64>>,
    /// From which places the cheapest ways enter.
    before: Vec<Vec<usize>>,
}

impl Routes {
    /// Looks at all places that are cheaper than the last (Dijkstra 1959); it must cost at least 1
    /// to enter a place. `next`: the places one step away, with what it costs to enter them.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        places: usize,
        (from, to): (usize, usize),
        next: &dyn Fn(usize) -> Vec<(usize, u64)>,
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        // Room is taken for each.
        budget.spend(places.saturating_mul(64))?;
        let mut routes =
            Self { from, to, costs: vec![None; places], before: vec![Vec::new(); places] };
        routes.costs[from] = Some(0);
        let mut waiting = BinaryHeap::from([Reverse((0, from))]);
        let mut is_done = vec![false; places];
        while let Some(Reverse((cost, at))) = waiting.pop() {
            if at == to {
                break;
            }
            if std::mem::replace(&mut is_done[at], true) {
                continue;
            }
            let steps = next(at);
            budget.spend(8 + 32 * steps.len())?;
            for (place, more) in steps {
                let then = cost + more;
                match routes.costs[place] {
                    Some(known) if known < then => {}
                    Some(known) if known == then => {
                        if !routes.before[place].contains(&at) {
                            routes.before[place].push(at);
                        }
                    }
                    _ => {
                        routes.costs[place] = Some(then);
                        routes.before[place] = vec![at];
                        waiting.push(Reverse((then, place)));
                    }
                }
            }
        }
        Ok(routes)
    }

    /// What the cheapest way costs, if there is one.
    #[must_use]
    pub fn least(&self) -> Option<u64> {
        self.costs[self.to]
    }

    /// Finds every cheapest way, each once.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(
        &self,
        budget: &mut StepBudget,
        found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), SearchHalt> {
        if self.least().is_none() {
            return Ok(());
        }
        // The way backwards, and which of the places before each is next.
        let (mut way, mut tried) = (vec![self.to], vec![0]);
        while let (Some(&at), Some(next)) = (way.last(), tried.last_mut()) {
            budget.spend(8)?;
            if at == self.from {
                budget.spend_on_solution(way.len())?;
                let forwards: Vec<usize> = way.iter().rev().copied().collect();
                go_on(found(&forwards))?;
            } else if let Some(&before) = self.before[at].get(*next) {
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
}
