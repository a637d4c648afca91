//! The reasons themselves, each with the vertices that show it.

/// A reason why there is no witness, with the vertices that show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HamiltonianObstruction {
    /// Vertices that need two edges and have fewer.
    LowDegree(Vec<u32>),
    /// A set of vertices that no edge leaves.
    Disconnected(Vec<u32>),
    /// A vertex without which the graph falls into more pieces than a path or cycle does.
    Articulation(u32),
    /// More than half of the vertices with no edge among them: on a path they take every
    /// other place, so they are too many, or these ends are not among them as they must be.
    Colours {
        /// The larger of the two colour classes (either, where they are equal).
        class: Vec<u32>,
        /// The chosen ends that have the wrong colour.
        ends: Vec<u32>,
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
    NoTwoFactor(Vec<u32>),
    /// A set R of vertices without which the graph falls into more pieces than a path or cycle
    /// can join: more than |R| for a cycle, than |R| + 1 − e for a path with e ends that are
    /// fixed in R (Chvátal: "Tough graphs and Hamiltonian circuits", 1973). At least two, or
    /// the one where a path of more should both start and end.
    Toughness(Vec<u32>),
    /// Given edges that cannot all be used: three at these vertices, or a closed round.
    Given(Vec<u32>),
}
