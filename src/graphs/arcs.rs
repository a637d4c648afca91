//! Gathers the edges of a graph that is being read and brings them in order.

use super::{MOST_EDGES, NamedGraph};

/// Edges as they come; loops are left out at once, repetitions in the end.
#[derive(Debug, Default)]
pub struct Arcs {
    directed: bool,
    list: Vec<(u32, u32)>,
    fixed: Vec<(u32, u32)>,
}

impl Arcs {
    /// No edges yet.
    pub fn new(directed: bool) -> Self {
        Self { directed, ..Self::default() }
    }

    /// Makes room for so many more, if that is not beyond reason.
    pub fn reserve(&mut self, edges: usize) {
        self.list.reserve(edges.min(MOST_EDGES));
    }

    /// How many there are, repetitions among them.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds an edge from one vertex to another.
    ///
    /// # Errors
    /// What to say if there are too many.
    pub fn push(&mut self, from: u32, to: u32) -> Result<(), String> {
        if from != to {
            self.room(1)?;
            self.list.push(self.ordered(from, to));
        }
        Ok(())
    }

    /// Checks that so many more edges can be added.
    ///
    /// # Errors
    /// What to say if they would be too many.
    pub fn room(&self, edges: usize) -> Result<(), String> {
        let all = self.list.len().saturating_add(edges);
        if all > MOST_EDGES {
            return Err(format!("{all} edges so far; {MOST_EDGES} are the most"));
        }
        Ok(())
    }

    /// Notes that an edge must be used.
    pub fn fix(&mut self, from: u32, to: u32) {
        self.fixed.push(self.ordered(from, to));
    }

    /// The smaller vertex of an undirected edge first.
    fn ordered(&self, from: u32, to: u32) -> (u32, u32) {
        if self.directed { (from, to) } else { (from.min(to), from.max(to)) }
    }

    /// Brings the edges in order.
    pub fn sort(&mut self) {
        for list in [&mut self.list, &mut self.fixed] {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// Whether there is an edge, once they are sorted. O(log m).
    pub fn contains(&self, from: u32, to: u32) -> bool {
        self.list.binary_search(&self.ordered(from, to)).is_ok()
    }

    /// The graph on these vertices.
    pub fn graph(mut self, names: Vec<String>) -> NamedGraph {
        self.sort();
        let Self { directed, list: edges, fixed } = self;
        NamedGraph { directed, names, edges, fixed }
    }
}
