//! Collects the edges of a graph that is being read, and sorts them.

use std::ops::Range;

use fixedbitset::FixedBitSet;

use super::{FileText, GraphError, MOST_EDGES, NamedGraph, Places, Weight};

/// Edges between two looks at the limits; memory is requested where the list grows.
const EDGES_A_LOOK: usize = 1 << 13;

/// The direction of an edge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EdgeDirection {
    /// Both ways; an arc each way where other edges are arcs.
    #[default]
    Undirected,
    /// An arc.
    Directed,
    /// An arc each way.
    Mutual,
}

impl EdgeDirection {
    /// An arc, or an edge.
    pub fn of(directed: bool) -> Self {
        if directed { Self::Directed } else { Self::Undirected }
    }

    /// The direction of this name, in lower case.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "undirected" => Self::Undirected,
            "directed" => Self::Directed,
            "mutual" => Self::Mutual,
            _ => return None,
        })
    }
}

/// The ends of an edge, and its attributes in the file.
#[derive(Debug, Clone, Default)]
pub struct WrittenEdge<E> {
    /// Its place in bytes.
    pub place: usize,
    /// Its two ends: numbers of vertices, or their ids.
    pub ends: [E; 2],
    /// Its direction.
    pub direction: EdgeDirection,
    /// Whether it must be used.
    pub given: bool,
    /// Its weight, if it has one.
    pub weight: Option<Weight>,
}

/// Edges in order of input; loops are dropped at once (the first is noted), repetitions at the end.
/// With at least one arc the graph is directed, and edges lead both ways.
///
/// The least weight of repeated edges counts; a repetition without a weight weighs 1.
pub struct GatheredEdges<'a> {
    text: FileText<'a>,
    /// Whether there is an arc.
    directed: bool,
    list: Vec<(u32, u32)>,
    /// The edges that must be used, and their places.
    fixed: Vec<([u32; 2], usize)>,
    /// Whether one of them is not an arc.
    fixes_edge: bool,
    /// The weights of the listed edges, 1 if not given; empty before the first given one.
    weights: Vec<Weight>,
    /// For a strict graph: which listed edges have their own weight.
    own: Option<FixedBitSet>,
    looped: Option<u32>,
    /// The first edge in order whose weight is not a positive decimal number.
    odd: Option<(u32, u32)>,
    places: Places,
}

/// An edge, its index in order of input, and its weight.
type WeightedEdge = ((u32, u32), usize, Weight);

impl<'a> GatheredEdges<'a> {
    /// No edges yet.
    pub(super) fn new(text: FileText<'a>) -> Self {
        Self {
            text,
            directed: false,
            list: Vec::new(),
            fixed: Vec::new(),
            fixes_edge: false,
            weights: Vec::new(),
            own: None,
            looped: None,
            odd: None,
            places: Places::default(),
        }
    }

    /// Makes a repeated edge the same edge again: the last weight given for the edge itself counts.
    pub fn be_strict(&mut self) {
        self.own = Some(FixedBitSet::new());
    }

    /// Number of edges, including repetitions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Makes room for this many more edges.
    ///
    /// # Errors
    /// The problem if there are too many edges, or memory is refused.
    pub fn reserve(&mut self, place: usize, edges: usize) -> Result<(), GraphError> {
        let all = self.list.len().saturating_add(edges);
        if all > MOST_EDGES {
            let problem = format!("{all} edges so far; at most {MOST_EDGES} are possible");
            return Err(self.text.error(place, problem));
        }
        self.text.grow(place, &mut self.list, edges, "edges")
    }

