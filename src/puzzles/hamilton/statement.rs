//! A graph and what is asked of it, as documents hold them.

use petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};
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

impl GraphStatement {
    /// Any petgraph graph, directed or not, whose nodes `name` names, each differently. O(n + m).
    ///
    /// ```
    /// use petgraph::graph::UnGraph;
    /// use satranj::prelude::*;
    ///
    /// let triangle = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0)]);
    /// let graph = GraphStatement::from_petgraph(&triangle, |node| node.index().to_string());
    /// assert_eq!(graph.vertices, ["0", "1", "2"]);
    /// ```
    #[must_use]
    pub fn from_petgraph<G>(graph: G, name: impl FnMut(G::NodeId) -> String) -> Self
    where
        G: IntoNodeIdentifiers + IntoEdgeReferences + NodeIndexable + GraphProp,
    {
        // Nodes that were removed leave gaps between the indices of others.
        let mut numbers = vec![0; graph.node_bound()];
        for (number, node) in (0..).zip(graph.node_identifiers()) {
            numbers[graph.to_index(node)] = number;
        }
        let number = |node| numbers[graph.to_index(node)];
        let edges = graph.edge_references();
        Self {
            directed: graph.is_directed(),
            vertices: graph.node_identifiers().map(name).collect(),
            edges: edges.map(|edge| [number(edge.source()), number(edge.target())]).collect(),
        }
    }
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

impl HamiltonStatement {
    /// A path, or a cycle if it is closed, through all vertices of a graph, from anywhere.
    #[must_use]
    pub fn new(graph: GraphStatement, closed: bool) -> Self {
        Self { graph, closed, start: None, end: None, given: Vec::new() }
    }
}
