//! The proof that varisat writes during a search, kept up to a size and read as DRAT steps.

use std::io;

use rustsat::types::{Lit, Var};
use varisat_internal_proof::{ProofStep, binary_format::Parser};

/// The most bytes that the buffer grows by at once.
const CHUNK: usize = 1 << 20;

/// The bytes of a proof, until there are more than wanted.
#[derive(Debug, Default)]
pub struct KeptProof {
    bytes: Vec<u8>,
    most: u64,
}

impl KeptProof {
    /// A buffer for at most this many bytes.
    #[must_use]
    pub fn new(most: u64) -> Self {
        Self { bytes: Vec::new(), most }
    }

    /// Adds bytes; if they are too many, nothing is kept from now on.
    pub fn push(&mut self, bytes: &[u8]) {
        let length = self.bytes.len() + bytes.len();
        if length as u64 > self.most {
            *self = Self::default();
        } else {
            // Doubling would take twice the size at once.
            if length > self.bytes.capacity() {
                self.bytes.reserve_exact(bytes.len().max(self.bytes.len().min(CHUNK)));
            }
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// The bytes of a whole proof; `None` if there were too many.
    #[must_use]
    pub fn take(&mut self) -> Option<Vec<u8>> {
        (self.most > 0).then(|| std::mem::take(self).bytes)
    }
}

/// A proof in varisat's own format.
///
/// It has the clauses that were added after the first solve, but not those before it; its literals
/// of the first variables are negated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchProof {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Literals of variables below this one are negated.
    pub negated_below: u32,
}

impl SearchProof {
    /// Calls `each` with the clause of every step, and whether the step deletes it instead of
    /// adding it. Clauses of the formula are left out. O(bytes).
    ///
    /// # Errors
    /// If the bytes are not a proof of one formula under its own names, or the error of `each`.
    pub fn each_step<E: From<io::Error>>(
        &self,
        each: &mut dyn FnMut(bool, &[Lit]) -> Result<(), E>,
    ) -> Result<(), E> {
        let unexpected = || E::from(io::ErrorKind::InvalidData.into());
        let mut source = &self.bytes[..];
        let mut parser = Parser::default();
        let mut clause = Vec::new();
        while !source.is_empty() {
            match parser.parse_step(&mut source).map_err(|_| unexpected())? {
                ProofStep::AtClause { clause: lemma, .. } => {
                    self.translate(lemma, &mut clause);
                    each(false, &clause)?;
                }
                ProofStep::DeleteClause { clause: deleted, .. } => {
                    self.translate(deleted, &mut clause);
                    each(true, &clause)?;
                }
                ProofStep::UnitClauses { units } => {
                    for &(unit, _) in units {
                        self.translate(&[unit], &mut clause);
                        each(false, &clause)?;
                    }
                }
                ProofStep::UserVarName { global, user } if user != Some(global) => {
                    return Err(unexpected());
                }
                ProofStep::Assumptions { .. } | ProofStep::FailedAssumptions { .. } => {
                    return Err(unexpected());
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn translate(&self, literals: &[varisat::Lit], clause: &mut Vec<Lit>) {
        clause.clear();
        clause.extend(literals.iter().map(|literal| {
            let variable = literal.index() as u32;
            let is_negated = variable < self.negated_below;
            Var::new(variable).lit(literal.is_negative() != is_negated)
        }));
    }
}
