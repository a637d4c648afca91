//! Finds the words of some blocks that have no bit in common with a word, by four bits at a time.
#![allow(clippy::inline_always, reason = "what is not inlined has no vector instructions")]
#![allow(clippy::needless_range_loop, reason = "iterators may be left as calls")]

/// Words of 64 bits in a block.
const LANES: usize = 8;

/// Groups of four bits in a word of 32 bits.
pub const NIBBLES: usize = 8;

/// A bit for each of the 512 words of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct BlockBits(pub [u64; LANES]);

impl BlockBits {
    /// No word.
    pub const NONE: Self = Self([0; LANES]);
    /// Every word.
    pub const ALL: Self = Self([u64::MAX; LANES]);
}

/// For every nibble and each of its 16 values, the words of some blocks with none of its bits.
///
/// The words disjoint from another one are those in all eight sets of its nibbles: for 512 words
/// that is found at once. 8 kB per block.
#[derive(Debug, Clone)]
pub struct DisjointTable<const BLOCKS: usize> {
    /// By nibble, value and block.
    pub sets: [[[BlockBits; BLOCKS]; 16]; NIBBLES],
}

impl<const BLOCKS: usize> DisjointTable<BLOCKS> {
    /// The table of words in groups of 64: each group has a mask of the words present and, for each
    /// of 32 bits, of those without it; at most as many as fit.
    #[inline(always)]
    pub fn new<'a>(words: impl Iterator<Item = (u64, &'a [u64; 32])>) -> Self {
        let mut there = [BlockBits::NONE; BLOCKS];
        let mut without = [[BlockBits::NONE; BLOCKS]; 32];
        for (at, (exist, lacking)) in words.take(LANES * BLOCKS).enumerate() {
            there[at / LANES].0[at % LANES] = exist;
            for bit in 0..32 {
                without[bit][at / LANES].0[at % LANES] = lacking[bit];
            }
        }
        let mut sets = [[[BlockBits::ALL; BLOCKS]; 16]; NIBBLES];
        sets[0][0] = there;
        for nibble in 0..NIBBLES {
            for value in 1..16usize {
                let without = &without[4 * nibble + value.trailing_zeros() as usize];
                for block in 0..BLOCKS {
                    for lane in 0..LANES {
                        let others = sets[nibble][value & (value - 1)][block].0[lane];
                        sets[nibble][value][block].0[lane] = others & without[block].0[lane];
                    }
                }
            }
        }
        Self { sets }
    }

    /// The number of pairs of one of these and a word of the table that are disjoint.
    #[inline(always)]
    #[must_use]
    pub fn count(&self, others: &[u32]) -> u64 {
        let mut sum = [[0u64; LANES]; BLOCKS];
        for &other in others {
            let mut disjoint = self.sets[0][(other & 15) as usize];
            for nibble in 1..NIBBLES {
                let sets = &self.sets[nibble][(other >> (4 * nibble) & 15) as usize];
                for block in 0..BLOCKS {
                    for lane in 0..LANES {
                        disjoint[block].0[lane] &= sets[block].0[lane];
                    }
                }
            }
            for block in 0..BLOCKS {
                for lane in 0..LANES {
                    sum[block][lane] += u64::from(disjoint[block].0[lane].count_ones());
                }
            }
        }
        sum.iter().flatten().sum()
    }
}