    /// Adds an edge.
    ///
    /// # Errors
    /// The problem if there are too many.
    pub fn push(&mut self, edge: &WrittenEdge<u32>) -> Result<(), GraphError> {
        let &WrittenEdge { place, ends: [from, to], direction, given, weight } = edge;
        let direction = match (self.text.reading.directed, direction) {
            (Some(true), EdgeDirection::Undirected) => EdgeDirection::Directed,
            (Some(false), _) => EdgeDirection::Undirected,
            (_, direction) => direction,
        };
        let directed = direction != EdgeDirection::Undirected;
        if from == to {
            if self.looped.is_none() {
                (self.looped, self.places.looped) = (Some(from), Some(place));
            }
            return Ok(());
        }
        if directed && !self.directed {
            self.direct(place)?;
        }
        self.add(place, (from, to), weight)?;
        if given {
            self.fix(place, [from, to], directed);
        }
        if self.directed && direction != EdgeDirection::Directed {
            self.add(place, (to, from), weight)?;
            if given {
                self.fix(place, [to, from], directed);
            }
        }
        Ok(())
    }

    /// Makes it a graph of arcs: the edges so far lead both ways.
    fn direct(&mut self, place: usize) -> Result<(), GraphError> {
        let edges = self.list.len();
        self.reserve(place, edges)?;
        self.list.extend_from_within(..);
        for (from, to) in &mut self.list[edges..] {
            std::mem::swap(from, to);
        }
        (self.directed, self.places.directed) = (true, Some(place));
        if self.weights.is_empty() {
            return Ok(());
        }
        self.fill_weights(place)?;
        self.weights.copy_within(..edges, edges);
        Ok(())
    }

    fn add(
        &mut self,
        place: usize,
        (from, to): (u32, u32),
        weight: Option<Weight>,
    ) -> Result<(), GraphError> {
        let edges = self.list.len();
        if edges > 0 && edges.is_multiple_of(EDGES_A_LOOK) {
            self.text.ask(place, 0, || format!("{edges} edges"))?;
        }
        self.reserve(place, 1)?;
        self.list.push(self.ordered(from, to));
        match weight {
            Some(weight) => self.weigh(self.list.len() - 1..self.list.len(), place, weight, true),
            None if self.weights.is_empty() => Ok(()),
            None => self.fill_weights(place),
        }
    }

    /// Gives edges of the list without a weight the weight 1.
    fn fill_weights(&mut self, place: usize) -> Result<(), GraphError> {
        let all = self.list.len();
        if all > self.weights.capacity() {
            // The list is copied when it grows; in the end each weight is beside its edge.
            let all = self.list.capacity();
            let bytes = (size_of::<WeightedEdge>() + size_of::<Weight>()) * all;
            self.text.ask(place, bytes as u64, || format!("{all} weights of edges"))?;
            self.weights.reserve_exact(all - self.weights.len());
        }
        self.weights.resize(all, Weight::ONE);
        Ok(())
    }

    /// Notes that an edge must be used.
    pub fn fix(&mut self, place: usize, ends: [u32; 2], directed: bool) {
        self.fixes_edge |= !directed;
        self.fixed.push((ends, place));
    }

