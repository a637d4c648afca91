//! All ways from one place to another that cost at most so much, and come to no place twice.

use std::ops::ControlFlow;

use super::{Exhausted, Routes, SearchHalt, StepBudget, go_on};

/// Places, and from each the steps to others with what they cost; two may lead to the same.
#[derive(Debug)]
pub struct Bounded {
    steps: Vec<Vec<(usize, u64)>>,
    from: usize,
    to: usize,
    /// What the rest of the way costs at least; `None` where none leads to the end.
    rests: Vec<Option<u64>>,
}

/// A way that begins.
struct BoundedState<'a> {
    budget: &'a mut StepBudget,
    found: &'a mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    /// The step that is taken from each place, by its number among those of the place.
    taken: Vec<usize>,
    visited: Vec<bool>,
}

impl Bounded {
    /// Ways over these steps; looks at what each place lacks to the end (Dijkstra 1959).
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
    /// place; it ends where it first comes to the end.
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
        // The places of the way, what is left for the rest, and which step of each is next.
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
