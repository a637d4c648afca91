//! Documents with a digest of all else that they say, so that a changed one is known when it is
//! read again.

use serde::Serialize;

use super::{
    cubes::CubePartDocument, job::PartDocument, map::MapDocument, results::ResultsDocument,
    sha256_of_json,
};

/// A document with such a digest.
pub trait Sealed: Serialize {
    /// The digest that it has.
    fn digest(&mut self) -> &mut Option<String>;

    /// Gives it the digest of what it says now.
    fn seal(&mut self) {
        *self.digest() = None;
        let digest = sha256_of_json(&*self);
        *self.digest() = Some(digest);
    }

    /// What its digest says of it.
    fn seal_state(&mut self) -> Seal {
        let Some(said) = self.digest().take() else { return Seal::Missing };
        let is_right = sha256_of_json(&*self) == said;
        *self.digest() = Some(said);
        if is_right { Seal::Right } else { Seal::Wrong }
    }

    /// Whether a document that this program wrote is as it wrote it.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    fn hold_seal(&mut self) -> Result<(), String> {
        match self.seal_state() {
            Seal::Right => Ok(()),
            Seal::Wrong => Err("it was changed: `digest` is not that of what it says".into()),
            Seal::Missing => {
                Err("it has no `digest`: an earlier version of the program wrote it, \
                                  or it was changed"
                    .into())
            }
        }
    }

    /// The same of a document that people may write or change themselves, which has no digest.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    fn hold_seal_if_any(&mut self) -> Result<(), String> {
        match self.seal_state() {
            Seal::Right | Seal::Missing => Ok(()),
            Seal::Wrong => {
                Err("it was changed: `digest` is not that of what it says; if that was \
                                on purpose, remove the field `digest`"
                    .into())
            }
        }
    }
}

/// What the digest of a document says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seal {
    /// It is as it was written.
    Right,
    /// It was changed.
    Wrong,
    /// It has none.
    Missing,
}

impl Sealed for PartDocument {
    fn digest(&mut self) -> &mut Option<String> {
        &mut self.digest
    }
}

impl Sealed for CubePartDocument {
    fn digest(&mut self) -> &mut Option<String> {
        &mut self.digest
    }
}

impl Sealed for ResultsDocument {
    fn digest(&mut self) -> &mut Option<String> {
        &mut self.digest
    }
}

impl Sealed for MapDocument {
    fn digest(&mut self) -> &mut Option<String> {
        &mut self.digest
    }
}
