//! Domination: pieces that attack or occupy every square.

pub mod random;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, StatementError,
    counts::{Maximum, stated_count},
    fields::Field,
    kinds::{PuzzleKind, Stated},
    place::army::PartStatement,
    sets::{DominationRules, Placement, SetRule},
    solution::StandingAnswer,
};
use crate::board::square::Square;

stated_count!(
    /// How many pieces: a number, as few as possible, or as many as possible of which none can be
    /// spared.
    #[schemars(rename = "CountStatement")]
    DominateCount, "a number of pieces or \"min\" or \"max\"",
    /// As few as possible.
    Minimum(Minimum::Min),
    /// As many as possible of which none can be removed.
    Maximum(Maximum::Max) = "max"
);

/// A domination as written in documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DominateStatement {
    /// The board.
    pub board: BoardStatement,
    /// The piece, as on the command line.
    pub piece: String,
    /// How many pieces.
    #[serde(default)]
    pub count: DominateCount,
    /// Whether no piece may attack another.
    #[serde(default)]
    pub independent: bool,
    /// Whether occupied squares must be attacked too.
    #[serde(default)]
    pub total: bool,
    /// Whether no free square may be attacked twice; with `total`, no square.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub perfect: bool,
    /// The squares that must have pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Square>,
}

impl DominateStatement {
    /// As few pieces as possible that attack or occupy every square.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let rooks = DominateStatement::new(Board::new(3, 4)?, "rook");
    /// let puzzle = Statement::from(rooks).into_puzzle()?;
    /// assert_eq!(solve(&*puzzle, &Settings::default())?.objective, Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(board: impl Into<BoardStatement>, piece: impl Into<String>) -> Self {
        Self::asking(
            board.into(),
            piece.into(),
            DominateCount::default(),
            DominationRules::default(),
        )
    }

    /// A domination with these conditions.
    pub(crate) fn asking(
        board: BoardStatement,
        piece: String,
        count: DominateCount,
        rules: DominationRules,
    ) -> Self {
        let DominationRules { independent, total, perfect, most } = rules;
        let count = if most { DominateCount::Maximum(Maximum::Max) } else { count };
        Self { board, piece, count, independent, total, perfect, given: Vec::new() }
    }
}

impl Stated for DominateStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "dominate",
        noun: "a domination",
        summary: "place as few pieces as possible so that every square is attacked or occupied",
        examples: &[
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen"}"#,
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen","count":3}"#,
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen","perfect":true}"#,
        ],
    };

    type Puzzle = Placement;
    type Answer = StandingAnswer;
    type Proof = Certificate;
}

impl TryFrom<DominateStatement> for Placement {
    type Error = StatementError;

    /// The stated domination; the given squares are sorted, without repetitions.
    fn try_from(statement: DominateStatement) -> Result<Self, StatementError> {
        let DominateStatement { board, piece, count, mut given, .. } = statement;
        let DominateStatement { independent, total, perfect, .. } = statement;
        let most = matches!(count, DominateCount::Maximum(_));
        let rules = DominationRules { independent, total, perfect, most };
        let board = board.board_with_squares()?;
        let part =
            PartStatement { side: None, piece, count: None }.part(board.surface(), count.into())?;
        for square in &given {
            square.free_on(&board).map_err(|error| StatementError::at(Field::Given, error))?;
        }
        given.sort_unstable();
        given.dedup();
        rules.check("attacked pieces")?;
        let given: Vec<(usize, Square)> = given.into_iter().map(|square| (0, square)).collect();
        let rule = SetRule::Dominating(rules);
        Ok(Self::of_pieces(&board, (vec![part], false), rule, (&given, &[])))
    }
}
