//! What proves that a graph has no colouring from so many colours.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What proves a "no" of a colouring, or that none takes fewer colours, with the names of the
/// vertices that show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ColouringCertificate {
    /// Every two of these vertices are adjacent, so that each has a colour of its own.
    Clique {
        /// The vertices.
        vertices: Vec<String>,
    },
    /// These vertices are a cycle of odd length, which takes three colours.
    OddCycle {
        /// The vertices in their order.
        vertices: Vec<String>,
    },
    /// These two vertices are adjacent and given one colour, or this one is given two.
    GivenColours {
        /// The two, or the one.
        vertices: Vec<String>,
    },
}

impl ColouringCertificate {
    /// The word for it in documents.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Clique { .. } => "clique",
            Self::OddCycle { .. } => "odd_cycle",
            Self::GivenColours { .. } => "given_colours",
        }
    }

    /// Whether it says how many colours are needed, and not that no number is enough.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        !matches!(self, Self::GivenColours { .. })
    }

    /// The names of the vertices that show it.
    #[must_use]
    pub fn vertices(&self) -> &[String] {
        match self {
            Self::Clique { vertices }
            | Self::OddCycle { vertices }
            | Self::GivenColours { vertices } => vertices,
        }
    }
}
