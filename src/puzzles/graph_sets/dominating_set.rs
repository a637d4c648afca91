//! Dominating sets of graphs as documents hold them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GraphSet, SetAnswer, SetCertificate, SetParts, SetRule, count::FewestVertices};
use crate::puzzles::{
    StatementError, graph_statement::GraphStatement, kinds::PuzzleKind, stated::Stated,
};

/// Vertices of a graph that are, or are next to, every vertex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DominatingSetStatement {
    /// The graph; its edges have no directions.
    pub graph: GraphStatement,
    /// How many vertices.
    #[serde(default)]
    pub count: FewestVertices,
    /// Whether no two of them may be adjacent.
    #[serde(default)]
    pub independent: bool,
    /// Whether those in the set must be next to one of it too.
    #[serde(default)]
    pub total: bool,
    /// The names of vertices that must be in the set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// The names of vertices that must not be in it; they are to be dominated all the
    /// same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
    /// The weight of each vertex in the order of the graph's vertices, 1 to 4,294,967,295: the lightest
    /// set is asked for, whatever its number of vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u32>>,
}

impl Stated for DominatingSetStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "dominating-set",
        summary: "vertices of any graph that every other one is next to: as few as possible, or so many",
        examples: &[
            r#"{"kind":"dominating-set","graph":
            {"vertices":["a","b","c","d","e"],"edges":[[0,1],[1,2],[2,0],[2,3],[3,4]]}}"#,
            r#"{"kind":"dominating-set","count":2,"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#,
            r#"{"kind":"dominating-set","weights":[3,1,2,2,5],"graph":
            {"vertices":["a","b","c","d","e"],"edges":[[0,1],[1,2],[2,0],[2,3],[3,4]]}}"#,
        ],
    };

    type Puzzle = GraphSet;
    type Answer = SetAnswer;
    type Proof = SetCertificate;
}

impl TryFrom<DominatingSetStatement> for GraphSet {
    type Error = StatementError;

    /// The set that is asked for; the given and the blocked vertices are sorted and cleared of
    /// repetitions.
    fn try_from(statement: DominatingSetStatement) -> Result<Self, StatementError> {
        let DominatingSetStatement { graph, count, independent, total, given, blocked, weights } =
            statement;
        Self::new(
            SetRule::Dominating { independent, total },
            SetParts { graph, count: count.into(), given, blocked, weights },
        )
    }
}

impl DominatingSetStatement {
    /// The statement of a puzzle.
    pub(super) fn of((independent, total): (bool, bool), parts: SetParts) -> Self {
        let SetParts { graph, count, given, blocked, weights } = parts;
        Self { graph, count: count.into(), independent, total, given, blocked, weights }
    }
}
