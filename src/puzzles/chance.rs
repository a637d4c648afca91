//! Randomness: amounts, ranges and boards from which random statements are made.

use std::{fmt, str::FromStr};

use rand::{RngExt, seq::index};
use satranj_encodings::lattice::Surface;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use super::board_statement::{join_borders, surface_words};
use super::{
    StatementError,
    board_statement::{JOIN_BORDERS, SurfaceWord},
    fields::Field,
    maps::BenchmarkMap,
};
use crate::{
    board::{Board, MAXIMUM_SIDE, piece::Piece},
    random::Generator,
};

/// The most squares of random boards kept in memory.
pub const MOST_SQUARES: u64 = 10_000_000;

/// The most cases that are generated at a time.
pub const MOST_CASES: u32 = 1_000_000;

/// The default number of cases: one.
pub(super) fn one() -> u32 {
    1
}

/// Checks a number of cases.
///
/// # Errors
/// [`StatementError`], which names it.
pub(super) fn check_cases(cases: u32) -> Result<(), StatementError> {
    if (1..=MOST_CASES).contains(&cases) {
        return Ok(());
    }
    Err(StatementError::of(Field::Cases, &cases, format!("write 1 to {MOST_CASES}")))
}

/// Checks the sides of a board, rows and columns with their fields.
///
/// # Errors
/// [`StatementError`], which names a side.
pub(super) fn check_board([rows, columns]: [(Field, u32); 2]) -> Result<(), StatementError> {
    for (field, side) in [rows, columns] {
        if !(1..=MAXIMUM_SIDE).contains(&side) {
            let problem = format!("1 to {MAXIMUM_SIDE} are possible");
            return Err(StatementError::of(field, &side, problem));
        }
    }
    let ((field, rows), (_, columns)) = (rows, columns);
    let squares = u64::from(rows) * u64::from(columns);
    if squares > MOST_SQUARES {
        let problem =
            format!("{rows}x{columns} has {squares} squares; at most {MOST_SQUARES} are possible");
        return Err(StatementError::of(field, &rows, problem));
    }
    Ok(())
}

/// The number of squares that must stay free, and the error for a board with a number of squares.
pub(super) type KeptFree = (u32, fn(u32) -> String);

/// Most boards keep one square free.
pub(super) const ONE_SQUARE: KeptFree =
    (1, |squares| format!("only {squares} squares are free, and one must stay free"));

/// Checks how many of the squares of a board are blocked; returns how many stay free.
///
/// # Errors
/// [`StatementError`], which names the amount.
pub(super) fn check_blocked(
    squares: u32,
    blocked: Amount,
    (least, problem): KeptFree,
) -> Result<u32, StatementError> {
    let free = squares.checked_sub(blocked.of(squares)).filter(|&free| free >= least);
    free.ok_or_else(|| StatementError::of(Field::Blocked, &blocked, problem(squares)))
}

/// The number of attempts to draw something.
pub(super) const TRIES: u32 = 20;

/// Draws a number of things; tries again if an attempt finds fewer.
///
/// # Errors
/// [`StatementError`] for the amount that is given; `problem` says how many were found at most.
pub(super) fn draw_given<T>(
    given: Amount,
    wanted: usize,
    mut attempt: impl FnMut() -> Vec<T>,
    problem: impl FnOnce(usize) -> String,
) -> Result<Vec<T>, StatementError> {
    let mut most = 0;
    for _ in 0..TRIES {
        let drawn = attempt();
        if drawn.len() == wanted {
            return Ok(drawn);
        }
        most = most.max(drawn.len());
    }
    Err(StatementError::of(Field::Given, &given, problem(most)))
}

