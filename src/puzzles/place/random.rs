//! Random placements by seed: blocked squares and given pieces at random.

use std::collections::HashSet;

use rand::seq::SliceRandom;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PlaceCount, PlaceStatement};
use crate::{
    board::{Board, piece::Piece, square::Square},
    puzzles::{
        BoardStatement, StatementError,
        chance::{Amount, ONE_SQUARE, RandomBoards, draw_given},
        fields::Field,
        moves::Moves,
    },
    random::Generator,
};

/// How random placements of one kind of piece are distributed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct PlaceDistribution {
    /// The boards.
    #[serde(flatten)]
    #[cfg_attr(feature = "cli", command(flatten))]
    pub boards: RandomBoards,
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[cfg_attr(feature = "cli", arg(long, value_parser = Piece::lower_case))]
    pub piece: String,
    /// Give this many pieces: a number, or a share of the free squares. No two attack each other
    // Each is on any square that the earlier ones leave, all equally likely.
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long, default_value_t = Amount::default(), value_name = "AMOUNT", allow_hyphen_values = true))]
    pub given: Amount,
    /// Ask for this many pieces, or for `max`
    #[serde(default)]
    #[cfg_attr(
        feature = "cli",
        arg(long, default_value = "max", value_name = "K|max", allow_hyphen_values = true)
    )]
    pub count: PlaceCount,
}

impl PlaceDistribution {
    /// Checks every value, as far as possible without a board.
    ///
    /// # Errors
    /// [`StatementError`], with the value and the possible values.
    pub fn check(&self) -> Result<(), StatementError> {
        let Self { given, count, .. } = *self;
        let free = self.boards.check(ONE_SQUARE)?;
        self.boards.piece(&self.piece)?;
        let pieces = given.of(free);
        if pieces > free {
            let problem = format!("only {free} squares are free");
            return Err(StatementError::of(Field::Given, &given, problem));
        }
        if let PlaceCount::Exactly(count) = count
            && count < pieces
        {
            let problem = format!("{pieces} pieces are given");
            return Err(StatementError::of(Field::Count, &count, problem));
        }
        Ok(())
    }

    /// The next placement.
    ///
    /// # Errors
    /// As [`PlaceDistribution::check`], or one that names the part that was not found.
    pub fn draw(&self, generator: &mut Generator) -> Result<PlaceStatement, StatementError> {
        self.check()?;
        let piece = self.boards.piece(&self.piece)?;
        let board = self.boards.draw(generator)?;
        let given = self.draw_given(&board, &piece, generator)?;
        Ok(PlaceStatement {
            board: BoardStatement::from(&board),
            piece: Some(piece.to_string()),
            army: Vec::new(),
            count: self.count,
            given: given.iter().map(ToString::to_string).collect(),
        })
    }

    /// Pieces that do not attack each other.
    fn draw_given(
        &self,
        board: &Board,
        piece: &Piece,
        generator: &mut Generator,
    ) -> Result<Vec<Square>, StatementError> {
        let wanted = self.given.of(board.free_squares()) as usize;
        if wanted == 0 {
            return Ok(Vec::new());
        }
        let moves = Moves { board, piece };
        let mut squares: Vec<Square> = board.squares().collect();
        let attempt = || {
            squares.shuffle(generator);
            let mut given = Vec::new();
            let mut attacked = HashSet::new();
            // The first unattacked square of a random order is equally likely any of them.
            for &square in &squares {
                if given.len() == wanted {
                    break;
                }
                if !attacked.contains(&square) {
                    attacked.extend(moves.reach(square));
                    if !piece.is_even() {
                        attacked.extend(moves.before(square));
                    }
                    given.push(square);
                }
            }
            given.sort_unstable();
            given
        };
        draw_given(self.given, wanted, attempt, |most| {
            format!(
                "found only {most} of {wanted} pieces that do not attack one another; ask for \
                 fewer"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{puzzles::sets::Placement, random::generator};

    fn distribution(
        size: (u32, u32),
        piece: &str,
        blocked: &str,
        given: &str,
    ) -> PlaceDistribution {
        PlaceDistribution {
            boards: RandomBoards::of(size, blocked),
            piece: piece.into(),
            given: given.parse().unwrap(),
            count: PlaceCount::default(),
        }
    }

    #[test]
    fn given_pieces_do_not_attack_one_another() {
        for (size, piece, blocked, given, counts) in [
            ((1, 1), "king", "0", "1", (0, 1)),
            ((3, 5), "rook", "14", "1", (14, 1)),
            ((8, 8), "queen", "25%", "5", (16, 5)),
            ((8, 8), "knight", "4", "20%", (4, 12)),
            ((6, 9), "leaper:1,3", "10%", "10", (5, 10)),
        ] {
            let distribution = distribution(size, piece, blocked, given);
            for seed in 1..=10 {
                let statement = distribution.draw(&mut generator(seed)).unwrap();
                let board = &statement.board;
                assert_eq!((board.blocked.len(), statement.given.len()), counts, "{piece}");
                assert_eq!((board.rows, board.columns), size);
                // It is a placement of exactly this number.
                let count = PlaceCount::Exactly(counts.1 as u32);
                let place = PlaceStatement { count, ..statement.clone() };
                let place = Placement::try_from(place).unwrap();
                let squares = statement
                    .given
                    .iter()
                    .map(|text| Square::parse_any(text, &board.board().unwrap()).unwrap())
                    .collect();
                let solution = crate::puzzles::Solution::Squares { squares, pieces: None };
                crate::puzzles::PuzzleRules::verify(&place, &solution).unwrap();
            }
        }
    }

    #[test]
    fn every_square_is_blocked_equally_often() {
        let distribution = distribution((3, 4), "king", "3", "0");
        let mut times = std::collections::HashMap::new();
        let mut generator = generator(1);
        for _ in 0..4000 {
            for square in distribution.draw(&mut generator).unwrap().board.blocked {
                *times.entry(square).or_insert(0) += 1;
            }
        }
        assert_eq!(times.len(), 12);
        assert!(times.values().all(|&times| (900..1100).contains(&times)), "{times:?}");
    }

    #[test]
    fn what_is_not_possible() {
        for (size, piece, blocked, given, expected) in [
            ((0, 4), "king", "0", "0", "rows 0: 1 to 10000 are possible"),
            ((4, 10_001), "king", "0", "0", "columns 10001: 1 to 10000 are possible"),
            ((4000, 4000), "king", "0", "0", "rows 4000: 4000x4000 has 16000000 squares"),
            (
                (4, 4),
                "king",
                "16",
                "0",
                "blocked 16: only 16 squares are free, and one must stay free",
            ),
            ((4, 4), "king", "100%", "0", "blocked 100%: only 16 squares are free"),
            ((4, 4), "pawn", "0", "0", "unknown piece `pawn`"),
            ((4, 4), "king", "10", "7", "given 7: only 6 squares are free"),
            ((4, 4), "king", "0", "5", "given 5: found only"),
        ] {
            let distribution = distribution(size, piece, blocked, given);
            let problem = distribution.draw(&mut generator(1)).unwrap_err();
            let problem = problem.message(&|field| field.path().into());
            assert!(problem.starts_with(expected), "{problem}");
        }
        let few = PlaceDistribution {
            count: PlaceCount::Exactly(1),
            ..distribution((4, 4), "king", "0", "2")
        };
        assert_eq!(few.check().unwrap_err().to_string(), "`count` 1: 2 pieces are given");
    }
}
