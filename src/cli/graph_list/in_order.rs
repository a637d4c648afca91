//! Puts what threads find out of order into order, and lets them run ahead only so far.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

/// Pieces of a sequence that come in any order, and go in theirs.
#[derive(Debug)]
pub struct InOrder<T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    /// A sequence that begins with 0.
    pub fn new() -> Self {
        Self { next: 0, waiting: BTreeMap::new() }
    }

    /// How many have gone.
    pub fn gone(&self) -> u64 {
        self.next
    }

    /// Takes one, which has its number.
    pub fn push(&mut self, number: u64, one: T) {
        self.waiting.insert(number, one);
    }

    /// The next of the sequence, once it has come.
    pub fn pop(&mut self) -> Option<T> {
        let one = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(one)
    }
}

/// The most graphs that are at work or wait for their turn.
const MOST_GRAPHS: u64 = 4096;

/// The most bytes of their lines, unless one alone has more.
const MOST_BYTES: u64 = 4 << 20;

/// How long a wait is before the caller looks whether to go on.
const LOOK: Duration = Duration::from_millis(5);

/// How far reading is ahead of what is printed.
#[derive(Debug, Default)]
pub struct ReadAhead {
    ahead: Mutex<Ahead>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct Ahead {
    graphs: u64,
    bytes: u64,
}

impl ReadAhead {
    /// Waits a little for room; whether there is any.
    pub fn has_room(&self) -> bool {
        let is_full = |ahead: &Ahead| ahead.graphs >= MOST_GRAPHS || ahead.bytes >= MOST_BYTES;
        let ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.moved.wait_timeout_while(ahead, LOOK, |ahead| is_full(ahead));
        let (ahead, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !is_full(&ahead)
    }

    /// Notes that a graph was read whose line has so many bytes.
    pub fn enter(&self, bytes: usize) {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        ahead.graphs += 1;
        ahead.bytes += bytes as u64;
    }

    /// Notes that graphs were printed whose lines had so many bytes together.
    pub fn leave(&self, graphs: u64, bytes: u64) {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        ahead.graphs = ahead.graphs.saturating_sub(graphs);
        ahead.bytes = ahead.bytes.saturating_sub(bytes);
        self.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_in_any_order_goes_in_its_own() {
        let mut pieces = InOrder::new();
        let mut gone = Vec::new();
        for number in [3, 0, 2, 1, 5, 4] {
            pieces.push(number, number);
            while let Some(piece) = pieces.pop() {
                gone.push(piece);
            }
            assert_eq!(pieces.gone(), gone.len() as u64);
        }
        assert_eq!(gone, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn reading_is_only_so_far_ahead() {
        let window = ReadAhead::default();
        for _ in 0..MOST_GRAPHS {
            assert!(window.has_room());
            window.enter(1);
        }
        assert!(!window.has_room());
        window.leave(1, 1);
        assert!(window.has_room());
        // One line may be longer than all others together may be.
        let window = ReadAhead::default();
        window.enter(MOST_BYTES as usize);
        assert!(!window.has_room());
        window.leave(1, MOST_BYTES);
        assert!(window.has_room());
    }
}
