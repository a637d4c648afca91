//! The arrangements that a search has reached, with their depths modulo three.

use super::state::{Packing, State};
use crate::{limits::Reason, run::Run};

/// Slots of a new table.
const FIRST: usize = 1 << 10;

/// Keys that are moved to a larger table between two looks at the limits.
const POLL_EVERY: usize = 1 << 20;

/// A hash table of arrangements with linear probing (Knuth, The Art of Computer Programming
/// 3, 6.4), at most 5/8 full.
///
/// The depths of neighbours differ by at most one, so a depth modulo three tells which of two
/// is nearer, in one byte (Cooperman and Finkelstein, New methods for using Cayley graphs in
/// interconnection networks, 1992). O(1) expected time a look or insertion.
pub struct Table<'r, S> {
    run: &'r Run,
    packing: Packing,
    keys: Vec<S>,
    marks: Vec<u8>,
    length: usize,
    /// The length at which the table grows.
    full: usize,
    shift: u32,
}

/// A depth modulo three.
#[must_use]
pub fn mark(depth: u64) -> u8 {
    (depth % 3) as u8
}

/// Adds to a list; what it grows by is asked for first.
///
/// # Errors
/// [`Reason::MemoryLimit`].
#[inline]
pub fn push<T>(list: &mut Vec<T>, value: T, run: &Run) -> Result<(), Reason> {
    if list.len() == list.capacity() {
        let more = list.len().max(64);
        // The old list lives until it is copied.
        run.reserve(2 * (more as u64).saturating_mul(size_of::<T>() as u64))?;
        list.try_reserve_exact(more).map_err(|_| Reason::MemoryLimit)?;
    }
    list.push(value);
    Ok(())
}

impl<'r, S: State> Table<'r, S> {
    /// An empty table.
    #[must_use]
    pub fn new(run: &'r Run, packing: &Packing) -> Self {
        Self {
            run,
            packing: packing.clone(),
            keys: vec![S::vacant(); FIRST],
            marks: vec![0; FIRST],
            length: 0,
            full: FIRST / 8 * 5,
            shift: 64 - FIRST.ilog2(),
        }
    }

    /// The slot of an arrangement, or the vacant one where it would stand.
    #[inline]
    fn slot(&self, state: &S) -> usize {
        let last = self.keys.len() - 1;
        let mut slot = (state.mixed() >> self.shift) as usize;
        while !self.keys[slot].is_vacant() && self.keys[slot] != *state {
            slot = (slot + 1) & last;
        }
        slot
    }

    /// The depth modulo three of an arrangement that was reached.
    #[inline]
    #[must_use]
    pub fn mark(&self, state: &S) -> Option<u8> {
        let slot = self.slot(state);
        (!self.keys[slot].is_vacant()).then(|| self.marks[slot])
    }

    /// Whether an arrangement was reached.
    #[inline]
    #[must_use]
    pub fn contains(&self, state: &S) -> bool {
        !self.keys[self.slot(state)].is_vacant()
    }

    /// Adds an arrangement; `false` if it is there already.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn insert(&mut self, state: &S, mark: u8) -> Result<bool, Reason> {
        let mut slot = self.slot(state);
        if !self.keys[slot].is_vacant() {
            return Ok(false);
        }
        if self.length >= self.full {
            self.grow()?;
            slot = self.slot(state);
        }
        self.keys[slot] = state.clone();
        self.marks[slot] = mark;
        self.length += 1;
        Ok(true)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Reason> {
        let slots = self.keys.len().checked_mul(2).ok_or(Reason::MemoryLimit)?;
        let slot = size_of::<S>() as u64 + 1;
        // What keys point to, of those that come until the table grows again.
        let beyond = S::bytes(&self.packing) - size_of::<S>() as u64;
        let bytes = slot.saturating_mul(slots as u64);
        self.run.reserve(bytes.saturating_add(beyond.saturating_mul(self.length as u64)))?;
        let mut keys = Vec::new();
        let mut marks = Vec::new();
        keys.try_reserve_exact(slots).map_err(|_| Reason::MemoryLimit)?;
        marks.try_reserve_exact(slots).map_err(|_| Reason::MemoryLimit)?;
        keys.resize(slots, S::vacant());
        marks.resize(slots, 0);
        let old_keys = std::mem::replace(&mut self.keys, keys);
        let old_marks = std::mem::replace(&mut self.marks, marks);
        self.full = slots / 8 * 5;
        self.shift -= 1;
        for (index, (key, mark)) in old_keys.into_iter().zip(old_marks).enumerate() {
            if index % POLL_EVERY == 0 {
                self.run.poll()?;
            }
            if !key.is_vacant() {
                let slot = self.slot(&key);
                self.keys[slot] = key;
                self.marks[slot] = mark;
            }
        }
        Ok(())
    }
}
