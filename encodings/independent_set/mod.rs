//! The independent set model: pairwise non-conflicting vertices, of one or several kinds.
//!
//! "Place pieces so that none attacks another" is exactly this: a vertex is a piece of some kind on
//! some cell, and the conflicts are the attacks.

#[doc(hidden)]
pub mod clique_cover;
#[doc(hidden)]
pub mod conflicts;
pub(crate) mod counts;
pub mod lines;
#[doc(hidden)]
pub mod matching;
#[doc(hidden)]
pub mod obstruction;

use std::sync::{Arc, OnceLock};

use conflicts::{Conflicts, Sets};
use petgraph::visit::{IntoEdgeReferences, NodeCompactIndexable};

use crate::{graph::Graph, lattice::Lattice, objective::Count};

pub use conflicts::PieceKind;

/// The question of an independent set.
///
/// Vertex `k * cells + v` is a piece of kind `k` on the cell that is vertex `v` of the lattices.
/// Pieces attack along the steps of their lattice, through other pieces; blocked cells end a
/// repeated step (but see [`IndependentSet::unshielded`]). The conflicts and the graph are built on
/// first use, once for all copies of a model.
///
/// ```
/// use satranj_encodings::{
///     independent_set::IndependentSet,
///     lattice::{Lattice, Step},
///     model::Count,
/// };
///
/// let rook = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// let rook = rook.map(|(rows, columns)| Step::ride(rows, columns));
/// let board = Lattice::new(3, 3, None, rook.to_vec());
/// let mut rooks = IndependentSet::on_lattice(board, Count::Exactly(3));
/// assert_eq!((rooks.vertices(), rooks.graph().edges()), (9, 18));
/// rooks.given = vec![0, 1];
/// assert_eq!(rooks.given_conflict(), Some((0, 1)));
/// ```
#[derive(Debug, Clone)]
pub struct IndependentSet {
    kinds: Vec<PieceKind>,
    /// Vertices that must be in the set; a number out of range makes this impossible.
    pub given: Vec<u32>,
    shielded: bool,
    /// The graph whose complement has the conflicts, if the model was stated that way.
    complement: Option<Arc<Graph>>,
    conflicts: Arc<OnceLock<Conflicts>>,
    graph: Arc<OnceLock<Graph>>,
}

impl IndependentSet {
    /// Pieces of one kind on the cells of a lattice.
    #[must_use]
    pub fn on_lattice(lattice: Lattice, count: Count) -> Self {
        Self::army(vec![PieceKind { lattice, side: None, count }])
    }

    /// Pairwise non-adjacent vertices of a graph.
    ///
    /// Its one kind is on a lattice without steps, a single row of the vertices, which has none of
    /// the conflicts: see [`IndependentSet::is_on_lattice`]. O(n + m).
    #[must_use]
    pub fn on_graph(graph: Graph, count: Count) -> Self {
        let set = Self::on_lattice(Lattice::of_graph(graph.vertices()), count);
        let conflicts = Arc::new(OnceLock::from(Conflicts::of_graph(&graph)));
        Self { conflicts, graph: Arc::new(OnceLock::from(graph)), ..set }
    }

    /// Pairwise adjacent vertices of a graph: an independent set of its complement, which is built
    /// only on first use, or at once if it is bipartite, because that has methods of its own. O(n + m).
    #[must_use]
    pub fn clique_of(graph: Arc<Graph>, count: Count) -> Self {
        let set = Self::on_lattice(Lattice::of_graph(graph.vertices()), count);
        let other = graph.is_co_bipartite().then(|| OnceLock::from(graph.complement()));
        Self { complement: Some(graph), graph: Arc::new(other.unwrap_or_default()), ..set }
    }

    /// The graph whose cliques the sets are, if the model was stated that way.
    #[must_use]
    pub fn complement(&self) -> Option<&Graph> {
        self.complement.as_deref()
    }

