//! The plain search for sets of places. A cover is searched as the independent set that it leaves out.

use std::{
    cmp::Reverse,
    collections::HashMap,
    ops::{ControlFlow, RangeInclusive},
};

use satranj_encodings::model::Count;

use super::{Placed, SetKind, SetPlaces, SetPuzzle, SetRule};
use crate::puzzles::exhaustive::{
    Exhausted, Found, MOST_PLACES, Pieces, PlaceSets, Scope, SearchHalt, SparseGraph, StepBudget,
    go_on,
};

/// The most links of a place of a sparse graph, on average.
const MOST_LINKS: usize = 16;

/// The most steps of the search of a sparse graph, if another may follow.
const SPARSE_STEPS: u64 = 9 << 22;

impl<P: SetPlaces> SetPuzzle<P> {
    /// Finds every requested set.
    pub(super) fn search(
        &self,
        scope: Scope,
        budget: &mut StepBudget,
        found: &mut Found<'_>,
    ) -> Exhausted {
        if scope == Scope::AnyNumber && self.kinds.len() > 1 {
            return Err(SearchHalt::TooLarge);
        }
        budget.spend(self.places().limit())?;
        if let Scope::Better(value) = scope
            && self.better_of_sparse(value, budget, found)?
        {
            return Ok(());
        }
        let mut numbered: Vec<u32> = self.places().all().take(MOST_PLACES + 1).collect();
        let all = numbered.len();
        if all > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        // Groups of about the same weight have the best bounds, and few other places fit to the first ones.
        let is_clique = self.rule == SetRule::Clique;
        numbered.sort_by_cached_key(|&place| {
            let near = self.near((place, 0)).len();
            (Reverse(self.weight(place)), if is_clique { near } else { all - near.min(all) })
        });
        let numbers: HashMap<u32, usize> = numbered.iter().copied().zip(0..).collect();
        let number = |place: u32| numbers[&place];
        let mut kinds = Vec::new();
        let of_number = if self.weights.is_some() { Scope::AnyNumber } else { scope };
        for &SetKind { count, .. } in &self.kinds {
            let Some(sizes) = self.sizes(of_number, count, all as u64) else { return Ok(()) };
            let equal = count == Count::Optimum || scope == Scope::AnyNumber;
            kinds.push(Pieces { equal, ..sizes.into() });
        }
        let is_covering = matches!(self.rule, SetRule::Dominating(_));
        let rules = self.rule.domination();
        let mut sets = PlaceSets::new(all, kinds, is_covering, budget)?;
        self.relate(&numbered, &number, &mut sets, budget)?;
        if self.weights.is_some() {
            let weights: Vec<u64> = numbered.iter().map(|&place| self.weight(place)).collect();
            let total = weights.iter().sum();
            let Some(allowed) = self.sizes(scope, Count::Optimum, total) else { return Ok(()) };
            sets.weigh(weights, allowed);
        }
        let (given, blocked) = self.ends();
        let given: Vec<_> = given.iter().map(|&(place, kind)| (number(place), kind)).collect();
        let blocked: Vec<_> = blocked.iter().map(|&(place, _)| number(place)).collect();
        sets.search(&given, &blocked, budget, &mut |placed| {
            let placed = placed.iter().map(|&(at, kind)| (numbered[at], kind)).collect();
            let placed = self.in_order(placed);
            if (rules.perfect || rules.most)
                && self.check_domination(rules, &placed, &self.set_of(&placed)).is_err()
            {
                return ControlFlow::Continue(());
            }
            found(self.solution(&placed))
        })
    }

    /// The sizes, or weights, of the sets to search for, where all places together have this one. `None` if no set
    /// is in the scope.
    fn sizes(&self, scope: Scope, count: Count, total: u64) -> Option<RangeInclusive<u64>> {
        let sizes = scope.sizes(count, self.is_most(), u64::MAX)?;
        if self.rule != SetRule::Cover {
            return Some(sizes);
        }
        Some(total.saturating_sub(*sizes.end())..=total.checked_sub(*sizes.start())?)
    }

