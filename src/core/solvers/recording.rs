//! A solver that keeps its clauses or its proof, to show that its clauses cannot be satisfied.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustsat::types::Lit;
use satranj_encodings::clause::{ClauseSink, Cnf, EachClause, Interrupted};

use super::{Solver, Verdict, search_proof::SearchProof};
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

/// A proof that a solver wrote during its search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedProof {
    /// The name of the encoding of the formula.
    pub encoding: &'static str,
    /// The proof.
    pub proof: SearchProof,
    /// The clauses that say that something leads out of a set of vertices.
    pub cuts: Cnf,
    /// The vertices of each cut.
    pub sides: Vec<Vec<u32>>,
    /// The values that the next solution had to beat, each better than the one before.
    pub values: Vec<u64>,
}

/// What is kept of a "no".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordedPart {
    /// Its formula.
    Formula,
    /// Its proof, up to this many bytes.
    Proof(u64),
}

/// Where the encoding of the last attempt is left, and its formula or its proof if it ended in
/// "no".
#[derive(Debug, Clone)]
pub struct Record {
    kept: RecordedPart,
    left: Arc<Mutex<Left>>,
}

#[derive(Debug, Default)]
struct Left {
    encoding: Option<&'static str>,
    refutation: Option<RecordedRefutation>,
    proof: Option<RecordedProof>,
}

impl Record {
    /// A record of formulas.
    #[must_use]
    pub fn of_formulas() -> Self {
        Self { kept: RecordedPart::Formula, left: Arc::default() }
    }

    /// A record of proofs, of at most this many bytes.
    #[must_use]
    pub fn of_proofs(most: u64) -> Self {
        Self { kept: RecordedPart::Proof(most), left: Arc::default() }
    }

    /// An empty record of the same kind: for one of several threads.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { kept: self.kept, left: Arc::default() }
    }

    /// Takes what is in the record of another thread, if its methods attempted anything.
    pub fn take_over(&self, other: &Self) {
        let left = std::mem::take(&mut *other.left());
        if left.encoding.is_some() {
            *self.left() = left;
        }
    }

    /// Whether it keeps formulas.
    #[must_use]
    pub fn keeps_formulas(&self) -> bool {
        self.kept == RecordedPart::Formula
    }

    /// The most bytes of a proof that it keeps.
    #[must_use]
    pub fn proof_bytes(&self) -> u64 {
        match self.kept {
            RecordedPart::Formula => 0,
            RecordedPart::Proof(most) => most,
        }
    }

    /// Takes the formula, if there is one.
    #[must_use]
    pub fn take(&self) -> Option<RecordedRefutation> {
        self.left().refutation.take()
    }

    /// Takes the proof, if there is one.
    #[must_use]
    pub fn take_proof(&self) -> Option<RecordedProof> {
        self.left().proof.take()
    }

    /// The name of the encoding, if there was an attempt.
    #[must_use]
    pub fn encoding(&self) -> Option<&'static str> {
        self.left().encoding
    }

    /// Records an attempt by an encoding, and drops the previous one.
    pub fn note(&self, encoding: &'static str) {
        *self.left() = Left { encoding: Some(encoding), ..Left::default() };
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solver whose clauses, or only its cuts and bounds, are kept; with a "no" they are left in the
/// record, and it is done.
pub struct Recording {
    solver: Box<dyn Solver>,
    record: Record,
    kept: RecordedRefutation,
    values: Vec<u64>,
    next_cut: Option<Vec<u32>>,
}

impl Recording {
    /// Keeps the clauses of this solver, and drops those of the previous one.
    #[must_use]
    pub fn new(solver: Box<dyn Solver>, record: &Record, encoding: &'static str) -> Self {
        record.note(encoding);
        let (formula, cuts) = (Cnf::default(), Vec::new());
        let kept = RecordedRefutation { encoding, formula, variables: 0, cuts };
        Self { solver, record: record.clone(), kept, values: Vec::new(), next_cut: None }
    }
}

impl ClauseSink for Recording {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        let cut = self.next_cut.take();
        if cut.is_some() || self.record.keeps_formulas() {
            if let Some(vertices) = cut {
                self.kept.cuts.push(RecordedCut { clause: self.kept.formula.len(), vertices });
            }
            let last = clause.iter().map(|literal| literal.vidx32() + 1).max();
            self.kept.variables = self.kept.variables.max(last.unwrap_or(0));
            self.kept.formula.add_clause(clause)?;
        }
        self.solver.add_clause(clause)
    }
}

impl Solver for Recording {
    fn solve(&mut self) -> Verdict {
        let verdict = self.solver.solve();
        if verdict == Verdict::Unsatisfiable {
            let kept = std::mem::take(&mut self.kept);
            let mut left = self.record.left();
            if self.record.keeps_formulas() {
                left.refutation = Some(kept);
            } else if let Some(proof) = self.solver.take_proof() {
                let RecordedRefutation { encoding, formula: cuts, cuts: sides, .. } = kept;
                let sides = sides.into_iter().map(|cut| cut.vertices).collect();
                let values = std::mem::take(&mut self.values);
                left.proof = Some(RecordedProof { encoding, proof, cuts, sides, values });
            }
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

    fn note_bound(&mut self, value: u64) {
        self.values.push(value);
    }
}
