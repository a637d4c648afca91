//! What each kind of puzzle has in documents, and how it is read: the kind decides.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{Certificate, Solution, StatedPuzzle, StatementError, kinds::PuzzleKind};
use crate::json::{JsonError, JsonPart};

/// The statement of a kind of puzzle, with what documents hold besides.
pub trait Stated: Sized {
    /// The kind.
    const KIND: PuzzleKind;
    /// The puzzle that is stated.
    type Puzzle: StatedPuzzle + TryFrom<Self, Error = StatementError> + 'static;
    /// Its solutions.
    type Answer: DeserializeOwned + JsonSchema + Into<Solution>;
    /// What proves a "no", or that nothing is better.
    type Proof: DeserializeOwned + JsonSchema + Into<Certificate>;
}

/// The puzzle that is stated.
pub(super) fn made<S: Stated>(statement: S) -> Result<Box<dyn StatedPuzzle>, StatementError> {
    Ok(Box::new(S::Puzzle::try_from(statement)?))
}

/// Reads a solution of such a puzzle.
pub(super) fn read_solution<S: Stated>(part: &JsonPart<'_>) -> Result<Solution, JsonError> {
    part.read::<S::Answer>("a solution").map(Into::into)
}

/// Reads a certificate of such a puzzle.
pub(super) fn read_certificate<S: Stated>(part: &JsonPart<'_>) -> Result<Certificate, JsonError> {
    part.read::<S::Proof>("a certificate").map(Into::into)
}