    /// Sets the weight of edges by their indices in order: their own weight, or the default of all
    /// edges added here.
    ///
    /// # Errors
    /// The problem if memory is refused.
    pub fn weigh(
        &mut self,
        edges: Range<usize>,
        place: usize,
        weight: Weight,
        is_own: bool,
    ) -> Result<(), GraphError> {
        if edges.is_empty() {
            return Ok(());
        }
        self.fill_weights(place)?;
        self.weights[edges.clone()].fill(weight);
        if let Some(own) = self.own.as_mut().filter(|_| is_own) {
            own.grow(edges.end);
            own.insert_range(edges.clone());
        }
        if !weight.is_positive() {
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
        self.list.sort_unstable();
        self.list.dedup();
    }

    /// The edges that must be used, in order.
    fn fixed_edges(&self) -> Vec<(u32, u32)> {
        let edges = self.fixed.iter().map(|&([from, to], _)| self.ordered(from, to));
        let mut edges: Vec<(u32, u32)> = edges.collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Whether these are the same edges, once both are sorted.
    pub fn is_same(&self, other: &Self) -> bool {
        self.directed == other.directed
            && self.list == other.list
            && self.weights == other.weights
            && self.looped == other.looped
            && self.fixed_edges() == other.fixed_edges()
    }

    /// The graph of these edges on the vertices of another; without any edge it is directed if
    /// `arcs`.
    ///
    /// # Errors
    /// The problem with an edge that must be used.
    pub fn given_to(mut self, vertices: NamedGraph, arcs: bool) -> Result<NamedGraph, GraphError> {
        if self.directed && self.fixes_edge {
            let problem = "an edge that must be used is undirected, but the other edges are arcs";
            return Err(self.text.error(self.text.text.len(), problem));
        }
        self.sort();
        for &([a, b], place) in &self.fixed {
            if self.list.binary_search(&self.ordered(a, b)).is_err() {
                let [a, b] = [a, b].map(|vertex| &vertices.names[vertex as usize]);
                let problem = format!("the fixed edge {a} {b} is not among the edges");
                return Err(self.text.error(place, problem));
            }
        }
        let fixed = self.fixed_edges();
        let Self { list: edges, looped, weights, .. } = self;
        let arcs = arcs && edges.is_empty();
        let directed = self.text.reading.directed.unwrap_or(self.directed || arcs);
        let places = Places { vertex_weight: vertices.places.vertex_weight, ..self.places };
        Ok(NamedGraph { directed, edges, fixed, looped, weights, places, ..vertices })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{graphs::GraphReading, limits::Reason};

    /// An edge of that weight.
    fn edge(place: usize, ends: [u32; 2], weight: Option<f64>) -> WrittenEdge<u32> {
        let weight = weight.map(Weight::of);
        WrittenEdge { place, ends, weight, ..WrittenEdge::default() }
    }

    fn graph(edges: GatheredEdges<'_>) -> NamedGraph {
        edges.given_to(NamedGraph::default(), false).unwrap()
    }

    /// The weights pushed between two vertices, in order, as they are merged.
    fn merged(strict: bool, weights: &[Option<f64>]) -> Vec<f64> {
        let mut edges =
            GatheredEdges::new(FileText { text: "", reading: GraphReading::unlimited() });
        if strict {
            edges.be_strict();
        }
        edges.push(&edge(0, [0, 1], None)).unwrap();
        for (at, &weight) in weights.iter().enumerate() {
            let ends = if at % 2 == 0 { [1, 2] } else { [2, 1] };
            edges.push(&edge(at, ends, weight)).unwrap();
        }
        let graph = graph(edges);
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
    fn the_limits_are_looked_at_while_edges_are_gathered() {
        let looks = Cell::new(0);
        let permit = |_| match looks.replace(looks.get() + 1) {
            0..60 => Ok(()),
            _ => Err(Reason::TimeLimit),
        };
        let reading = GraphReading { permit: &permit, ..GraphReading::unlimited() };
        let mut edges = GatheredEdges::new(FileText { text: "", reading });
        // The list grows some twenty times.
        let stopped = (1..1_000_000).map(|to| edges.push(&edge(0, [0, to], None)));
        let stopped = stopped.take_while(Result::is_ok).count();
        assert!((30 * EDGES_A_LOOK..60 * EDGES_A_LOOK).contains(&stopped), "{stopped}");
    }

    #[test]
    fn an_edge_beside_arcs_keeps_its_weight_in_both_directions() {
        let arc = WrittenEdge { direction: EdgeDirection::Directed, ..edge(3, [0, 1], None) };
        let (weighted, looped) = (edge(7, [0, 1], Some(-0.5)), edge(9, [1, 1], None));
        for order in [[&arc, &weighted], [&weighted, &arc]] {
            let mut edges =
                GatheredEdges::new(FileText { text: "", reading: GraphReading::unlimited() });
            order.into_iter().chain([&looped]).for_each(|edge| edges.push(edge).unwrap());
            let graph = graph(edges);
            assert_eq!((graph.directed, graph.edges), (true, vec![(0, 1), (1, 0)]));
            assert_eq!(graph.weights, [Weight::of(-0.5); 2]);
            let places =
                Places { looped: Some(9), directed: Some(3), weight: Some(7), vertex_weight: None };
            assert_eq!(graph.places, places);
        }
    }
}
