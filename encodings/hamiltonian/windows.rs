//! Time windows: when a Hamiltonian path can visit each vertex, by distance and parity; the order
//! numbers that they allow on a cycle; and which steps counters along it count.

use super::{
    Hamiltonian,
    reductions::{Reduced, Reductions},
    successors::Successors,
    times::VisitTimes,
};
use crate::formula::Window;

/// The allowed times of each vertex.
#[derive(Default)]
pub(super) struct Windows {
    of_vertex: Vec<Window>,
    /// The first vertex, if it is fixed.
    pub first: Option<u32>,
    /// What given times leave.
    times: Option<VisitTimes>,
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
        let times = (!model.times.is_empty()).then(|| VisitTimes::new(model, reductions.windows));
        if let Some(times) = &times {
            for (vertex, window) in (0..).zip(&mut windows) {
                let (first, last) = (times.of(vertex).next(), times.of(vertex).next_back());
                match first.zip(last) {
                    Some((first, last)) => narrow(window, first, last),
                    None => *window = Window::default(),
                }
            }
        }
        let pairs = |windows: &[Window]| pairs_of(windows, times.as_ref());
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
        Self { of_vertex: windows, first, times, reduced }
    }

    /// Number of vertices.
    pub fn vertices(&self) -> u32 {
        self.of_vertex.len() as u32
    }

    /// The first to the last time allowed for a vertex.
    pub fn of(&self, vertex: u32) -> Window {
        self.of_vertex[vertex as usize]
    }

    /// The times allowed for a vertex, rising.
    pub fn times(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        allowed(&self.of_vertex, self.times.as_ref(), vertex)
    }

    /// Whether a vertex may have a time.
    pub fn allows(&self, vertex: u32, time: u32) -> bool {
        let is_left = |times: &VisitTimes| times.allows(vertex, time.into());
        self.of(vertex).contains(time.into()) && self.times.as_ref().is_none_or(is_left)
    }

    /// Number of allowed pairs of a vertex and a time.
    pub fn pairs(&self) -> u64 {
        pairs_of(&self.of_vertex, self.times.as_ref())
    }
}

fn allowed<'t>(
    windows: &[Window],
    times: Option<&'t VisitTimes>,
    vertex: u32,
) -> impl Iterator<Item = u32> + 't {
    let is_left = move |time: &u32| times.is_none_or(|it| it.allows(vertex, (*time).into()));
    windows[vertex as usize].numbers().map(|time| time as u32).filter(is_left)
}

fn pairs_of(windows: &[Window], times: Option<&VisitTimes>) -> u64 {
    if times.is_none() {
        return windows.iter().map(|window| window.len()).sum();
    }
    (0..windows.len() as u32).map(|vertex| allowed(windows, times, vertex).count() as u64).sum()
}

