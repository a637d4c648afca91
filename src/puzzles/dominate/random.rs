//! Random dominations by seed: blocked squares by chance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DominateCount, DominateStatement};
#[cfg(feature = "cli")]
use crate::board::piece::Piece;
use crate::{
    board::Board,
    puzzles::{
        BoardStatement, StatementError,
        chance::{ONE_SQUARE, RandomBoards},
        sets::{DominationRules, Placement},
    },
    random::Generator,
};

/// How random dominations are distributed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct DominateDistribution {
    /// The boards.
    #[serde(flatten)]
    #[cfg_attr(feature = "cli", command(flatten))]
    pub boards: RandomBoards,
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[cfg_attr(feature = "cli", arg(long, value_parser = Piece::lower_case))]
    pub piece: String,
    /// Ask that no piece attacks another
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long))]
    pub independent: bool,
    /// Ask that occupied squares are also attacked
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long))]
    pub total: bool,
    /// Ask that no free square is attacked twice
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "cli", arg(long))]
    pub perfect: bool,
    /// Ask for this many pieces, for `min`, or for `max`, the most of which none can be removed
    #[serde(default)]
    #[cfg_attr(
        feature = "cli",
        arg(long, default_value = "min", value_name = "K|min|max", allow_hyphen_values = true)
    )]
    pub count: DominateCount,
}

impl DominateDistribution {
    /// Checks that every value is possible.
    ///
    /// # Errors
    /// [`StatementError`], with the possible values.
    pub fn check(&self) -> Result<(), StatementError> {
        self.boards.check(ONE_SQUARE)?;
        // Any other error occurs on every board.
        self.statement(Board::new(1, 1)?.into())?;
        Ok(())
    }

    /// The next domination.
    ///
    /// # Errors
    /// As [`DominateDistribution::check`].
    pub fn draw(&self, generator: &mut Generator) -> Result<DominateStatement, StatementError> {
        self.check()?;
        self.statement(BoardStatement::from(&self.boards.draw(generator)?))
    }

    fn statement(&self, board: BoardStatement) -> Result<DominateStatement, StatementError> {
        let piece = self.boards.piece(&self.piece)?;
        let Self { independent, total, perfect, .. } = *self;
        let rules = DominationRules { independent, total, perfect, most: false };
        let statement = DominateStatement::asking(board, piece.to_string(), self.count, rules);
        Placement::try_from(statement.clone())?;
        Ok(statement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generator;

    fn distribution(rows: u32, columns: u32, blocked: &str) -> DominateDistribution {
        DominateDistribution {
            boards: RandomBoards::of((rows, columns), blocked),
            piece: "knight+king".into(),
            independent: false,
            total: true,
            perfect: false,
            count: DominateCount::Exactly(7),
        }
    }

    #[test]
    fn a_statement_says_what_was_asked() {
        for (blocked, count) in [("0", 0), ("20%", 8), ("41", 41)] {
            let statement = distribution(6, 7, blocked).draw(&mut generator(2)).unwrap();
            assert_eq!(statement.board.blocked.len(), count);
            assert_eq!((statement.board.rows, statement.board.columns), (6, 7));
            assert_eq!(statement.piece, "knight+king".parse::<Piece>().unwrap().to_string());
            assert_eq!((statement.independent, statement.total), (false, true));
            assert_eq!(statement.count, DominateCount::Exactly(7));
        }
    }

    #[test]
    fn what_is_not_possible() {
        let both = DominateDistribution { independent: true, ..distribution(4, 4, "0") };
        assert!(
            both.check().unwrap_err().to_string().starts_with("`independent` and `total` exclude")
        );
        let piece = DominateDistribution { piece: "pawn".into(), ..distribution(4, 4, "0") };
        assert!(piece.check().unwrap_err().to_string().starts_with("unknown piece `pawn`"));
        let message = distribution(4, 4, "16").check().unwrap_err().to_string();
        assert_eq!(message, "`blocked` 16: only 16 squares are free, and one must stay free");
        let message = distribution(5000, 5000, "0").check().unwrap_err().to_string();
        assert!(message.starts_with("`rows` 5000: 5000x5000 has 25000000 squares"), "{message}");
    }
}
