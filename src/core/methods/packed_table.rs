//! The hash table of the searches: packed states, each once, with a value.

use super::growth::{POLL_EVERY, fill};
use crate::{limits::Reason, run::Run};

/// Slots of the smallest table.
const FIRST: usize = 1 << 8;

/// A state packed into a word or a list.
pub trait PackedKey: Clone + Eq {
    /// The mark of an empty slot; no state is packed to it.
    fn vacant() -> Self;

    /// Whether it is [`PackedKey::vacant`].
    fn is_vacant(&self) -> bool;

    /// 64 well mixed bits; the upper ones are best.
    fn mixed(&self) -> u64;

    /// Heap bytes of a key of this many numbers.
    fn beyond(_numbers: usize) -> u64 {
        0
    }
}

/// The folded product of two words, which mixes them well (as in wyhash).
#[inline]
#[must_use]
pub fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Odd numbers without a pattern: the first digits of pi.
const PI: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345];

macro_rules! word {
    ($word:ty, $mixed:expr) => {
        /// No state of a search has all bits set: fields of a frontier leave some free, and an
        /// arrangement of one kind on all vertices can only be start and goal at once.
        impl PackedKey for $word {
            #[inline]
            fn vacant() -> Self {
                Self::MAX
            }

            #[inline]
            fn is_vacant(&self) -> bool {
                *self == Self::MAX
            }

            #[inline]
            fn mixed(&self) -> u64 {
                let mixed: fn($word) -> u64 = $mixed;
                mixed(*self)
            }
        }
    };
}

word!(u64, |word| folded(word ^ PI[0], PI[1]));
word!(u128, |word| folded(word as u64 ^ PI[0], (word >> 64) as u64 ^ PI[1]));

/// A pair of words has no state with all bits set, as a word.
impl PackedKey for [u128; 2] {
    #[inline]
    fn vacant() -> Self {
        [u128::MAX; 2]
    }

    #[inline]
    fn is_vacant(&self) -> bool {
        *self == Self::vacant()
    }

    #[inline]
    fn mixed(&self) -> u64 {
        let [one, other] = self.map(|word| word.mixed());
        folded(one ^ PI[1], other ^ PI[0])
    }
}

/// A hash table with linear probing (Knuth, The Art of Computer Programming 3, 6.4), at most 5/8
/// full; O(1) expected time per look-up or insertion.
///
/// Keys and values are stored separately, so that neither is padded. Memory is reserved before the
/// table grows; the run is polled while it grows.
pub struct PackedTable<'r, K, V> {
    run: &'r Run,
    keys: Vec<K>,
    values: Vec<V>,
    /// Heap bytes of a key and its value.
    beyond: u64,
    length: usize,
}

impl<'r, K: PackedKey, V: Clone + Default> PackedTable<'r, K, V> {
    /// An empty table; a key and its value use this many heap bytes `beyond` their own size.
    #[must_use]
    pub fn new(run: &'r Run, beyond: u64) -> Self {
        Self {
            run,
            keys: vec![K::vacant(); FIRST],
            values: vec![V::default(); FIRST],
            beyond,
            length: 0,
        }
    }

