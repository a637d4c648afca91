//! Random exchanges by seed: equally many pieces of each colour, and blocked squares, at random.

use rand::seq::index;
use satranj_encodings::lattice::Surface;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ExchangePuzzle, ExchangeStatement, map::LETTERS};
#[cfg(feature = "cli")]
use crate::board::piece::Piece;
use crate::{
    board::square::Square,
    puzzles::{StatementError, chance::RandomBoards, fields::Field},
    random::Generator,
};

/// How random exchanges are distributed: the colours are to trade places, which may be impossible.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct ExchangeDistribution {
    /// The boards.
    #[serde(flatten)]
    #[cfg_attr(feature = "cli", command(flatten))]
    pub boards: RandomBoards,
    /// Set the piece: king, queen, rook, bishop or knight
    #[serde(default = "crate::puzzles::knight")]
    #[cfg_attr(feature = "cli", arg(long, default_value = "knight", value_parser = Piece::lower_case))]
    pub piece: String,
    /// Give each colour this many pieces
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_negative_numbers = true))]
    pub count: u32,
    /// Let several pieces move in one step
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long))]
    pub parallel: bool,
}

impl ExchangeDistribution {
    /// Checks that every value is possible.
    ///
    /// # Errors
    /// [`StatementError`], with the possible values.
    pub fn check(&self) -> Result<(), StatementError> {
        let count = self.count;
        if self.boards.surface != Surface::Plane {
            let problem = "exchanges are on the plane only: leave out the surface";
            return Err(StatementError::whole(problem));
        }
        let three = |squares| format!("only {squares} squares are free, and three must stay free");
        let free = self.boards.check((3, three))?;
        let most = (free - 1) / 2;
        if !(1..=most).contains(&count) {
            let problem = format!("on {free} free squares 1 to {most} of each colour are possible");
            return Err(StatementError::of(Field::Count, &count, problem));
        }
        self.letter().map(drop)
    }

    /// The next exchange.
    ///
    /// # Errors
    /// As [`ExchangeDistribution::check`].
    pub fn draw(&self, generator: &mut Generator) -> Result<ExchangeStatement, StatementError> {
        self.check()?;
        let white = self.letter()?;
        let board = self.boards.draw(generator)?;
        let free: Vec<Square> = board.squares().collect();
        let chosen = index::sample(generator, free.len(), 2 * self.count as usize);
        let mut letters = vec!['.'; board.size()];
        for (number, index) in (0..).zip(chosen) {
            let letter = if number < self.count { white } else { white.to_ascii_lowercase() };
            letters[board.cell(free[index])] = letter;
        }
        let letter = |square| if board.is_free(square) { letters[board.cell(square)] } else { '#' };
        let start = board.by_rows::<char, String>(letter).collect();
        let statement =
            ExchangeStatement { start, goal: None, parallel: self.parallel, at_most: None };
        ExchangePuzzle::try_from(statement.clone())?;
        Ok(statement)
    }

    /// The letter of the white piece.
    fn letter(&self) -> Result<char, StatementError> {
        let known = LETTERS.iter().find(|(_, name)| *name == self.piece);
        if let Some(&(letter, _)) = known {
            return Ok(letter);
        }
        // An unknown piece has its own message.
        self.boards.piece(&self.piece)?;
        let problem = "maps have letters for king, queen, rook, bishop and knight only";
        Err(StatementError::of(Field::Piece, &format!("`{}`", self.piece), problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generator;

    fn distribution(count: u32, blocked: &str) -> ExchangeDistribution {
        let boards = RandomBoards::of((3, 4), blocked);
        ExchangeDistribution { boards, piece: "knight".into(), count, parallel: true }
    }

    #[test]
    fn a_statement_says_what_was_asked() {
        let statement = distribution(3, "2").draw(&mut generator(5)).unwrap();
        let all = statement.start.concat();
        let of = |letter| all.chars().filter(|&other| other == letter).count();
        assert_eq!((of('N'), of('n'), of('#'), of('.')), (3, 3, 2, 4));
        assert!(statement.parallel && statement.start.len() == 3);
    }

    #[test]
    fn what_is_not_possible() {
        for (wrong, expected) in [
            (distribution(0, "0"), "`count` 0: on 12 free squares 1 to 5 of each colour are"),
            (distribution(5, "2"), "`count` 5: on 10 free squares 1 to 4 of each"),
            (
                distribution(1, "10"),
                "`blocked` 10: only 12 squares are free, and three must stay free",
            ),
            (
                ExchangeDistribution { piece: "camel".into(), ..distribution(1, "0") },
                "`piece` `camel`: maps have letters",
            ),
            (
                ExchangeDistribution { piece: "pawn".into(), ..distribution(1, "0") },
                "unknown piece `pawn`",
            ),
        ] {
            let error = wrong.check().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
