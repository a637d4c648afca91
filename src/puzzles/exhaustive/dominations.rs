//! All sets of squares whose pieces dominate every square.

use std::ops::{ControlFlow, RangeInclusive};

use fixedbitset::FixedBitSet;

use super::{Exhausted, MOST_PLACES, SearchHalt, StepBudget, go_on};

/// Pieces on numbered squares. Each next piece goes on a square that dominates the first square not
/// yet dominated. Once all sets with a piece on such a square are found, it stays free.
#[derive(Debug)]
pub struct Dominations {
    /// What a piece on each square dominates.
    dominated: Vec<FixedBitSet>,
    /// The squares from which each square is dominated.
    dominators: Vec<FixedBitSet>,
    /// The squares forbidden beside a piece on each square.
    conflicts: Vec<FixedBitSet>,
    /// The most squares that a piece dominates.
    widest: usize,
}

/// A partial domination.
struct DominationState<'a> {
    budget: &'a mut StepBudget,
    found: &'a mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    placed: Vec<usize>,
}

impl Dominations {
    /// `attacked`: the squares that a piece on each square attacks; `total`: a piece does not
    /// dominate its own square; `independent`: none attacks another.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        attacked: &[Vec<usize>],
        total: bool,
        independent: bool,
        budget: &mut StepBudget,
    ) -> Result<Self, SearchHalt> {
        let squares = attacked.len();
        if squares > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        budget.spend(3 * squares * (squares / 64 + 1))?;
        let empty = || vec![FixedBitSet::with_capacity(squares); squares];
        let (mut dominated, mut dominators, mut conflicts) = (empty(), empty(), empty());
        for (square, reach) in attacked.iter().enumerate() {
            for &other in reach {
                dominated[square].insert(other);
                dominators[other].insert(square);
                if independent {
                    conflicts[square].insert(other);
                    conflicts[other].insert(square);
                }
            }
            if !total {
                dominated[square].insert(square);
                dominators[square].insert(square);
            }
        }
        let widest = dominated.iter().map(|set| set.count_ones(..)).max().unwrap_or(0);
        Ok(Self { dominated, dominators, conflicts, widest })
    }

    /// Finds every domination by this many pieces that contains the given ones, each once.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(
        &self,
        given: &[usize],
        pieces: RangeInclusive<usize>,
        budget: &mut StepBudget,
        found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Exhausted {
        let squares = self.dominated.len();
        let mut all = FixedBitSet::with_capacity(squares);
        all.insert_range(..);
        let (mut open, mut missing) = (all.clone(), all);
        let mut state = DominationState { budget, found, placed: Vec::new() };
        for &square in given {
            if !open.contains(square) {
                return Ok(());
            }
            self.place(square, &mut open, &mut missing);
            state.placed.push(square);
        }
        if state.placed.len() > *pieces.end() {
            return Ok(());
        }
        self.extend(&mut state, &pieces, open, &missing)
    }

    fn place(&self, square: usize, open: &mut FixedBitSet, missing: &mut FixedBitSet) {
        open.remove(square);
        open.difference_with(&self.conflicts[square]);
        missing.difference_with(&self.dominated[square]);
    }

    /// `open`: where pieces may still be put; `missing`: what is not dominated.
    fn extend(
        &self,
        state: &mut DominationState<'_>,
        pieces: &RangeInclusive<usize>,
        mut open: FixedBitSet,
        missing: &FixedBitSet,
    ) -> Exhausted {
        let words = self.dominated.len() / 64 + 1;
        let room = pieces.end() - state.placed.len();
        state.budget.spend(8 * words)?;
        if missing.count_ones(..) > room.saturating_mul(self.widest)
            || state.placed.len() + open.count_ones(..) < *pieces.start()
        {
            return Ok(());
        }
        let candidates = match missing.minimum() {
            Some(square) => {
                let mut dominators = self.dominators[square].clone();
                dominators.intersect_with(&open);
                dominators
            }
            None => {
                if state.placed.len() >= *pieces.start() {
                    state.budget.spend_on_solution(state.placed.len())?;
                    go_on((state.found)(&state.placed))?;
                }
                open.clone()
            }
        };
        if room == 0 {
            return Ok(());
        }
        for square in candidates.ones() {
            let (mut open_then, mut missing_then) = (open.clone(), missing.clone());
            self.place(square, &mut open_then, &mut missing_then);
            state.placed.push(square);
            self.extend(state, pieces, open_then, &missing_then)?;
            state.placed.pop();
            open.remove(square);
        }
        Ok(())
    }
}
