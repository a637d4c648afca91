//! `satranj generate route`: a board with blocked squares and two ends, if asked for with weights.

use clap::Args;

use super::{InstanceSource, statements};
use crate::{
    cli::{CliError, puzzle::lower_case},
    puzzles::{chance::Amount, random::Distribution, route::random::RouteDistribution},
};

/// How the routes are distributed.
#[derive(Debug, Args)]
pub struct GenerateRouteArguments {
    /// Number of rows
    #[arg(long, value_name = "R")]
    rows: u32,
    /// Number of columns
    #[arg(long, value_name = "C")]
    columns: u32,
    /// The piece: a name, leaper:A,B, rider:A,B, or a sum such as queen+knight
    #[arg(long, default_value = "knight", value_parser = lower_case)]
    piece: String,
    /// How many squares are blocked: a number, or a share such as 5%; two stay free
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// Give every square a weight, 1 to 9
    #[arg(long)]
    weighted: bool,
    /// How many routes; several go into one document
    #[arg(long, default_value_t = 1, value_name = "T")]
    cases: u32,
}

impl GenerateRouteArguments {
    /// The routes, if every value is possible.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub fn instances(&self) -> Result<Box<dyn InstanceSource>, CliError> {
        let Self { rows, columns, blocked, weighted, cases, .. } = *self;
        let piece = self.piece.clone();
        let route = RouteDistribution { cases, rows, columns, piece, blocked, weighted };
        statements(Distribution::Route(route))
    }
}
