//! Counts the pairs of a left and a right half board that have no diagonal in common.
#![allow(clippy::inline_always, reason = "what is not inlined has no vector instructions")]

use super::{
    super::counting::{disjoint_table::DisjointTable, instruction_set::InstructionSet},
    placements::SharedDiagonals,
};
use crate::{limits::Reason, run::Run};

/// Blocks of 512 right half boards compared with a left one at a time.
const BLOCKS: usize = 4;

/// Right half boards in one word of bits.
const WORD: usize = 64;

/// Counts pairs; owns the memory for it: about 30 bytes per half board.
///
/// The left half boards are grouped by their key. The right ones are too, in groups of 64 as words:
/// for each bit of the rest a word that marks those without it. For a key of the left, all right
/// ones with a disjoint key are put into a [`DisjointTable`], which every left one of that key
/// queries.
pub struct DisjointPairs {
    diagonals: SharedDiagonals,
    set: InstructionSet,
    /// Where the left ones of each key begin, and the rest of each.
    left_begins: Vec<u32>,
    left: Vec<u32>,
    /// Where the right ones of each key begin, a multiple of 64, and the rest of each.
    right_begins: Vec<u32>,
    right: Vec<u32>,
    /// For each 64 right ones the mask of those present, and for each bit of those without it.
    there: Vec<u64>,
    without: Vec<[u64; 32]>,
    /// The words of right ones that one left key allows.
    allowed: Vec<u32>,
    /// How far the group of each key is filled.
    filled: Vec<u32>,
}

impl DisjointPairs {
    /// A counter for half boards with these diagonals.
    pub fn new(diagonals: SharedDiagonals, set: InstructionSet) -> Self {
        Self {
            diagonals,
            set,
            left_begins: Vec::new(),
            left: Vec::new(),
            right_begins: Vec::new(),
            right: Vec::new(),
            there: Vec::new(),
            without: Vec::new(),
            allowed: Vec::new(),
            filled: Vec::new(),
        }
    }

    /// The number of pairs of one of the first and a mirror image of one of the second without a
    /// common diagonal. Time is at most the product of their numbers / 512.
    ///
    /// # Errors
    /// Lack of memory.
    pub fn count(&mut self, one: &[u64], other: &[u64], run: &Run) -> Result<u64, Reason> {
        // The roles can be swapped; a table pays off more the more it is queried.
        let (left, right) = if one.len() < other.len() { (other, one) } else { (one, other) };
        let groups = WORD << (2 * self.diagonals.inner());
        run.reserve(4 * left.len() as u64 + 8 * (right.len() + groups) as u64)?;
        let set = self.set;
        Ok(set.run(
            #[inline(always)]
            || {
                self.group_left(left);
                self.group_right(right);
                self.count_groups()
            },
        ))
    }

    #[inline(always)]
    fn group_left(&mut self, words: &[u64]) {
        let keys = 1usize << (2 * self.diagonals.inner());
        let key = |word: u64| word as usize & (keys - 1);
        count_keys(&mut self.left_begins, keys, words, key);
        for at in 1..=keys {
            self.left_begins[at] += self.left_begins[at - 1];
        }
        self.filled.clone_from(&self.left_begins);
        self.left.resize(words.len().max(self.left.len()), 0);
        let filled = &mut self.filled[..keys];
        for &word in words {
            let at = &mut filled[key(word)];
            self.left[*at as usize] = (word >> 32) as u32;
            *at += 1;
        }
    }

    /// The same mirrored, and bit by bit.
    #[inline(always)]
    fn group_right(&mut self, words: &[u64]) {
        let (inner, outer) = (self.diagonals.inner(), self.diagonals.outer());
        let keys = 1usize << (2 * inner);
        let key = |word: u64| exchanged(word as u32, inner) as usize & (keys - 1);
        count_keys(&mut self.right_begins, keys, words, key);
        for at in 1..=keys {
            let padded = self.right_begins[at].next_multiple_of(WORD as u32);
            self.right_begins[at] = self.right_begins[at - 1] + padded;
        }
        let all = self.right_begins[keys] as usize;
        self.filled.clone_from(&self.right_begins);
        self.right.resize(all.max(self.right.len()), 0);
        let filled = &mut self.filled[..keys];
        for &word in words {
            let at = &mut filled[key(word)];
            self.right[*at as usize] = exchanged((word >> 32) as u32, outer);
            *at += 1;
        }
        self.there.clear();
        self.there.resize(all / WORD, u64::MAX);
        for &end in &*filled {
            if !(end as usize).is_multiple_of(WORD) {
                self.there[end as usize / WORD] = (1 << (end as usize % WORD)) - 1;
            }
        }
        let (words, _) = self.right[..all].as_chunks();
        self.without.clear();
        self.without.extend(words.iter().map(
            #[inline(always)]
            |words| transposed(words).map(|bits| !bits),
        ));
    }

