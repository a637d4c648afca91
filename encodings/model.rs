//! Models: the mathematical core of a puzzle.

use std::sync::{Arc, OnceLock};

use rustsat::types::Lit;

use crate::{
    agent_paths::AgentPaths, colouring::Colouring, dominating_set::DominatingSet,
    exchange::Exchange, hamiltonian::Hamiltonian, independent_set::IndependentSet,
    longest_path::LongestPath, meeting::Meeting, objective::Objective, queens::Queens,
    route::Route, shortest_path::ShortestPath, vertex_cover::VertexCover,
};
pub use crate::{objective::Count, objective::Sense, obstruction::Obstruction, reading::Witness};

/// The question asked of a graph.
///
/// ```
/// use satranj_encodings::{
///     colouring::Colouring,
///     graph::Graph,
///     model::{Count, Model, Sense, Witness},
/// };
///
/// let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (2, 0)]);
/// let model = Model::Colouring(Colouring::new(triangle, Count::Optimum, Vec::new()));
/// assert_eq!(model.sense(), Some(Sense::Minimise));
/// assert_eq!(model.value(&Witness::Colours(vec![0, 1, 2])), 3);
/// // The same question for three colours.
/// assert_eq!(model.with_value(3u32).sense(), None);
/// assert!(model.is_colouring() && model.as_queens().is_none());
/// ```
#[derive(Debug, Clone)]
pub enum Model {
    /// A Hamiltonian path or cycle.
    Hamiltonian(Hamiltonian),
    /// A longest path or cycle.
    LongestPath(LongestPath),
    /// Pairwise non-adjacent vertices: this many, or as many as possible.
    IndependentSet(IndependentSet),
    /// The n-queens problem: an independent set whose graph may be too large to build.
    Queens(Queens),
    /// Vertices that dominate all: this many, or as few as possible.
    DominatingSet(DominatingSet),
    /// Vertices that touch every edge: this many, or as few as possible.
    VertexCover(VertexCover),
    /// One of the sets above with the greatest or least weight.
    WeightedSet(WeightedSet),
    /// A colour for every vertex, adjacent ones different: from this many, or from the fewest.
    Colouring(Colouring),
    /// Riders that meet at one vertex, in the fewest turns.
    Meeting(Meeting),
    /// A shortest path over a lattice.
    Route(Route),
    /// A path of the least weight through any graph.
    ShortestPath(ShortestPath),
    /// A shortest plan from one arrangement of pieces to another.
    Exchange(Exchange),
    /// A cheapest plan for agents that walk through a graph without collisions.
    AgentPaths(AgentPaths),
}

/// For each kind of model: a function that returns the model, and one that tests for it.
macro_rules! kinds {
    ($($kind:ident: $as_kind:ident, $is_kind:ident;)*) => {
        impl Model {
            $(
                /// The model, if it is one of this kind.
                #[must_use]
                pub fn $as_kind(&self) -> Option<&$kind> {
                    match self {
                        Self::$kind(model) => Some(model),
                        _ => None,
                    }
                }

                /// Whether it is one of this kind.
                #[must_use]
                pub fn $is_kind(&self) -> bool {
                    matches!(self, Self::$kind(_))
                }
            )*
        }
    };
}

kinds! {
    Hamiltonian: as_hamiltonian, is_hamiltonian;
    LongestPath: as_longest_path, is_longest_path;
    Queens: as_queens, is_queens;
    DominatingSet: as_dominating_set, is_dominating_set;
    VertexCover: as_vertex_cover, is_vertex_cover;
    WeightedSet: as_weighted_set, is_weighted_set;
    Colouring: as_colouring, is_colouring;
    Meeting: as_meeting, is_meeting;
    Route: as_route, is_route;
    ShortestPath: as_shortest_path, is_shortest_path;
    Exchange: as_exchange, is_exchange;
    AgentPaths: as_agent_paths, is_agent_paths;
}

impl Model {
    /// The Hamiltonian model, if it is one of undirected edges.
    #[must_use]
    pub fn as_undirected(&self) -> Option<&Hamiltonian> {
        self.as_hamiltonian().filter(|model| !model.is_directed())
    }

    /// The graph, ends and given edges of a path or cycle through all vertices, or of a longest one.
    #[must_use]
    pub fn visit(&self) -> Option<&Hamiltonian> {
        self.as_longest_path().map(|longest| &longest.visit).or_else(|| self.as_hamiltonian())
    }

    /// The independent set, if it is one; the n-queens problem is one if it is small enough to be
    /// written out.
    #[must_use]
    pub fn as_independent_set(&self) -> Option<&IndependentSet> {
        match self {
            Self::IndependentSet(model) => Some(model),
            Self::Queens(queens) => queens.independent_set(),
            _ => None,
        }
    }

    /// Whether [`Model::as_independent_set`] returns one; builds nothing.
    #[must_use]
    pub fn is_independent_set(&self) -> bool {
        match self {
            Self::IndependentSet(_) => true,
            Self::Queens(queens) => queens.is_independent_set(),
            _ => false,
        }
    }