/// Random boards: their number and size, and how many squares are blocked, all equally likely; or a
/// kind of map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct RandomBoards {
    /// Set the number of rows
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "cli", arg(long, value_name = "R", required_unless_present = "map"))]
    pub rows: Option<u32>,
    /// Set the number of columns
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "cli", arg(long, value_name = "C", required_unless_present = "map"))]
    pub columns: Option<u32>,
    /// Draw a map of a kind of the path finding benchmarks instead: empty-16, random-32-10 (percent),
    /// room-32-4 (size), maze-32-2 (width), den-32 or warehouse-10-20-10-2-1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "cli", arg(long, value_name = "KIND-N-…", conflicts_with_all = ["rows", "columns", "blocked"]))]
    pub map: Option<BenchmarkMap>,
    /// Block this many squares: a number, or a share such as 5%; squares that the puzzle needs stay
    /// free
    #[serde(default)]
    #[cfg_attr(feature = "cli", arg(long, default_value_t = Amount::default(), value_name = "AMOUNT", allow_hyphen_values = true))]
    pub blocked: Amount,
    #[serde(default, with = "SurfaceWord", skip_serializing_if = "SurfaceWord::is_plane")]
    #[schemars(with = "SurfaceWord", description = JOIN_BORDERS)]
    #[cfg_attr(feature = "cli", arg(long, help = join_borders(), value_name = "SURFACE", default_value = "plane", value_parser = surface_words()))]
    pub surface: Surface,
    /// Generate this many instances; several go into one document
    #[serde(default = "one")]
    #[cfg_attr(feature = "cli", arg(long, default_value_t = 1, value_name = "T"))]
    pub cases: u32,
}

impl RandomBoards {
    /// Checks every value as [`check_blocked`] does; returns how many squares stay free.
    ///
    /// # Errors
    /// [`StatementError`], which names a value.
    pub(super) fn check(&self, kept: KeptFree) -> Result<u32, StatementError> {
        check_cases(self.cases)?;
        let (rows, columns) = self.sides();
        let is_stated = (self.rows.is_some(), self.columns.is_some());
        let fields = match (&self.map, is_stated) {
            (None, (true, true)) => [Field::Rows, Field::Columns],
            (Some(_), (false, false)) if self.blocked == Amount::default() => [Field::Map; 2],
            (None, _) => {
                let problem = "give `rows` and `columns`, or a `map`";
                return Err(StatementError::whole(problem).blaming(Field::Rows));
            }
            (Some(_), _) => {
                let problem = "leave out `rows`, `columns` and `blocked`: the `map` has them";
                return Err(StatementError::whole(problem).blaming(Field::Map));
            }
        };
        check_board([(fields[0], rows), (fields[1], columns)])?;
        check_blocked(rows * columns, self.blocked, kept)
    }

    /// The numbers of rows and columns of each board.
    #[must_use]
    pub fn sides(&self) -> (u32, u32) {
        let given = || (self.rows.unwrap_or(0), self.columns.unwrap_or(0));
        self.map.as_ref().map_or_else(given, BenchmarkMap::sides)
    }

    /// The piece of a name on these boards.
    ///
    /// # Errors
    /// [`StatementError`], which names the piece.
    pub(super) fn piece(&self, name: &str) -> Result<Piece, StatementError> {
        Ok(Piece::on_surface(name, self.surface)?)
    }

    /// The next board; the values are checked.
    ///
    /// # Errors
    /// [`StatementError`] for sides that no board has.
    pub fn draw(&self, generator: &mut Generator) -> Result<Board, StatementError> {
        if let Some(map) = &self.map {
            return Ok(map.draw(generator)?.on(self.surface));
        }
        let (rows, columns) = self.sides();
        let mut board = Board::new(rows, columns)?.on(self.surface);
        let blocked = self.blocked.of(rows * columns) as usize;
        for cell in index::sample(generator, board.size(), blocked) {
            board.block(board.square_of_cell(cell));
        }
        Ok(board)
    }
}

#[cfg(test)]
impl RandomBoards {
    /// A board of this many rows and columns with this amount blocked.
    pub(super) fn of((rows, columns): (u32, u32), blocked: &str) -> Self {
        let (rows, columns, map) = (Some(rows), Some(columns), None);
        Self {
            rows,
            columns,
            map,
            blocked: blocked.parse().unwrap(),
            surface: Surface::Plane,
            cases: 1,
        }
    }
}

