//! What proves that a graph has no such set of vertices, or none better.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::certificate::graph_certificates;

graph_certificates!(
    /// What proves a "no" of a set of vertices, or that none is better, with the names of the vertices
    /// that show it.
    SetCertificate as Set {
        /// These two must both be in the set, and do not go together: an edge joins them, or of a clique
        /// none does. Of a vertex cover both must be out of it, and an edge joins them.
        GivenVertices("given_vertices") {
            /// The two.
            vertices: Vec<String>,
        }
        /// In each of these groups every two vertices are adjacent (of a clique: no two are), and every
        /// vertex that may be taken beside the given ones is in one: so the set has at most one of each
        /// besides. Of a vertex cover: so it leaves at most one of each out.
        CliqueCover("clique_cover") {
            /// The groups.
            groups: Vec<Vec<String>>,
        }
        /// As `clique_cover`, with a weight for each group: those of the groups that a vertex is in are
        /// together at least its weight. So the set weighs no more than the given ones and all groups
        /// together. Of a vertex cover: so it leaves no more out.
        WeightedCliqueCover("weighted_clique_cover") {
            /// The groups, which may overlap.
            groups: Vec<WeightedGroup>,
        }
        /// An edge joins the two of each pair (of a clique: none does), no two pairs have a vertex in
        /// common, and each vertex may be taken beside the given ones: so the set lacks one of each. Of
        /// a vertex cover: so it has one of each.
        Matching("matching") {
            /// The pairs.
            pairs: Vec<[String; 2]>,
        }
        /// No vertex that may be in the set dominates these.
        Undominated("undominated") {
            /// The vertices.
            vertices: Vec<String>,
        }
        /// No vertex that may be in the set dominates two of these: so it has as many at least.
        Packing("packing") {
            /// The vertices.
            vertices: Vec<String>,
        }
        /// A price for vertices, such that what any vertex dominates that may be in the set costs no more
        /// than that vertex weighs. As all are dominated, the set weighs at least as much as all prices
        /// together, and what its given vertices weigh beyond what they dominate.
        Prices("prices") {
            /// The prices; other vertices have none.
            prices: Vec<VertexPrice>,
        }
    }
);

/// Vertices of which a set has one at most, with a weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeightedGroup {
    /// The names of the vertices.
    pub vertices: Vec<String>,
    /// The weight.
    pub weight: u64,
}

/// What it costs to dominate a vertex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VertexPrice {
    /// The name of the vertex.
    pub vertex: String,
    /// The price.
    pub price: u64,
}

impl SetCertificate {
    /// Whether it says how good a set can be, and not that there is none.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        match self {
            Self::GivenVertices { .. } | Self::Undominated { .. } => false,
            Self::CliqueCover { .. }
            | Self::Matching { .. }
            | Self::Packing { .. }
            | Self::WeightedCliqueCover { .. }
            | Self::Prices { .. } => true,
        }
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
            Self::WeightedCliqueCover { groups } => {
                groups.iter().flat_map(|group| &group.vertices).collect()
            }
            Self::Prices { prices } => prices.iter().map(|price| &price.vertex).collect(),
        }
    }
}
