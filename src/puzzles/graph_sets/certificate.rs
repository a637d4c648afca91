//! Proves that a graph has no such set of vertices, or no better one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzles::certificate::certificates;

certificates!(
    /// Proves that there is no such set of vertices, or no better one, with the names of the
    /// vertices that show it.
    SetCertificate {
        /// Two vertices that must both be in the set exclude each other: an edge joins them
        /// (clique: no edge does). Vertex cover: both must be out of it, but an edge joins them.
        GivenVertices("given_vertices") {
            /// The two vertices.
            vertices: Vec<String>,
        }
        /// In each of these groups every two vertices are adjacent (clique: no two are), and every
        /// vertex that may join the given ones is in a group: so the set has at most one more
        /// vertex per group. Vertex cover: it leaves out at most one per group.
        CliqueCover("clique_cover") {
            /// The groups.
            groups: Vec<Vec<String>>,
        }
        /// As `clique_cover`, with a weight per group: the groups of each vertex weigh together at
        /// least as much as the vertex. So the set weighs at most as much as the given vertices and
        /// all groups together. Vertex cover: what it leaves out weighs at most as much.
        WeightedCliqueCover("weighted_clique_cover") {
            /// The groups, which may overlap.
            groups: Vec<WeightedGroup>,
        }
        /// An edge joins the two vertices of each pair (clique: no edge does), no two pairs share a
        /// vertex, and each vertex may join the given ones: so the set lacks one of each pair.
        /// Vertex cover: it contains one of each pair.
        Matching("matching") {
            /// The pairs.
            pairs: Vec<[String; 2]>,
        }
        /// No vertex that may be in the set dominates these.
        Undominated("undominated") {
            /// The vertices.
            vertices: Vec<String>,
        }
        /// No vertex that may be in the set dominates two of these: so it has at least as many vertices.
        Packing("packing") {
            /// The vertices.
            vertices: Vec<String>,
        }
        /// A price for vertices: what each vertex that may be in the set dominates costs at most
        /// the weight of that vertex. As all vertices are dominated, the set weighs at least the
        /// sum of the prices, plus what its given vertices weigh beyond what they dominate.
        Prices("prices") {
            /// The prices; other vertices have none.
            prices: Vec<VertexPrice>,
        }
    }
);

/// Vertices of which a set has at most one, with a weight.
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
