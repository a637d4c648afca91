//! Shortest paths as documents hold them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GraphPath, PathCertificate};
use crate::puzzles::{
    graph_statement::GraphStatement, kinds::PuzzleKind, solution::WalkAnswer, stated::Stated,
};

/// The path of least weight between two vertices of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathStatement {
    /// The graph.
    pub graph: GraphStatement,
    /// The name of the first vertex.
    pub from: String,
    /// The name of the last vertex.
    pub to: String,
    /// The weight of each edge in the order of the graph's edges, 1 to 4,294,967,295; without
    /// weights each is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u32>>,
}

impl Stated for PathStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "path",
        summary: "a shortest path between two vertices of any graph, by the weights of its edges",
        examples: &[
            r#"{"kind":"path","from":"a","to":"d","weights":[1,1,2,2],"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[0,2],[1,3],[2,3]]}}"#,
            r#"{"kind":"path","from":"a","to":"c","graph":
            {"directed":true,"vertices":["a","b","c"],"edges":[[0,1],[2,1]]}}"#,
        ],
    };

    type Puzzle = GraphPath;
    type Answer = WalkAnswer;
    type Proof = PathCertificate;
}
