//! The positions of vertices in a graph's file, for pictures of it.

use super::{Problem, ask};
use crate::limits::Permit;

/// The longer side of the picture, in parts.
const PARTS: f64 = 10_000.0;

/// Fewer positions need no memory check.
const MANY: usize = 1 << 12;

/// The direction of the second coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerticalAxis {
    /// As on paper.
    Up,
    /// As on a screen.
    Down,
}

/// Positions in order of input.
pub struct Positions<'p> {
    list: Vec<(u32, [f64; 2])>,
    permit: Permit<'p>,
}

impl<'p> Positions<'p> {
    /// None yet.
    pub fn new(permit: Permit<'p>) -> Self {
        Self { list: Vec::new(), permit }
    }

    /// Sets the position of a vertex; coordinates that are not finite are ignored.
    ///
    /// # Errors
    /// The problem if memory is refused.
    pub fn set(
        &mut self,
        vertex: u32,
        [across, along]: [f64; 2],
        axis: VerticalAxis,
    ) -> Result<(), Problem> {
        if !(across.is_finite() && along.is_finite()) {
            return Ok(());
        }
        let kept = self.list.len();
        if kept == self.list.capacity() && kept >= MANY {
            let bytes = 2 * size_of::<(u32, [f64; 2])>() as u64 * kept as u64;
            ask(self.permit, bytes, || format!("more than {kept} positions"))?;
        }
        let down = if axis == VerticalAxis::Up { -along } else { along };
        self.list.push((vertex, [across, down]));
        Ok(())
    }

    /// The positions of `vertices` vertices, across and down from the upper left, in ten
    /// thousandths of the longer side; empty unless every vertex has one and not all are the same.
    /// O(n log n).
    #[must_use]
    pub fn scaled(mut self, vertices: usize) -> Vec<[u32; 2]> {
        // The last of several positions of a vertex counts.
        self.list.reverse();
        self.list.sort_by_key(|&(vertex, _)| vertex);
        self.list.dedup_by_key(|&mut (vertex, _)| vertex);
        let is_whole = self.list.len() == vertices
            && self.list.last().is_some_and(|&(last, _)| last as usize + 1 == vertices);
        if !is_whole {
            return Vec::new();
        }
        let extent = |of: usize| {
            let all = self.list.iter().map(|&(_, place)| place[of]);
            all.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let (across, down) = (extent(0), extent(1));
        let side = (across.1 - across.0).max(down.1 - down.0);
        if !(side > 0.0 && side.is_finite()) {
            return Vec::new();
        }
        let part = |at: f64, low: f64| ((at - low) / side * PARTS).round() as u32;
        let place = |&(_, [x, y]): &(u32, [f64; 2])| [part(x, across.0), part(y, down.0)];
        self.list.iter().map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(list: &[(u32, [f64; 2])], axis: VerticalAxis) -> Vec<[u32; 2]> {
        let mut positions = Positions::new(&|_| Ok(()));
        for &(vertex, place) in list {
            positions.set(vertex, place, axis).unwrap();
        }
        positions.scaled(3)
    }

    #[test]
    fn the_longer_side_has_ten_thousand_parts() {
        let list = [(2, [-1.0, 5.0]), (0, [1.0, 5.0]), (1, [0.0, 6.0])];
        let expected = [[10_000, 0], [5_000, 5_000], [0, 0]];
        assert_eq!(scaled(&list, VerticalAxis::Down), expected);
        let upward = [[10_000, 5_000], [5_000, 0], [0, 5_000]];
        assert_eq!(scaled(&list, VerticalAxis::Up), upward);
    }

    #[test]
    fn positions_that_place_nothing_are_none() {
        let none: [[u32; 2]; 0] = [];
        for list in [
            &[(0, [0.0, 0.0]), (2, [1.0, 1.0])][..],
            &[(0, [0.0, 0.0]), (1, [0.5, 0.0]), (3, [1.0, 1.0])],
            &[(0, [0.0, 0.0]), (1, [f64::NAN, 0.0]), (2, [1.0, 1.0])],
            &[(0, [2.0, 2.0]), (1, [2.0, 2.0]), (2, [2.0, 2.0])],
            &[(0, [-f64::MAX, 0.0]), (1, [f64::MAX, 0.0]), (2, [2.0, 2.0])],
        ] {
            assert_eq!(scaled(list, VerticalAxis::Up), none, "{list:?}");
        }
        // The last one counts.
        let twice = [(0, [9.0, 9.0]), (0, [0.0, 0.0]), (1, [2.0, 0.0]), (2, [1.0, 0.0])];
        assert_eq!(scaled(&twice, VerticalAxis::Up), [[0, 0], [10_000, 0], [5_000, 0]]);
    }
}
