//! Branch and bound for set covering, without recursion.

use std::ops::ControlFlow;

use super::{
    cover::SetCover,
    prices::{PriceVerdict, Prices},
};
use crate::{
    limits::Reason,
    methods::{
        Ending,
        meter::Meter,
        native::bits::{WORDS_A_STEP, all, common, holds, members, remove, subtract},
    },
    run::Run,
};

/// Rounds of prices before the first branching.
const ROUNDS_AT_ROOT: u64 = 300;

/// Rounds of prices at a node.
const ROUNDS: u64 = 10;

/// The most work on prices at one node: about 10 ms.
const MOST_WORK: u64 = 1 << 24;

/// Weights of covers, and the sets to branch on.
pub trait CoverBound {
    /// The weight of a set.
    fn weight(&self, set: usize) -> u64;

    /// Lists the sets to try at a node, an empty list if there is no cover here; `true` if the
    /// chosen sets are a wanted cover.
    fn examine(&mut self, node: &mut CoverNode, limit: u64) -> bool;

    /// Words of bits examined since the last call.
    fn work(&mut self) -> u64;
}

/// Takes a cover as unordered numbers of sets; returns whether to go on.
pub type CoverReport<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

/// A node: the open elements, the allowed sets, and the sets to take in turn. A set is excluded
/// once it was taken, so that every cover occurs once.
#[derive(Default)]
pub struct CoverNode {
    /// The elements that no chosen set contains.
    pub open: Vec<u64>,
    /// The sets that may be taken.
    pub allowed: Vec<u64>,
    /// The sets to take, in their order.
    pub branches: Vec<u32>,
    /// The weight of the chosen sets.
    pub weight: u64,
    next: usize,
}

/// Depth-first branch and bound over covers.
pub struct CoverSearch<'a, B> {
    cover: &'a SetCover,
    /// The symmetric images of each set; they need not be tried once a root set has failed. Empty
    /// if all covers are requested.
    orbits: Vec<Vec<u32>>,
    /// Whether better and better covers are requested, and not all.
    is_best: bool,
    /// The greatest weight of a cover.
    limit: u64,
    bound: B,
    frames: Vec<CoverNode>,
    chosen: Vec<u32>,
    meter: Meter<'a>,
}

impl<'a, B: CoverBound> CoverSearch<'a, B> {
    /// A search for better and better covers of weight at most `limit`, or for all of them.
    ///
    /// # Errors
    /// The reason to stop, if there is one already.
    pub fn new(
        cover: &'a SetCover,
        limit: u64,
        is_best: bool,
        bound: B,
        run: &'a Run,
    ) -> Result<Self, Reason> {
        let (orbits, frames, chosen) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { cover, orbits, is_best, limit, bound, frames, chosen, meter: Meter::new(run)? })
    }

    /// The same with these symmetric images of each set.
    #[must_use]
    pub fn with_orbits(self, orbits: Vec<Vec<u32>>) -> Self {
        Self { orbits, ..self }
    }

    /// Hands the covers to `found`.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn run(&mut self, found: &mut CoverReport<'_>) -> Result<Ending, Reason> {
        self.frames.push(CoverNode {
            open: all(self.cover.elements),
            allowed: all(self.cover.sets()),
            ..CoverNode::default()
        });
        let mut entering = true;
        loop {
            let frame = &mut self.frames[self.chosen.len()];
            if std::mem::take(&mut entering) {
                self.meter.work(1 + self.bound.work() / WORDS_A_STEP)?;
                if self.bound.examine(frame, self.limit) {
                    self.meter.publish();
                    if found(&self.chosen).is_break() {
                        return Ok(Ending::Enough);
                    }
                    if self.is_best {
                        // The empty cover cannot be improved.
                        let Some(better) = frame.weight.checked_sub(1) else {
                            return Ok(Ending::Exhausted);
                        };
                        self.limit = better;
                    }
                }
            }
            let Some(&set) = frame.branches.get(frame.next) else {
                if self.chosen.pop().is_none() {
                    return Ok(Ending::Exhausted);
                }
                self.meter.take_back(1);
                continue;
            };
            frame.next += 1;
            let fits = frame.weight + self.bound.weight(set as usize) <= self.limit;
            if fits && holds(&frame.allowed, set as usize) {
                self.meter.node()?;
                self.take(set);
                entering = true;
            }
        }
    }

    /// Opens the frame after taking a set.
    fn take(&mut self, set: u32) {
        let depth = self.chosen.len();
        if self.frames.len() == depth + 1 {
            self.frames.push(CoverNode::default());
        }
        let (frame, child) = {
            let (before, behind) = self.frames.split_at_mut(depth + 1);
            (&mut before[depth], &mut behind[0])
        };
        remove(&mut frame.allowed, set as usize);
        child.open.clone_from(&frame.open);
        subtract(&mut child.open, self.cover.columns.row(set as usize));
        child.allowed.clone_from(&frame.allowed);
        child.weight = frame.weight + self.bound.weight(set as usize);
        // Its images may be taken together with this set, but need not be after it.
        if depth == 0 && !self.orbits.is_empty() {
            for &image in &self.orbits[set as usize] {
                remove(&mut frame.allowed, image as usize);
            }
        }
        if let Some(clashes) = &self.cover.clashes {
            subtract(&mut child.allowed, clashes.row(set as usize));
        }
        child.branches.clear();
        child.next = 0;
        self.chosen.push(set);
    }
}

