//! All sets of pieces of several kinds on places that do not exclude each other and, on request,
//! dominate every place.

use std::ops::RangeInclusive;

use fixedbitset::FixedBitSet;

use super::{Exhausted, FoundPairs, MOST_PLACES, SearchHalt, StepBudget, go_on};

/// The allowed numbers of pieces of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces {
    /// The fewest.
    pub least: usize,
    /// The most.
    pub most: usize,
    /// Whether its number must equal that of every other kind with this mark.
    pub equal: bool,
}

impl From<RangeInclusive<u64>> for Pieces {
    fn from(sizes: RangeInclusive<u64>) -> Self {
        let [least, most] =
            [sizes.start(), sizes.end()].map(|&size| usize::try_from(size).unwrap_or(usize::MAX));
        Self { least, most, equal: false }
    }
}

/// Pieces on numbered places, placed one by one in the order of the places, or, while some place is
/// not dominated, on the places that dominate the first of these. After all sets with a piece on a
/// place are found, the place stays free.
///
/// Places on which every piece of a kind would exclude every other form a group; a greedy cover by
/// groups bounds how many more pieces fit, or how much they may weigh. A linear program bounds how many more are
/// needed. Memory: s²k² bits for s places and k kinds.
#[derive(Debug)]
pub struct PlaceSets {
    places: usize,
    kinds: Vec<Pieces>,
    /// The weight of a piece on each place; each weighs 1 if it is empty.
    weights: Vec<u64>,
    /// The allowed weights of a set.
    allowed: RangeInclusive<u64>,
    /// By kind, place and other kind: the places forbidden to the other kind.
    conflicts: Vec<FixedBitSet>,
    /// The places that a piece on each place dominates; empty if no domination is required.
    dominated: Vec<FixedBitSet>,
    /// The places from which each place is dominated.
    dominators: Vec<FixedBitSet>,
}

/// A partial set.
struct PlacedState<'a> {
    budget: &'a mut StepBudget,
    found: &'a mut FoundPairs<'a>,
    /// Places and kinds.
    placed: Vec<(usize, usize)>,
    counts: Vec<usize>,
    weight: u64,
}

/// What a piece of weight one gets, in the units that places pay in.
const FRACTION: u64 = 1 << 16;

/// The last place of a group, and the most that this group and those with later ends weigh.
type GroupEnd = (usize, u64);

