//! The reasons themselves, each with the vertices that show it.

use std::convert::Infallible;

/// A reason why there is no witness, with the vertices that show it: by their numbers, or by
/// whatever else names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HamiltonianObstruction<V = u32> {
    /// Vertices that need two edges and have fewer.
    LowDegree(Vec<V>),
    /// A set of vertices that no edge leaves.
    Disconnected(Vec<V>),
    /// A vertex without which the graph falls into more pieces than a path or cycle does.
    Articulation(V),
    /// More than half of the vertices with no edge among them: on a path they take every
    /// other place, so they are too many, or these ends are not among them as they must be.
    Colours {
        /// The larger of the two colour classes (either, where they are equal).
        class: Vec<V>,
        /// The chosen ends that have the wrong colour.
        ends: Vec<V>,
    },
    /// A set S of vertices whose neighbours have too few places for the edges that a path or
    /// cycle has at S. With k(v) the number of neighbours in S of a vertex v,
    ///
    /// Σ over all v of min(p(v), k(v)) < 2·|S| − e.
    ///
    /// p(v) is 2, less one for each end fixed at v and one for each given edge from v to a
    /// vertex outside S; e is the number of fixed ends in S and, whether they are in S or not,
    /// of ends that are free (0 for a cycle). For the edges of a path or cycle at S, counted
    /// once from each vertex of S, are at least 2·|S| − e, and v is the other end of no more
    /// than min(p(v), k(v)) of them. S need not be independent; there are two vertices at
    /// least in the graph.
    NoTwoFactor(Vec<V>),
    /// Of a directed graph: a set S of vertices whose successors are too few. Each vertex of a path
    /// or cycle but the last of a path has a successor of its own, so they are at least |S| − e,
    /// e being 1 for a path whose end is free or in S, else 0. Left out are successors where a path
    /// must start, and arcs from the tail or to the head of another given arc.
    NoCycleCover {
        /// The set S.
        vertices: Vec<V>,
        /// Its successors.
        successors: Vec<V>,
    },
    /// Vertices in the order in which they are put together: each is a part, and after it the last
    /// two parts become one so many times, until all are one. For every part the ways are known
    /// in which paths of edges can visit its vertices, as edges out of it and pairs of these that
    /// a path joins: one vertex has two edges, and two ways go together that use the same of the
    /// edges between their parts and close no cycle before it visits all. In the end there is none.
    /// Only for cycles.
    ///
    /// Before that, some parts are each put together from the first vertices that are left, and
    /// then replaced: in all ways through such a part an edge out of it is joined to the same other
    /// one, and an edge between their other ends stands for the two.
    Carving {
        /// The vertices.
        vertices: Vec<V>,
        /// How many times, for each of them.
        joins: Vec<u32>,
        /// Of each part that is replaced how many vertices it has.
        replaced: Vec<u32>,
    },
    /// A set R of vertices without which the graph falls into more pieces than a path or cycle
    /// can join: more than |R| for a cycle, than |R| + 1 − e for a path with e ends that are
    /// fixed in R (Chvátal: "Tough graphs and Hamiltonian circuits", 1973). At least two, or
    /// the one where a path of more should both start and end.
    Toughness(Vec<V>),
    /// Given edges that cannot all be used: three at these vertices, or a closed round.
    Given(Vec<V>),
}

impl<V> HamiltonianObstruction<V> {
    /// The vertices that show it; of the colours, those of the class.
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
            | Self::Given(vertices) => vertices,
            Self::Articulation(vertex) => std::slice::from_ref(vertex),
        }
    }

    /// The same with other names of the vertices.
    pub fn map<W>(&self, name: impl Fn(&V) -> W) -> HamiltonianObstruction<W> {
        let Ok(named) = self.try_map(|vertex| Ok::<W, Infallible>(name(vertex)));
        named
    }

    /// As [`HamiltonianObstruction::map`], where not everything has another name.
    ///
    /// # Errors
    /// The first of `name`.
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
        })
    }
}
