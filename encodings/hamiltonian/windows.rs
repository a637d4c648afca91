//! Time windows: when a vertex can stand on a Hamiltonian path, by distance and parity.

use super::Hamiltonian;

/// For which times a vertex is allowed.
pub(super) struct Windows {
    pub vertices: u32,
    /// Of each vertex first and last time (none if past it), 1 or 2 for all or every other.
    of_vertex: Vec<(u32, u32, u32)>,
    /// The first vertex, where one is fixed.
    pub first: Option<u32>,
}

impl Windows {
    /// The windows of a model. O(n + m) time.
    pub fn new(model: &Hamiltonian) -> Self {
        let graph = model.graph();
        let n = graph.vertices();
        let first = if model.closed {
            model.start.or_else(|| (0..n).min_by_key(|&vertex| graph.neighbours(vertex).len()))
        } else {
            model.start
        };
        let colours = graph.two_colouring();
        let last_time = n.saturating_sub(1);
        let mut windows = vec![(0, last_time, 1); n as usize];
        let narrow = |window: &mut (u32, u32, u32), first: u32, last: u32| {
            window.0 = window.0.max(first);
            window.1 = window.1.min(last);
        };
        if let Some(first) = first {
            let distances = graph.distances(first);
            for (window, &distance) in windows.iter_mut().zip(&distances) {
                let latest = match (distance, model.closed) {
                    (0, _) => 0,
                    (_, true) => n.saturating_sub(distance),
                    (_, false) => last_time,
                };
                narrow(window, distance, latest);
            }
        }
        if let Some(end) = model.end {
            let distances = graph.distances(end);
            for (window, &distance) in windows.iter_mut().zip(&distances) {
                let earliest = if distance == 0 { last_time } else { 0 };
                // Without a way, the subtraction leaves an empty window.
                match last_time.checked_sub(distance) {
                    Some(latest) => narrow(window, earliest, latest),
                    None => *window = (1, 0, 1),
                }
            }
        }
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
        Self { vertices: n, of_vertex: windows, first }
    }

    /// The times allowed for a vertex.
    pub fn times(&self, vertex: u32) -> impl Iterator<Item = u32> + use<> {
        let (first, last, by) = self.of_vertex[vertex as usize];
        (first..last.saturating_add(1)).step_by(by as usize)
    }

    /// Whether a vertex may stand at a time.
    pub fn allows(&self, vertex: u32, time: u32) -> bool {
        let (first, last, by) = self.of_vertex[vertex as usize];
        first <= time && time <= last && (time - first).is_multiple_of(by)
    }

    /// Number of times allowed for a vertex.
    pub fn count(&self, vertex: u32) -> u64 {
        let (first, last, by) = self.of_vertex[vertex as usize];
        if first > last { 0 } else { u64::from((last - first) / by + 1) }
    }

    /// Number of vertices allowed at each time. O(n) time.
    pub fn counts_by_time(&self) -> Vec<u64> {
        let n = self.vertices as usize;
        // Differences between a time and the one before the last, of which a window counts
        // every other; then between neighbouring times, of which it counts all.
        let mut other = vec![0i64; n + 2];
        let mut every = vec![0i64; n + 2];
        for &(first, last, by) in self.of_vertex.iter().filter(|window| window.0 <= window.1) {
            let behind = last + 1;
            if by == 1 {
                every[first as usize] += 1;
                every[behind as usize] -= 1;
            } else {
                other[first as usize] += 1;
                other[(behind + (behind - first) % 2) as usize] -= 1;
            }
        }
        for time in 1..n {
            every[time] += every[time - 1];
            if time > 1 {
                other[time] += other[time - 2];
            }
        }
        (0..n).map(|time| (every[time] + other[time]) as u64).collect()
    }
}
