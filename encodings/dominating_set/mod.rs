//! The dominating set model: vertices that reach every vertex in at most one step.

pub mod cover;
pub mod crossing_lines;
pub mod line_cover;
#[doc(hidden)]
pub mod packing;
#[doc(hidden)]
pub mod reduction;

use petgraph::visit::{IntoEdgeReferences, NodeCompactIndexable};

use crate::{
    graph::Graph,
    independent_set::IndependentSet,
    lattice::Lattice,
    lattice_graph::LatticeGraph,
    objective::{Count, Sense},
};

/// The question of a dominating set.
///
/// ```
/// use satranj_encodings::{dominating_set::DominatingSet, graph::Graph, model::Count};
///
/// let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]);
/// let mut set = DominatingSet::on_graph(star, Count::Optimum).with_blocked(vec![0]);
/// assert!(set.undominated().is_empty());
/// // Leaves no longer dominate themselves, and their only neighbour is blocked.
/// set.total = true;
/// assert_eq!(set.undominated(), [1, 2, 3]);
/// ```
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition of its own")]
pub struct DominatingSet {
    pieces: IndependentSet,
    /// How many vertices.
    pub count: Count,
    /// Whether every vertex of the set must itself have a neighbour in the set.
    pub total: bool,
    /// Whether no two vertices of the set may be adjacent.
    pub independent: bool,
    /// Whether no vertex outside the set may have two neighbours in it; in a total set, no vertex.
    pub perfect: bool,
    /// Whether each vertex of the set must be the only one that dominates some vertex, so that none
    /// can be spared; then the best set is the largest.
    pub minimal: bool,
    /// In rising order.
    blocked: Vec<u32>,
    /// The moves, if some cannot be taken back.
    moves: Option<LatticeGraph>,
}

impl DominatingSet {
    /// A dominating set of the cells of a lattice, without further conditions: each cell is in the
    /// set, or a step leads to it from one in the set.
    #[must_use]
    pub fn on_lattice(lattice: Lattice, count: Count) -> Self {
        let moves = lattice.is_directed().then(|| LatticeGraph::new(lattice.clone()));
        Self { moves, ..Self::of(IndependentSet::on_lattice(lattice, Count::Optimum), count) }
    }

    /// A dominating set of the vertices of a graph, without further conditions.
    #[must_use]
    pub fn on_graph(graph: Graph, count: Count) -> Self {
        Self::of(IndependentSet::on_graph(graph, Count::Optimum), count)
    }

    fn of(pieces: IndependentSet, count: Count) -> Self {
        Self {
            pieces,
            count,
            total: false,
            independent: false,
            perfect: false,
            minimal: false,
            blocked: Vec::new(),
            moves: None,
        }
    }

    /// A dominating set of the nodes of a petgraph graph, ignoring directions. Vertex `i` is the
    /// node of compact index `i`. O(n + m log m).
    #[must_use]
    pub fn from_petgraph<G>(graph: G, count: Count) -> Self
    where
        G: NodeCompactIndexable + IntoEdgeReferences,
    {
        Self::on_graph(Graph::from_petgraph(graph), count)
    }

    /// The pieces without domination, as if they did not attack one another: their lattice,
    /// conflicts and given vertices. Its count has no meaning.
    #[must_use]
    pub fn pieces(&self) -> &IndependentSet {
        &self.pieces
    }

    /// The same under the conditions of another set: total, independent, perfect, minimal.
    #[must_use]
    pub fn with_conditions_of(self, other: &Self) -> Self {
        let Self { total, independent, perfect, minimal, .. } = *other;
        Self { total, independent, perfect, minimal, ..self }
    }

    /// Whether larger or smaller sets are better.
    #[must_use]
    pub fn sense(&self) -> Sense {
        if self.minimal { Sense::Maximise } else { Sense::Minimise }
    }

    /// Vertices that must be in the set.
    #[must_use]
    pub fn given(&self) -> &[u32] {
        &self.pieces.given
    }

    /// The same with these vertices given.
    #[must_use]
    pub fn with_given(mut self, given: Vec<u32>) -> Self {
        self.pieces.given = given;
        self
    }

    /// The same model with these vertices of a graph kept out of the set; they must still be
    /// dominated.
    #[must_use]
    pub fn with_blocked(mut self, mut blocked: Vec<u32>) -> Self {
        blocked.sort_unstable();
        blocked.dedup();
        self.blocked = blocked;
        self
    }

    /// Vertices that must not be in the set, in rising order.
    #[must_use]
    pub fn blocked(&self) -> &[u32] {
        &self.blocked
    }

    /// Whether a vertex must not be in the set. O(log blocked).
    #[must_use]
    pub fn is_blocked(&self, vertex: u32) -> bool {
        self.blocked.binary_search(&vertex).is_ok()
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.pieces.vertices()
    }

    /// Whether some vertex may dominate one that does not dominate it.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.moves.is_some()
    }

    /// The moves, if some do not lead back.
    #[must_use]
    pub fn moves(&self) -> Option<&LatticeGraph> {
        self.moves.as_ref()
    }

    /// The graph of the steps, without directions; built on the first call.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.pieces.graph()
    }

    /// Bytes that [`DominatingSet::graph`] will take at its peak; 0 if it is built already.
    #[must_use]
    pub fn graph_bytes(&self) -> u64 {
        let moves = self.moves.as_ref().map_or(0, LatticeGraph::bytes);
        self.pieces.graph_bytes().saturating_add(moves)
    }

    /// The vertices that cannot be dominated: all their dominators are blocked, or, for a total
    /// set, they have no neighbour.
    #[must_use]
    pub fn undominated(&self) -> Vec<u32> {
        let is_alone = |vertex: &u32| {
            let mut alone = true;
            self.dominators(*vertex, &mut |other| alone &= self.is_blocked(other));
            alone
        };
        if !self.total && self.blocked.is_empty() {
            return Vec::new();
        }
        (0..self.vertices()).filter(is_alone).collect()
    }

    /// Calls `each` with every vertex that dominates this one: itself, unless the set is to be
    /// total, then its neighbours in rising order.
    pub fn dominators(&self, vertex: u32, each: &mut dyn FnMut(u32)) {
        if !self.total {
            each(vertex);
        }
        self.attackers(vertex, each);
    }

    /// Calls `each` with the neighbours of a vertex that dominate it, in rising order.
    pub fn attackers(&self, vertex: u32, each: &mut dyn FnMut(u32)) {
        self.beside(vertex, true, each);
    }

    /// Calls `each` with every vertex that this one dominates, in the same order.
    pub fn dominated(&self, vertex: u32, each: &mut dyn FnMut(u32)) {
        if !self.total {
            each(vertex);
        }
        self.beside(vertex, false, each);
    }

    /// Calls `each` with the vertices to which a move leads, or from which one leads.
    fn beside(&self, vertex: u32, against: bool, each: &mut dyn FnMut(u32)) {
        match &self.moves {
            Some(moves) => moves.beside(vertex, against).for_each(|(other, _)| each(other)),
            None => self.graph().neighbours(vertex).iter().copied().for_each(each),
        }
    }
}
