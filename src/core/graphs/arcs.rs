//! Collects the edges of a graph that is being read, and sorts them.

use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::{MOST_EDGES, NamedGraph, Places, Problem, Weight, ask};
use crate::limits::Permit;

/// Edges in order of input; loops are dropped at once (the first is noted), repetitions at the end.
///
/// The least weight of repeated edges counts; a repetition without a weight weighs 1.
pub struct GatheredEdges<'p> {
    directed: bool,
    list: Vec<(u32, u32)>,
    fixed: Vec<(u32, u32)>,
    /// The weights of the listed edges, 1 if not given; empty before the first given one.
    weights: Vec<Weight>,
    /// For a `strict` graph: which listed edges have their own weight.
    own: Option<FixedBitSet>,
    looped: Option<u32>,
    /// The first edge in order whose weight is not a whole number.
    odd: Option<(u32, u32)>,
    places: Places,
    permit: Permit<'p>,
}

/// An edge, its index in order of input, and its weight.
type WeightedEdge = ((u32, u32), usize, Weight);

/// The least number of entries reserved.
const FEW: usize = 1 << 12;

impl<'p> GatheredEdges<'p> {
    /// No edges yet.
    pub fn new(directed: bool, permit: Permit<'p>) -> Self {
        Self {
            directed,
            list: Vec::new(),
            fixed: Vec::new(),
            weights: Vec::new(),
            own: None,
            looped: None,
            odd: None,
            places: Places::default(),
            permit,
        }
    }

    /// No edges yet, of a graph in which a repeated edge is the same edge again, as in Graphviz:
    /// the last weight given for the edge itself counts.
    pub fn strict(directed: bool, permit: Permit<'p>) -> Self {
        Self { own: Some(FixedBitSet::new()), ..Self::new(directed, permit) }
    }

    /// Reserves memory for this many more, up to a limit.
    ///
    /// # Errors
    /// The problem if memory is refused.
    pub fn reserve(&mut self, edges: usize) -> Result<(), Problem> {
        let all = self.list.len().saturating_add(edges).min(MOST_EDGES);
        if all > self.list.capacity() {
            // The list is copied when it grows.
            let all = all.max(2 * self.list.capacity()).clamp(FEW, MOST_EDGES);
            let bytes = size_of::<(u32, u32)>() * all;
            ask(self.permit, bytes as u64, || format!("{all} edges"))?;
            self.list.reserve_exact(all - self.list.len());
        }
        Ok(())
    }

    /// Number of edges, including repetitions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds an edge from one vertex to another, with its weight if one is given.
    ///
    /// # Errors
    /// The problem if there are too many.
    pub fn push(
        &mut self,
        place: usize,
        (from, to): (u32, u32),
        weight: Option<Weight>,
    ) -> Result<(), Problem> {
        if from == to {
            if self.looped.is_none() {
                (self.looped, self.places.looped) = (Some(from), Some(place));
            }
            return Ok(());
        }
        self.room(1)?;
        self.reserve(1)?;
        if self.directed {
            self.places.directed.get_or_insert(place);
        }
        self.list.push(self.ordered(from, to));
        match weight {
            Some(weight) => self.weigh(self.list.len() - 1..self.list.len(), place, weight, true),
            None if self.weights.is_empty() => Ok(()),
            None => self.fill_weights(),
        }
    }

    /// Gives edges of the list without a weight the weight 1.
    fn fill_weights(&mut self) -> Result<(), Problem> {
        let all = self.list.len();
        if all > self.weights.capacity() {
            // The list is copied when it grows; in the end each weight is beside its edge.
            let all = self.list.capacity();
            let bytes = (size_of::<WeightedEdge>() + size_of::<Weight>()) * all;
            ask(self.permit, bytes as u64, || format!("{all} weights of edges"))?;
            self.weights.reserve_exact(all - self.weights.len());
        }
        self.weights.resize(all, Weight::ONE);
        Ok(())
    }

    /// Checks that this many more edges can be added.
    ///
    /// # Errors
    /// The problem if there would be too many.
    pub fn room(&self, edges: usize) -> Result<(), Problem> {
        let all = self.list.len().saturating_add(edges);
        if all > MOST_EDGES {
            return Err(format!("{all} edges so far; {MOST_EDGES} are the most").into());
        }
        Ok(())
    }

    /// Notes that an edge must be used; a loop never is.
    pub fn fix(&mut self, from: u32, to: u32) {
        if from != to {
            self.fixed.push(self.ordered(from, to));
        }
    }

    /// Sets the weight of edges by their indices in the order of [`push`](Self::push): their own
    /// weight, or the default of all edges added here.
    ///
    /// # Errors
    /// The problem if memory is refused.
    pub fn weigh(
        &mut self,
        edges: Range<usize>,
        place: usize,
        weight: Weight,
        is_own: bool,
    ) -> Result<(), Problem> {
        if edges.is_empty() {
            return Ok(());
        }
        self.fill_weights()?;
        self.weights[edges.clone()].fill(weight);
        if let Some(own) = self.own.as_mut().filter(|_| is_own) {
            own.grow(edges.end);
            own.insert_range(edges.clone());
        }
        if weight.whole().is_none() {
            let first = self.list[edges].iter().min().copied();
            if self.odd.is_none() || first < self.odd {
                (self.odd, self.places.weight) = (first, Some(place));
            }
        }
        Ok(())
    }

