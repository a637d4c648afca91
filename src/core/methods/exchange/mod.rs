//! Arrangements of pieces and the steps between them, for all searches of exchanges.

pub mod state;
pub mod steps;
#[cfg(test)]
pub mod tests;

use satranj_encodings::exchange::Exchange;

use self::steps::ExchangeSteps;
use crate::{limits::Reason, run::Run};

/// The tables of the steps of a model.
///
/// # Errors
/// The reason to stop: a limit, or no room for the tables.
pub fn prepared(model: &Exchange, run: &Run) -> Result<ExchangeSteps, Reason> {
    run.poll()?;
    run.reserve(ExchangeSteps::bytes(model))?;
    Ok(run.encoding(|| ExchangeSteps::of(model)))
}
