//! The Hamiltonian model: a path or cycle through every vertex of a graph once.
//!
//! A path has at least one vertex, an undirected cycle at least three, a directed one at least two.

pub mod alternating_cuts;
pub(crate) mod arcs;
pub mod binary_order;
pub mod chinese_remainder;
pub mod cuts;
#[doc(hidden)]
pub mod cycle_cover;
mod degrees;
mod forcing;
pub mod lfsr;
mod merging;
mod numbered;
#[doc(hidden)]
pub mod obstruction;
pub mod position;
pub mod reductions;
mod successors;
mod times;
#[doc(hidden)]
pub mod two_edge_cuts;
pub mod unary_order;
pub mod vertex_elimination;
mod windows;

use std::sync::Arc;

use petgraph::visit::{GraphProp, IntoEdgeReferences, NodeCompactIndexable};

use self::reductions::Reductions;
pub use self::times::VisitTimes;
use crate::{
    graph::{self, Graph},
    lattice::{Lattice, LatticeSymmetry},
    lattice_graph::LatticeGraph,
};

/// The question of a Hamiltonian path or cycle.
///
/// The graph of a lattice is built on first use: native methods on large boards never need it.
///
/// ```
/// use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian};
///
/// let square = Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
/// let cycle = Hamiltonian::on_graph(square.clone(), true);
/// assert_eq!((cycle.vertices(), cycle.is_directed(), cycle.free_ends()), (4, false, 0));
/// let path = Hamiltonian::on_graph(square, false).with_ends(Some(0), None);
/// assert_eq!((path.start, path.free_ends()), (Some(0), 1));
/// ```
#[derive(Debug, Clone)]
pub struct Hamiltonian {
    ground: LatticeGraph,
    /// Whether a cycle is requested.
    pub closed: bool,
    /// The first vertex of a path (a cycle passes it anyway).
    pub start: Option<u32>,
    /// The last vertex of a path; never with `closed`.
    pub end: Option<u32>,
    /// Edges that must be used, in any direction; arcs for a directed model.
    pub given: Vec<(u32, u32)>,
    /// Vertices and their times, from 0, other than those of the ends of a path, in the order of
    /// times; those of a cycle are counted from its start: see [`Hamiltonian::with_times`].
    pub times: Vec<(u32, u32)>,
    /// A symmetry of the lattice, other than the identity, that maps the used edges onto themselves;
    /// never of directed models.
    pub symmetry: Option<Arc<LatticeSymmetry>>,
}

impl Hamiltonian {
    fn on(ground: LatticeGraph, closed: bool) -> Self {
        Self {
            ground,
            closed,
            start: None,
            end: None,
            given: Vec::new(),
            times: Vec::new(),
            symmetry: None,
        }
    }

    /// A model on a lattice, with no start, end or given edge; directed if the lattice is.
    #[must_use]
    pub fn on_lattice(lattice: Lattice, closed: bool) -> Self {
        Self::on(LatticeGraph::new(lattice), closed)
    }

    /// A model on a graph, with no start, end or given edge.
    #[must_use]
    pub fn on_graph(graph: Graph, closed: bool) -> Self {
        Self::on(LatticeGraph::of_graph(graph), closed)
    }

    /// A model on a petgraph graph, with no start, end or given edge; directed if the graph is.
    /// Vertex `i` is the node of compact index `i`. O(n + m log m).
    ///
    /// ```
    /// use petgraph::graph::{DiGraph, UnGraph};
    /// use satranj_encodings::hamiltonian::Hamiltonian;
    ///
    /// let square = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 3), (3, 0)]);
    /// assert!(!Hamiltonian::from_petgraph(&square, true).is_directed());
    /// let round = DiGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0)]);
    /// assert!(Hamiltonian::from_petgraph(&round, true).is_directed());
    /// ```
    #[must_use]
    pub fn from_petgraph<G>(graph: G, closed: bool) -> Self
    where
        G: NodeCompactIndexable + IntoEdgeReferences + GraphProp,
    {
        if graph.is_directed() {
            return Self::on_arcs(graph.node_count() as u32, &graph::pairs(graph), closed);
        }
        Self::on_graph(Graph::from_petgraph(graph), closed)
    }

    /// A directed model on the vertices `0..vertices` and these arcs, in any order; repetitions and
    /// loops are ignored. O(n + m log m).
    #[must_use]
    pub fn on_arcs(vertices: u32, arcs: &[(u32, u32)], closed: bool) -> Self {
        Self::on(LatticeGraph::of_arcs(vertices, arcs), closed)
    }

