//! The digest of a formula.

use rustsat::types::Lit;
use satranj_encodings::encoding::Objective;
use sha2::{Digest, Sha256};

use super::finish_sha256;
use crate::solvers::dimacs::write_clause;

/// The digest of a formula: of its clauses followed by the literals of its objective, all as DIMACS
/// lines, in every format.
#[derive(Default)]
pub struct FormulaDigest {
    digest: Sha256,
    line: Vec<u8>,
}

impl FormulaDigest {
    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.line.clear();
        write_clause(clause, &mut self.line);
        self.digest.update(&self.line);
    }

    /// Adds the literals of the objective, and their weights if they have any.
    pub fn add_objective(&mut self, objective: &Objective) {
        self.add(&objective.literals);
        for weight in &objective.weights {
            self.digest.update(format!("{weight}\n"));
        }
    }

    /// `sha256:` and the digest.
    #[must_use]
    pub fn finish(self) -> String {
        finish_sha256(self.digest)
    }
}
