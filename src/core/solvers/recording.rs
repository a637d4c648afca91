//! A solver that records its clauses, for a proof that they are unsatisfiable.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustsat::types::Lit;
use satranj_encodings::clause::{ClauseSink, Cnf, EachClause, Interrupted};

use super::{Solver, Verdict};
use crate::limits::{Permit, Reason};

/// Clauses between two checks of the limits.
const POLL_EVERY: usize = 1024;

/// The clauses that an encoder writes, in memory, and what it returns.
///
/// # Errors
/// The reason of `permit` to stop.
pub fn in_memory<T>(
    permit: Permit<'_>,
    encode: impl FnOnce(&mut dyn ClauseSink) -> T,
) -> Result<(Cnf, T), Reason> {
    let (mut formula, mut granted, mut stopped) = (Cnf::default(), 0, None);
    let encoded = encode(&mut EachClause(|clause: &[Lit]| {
        formula.add_clause(clause)?;
        if !formula.len().is_multiple_of(POLL_EVERY) {
            return Ok(());
        }
        // A full array is copied to one of twice its size.
        let bytes = formula.bytes() as u64;
        let grows = bytes > granted;
        granted = granted.max(bytes);
        permit(if grows { bytes } else { 0 }).map_err(|reason| {
            stopped = Some(reason);
            Interrupted
        })
    }));
    stopped.map_or(Ok((formula, encoded)), Err)
}

/// A formula that a solver could not satisfy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordedRefutation {
    /// The name of the encoding that wrote its first clauses.
    pub encoding: &'static str,
    /// The clauses.
    pub formula: Cnf,
    /// The number of variables.
    pub variables: u32,
    /// The indices of the clauses that the encoding did not write, in rising order.
    pub cuts: Vec<RecordedCut>,
}

/// A clause "some edge leaves this set of vertices".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedCut {
    /// The clause's index in the formula.
    pub clause: usize,
    /// The vertices.
    pub vertices: Vec<u32>,
}

/// The encoding of the last attempt, and its formula if the answer was "no".
#[derive(Debug, Clone, Default)]
pub struct Record(Arc<Mutex<Left>>);

#[derive(Debug, Default)]
struct Left {
    encoding: Option<&'static str>,
    refutation: Option<RecordedRefutation>,
}

impl Record {
    /// Takes the formula, if there is one.
    #[must_use]
    pub fn take(&self) -> Option<RecordedRefutation> {
        self.left().refutation.take()
    }

    /// The name of the encoding, if there was an attempt.
    #[must_use]
    pub fn encoding(&self) -> Option<&'static str> {
        self.left().encoding
    }

    /// Records an attempt by an encoding, and drops the previous one.
    pub fn note(&self, encoding: &'static str) {
        *self.left() = Left { encoding: Some(encoding), refutation: None };
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solver whose clauses are kept. After a "no" they move to the record, and the solver is done.
pub struct Recording {
    solver: Box<dyn Solver>,
    record: Record,
    kept: RecordedRefutation,
    next_cut: Option<Vec<u32>>,
}

impl Recording {
    /// Keeps the clauses of this solver, and drops those of the previous one.
    #[must_use]
    pub fn new(solver: Box<dyn Solver>, record: &Record, encoding: &'static str) -> Self {
        record.note(encoding);
        let (formula, cuts) = (Cnf::default(), Vec::new());
        let kept = RecordedRefutation { encoding, formula, variables: 0, cuts };
        Self { solver, record: record.clone(), kept, next_cut: None }
    }
}

impl ClauseSink for Recording {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        if let Some(vertices) = self.next_cut.take() {
            self.kept.cuts.push(RecordedCut { clause: self.kept.formula.len(), vertices });
        }
        let last = clause.iter().map(|literal| literal.vidx32() + 1).max();
        self.kept.variables = self.kept.variables.max(last.unwrap_or(0));
        self.kept.formula.add_clause(clause)?;
        self.solver.add_clause(clause)
    }
}

impl Solver for Recording {
    fn solve(&mut self) -> Verdict {
        let verdict = self.solver.solve();
        if verdict == Verdict::Unsatisfiable {
            self.record.left().refutation = Some(std::mem::take(&mut self.kept));
        }
        verdict
    }

    fn clauses(&self) -> u64 {
        self.solver.clauses()
    }

    fn keeps_cuts(&self) -> bool {
        true
    }

    fn note_cut(&mut self, vertices: Vec<u32>) {
        self.next_cut = Some(vertices);
    }
}
