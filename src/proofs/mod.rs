//! Proofs that a formula is unsatisfiable: reading, step-by-step checking, and comparison with the puzzle.
//! No solver shares code with it. A proof refutes its formula; [`verification`] encodes the puzzle
//! again to check that the formula is the puzzle's.

mod bytes;
pub mod checker;
mod clauses;
pub mod cubes;
pub mod cuts;
pub mod drat;
pub mod evidence;
#[cfg(feature = "cli")]
pub mod foreign;
pub mod formula;
pub mod hinted;
pub mod in_memory;
mod keyed_clauses;
pub mod known;
pub mod lrat;
#[cfg(test)]
mod lrat_tests;
mod recorded;
#[cfg(test)]
mod tests;
pub mod verification;

use std::io;

use thiserror::Error;

pub use crate::limits::Permit;
use crate::limits::Reason;
pub use bytes::BytePlace;

/// Why a file could not be read further.
#[derive(Debug, Error)]
pub enum ProofReadError {
    /// An error of the system.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is malformed.
    #[error("{place}: {problem}")]
    Form {
        /// Where.
        place: BytePlace,
        /// What is wrong.
        problem: String,
    },
    /// A limit came first.
    #[error("{}", .0.describe())]
    Stopped(Reason),
}

impl From<Reason> for ProofReadError {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}
