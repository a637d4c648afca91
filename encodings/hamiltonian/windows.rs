//! Time windows: when a Hamiltonian path can visit each vertex, by distance and parity; and the order
//! numbers that they allow on a cycle.

use super::{
    Hamiltonian,
    reductions::{Reduced, Reductions},
};
use crate::variables::Window;

/// The allowed times of each vertex.
#[derive(Default)]
pub(super) struct Windows {
    of_vertex: Vec<Window>,
    /// The first vertex, if it is fixed.
    pub first: Option<u32>,
    /// How many pairs of a vertex and a time distances rule out, and parity additionally.
    pub reduced: Reduced,
}

impl Windows {
    /// The windows of a model; without the reductions, only start and end restrict them. O(n + m)
    /// time.
    pub fn new(model: &Hamiltonian, reductions: Reductions) -> Self {
        let graph = model.graph();
        let n = graph.vertices();
        let least = || (0..n).min_by_key(|&vertex| graph.neighbours(vertex).len());
        let first = if model.closed { model.start.or_else(least) } else { model.start };
        let known = |own: u32, against: bool| {
            if reductions.windows {
                return model.distances(own, against);
            }
            (0..n).map(|vertex| u32::from(vertex != own)).collect()
        };
        let last_time = n.saturating_sub(1);
        let mut windows = vec![Window::below(n.into()); n as usize];
        let narrow = |window: &mut Window, first: u32, last: u32| {
            *window = window.and(Window::new(first.into(), Some(last.into())));
        };
        if let Some(first) = first {
            let earliest = known(first, false);
            let back = model.closed.then(|| known(first, true));
            for (vertex, window) in windows.iter_mut().enumerate() {
                let distance = earliest[vertex];
                let latest = match &back {
                    _ if distance == 0 => 0,
                    Some(back) => n.saturating_sub(back[vertex]),
                    None => last_time,
                };
                narrow(window, distance, latest);
            }
        }
        if let Some(end) = model.end {
            for (window, distance) in windows.iter_mut().zip(known(end, true)) {
                let earliest = if distance == 0 { last_time } else { 0 };
                // If it is unreachable, the subtraction leaves an empty window.
                match last_time.checked_sub(distance) {
                    Some(latest) => narrow(window, earliest, latest),
                    None => *window = Window::default(),
                }
            }
        }
        let pairs = |windows: &[Window]| windows.iter().map(|window| window.len()).sum::<u64>();
        let by_distance = pairs(&windows);
        let colours = if reductions.parity { graph.two_colouring() } else { None };
        if let Some(colours) = colours {
            let larger = colours.iter().filter(|&&colour| colour).count() * 2 > n as usize;
            let zero_colour = first_colour(model, first, &colours);
            let zero_colour = zero_colour.or((n % 2 == 1).then_some(larger));
            if let Some(zero_colour) = zero_colour {
                for (window, &colour) in windows.iter_mut().zip(&colours) {
                    // Without a way the first time is infinite.
                    if window.len() > 0 {
                        *window = window.every_other(colour != zero_colour);
                    }
                }
            }
        }
        let reduced = Reduced {
            windows: u64::from(n) * u64::from(n) - by_distance,
            parity: by_distance - pairs(&windows),
            ..Reduced::default()
        };
        Self { of_vertex: windows, first, reduced }
    }

    /// Number of vertices.
    pub fn vertices(&self) -> u32 {
        self.of_vertex.len() as u32
    }

    /// The times allowed for a vertex.
    pub fn of(&self, vertex: u32) -> Window {
        self.of_vertex[vertex as usize]
    }

    /// Number of allowed pairs of a vertex and a time.
    pub fn pairs(&self) -> u64 {
        self.of_vertex.iter().map(|window| window.len()).sum()
    }
}

/// The colour of the first vertex, if this vertex, or the end, is known.
pub(super) fn first_colour(
    model: &Hamiltonian,
    first: Option<u32>,
    colours: &[bool],
) -> Option<bool> {
    let turned = model.vertices().is_multiple_of(2);
    let of_end = || model.end.map(|vertex| colours[vertex as usize] != turned);
    first.map(|vertex| colours[vertex as usize]).or_else(of_end)
}

/// The order numbers of the vertices of a cycle: the root has 0, each other vertex one more than
/// its predecessor.
pub(super) struct OrderNumbers {
    of_vertex: Vec<Window>,
    root: u32,
    /// 2 if parity excludes every other number, otherwise 1.
    pub by: u64,
}

impl OrderNumbers {
    /// The numbers that the windows allow on a cycle of this many vertices: one more than the model
    /// has for a path, whose root comes first. O(n).
    pub fn new(windows: &Windows, vertices: u32, root: u32) -> Self {
        let by = windows.of_vertex.iter().map(|window| window.by).max().unwrap_or(1);
        let is_path = vertices > windows.vertices();
        let of = |vertex| match vertex {
            _ if vertex == root => Window { by, ..Window::below(1) },
            _ if is_path => windows.of(vertex).later(),
            _ => windows.of(vertex),
        };
        Self { of_vertex: (0..vertices).map(of).collect(), root, by }
    }

    /// The numbers of a vertex; if it has none, there is no witness.
    pub fn of(&self, vertex: u32) -> Window {
        self.of_vertex[vertex as usize]
    }

    /// Number of vertices.
    pub fn len(&self) -> u32 {
        self.of_vertex.len() as u32
    }

    /// The number of the vertex before the root.
    pub fn last(&self) -> u64 {
        u64::from(self.len()).saturating_sub(1)
    }

    /// The numbers of the tail of an arc for which the head can have the next one, that of the root
    /// coming after all others; none if the arc cannot be used.
    pub fn step(&self, tail: u32, head: u32) -> Window {
        let (from, to) = (self.of(tail), self.of(head));
        if head == self.root {
            let is_last = from.contains(self.last());
            return if is_last {
                Window::new(self.last(), Some(self.last()))
            } else {
                Window::default()
            };
        }
        // Only the root has number 0.
        let sooner = |number: u64| number.saturating_sub(1);
        from.and(Window { first: sooner(to.first), end: sooner(to.end), ..to })
    }
}
