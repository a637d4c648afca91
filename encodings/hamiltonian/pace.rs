//! The pace of counters along a Hamiltonian cycle: every step or every other step counts.

use super::{successors::Successors, windows::first_colour};

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
