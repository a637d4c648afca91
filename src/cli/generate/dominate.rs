//! `satranj generate dominate`: a board with blocked squares that pieces are to dominate.

use clap::Args;

use super::{InstanceSource, statements};
use crate::{
    cli::{
        CliError,
        puzzle::{count, lower_case},
    },
    puzzles::{
        chance::Amount,
        dominate::{DominateCount, random::DominateDistribution},
        fields::Field,
        random::Distribution,
    },
};

/// How the dominations are distributed.
#[derive(Debug, Args)]
pub struct GenerateDominateArguments {
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
    /// Ask that no piece attacks another
    #[arg(long)]
    independent: bool,
    /// Ask that occupied squares are attacked too
    #[arg(long)]
    total: bool,
    /// How many pieces are asked for, or `min`
    #[arg(long, value_name = "K|min", default_value = "min", allow_hyphen_values = true)]
    count: String,
    /// How many dominations; several go into one document
    #[arg(long, default_value_t = 1, value_name = "T")]
    cases: u32,
}

impl GenerateDominateArguments {
    /// The dominations, if they are possible.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub fn instances(&self) -> Result<Box<dyn InstanceSource>, CliError> {
        let Self { rows, columns, blocked, independent, total, cases, .. } = *self;
        let count = count(Field::Count, &self.count, "min", "pieces")?;
        let count = count.map_or_else(DominateCount::default, DominateCount::Exactly);
        let piece = self.piece.clone();
        statements(Distribution::Dominate(DominateDistribution {
            cases,
            rows,
            columns,
            piece,
            blocked,
            independent,
            total,
            count,
        }))
    }
}
