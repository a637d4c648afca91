//! What proves that a graph has no Hamiltonian path or cycle.

use satranj_encodings::hamiltonian::obstruction::HamiltonianObstruction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::certificate::states_obstructions;

/// What proves a "no" of a graph, with the names of the vertices that show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum GraphCertificate {
    /// These vertices have fewer edges than a path or cycle needs there.
    LowDegree {
        /// More vertices of one edge than a path has ends, or one with none.
        vertices: Vec<String>,
    },
    /// No edge leads out of these vertices, and they are not all.
    Disconnected {
        /// A part of the graph that cannot be left.
        vertices: Vec<String>,
    },
    /// Without this vertex the graph falls into more parts than a path or cycle can join.
    Articulation {
        /// The one vertex.
        vertices: Vec<String>,
    },
    /// No edge joins two of these vertices, so at most every other vertex on the way is one of
    /// them, and there are too many.
    ColourParity {
        /// The vertices of one colour.
        vertices: Vec<String>,
        /// The start or end, where one has the wrong colour.
        ends: Vec<String>,
    },
    /// A path or cycle has two edges at each of these vertices (one where it begins or ends), and
    /// the vertices at the other ends of them have too few places: each has two, less those that
    /// an end or a given edge elsewhere takes, and no more than it has neighbours among these.
    NoTwoFactor {
        /// The vertices.
        vertices: Vec<String>,
    },
    /// Without these vertices the graph falls into more parts than a path or cycle can join.
    Toughness {
        /// The vertices.
        vertices: Vec<String>,
    },
    /// The given edges through these vertices cannot all be used: three at the first of them, or
    /// a round that closes too soon.
    GivenEdges {
        /// The vertex and its partners, or the round.
        vertices: Vec<String>,
    },
}

states_obstructions!(GraphCertificate: vertices of String, GivenEdges, "vertex",);

impl GraphCertificate {
    /// The names of the vertices that show it.
    #[must_use]
    pub fn vertices(&self) -> &[String] {
        match self {
            Self::LowDegree { vertices }
            | Self::Disconnected { vertices }
            | Self::Articulation { vertices }
            | Self::ColourParity { vertices, .. }
            | Self::NoTwoFactor { vertices }
            | Self::Toughness { vertices }
            | Self::GivenEdges { vertices } => vertices,
        }
    }

    /// The word for it in documents.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::LowDegree { .. } => "low_degree",
            Self::Disconnected { .. } => "disconnected",
            Self::Articulation { .. } => "articulation",
            Self::ColourParity { .. } => "colour_parity",
            Self::NoTwoFactor { .. } => "no_two_factor",
            Self::Toughness { .. } => "toughness",
            Self::GivenEdges { .. } => "given_edges",
        }
    }
}
