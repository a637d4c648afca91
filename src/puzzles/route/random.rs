//! Random routes by seed: random blocked squares, two ends and, if asked for, weights.

use rand::{RngExt, seq::index};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{RoutePuzzle, RouteStatement};
use crate::{
    board::{piece::Piece, square::Square},
    puzzles::{
        BoardStatement, StatementError,
        chance::{Amount, check_board, check_cases, draw_board, one},
        fields::Field,
    },
    random::Generator,
};

/// How random routes are distributed. There may be no route.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RouteDistribution {
    /// How many cases, 1 to 1,000,000.
    #[serde(default = "one")]
    pub cases: u32,
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub columns: u32,
    /// The piece, as on the command line.
    #[serde(default = "crate::puzzles::knight")]
    pub piece: String,
    /// How many squares are blocked, all equally likely. At least two squares stay free.
    #[serde(default)]
    pub blocked: Amount,
    /// Whether every square has a weight, 1 to 9, all equally likely.
    #[serde(default)]
    pub weighted: bool,
}

impl RouteDistribution {
    /// Checks that every value is possible.
    ///
    /// # Errors
    /// [`StatementError`], which says what would be right.
    pub fn check(&self) -> Result<(), StatementError> {
        let Self { cases, rows, columns, blocked, .. } = *self;
        check_cases(cases)?;
        check_board([(Field::Rows, rows), (Field::Columns, columns)])?;
        let squares = rows * columns;
        if blocked.of(squares) + 2 > squares {
            let problem = format!("of {squares} squares two stay free, the ends of the route");
            return Err(StatementError::of(Field::Blocked, &blocked, problem));
        }
        self.piece.parse::<Piece>()?;
        Ok(())
    }

    /// The next route.
    ///
    /// # Errors
    /// As [`RouteDistribution::check`].
    pub fn draw(&self, generator: &mut Generator) -> Result<RouteStatement, StatementError> {
        self.check()?;
        let Self { rows, columns, blocked, weighted, .. } = *self;
        let board = draw_board(rows, columns, blocked, generator)?;
        let free: Vec<Square> = board.squares().collect();
        let ends = index::sample(generator, free.len(), 2);
        let (from, to) = (free[ends.index(0)], free[ends.index(1)]);
        let mut row = || -> String {
            (0..columns).map(|_| char::from(b'0' + generator.random_range(1..=9u8))).collect()
        };
        let weights = weighted.then(|| (0..rows).map(|_| row()).collect());
        let piece = self.piece.parse::<Piece>()?.to_string();
        let board = BoardStatement::from(&board);
        let statement = RouteStatement { board, piece, from, to, weights, at_most: None };
        RoutePuzzle::try_from(statement.clone())?;
        Ok(statement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generator;

    fn distribution(rows: u32, columns: u32, blocked: &str) -> RouteDistribution {
        let (piece, blocked) = ("camel".into(), blocked.parse().unwrap());
        RouteDistribution { cases: 1, rows, columns, piece, blocked, weighted: true }
    }

    #[test]
    fn a_statement_says_what_was_asked() {
        for (blocked, count) in [("0", 0), ("20%", 8), ("40", 40)] {
            let statement = distribution(6, 7, blocked).draw(&mut generator(2)).unwrap();
            assert_eq!(statement.board.blocked.len(), count);
            assert!(statement.from != statement.to);
            let weights = statement.weights.unwrap();
            assert!(weights.len() == 6 && weights.iter().all(|row| row.len() == 7));
            assert!(!weights.concat().contains('0'));
        }
    }

    #[test]
    fn what_is_not_possible() {
        let said = distribution(2, 3, "5").check().unwrap_err().to_string();
        assert_eq!(said, "`blocked` 5: of 6 squares two stay free, the ends of the route");
        let piece = RouteDistribution { piece: "pawn".into(), ..distribution(4, 4, "0") };
        assert!(piece.check().unwrap_err().to_string().starts_with("unknown piece `pawn`"));
    }
}
