//! Time windows: when a Hamiltonian path can visit each vertex, by distance and parity.

use super::{Hamiltonian, reductions::Reductions};

/// Number of times in a window.
fn count(first: u32, last: u32, by: u32) -> u64 {
    if first > last { 0 } else { u64::from((last - first) / by + 1) }
}

/// The allowed times of each vertex.
pub(super) struct Windows {
    pub vertices: u32,
    /// For each vertex first and last time (none if past it), and 1 for all or 2 for every other.
    of_vertex: Vec<(u32, u32, u32)>,
    /// The first vertex, if it is fixed.
    pub first: Option<u32>,
    /// Pairs of a vertex and a time that distances rule out, and that parity additionally rules
    /// out.
    pub ruled_out: (u64, u64),
}

impl Windows {
    /// Windows of no vertex.
    pub fn empty() -> Self {
        Self { vertices: 0, of_vertex: Vec::new(), first: None, ruled_out: (0, 0) }
    }

    /// The windows of a model; without the reductions, only start and end restrict them. O(n + m)
    /// time.
    pub fn new(model: &Hamiltonian, reductions: Reductions) -> Self {
        let graph = model.graph();
        let n = graph.vertices();
        let first = if model.closed {
            model.start.or_else(|| (0..n).min_by_key(|&vertex| graph.neighbours(vertex).len()))
        } else {
            model.start
        };
        let colours = if reductions.parity { graph.two_colouring() } else { None };
        let known = |own: u32, mut distances: Vec<u32>| {
            if !reductions.windows {
                let far = (0..n).filter(|&vertex| vertex != own);
                far.for_each(|vertex| distances[vertex as usize] = 1);
            }
            distances
        };
        let last_time = n.saturating_sub(1);
        let mut windows = vec![(0, last_time, 1); n as usize];
        let narrow = |window: &mut (u32, u32, u32), first: u32, last: u32| {
            window.0 = window.0.max(first);
            window.1 = window.1.min(last);
        };
        if let Some(first) = first {
            let earliest = known(first, model.distances(first, false));
            let back = model.closed.then(|| known(first, model.distances(first, true)));
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
            let distances = known(end, model.distances(end, true));
            for (window, &distance) in windows.iter_mut().zip(&distances) {
                let earliest = if distance == 0 { last_time } else { 0 };
                // If it is unreachable, the subtraction leaves an empty window.
                match last_time.checked_sub(distance) {
                    Some(latest) => narrow(window, earliest, latest),
                    None => *window = (1, 0, 1),
                }
            }
        }
        let count = |windows: &[(u32, u32, u32)]| -> u64 {
            windows.iter().map(|&(first, last, by)| count(first, last, by)).sum()
        };
        let by_distance = count(&windows);
        if let Some(colours) = colours {
            let zero_colour = first.map(|vertex| colours[vertex as usize]).or_else(|| {
                let end = model.end.map(|vertex| colours[vertex as usize] != (last_time % 2 == 1));
                let larger = colours.iter().filter(|&&colour| colour).count() * 2 > n as usize;
                end.or((n % 2 == 1).then_some(larger))
            });
            if let Some(zero_colour) = zero_colour {
                for (vertex, window) in windows.iter_mut().enumerate() {
                    if window.0 > window.1 {
                        continue; // Without a way its first time is infinite.
                    }
                    let parity = u32::from(colours[vertex] != zero_colour);
                    window.0 += (window.0 % 2) ^ parity;
                    window.2 = 2;
                }
            }
        }
        let all = u64::from(n) * u64::from(n);
        let ruled_out = (all - by_distance, by_distance - count(&windows));
        Self { vertices: n, of_vertex: windows, first, ruled_out }
    }

    /// The times allowed for a vertex.
    pub fn times(&self, vertex: u32) -> impl Iterator<Item = u32> + use<> {
        let (first, last, by) = self.of_vertex[vertex as usize];
        (first..last.saturating_add(1)).step_by(by as usize)
    }

    /// Whether a vertex is allowed at a time.
    pub fn allows(&self, vertex: u32, time: u32) -> bool {
        let (first, last, by) = self.of_vertex[vertex as usize];
        first <= time && time <= last && (time - first).is_multiple_of(by)
    }

    /// Number of allowed pairs of a vertex and a time.
    pub fn pairs(&self) -> u64 {
        let n = u64::from(self.vertices);
        n * n - self.ruled_out.0 - self.ruled_out.1
    }

    /// First and last time allowed for a vertex, and the step: 2 if every other one between is
    /// excluded, otherwise 1. No time is allowed if the first is past the last.
    pub fn of(&self, vertex: u32) -> (u32, u32, u32) {
        self.of_vertex[vertex as usize]
    }
}
