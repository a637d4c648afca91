//! Random instances by seed: how those of each kind of puzzle are distributed.

use std::str::FromStr;

use rand::{RngExt, seq::index};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Statement,
    dominate::random::DominateDistribution,
    meet::random::{MOST_CASES, MeetDistribution},
    place::random::PlaceDistribution,
    queens::random::QueensDistribution,
};
use crate::{
    board::{Board, MAXIMUM_SIDE},
    random::{Generator, generator},
};

/// How random instances of a kind of puzzle are distributed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Distribution {
    /// Meetings.
    Meet(MeetDistribution),
    /// Problems of n queens.
    Queens(QueensDistribution),
    /// Placements.
    Place(PlaceDistribution),
    /// Dominations.
    Dominate(DominateDistribution),
}

/// The most squares that [`Distribution::statements`] holds in memory.
const MOST_SQUARES: u64 = 10_000_000;

impl Distribution {
    /// How many instances there are, and the most rows and columns of each.
    #[must_use]
    pub fn size(&self) -> (u32, u32, u32) {
        match self {
            Self::Meet(of) => (of.cases, of.rows.1, of.columns.1),
            Self::Queens(of) => (of.cases, of.n, of.n),
            Self::Place(of) => (of.cases, of.rows, of.columns),
            Self::Dominate(of) => (of.cases, of.rows, of.columns),
        }
    }

    /// Checks what can be checked beforehand.
    ///
    /// # Errors
    /// A message that names a value that is not possible.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Self::Meet(of) => of.check()?,
            Self::Queens(of) => of.check()?,
            Self::Place(of) => of.check()?,
            Self::Dominate(of) => of.check()?,
        }
        let (cases, rows, columns) = self.size();
        let squares = u64::from(cases) * u64::from(rows) * u64::from(columns);
        if squares > MOST_SQUARES {
            return Err(format!(
                "{cases} cases of {rows}x{columns} have {squares} squares; {MOST_SQUARES} are the \
                 most"
            ));
        }
        Ok(())
    }

    /// The instances of a seed.
    ///
    /// # Errors
    /// A message that names a value that is not possible, or says what was not found.
    pub fn statements(&self, seed: u64) -> Result<Vec<Statement>, String> {
        self.draw(&mut generator(seed))
    }

    /// The next instances.
    ///
    /// # Errors
    /// As [`Distribution::statements`].
    pub fn draw(&self, generator: &mut Generator) -> Result<Vec<Statement>, String> {
        self.check()?;
        let drawn = (0..self.size().0).map(|_| match self {
            Self::Meet(of) => of.draw(generator).map(Statement::Meet),
            Self::Queens(of) => of.draw(generator).map(Statement::Queens),
            Self::Place(of) => of.draw(generator).map(Statement::Place),
            Self::Dominate(of) => of.draw(generator).map(Statement::Dominate),
        });
        drawn.collect()
    }
}

/// One, for as many cases where nothing is said.
pub(super) fn one() -> u32 {
    1
}

/// Checks a number of cases.
///
/// # Errors
/// A message that names it.
pub(super) fn check_cases(cases: u32) -> Result<(), String> {
    let is_possible = (1..=MOST_CASES).contains(&cases);
    is_possible.then_some(()).ok_or_else(|| format!("cases {cases}: write 1 to {MOST_CASES}"))
}

/// Checks the sides of a board, with their names.
///
/// # Errors
/// A message that begins with a name.
pub(super) fn check_board([rows, columns]: [(&str, u32); 2]) -> Result<(), String> {
    for (name, side) in [rows, columns] {
        if !(1..=MAXIMUM_SIDE).contains(&side) {
            return Err(format!("{name} {side}: 1 to {MAXIMUM_SIDE} are possible"));
        }
    }
    let ((name, rows), (_, columns)) = (rows, columns);
    let squares = u64::from(rows) * u64::from(columns);
    if squares > MOST_SQUARES {
        return Err(format!(
            "{name} {rows}: {rows}x{columns} has {squares} squares; {MOST_SQUARES} are the most"
        ));
    }
    Ok(())
}

