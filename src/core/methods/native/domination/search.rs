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
        native::bits::{common, members, remove},
    },
    run::Run,
};

/// Words of bits that are looked at in a unit of work.
const WORDS_A_STEP: u64 = 128;

/// Rounds of prices before the first branching.
const ROUNDS_AT_ROOT: u64 = 300;

/// Rounds of prices at a node.
const ROUNDS: u64 = 10;

/// Steps that prices may cost at one node: about 10 ms.
const MOST_WORK: u64 = 1 << 24;

/// Which covers are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Better and better ones of at most this many sets, until the best.
    Fewest(u32),
    /// All of exactly this many sets, each once.
    Exactly(u32),
}

/// A node: what is open, what may be taken, and the sets to take in turn. A set that was
/// taken is excluded afterwards, so that every cover comes once.
#[derive(Default)]
struct CoverFrame {
    open: Vec<u64>,
    allowed: Vec<u64>,
    branches: Vec<u32>,
    next: usize,
}

/// The search.
pub struct CoverSearch<'a> {
    cover: &'a SetCover,
    /// Sets that symmetries make of each set; of a root set that came to nothing none of
    /// them needs to be tried. Empty where all covers are asked for.
    orbits: Vec<Vec<u32>>,
    exactly: bool,
    /// At most this many sets.
    limit: u32,
    frames: Vec<CoverFrame>,
    chosen: Vec<u32>,
    prices: Prices,
    /// Pairs of a set and an element of it.
    pairs: u64,
    /// The number of open elements of each allowed set.
    gain: Vec<u32>,
    meter: Meter<'a>,
    /// Words of bits that were looked at since the last node.
    work: u64,
}

impl<'a> CoverSearch<'a> {
    /// # Errors
    /// The reason to stop, if there is one already.
    pub fn new(
        cover: &'a SetCover,
        orbits: Vec<Vec<u32>>,
        ask: Ask,
        run: &'a Run,
    ) -> Result<Self, Reason> {
        let (limit, exactly) = match ask {
            Ask::Fewest(limit) => (limit, false),
            Ask::Exactly(count) => (count, true),
        };
        Ok(Self {
            cover,
            orbits,
            exactly,
            limit,
            frames: Vec::new(),
            chosen: Vec::new(),
            prices: Prices::new(cover),
            pairs: cover.elements_of.iter().map(|list| list.len() as u64).sum(),
            gain: vec![0; cover.sets()],
            meter: Meter::new(run)?,
            work: 0,
        })
    }

    /// Hands the covers to `found`, as numbers of sets in no order.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn run(
        &mut self,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Ending, Reason> {
        let root = CoverFrame {
            open: SetCover::all(self.cover.elements),
            allowed: SetCover::all(self.cover.sets()),
            ..CoverFrame::default()
        };
        self.frames.push(root);
        let mut entering = true;
        loop {
            let depth = self.chosen.len();
            if entering {
                self.meter.work(1 + std::mem::take(&mut self.work) / WORDS_A_STEP)?;
                if self.examine() {
                    self.meter.publish();
                    if found(&self.chosen).is_break() {
                        return Ok(Ending::Enough);
                    }
                    if !self.exactly {
                        // The empty cover cannot be bettered.
                        let Some(better) = (depth as u32).checked_sub(1) else {
                            return Ok(Ending::Exhausted);
                        };
                        self.limit = better;
                    }
                }
            }
            let frame = &mut self.frames[depth];
            if frame.next >= frame.branches.len() || depth as u32 >= self.limit {
                if self.chosen.pop().is_none() {
                    return Ok(Ending::Exhausted);
                }
                self.meter.take_back(1);
                entering = false;
                continue;
            }
            let set = frame.branches[frame.next];
            frame.next += 1;
            let allowed = frame.allowed[set as usize / 64] >> (set % 64) & 1 == 1;
            if !allowed {
                entering = false;
                continue;
            }
            self.meter.node()?;
            self.take(set);
            entering = true;
        }
    }

    /// Opens the frame of a set that is taken.
    fn take(&mut self, set: u32) {
        let depth = self.chosen.len();
        if self.frames.len() == depth + 1 {
            self.frames.push(CoverFrame::default());
        }
        let (frame, child) = {
            let (before, behind) = self.frames.split_at_mut(depth + 1);
            (&mut before[depth], &mut behind[0])
        };
        remove(&mut frame.allowed, set as usize);
        child.open.clear();
        let column = self.cover.columns.row(set as usize);
        child.open.extend(frame.open.iter().zip(column).map(|(open, set)| open & !set));
        child.allowed.clear();
        child.allowed.extend_from_slice(&frame.allowed);
        // Next to this set its images may be taken, after it they need not.
        if depth == 0 && !self.orbits.is_empty() {
            for &image in &self.orbits[set as usize] {
                remove(&mut frame.allowed, image as usize);
            }
        }
        if let Some(clashes) = &self.cover.clashes {
            for (word, &clash) in child.allowed.iter_mut().zip(clashes.row(set as usize)) {
                *word &= !clash;
            }
        }
        child.branches.clear();
        child.next = 0;
        self.chosen.push(set);
    }

    /// Looks at the newest frame: `true` if a cover is complete; otherwise the branches are
    /// listed, none if there is no cover here.
    fn examine(&mut self) -> bool {
        let depth = self.chosen.len();
        let CoverFrame { open, allowed, branches, .. } = &mut self.frames[depth];
        let cover = self.cover;
        let need = self.limit.saturating_sub(depth as u32);
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
            let rounds = if depth == 0 { ROUNDS_AT_ROOT } else { ROUNDS };
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
            branches.extend(sets.filter(|&set| allowed[set as usize / 64] >> (set % 64) & 1 == 1));
        }
        if need > 2 {
            branches.sort_by_key(|&set| self.prices.reduced(set));
        } else {
            branches.sort_by_key(|&set| u32::MAX - self.gain[set as usize]);
        }
        false
    }
}

/// Counts the open elements of the allowed sets, and keeps those that can cover all that is
/// left together with the `need - 1` that have most; `false` if none can.
///
/// Sets that cover nothing open are kept only where they may fill up.
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
    // A set among the largest counts twice here; what it lacks is then no more than that.
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