    #[inline(always)]
    fn count_groups(&mut self) -> u64 {
        let all = (1usize << (2 * self.diagonals.inner())) - 1;
        let mut pairs = 0;
        for key in 0..=all {
            let left =
                &self.left[self.left_begins[key] as usize..self.left_begins[key + 1] as usize];
            if left.is_empty() {
                continue;
            }
            self.allowed.clear();
            let mut other = all ^ key;
            loop {
                let [begin, end] = [other, other + 1].map(|at| self.right_begins[at] / WORD as u32);
                self.allowed.extend(begin..end);
                if other == 0 {
                    break;
                }
                other = (other - 1) & (all ^ key);
            }
            for words in self.allowed.chunks(8 * BLOCKS) {
                pairs += match words.len().div_ceil(8) {
                    1 => self.count_below::<1>(left, words),
                    2 => self.count_below::<2>(left, words),
                    3 => self.count_below::<3>(left, words),
                    _ => self.count_below::<BLOCKS>(left, words),
                };
            }
        }
        pairs
    }

    #[inline(always)]
    fn count_below<const B: usize>(&self, left: &[u32], words: &[u32]) -> u64 {
        let words = words.iter().map(|&word| word as usize);
        let table = DisjointTable::<B>::new(words.map(
            #[inline(always)]
            |word| (self.there[word], &self.without[word]),
        ));
        self.set.count_disjoint(&table, left)
    }
}

/// The number of occurrences of each key, stored one place after it.
#[inline(always)]
fn count_keys(counts: &mut Vec<u32>, keys: usize, words: &[u64], key: impl Fn(u64) -> usize) {
    counts.clear();
    counts.resize(keys + 1, 0);
    let counts = &mut counts[1..=keys];
    for &word in words {
        counts[key(word)] += 1;
    }
}

/// Swaps the two neighbouring groups of this many bits, which are all bits.
#[inline(always)]
fn exchanged(bits: u32, group: u32) -> u32 {
    bits >> group | (bits & !(u32::MAX << group)) << group
}

/// Bit b of word w becomes bit w of word b.
#[inline(always)]
fn transposed(words: &[u32; WORD]) -> [u64; 32] {
    let mut rows: [u64; 32] =
        std::array::from_fn(|row| u64::from(words[row]) | u64::from(words[row + 32]) << 32);
    // Quarters of ever smaller squares are swapped.
    macro_rules! exchange_quarters {
        ($distance:literal, $mask:literal) => {
            for square in rows.as_chunks_mut::<{ 2 * $distance }>().0 {
                for row in 0..$distance {
                    let (upper, lower) = (square[row], square[row + $distance]);
                    let differ = (upper >> $distance ^ lower) & $mask;
                    square[row] = upper ^ differ << $distance;
                    square[row + $distance] = lower ^ differ;
                }
            }
        };
    }
    exchange_quarters!(16, 0x0000_ffff_0000_ffff);
    exchange_quarters!(8, 0x00ff_00ff_00ff_00ff);
    exchange_quarters!(4, 0x0f0f_0f0f_0f0f_0f0f);
    exchange_quarters!(2, 0x3333_3333_3333_3333);
    exchange_quarters!(1, 0x5555_5555_5555_5555);
    rows
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::{methods::native::queens::tests::run, random};

    #[test]
    fn transposed_by_bits() {
        let mut generator = random::generator(1);
        let words: [u32; WORD] = std::array::from_fn(|_| generator.random());
        for (bit, row) in transposed(&words).into_iter().enumerate() {
            for (at, word) in words.iter().enumerate() {
                assert_eq!(row >> at & 1, u64::from(word >> bit & 1), "{bit} {at}");
            }
        }
    }

    #[test]
    fn pairs_as_one_by_one() {
        let mut generator = random::generator(2);
        for n in [2, 5, 9, 14, 20, 23] {
            let diagonals = SharedDiagonals::new(n);
            let (inner, outer) = (2 * diagonals.inner(), 2 * diagonals.outer());
            let mask = !(u64::MAX << inner) | !(u64::MAX << outer) << 32;
            let mut list = |len: usize| -> Vec<u64> {
                let mut word = || generator.random::<u64>() & generator.random::<u64>();
                (0..len).map(|_| word() & word() & mask).collect()
            };
            let mirrored = |word: u64| {
                let key = exchanged(word as u32, diagonals.inner());
                u64::from(key) | u64::from(exchanged((word >> 32) as u32, diagonals.outer())) << 32
            };
            for set in InstructionSet::available() {
                let mut pairs = DisjointPairs::new(diagonals, set);
                for (one, other) in [(0, 5), (700, 1), (900, 650), (65, 64)] {
                    let (one, other) = (list(one), list(other));
                    let all = one.iter().flat_map(|a| other.iter().map(move |b| a & mirrored(*b)));
                    let expected = all.filter(|shared| *shared == 0).count() as u64;
                    let counted = pairs.count(&one, &other, &run(0));
                    assert_eq!(counted, Ok(expected), "{n} {}", set.name());
                }
            }
        }
    }
}
