//! What proves that a graph has no Hamiltonian path or cycle.

use satranj_encodings::hamiltonian::obstruction::HamiltonianObstruction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

impl GraphCertificate {
    /// What an obstruction means, with vertices named by `name`.
    pub fn of(reason: &HamiltonianObstruction, name: &dyn Fn(u32) -> String) -> Self {
        let named = |list: &[u32]| list.iter().map(|&vertex| name(vertex)).collect();
        match reason {
            HamiltonianObstruction::LowDegree(list) => Self::LowDegree { vertices: named(list) },
            HamiltonianObstruction::Disconnected(list) => {
                Self::Disconnected { vertices: named(list) }
            }
            HamiltonianObstruction::Articulation(vertex) => {
                Self::Articulation { vertices: named(&[*vertex]) }
            }
            HamiltonianObstruction::Colours { class, ends } => {
                Self::ColourParity { vertices: named(class), ends: named(ends) }
            }
            HamiltonianObstruction::NoTwoFactor(list) => {
                Self::NoTwoFactor { vertices: named(list) }
            }
            HamiltonianObstruction::Toughness(list) => Self::Toughness { vertices: named(list) },
            HamiltonianObstruction::Given(list) => Self::GivenEdges { vertices: named(list) },
        }
    }

    /// The obstruction that it states, with vertices numbered by `number`; the error is the name
    /// of one that has none, or that a part is missing.
    ///
    /// # Errors
    /// A sentence.
    pub fn reason(
        &self,
        number: &dyn Fn(&str) -> Option<u32>,
    ) -> Result<HamiltonianObstruction, String> {
        let numbers = |names: &[String]| -> Result<Vec<u32>, String> {
            let unknown = |name: &String| format!("`{name}` is no vertex of the graph");
            names.iter().map(|name| number(name).ok_or_else(|| unknown(name))).collect()
        };
        Ok(match self {
            Self::LowDegree { vertices } => HamiltonianObstruction::LowDegree(numbers(vertices)?),
            Self::Disconnected { vertices } => {
                HamiltonianObstruction::Disconnected(numbers(vertices)?)
            }
            Self::Articulation { vertices } => match numbers(vertices)?[..] {
                [vertex] => HamiltonianObstruction::Articulation(vertex),
                _ => return Err("an articulation is one vertex".into()),
            },
            // The ends are for the reader; they are counted from the statement.
            Self::ColourParity { vertices, ends } => {
                HamiltonianObstruction::Colours { class: numbers(vertices)?, ends: numbers(ends)? }
            }
            Self::NoTwoFactor { vertices } => {
                HamiltonianObstruction::NoTwoFactor(numbers(vertices)?)
            }
            Self::Toughness { vertices } => HamiltonianObstruction::Toughness(numbers(vertices)?),
            Self::GivenEdges { vertices } => HamiltonianObstruction::Given(numbers(vertices)?),
        })
    }

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
