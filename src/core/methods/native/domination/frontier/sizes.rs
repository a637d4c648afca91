//! What is known of the sets of a state: how many there are of each size, or of the least.

use num_bigint::BigUint;

use crate::methods::native::amount::WordAmount;

/// Numbers of sets by size; by default of none.
pub trait SizeCounts: Clone + Default {
    /// Bytes that one points to, with sizes up to this.
    fn beyond(most: Option<u32>) -> u64;

    /// The empty set.
    fn empty_set() -> Self;

    /// Each set with one vertex more; `None` if all are larger than asked for then.
    fn with_one_more(&self, most: Option<u32>) -> Option<Self>;

    /// Adds other sets; `false` if a number overflows.
    fn add(&mut self, other: &Self) -> bool;
}

/// The sets of the least size.
#[derive(Clone, Default)]
pub struct FewestSets<N> {
    size: u32,
    count: N,
    /// Whether there is any set.
    exists: bool,
}

impl<N: WordAmount> FewestSets<N> {
    /// The least size and the number of sets, if there are any.
    pub fn least(self) -> Option<(u32, BigUint)> {
        self.exists.then(|| (self.size, self.count.big()))
    }
}

impl<N: WordAmount> SizeCounts for FewestSets<N> {
    fn beyond(_most: Option<u32>) -> u64 {
        0
    }

    fn empty_set() -> Self {
        Self { size: 0, count: N::one(), exists: true }
    }

    fn with_one_more(&self, _most: Option<u32>) -> Option<Self> {
        Some(Self { size: self.size + 1, ..self.clone() })
    }

    fn add(&mut self, other: &Self) -> bool {
        if !self.exists || other.size < self.size {
            *self = other.clone();
        } else if other.size == self.size {
            return self.count.raise(&other.count);
        }
        true
    }
}

/// The sets of each size from the least.
#[derive(Clone, Default)]
pub struct SetsBySize<N> {
    least: u32,
    counts: Vec<N>,
}

impl<N: WordAmount> SetsBySize<N> {
    /// The number of sets of a size.
    pub fn of_size(self, size: u32) -> BigUint {
        let at = size.checked_sub(self.least).map(|at| at as usize);
        at.and_then(|at| self.counts.get(at)).map(N::big).unwrap_or_default()
    }

    /// The numbers of sets of each size, from 0 to the largest of which there is any.
    pub fn of_all_sizes(self) -> Vec<BigUint> {
        let smaller = std::iter::repeat_n(BigUint::ZERO, self.least as usize);
        let mut counts: Vec<BigUint> = smaller.chain(self.counts.iter().map(N::big)).collect();
        let used = counts.iter().rposition(|count| *count > BigUint::ZERO);
        counts.truncate(used.map_or(0, |last| last + 1));
        counts
    }
}

impl<N: WordAmount> SizeCounts for SetsBySize<N> {
    fn beyond(most: Option<u32>) -> u64 {
        (size_of::<N>() as u64).saturating_mul(most.map_or(0, |most| u64::from(most) + 1))
    }

    fn empty_set() -> Self {
        Self { least: 0, counts: vec![N::one()] }
    }

    fn with_one_more(&self, most: Option<u32>) -> Option<Self> {
        let least = self.least + 1;
        let sizes = most.map_or(usize::MAX, |most| (most + 1).saturating_sub(least) as usize);
        let sizes = sizes.min(self.counts.len());
        (sizes > 0).then(|| Self { least, counts: self.counts[..sizes].to_vec() })
    }

    fn add(&mut self, other: &Self) -> bool {
        if self.counts.is_empty() {
            self.clone_from(other);
            return true;
        }
        let least = self.least.min(other.least);
        let added = (self.least - least) as usize;
        self.counts.splice(..0, std::iter::repeat_n(N::default(), added));
        self.least = least;
        let shift = (other.least - least) as usize;
        if self.counts.len() < shift + other.counts.len() {
            self.counts.resize(shift + other.counts.len(), N::default());
        }
        let sums = self.counts[shift..].iter_mut().zip(&other.counts);
        sums.fold(true, |fits, (sum, number)| sum.raise(number) && fits)
    }
}