    /// Pairwise non-adjacent nodes of a petgraph graph, ignoring directions. Vertex `i` is the node
    /// of compact index `i`. O(n + m log m).
    #[must_use]
    pub fn from_petgraph<G>(graph: G, count: Count) -> Self
    where
        G: NodeCompactIndexable + IntoEdgeReferences,
    {
        Self::on_graph(Graph::from_petgraph(graph), count)
    }

    /// Whether the conflicts come from the steps of rectangles, and not from a graph.
    #[must_use]
    pub fn is_on_lattice(&self) -> bool {
        self.kinds.iter().all(|kind| kind.lattice.is_rectangle())
    }

    /// Pieces of one or several kinds (at least one); all kinds with [`Count::Optimum`] have the
    /// same number of pieces, as large as possible.
    #[must_use]
    pub fn army(kinds: Vec<PieceKind>) -> Self {
        Self {
            kinds,
            given: Vec::new(),
            shielded: true,
            complement: None,
            conflicts: Arc::default(),
            graph: Arc::default(),
        }
    }

    /// The same, but blocked cells do not end repeated steps; no effect on a graph.
    #[must_use]
    pub fn unshielded(self) -> Self {
        if self.kinds.iter().any(|kind| kind.lattice.is_of_graph()) {
            return self;
        }
        Self { shielded: false, conflicts: Arc::default(), graph: Arc::default(), ..self }
    }

    /// Whether blocked cells end repeated steps.
    #[must_use]
    pub fn is_shielded(&self) -> bool {
        self.shielded
    }

    /// The kinds.
    #[must_use]
    pub fn kinds(&self) -> &[PieceKind] {
        &self.kinds
    }

    /// The lattice and count of the only kind; `None` for several kinds or on a graph.
    #[must_use]
    pub fn single(&self) -> Option<&PieceKind> {
        match self.kinds.as_slice() {
            [kind] if kind.side.is_none() && self.is_on_lattice() => Some(kind),
            _ => None,
        }
    }

