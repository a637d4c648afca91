//! Room for a formula, asked for before a solver takes its clauses.

use satranj_encodings::{
    clause::Interrupted,
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Options, Size},
    model::Model,
};

use crate::{methods::MethodError, run::Run};

/// Memory that a clause takes in encoder and solver together, measured: about 90 bytes.
const BYTES_A_CLAUSE: u64 = 96;

/// How many times as many clauses as there are a bound may well have.
const LOOSENESS: u64 = 16;

/// Asks for the memory of the clauses: of as many as the encoding's bound, or, where there is no
/// room for these, of as many as are counted. Nothing is counted without a memory limit, nor
/// where there is no room for a sixteenth of the bound.
///
/// # Errors
/// As [`Encoding::count`]; [`MethodError::Stopped`] where there is no room, or the run stops.
pub(super) fn reserve(
    encoding: &dyn Encoding,
    model: &Model,
    options: Options,
    run: &Run,
) -> Result<(), MethodError> {
    let bytes = encoding.bound(model, options).clauses.saturating_mul(BYTES_A_CLAUSE);
    run.reserve(bytes / LOOSENESS)?;
    let Err(reason) = run.reserve(bytes) else { return Ok(()) };
    match count(encoding, model, options, u64::MAX, run) {
        // What cannot be written needs more than there is.
        Err(MethodError::Encode(
            EncodeError::TooManyVariables { .. } | EncodeError::TooManyClauses { .. },
        )) => Err(reason.into()),
        counted => counted.map(drop),
    }
}

/// Counts the clauses of a formula of at most this many, for which there is room.
///
/// # Errors
/// As [`Encoding::count`]; [`MethodError::Stopped`] where there is no room, or the run stops.
pub(super) fn count(
    encoding: &dyn Encoding,
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
