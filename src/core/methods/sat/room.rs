//! Memory for a formula, reserved before a solver takes its clauses.

use satranj_encodings::{
    clause::Interrupted,
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Options, Size},
    model::Model,
};

use crate::{methods::MethodError, run::Run};

/// Memory of a clause in encoder and solver together, measured: about 90 bytes.
const BYTES_A_CLAUSE: u64 = 96;

/// Reserves the memory of the clauses. Without a limit on memory nothing is counted.
///
/// # Errors
/// As [`Encoding::count`]; [`MethodError::Stopped`] if memory is too small, or the run stops.
pub(super) fn reserve(
    encoding: &Encoding,
    model: &Model,
    options: Options,
    run: &Run,
) -> Result<(), MethodError> {
    let Err(reason) = run.reserve(u64::MAX) else { return Ok(()) };
    match count(encoding, model, options, u64::MAX, run) {
        // A formula that cannot be written needs more memory than there is.
        Err(MethodError::Encode(
            EncodeError::TooManyVariables { .. } | EncodeError::TooManyClauses { .. },
        )) => Err(reason.into()),
        counted => counted.map(drop),
    }
}

/// Counts the clauses of a formula, up to this many that fit into memory.
///
/// # Errors
/// As [`Encoding::count`]; [`MethodError::Stopped`] if memory is too small, or the run stops.
pub(super) fn count(
    encoding: &Encoding,
    model: &Model,
    options: Options,
    most: u64,
    run: &Run,
) -> Result<Size, MethodError> {
    let room = |clauses: u64| run.reserve(clauses.saturating_mul(BYTES_A_CLAUSE));
    let mut stopped = None;
    let mut look = |clauses| {
        run.poll().and_then(|()| room(clauses)).map_err(|reason| {
            stopped = Some(reason);
            Interrupted
        })
    };
    let mut counter = ClauseCounter::up_to(most).with_look(&mut look);
    let counted = run.encoding(|| encoding.count(model, options, &mut counter));
    if let Some(reason) = stopped {
        return Err(reason.into());
    }
    let size = counted?;
    room(size.clauses)?;
    Ok(size)
}