    /// The weight of each vertex, if vertices have weights.
    #[must_use]
    pub fn weights(&self) -> Option<&[u32]> {
        self.as_weighted_set().map(WeightedSet::weights)
    }

    /// Whether clauses can bound the value of a witness as an encoding defines it: weights only up
    /// to a [total](WeightedSet::has_bound), other values always.
    #[must_use]
    pub fn has_bound(&self) -> bool {
        self.as_weighted_set().is_none_or(WeightedSet::has_bound)
    }

    /// The same question with weight 1 for each vertex, if vertices have weights; otherwise itself.
    #[must_use]
    pub fn unweighted(&self) -> &Self {
        self.as_weighted_set().map_or(self, WeightedSet::sets)
    }

    /// The same question with all its witnesses, if formulas keep only some of those that are
    /// equivalent.
    #[must_use]
    pub fn with_all_witnesses(&self) -> Option<Self> {
        let colouring = self.as_colouring().filter(|colouring| colouring.is_anchored())?;
        Some(Self::Colouring(colouring.unanchored()))
    }

    /// What is better, if the best witness is requested; `None` if any will do.
    #[must_use]
    pub fn sense(&self) -> Option<Sense> {
        let fewest = |at_most: Option<u64>| at_most.is_none().then_some(Sense::Minimise);
        match self {
            Self::Meeting(model) => fewest(model.at_most),
            Self::Route(model) => fewest(model.at_most),
            Self::ShortestPath(model) => fewest(model.at_most),
            Self::Exchange(model) => fewest(model.at_most),
            Self::AgentPaths(model) => fewest(model.at_most),
            Self::LongestPath(model) => model.at_least.is_none().then_some(Sense::Maximise),
            Self::Hamiltonian(_) | Self::Queens(_) => None,
            Self::IndependentSet(model) => model.is_optimum().then_some(Sense::Maximise),
            Self::WeightedSet(model) => model.enough().is_none().then(|| model.direction()),
            Self::Colouring(Colouring { colours: count, .. })
            | Self::VertexCover(VertexCover { count, .. }) => {
                (*count == Count::Optimum).then_some(Sense::Minimise)
            }
            Self::DominatingSet(set) => (set.count == Count::Optimum).then(|| set.sense()),
        }
    }

    /// The value of a witness that [`Model::sense`] compares: the number of vertices; for several
    /// kinds, that of one kind with a free count; the edges of a longest path; the weight, if vertices have weights; the turns
    /// of all riders, the cost of a path, the steps of a plan, the cost of a plan for agents, the
    /// greatest colour counted from 1.
    #[must_use]
    pub fn value(&self, witness: &Witness) -> u64 {
        match (self, witness) {
            (Self::IndependentSet(model), Witness::Vertices(vertices)) => {
                model.value(vertices).into()
            }
            (Self::WeightedSet(model), Witness::Vertices(vertices)) => model.value(vertices),
            (Self::Meeting(model), Witness::Meeting { paths, .. }) => {
                model.turns(paths.iter().map(|path| path.len() as u64))
            }
            (Self::LongestPath(model), Witness::Path(path)) => model.length(path),
            (Self::Route(model), Witness::Path(path)) => model.cost(path),
            (Self::ShortestPath(model), Witness::Path(path)) => model.cost(path),
            (_, Witness::Colours(colours)) => Colouring::value(colours).into(),
            (Self::AgentPaths(model), Witness::Paths(paths)) => model.cost_of(paths),
            (_, Witness::Plan(steps)) => steps.len() as u64,
            _ => witness.numbers().len() as u64,
        }
    }

    /// Whether a witness is preferred to another of the same value: a meeting at a lesser vertex
    /// is.
    #[must_use]
    pub fn prefers(&self, witness: &Witness, to: &Witness) -> bool {
        match (witness, to) {
            (Witness::Meeting { vertex, .. }, Witness::Meeting { vertex: other, .. }) => {
                vertex < other
            }
            _ => false,
        }
    }

    /// The same question for exactly that value instead of the best; for that value or a better one
    /// for plans, paths and weighted sets.
    #[must_use]
    pub fn with_value(&self, value: impl Into<u64>) -> Self {
        let value = value.into();
        // No set has more vertices.
        let size = u32::try_from(value).unwrap_or(u32::MAX);
        match self {
            Self::LongestPath(model) => Self::LongestPath(model.with_length(value)),
            Self::IndependentSet(model) => Self::IndependentSet(model.with_value(size)),
            Self::DominatingSet(model) => {
                let mut model = model.clone();
                model.count = Count::Exactly(size);
                Self::DominatingSet(model)
            }
            Self::VertexCover(model) => Self::VertexCover(model.with_count(size)),
            Self::WeightedSet(model) => Self::WeightedSet(model.with_enough(value)),
            Self::Colouring(model) => Self::Colouring(model.with_colours(size)),
            Self::Meeting(model) => {
                Self::Meeting(Meeting { at_most: Some(value), ..model.clone() })
            }
            Self::Route(model) => Self::Route(Route { at_most: Some(value), ..model.clone() }),
            Self::ShortestPath(model) => Self::ShortestPath(model.within(value)),
            Self::Exchange(model) => {
                Self::Exchange(Exchange { at_most: Some(value), ..model.clone() })
            }
            Self::AgentPaths(model) => Self::AgentPaths(model.within(value)),
            Self::Hamiltonian(_) | Self::Queens(_) => self.clone(),
        }
    }

