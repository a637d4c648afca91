//! A solver's "no", or that nothing is better, with a proof.

use std::path::Path;

use super::Decoded;
use crate::{
    documents::{map::MapDocument, solution::Status},
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
            best: self.document.objective.filter(|_| map.best.is_some()),
            known: None,
            options,
            most_bytes: u64::MAX,
            permit,
        };
        let certificate = claim.check_foreign(encoding, proof)?;
        self.add_proof(Certificate::Drat(Box::new(certificate)));
        Ok(())
    }

    /// Adds the checked proof that there is no solution, or none better.
    pub(crate) fn add_proof(&mut self, certificate: Certificate) {
        let document = &mut self.document;
        if document.status != Status::Unsatisfiable {
            document.status = Status::Optimal;
            (document.bound, document.claimed) = (None, None);
        }
        document.certificate = Some(certificate);
        document.verified = true;
        document.unchecked_because = None;
    }
}
