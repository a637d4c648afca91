//! What proves that a graph has no such set of vertices, or none better.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What proves a "no" of a set of vertices, or that none is better, with the names of the vertices
/// that show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SetCertificate {
    /// These two must both be in the set, and do not go together: an edge joins them, or of a clique
    /// none does. Of a vertex cover both must be out of it, and an edge joins them.
    GivenVertices {
        /// The two.
        vertices: Vec<String>,
    },
    /// In each of these groups every two vertices are adjacent (of a clique: no two are), and every
    /// vertex that may be taken beside the given ones is in one: so the set has at most one of each
    /// besides. Of a vertex cover: so it leaves at most one of each out.
    CliqueCover {
        /// The groups.
        groups: Vec<Vec<String>>,
    },
    /// An edge joins the two of each pair (of a clique: none does), no two pairs have a vertex in
    /// common, and each vertex may be taken beside the given ones: so the set lacks one of each. Of
    /// a vertex cover: so it has one of each.
    Matching {
        /// The pairs.
        pairs: Vec<[String; 2]>,
    },
    /// No vertex that may be in the set dominates these.
    Undominated {
        /// The vertices.
        vertices: Vec<String>,
    },
    /// No vertex that may be in the set dominates two of these: so it has as many at least.
    Packing {
        /// The vertices.
        vertices: Vec<String>,
    },
}

impl SetCertificate {
    /// The word for it in documents.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::GivenVertices { .. } => "given_vertices",
            Self::CliqueCover { .. } => "clique_cover",
            Self::Matching { .. } => "matching",
            Self::Undominated { .. } => "undominated",
            Self::Packing { .. } => "packing",
        }
    }

    /// Whether it says how good a set can be, and not that there is none.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        matches!(self, Self::CliqueCover { .. } | Self::Matching { .. } | Self::Packing { .. })
    }

    /// The names of the vertices that show it.
    #[must_use]
    pub fn vertices(&self) -> Vec<&String> {
        match self {
            Self::GivenVertices { vertices }
            | Self::Undominated { vertices }
            | Self::Packing { vertices } => vertices.iter().collect(),
            Self::CliqueCover { groups } => groups.iter().flatten().collect(),
            Self::Matching { pairs } => pairs.iter().flatten().collect(),
        }
    }
}
