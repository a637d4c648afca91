//! A state of a half as the join needs it, and lists of such states.

use rayon::prelude::*;

use super::pairings::{MOST_POINTS, matchings};
use crate::methods::native::amount::WordAmount;

/// Bits for the number of a pairing; those above hold two bits for each shared vertex.
const BITS: u32 = 21;
const _: () = assert!(matchings(MOST_POINTS) <= 1 << BITS);

/// States of a chunk.
const CHUNK: usize = 1 << 10;

/// The lower bit of each degree.
const LOWER: u64 = u64::MAX / 3;

/// The degrees of the shared vertices, a pairing of the loose ends, and how many sets of paths have
/// them.
#[derive(Debug, Clone)]
pub struct HalfState<C> {
    key: u64,
    /// The sets of paths that it stands for.
    pub amount: C,
}

impl<C> HalfState<C> {
    /// That of the edges which each shared vertex has in the first half, two bits each, and of the
    /// number of a pairing.
    #[inline]
    pub fn new(degrees: u64, pairing: u32, amount: C) -> Self {
        Self { key: degrees << BITS | u64::from(pairing), amount }
    }

    /// The edges that each shared vertex has in the first half, two bits each.
    #[inline]
    pub fn degrees(&self) -> u64 {
        self.key >> BITS
    }

    /// The number of the pairing of the loose ends.
    #[inline]
    pub fn pairing(&self) -> u32 {
        self.key as u32 & ((1 << BITS) - 1)
    }

    /// How many loose ends there are.
    pub fn ends(&self) -> usize {
        let degrees = self.degrees();
        (degrees & !(degrees >> 1) & LOWER).count_ones() as usize
    }
}

/// States in chunks, which leave nothing behind where they grow, as a list does that moves.
pub struct StateChunks<C>(Vec<Vec<HalfState<C>>>);

impl<C> Default for StateChunks<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C> StateChunks<C> {
    /// Takes all states of a list.
    pub fn append(&mut self, list: &mut Vec<HalfState<C>>) {
        let mut states = list.drain(..);
        while states.len() > 0 {
            match self.0.last_mut() {
                Some(chunk) if chunk.len() < CHUNK => {
                    let room = CHUNK - chunk.len();
                    chunk.extend(states.by_ref().take(room));
                }
                _ => self.0.push(Vec::with_capacity(CHUNK)),
            }
        }
    }

    /// All states in one list.
    pub fn into_list(self) -> Vec<HalfState<C>> {
        let mut all = Vec::with_capacity(self.0.iter().map(Vec::len).sum());
        self.0.into_iter().for_each(|mut chunk| all.append(&mut chunk));
        all
    }
}

/// Sorts states by degrees and pairing, and adds up equal ones, unless the sum has no room.
pub fn add_up<C: WordAmount>(states: &mut Vec<HalfState<C>>) {
    states.par_sort_unstable_by_key(|state| state.key);
    states.dedup_by(|next, kept| next.key == kept.key && kept.amount.raise(&next.amount));
}