    /// Whether edges may have only one direction.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.ground.is_directed()
    }

    /// The successors of a vertex, with the numbers of the edges to them, rising.
    pub fn successors(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.ground.beside(vertex, false)
    }

    /// The predecessors of a vertex, rising.
    pub fn predecessors(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.ground.beside(vertex, true).map(|(other, _)| other)
    }

    /// The possible moves, from and to, in rising order: both directions of an undirected edge.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.ground.arcs()
    }

    /// Breadth-first distances from a vertex along the moves, or against them; `u32::MAX` for
    /// unreachable vertices. O(n + m).
    #[must_use]
    pub fn distances(&self, from: u32, against: bool) -> Vec<u32> {
        let neighbours = |vertex, list: &mut Vec<u32>| {
            list.extend(self.ground.beside(vertex, against).map(|(other, _)| other));
        };
        graph::distances(self.vertices(), [from], neighbours)
    }

    /// The same question with these ends.
    #[must_use]
    pub fn with_ends(&self, start: Option<u32>, end: Option<u32>) -> Self {
        Self { start, end, ..self.clone() }
    }

    /// The lattice, or the vertices of a graph.
    pub(crate) fn ground(&self) -> &Lattice {
        self.ground.lattice()
    }

    /// The lattice, if the graph is that of a rectangle.
    #[must_use]
    pub fn lattice(&self) -> Option<&Lattice> {
        self.ground.rectangle()
    }

    /// The vertices and moves.
    #[must_use]
    pub fn moves(&self) -> &LatticeGraph {
        &self.ground
    }

    /// The lattice, on any surface and with any steps; `None` for a graph.
    #[must_use]
    pub fn board(&self) -> Option<&Lattice> {
        Some(self.ground()).filter(|lattice| !lattice.is_of_graph())
    }

    /// The graph, built on the first call.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.ground.graph()
    }

    /// Bytes that [`Hamiltonian::graph`] will take at its peak; 0 if it is built already.
    #[must_use]
    pub fn graph_bytes(&self) -> u64 {
        self.ground.bytes()
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.ground.lattice().vertices()
    }

    /// Whether there are too few vertices for a cycle, or no vertex for a path.
    #[must_use]
    pub fn is_too_small(&self) -> bool {
        let fewest = match (self.closed, self.is_directed()) {
            (false, _) => 1,
            (true, true) => 2,
            (true, false) => 3,
        };
        self.vertices() < fewest
    }

    /// Whether the reverse of a witness is a witness too.
    #[must_use]
    pub fn is_reversible(&self) -> bool {
        let n = self.vertices();
        let turned = |time| if self.closed { n - time } else { n - 1 - time };
        !self.is_directed()
            && (self.closed || self.start.is_none() && self.end.is_none())
            && self.times.iter().all(|&(_, time)| turned(time) == time)
    }

    /// Whether only one direction of each cycle is kept.
    fn keeps_direction(&self, reductions: Reductions) -> bool {
        self.closed && self.is_reversible() && reductions.direction
    }

    /// A witness as formulas state it: a cycle begins at this vertex, and has the kept direction.
    fn written_from(&self, first: u32, path: &[u32], reductions: Reductions) -> Vec<u32> {
        let mut path = path.to_vec();
        if self.closed {
            let at = path.iter().position(|&vertex| vertex == first).unwrap_or(0);
            path.rotate_left(at);
            if let [_, rest @ ..] = &mut path[..]
                && self.keeps_direction(reductions)
                && rest.first() > rest.last()
            {
                rest.reverse();
            }
            if !self.keeps_times(&path) && !path.is_empty() {
                path[1..].reverse();
            }
        }
        path
    }

    /// How many ends of a path are fixed at a vertex.
    #[must_use]
    pub fn ends_at(&self, vertex: u32) -> usize {
        let ends = [self.start, self.end].into_iter().filter(|_| !self.closed);
        ends.filter(|&end| end == Some(vertex)).count()
    }

    /// How many ends of a path are not fixed.
    #[must_use]
    pub fn free_ends(&self) -> usize {
        let ends = [self.start, self.end].into_iter().filter(|_| !self.closed);
        ends.filter(Option::is_none).count()
    }

    /// Whether a witness may start at this vertex.
    #[must_use]
    pub fn may_start(&self, vertex: u32) -> bool {
        self.start.is_none_or(|start| start == vertex)
    }

    /// Whether a path may end at this vertex.
    #[must_use]
    pub fn may_end(&self, vertex: u32) -> bool {
        self.end.is_none_or(|end| end == vertex)
    }
}