/// Covers of few sets: gains, and Lagrangian bounds.
pub struct SetNumber<'a> {
    cover: &'a SetCover,
    /// Whether covers have exactly as many sets as the limit.
    exactly: bool,
    prices: Prices,
    /// Pairs of a set and an element of it.
    pairs: u64,
    /// The number of open elements of each allowed set.
    gain: Vec<u32>,
    work: u64,
}

impl<'a> SetNumber<'a> {
    /// The bounds of a problem.
    pub fn new(cover: &'a SetCover, exactly: bool) -> Self {
        Self {
            cover,
            exactly,
            prices: Prices::new(cover),
            pairs: cover.elements_of.iter().map(|list| list.len() as u64).sum(),
            gain: vec![0; cover.sets()],
            work: 0,
        }
    }
}

impl CoverBound for SetNumber<'_> {
    fn weight(&self, _set: usize) -> u64 {
        1
    }

    fn work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    fn examine(&mut self, node: &mut CoverNode, limit: u64) -> bool {
        let CoverNode { open, allowed, branches, weight: depth, .. } = node;
        let cover = self.cover;
        let need = limit.saturating_sub(*depth).min(u32::MAX.into()) as u32;
        let left: u32 = open.iter().map(|word| word.count_ones()).sum();
        if left == 0 {
            if self.exactly && need > 0 {
                branches.extend(members(allowed).map(|set| set as u32));
                if branches.len() < need as usize {
                    branches.clear();
                }
                return false;
            }
            return true;
        }
        if need == 0 {
            return false;
        }
        if need == 1 {
            self.work += (left as usize * allowed.len()) as u64;
            for element in members(open) {
                let mut any = 0;
                for (word, &row) in allowed.iter_mut().zip(cover.rows.row(element)) {
                    *word &= row;
                    any |= *word;
                }
                if any == 0 {
                    return false;
                }
            }
            branches.extend(members(allowed).map(|set| set as u32));
            return false;
        }
        self.work += (cover.sets() * open.len() * 2) as u64;
        if !keep_large(cover, open, allowed, &mut self.gain, need, left, self.exactly) {
            return false;
        }
        if need > 2 {
            let rounds = if *depth == 0 { ROUNDS_AT_ROOT } else { ROUNDS };
            let rounds = rounds.min(MOST_WORK / self.pairs.max(1));
            self.work += rounds * self.pairs;
            match self.prices.judge(cover, open, allowed, need, rounds) {
                PriceVerdict::Open => {}
                PriceVerdict::Refuted => return false,
                PriceVerdict::Forced(set) => {
                    branches.push(set);
                    return false;
                }
            }
        }
        let fewest = members(open).min_by_key(|&element| common(cover.rows.row(element), allowed));
        if let Some(element) = fewest {
            let sets = cover.sets_with[element].iter().copied();
            branches.extend(sets.filter(|&set| holds(allowed, set as usize)));
        }
        if need > 2 {
            branches.sort_by_key(|&set| self.prices.reduced(set));
        } else {
            branches.sort_by_key(|&set| u32::MAX - self.gain[set as usize]);
        }
        false
    }
}

/// Counts the open elements of the allowed sets, and keeps those that can cover the rest together
/// with the `need - 1` largest; `false` if none can.
///
/// Sets that cover nothing open are kept only to reach an exact size.
fn keep_large(
    cover: &SetCover,
    open: &[u64],
    allowed: &mut [u64],
    gain: &mut [u32],
    need: u32,
    left: u32,
    exactly: bool,
) -> bool {
    let mut largest = Vec::new();
    for set in members(allowed) {
        let count = common(cover.columns.row(set), open);
        gain[set] = count;
        let count = count as usize;
        if largest.len() <= count {
            largest.resize(count + 1, 0_u32);
        }
        largest[count] += 1;
    }
    let mut sum = 0;
    let mut others = need - 1;
    for (count, &sets) in largest.iter().enumerate().rev() {
        let taken = sets.min(others);
        sum += taken * count as u32;
        others -= taken;
    }
    // A set among the largest counts twice here, which only weakens the test.
    let least = left.saturating_sub(sum).max(u32::from(!exactly));
    let mut any = false;
    for (index, word) in allowed.iter_mut().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            let set = index * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if gain[set] < least {
                *word &= !(1 << (set % 64));
            } else {
                any = true;
            }
        }
    }
    any
}
