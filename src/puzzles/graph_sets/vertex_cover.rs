//! Vertex covers of graphs as documents hold them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GraphSet, SetAnswer, SetCertificate, SetParts, SetRule, count::FewestVertices};
use crate::puzzles::{
    StatementError, graph_statement::GraphStatement, kinds::PuzzleKind, stated::Stated,
};

/// Vertices of a graph of which every edge has one at least.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VertexCoverStatement {
    /// The graph; its edges have no directions.
    pub graph: GraphStatement,
    /// How many vertices.
    #[serde(default)]
    pub count: FewestVertices,
    /// The names of vertices that must be in the set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// The names of vertices that must not be in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
    /// The weight of each vertex in the order of the graph's vertices, 1 to 4,294,967,295: the lightest
    /// set is asked for, whatever its number of vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u32>>,
}

impl Stated for VertexCoverStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "vertex-cover",
        summary: "vertices of any graph that every edge has one of: as few as possible, or so many",
        examples: &[
            r#"{"kind":"vertex-cover","graph":
            {"vertices":["a","b","c","d","e"],"edges":[[0,1],[1,2],[2,0],[2,3],[3,4]]}}"#,
            r#"{"kind":"vertex-cover","count":2,"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#,
            r#"{"kind":"vertex-cover","weights":[3,1,2,2],"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#,
        ],
    };

    type Puzzle = GraphSet;
    type Answer = SetAnswer;
    type Proof = SetCertificate;
}

impl TryFrom<VertexCoverStatement> for GraphSet {
    type Error = StatementError;

    /// The set that is asked for; the given and the blocked vertices are sorted and cleared of
    /// repetitions.
    fn try_from(statement: VertexCoverStatement) -> Result<Self, StatementError> {
        let VertexCoverStatement { graph, count, given, blocked, weights } = statement;
        Self::new(SetRule::Cover, SetParts { graph, count: count.into(), given, blocked, weights })
    }
}

impl VertexCoverStatement {
    /// The statement of a puzzle.
    pub(super) fn of(parts: SetParts) -> Self {
        let SetParts { graph, count, given, blocked, weights } = parts;
        Self { graph, count: count.into(), given, blocked, weights }
    }
}
