//! Squares: algebraic names, `row,column` input, and lists of squares and moves.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de};
use thiserror::Error;

use super::Board;

/// A square by its column from the left and its rank from the bottom, both from 0.
///
/// It prints as in chess: `a1` is the lower left; columns past `z` are `aa`, `ab`, ….
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// Column from the left, from 0.
    pub column: u32,
    /// Row from the bottom, from 0.
    pub rank: u32,
}

/// Why a text is not a square of a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SquareError {
    /// Neither algebraic nor `row,column`.
    #[error(
        "`{0}` is not a square: write it as in chess (a1 is the lower left) or as row,column from the top left, from 0 (in a list: separated by ;)"
    )]
    Form(String),
    /// Not on the board.
    #[error("square `{square}` is outside the {board} board")]
    Outside {
        /// The square as it was given.
        square: String,
        /// The board's size.
        board: String,
    },
    /// Blocked.
    #[error("square `{0}` is blocked")]
    Blocked(String),
    /// Not of the form SQUARE-SQUARE.
    #[error("`{0}` is not a move: write it as SQUARE-SQUARE, for example a1-b3")]
    Move(String),
}

impl SquareError {
    /// The offending text.
    #[doc(hidden)]
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Form(text) | Self::Blocked(text) | Self::Move(text) => text,
            Self::Outside { square, .. } => square,
        }
    }
}

/// The most letters and digits of the name of any square.
const LONGEST_NAME: usize = 7 + 10;

/// The name of a square, without an allocation: large solutions have millions.
struct SquareName {
    text: [u8; LONGEST_NAME],
    begin: usize,
}

impl SquareName {
    fn of(square: Square) -> Self {
        let mut name = Self { text: [0; LONGEST_NAME], begin: LONGEST_NAME };
        let mut number = u64::from(square.rank) + 1;
        while number > 0 {
            name.prepend(b'0' + (number % 10) as u8);
            number /= 10;
        }
        let mut column = u64::from(square.column) + 1;
        while column > 0 {
            name.prepend(b'a' + ((column - 1) % 26) as u8);
            column = (column - 1) / 26;
        }
        name
    }

    fn prepend(&mut self, character: u8) {
        self.begin -= 1;
        self.text[self.begin] = character;
    }

    fn as_str(&self) -> &str {
        str::from_utf8(&self.text[self.begin..]).expect("letters and digits are UTF-8")
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(SquareName::of(*self).as_str())
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads an algebraic name.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let form = || SquareError::Form(text.into());
        let digits = text.find(|character: char| character.is_ascii_digit()).ok_or_else(form)?;
        let (letters, number) = text.split_at(digits);
        if letters.is_empty() || letters.len() > 6 || number.starts_with('0') {
            return Err(form());
        }
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(form());
        }
        let mut column = 0;
        for byte in letters.bytes() {
            if !byte.is_ascii_lowercase() {
                return Err(form());
            }
            column = column * 26 + u32::from(byte - b'a') + 1;
        }
        let rank: u32 = number.parse().map_err(|_| form())?;
        Ok(Self { column: column - 1, rank: rank - 1 })
    }
}

impl Square {
    /// Reads a free square of a board: algebraic, or `row,column` from the top left.
    ///
    /// # Errors
    /// [`SquareError`], which names the text.
    pub fn parse(text: &str, board: &Board) -> Result<Self, SquareError> {
        let square = Self::parse_any(text, board)?;
        if board.is_free(square) { Ok(square) } else { Err(SquareError::Blocked(text.into())) }
    }
}

/// What the rest of the program needs.
#[doc(hidden)]
impl Square {
    /// Itself, if it is a free square of a board.
    ///
    /// # Errors
    /// [`SquareError`], which names it.
    pub fn free_on(self, board: &Board) -> Result<Self, SquareError> {
        if !board.contains(self) {
            let (square, board) = (self.to_string(), board.to_string());
            return Err(SquareError::Outside { square, board });
        }
        if board.is_free(self) { Ok(self) } else { Err(SquareError::Blocked(self.to_string())) }
    }

    /// As [`Square::parse`], for a square that may be blocked.
    ///
    /// # Errors
    /// [`SquareError`], which names the text.
    pub fn parse_any(text: &str, board: &Board) -> Result<Self, SquareError> {
        Self::parse_within(text, board.rows(), board.columns())
    }

