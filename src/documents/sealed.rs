//! Documents with a digest of their other fields, so that changes are noticed on reading.

use serde::Serialize;

use super::{
    cubes::CubePartDocument, job::PartDocument, map::MapDocument, results::ResultsDocument,
    sha256_of_json,
};

/// A document with a digest of its other fields.
pub trait Sealed: Serialize {
    /// Its digest field.
    fn digest(&mut self) -> &mut Option<String>;

    /// Sets the digest of the current content.
    fn seal(&mut self) {
        *self.digest() = None;
        let digest = sha256_of_json(&*self);
        *self.digest() = Some(digest);
    }

    /// Compares its digest with its content.
    fn seal_state(&mut self) -> Seal {
        let Some(claimed) = self.digest().take() else { return Seal::Missing };
        let is_right = sha256_of_json(&*self) == claimed;
        *self.digest() = Some(claimed);
        if is_right { Seal::Right } else { Seal::Wrong }
    }

    /// Checks that a document of this program is unchanged.
    ///
    /// # Errors
    /// A sentence with the problem.
    fn hold_seal(&mut self) -> Result<(), String> {
        match self.seal_state() {
            Seal::Right => Ok(()),
            Seal::Wrong => {
                Err("it was changed: `digest` is not the digest of its other fields".into())
            }
            Seal::Missing => {
                Err("it has no `digest`: an earlier version of the program wrote it, \
                                  or it was changed"
                    .into())
            }
        }
    }

    /// The same for a document that people may write or change: it may lack the digest.
    ///
    /// # Errors
    /// A sentence with the problem.
    fn hold_seal_if_any(&mut self) -> Result<(), String> {
        match self.seal_state() {
            Seal::Right | Seal::Missing => Ok(()),
            Seal::Wrong => {
                Err("it was changed: `digest` is not the digest of its other fields; if this was \
                     intended, remove the field `digest`"
                    .into())
            }
        }
    }
}

/// How the digest of a document compares with its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seal {
    /// The document is as it was written.
    Right,
    /// The document was changed.
    Wrong,
    /// The document has no digest.
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
