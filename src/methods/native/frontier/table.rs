//! The states of one layer while they are made, each once, with how each was first made.

use super::state::Word;
use crate::{limits::Reason, run::Run};

/// Slots of the smallest table.
const FIRST: usize = 1 << 8;

/// Entries between two looks at the limits while a table is made or moved.
const POLL_EVERY: usize = 1 << 18;

/// Marks a vacant entry: no choice has this number.
const VACANT: u16 = u16::MAX;

/// How a state was made: from which of the layer before, and by which choice (below
/// `u16::MAX`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The number of the state in the layer before.
    pub parent: u32,
    /// The choice.
    pub choice: u16,
}

#[derive(Clone, Copy)]
struct Entry<W> {
    state: W,
    origin: Origin,
}

/// A hash table with linear probing (Knuth, The Art of Computer Programming 3, 6.4), at most
/// 5/8 full.
///
/// States and origins stand side by side, so that a look costs one access to memory. What a
/// count needs (the number of ways to a state) would stand there too.
pub struct Table<'r, W> {
    run: &'r Run,
    entries: Vec<Entry<W>>,
    length: usize,
}

impl<'r, W: Word> Table<'r, W> {
    /// An empty table.
    pub fn new(run: &'r Run) -> Self {
        Self { run, entries: vec![Self::vacant(); FIRST], length: 0 }
    }

    fn vacant() -> Entry<W> {
        Entry { state: W::default(), origin: Origin { parent: 0, choice: VACANT } }
    }

    /// Empties the table, with room for about so many states.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn clear(&mut self, expected: usize) -> Result<(), Reason> {
        self.entries.clear();
        self.length = 0;
        let slots = expected.saturating_mul(2).next_power_of_two().max(FIRST);
        if slots > self.entries.capacity() {
            self.entries = Vec::new();
        }
        fill(&mut self.entries, slots, self.run)
    }

    /// The place of a state, or the vacant one where it would stand.
    #[inline]
    fn place(&self, state: W) -> usize {
        let last = self.entries.len() - 1;
        let mut place = (state.mixed() >> (64 - self.entries.len().ilog2())) as usize;
        loop {
            let entry = &self.entries[place];
            if entry.origin.choice == VACANT || entry.state == state {
                return place;
            }
            place = (place + 1) & last;
        }
    }

    /// Adds a state; `false` if it is there already.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn insert(&mut self, state: W, origin: Origin) -> Result<bool, Reason> {
        let mut place = self.place(state);
        if self.entries[place].origin.choice != VACANT {
            return Ok(false);
        }
        if self.length >= self.entries.len() / 8 * 5 {
            self.grow()?;
            place = self.place(state);
        }
        self.entries[place] = Entry { state, origin };
        self.length += 1;
        Ok(true)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Reason> {
        let slots = self.entries.len().checked_mul(2).ok_or(Reason::MemoryLimit)?;
        let mut entries = Vec::new();
        fill(&mut entries, slots, self.run)?;
        let old = std::mem::replace(&mut self.entries, entries);
        for (index, entry) in old.into_iter().enumerate() {
            if index % POLL_EVERY == 0 {
                self.run.poll()?;
            }
            if entry.origin.choice != VACANT {
                let place = self.place(entry.state);
                self.entries[place] = entry;
            }
        }
        Ok(())
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.length
    }

    /// The states, in an order that depends on them and that of their insertion alone.
    pub fn iter(&self) -> impl Iterator<Item = (W, Origin)> + '_ {
        let taken = self.entries.iter().filter(|entry| entry.origin.choice != VACANT);
        taken.map(|entry| (entry.state, entry.origin))
    }
}

/// Vacant entries up to that number; memory is asked for first.
fn fill<W: Word>(entries: &mut Vec<Entry<W>>, slots: usize, run: &Run) -> Result<(), Reason> {
    let more = slots.saturating_sub(entries.capacity());
    if more > 0 {
        run.reserve((slots as u64).saturating_mul(size_of::<Entry<W>>() as u64))?;
        entries.try_reserve_exact(slots - entries.len()).map_err(|_| Reason::MemoryLimit)?;
    }
    while entries.len() < slots {
        run.poll()?;
        entries.resize(slots.min(entries.len() + POLL_EVERY), Table::vacant());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        limits::Limits,
        methods::{Context, Options},
    };

    #[test]
    fn every_state_stands_once_with_its_first_origin() {
        let run = Context::new(Limits::default(), 0, Options::default());
        let mut table = Table::<u64>::new(&run);
        for expected in [0, 5000] {
            table.clear(expected).unwrap();
            let mut reference = BTreeMap::new();
            for number in 0..20_000_u32 {
                let state = u64::from(number * number % 7919);
                let origin = Origin { parent: number, choice: (number % 3) as u16 };
                assert_eq!(table.insert(state, origin), Ok(!reference.contains_key(&state)));
                reference.entry(state).or_insert(origin);
            }
            assert_eq!(table.len(), reference.len());
            assert!(table.iter().collect::<BTreeMap<_, _>>().into_iter().eq(reference));
        }
    }
}
