//! Random meetings by seed, distributed as in the published experiments: every square holds a
//! knight with the same probability, and its jumps a turn are uniform.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MeetStatement, RiderStatement};
use crate::{
    board::{Board, MAXIMUM_SIDE},
    puzzles::{
        StatementError,
        chance::{NumberRange, check_cases, happens},
        fields::Field,
    },
    random::Generator,
};

/// The most jumps a turn that the file format can hold.
const MOST_JUMPS: u32 = 9;

/// How random meetings are distributed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct MeetDistribution {
    /// Generate this many, 1 to 1,000,000
    #[cfg_attr(feature = "cli", arg(long, default_value_t = PUBLISHED.cases, value_name = "T"))]
    pub cases: u32,
    /// Set the number of rows, uniform in a range A..B with both ends, or a number
    #[cfg_attr(feature = "cli", arg(long, default_value_t = PUBLISHED.rows, value_name = "RANGE", allow_hyphen_values = true))]
    pub rows: NumberRange,
    /// Set the number of columns, as --rows
    #[cfg_attr(feature = "cli", arg(long, default_value_t = PUBLISHED.columns, value_name = "RANGE", allow_hyphen_values = true))]
    pub columns: NumberRange,
    /// Set the probability that a free square holds a knight
    #[cfg_attr(feature = "cli", arg(long, default_value_t = PUBLISHED.density, value_name = "PROBABILITY", allow_negative_numbers = true))]
    pub density: f64,
    /// Set a knight's jumps per turn, uniform in a range within 1 to 9
    #[cfg_attr(feature = "cli", arg(long, default_value_t = PUBLISHED.k, value_name = "RANGE", allow_hyphen_values = true))]
    pub k: NumberRange,
    /// Set the probability that a square is blocked; one square of each board stays free
    #[cfg_attr(feature = "cli", arg(long, default_value_t = PUBLISHED.blocked, value_name = "PROBABILITY", allow_negative_numbers = true))]
    pub blocked: f64,
}

/// The published distribution.
const PUBLISHED: MeetDistribution = MeetDistribution {
    cases: 10,
    rows: NumberRange(1, 10),
    columns: NumberRange(1, 10),
    density: 0.1,
    k: NumberRange(1, MOST_JUMPS),
    blocked: 0.0,
};

impl Default for MeetDistribution {
    fn default() -> Self {
        PUBLISHED
    }
}

/// What is on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Free,
    /// It is blocked.
    Blocked,
    /// A knight that makes up to this many jumps a turn, 1 to 9.
    Rider(u32),
}

impl MeetDistribution {
    /// Checks that every value is possible.
    ///
    /// # Errors
    /// [`StatementError`], with the value and the possible values.
    pub fn check(&self) -> Result<(), StatementError> {
        check_cases(self.cases)?;
        self.rows.within(Field::Rows, MAXIMUM_SIDE)?;
        self.columns.within(Field::Columns, MAXIMUM_SIDE)?;
        self.k.within(Field::K, MOST_JUMPS)?;
        for (field, value) in [(Field::Density, self.density), (Field::Blocked, self.blocked)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(StatementError::of(field, &value, "write a probability, 0 to 1"));
            }
        }
        Ok(())
    }

    /// The size of the next board: rows and columns.
    pub fn draw_size(&self, generator: &mut Generator) -> (u32, u32) {
        (self.rows.draw(generator), self.columns.draw(generator))
    }

    /// The contents of a number of squares, in reading order.
    pub fn draw_squares<'a>(
        &'a self,
        size: (u32, u32),
        generator: &'a mut Generator,
    ) -> impl Iterator<Item = Content> + 'a {
        let count = u64::from(size.0) * u64::from(size.1);
        let mut none_free = true;
        (1..=count).map(move |square| {
            // Without blocked squares the same seed gives the same knights as before.
            let blocked = self.blocked > 0.0 && happens(generator, self.blocked);
            if blocked && !(square == count && none_free) {
                return Content::Blocked;
            }
            none_free = false;
            if happens(generator, self.density) {
                Content::Rider(self.k.draw(generator))
            } else {
                Content::Free
            }
        })
    }

    /// The next meeting.
    ///
    /// # Errors
    /// As [`MeetDistribution::check`].
    pub fn draw(&self, generator: &mut Generator) -> Result<MeetStatement, StatementError> {
        self.check()?;
        let (rows, columns) = self.draw_size(generator);
        let (mut board, mut riders) = (Board::new(rows, columns)?, Vec::new());
        for (cell, content) in (0..).zip(self.draw_squares((rows, columns), generator)) {
            let square = board.square_of_cell(cell);
            match content {
                Content::Free => {}
                Content::Blocked => board.block(square),
                Content::Rider(jumps_per_turn) => {
                    riders.push(RiderStatement { square, jumps_per_turn });
                }
            }
        }
        let (board, piece) = (board.into(), crate::puzzles::knight());
        Ok(MeetStatement { board, piece, riders, at_most: None })
    }
}
