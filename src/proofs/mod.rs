//! Proofs that a formula has no solution: read, checked step by step, and held against the puzzle.
//!
//! Nothing here is shared with a solver. What a proof shows is about its formula; that this is
//! the formula of a puzzle [`verification`] finds out by making it again.

mod bytes;
pub mod checker;
mod clauses;
pub mod cubes;
pub mod cuts;
pub mod drat;
pub mod formula;
pub mod statement;
#[cfg(test)]
mod tests;
pub mod verification;

use std::io;

use thiserror::Error;

pub use crate::limits::Permit;
use crate::limits::Reason;
pub use bytes::BytePlace;

/// Why a file could not be read on.
#[derive(Debug, Error)]
pub enum ProofReadError {
    /// The system says so.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is not of its format.
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
