//! A graph and what is asked of it, as documents hold them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A graph with named vertices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphStatement {
    /// Whether each edge leads only from its first vertex to its second.
    #[serde(default)]
    pub directed: bool,
    /// The names of the vertices, each once.
    pub vertices: Vec<String>,
    /// The edges, each by the numbers of its vertices in that list, from 0.
    pub edges: Vec<[u32; 2]>,
}

/// A Hamiltonian path or cycle problem as documents hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HamiltonStatement {
    /// The graph.
    pub graph: GraphStatement,
    /// Whether a cycle is asked for, and not a path.
    #[serde(default)]
    pub closed: bool,
    /// The name of the first vertex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The name of the last vertex of a path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Edges that must be used, by the names of their vertices; in any direction, unless the
    /// graph is directed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<[String; 2]>,
}
