//! Independent sets of graphs as documents hold them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GraphSet, SetAnswer, SetCertificate, SetParts, SetRule, count::MostVertices};
use crate::puzzles::{
    StatementError, graph_statement::GraphStatement, kinds::PuzzleKind, stated::Stated,
};

/// Vertices of a graph no two of which are adjacent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IndependentSetStatement {
    /// The graph; its edges have no directions.
    pub graph: GraphStatement,
    /// How many vertices.
    #[serde(default)]
    pub count: MostVertices,
    /// The names of vertices that must be in the set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// The names of vertices that must not be in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
    /// The weight of each vertex in the order of the graph's vertices, 1 to 4,294,967,295: the heaviest
    /// set is asked for, whatever its number of vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u32>>,
}

impl Stated for IndependentSetStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "independent-set",
        summary: "vertices of any graph, no two of them adjacent: as many as possible, or so many",
        examples: &[
            r#"{"kind":"independent-set","graph":
            {"vertices":["a","b","c","d","e"],"edges":[[0,1],[1,2],[2,0],[2,3],[3,4]]}}"#,
            r#"{"kind":"independent-set","count":2,"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#,
            r#"{"kind":"independent-set","weights":[3,1,2,2],"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#,
        ],
    };

    type Puzzle = GraphSet;
    type Answer = SetAnswer;
    type Proof = SetCertificate;
}

impl TryFrom<IndependentSetStatement> for GraphSet {
    type Error = StatementError;

    /// The set that is asked for; the given and the blocked vertices are sorted and cleared of
    /// repetitions.
    fn try_from(statement: IndependentSetStatement) -> Result<Self, StatementError> {
        let IndependentSetStatement { graph, count, given, blocked, weights } = statement;
        Self::new(
            SetRule::Independent,
            SetParts { graph, count: count.into(), given, blocked, weights },
        )
    }
}

impl IndependentSetStatement {
    /// The statement of a puzzle.
    pub(super) fn of(parts: SetParts) -> Self {
        let SetParts { graph, count, given, blocked, weights } = parts;
        Self { graph, count: count.into(), given, blocked, weights }
    }
}