/// Reads digits as a number. A number that is too large is still a number: its check says what is
/// possible.
pub(super) fn saturating_number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// A range of numbers, both ends included: in JSON `[8, 10]`, or `8` for `[8, 8]`; on the command
/// line `8..10`, or `8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "WrittenRange")]
#[schemars(rename = "Range")]
pub struct NumberRange(pub u32, pub u32);

/// A range as it may be written.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number, or a list of two, the smaller first")]
#[schemars(rename = "Written")]
enum WrittenRange {
    One(u32),
    Both(u32, u32),
}

impl From<WrittenRange> for NumberRange {
    fn from(written: WrittenRange) -> Self {
        match written {
            WrittenRange::One(number) => Self(number, number),
            WrittenRange::Both(least, greatest) => Self(least, greatest),
        }
    }
}

impl FromStr for NumberRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("found `{text}`, expected a range, for example 1..10, or 8");
        let number = |text: &str| saturating_number(text).ok_or_else(wrong);
        match text.split_once("..") {
            Some((least, greatest)) => Ok(Self(number(least)?, number(greatest)?)),
            None => number(text).map(|one| Self(one, one)),
        }
    }
}

impl NumberRange {
    /// Checks that it is not empty and lies within 1 to `most`.
    ///
    /// # Errors
    /// [`StatementError`], which names it.
    pub fn within(self, field: Field, most: u32) -> Result<(), StatementError> {
        let Self(least, greatest) = self;
        let wrong = |problem: String| StatementError::of(field, &self, problem);
        if least == 0 || greatest > most {
            return Err(wrong(format!("1 to {most} are possible")));
        }
        if least > greatest {
            return Err(wrong("write the smaller number first".into()));
        }
        Ok(())
    }

    /// A number in the range; the first one if the range is empty.
    pub fn draw(self, generator: &mut Generator) -> u32 {
        generator.random_range(self.0..=self.1.max(self.0))
    }
}

impl fmt::Display for NumberRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..{}", self.0, self.1)
    }
}

/// How many of some things: a number, or a share in percent, `5%`; in JSON `5` or `"5%"`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "WrittenAmount", into = "WrittenAmount")]
pub enum Amount {
    /// A number.
    Number(u32),
    /// A percentage, 0 to 100.
    Percent(f64),
}

/// An amount as it may be written.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number, or a share such as \"5%\"")]
enum WrittenAmount {
    Number(u32),
    Share(String),
}

impl Default for Amount {
    fn default() -> Self {
        Self::Number(0)
    }
}

impl TryFrom<WrittenAmount> for Amount {
    type Error = String;

    fn try_from(written: WrittenAmount) -> Result<Self, String> {
        match written {
            WrittenAmount::Number(number) => Ok(Self::Number(number)),
            WrittenAmount::Share(text) => text.parse(),
        }
    }
}

impl From<Amount> for WrittenAmount {
    fn from(amount: Amount) -> Self {
        match amount {
            Amount::Number(number) => Self::Number(number),
            Amount::Percent(_) => Self::Share(amount.to_string()),
        }
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("found `{text}`, expected a number, or 0% to 100%");
        let Some(percent) = text.strip_suffix('%') else {
            return saturating_number(text).map(Self::Number).ok_or_else(wrong);
        };
        let percent = percent.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
        percent.map(Self::Percent).ok_or_else(wrong)
    }
}

impl Amount {
    /// The amount out of `all`; a share is rounded to the nearest number.
    #[must_use]
    pub fn of(self, all: u32) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Percent(percent) => (f64::from(all) * percent / 100.0).round() as u32,
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Percent(percent) => write!(formatter, "{percent}%"),
        }
    }
}

/// Whether an event of this probability happens.
pub fn happens(generator: &mut Generator, probability: f64) -> bool {
    let probability = if probability.is_nan() { 0.0 } else { probability };
    generator.random_bool(probability.clamp(0.0, 1.0))
}