    /// As [`Square::parse_any`], on a rectangle that may be too large for a board.
    ///
    /// # Errors
    /// [`SquareError`], which names the text.
    pub fn parse_within(text: &str, rows: u32, columns: u32) -> Result<Self, SquareError> {
        let text = text.trim();
        let board = || format!("{rows}x{columns}");
        let outside = || SquareError::Outside { square: text.into(), board: board() };
        let square = match text.split_once(',') {
            Some((row, column)) => {
                let number = |side: &str| {
                    side.trim().parse::<u32>().map_err(|_| SquareError::Form(text.into()))
                };
                let (row, column) = (number(row)?, number(column)?);
                let rank = rows.checked_sub(row).and_then(|above| above.checked_sub(1));
                Self { column, rank: rank.ok_or_else(outside)? }
            }
            None => text.parse()?,
        };
        if square.rank < rows && square.column < columns { Ok(square) } else { Err(outside()) }
    }
}

/// Splits a list at commas, or at semicolons if it contains a `row,column`.
#[must_use]
pub fn split_list(text: &str) -> Vec<&str> {
    // A comma between two numbers without other text: `0,1`.
    let is_pair = |item: &str| {
        let squares = item.rsplit_once('=').map_or(item, |(square, _)| square);
        squares.split('-').all(|square| {
            square.split_once(',').is_some_and(|(row, column)| {
                [row, column].iter().all(|side| {
                    let side = side.trim();
                    !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit())
                })
            })
        })
    };
    let separator = if text.contains(';') || is_pair(text) { ';' } else { ',' };
    text.split(separator).map(str::trim).filter(|item| !item.is_empty()).collect()
}

/// Reads a move, SQUARE-SQUARE, between free squares.
///
/// # Errors
/// [`SquareError`], which names the text.
pub fn parse_move(text: &str, board: &Board) -> Result<[Square; 2], SquareError> {
    let (from, to) = text.split_once('-').ok_or_else(|| SquareError::Move(text.into()))?;
    Ok([Square::parse(from, board)?, Square::parse(to, board)?])
}

impl Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(SquareName::of(*self).as_str())
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Square {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^[a-z]{1,5}[1-9][0-9]*$",
            "description": "A square in algebraic notation; a1 is the lower left.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_past_z() {
        for (column, name) in [(0, "a1"), (25, "z1"), (26, "aa1"), (701, "zz1"), (702, "aaa1")] {
            let square = Square { column, rank: 0 };
            assert_eq!(square.to_string(), name);
            assert_eq!(name.parse(), Ok(square));
        }
        for column in 0..10_000 {
            let square = Square { column, rank: column };
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        let last = Square { column: u32::MAX, rank: u32::MAX };
        assert_eq!(last.to_string(), "mwlqkwv4294967296");
        assert_eq!(serde_json::to_value(last).unwrap(), "mwlqkwv4294967296");
    }

    #[test]
    fn both_notations_name_the_same_square() {
        let board = Board::parse("4x6").unwrap();
        assert_eq!(Square::parse("0,0", &board), Square::parse("a4", &board));
        assert_eq!(Square::parse("3,5", &board), Square::parse("f1", &board));
        for text in
            ["", "a", "1", "a0", "a01", "A1", "é1", "a1b", "1,", ",1", "1,2,3", "-1,2", "abcdefg1"]
        {
            assert!(matches!(Square::parse(text, &board), Err(SquareError::Form(_))), "{text}");
        }
        for text in ["g1", "a5", "4,0", "0,6", "a4294967295"] {
            assert!(
                matches!(Square::parse(text, &board), Err(SquareError::Outside { .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn lists() {
        assert_eq!(split_list("a1,b2"), ["a1", "b2"]);
        assert_eq!(split_list("0,1"), ["0,1"]);
        assert_eq!(split_list("0,1;2,3;"), ["0,1", "2,3"]);
        assert_eq!(split_list("0,0-1,2"), ["0,0-1,2"]);
        assert_eq!(split_list("0,0=1"), ["0,0=1"]);
        assert_eq!(split_list("a1=1,b2=3"), ["a1=1", "b2=3"]);
        assert_eq!(split_list("a1-b3,b3-d4"), ["a1-b3", "b3-d4"]);
        assert!(split_list("").is_empty());
    }
}
