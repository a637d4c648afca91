//! `satranj generate queens`: n queens, some given, some squares blocked.

use clap::Args;

use super::{InstanceSource, statements};
use crate::{
    cli::CliError,
    puzzles::{chance::Amount, queens::random::QueensDistribution, random::Distribution},
};

/// How the problems are distributed.
#[derive(Debug, Args)]
pub struct GenerateQueensArguments {
    /// Number of queens, rows and columns
    #[arg(long, value_name = "N")]
    n: u32,
    /// How many queens are given: a number, or a share such as 30%. No two attack one another
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    given: Amount,
    /// Take the given queens of a solution, and block none of its squares
    #[arg(long)]
    planted: bool,
    /// How many squares without a given queen are blocked: a number, or a share such as 5%
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// How many problems; several go into one document
    #[arg(long, default_value_t = 1, value_name = "T")]
    cases: u32,
}

impl GenerateQueensArguments {
    /// The problems, if they are possible as far as can be told.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub fn instances(&self) -> Result<Box<dyn InstanceSource>, CliError> {
        let Self { n, given, planted, blocked, cases } = *self;
        statements(Distribution::Queens(QueensDistribution { cases, n, given, planted, blocked }))
    }
}
