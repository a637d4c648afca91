//! Domination: pieces that attack or occupy every square.

pub mod random;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    BoardStatement, Certificate, StatementError,
    counts::stated_count,
    fields::{Field, words},
    kinds::{PuzzleKind, Stated},
    place::army::PartStatement,
    sets::{Placement, SetRule},
    solution::StandingAnswer,
};
use crate::board::square::Square;

stated_count!(
    /// How many pieces: a number, or as few as possible.
    #[schemars(rename = "CountStatement")]
    DominateCount, "a number of pieces or \"min\"",
    /// As few as possible.
    Minimum(Minimum::Min)
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
    /// Where pieces must stand.
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
        let (board, piece, count) = (board.into(), piece.into(), DominateCount::default());
        Self { board, piece, count, independent: false, total: false, given: Vec::new() }
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
        let DominateStatement { board, piece, count, independent, total, mut given } = statement;
        let board = board.board_with_squares()?;
        let part = PartStatement { side: None, piece, count: None }.part(count.into())?;
        for square in &given {
            square.free_on(&board).map_err(|error| StatementError::at(Field::Given, error))?;
        }
        given.sort_unstable();
        given.dedup();
        if independent && total {
            let problem = " exclude each other: one forbids attacked pieces, the other requires \
                           them";
            let problem = words![Field::Independent, " and ", Field::Total, problem];
            return Err(StatementError::whole(problem));
        }
        let given: Vec<(usize, Square)> = given.into_iter().map(|square| (0, square)).collect();
        let rule = SetRule::Dominating { independent, total };
        Ok(Self::of_pieces(&board, (vec![part], false), rule, (&given, &[])))
    }
}
