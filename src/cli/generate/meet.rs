//! `satranj generate meet`: a file of meetings.

use std::io::Write;

use clap::Args;

use super::{InstanceSource, WriteError, option, statements};
use crate::{
    cli::CliError,
    puzzles::{
        chance::NumberRange,
        meet::random::{Content, MeetDistribution},
        random::Distribution,
    },
    random::Generator,
};

/// How the meetings are distributed; as published where nothing is said.
#[derive(Debug, Args)]
pub struct GenerateMeetArguments {
    /// How many, 1 to 1,000,000
    #[arg(long, default_value_t = 10, value_name = "T")]
    cases: u32,
    /// The number of rows, uniform in a range: A..B, both ends included, or a number
    #[arg(long, default_value = "1..10", value_name = "RANGE", allow_hyphen_values = true)]
    rows: NumberRange,
    /// The number of columns, likewise
    #[arg(long, default_value = "1..10", value_name = "RANGE", allow_hyphen_values = true)]
    columns: NumberRange,
    /// The probability that a free square holds a knight
    #[arg(long, default_value_t = 0.1, value_name = "PROBABILITY", allow_negative_numbers = true)]
    density: f64,
    /// How many jumps a knight may make in one turn, uniform in a range within 1 to 9
    #[arg(long, default_value = "1..9", value_name = "RANGE", allow_hyphen_values = true)]
    k: NumberRange,
    /// The probability that a square is blocked; one square of each board stays free
    #[arg(long, default_value_t = 0.0, value_name = "PROBABILITY", allow_negative_numbers = true)]
    blocked: f64,
}

impl GenerateMeetArguments {
    /// The meetings, if every value is possible: as a file of cases, or as a document.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub fn instances(&self, is_document: bool) -> Result<Box<dyn InstanceSource>, CliError> {
        let Self { cases, rows, columns, density, k, blocked } = *self;
        let distribution = MeetDistribution { cases, rows, columns, density, k, blocked };
        distribution.check().map_err(|error| CliError::Usage(error.told(&option)))?;
        if is_document {
            return statements(Distribution::Meet(distribution));
        }
        Ok(Box::new(distribution))
    }
}

impl InstanceSource for MeetDistribution {
    fn write(&self, generator: &mut Generator, out: &mut dyn Write) -> Result<(), WriteError> {
        let distribution = self;
        writeln!(out, "{}", distribution.cases)?;
        let mut line = Vec::new();
        for _ in 0..distribution.cases {
            let (rows, columns) = distribution.draw_size(generator);
            writeln!(out, "\n{rows} {columns}")?;
            let mut squares = distribution.draw_squares((rows, columns), generator);
            for _ in 0..rows {
                line.clear();
                line.extend(squares.by_ref().take(columns as usize).map(character));
                line.push(b'\n');
                out.write_all(&line)?;
            }
        }
        Ok(())
    }
}

/// What stands for a square in the file.
fn character(content: Content) -> u8 {
    match content {
        Content::Free => b'.',
        Content::Blocked => b'#',
        // 1 to 9; the distribution is checked.
        Content::Rider(jumps) => b'0' + (jumps % 10) as u8,
    }
}