    /// Number of cells, which is the number of vertices of each kind.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.kinds.first().map_or(0, |kind| kind.lattice.vertices())
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.cells().saturating_mul(self.kinds.len() as u32)
    }

    /// The vertices of a kind.
    #[must_use]
    pub fn vertices_of(&self, kind: usize) -> std::ops::Range<u32> {
        let cells = self.cells();
        kind as u32 * cells..(kind as u32 + 1) * cells
    }

    /// The kind and the cell of a vertex.
    #[must_use]
    pub fn kind_and_cell(&self, vertex: u32) -> (usize, u32) {
        let cells = self.cells().max(1);
        ((vertex / cells) as usize, vertex % cells)
    }

    /// The kinds whose count is free.
    pub fn free_kinds(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.kinds.len()).filter(|&kind| self.kinds[kind].count == Count::Optimum)
    }

    /// Whether the best set is requested.
    #[must_use]
    pub fn is_optimum(&self) -> bool {
        self.free_kinds().next().is_some()
    }

    /// The given vertices in rising order without repetition.
    #[must_use]
    pub fn distinct_given(&self) -> Vec<u32> {
        let mut given = self.given.clone();
        given.sort_unstable();
        given.dedup();
        given
    }

    /// The largest number of given vertices of one kind whose count is free.
    #[must_use]
    pub fn most_given(&self) -> u32 {
        let given = self.distinct_given();
        let of_kind = |kind| {
            let range = self.vertices_of(kind);
            given.iter().filter(|vertex| range.contains(vertex)).count() as u32
        };
        self.free_kinds().map(of_kind).max().unwrap_or(0)
    }

    /// The number of pieces of each kind whose count is free; of all pieces if no count is free.
    #[must_use]
    pub fn value(&self, vertices: &[u32]) -> u32 {
        let of_kind = |number: usize| {
            let range = self.vertices_of(number);
            vertices.iter().filter(|vertex| range.contains(vertex)).count() as u32
        };
        self.free_kinds().map(of_kind).min().unwrap_or(vertices.len() as u32)
    }

    /// The same question with that count instead of the best.
    #[must_use]
    pub fn with_value(&self, value: u32) -> Self {
        let mut set = self.clone();
        for kind in &mut set.kinds {
            if kind.count == Count::Optimum {
                kind.count = Count::Exactly(value);
            }
        }
        set
    }

    /// The sum of the counts, if all are known.
    #[must_use]
    pub fn total(&self) -> Option<u32> {
        self.kinds.iter().try_fold(0u32, |sum, kind| match kind.count {
            Count::Exactly(count) => sum.checked_add(count),
            Count::Optimum => None,
        })
    }

    /// The conflicts, built on the first call.
    #[must_use]
    pub fn conflicts(&self) -> &Conflicts {
        self.conflicts.get_or_init(|| match self.complement {
            Some(_) => Conflicts::of_graph(self.graph()),
            None => Conflicts::new(&self.kinds, self.shielded),
        })
    }

    /// Bytes that [`IndependentSet::conflicts`] will take at its peak; 0 if they are built already.
    #[must_use]
    pub fn conflicts_bytes(&self) -> u64 {
        if self.conflicts.get().is_some() {
            return 0;
        }
        match &self.complement {
            // A pair takes two members and an end; arrays grow by doubling.
            Some(graph) => {
                self.graph_bytes().saturating_add(graph.missing_edges().saturating_mul(32))
            }
            None => Conflicts::bytes(&self.kinds),
        }
    }

    /// The graph of all conflicts, built on the first call.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| match &self.complement {
            Some(graph) => graph.complement(),
            None => self.conflicts().graph(self.vertices()),
        })
    }

    /// Bytes that [`IndependentSet::graph`] will take at its peak; 0 if it is built already.
    #[must_use]
    pub fn graph_bytes(&self) -> u64 {
        if self.graph.get().is_some() {
            return 0;
        }
        if let Some(graph) = &self.complement {
            let (vertices, edges) = (u64::from(graph.vertices()), graph.missing_edges());
            // More edges than 32 bits can number never fit.
            let fits = u32::try_from(edges).is_ok();
            return if fits { 96 * edges + 16 * vertices } else { u64::MAX };
        }
        self.conflicts_bytes().saturating_add(match self.conflicts.get() {
            Some(conflicts) => conflicts.arcs_bound().saturating_mul(48),
            None => self
                .kinds
                .iter()
                .map(|kind| kind.lattice.arcs_bound().saturating_mul(48))
                .fold(0, u64::saturating_add)
                .saturating_mul(self.kinds.len() as u64),
        })
    }

    /// The first given vertex that does not exist (twice), or two given ones that conflict.
    #[must_use]
    pub fn given_conflict(&self) -> Option<(u32, u32)> {
        let given = self.distinct_given();
        if let Some(&none) = given.iter().find(|&&vertex| vertex >= self.vertices()) {
            return Some((none, none));
        }
        let hit = |sets: &Sets| {
            sets.iter().find_map(|set| {
                let mut inside =
                    set.iter().copied().filter(|vertex| given.binary_search(vertex).is_ok());
                inside.next().zip(inside.next())
            })
        };
        if given.len() < 2 {
            return None;
        }
        if !self.is_on_lattice() {
            return self.conflict_among(&given);
        }
        let conflicts = self.conflicts();
        hit(&conflicts.cliques).or_else(|| {
            conflicts.bicliques().find_map(|(left, right)| {
                let inside = |set: &[u32]| {
                    set.iter().copied().find(|vertex| given.binary_search(vertex).is_ok())
                };
                inside(left).zip(inside(right))
            })
        })
    }

    /// Two conflicting vertices among some vertices of a graph. O(vertices · degree), for cliques
    /// O(vertices² log degree).
    fn conflict_among(&self, given: &[u32]) -> Option<(u32, u32)> {
        given.iter().enumerate().find_map(|(at, &one)| {
            let mut later = given[at + 1..].iter();
            let other = match &self.complement {
                Some(graph) => later.find(|&&other| graph.edge_between(one, other).is_none()),
                None => later.find(|&&other| self.graph().edge_between(one, other).is_some()),
            };
            other.map(|&other| (one, other))
        })
    }
}