    /// Sorts edges with weights, and merges repetitions.
    fn sort_weighted(&mut self) {
        let own = self.own.take();
        let edges = self.list.drain(..).zip(self.weights.drain(..)).enumerate();
        let mut all: Vec<WeightedEdge> =
            edges.map(|(number, (edge, weight))| (edge, number, weight)).collect();
        all.sort_unstable_by_key(|&(edge, number, _)| (edge, number));
        for group in all.chunk_by(|one, other| one.0 == other.0) {
            let (edge, _, first) = group[0];
            let weight = group[1..].iter().fold(first, |before, &(_, number, weight)| match &own {
                Some(own) if own.contains(number) => weight,
                Some(_) => before,
                None => before.merged(weight),
            });
            self.list.push(edge);
            self.weights.push(weight);
        }
    }

    /// The smaller vertex of an undirected edge first.
    fn ordered(&self, from: u32, to: u32) -> (u32, u32) {
        if self.directed { (from, to) } else { (from.min(to), from.max(to)) }
    }

    /// Sorts the edges.
    pub fn sort(&mut self) {
        if !self.weights.is_empty() {
            self.sort_weighted();
        }
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
        let Self { directed, list: edges, fixed, looped, weights, places, .. } = self;
        NamedGraph {
            directed,
            names,
            edges,
            fixed,
            looped,
            weights,
            places,
            ..NamedGraph::default()
        }
    }
}

/// Edges and arcs of one graph: with at least one arc it is directed, and edges lead both ways.
pub struct MixedEdges<'p> {
    edges: GatheredEdges<'p>,
    arcs: GatheredEdges<'p>,
}

impl<'p> MixedEdges<'p> {
    /// None yet.
    pub fn new(permit: Permit<'p>) -> Self {
        Self { edges: GatheredEdges::new(false, permit), arcs: GatheredEdges::new(true, permit) }
    }

    /// The collected arcs, or the edges.
    pub fn of(&mut self, directed: bool) -> &mut GatheredEdges<'p> {
        if directed { &mut self.arcs } else { &mut self.edges }
    }

    /// The graph on these vertices; without any edge it is directed if `said`.
    ///
    /// # Errors
    /// The problem: too many edges, or an edge in both directions that must be used.
    pub fn graph(mut self, said: bool, names: Vec<String>) -> Result<NamedGraph, Problem> {
        let looped = self.edges.looped.or(self.arcs.looped);
        let at = self.edges.places.looped.or(self.arcs.places.looped);
        if self.arcs.list.is_empty() && !(said && self.edges.list.is_empty()) {
            let graph = self.edges.graph(names);
            let places = Places { looped: at, ..graph.places };
            return Ok(NamedGraph { looped, places, ..graph });
        }
        if !self.edges.fixed.is_empty() {
            return Err("an edge that must be used is not an arc, and others are".into());
        }
        let GatheredEdges { list, weights, places, .. } = self.edges;
        // Of the weights that are not whole numbers, the first in order is at this place.
        let place = places.weight.unwrap_or_default();
        for (number, (a, b)) in list.into_iter().enumerate() {
            let weight = weights.get(number).copied();
            self.arcs.push(place, (a, b), weight)?;
            self.arcs.push(place, (b, a), weight)?;
        }
        let graph = self.arcs.graph(names);
        let places = Places { looped: at, ..graph.places };
        Ok(NamedGraph { looped, places, ..graph })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weights pushed between two vertices, in order, as they are merged.
    fn merged(strict: bool, weights: &[Option<f64>]) -> Vec<f64> {
        let mut edges = GatheredEdges::new(false, &|_| Ok(()));
        if strict {
            edges = GatheredEdges::strict(false, &|_| Ok(()));
        }
        edges.push(0, (0, 1), None).unwrap();
        for (at, weight) in weights.iter().enumerate() {
            let ends = if at % 2 == 0 { (1, 2) } else { (2, 1) };
            edges.push(at, ends, weight.map(Weight::of)).unwrap();
        }
        let graph = edges.graph(Vec::new());
        assert_eq!(graph.edges, [(0, 1), (1, 2)]);
        graph.weights.iter().map(|weight| weight.value()).collect()
    }

    #[test]
    fn a_repeated_edge_has_the_least_weight() {
        for (weights, expected) in [
            (&[Some(4.0), None][..], &[1.0, 1.0][..]),
            (&[None, Some(4.0)], &[1.0, 1.0]),
            (&[Some(4.0), Some(3.0), Some(5.0)], &[1.0, 3.0]),
            (&[Some(4.0), Some(0.5)], &[1.0, 0.5]),
            (&[None, None], &[]),
        ] {
            assert_eq!(merged(false, weights), expected, "{weights:?}");
        }
        let strict = [
            (&[Some(4.0), None][..], &[1.0, 4.0][..]),
            (&[None, Some(4.0)], &[1.0, 4.0]),
            (&[Some(4.0), Some(3.0), None, Some(5.0), None], &[1.0, 5.0]),
        ];
        for (weights, expected) in strict {
            assert_eq!(merged(true, weights), expected, "{weights:?}");
        }
    }

    #[test]
    fn an_edge_beside_arcs_keeps_its_weight_in_both_directions() {
        let mut mixed = MixedEdges::new(&|_| Ok(()));
        mixed.of(true).push(3, (0, 1), None).unwrap();
        mixed.of(false).push(7, (0, 1), Some(Weight::of(0.5))).unwrap();
        mixed.of(false).push(9, (1, 1), None).unwrap();
        let graph = mixed.graph(false, Vec::new()).unwrap();
        assert_eq!((graph.directed, graph.edges), (true, vec![(0, 1), (1, 0)]));
        assert_eq!(graph.weights, [Weight::of(0.5); 2]);
        let places =
            Places { looped: Some(9), directed: Some(3), weight: Some(7), vertex_weight: None };
        assert_eq!(graph.places, places);
    }
}