impl PlaceSets {
    /// Sets on this many places, without any conflicts yet; `dominating`: every place must be
    /// dominated.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        places: usize,
        kinds: Vec<Pieces>,
        dominating: bool,
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        if places > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        let empty = |sets: usize| vec![FixedBitSet::with_capacity(places); sets];
        let (sets, covers) = (places * kinds.len() * kinds.len(), usize::from(dominating) * places);
        budget.spend((sets + 2 * covers) * (places / 64 + 1))?;
        let (conflicts, dominated, dominators) = (empty(sets), empty(covers), empty(covers));
        let (weights, allowed) = (Vec::new(), 0..=u64::MAX);
        Ok(Self { places, kinds, weights, allowed, conflicts, dominated, dominators })
    }

    /// Gives a piece on each place a weight, and a set the weights that it may have.
    pub fn weigh(&mut self, weights: Vec<u64>, allowed: RangeInclusive<u64>) {
        (self.weights, self.allowed) = (weights, allowed);
    }

    fn weight(&self, place: usize) -> u64 {
        self.weights.get(place).copied().unwrap_or(1)
    }

    /// Forbids these two pieces, kinds with places, together.
    pub fn forbid(&mut self, one: (usize, usize), other: (usize, usize)) {
        for ((kind, place), (other, at)) in [(one, other), (other, one)] {
            let index = self.index(kind, place, other);
            self.conflicts[index].insert(at);
        }
    }

    /// Lets a piece on one place dominate another.
    pub fn dominate(&mut self, from: usize, to: usize) {
        self.dominated[from].insert(to);
        self.dominators[to].insert(from);
    }

    fn index(&self, kind: usize, place: usize, other: usize) -> usize {
        (kind * self.places + place) * self.kinds.len() + other
    }

    fn conflicts(&self, kind: usize, place: usize, other: usize) -> &FixedBitSet {
        &self.conflicts[self.index(kind, place, other)]
    }

    /// Finds every set that contains the given pieces and has none on the blocked places, each once,
    /// as places with kinds.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(
        &self,
        given: &[(usize, usize)],
        blocked: &[usize],
        budget: &mut StepBudget,
        found: &mut FoundPairs<'_>,
    ) -> Exhausted {
        let (placed, counts) = (Vec::new(), vec![0; self.kinds.len()]);
        let mut state = PlacedState { budget, found, placed, counts, weight: 0 };
        let mut all = FixedBitSet::with_capacity(self.places);
        all.insert_range(..);
        let is_covering = !self.dominated.is_empty();
        let mut missing = if is_covering { all.clone() } else { FixedBitSet::new() };
        for &place in blocked {
            all.remove(place);
        }
        let mut open = vec![all; self.kinds.len()];
        for &(place, kind) in given {
            if !open[kind].contains(place) {
                return Ok(());
            }
            state.placed.push((place, kind));
            state.counts[kind] += 1;
            state.weight += self.weight(place);
            self.put(place, kind, &mut open, &mut missing);
        }
        if state.counts.iter().zip(&self.kinds).any(|(&count, pieces)| count > pieces.most) {
            return Ok(());
        }
        self.extend(&mut state, open, &missing)
    }

    /// Removes the places on which a new piece forbids others, and those that it dominates.
    fn put(&self, place: usize, kind: usize, open: &mut [FixedBitSet], missing: &mut FixedBitSet) {
        for (other, open) in open.iter_mut().enumerate() {
            open.difference_with(self.conflicts(kind, place, other));
            open.remove(place);
        }
        if let Some(dominated) = self.dominated.get(place) {
            missing.difference_with(dominated);
        }
    }

    /// Reports the set if it is complete, and puts one more piece on one of the open places;
    /// `missing`: what is not dominated.
    fn extend(
        &self,
        state: &mut PlacedState<'_>,
        mut open: Vec<FixedBitSet>,
        missing: &FixedBitSet,
    ) -> Exhausted {
        let words = self.places.div_ceil(64);
        let is_covering = !self.dominated.is_empty();
        let room = self.kinds.iter().zip(&state.counts).map(|(pieces, &count)| pieces.most - count);
        let room = room.fold(0, usize::saturating_add);
        let left = missing.count_ones(..);
        // Without weights a piece for each place suffices, so that no bound ends the search.
        let is_bounded = left > 0 && (left > room || !self.weights.is_empty());
        let are_looked_at = !is_covering || is_bounded;
        let looked = open.iter().filter(|_| are_looked_at).map(|open| open.count_ones(..));
        let looked = looked.sum::<usize>() + if is_bounded { 6 * left } else { 0 };
        state.budget.spend((looked + 8) * words * open.len())?;
        if missing.is_clear()
            && self.is_complete(&state.counts)
            && self.allowed.contains(&state.weight)
        {
            state.budget.spend_on_solution(state.placed.len())?;
            go_on((state.found)(&state.placed))?;
        }
        if room == 0 || state.weight > *self.allowed.end() {
            return Ok(());
        }
        let mut places = FixedBitSet::with_capacity(self.places);
        for open in &open {
            places.union_with(open);
        }
        let most = if self.weights.is_empty() { room as u64 } else { u64::MAX };
        let most = most.min(self.allowed.end() - state.weight);
        if is_bounded {
            if self.least_more(&mut places, missing, most) > most {
                return Ok(());
            }
            for open in &mut open {
                open.intersect_with(&places);
            }
        }
        let ends = |(kind, open): (usize, &FixedBitSet)| {
            if is_covering {
                with_later_weights(open.ones().map(|place| (place, self.weight(place))).collect())
            } else {
                self.ends_of_groups(kind, open)
            }
        };
        let ends: Vec<Vec<GroupEnd>> = open.iter().enumerate().map(ends).collect();
        let dominators = |place: &usize| self.dominators[*place].intersection_count(&places);
        let first_missing =
            if is_bounded { missing.ones().min_by_key(dominators) } else { missing.minimum() };
        if let Some(first) = first_missing {
            places.intersect_with(&self.dominators[first]);
        }
        for place in places.ones() {
            let first = if first_missing.is_none() { place } else { 0 };
            if !self.may_be_completed(state, &ends, first) {
                break;
            }
            for kind in 0..self.kinds.len() {
                if !open[kind].contains(place) || state.counts[kind] >= self.kinds[kind].most {
                    continue;
                }
                let (mut open_then, mut missing_then) = (open.clone(), missing.clone());
                self.put(place, kind, &mut open_then, &mut missing_then);
                state.placed.push((place, kind));
                state.counts[kind] += 1;
                state.weight += self.weight(place);
                self.extend(state, open_then, &missing_then)?;
                state.weight -= self.weight(place);
                state.counts[kind] -= 1;
                state.placed.pop();
            }
            // It stays free.
            for open in &mut open {
                open.remove(place);
            }
        }
        Ok(())
    }

    fn is_complete(&self, counts: &[usize]) -> bool {
        let mut kinds = self.kinds.iter().zip(counts);
        let mut equal = self.kinds.iter().zip(counts).filter(|(pieces, _)| pieces.equal);
        let first = equal.next().map(|(_, &count)| count);
        kinds.all(|(pieces, &count)| (pieces.least..=pieces.most).contains(&count))
            && equal.all(|(_, &count)| Some(count) == first)
    }

    /// A lower bound on the number, or the weight, of more pieces that dominate all that is missing; closes places
    /// that no set of at most this weight needs. `u64::MAX` if it cannot be dominated.
    ///
    /// The bound is a solution of the dual linear program: the places that are missing pay, and no open place gets
    /// more than its weight (dual ascent). At first each pays the same for its best place, or all that it can.
    fn least_more(&self, open: &mut FixedBitSet, missing: &FixedBitSet, most: u64) -> u64 {
        let weights: Vec<u64> = (0..self.places).map(|at| self.weight(at) * FRACTION).collect();
        let gain = |at: usize| self.dominated[at].intersection_count(missing).max(1) as u64;
        let mut shares = weights.clone();
        open.ones().for_each(|at| shares[at] /= gain(at));
        // In dense graphs this suffices for most sets, and the rest takes long.
        let lowest = open.ones().map(|at| shares[at]).min().unwrap_or(0);
        let at_once = (lowest * missing.count_ones(..) as u64).div_ceil(FRACTION);
        if at_once > most {
            return at_once;
        }
        let mut order: Vec<usize> = missing.ones().collect();
        order.sort_by_cached_key(|&place| self.dominators[place].intersection_count(open));
        let mut least = 0;
        for is_shared in [true, false] {
            let (mut left, mut paid) = (weights.clone(), 0);
            for prices in [Some(&shares), None].into_iter().skip(usize::from(!is_shared)) {
                for &place in &order {
                    let open = || self.dominators[place].intersection(open);
                    let price = |at: usize| prices.map_or(left[at], |shares| shares[at]);
                    let Some(price) = open().map(price).min() else { return u64::MAX };
                    open().for_each(|at| left[at] -= price);
                    paid += price;
                }
            }
            least = least.max(paid.div_ceil(FRACTION));
            if least > most {
                return least;
            }
            let most = most.saturating_mul(FRACTION);
            let needless: Vec<usize> = open.ones().filter(|&at| paid + left[at] > most).collect();
            for at in needless {
                open.remove(at);
            }
        }
        least
    }

    /// The groups of a greedy cover of the open places, by their last places in rising order.
    fn ends_of_groups(&self, kind: usize, open: &FixedBitSet) -> Vec<GroupEnd> {
        let mut left = open.clone();
        let mut ends = Vec::new();
        while let Some(first) = left.minimum() {
            left.remove(first);
            let (mut last, mut most) = (first, self.weight(first));
            let mut group = left.clone();
            group.intersect_with(self.conflicts(kind, first, kind));
            while let Some(next) = group.minimum() {
                left.remove(next);
                (last, most) = (next, most.max(self.weight(next)));
                group.intersect_with(self.conflicts(kind, next, kind));
            }
            ends.push((last, most));
        }
        ends.sort_unstable();
        with_later_weights(ends)
    }

    /// Whether enough pieces may fit if all others are on this place or later ones.
    fn may_be_completed(
        &self,
        state: &PlacedState<'_>,
        ends: &[Vec<GroupEnd>],
        first: usize,
    ) -> bool {
        let counts = &state.counts;
        let later = |kind: usize| {
            let ends: &[GroupEnd] = &ends[kind];
            &ends[ends.partition_point(|&(end, _)| end < first)..]
        };
        let heaviest = |kind: usize| later(kind).first().map_or(0, |&(_, weight)| weight);
        let weight = (0..self.kinds.len()).map(heaviest).sum::<u64>();
        let most = |kind: usize| self.kinds[kind].most.min(counts[kind] + later(kind).len());
        let enough = |kind: usize| most(kind) >= self.kinds[kind].least;
        let equal = |&kind: &usize| self.kinds[kind].equal;
        let kinds = 0..self.kinds.len();
        let fewest = kinds.clone().filter(equal).map(most).min().unwrap_or(usize::MAX);
        state.weight + weight >= *self.allowed.start()
            && kinds.clone().all(enough)
            && kinds.filter(equal).all(|kind| counts[kind] <= fewest)
    }
}

/// Adds to the weight of each group those of the later ones.
fn with_later_weights(mut ends: Vec<GroupEnd>) -> Vec<GroupEnd> {
    let mut later = 0;
    for (_, weight) in ends.iter_mut().rev() {
        later += *weight;
        *weight = later;
    }
    ends
}
