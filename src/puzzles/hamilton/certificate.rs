//! Proves that a graph has no Hamiltonian path or cycle.

use satranj_encodings::hamiltonian::obstruction::HamiltonianObstruction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::{
    certificate::{certificates, two_forms},
    places::PlaceName,
};

certificates!(
    /// Proves a "no" about a graph, with the names of the vertices that show it.
    GraphCertificate<N = String> {
        /// These vertices have fewer edges than a path or cycle needs there.
        LowDegree("low_degree") {
            /// More vertices with one edge than a path has ends, or one vertex without edges.
            vertices: Vec<N>,
        }
        /// No edge leads out of these vertices, and they are not all.
        Disconnected("disconnected") {
            /// A part of the graph that cannot be left.
            vertices: Vec<N>,
        }
        /// Without this vertex the graph splits into more parts than a path or cycle can join.
        Articulation("articulation") {
            /// The one vertex.
            vertices: Vec<N>,
        }
        /// No edge joins two of these vertices, so a path or cycle visits one of them at most every
        /// other step, but there are too many of them.
        ColourParity("colour_parity") {
            /// The vertices of one colour.
            vertices: Vec<N>,
            /// The start or end, if it has the wrong colour.
            ends: Vec<N>,
        }
        /// A path or cycle has two edges at each of these vertices (one at a start or end), but the vertices
        /// at the other ends have too few places: each has two, minus those taken by an end or by a given
        /// edge elsewhere, and at most its number of neighbours among these vertices.
        ///
        /// For a directed graph, with `successors`: each of these vertices needs its own successor (except
        /// the last of a path), but the arcs that a start and given arcs leave lead from them only to these
        /// successors, which are too few.
        NoTwoFactor("no_two_factor") {
            /// The vertices.
            vertices: Vec<N>,
            /// All vertices to which arcs lead from them, if the direction is the reason.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            successors: Option<Vec<N>>,
        }
        /// No cycle visits these vertices. Each vertex is pushed as a part; after it, the last two
        /// parts are joined as often as `joins` says. For each part all ways are known in which
        /// paths can visit its vertices: the edges out of it that they use, and which two of these
        /// each path joins. Two ways fit if they use the same edges between their parts and close
        /// no cycle before all vertices are visited. At the end no way is left.
        ///
        /// Before that, each entry of `replaced` joins that many vertices to one part, in which
        /// every way joins the same pairs of edges out of it. The part is replaced by edges between
        /// the other ends of each pair.
        Carving("carving") {
            /// The vertices in their order.
            vertices: Vec<N>,
            /// For each vertex, how many times the last two parts are joined after it.
            joins: Vec<u32>,
            /// The number of vertices of each replaced part.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            replaced: Vec<u32>,
        }
        /// Without these vertices the graph splits into more parts than a path or cycle can join.
        Toughness("toughness") {
            /// The vertices.
            vertices: Vec<N>,
        }
        /// The given edges through these vertices cannot all be used: three at the first vertex, or
        /// a cycle that closes too soon.
        GivenEdges("given_edges") {
            /// The vertex and its partners, or the cycle.
            vertices: Vec<N>,
        }
        /// A cycle uses each of the edges between the first vertex and the three others: without the edge and
        /// the one in `cuts` the graph falls into two parts, so a cycle uses both. Three edges at a vertex are
        /// too many.
        ForcedEdges("forced_edges") {
            /// The vertex and the other ends of the three edges.
            vertices: Vec<N>,
            /// For each of the three edges, the other edge between the two parts.
            cuts: Vec<[N; 2]>,
        }
        /// No walk past the other vertices with given times leads from the first of these vertices to
        /// the second in as many steps as there are between their times.
        GivenTimes("given_times") {
            /// The two vertices.
            vertices: Vec<N>,
        }
        /// Directed edges from each vertex lead to at most two others, and at most two lead to it, where
        /// forced ones leave no choice. Each choice makes a cycle cover: every vertex is in one of its
        /// cycles. No cover is one cycle: there are `count` of them, or if it is absent, all have an even
        /// number of cycles.
        CycleCovers("cycle_covers") {
            /// The number of cycle covers.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            count: Option<u32>,
        }
    }
);

two_forms! {
    GraphCertificate<N> as HamiltonianObstruction<N> where N: PlaceName,
    stating {
        HamiltonianObstruction::Articulation(place) => Self::Articulation { vertices: vec![place] },
        // Graphs have no stated symmetry.
        HamiltonianObstruction::Symmetry(_) => return None,
    }
    obstruction {
        Self::Articulation { vertices } => match <[N; 1]>::try_from(vertices) {
            Ok([place]) => HamiltonianObstruction::Articulation(place),
            Err(_) => return Err(format!("an articulation is one {}", N::WORDS.noun)),
        },
    }
    LowDegree { vertices } = LowDegree(vertices),
    Disconnected { vertices } = Disconnected(vertices),
    ColourParity { vertices, ends } = Colours { class: vertices, ends },
    NoTwoFactor { vertices, successors: None } = NoTwoFactor(vertices),
    NoTwoFactor { vertices, successors: Some(successors) } = NoCycleCover { vertices, successors },
    Carving { vertices, joins, replaced } = Carving { vertices, joins, replaced },
    Toughness { vertices } = Toughness(vertices),
    GivenEdges { vertices } = Given(vertices),
    ForcedEdges { vertices, cuts } = Forced { vertices, cuts },
    GivenTimes { vertices } = GivenTimes(vertices),
    CycleCovers { count } = CycleCovers { count },
}