    /// Empties the table, with room for about this many keys.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn clear(&mut self, expected: usize) -> Result<(), Reason> {
        let slots = expected.saturating_mul(2).next_power_of_two().max(FIRST);
        self.length = 0;
        self.keys.clear();
        self.values.clear();
        if slots > self.keys.capacity() {
            (self.keys, self.values) = (Vec::new(), Vec::new());
        }
        self.fill(slots)
    }

    /// Vacant slots up to that number.
    fn fill(&mut self, slots: usize) -> Result<(), Reason> {
        fill(&mut self.keys, slots, &K::vacant(), self.run)?;
        fill(&mut self.values, slots, &V::default(), self.run)
    }

    /// The slot of a key, or the vacant one for it.
    #[inline]
    fn slot(&self, key: &K) -> usize {
        let keys = &self.keys[..];
        let last = keys.len() - 1;
        let mut slot = (key.mixed() >> (64 - keys.len().ilog2())) as usize;
        while !keys[slot].is_vacant() && keys[slot] != *key {
            slot = (slot + 1) & last;
        }
        slot
    }

    /// The value of a key.
    #[inline]
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        let slot = self.slot(key);
        (!self.keys[slot].is_vacant()).then(|| &self.values[slot])
    }

    /// Whether it has a key.
    #[inline]
    #[must_use]
    pub fn contains(&self, key: &K) -> bool {
        !self.keys[self.slot(key)].is_vacant()
    }

    /// The slot of a key, and whether it was added just now.
    #[inline]
    fn placed(&mut self, key: &K) -> Result<(usize, bool), Reason> {
        let mut slot = self.slot(key);
        if !self.keys[slot].is_vacant() {
            return Ok((slot, false));
        }
        if self.length >= self.keys.len() / 8 * 5 {
            self.grow()?;
            slot = self.slot(key);
        }
        self.keys[slot] = key.clone();
        self.length += 1;
        Ok((slot, true))
    }

    /// Adds a key; `false` if it is there already.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn insert(&mut self, key: &K, value: V) -> Result<bool, Reason> {
        let (slot, is_new) = self.placed(key)?;
        if is_new {
            self.values[slot] = value;
        }
        Ok(is_new)
    }

    /// The value of a key, which is added with a default if it is not there.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn entry(&mut self, key: &K) -> Result<&mut V, Reason> {
        let (slot, _) = self.placed(key)?;
        Ok(&mut self.values[slot])
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Reason> {
        let slots = self.keys.len().checked_mul(2).ok_or(Reason::MemoryLimit)?;
        let keys = std::mem::take(&mut self.keys);
        let values = std::mem::take(&mut self.values);
        self.fill(slots)?;
        for (index, (key, value)) in keys.into_iter().zip(values).enumerate() {
            if index % POLL_EVERY == 0 {
                self.run.poll()?;
            }
            if !key.is_vacant() {
                let slot = self.slot(&key);
                self.keys[slot] = key;
                self.values[slot] = value;
            }
        }
        Ok(())
    }

    /// Bytes of the table with this many more keys.
    #[must_use]
    pub fn bytes_with(&self, more: usize) -> u64 {
        let keys = self.length.saturating_add(more);
        let mut slots = self.keys.len();
        while slots / 8 * 5 < keys && slots <= usize::MAX / 2 {
            slots *= 2;
        }
        let slot = (size_of::<K>() + size_of::<V>()) as u64;
        let beyond = self.beyond.saturating_mul(keys as u64);
        slot.saturating_mul(slots as u64).saturating_add(beyond)
    }

    /// Number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// The keys, in an order that depends only on them and their order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.keys.iter().zip(&self.values).filter(|(key, _)| !key.is_vacant())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::limits::Limits;

    #[test]
    fn every_key_stands_once_with_its_first_value() {
        let run = Run::new(Limits::default(), 0);
        let mut table = PackedTable::<u64, u32>::new(&run, 0);
        for expected in [0, 5000] {
            table.clear(expected).unwrap();
            let mut reference = BTreeMap::new();
            for number in 0..20_000_u32 {
                let key = u64::from(number * number % 7919);
                assert_eq!(table.insert(&key, number), Ok(!reference.contains_key(&key)));
                reference.entry(key).or_insert(number);
            }
            assert_eq!(table.len(), reference.len());
            assert!(table.iter().collect::<BTreeMap<_, _>>().into_iter().eq(&reference));
            for key in 0..10_000 {
                assert_eq!(table.get(&key), reference.get(&key));
                assert_eq!(table.contains(&key), reference.contains_key(&key));
            }
        }
    }

    #[test]
    fn bytes_are_those_that_it_will_have() {
        let run = Run::new(Limits::default(), 0);
        let mut table = PackedTable::<u64, u64>::new(&run, 0);
        for keys in 0..5000 {
            let expected = table.bytes_with(1000);
            let mut longer = PackedTable::<u64, u64>::new(&run, 0);
            if keys % 700 == 0 {
                for key in 0..keys + 1000 {
                    assert_eq!(longer.insert(&key, 0), Ok(true));
                }
                assert_eq!(longer.bytes_with(0), expected, "{keys}");
            }
            assert_eq!(table.insert(&keys, 0), Ok(true));
        }
    }

    #[test]
    fn values_are_raised_in_their_place() {
        let run = Run::new(Limits::default(), 0);
        let mut table = PackedTable::<u128, u32>::new(&run, 0);
        for number in 0..9000_u32 {
            *table.entry(&u128::from(number % 3000)).unwrap() += number / 3000;
        }
        assert_eq!(table.len(), 3000);
        assert!(table.iter().all(|(_, &value)| value == 3));
    }
}
