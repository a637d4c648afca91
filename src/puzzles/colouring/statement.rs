//! Colourings as documents hold them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ColouringCertificate, GraphColouring};
use crate::puzzles::{
    counts::FewestColours, graph_statement::GraphStatement, kinds::PuzzleKind,
    solution::ClassesAnswer, stated::Stated,
};

/// A colour for every vertex of a graph, so that no edge joins two of the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColouringStatement {
    /// The graph; its edges have no directions.
    pub graph: GraphStatement,
    /// From how many colours; they are told apart, and need not all be used.
    #[serde(default)]
    pub colours: FewestColours,
    /// The names of vertices with the colours that they must have, counted from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<(String, u32)>,
}

impl Stated for ColouringStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "colouring",
        summary: "a colour for every vertex of any graph, adjacent ones differing: from so many, or the fewest",
        examples: &[
            r#"{"kind":"colouring","graph":
            {"vertices":["a","b","c","d","e"],"edges":[[0,1],[1,2],[2,0],[2,3],[3,4]]}}"#,
            r#"{"kind":"colouring","colours":3,"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0]]}}"#,
        ],
    };

    type Puzzle = GraphColouring;
    type Answer = ClassesAnswer;
    type Proof = ColouringCertificate;
}
