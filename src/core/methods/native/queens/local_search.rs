//! Restarts, the common part of the local searches of the n-queens problem.

use satranj_encodings::model::Witness;

use crate::{
    limits::Reason,
    methods::{Context, Ending, Found},
};

/// Restarts by default.
const RESTARTS: u64 = 1000;

/// Restarts a search until it returns the column of each row's queen, at most `--restarts` times
/// after the first start; each start is an attempt.
///
/// # Errors
/// The reason to stop from a start.
pub fn starting_again(
    context: &Context,
    found: &mut Found<'_>,
    mut start: impl FnMut() -> Result<Option<Vec<u32>>, Reason>,
) -> Result<Ending, Reason> {
    for _ in 0..=context.options.restarts.unwrap_or(RESTARTS) {
        context.counters.attempts.add(1);
        if let Some(columns) = start()? {
            return Ok(Ending::of_only(Witness::Columns(columns), found));
        }
    }
    Ok(Reason::IncompleteMethod.into())
}
