//! Order numbers: at which positions a cycle from the root can visit each vertex.

use super::successors::Successors;

/// The order numbers of a vertex: the first, the last, and every one or every other between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub first: u32,
    pub last: u32,
    /// 1, or 2 if parity excludes every other number.
    pub by: u32,
}

impl Range {
    /// The intersection of two ranges with the same step, if it is not empty.
    fn and(self, other: Self) -> Option<Self> {
        let first = self.first.max(other.first);
        let last = self.last.min(other.last);
        let fits = first <= last && self.first.abs_diff(other.first).is_multiple_of(self.by);
        fits.then_some(Self { first, last, by: self.by })
    }
}

/// The order numbers of the vertices: the root has 0, each other vertex one more than its
/// predecessor.
pub(super) struct Ranges {
    of_vertex: Vec<Option<Range>>,
    root: u32,
    /// 2 if parity excludes every other number, otherwise 1.
    pub by: u32,
}

/// What an arc implies about the order numbers of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArcStep {
    /// It cannot be used.
    Never,
    /// It leads into the root: its tail has the last number.
    Back,
    /// The tail has one of these numbers, and the head one more.
    On(Range),
}

impl Ranges {
    /// The ranges allowed by the windows of a model; empty if it is too small. O(n).
    pub fn new(successors: &Successors<'_>) -> Self {
        if successors.model.is_too_small() {
            return Self { of_vertex: Vec::new(), root: 0, by: 1 };
        }
        let (delay, root) = (successors.delay(), successors.root);
        let windows = &successors.windows;
        let by = (0..windows.vertices).map(|vertex| windows.of(vertex).2).max().unwrap_or(1);
        let of = |vertex| {
            if vertex == root {
                return Some(Range { first: 0, last: 0, by });
            }
            let (first, last, _) = windows.of(vertex);
            let last = last - last.checked_sub(first)? % by;
            Some(Range { first: first + delay, last: last + delay, by })
        };
        Self { of_vertex: (0..successors.vertices()).map(of).collect(), root, by }
    }

    /// The numbers of a vertex; `None` if it has no number, so there is no witness.
    pub fn of(&self, vertex: u32) -> Option<Range> {
        self.of_vertex[vertex as usize]
    }

    /// Number of vertices.
    pub fn len(&self) -> u32 {
        self.of_vertex.len() as u32
    }

    /// The number of the vertex before the root.
    pub fn last(&self) -> u32 {
        self.len().saturating_sub(1)
    }

    /// What the arc from one vertex to another implies.
    pub fn step(&self, tail: u32, head: u32) -> ArcStep {
        let (Some(from), Some(to)) = (self.of(tail), self.of(head)) else { return ArcStep::Never };
        if head == self.root {
            return if from.last == self.last() { ArcStep::Back } else { ArcStep::Never };
        }
        // Only the root has number 0.
        let to = Range { first: to.first - 1, last: to.last - 1, by: to.by };
        from.and(to).map_or(ArcStep::Never, ArcStep::On)
    }
}
