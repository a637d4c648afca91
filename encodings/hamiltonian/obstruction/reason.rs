//! The obstructions, each with the vertices that show it.

use std::convert::Infallible;

/// A reason why there is no witness, with the vertices that show it: by number or by any other
/// name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HamiltonianObstruction<V = u32> {
    /// Vertices that need two edges but have fewer.
    LowDegree(Vec<V>),
    /// A set of vertices that no edge leaves.
    Disconnected(Vec<V>),
    /// A vertex whose removal leaves more components than a path or cycle allows.
    Articulation(V),
    /// At least half of the vertices, with no edge among them. No two of them are neighbours on a
    /// path, so either there are too many of them, or the chosen ends have the wrong colour.
    Colours {
        /// The larger of the two colour classes (either, if they are equal).
        class: Vec<V>,
        /// The chosen ends that have the wrong colour.
        ends: Vec<V>,
    },
    /// A set S of vertices whose neighbours have too few places for the edges that a path or cycle
    /// needs at S. With k(v) the number of neighbours in S of a vertex v,
    ///
    /// Σ over all v of min(p(v), k(v)) < 2·|S| − e.
    ///
    /// p(v) is 2, less one for each end fixed at v and one for each given edge from v to a vertex
    /// outside S; e is the number of fixed ends in S plus the number of free ends (0 for a cycle).
    /// Reason: a path or cycle has at least 2·|S| − e edges at S, counted once from each vertex of
    /// S, and v is the other end of at most min(p(v), k(v)) of them. S need not be independent; the
    /// graph has at least two vertices.
    NoTwoFactor(Vec<V>),
    /// For a directed graph: a set S of vertices with too few successors. Each vertex of a path or
    /// cycle but the last of a path has its own successor, so S has at least |S| − e of them, where
    /// e is 1 for a path whose end is free or in S, otherwise 0. Not counted are a successor at
    /// which a path must start, and arcs from the tail or to the head of another given arc.
    NoCycleCover {
        /// The set S.
        vertices: Vec<V>,
        /// Its successors.
        successors: Vec<V>,
    },
    /// Only for cycles. Vertices in the order in which they are joined: each is a part, and after
    /// it the last two parts are joined that many times, until one part is left. For every part a
    /// checker enumerates all ways in which paths can visit its vertices: the boundary edges that
    /// they use, and the pairs of boundary edges that a path joins. A single vertex has two edges;
    /// two ways can be joined if they use the same edges between their parts and close no cycle
    /// before all vertices are visited. At the end no way is left.
    ///
    /// Before that, some parts, each joined from the first vertices left, are replaced: if all ways
    /// through a part pair the same boundary edges, an edge between their outer ends replaces each
    /// pair.
    Carving {
        /// The vertices.
        vertices: Vec<V>,
        /// The number of joins after each vertex.
        joins: Vec<u32>,
        /// The number of vertices of each replaced part.
        replaced: Vec<u32>,
    },
    /// A set R of vertices without which the graph has more components than a path or cycle can
    /// join: more than |R| for a cycle, than |R| + 1 − e for a path with e ends fixed in R
    /// (Chvátal: "Tough graphs and Hamiltonian circuits", 1973). R has at least two vertices, or is
    /// the one vertex at which a longer path should both start and end.
    Toughness(Vec<V>),
    /// Given edges that cannot all be used: three at these vertices, or a cycle.
    Given(Vec<V>),
    /// Only for cycles. A vertex and three of its neighbours: a cycle uses each of the three edges,
    /// because the graph falls apart without that edge and another one, its cut.
    Forced {
        /// The vertex, then the neighbours.
        vertices: Vec<V>,
        /// The other edge of each cut.
        cuts: Vec<[V; 2]>,
    },
    /// Two vertices with times, but no walk past the other vertices with times leads from the first to
    /// the second in as many steps as there are between their times.
    GivenTimes(Vec<V>),
    /// The symmetry can neither shift a cycle nor turn a path or cycle round. The vertices are a colour
    /// class, if the colours show it, or those that the symmetry keeps; there may be no such vertices.
    Symmetry(Vec<V>),
    /// For a cycle of a directed graph in which forced arcs leave at most two successors and predecessors
    /// at each vertex: none of the cycle covers is one cycle, or without a count, each has an even number
    /// of cycles.
    CycleCovers {
        /// The number of cycle covers.
        count: Option<u32>,
    },
}

impl<V> HamiltonianObstruction<V> {
    /// The vertices that show the obstruction; for colours, those of the class.
    #[must_use]
    pub fn shown(&self) -> &[V] {
        match self {
            Self::LowDegree(vertices)
            | Self::Disconnected(vertices)
            | Self::Colours { class: vertices, .. }
            | Self::NoTwoFactor(vertices)
            | Self::NoCycleCover { vertices, .. }
            | Self::Carving { vertices, .. }
            | Self::Toughness(vertices)
            | Self::Given(vertices)
            | Self::Forced { vertices, .. }
            | Self::GivenTimes(vertices)
            | Self::Symmetry(vertices) => vertices,
            Self::Articulation(vertex) => std::slice::from_ref(vertex),
            Self::CycleCovers { .. } => &[],
        }
    }

    /// The same with the vertices renamed.
    pub fn map<W>(&self, name: impl Fn(&V) -> W) -> HamiltonianObstruction<W> {
        let Ok(named) = self.try_map(|vertex| Ok::<W, Infallible>(name(vertex)));
        named
    }

    /// Like [`HamiltonianObstruction::map`], but renaming may fail.
    ///
    /// # Errors
    /// The first error of `name`.
    pub fn try_map<W, E>(
        &self,
        name: impl Fn(&V) -> Result<W, E>,
    ) -> Result<HamiltonianObstruction<W>, E> {
        let all = |list: &[V]| list.iter().map(&name).collect::<Result<Vec<W>, E>>();
        Ok(match self {
            Self::LowDegree(vertices) => HamiltonianObstruction::LowDegree(all(vertices)?),
            Self::Disconnected(vertices) => HamiltonianObstruction::Disconnected(all(vertices)?),
            Self::Articulation(vertex) => HamiltonianObstruction::Articulation(name(vertex)?),
            Self::Colours { class, ends } => {
                HamiltonianObstruction::Colours { class: all(class)?, ends: all(ends)? }
            }
            Self::NoTwoFactor(vertices) => HamiltonianObstruction::NoTwoFactor(all(vertices)?),
            Self::NoCycleCover { vertices, successors } => HamiltonianObstruction::NoCycleCover {
                vertices: all(vertices)?,
                successors: all(successors)?,
            },
            Self::Carving { vertices, joins, replaced } => HamiltonianObstruction::Carving {
                vertices: all(vertices)?,
                joins: joins.clone(),
                replaced: replaced.clone(),
            },
            Self::Toughness(vertices) => HamiltonianObstruction::Toughness(all(vertices)?),
            Self::Given(vertices) => HamiltonianObstruction::Given(all(vertices)?),
            Self::Forced { vertices, cuts } => HamiltonianObstruction::Forced {
                vertices: all(vertices)?,
                cuts: cuts
                    .iter()
                    .map(|[a, b]| Ok([name(a)?, name(b)?]))
                    .collect::<Result<_, E>>()?,
            },
            Self::GivenTimes(vertices) => HamiltonianObstruction::GivenTimes(all(vertices)?),
            Self::Symmetry(vertices) => HamiltonianObstruction::Symmetry(all(vertices)?),
            &Self::CycleCovers { count } => HamiltonianObstruction::CycleCovers { count },
        })
    }
}
