//! Memory for a formula while a solver takes its clauses.

use satranj_encodings::{
    clause::{ClauseSink, Interrupted},
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Options, Size},
    model::Model,
};

use crate::{limits::Reason, memory, methods::MethodError, run::Run, solvers::Solver};

/// Memory of a clause in encoder and solver together, measured: about 90 bytes.
const BYTES_A_CLAUSE: u64 = 96;

/// Memory of a literal in a solver's array of clauses.
const BYTES_A_LITERAL: u64 = 4;

/// Checks that there is memory for a solver of this many variables, which takes it at once.
///
/// # Errors
/// The reason to stop.
pub(super) fn for_variables(variables: u64, run: &Run) -> Result<(), Reason> {
    // A variable is in at least one clause.
    run.reserve(variables.saturating_mul(BYTES_A_CLAUSE))
}

/// Passes clauses on to a solver as long as there is memory for them.
pub(super) struct FormulaRoom<'a> {
    solver: &'a mut dyn Solver,
    run: &'a Run,
    clauses: u64,
    bytes: u64,
    /// How far the solver's array of clauses may grow.
    granted: u64,
    stopped: Option<Reason>,
}

impl<'a> FormulaRoom<'a> {
    pub(super) fn new(solver: &'a mut dyn Solver, run: &'a Run) -> Self {
        Self { solver, run, clauses: 0, bytes: 0, granted: 0, stopped: None }
    }

    fn noted(&mut self, room: Result<(), Reason>) -> Result<(), Interrupted> {
        self.stopped = room.err();
        self.stopped.map_or(Ok(()), |_| Err(Interrupted))
    }

    /// What the encoder returned, or why it was stopped.
    ///
    /// # Errors
    /// As [`Encoding::encode`]; [`MethodError::Stopped`] if memory is too small.
    pub(super) fn checked<T>(self, encoded: Result<T, EncodeError>) -> Result<T, MethodError> {
        match (self.stopped, encoded) {
            (Some(reason), _) => Err(reason.into()),
            // A formula that cannot be written needs more memory than there is.
            (
                None,
                Err(EncodeError::TooManyVariables { .. } | EncodeError::TooManyClauses { .. }),
            ) if self.run.limits.memory.is_some() => Err(Reason::MemoryLimit.into()),
            (None, encoded) => Ok(encoded?),
        }
    }
}

impl ClauseSink for FormulaRoom<'_> {
    fn add_clause(&mut self, clause: &[rustsat::types::Lit]) -> Result<(), Interrupted> {
        self.clauses += 1;
        self.bytes += BYTES_A_LITERAL * (clause.len() as u64 + 2);
        if self.bytes >= self.granted {
            let room = self.run.grown(self.bytes, &mut self.granted);
            // Until the next check, the solver may take as much memory again as it has, and the
            // system must allow that.
            let taken = self.clauses * BYTES_A_CLAUSE;
            let is_left = memory::left().is_none_or(|left| taken < left);
            self.noted(room.and(if is_left { Ok(()) } else { Err(Reason::MemoryLimit) }))?;
        }
        self.solver.add_clause(clause)
    }

    fn expect(&mut self, clauses: u64) -> Result<(), Interrupted> {
        let room = self.run.permit(clauses.saturating_mul(BYTES_A_CLAUSE));
        self.noted(room)
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
    let mut stopped = None;
    let mut look = |clauses: u64| {
        run.permit(clauses.saturating_mul(BYTES_A_CLAUSE)).map_err(|reason| {
            stopped = Some(reason);
            Interrupted
        })
    };
    let mut counter = ClauseCounter::up_to(most).with_look(&mut look);
    let counted = run.encoding(|| encoding.count(model, options, &mut counter));
    match stopped {
        Some(reason) => Err(reason.into()),
        None => Ok(counted?),
    }
}
