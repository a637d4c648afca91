//! A Hamiltonian path or cycle problem as documents hold it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::puzzles::graph_statement::GraphStatement;

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

impl HamiltonStatement {
    /// A path, or a cycle if it is closed, through all vertices of a graph, from anywhere.
    #[must_use]
    pub fn new(graph: GraphStatement, closed: bool) -> Self {
        Self { graph, closed, start: None, end: None, given: Vec::new() }
    }
}