/// Checks how many squares of a board are blocked.
///
/// # Errors
/// A message that names it.
pub(super) fn check_blocked(rows: u32, columns: u32, blocked: Amount) -> Result<(), String> {
    let squares = rows * columns;
    if blocked.of(squares) >= squares {
        return Err(format!("blocked {blocked}: {squares} squares are free, and one stays so"));
    }
    Ok(())
}

/// A board of which so many squares are blocked, all equally likely; its sizes are checked.
///
/// # Errors
/// As [`check_blocked`].
pub(super) fn draw_board(
    rows: u32,
    columns: u32,
    blocked: Amount,
    generator: &mut Generator,
) -> Result<Board, String> {
    check_blocked(rows, columns, blocked)?;
    let mut board = Board::new(rows, columns).map_err(|error| error.to_string())?;
    let squares = rows * columns;
    for cell in index::sample(generator, squares as usize, blocked.of(squares) as usize) {
        let cell = cell as u32;
        board.block(board.square(cell / columns, cell % columns));
    }
    Ok(board)
}

/// A range of numbers, both ends included: in JSON `[8, 10]`, or `8` for `[8, 8]`; on the command
/// line `8..10`, or `8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Written")]
pub struct Range(pub u32, pub u32);

/// A range as it may be written.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number, or two in a list, the lesser first")]
enum Written {
    One(u32),
    Both(u32, u32),
}

impl From<Written> for Range {
    fn from(written: Written) -> Self {
        match written {
            Written::One(number) => Self(number, number),
            Written::Both(least, greatest) => Self(least, greatest),
        }
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no range; write for example 1..10, or 8");
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // A number that is too large is still one: its check says what is possible.
            digits.then(|| text.parse().unwrap_or(u32::MAX)).ok_or_else(wrong)
        };
        match text.split_once("..") {
            Some((least, greatest)) => Ok(Self(number(least)?, number(greatest)?)),
            None => number(text).map(|one| Self(one, one)),
        }
    }
}

impl Range {
    /// Checks that it is not empty and lies within 1 to `most`.
    ///
    /// # Errors
    /// A message that names it.
    pub fn within(self, name: &str, most: u32) -> Result<(), String> {
        let Self(least, greatest) = self;
        if least == 0 || greatest > most {
            return Err(format!("{name} {least}..{greatest}: 1 to {most} are possible"));
        }
        if least > greatest {
            return Err(format!("{name} {least}..{greatest}: write the lesser number first"));
        }
        Ok(())
    }

    /// A number in the range; of an empty one its first.
    pub fn draw(self, generator: &mut Generator) -> u32 {
        generator.random_range(self.0..=self.1.max(self.0))
    }
}

/// How many of some things: a number, or a share in percent, `5%`; in JSON `5` or `"5%"`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "WrittenAmount", into = "WrittenAmount")]
pub enum Amount {
    /// So many.
    Number(u32),
    /// So many of a hundred, 0 to 100.
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
        let wrong = || format!("`{text}` is no amount; write a number, or 0% to 100%");
        let Some(percent) = text.strip_suffix('%') else {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // A number that is too large is still one: its check says what is possible.
            return digits
                .then(|| Self::Number(text.parse().unwrap_or(u32::MAX)))
                .ok_or_else(wrong);
        };
        let percent = percent.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
        percent.map(Self::Percent).ok_or_else(wrong)
    }
}

impl Amount {
    /// How many of `all` that is; a share is rounded to the nearest number.
    #[must_use]
    pub fn of(self, all: u32) -> u32 {
        match self {
            Self::Number(number) => number,
            Self::Percent(percent) => (f64::from(all) * percent / 100.0).round() as u32,
        }
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
