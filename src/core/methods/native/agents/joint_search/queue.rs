//! A queue of nodes by their lower bounds, which never fall.

use std::collections::VecDeque;

use crate::{limits::Reason, methods::growth::push, run::Run};

/// A list for each bound; of equal bounds the last node comes first. O(1) per node.
#[derive(Default)]
pub struct LayeredQueue<T> {
    layers: VecDeque<Vec<T>>,
    /// The bound of the first layer.
    least: u64,
}

impl<T> LayeredQueue<T> {
    /// Adds a node with a bound, at least that of the last one taken.
    ///
    /// # Errors
    /// [`Reason::MemoryLimit`].
    pub fn push(&mut self, bound: u64, node: T, run: &Run) -> Result<(), Reason> {
        if self.layers.is_empty() {
            self.least = bound;
        }
        let layer = bound.saturating_sub(self.least) as usize;
        while self.layers.len() <= layer {
            self.layers.push_back(Vec::new());
        }
        push(&mut self.layers[layer], node, run)
    }

    /// Takes the last node of the least bound.
    pub fn pop(&mut self) -> Option<(u64, T)> {
        loop {
            if let Some(node) = self.layers.front_mut()?.pop() {
                return Some((self.least, node));
            }
            self.layers.pop_front();
            self.least += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn the_least_bound_comes_first() {
        let run = Run::new(Limits::default(), 0);
        let mut queue = LayeredQueue::default();
        for bound in [5, 9, 6, 5] {
            queue.push(bound, bound * 10, &run).unwrap();
        }
        assert_eq!(queue.pop(), Some((5, 50)));
        assert_eq!(queue.pop(), Some((5, 50)));
        queue.push(5, 1, &run).unwrap();
        assert_eq!(queue.pop(), Some((5, 1)));
        assert_eq!(queue.pop(), Some((6, 60)));
        assert_eq!(queue.pop(), Some((9, 90)));
        assert_eq!(queue.pop(), None);
    }
}