    /// The set that the search found, in order.
    fn in_order(&self, mut found: Vec<Placed>) -> Vec<Placed> {
        if self.rule == SetRule::Cover {
            let left_out = self.set_of(&found);
            let inside = self.places().all().filter(|&place| !left_out.contains(place as usize));
            found = inside.map(|place| (place, 0)).collect();
        }
        found.sort_unstable();
        found
    }

    /// Looks for one better set that is independent, or leaves out an independent set, in a sparse graph; whether
    /// that search ended.
    fn better_of_sparse(
        &self,
        value: u64,
        budget: &mut StepBudget,
        found: &mut Found<'_>,
    ) -> Result<bool, SearchHalt> {
        let is_one = self.kinds.len() == 1
            && self.kinds[0].count == Count::Optimum
            && self.are_hostile(0, 0);
        if !is_one || !matches!(self.rule, SetRule::Independent | SetRule::Cover) {
            return Ok(false);
        }
        let (mut graph, mut links, mut total) = (SparseGraph::default(), 0, 0);
        let all: Vec<u32> = self.places().all().collect();
        for &place in &all {
            graph.add(place, self.weight(place));
            total += self.weight(place);
        }
        for &place in &all {
            let near = self.near((place, 0));
            budget.spend(4 * (near.len() + 4))?;
            links += near.len();
            if links > MOST_LINKS * all.len() {
                return Ok(false);
            }
            for next in near {
                graph.join(place, next);
            }
        }
        let (given, blocked) = self.ends();
        for &(place, _) in blocked {
            graph.remove(place);
        }
        let Some(sizes) = self.sizes(Scope::Better(value), Count::Optimum, total) else {
            return Ok(true);
        };
        let (mut placed, mut least) = (given.to_vec(), *sizes.start());
        for &(place, _) in given {
            if !graph.has(place) {
                return Ok(true);
            }
            graph.remove(place).into_iter().for_each(|next| drop(graph.remove(next)));
            least = least.saturating_sub(self.weight(place));
        }
        // With weights fewer reductions apply, and the search of all sets has better bounds.
        let most = if self.weights.is_some() { SPARSE_STEPS / 4 } else { SPARSE_STEPS };
        let mut part = budget.with_steps(budget.left().min(most));
        let before = part.left();
        let ended = graph.heaviest(least, &mut part);
        budget.spend(usize::try_from(before - part.left()).unwrap_or(usize::MAX))?;
        let Ok(better) = ended else { return Ok(false) };
        if let Some((_, set)) = better {
            placed.extend(set.into_iter().map(|place| (place, 0)));
            go_on(found(self.solution(&self.in_order(placed))))?;
        }
        Ok(true)
    }

    /// Gives the search the pairs that exclude each other, and the places that each place dominates.
    fn relate(
        &self,
        numbered: &[u32],
        number: &dyn Fn(u32) -> usize,
        sets: &mut PlaceSets,
        budget: &mut StepBudget,
    ) -> Exhausted {
        if self.rule == SetRule::Clique {
            budget.spend(numbered.len() * numbered.len())?;
            for (at, &one) in numbered.iter().enumerate() {
                let apart = |&other: &usize| !self.are_adjacent((one, 0), (numbered[other], 0));
                (0..at).filter(apart).for_each(|other| sets.forbid((0, at), (0, other)));
            }
            return Ok(());
        }
        budget.spend(
            usize::try_from(self.kinds.iter().map(|kind| kind.places.most_links()).sum::<u64>())
                .unwrap_or(usize::MAX),
        )?;
        let is_apart = self.rule.is_apart() || !matches!(self.rule, SetRule::Dominating(_));
        for (at, &place) in numbered.iter().enumerate() {
            for kind in 0..self.kinds.len() {
                for to in self.near((place, kind)).into_iter().map(number) {
                    if matches!(self.rule, SetRule::Dominating(_)) {
                        sets.dominate(at, to);
                    }
                    let enemies = (0..self.kinds.len()).filter(|_| is_apart);
                    for enemy in enemies.filter(|&other| self.are_hostile(kind, other)) {
                        sets.forbid((kind, at), (enemy, to));
                    }
                }
            }
            if matches!(self.rule, SetRule::Dominating(_)) && !self.is_total() {
                sets.dominate(at, at);
            }
        }
        Ok(())
    }
}
