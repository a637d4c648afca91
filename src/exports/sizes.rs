//! The size of the formula of each encoding, by making and counting its clauses.

use satranj_encodings::{
    clause::Interrupted,
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Options, Size},
    model::Model,
    registry as encodings,
};
use web_time::Instant;

use crate::{documents::sizes::FormulaSize, limits::Reason, run::Run};

/// The number of clauses at which counting stops.
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
    let nothing = FormulaSize {
        encoding: encoding.name(),
        complete: encoding.complete(),
        variables: None,
        clauses: None,
        literals: None,
        encode_seconds: 0.0,
        problem: None,
    };
    if let Err(reason) = run.reserve(encoding.bytes(model)) {
        return Ok(FormulaSize { problem: Some(reason.describe().into()), ..nothing });
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
    let literals = Some(counter.literals());
    if let Some(reason) = stopped {
        return Err(reason);
    }
    let nothing = FormulaSize { encode_seconds: started.elapsed().as_secs_f64(), ..nothing };
    let problem = match counted {
        Ok(Size { variables, clauses }) => {
            let (variables, clauses) = (Some(variables), Some(clauses));
            return Ok(FormulaSize { variables, clauses, literals, ..nothing });
        }
        Err(EncodeError::TooManyClauses { most, .. }) => format!("more than {most} clauses"),
        Err(error) => error.to_string(),
    };
    Ok(FormulaSize { problem: Some(problem), ..nothing })
}
