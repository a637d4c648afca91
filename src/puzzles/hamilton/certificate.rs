//! What proves that a graph has no Hamiltonian path or cycle.

use satranj_encodings::hamiltonian::obstruction::HamiltonianObstruction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::certificate::{graph_certificates, states_obstructions};

graph_certificates!(
    /// What proves a "no" of a graph, with the names of the vertices that show it.
    GraphCertificate as Graph {
        /// These vertices have fewer edges than a path or cycle needs there.
        LowDegree("low_degree") {
            /// More vertices of one edge than a path has ends, or one with none.
            vertices: Vec<String>,
        }
        /// No edge leads out of these vertices, and they are not all.
        Disconnected("disconnected") {
            /// A part of the graph that cannot be left.
            vertices: Vec<String>,
        }
        /// Without this vertex the graph falls into more parts than a path or cycle can join.
        Articulation("articulation") {
            /// The one vertex.
            vertices: Vec<String>,
        }
        /// No edge joins two of these vertices, so at most every other vertex on the way is one of
        /// them, and there are too many.
        ColourParity("colour_parity") {
            /// The vertices of one colour.
            vertices: Vec<String>,
            /// The start or end, where one has the wrong colour.
            ends: Vec<String>,
        }
        /// A path or cycle has two edges at each of these vertices (one where it begins or ends), and
        /// the vertices at the other ends of them have too few places: each has two, less those that
        /// an end or a given edge elsewhere takes, and no more than it has neighbours among these.
        ///
        /// Of a directed graph, with `successors`: each of these vertices has a successor of its own on
        /// the way (but the last of a path), and the arcs that a start and given arcs leave lead from
        /// them to these successors only, which are too few.
        NoTwoFactor("no_two_factor") {
            /// The vertices.
            vertices: Vec<String>,
            /// All vertices to which arcs lead from them, where their direction is the reason.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            successors: Option<Vec<String>>,
        }
        /// No cycle visits these vertices. Each is a part, and after it the last two parts become one so
        /// many times as `joins` says. Of every part the ways are known in which paths can visit its
        /// vertices: which edges out of it they use, and which two of them a path joins. Two ways go
        /// together that use the same edges between their parts and close no cycle before it visits all
        /// vertices; in the end there is none.
        ///
        /// Before that, so many vertices as `replaced` says are each time put together to a part,
        /// through which paths join the same two edges out of it in all ways: it is replaced by edges
        /// between the other ends of those two.
        Carving("carving") {
            /// The vertices in their order.
            vertices: Vec<String>,
            /// For each how many times the last two parts become one.
            joins: Vec<u32>,
            /// How many vertices each part has that is replaced.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            replaced: Vec<u32>,
        }
        /// Without these vertices the graph falls into more parts than a path or cycle can join.
        Toughness("toughness") {
            /// The vertices.
            vertices: Vec<String>,
        }
        /// The given edges through these vertices cannot all be used: three at the first of them, or
        /// a round that closes too soon.
        GivenEdges("given_edges") {
            /// The vertex and its partners, or the round.
            vertices: Vec<String>,
        }
    }
);

states_obstructions!(
    GraphCertificate: vertices of String, GivenEdges, "vertex",
    stating {
        HamiltonianObstruction::NoTwoFactor(vertices) => {
            Self::NoTwoFactor { vertices, successors: None }
        }
        HamiltonianObstruction::NoCycleCover { vertices, successors } => {
            Self::NoTwoFactor { vertices, successors: Some(successors) }
        }
    },
    stated {
        Self::NoTwoFactor { vertices, successors: None } => {
            HamiltonianObstruction::NoTwoFactor(vertices)
        }
        Self::NoTwoFactor { vertices, successors: Some(successors) } => {
            HamiltonianObstruction::NoCycleCover { vertices, successors }
        }
    }
);

impl GraphCertificate {
    /// The names of the vertices that show it.
    #[must_use]
    pub fn vertices(&self) -> &[String] {
        match self {
            Self::LowDegree { vertices }
            | Self::Disconnected { vertices }
            | Self::Articulation { vertices }
            | Self::ColourParity { vertices, .. }
            | Self::NoTwoFactor { vertices, .. }
            | Self::Carving { vertices, .. }
            | Self::Toughness { vertices }
            | Self::GivenEdges { vertices } => vertices,
        }
    }
}
