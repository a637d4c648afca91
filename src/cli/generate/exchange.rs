//! `satranj generate exchange`: pieces of two colours that are to trade places.

use clap::Args;

use super::{InstanceSource, statements};
use crate::{
    cli::{CliError, puzzle::lower_case},
    puzzles::{chance::Amount, exchange::random::ExchangeDistribution, random::Distribution},
};

/// How the exchanges are distributed.
#[derive(Debug, Args)]
pub struct GenerateExchangeArguments {
    /// Number of rows
    #[arg(long, value_name = "R")]
    rows: u32,
    /// Number of columns
    #[arg(long, value_name = "C")]
    columns: u32,
    /// The piece: king, queen, rook, bishop or knight
    #[arg(long, default_value = "knight", value_parser = lower_case)]
    piece: String,
    /// How many pieces each colour has
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    count: u32,
    /// How many squares are blocked: a number, or a share such as 5%
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// Let several pieces move in one step
    #[arg(long)]
    parallel: bool,
    /// How many exchanges; several go into one document
    #[arg(long, default_value_t = 1, value_name = "T")]
    cases: u32,
}

impl GenerateExchangeArguments {
    /// The exchanges, if every value is possible.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub fn instances(&self) -> Result<Box<dyn InstanceSource>, CliError> {
        let Self { rows, columns, blocked, parallel, count, cases, .. } = *self;
        let piece = self.piece.clone();
        statements(Distribution::Exchange(ExchangeDistribution {
            cases,
            rows,
            columns,
            piece,
            count,
            blocked,
            parallel,
        }))
    }
}