    /// Bytes that the graph or the conflicts of the model will take at their peak when built on
    /// first use; 0 if they are built already.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Hamiltonian(model) => model.graph_bytes(),
            Self::LongestPath(model) => model.visit.graph_bytes(),
            Self::IndependentSet(model) => model.conflicts_bytes(),
            Self::Queens(queens) => queens.bytes(),
            Self::DominatingSet(model) => model.graph_bytes(),
            Self::WeightedSet(model) => model.sets().bytes(),
            Self::VertexCover(_)
            | Self::Colouring(_)
            | Self::ShortestPath(_)
            | Self::Exchange(_)
            | Self::AgentPaths(_) => 0,
            Self::Meeting(model) => model.board.bytes(),
            Self::Route(model) => model.board.bytes(),
        }
    }
}

/// A heaviest independent set or clique, or a lightest vertex cover or dominating set, of a graph
/// whose vertices have weights.
#[derive(Debug, Clone)]
pub struct WeightedSet {
    sets: Box<Model>,
    weights: Arc<[u32]>,
    enough: Option<u64>,
    left_out: Arc<OnceLock<Option<WeightedSet>>>,
}

impl WeightedSet {
    /// The sets of an independent set of one kind, a dominating set or a vertex cover with the best
    /// count, with a weight per vertex; `None` for any other model, or for a wrong number of
    /// weights.
    #[must_use]
    pub fn new(sets: Model, weights: Vec<u32>) -> Option<Self> {
        let vertices = match &sets {
            Model::IndependentSet(set) if set.kinds().len() == 1 => set.vertices(),
            Model::DominatingSet(set) => set.vertices(),
            Model::VertexCover(cover) => cover.vertices(),
            _ => return None,
        };
        let fits = sets.sense().is_some() && weights.len() == vertices as usize;
        let (sets, weights) = (Box::new(sets), weights.into());
        fits.then(|| Self { sets, weights, enough: None, left_out: Arc::default() })
    }

    /// The model of the sets, as if each vertex weighed 1.
    #[must_use]
    pub fn sets(&self) -> &Model {
        &self.sets
    }

    /// The weight of each vertex.
    #[must_use]
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.weights.len() as u32
    }

    /// Whether the greatest or the least weight is requested, even if some weight is enough.
    #[must_use]
    pub fn direction(&self) -> Sense {
        if self.sets.as_independent_set().is_some() { Sense::Maximise } else { Sense::Minimise }
    }

    /// The weight of all vertices.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.weights.iter().copied().map(u64::from).sum()
    }

    /// The weight of some vertices.
    #[must_use]
    pub fn value(&self, vertices: &[u32]) -> u64 {
        vertices.iter().map(|&vertex| u64::from(self.weights[vertex as usize])).sum()
    }

    /// The weight that is enough instead of the best, if there is one.
    #[must_use]
    pub fn enough(&self) -> Option<u64> {
        self.enough
    }

    /// The same, but any set of this weight or a better one is accepted.
    #[must_use]
    pub fn with_enough(&self, weight: u64) -> Self {
        Self { enough: Some(weight), left_out: Arc::default(), ..self.clone() }
    }

    /// The weight of the vertices, as the objective of an encoding of [`WeightedSet::sets`].
    #[must_use]
    pub fn objective(&self) -> Objective {
        let literals = (0..self.vertices()).map(Lit::positive).collect();
        Objective { weights: self.weights.to_vec(), ..Objective::new(literals, self.direction()) }
    }

    /// Whether clauses can bound the weight: the feature `weights` and a total of at most 2^24
    /// times the common divisor of the weights.
    #[must_use]
    pub fn has_bound(&self) -> bool {
        #[cfg(feature = "weights")]
        return crate::weighted_set::bound::fits(self.weights.iter().copied());
        #[cfg(not(feature = "weights"))]
        false
    }

    /// For vertex covers, their complements, as independent sets of the vertices that are not
    /// given; built on the first call.
    #[must_use]
    pub fn left_out(&self) -> Option<&Self> {
        let cover = self.sets.as_vertex_cover()?;
        let left_out = self.left_out.get_or_init(|| {
            let set = cover.independent_set()?.clone();
            let open: Vec<u32> = (0..set.vertices()).collect();
            let open = cover.named(&open);
            let weights = open.iter().map(|&vertex| self.weights[vertex as usize]).collect();
            let enough = self.enough.map(|most| self.total().saturating_sub(most));
            Some(Self { enough, ..Self::new(Model::IndependentSet(set), weights)? })
        });
        left_out.as_ref()
    }
}