/// The colour of the first vertex, if this vertex, or the end, is known.
pub(super) fn first_colour(
    model: &Hamiltonian,
    first: Option<u32>,
    colours: &[bool],
) -> Option<bool> {
    let turned = model.vertices().is_multiple_of(2);
    let of_end = || model.end.map(|vertex| colours[vertex as usize] != turned);
    let of_time = || {
        let &(vertex, time) = model.times.first()?;
        Some(colours[vertex as usize] != (time % 2 == 1))
    };
    first.map(|vertex| colours[vertex as usize]).or_else(of_end).or_else(of_time)
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

/// What the order number of each vertex but the root counts: the model's time, from 0, or half of
/// it, rounded down, on two-coloured graphs.
///
/// There the step away from the colour of the first vertex keeps the number, the step back adds
/// one. A cycle that misses the root returns to its number, so the period of a counter divides its
/// length, or half of it, and half the period suffices. A period of at least the number of vertices
/// (or half of it) rules all of them out.
pub(super) struct Pace {
    /// Vertices of the model.
    vertices: u32,
    closed: bool,
    root: u32,
    /// For each vertex, whether a step to it adds one, unless every step does.
    counted: Option<Vec<bool>>,
}

impl Pace {
    /// Half pace if [`Reductions::parity`](super::reductions::Reductions::parity) is on and the
    /// graph has a two-colouring. O(n + m).
    pub fn new(successors: &Successors<'_>) -> Self {
        let model = successors.model;
        let parity = successors.options.reductions.parity;
        let colours = if parity { model.graph().two_colouring() } else { None };
        let vertices = if model.is_too_small() { 0 } else { model.vertices() };
        let counted = colours.filter(|_| vertices > 0).map(|colours| {
            // Either, if it is not known.
            let first = first_colour(model, successors.windows.first, &colours).unwrap_or(false);
            colours.iter().map(|&colour| colour == first).collect()
        });
        Self { vertices, closed: model.closed, root: successors.root, counted }
    }

    /// The vertices with an order number, rising.
    pub fn numbered(&self) -> impl Iterator<Item = u32> + use<> {
        let root = self.root;
        (0..self.vertices).filter(move |&vertex| vertex != root)
    }

    /// The least period that leaves no cycle without the root.
    pub fn period(&self) -> u32 {
        if self.counted.is_some() { self.vertices.div_ceil(2) } else { self.vertices }
    }

    /// What a step to a vertex adds: 1 or 0.
    pub fn step(&self, head: u32) -> u32 {
        self.counted.as_ref().map_or(1, |counted| counted[head as usize].into())
    }

    /// The vertex and order number that an arc from or to the root implies.
    pub fn beside_root(&self, tail: u32, head: u32) -> Option<(u32, u32)> {
        if tail == self.root {
            Some((head, self.number(u32::from(self.closed))))
        } else if head == self.root {
            Some((tail, self.last(tail)))
        } else {
            None
        }
    }

    /// The order numbers of the vertices with given times.
    pub fn given(&self, model: &Hamiltonian) -> Vec<(u32, u32)> {
        let times = model.times.iter().filter(|_| self.vertices > 0);
        times.map(|&(vertex, time)| (vertex, self.number(time))).collect()
    }

    /// Number of pairs of a vertex and an order number that are saved.
    pub fn saved(&self) -> u64 {
        u64::from(self.vertices) * u64::from(self.vertices - self.period())
    }

    /// The order number at that time, if the first vertex has the first colour.
    fn number(&self, time: u32) -> u32 {
        if self.counted.is_some() { time / 2 } else { time }
    }

    /// The number of the vertex before the root.
    fn last(&self, vertex: u32) -> u32 {
        let last = self.number(self.vertices - 1);
        let turned = match &self.counted {
            // The last of an even number of vertices has the first colour, so the first has the
            // other.
            Some(counted) => {
                !self.closed && self.vertices.is_multiple_of(2) && counted[vertex as usize]
            }
            None => false,
        };
        last + u32::from(turned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{encoding::Options, graph::Graph, hamiltonian::Hamiltonian};

    /// A path or cycle through all vertices in order, if the model allows it.
    fn pace(vertices: u32, closed: bool, start: Option<u32>) -> (Hamiltonian, Vec<u32>) {
        let mut edges: Vec<(u32, u32)> = (1..vertices).map(|vertex| (vertex - 1, vertex)).collect();
        edges.extend(closed.then_some((0, vertices - 1)));
        let graph = Graph::from_edges(vertices, &edges);
        let model = Hamiltonian::on_graph(graph, closed).with_ends(start, None);
        let order = (0..vertices).map(|time| (start.unwrap_or(0) + time) % vertices).collect();
        (model, order)
    }

    /// The numbers along a witness, by steps; the last comes from the root's arc.
    fn numbers(model: &Hamiltonian, order: &[u32]) -> Vec<u32> {
        let successors = Successors::new(model, Options::default());
        let pace = Pace::new(&successors);
        let root = successors.root;
        let order = if model.closed { &order[1..] } else { order };
        let mut number = pace.beside_root(root, order[0]).unwrap().1;
        let mut numbers = vec![number];
        for &vertex in &order[1..] {
            number += pace.step(vertex);
            numbers.push(number);
        }
        let last = *order.last().unwrap();
        assert_eq!(pace.beside_root(last, root), Some((last, number)), "{model:?}");
        numbers
    }

    #[test]
    fn numbers_run_from_the_root_to_the_root() {
        for vertices in 1..9 {
            for start in [None, Some(0)] {
                let (model, order) = pace(vertices, false, start);
                let half: Vec<u32> = (0..vertices).map(|time| time / 2).collect();
                assert_eq!(numbers(&model, &order), half);
                // Reversed: starts with the other colour if the number is even.
                let back: Vec<u32> = order.iter().rev().copied().collect();
                let model = Hamiltonian { start: None, ..model };
                let late = u32::from(vertices % 2 == 0);
                let half: Vec<u32> = (late..late + vertices).map(|time| time / 2).collect();
                assert_eq!(numbers(&model, &back), half);
            }
            if vertices >= 3 {
                let (model, order) = pace(vertices, true, Some(1));
                let by = if vertices % 2 == 0 { 2 } else { 1 };
                let expected: Vec<u32> = (1..vertices).map(|time| time / by).collect();
                assert_eq!(numbers(&model, &order), expected);
            }
        }
    }

    #[test]
    fn counters_are_those_of_all_but_the_root() {
        let (model, _) = pace(5, true, Some(2));
        let pace = Pace::new(&Successors::new(&model, Options::default()));
        let numbered: Vec<u32> = pace.numbered().collect();
        assert_eq!(numbered, [0, 1, 3, 4]);
        assert_eq!(pace.period(), 5);
    }
}
