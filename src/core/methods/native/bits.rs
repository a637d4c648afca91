//! Sets of small numbers as words of 64 bits, and matrices of them.

use satranj_encodings::graph::Graph;

/// Words of bits per unit of work.
pub const WORDS_A_STEP: u64 = 128;

/// The numbers below `count`; at least one word.
#[must_use]
pub fn all(count: usize) -> Vec<u64> {
    let mut bits = vec![0; count.div_ceil(64).max(1)];
    (0..count).for_each(|member| insert(&mut bits, member));
    bits
}

/// The members of a set of bits, in rising order.
pub fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    members_of(bits.iter().copied())
}

/// The members of a set of bits, in rising order.
pub fn members_of(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(index, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                index * 64 + bit
            })
        })
    })
}

/// The least member of a set of bits.
pub fn first(bits: &[u64]) -> Option<usize> {
    members(bits).next()
}

/// Whether a set of bits has no member.
pub fn is_empty(bits: &[u64]) -> bool {
    bits.iter().all(|&word| word == 0)
}

/// Whether a set of bits has a member.
pub fn holds(bits: &[u64], member: usize) -> bool {
    bits[member / 64] >> (member % 64) & 1 == 1
}

/// Adds a member to a set of bits.
pub fn insert(bits: &mut [u64], member: usize) {
    bits[member / 64] |= 1 << (member % 64);
}

/// Takes a member out of a set of bits.
pub fn remove(bits: &mut [u64], member: usize) {
    bits[member / 64] &= !(1 << (member % 64));
}

/// The number of members of two sets of bits.
pub fn common(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

/// Keeps those members that another set of bits has too.
pub fn intersect(bits: &mut [u64], with: &[u64]) {
    bits.iter_mut().zip(with).for_each(|(bits, with)| *bits &= with);
}

/// Takes out all members of another set of bits.
pub fn subtract(bits: &mut [u64], other: &[u64]) {
    bits.iter_mut().zip(other).for_each(|(bits, other)| *bits &= !other);
}

/// Rows of bits of one length, one after another.
#[derive(Debug, Clone, Default)]
pub struct BitMatrix {
    words: usize,
    bits: Vec<u64>,
}

impl BitMatrix {
    /// Rows without a member.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64).max(1);
        Self { words, bits: vec![0; rows * words] }
    }

    /// The neighbours of each vertex.
    #[must_use]
    pub fn of_graph(graph: &Graph) -> Self {
        let n = graph.vertices() as usize;
        let mut matrix = Self::new(n, n);
        for (a, b) in graph.edge_list() {
            matrix.insert(a as usize, b as usize);
            matrix.insert(b as usize, a as usize);
        }
        matrix
    }

    /// Number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.bits.len() / self.words.max(1)
    }

    /// Words of a row.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The bits of a row.
    #[inline]
    #[must_use]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    /// The bits of a row, to be changed.
    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    /// Adds a member to a row.
    pub fn insert(&mut self, row: usize, column: usize) {
        insert(self.row_mut(row), column);
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl Iterator<Item = u64>) {
        self.bits.extend(row);
    }
}
