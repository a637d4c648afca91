//! All placements of pieces of several kinds that do not attack one another.

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;

use super::{Exhausted, MOST_PLACES, SearchHalt, StepBudget, go_on};

/// The allowed numbers of pieces of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces {
    /// The fewest.
    pub least: usize,
    /// The most.
    pub most: usize,
    /// Whether its number must equal that of every other kind marked so.
    pub equal: bool,
}

/// Pieces on numbered squares, placed one by one in the order of the squares.
///
/// Squares on which every piece of a kind would attack every other form a group; a greedy cover by
/// groups bounds how many more pieces fit. Memory: s²k² bits for s squares and k kinds.
#[derive(Debug)]
pub struct Placements {
    squares: usize,
    kinds: Vec<Pieces>,
    /// By kind, square and other kind: where one of the other kind must not stand.
    conflicts: Vec<FixedBitSet>,
}

/// Takes placements, as squares with kinds.
type FoundPlaced<'a> = dyn FnMut(&[(usize, usize)]) -> ControlFlow<()> + 'a;

/// A partial placement.
struct PlacementState<'a> {
    budget: &'a mut StepBudget,
    found: &'a mut FoundPlaced<'a>,
    /// Squares and kinds.
    placed: Vec<(usize, usize)>,
    counts: Vec<usize>,
}

impl Placements {
    /// Placements on this many squares, without any attacks yet.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        squares: usize,
        kinds: Vec<Pieces>,
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        if squares > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        let sets = squares * kinds.len() * kinds.len();
        budget.spend(sets * (squares / 64 + 1))?;
        let conflicts = vec![FixedBitSet::with_capacity(squares); sets];
        Ok(Self { squares, kinds, conflicts })
    }

    /// Forbids these two pieces together.
    pub fn forbid(&mut self, (kind, square): (usize, usize), (other, at): (usize, usize)) {
        for (kind, square, other, at) in [(kind, square, other, at), (other, at, kind, square)] {
            let index = self.index(kind, square, other);
            self.conflicts[index].insert(at);
        }
    }

    fn index(&self, kind: usize, square: usize, other: usize) -> usize {
        (kind * self.squares + square) * self.kinds.len() + other
    }

    fn conflicts(&self, kind: usize, square: usize, other: usize) -> &FixedBitSet {
        &self.conflicts[self.index(kind, square, other)]
    }

    /// Finds every placement that contains the given pieces, each once, as squares with kinds.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(
        &self,
        given: &[(usize, usize)],
        budget: &mut StepBudget,
        found: &mut FoundPlaced<'_>,
    ) -> Exhausted {
        let (placed, counts) = (Vec::new(), vec![0; self.kinds.len()]);
        let mut state = PlacementState { budget, found, placed, counts };
        let mut all = FixedBitSet::with_capacity(self.squares);
        all.insert_range(..);
        let mut open = vec![all; self.kinds.len()];
        for &(square, kind) in given {
            if !open[kind].contains(square) {
                return Ok(());
            }
            state.placed.push((square, kind));
            state.counts[kind] += 1;
            self.close(&mut open, square, kind);
        }
        if state.counts.iter().zip(&self.kinds).any(|(&count, pieces)| count > pieces.most) {
            return Ok(());
        }
        self.extend(&mut state, open)
    }

    /// Removes the squares on which a new piece forbids others.
    fn close(&self, open: &mut [FixedBitSet], square: usize, kind: usize) {
        for (other, open) in open.iter_mut().enumerate() {
            open.difference_with(self.conflicts(kind, square, other));
            open.remove(square);
        }
    }

    /// Reports the placement if it is complete, and places one more piece on one of the open
    /// squares.
    fn extend(&self, state: &mut PlacementState<'_>, mut open: Vec<FixedBitSet>) -> Exhausted {
        let words = self.squares / 64 + 1;
        let looked: usize = open.iter().map(|open| open.count_ones(..)).sum();
        state.budget.spend((looked + 8) * words * open.len())?;
        if self.is_complete(&state.counts) {
            state.budget.spend_on_solution(state.placed.len())?;
            go_on((state.found)(&state.placed))?;
        }
        let may_grow = |(pieces, &count): (&Pieces, &usize)| count < pieces.most;
        if !self.kinds.iter().zip(&state.counts).any(may_grow) {
            return Ok(());
        }
        let ends: Vec<Vec<usize>> =
            open.iter().enumerate().map(|(kind, open)| self.ends_of_groups(kind, open)).collect();
        let mut squares = FixedBitSet::with_capacity(self.squares);
        for open in &open {
            squares.union_with(open);
        }
        for square in squares.ones() {
            if !self.may_be_completed(&state.counts, &ends, square) {
                break;
            }
            for kind in 0..self.kinds.len() {
                if !open[kind].contains(square) || state.counts[kind] >= self.kinds[kind].most {
                    continue;
                }
                let mut next = open.clone();
                self.close(&mut next, square, kind);
                state.placed.push((square, kind));
                state.counts[kind] += 1;
                self.extend(state, next)?;
                state.counts[kind] -= 1;
                state.placed.pop();
            }
            // It stays empty.
            for open in &mut open {
                open.remove(square);
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

    /// The last square of each group of a greedy cover of the open squares, in rising order.
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

    /// Whether there may be enough pieces if all others are on this square or later ones.
    fn may_be_completed(&self, counts: &[usize], ends: &[Vec<usize>], square: usize) -> bool {
        let most = |kind: usize| {
            let more = ends[kind].len() - ends[kind].partition_point(|&end| end < square);
            self.kinds[kind].most.min(counts[kind] + more)
        };
        let enough = |kind: usize| most(kind) >= self.kinds[kind].least;
        let equal = |&kind: &usize| self.kinds[kind].equal;
        let kinds = 0..self.kinds.len();
        let fewest = kinds.clone().filter(equal).map(most).min().unwrap_or(usize::MAX);
        kinds.clone().all(enough) && kinds.filter(equal).all(|kind| counts[kind] <= fewest)
    }
}
