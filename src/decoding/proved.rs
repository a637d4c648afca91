//! A solver's "no" with the proof that the solver wrote.

use std::path::Path;

use super::Decoded;
use crate::{
    documents::map::MapDocument,
    proofs::{
        Permit,
        in_memory::OpenClaim,
        verification::{Refused, encoding_of},
    },
    puzzles::Certificate,
};

impl Decoded {
    /// Checks the solver's proof of its "no" against the formula of the map, which is in dimacs. The
    /// certificate goes into the document.
    ///
    /// # Errors
    /// [`Refused`].
    pub(crate) fn prove(
        &mut self,
        map: &MapDocument,
        proof: &Path,
        permit: Permit<'_>,
    ) -> Result<(), Refused> {
        let MapDocument { encoding, amo, reductions, .. } = map;
        let named = format!("{encoding}, at-most-one {amo}, reductions {reductions}");
        let Some((encoding, options)) = encoding_of(&named) else {
            return Err(Refused::Wrong(format!("no encoding `{named}` is known")));
        };
        let model = self.puzzle.model();
        let claim = OpenClaim {
            puzzle: self.puzzle.as_ref(),
            model: &model,
            best: None,
            known: None,
            options,
            most_bytes: u64::MAX,
            permit,
        };
        let certificate = claim.check_foreign(encoding, proof)?;
        self.document.certificate = Some(Certificate::Drat(Box::new(certificate)));
        self.document.verified = true;
        self.document.unchecked_because = None;
        Ok(())
    }
}
