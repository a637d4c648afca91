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

impl From<RangeInclusive<usize>> for Pieces {
    fn from(sizes: RangeInclusive<usize>) -> Self {
        Self { least: *sizes.start(), most: *sizes.end(), equal: false }
    }
}

/// Pieces on numbered places, placed one by one in the order of the places, or, while some place is
/// not dominated, on the places that dominate the first of these. After all sets with a piece on a
/// place are found, the place stays free.
///
/// Places on which every piece of a kind would exclude every other form a group; a greedy cover by
/// groups bounds how many more pieces fit. Memory: s²k² bits for s places and k kinds.
#[derive(Debug)]
pub struct PlaceSets {
    places: usize,
    kinds: Vec<Pieces>,
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
    /// The most places that a piece dominates.
    widest: usize,
}

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
        Ok(Self { places, kinds, conflicts, dominated, dominators })
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
        let widest = self.dominated.iter().map(|set| set.count_ones(..)).max().unwrap_or(0);
        let (placed, counts) = (Vec::new(), vec![0; self.kinds.len()]);
        let mut state = PlacedState { budget, found, placed, counts, widest };
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
        let words = self.places / 64 + 1;
        let is_covering = !self.dominated.is_empty();
        let looked =
            if is_covering { 0 } else { open.iter().map(|open| open.count_ones(..)).sum() };
        state.budget.spend((looked + 8) * words * open.len())?;
        if missing.is_clear() && self.is_complete(&state.counts) {
            state.budget.spend_on_solution(state.placed.len())?;
            go_on((state.found)(&state.placed))?;
        }
        let room = self.kinds.iter().zip(&state.counts).map(|(pieces, &count)| pieces.most - count);
        let room = room.fold(0, usize::saturating_add);
        if room == 0 || missing.count_ones(..) > room.saturating_mul(state.widest) {
            return Ok(());
        }
        let ends = |(kind, open): (usize, &FixedBitSet)| {
            if is_covering { open.ones().collect() } else { self.ends_of_groups(kind, open) }
        };
        let ends: Vec<Vec<usize>> = open.iter().enumerate().map(ends).collect();
        let mut places = FixedBitSet::with_capacity(self.places);
        for open in &open {
            places.union_with(open);
        }
        let first_missing = missing.minimum();
        if let Some(first) = first_missing {
            places.intersect_with(&self.dominators[first]);
        }
        for place in places.ones() {
            let first = if first_missing.is_none() { place } else { 0 };
            if !self.may_be_completed(&state.counts, &ends, first) {
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
                self.extend(state, open_then, &missing_then)?;
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

    /// The last place of each group of a greedy cover of the open places, in rising order.
    fn ends_of_groups(&self, kind: usize, open: &FixedBitSet) -> Vec<usize> {
        let mut left = open.clone();
        let mut ends = Vec::new();
        while let Some(first) = left.minimum() {
            left.remove(first);
            let mut last = first;
            let mut group = left.clone();
            group.intersect_with(self.conflicts(kind, first, kind));
            while let Some(next) = group.minimum() {
                left.remove(next);
                last = next;
                group.intersect_with(self.conflicts(kind, next, kind));
            }
            ends.push(last);
        }
        ends.sort_unstable();
        ends
    }

    /// Whether enough pieces may fit if all others are on this place or later ones.
    fn may_be_completed(&self, counts: &[usize], ends: &[Vec<usize>], first: usize) -> bool {
        let most = |kind: usize| {
            let more = ends[kind].len() - ends[kind].partition_point(|&end| end < first);
            self.kinds[kind].most.min(counts[kind] + more)
        };
        let enough = |kind: usize| most(kind) >= self.kinds[kind].least;
        let equal = |&kind: &usize| self.kinds[kind].equal;
        let kinds = 0..self.kinds.len();
        let fewest = kinds.clone().filter(equal).map(most).min().unwrap_or(usize::MAX);
        kinds.clone().all(enough) && kinds.filter(equal).all(|kind| counts[kind] <= fewest)
    }
}
