//! Random instances by seed: how those of each kind of puzzle are distributed.

use std::str::FromStr;

use rand::RngExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Statement, meet::random::MeetDistribution};
use crate::random::{Generator, generator};

/// How random instances of a kind of puzzle are distributed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Distribution {
    /// Meetings.
    Meet(MeetDistribution),
}

/// The most squares that [`Distribution::statements`] holds in memory.
const MOST_SQUARES: u64 = 10_000_000;

impl Distribution {
    /// The instances of a seed.
    ///
    /// # Errors
    /// A message that names a value that is not possible.
    pub fn statements(&self, seed: u64) -> Result<Vec<Statement>, String> {
        let Self::Meet(distribution) = self;
        distribution.check()?;
        let MeetDistribution { cases, rows, columns, .. } = distribution;
        let squares = u64::from(*cases) * u64::from(rows.1) * u64::from(columns.1);
        if squares > MOST_SQUARES {
            return Err(format!(
                "{cases} cases of {}x{} have {squares} squares; {MOST_SQUARES} are the most",
                rows.1, columns.1
            ));
        }
        let mut generator = generator(seed);
        let drawn = (0..*cases).map(|_| distribution.draw(&mut generator).map(Statement::Meet));
        drawn.collect()
    }
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

/// How many of some things: a number, or a share in percent, `5%`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Amount {
    /// So many.
    Number(u32),
    /// So many of a hundred, 0 to 100.
    Percent(f64),
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
