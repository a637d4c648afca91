//! `satranj generate place`: pieces on a board with blocked squares, some given.

use clap::Args;

use super::{InstanceSource, statements};
use crate::{
    cli::{
        CliError,
        puzzle::{count, lower_case},
    },
    puzzles::{
        chance::Amount,
        fields::Field,
        place::{PlaceCount, random::PlaceDistribution},
        random::Distribution,
    },
};

/// How the placements are distributed.
#[derive(Debug, Args)]
pub struct GeneratePlaceArguments {
    /// Number of rows
    #[arg(long, value_name = "R")]
    rows: u32,
    /// Number of columns
    #[arg(long, value_name = "C")]
    columns: u32,
    /// The piece: a name, leaper:A,B, rider:A,B, or a sum such as queen+knight
    #[arg(long, value_parser = lower_case)]
    piece: String,
    /// How many squares are blocked: a number, or a share such as 5%; one stays free
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// How many pieces are given: a number, or a share of the free squares. No two attack one
    /// another
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    given: Amount,
    /// How many pieces are asked for, or `max`
    #[arg(long, value_name = "K|max", default_value = "max", allow_hyphen_values = true)]
    count: String,
    /// How many placements; several go into one document
    #[arg(long, default_value_t = 1, value_name = "T")]
    cases: u32,
}

impl GeneratePlaceArguments {
    /// The placements, if they are possible as far as can be told.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub fn instances(&self) -> Result<Box<dyn InstanceSource>, CliError> {
        let Self { rows, columns, blocked, given, cases, .. } = *self;
        let count = count(Field::Count, &self.count, "max", "pieces")?;
        let count = count.map_or_else(PlaceCount::default, PlaceCount::Exactly);
        let piece = self.piece.clone();
        let place = PlaceDistribution { cases, rows, columns, piece, blocked, given, count };
        statements(Distribution::Place(place))
    }
}
