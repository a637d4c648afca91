//! The size of the formula of each encoding, by making and counting its clauses.

use std::time::Duration;

use satranj_encodings::{
    clause::Interrupted,
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Options},
    model::Model,
    registry as encodings,
};
use web_time::Instant;

use crate::{documents::sizes::FormulaSize, limits::Reason, run::Run};

/// Counting stops at this many clauses.
const MOST_CLAUSES: u64 = 50_000_000;

/// The sizes for the encodings that state a model. Takes the time to make all formulas up to
/// 50,000,000 clauses; clauses take no memory.
///
/// # Errors
/// The limit or the signal that came first. It is not an error if an encoding does not fit into the
/// memory limit: its size says so.
pub fn sizes(model: &Model, options: Options, run: &Run) -> Result<Vec<FormulaSize>, Reason> {
    let stating = encodings::encodings().iter().filter(|encoding| encoding.supports(model));
    stating.map(|encoding| size(encoding, model, options, run)).collect()
}

fn size(
    encoding: &'static Encoding,
    model: &Model,
    options: Options,
    run: &Run,
) -> Result<FormulaSize, Reason> {
    run.poll()?;
    let (name, complete) = (encoding.name(), encoding.complete());
    let unknown = |problem: String, time: Duration| FormulaSize {
        encoding: name,
        complete,
        variables: None,
        clauses: None,
        literals: None,
        encode_seconds: time.as_secs_f64(),
        problem: Some(problem),
    };
    if let Err(reason) = run.reserve(encoding.bytes(model)) {
        return Ok(unknown(reason.describe().into(), Duration::ZERO));
    }
    let started = Instant::now();
    let mut stopped = None;
    let mut look = |_| {
        run.poll().map_err(|reason| {
            stopped = Some(reason);
            Interrupted
        })
    };
    let mut counter = ClauseCounter::up_to(MOST_CLAUSES).with_look(&mut look);
    let counted = encoding.count(model, options, &mut counter);
    let literals = counter.literals();
    let time = started.elapsed();
    match (stopped, counted) {
        (Some(reason), _) => Err(reason),
        (None, Ok(size)) => Ok(FormulaSize {
            encoding: name,
            complete,
            variables: Some(size.variables),
            clauses: Some(size.clauses),
            literals: Some(literals),
            encode_seconds: time.as_secs_f64(),
            problem: None,
        }),
        (None, Err(EncodeError::TooManyClauses { most, .. })) => {
            Ok(unknown(format!("more than {most} clauses"), time))
        }
        (None, Err(error)) => Ok(unknown(error.to_string(), time)),
    }
}
