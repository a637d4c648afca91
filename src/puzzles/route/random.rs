//! Random routes by seed: random blocked squares, two ends and, if requested, weights.

use rand::{RngExt, seq::index};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{RoutePuzzle, RouteStatement};
#[cfg(feature = "cli")]
use crate::board::piece::Piece;
use crate::{
    board::square::Square,
    puzzles::{BoardStatement, StatementError, chance::RandomBoards},
    random::Generator,
};

/// How random routes are distributed. There may be no route.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct RouteDistribution {
    /// The boards.
    #[serde(flatten)]
    #[cfg_attr(feature = "cli", command(flatten))]
    pub boards: RandomBoards,
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[serde(default = "crate::puzzles::knight")]
    #[cfg_attr(feature = "cli", arg(long, default_value = "knight", value_parser = Piece::lower_case))]
    pub piece: String,
    /// Give every square a weight, 1 to 9
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long))]
    pub weighted: bool,
}

impl RouteDistribution {
    /// Checks that every value is possible.
    ///
    /// # Errors
    /// [`StatementError`], with the possible values.
    pub fn check(&self) -> Result<(), StatementError> {
        let two = |squares| {
            format!("there are {squares} squares, and two must stay free: the ends of the route")
        };
        self.boards.check((2, two))?;
        self.boards.piece(&self.piece)?;
        Ok(())
    }

    /// The next route.
    ///
    /// # Errors
    /// As [`RouteDistribution::check`].
    pub fn draw(&self, generator: &mut Generator) -> Result<RouteStatement, StatementError> {
        self.check()?;
        let board = self.boards.draw(generator)?;
        let free: Vec<Square> = board.squares().collect();
        let ends = index::sample(generator, free.len(), 2);
        let (from, to) = (free[ends.index(0)], free[ends.index(1)]);
        let (rows, columns) = self.boards.sides();
        let mut row = || -> String {
            (0..columns).map(|_| char::from(b'0' + generator.random_range(1..=9u8))).collect()
        };
        let weights = self.weighted.then(|| (0..rows).map(|_| row()).collect());
        let piece = self.boards.piece(&self.piece)?.to_string();
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
        let boards = RandomBoards::of((rows, columns), blocked);
        RouteDistribution { boards, piece: "camel".into(), weighted: true }
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
        let message = distribution(2, 3, "5").check().unwrap_err().to_string();
        assert_eq!(
            message,
            "`blocked` 5: there are 6 squares, and two must stay free: the ends of the route"
        );
        let piece = RouteDistribution { piece: "pawn".into(), ..distribution(4, 4, "0") };
        assert!(piece.check().unwrap_err().to_string().starts_with("unknown piece `pawn`"));
    }
}
