//! Gathers the edges of a graph that is being read and brings them in order.

use std::ops::Range;

use super::{MOST_EDGES, NamedGraph, Problem, Weight, ask};
use crate::limits::Permit;

/// Edges as they come; loops are left out at once, but for a note of the first, repetitions in the end.
pub struct GatheredEdges<'p> {
    directed: bool,
    list: Vec<(u32, u32)>,
    fixed: Vec<(u32, u32)>,
    /// The weights that are written, each with its edge.
    weights: Vec<((u32, u32), Weight)>,
    looped: Option<u32>,
    permit: Permit<'p>,
}

/// The least that room is made for.
const FEW: usize = 1 << 12;

impl<'p> GatheredEdges<'p> {
    /// No edges yet.
    pub fn new(directed: bool, permit: Permit<'p>) -> Self {
        let (list, fixed, weights) = (Vec::new(), Vec::new(), Vec::new());
        Self { directed, list, fixed, weights, looped: None, permit }
    }

    /// Makes room for this many more, if that is not beyond reason.
    ///
    /// # Errors
    /// What to say if there is no memory for them.
    pub fn reserve(&mut self, edges: usize) -> Result<(), Problem> {
        let all = self.list.len().saturating_add(edges).min(MOST_EDGES);
        if all > self.list.capacity() {
            // The list that grows is copied.
            let all = all.max(2 * self.list.capacity()).clamp(FEW, MOST_EDGES);
            let bytes = size_of::<(u32, u32)>() * all;
            ask(self.permit, bytes as u64, || format!("{all} edges"))?;
            self.list.reserve_exact(all - self.list.len());
        }
        Ok(())
    }

    /// How many there are, repetitions among them.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds an edge from one vertex to another.
    ///
    /// # Errors
    /// What to say if there are too many.
    pub fn push(&mut self, from: u32, to: u32) -> Result<(), Problem> {
        if from == to {
            self.looped.get_or_insert(from);
            return Ok(());
        }
        self.room(1)?;
        self.reserve(1)?;
        self.list.push(self.ordered(from, to));
        Ok(())
    }

    /// Checks that this many more edges can be added.
    ///
    /// # Errors
    /// What to say if they would be too many.
    pub fn room(&self, edges: usize) -> Result<(), Problem> {
        let all = self.list.len().saturating_add(edges);
        if all > MOST_EDGES {
            return Err(format!("{all} edges so far; {MOST_EDGES} are the most").into());
        }
        Ok(())
    }

    /// Notes that an edge must be used.
    pub fn fix(&mut self, from: u32, to: u32) {
        self.fixed.push(self.ordered(from, to));
    }

    /// Notes the weight of an edge.
    ///
    /// # Errors
    /// What to say if there is no memory for it.
    pub fn weigh(&mut self, from: u32, to: u32, weight: Weight) -> Result<(), Problem> {
        if from == to {
            return Ok(());
        }
        if self.weights.len() == self.weights.capacity() {
            let all = (2 * self.weights.len()).max(FEW);
            let bytes = size_of::<((u32, u32), Weight)>() * all;
            ask(self.permit, bytes as u64, || format!("{all} weights of edges"))?;
            self.weights.reserve_exact(all - self.weights.len());
        }
        self.weights.push((self.ordered(from, to), weight));
        Ok(())
    }

    /// Notes the weight of edges that were pushed one after the other, the first of all being 0.
    ///
    /// # Errors
    /// What to say if there is no memory for it.
    pub fn weigh_pushed(&mut self, edges: Range<usize>, weight: Weight) -> Result<(), Problem> {
        for edge in edges {
            let (from, to) = self.list[edge];
            self.weigh(from, to, weight)?;
        }
        Ok(())
    }

    /// The weight of each edge of the sorted list; none where none is written.
    fn weights(&mut self) -> Vec<Weight> {
        if self.weights.is_empty() {
            return Vec::new();
        }
        self.weights.sort_by_key(|&(edge, _)| edge);
        let groups = self.weights.chunk_by(|one, other| one.0 == other.0);
        let mut groups = groups.map(|group| {
            let all = group.iter().map(|&(_, weight)| weight);
            (group[0].0, all.reduce(Weight::merged).unwrap_or(Weight::ONE))
        });
        let mut next = groups.next();
        let weights = self.list.iter().map(|edge| match next {
            Some((of, weight)) if of == *edge => {
                next = groups.next();
                weight
            }
            _ => Weight::ONE,
        });
        weights.collect()
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
        let weights = self.weights();
        let Self { directed, list: edges, fixed, looped, .. } = self;
        NamedGraph { directed, names, edges, fixed, looped, weights, ..NamedGraph::default() }
    }
}

/// Edges and arcs of one graph: with one arc or more it is directed, and an edge leads both ways.
pub struct MixedEdges<'p> {
    edges: GatheredEdges<'p>,
    arcs: GatheredEdges<'p>,
}

impl<'p> MixedEdges<'p> {
    /// None yet.
    pub fn new(permit: Permit<'p>) -> Self {
        Self { edges: GatheredEdges::new(false, permit), arcs: GatheredEdges::new(true, permit) }
    }

    /// Adds an edge, or an arc if it is directed.
    ///
    /// # Errors
    /// What to say if there are too many.
    pub fn push(&mut self, directed: bool, from: u32, to: u32) -> Result<(), Problem> {
        if directed { self.arcs.push(from, to) } else { self.edges.push(from, to) }
    }

    /// Notes its weight.
    ///
    /// # Errors
    /// What to say if there is no memory for it.
    pub fn weigh(
        &mut self,
        directed: bool,
        (from, to): (u32, u32),
        weight: Weight,
    ) -> Result<(), Problem> {
        let edges = if directed { &mut self.arcs } else { &mut self.edges };
        edges.weigh(from, to, weight)
    }

    /// Notes that it must be used.
    pub fn fix(&mut self, directed: bool, from: u32, to: u32) {
        if directed { self.arcs.fix(from, to) } else { self.edges.fix(from, to) }
    }

    /// The graph on these vertices; without any edge it is directed if so `said`.
    ///
    /// # Errors
    /// What to say if there are too many edges, or where an edge in both directions must be used.
    pub fn graph(mut self, said: bool, names: Vec<String>) -> Result<NamedGraph, Problem> {
        let looped = self.edges.looped.or(self.arcs.looped);
        if self.arcs.list.is_empty() && !(said && self.edges.list.is_empty()) {
            return Ok(NamedGraph { looped, ..self.edges.graph(names) });
        }
        if !self.edges.fixed.is_empty() {
            return Err("an edge that must be used is no arc, and others are".into());
        }
        for (a, b) in std::mem::take(&mut self.edges.list) {
            self.arcs.push(a, b)?;
            self.arcs.push(b, a)?;
        }
        for ((a, b), weight) in std::mem::take(&mut self.edges.weights) {
            self.arcs.weigh(a, b, weight)?;
            self.arcs.weigh(b, a, weight)?;
        }
        Ok(NamedGraph { looped, ..self.arcs.graph(names) })
    }
}
