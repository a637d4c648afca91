//! A solver's "no" with the proof that the solver wrote.

use std::io::Read;

use super::Decoded;
use crate::{
    documents::map::MapDocument,
    exports::satisfiability::DIMACS,
    proofs::{
        Permit,
        in_memory::{OpenClaim, Unproved},
        verification::encoding_of,
    },
    puzzles::Certificate,
};

impl Decoded {
    /// Checks the solver's proof of its "no", from a file of this name, against the formula of the
    /// map. The certificate goes into the document.
    ///
    /// # Errors
    /// [`Unproved`]: `NoFormula` if the map is not of a formula in dimacs.
    pub(crate) fn prove(
        &mut self,
        map: &MapDocument,
        (name, proof): (&str, impl Read),
        permit: Permit<'_>,
    ) -> Result<(), Unproved> {
        let MapDocument { encoding, amo, reductions, .. } = map;
        let named = format!("{encoding}, at-most-one {amo}, reductions {reductions}");
        let named = encoding_of(&named).filter(|_| map.format == DIMACS.name);
        let (encoding, options) = named.ok_or(Unproved::NoFormula)?;
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
        let certificate = claim.check_foreign(encoding, proof, name)?;
        self.document.certificate = Some(Certificate::Drat(Box::new(certificate)));
        self.document.verified = true;
        Ok(())
    }
}
