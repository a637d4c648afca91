//! A "no" or an optimum proved and checked in memory: the formula, its DRAT proof, and the check of
//! every step.

use std::{
    fmt::Write as _,
    io::{self, BufRead},
};

use rustsat::types::Lit;
use satranj_encodings::{
    clause::{Assignment, ClauseSink, Cnf},
    encoding::{EncodeError, Encoded, Encoding, Options, Reading},
    hamiltonian::{Hamiltonian, cuts::CUTS},
    model::Model,
    registry,
    value_bound::ObjectiveBounds,
};
use sha2::{Digest, Sha256};

use super::{
    Permit, ProofReadError,
    checker::{Checker, ProofError},
    cuts::{CutChecker, Unjustified},
    drat::DratReader,
    known::KnownSolutions,
    verification::encoding_of,
};
use crate::{
    documents::{finish_sha256, formula_digest::FormulaDigest},
    limits::Reason,
    puzzles::{DratCertificate, PuzzleSolution, StatedPuzzle},
    solvers::{
        proof::{DratSyntax, Proved, prove_by_names},
        recording::in_memory,
        search_proof::SearchProof,
    },
    stated_formula::StatedFormula,
};

/// A claim without a certificate: that there is no solution, or none better than the best.
pub struct OpenClaim<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn StatedPuzzle,
    /// Its model.
    pub model: &'a Model,
    /// The value of the best solution; `None` for the claim that there is no solution.
    pub best: Option<u64>,
    /// The solutions that are known, for the claim that there is no other.
    pub known: Option<&'a KnownSolutions<'a>>,
    /// Choices about the formula.
    pub options: Options,
    /// The most bytes of the proof.
    pub most_bytes: u64,
    /// The limits.
    pub permit: Permit<'a>,
}

/// Why there is no checked proof of a claim.
#[derive(Debug)]
pub enum Unproved {
    /// No encoding states it.
    NoFormula,
    /// The formula has a model: the claim is wrong, with the sentence.
    Refuted(String),
    /// The proof does not hold.
    Wrong(String),
    /// A limit came first.
    Stopped(Reason),
}

impl From<Reason> for Unproved {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

impl<'a> OpenClaim<'a> {
    /// The formula of the claim by an encoding, if the encoding states it.
    pub(super) fn stated(&self, encoding: &'static Encoding) -> Option<StatedFormula<'a>> {
        match self.best {
            Some(best) => StatedFormula::better(self.model, best, encoding, self.options),
            None => StatedFormula::model(self.model, encoding, self.options),
        }
    }

    /// The clauses of an encoding, and bounds that say that a solution is better than each of these
    /// values; with their variables.
    pub(super) fn written<'s>(
        &self,
        stated: &'s StatedFormula<'_>,
        values: &[u64],
    ) -> Result<(Cnf, Box<dyn Encoded + 's>, u32), Unproved> {
        stated.reserve(self.permit)?;
        let (formula, written) = in_memory(self.permit, |sink| {
            let (encoded, mut variables) = stated.encode(sink)?;
            if !values.is_empty() {
                let unsupported = EncodeError::Unsupported(stated.encoding().name());
                let objective = encoded.objective().ok_or(unsupported)?;
                let mut bounds = ObjectiveBounds::new(&objective, variables);
                values.iter().try_for_each(|&value| bounds.tighten(value, sink))?;
                variables = bounds.variables();
            }
            Ok((encoded, variables))
        })?;
        let (encoded, variables) = written.map_err(|error| match error {
            EncodeError::Interrupted(_) => Unproved::Stopped(Reason::MemoryLimit),
            _ => Unproved::NoFormula,
        })?;
        Ok((formula, encoded, variables))
    }

    /// Proves the claim by the preferred encoding if that states it, otherwise by the one that is
    /// refuted fastest, and checks the proof.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn prove(&self, preferred: Option<&'static Encoding>) -> Result<DratCertificate, Unproved> {
        let cuts = self.model.as_hamiltonian().map(|_| &CUTS);
        let is_stopped = || (self.permit)(0).is_err();
        let for_solvers = || registry::for_solvers(self.model, &is_stopped);
        let complete = registry::encodings().iter().copied().filter(|other| other.complete());
        let first = preferred.into_iter().chain(cuts);
        // Without cuts, the known solutions are the only models to exclude.
        let first = first.filter(|encoding| self.known.is_none() || encoding.complete());
        let mut encodings =
            first.chain(std::iter::once_with(for_solvers).flatten()).chain(complete);
        let stated = encodings.find_map(|encoding| self.stated(encoding));
        self.prove_stated(&stated.ok_or(Unproved::NoFormula)?)
    }

    /// Proves the claim again by the encoding and the choices of a certificate.
    ///
    /// # Errors
    /// [`Unproved`]; of a certificate that names another formula [`Unproved::Wrong`].
    pub fn prove_again(&self, claimed: &DratCertificate) -> Result<DratCertificate, Unproved> {
        let wrong = |problem: String| Err(Unproved::Wrong(problem));
        let reductions = claimed.reductions.as_ref();
        let reductions = reductions.map_or_else(String::new, |made| format!(", reductions {made}"));
        let named = format!("{}, at-most-one {}{reductions}", claimed.encoding, claimed.amo);
        let Some((encoding, options)) = encoding_of(&named) else {
            return wrong(format!("no encoding `{named}` is known"));
        };
        let claim = OpenClaim { options, ..*self };
        let Some(stated) = claim.stated(encoding) else {
            return wrong(format!("the encoding `{}` does not state it", encoding.name()));
        };
        let proved = claim.prove_stated(&stated)?;
        // The proof itself may be of another version of the solver.
        let mut expected = DratCertificate {
            steps: claimed.steps,
            bytes: claimed.bytes,
            proof: claimed.proof.clone(),
            ..proved.clone()
        };
        if claimed.recorded {
            // The search had its own cuts and bounds.
            let encoded = proved.clauses - proved.cuts;
            let is_less = claimed.clauses < encoded.saturating_add(claimed.cuts);
            if is_less || claimed.bound.is_none() && claimed.clauses - claimed.cuts != encoded {
                return wrong("its formula is not that of the puzzle".into());
            }
            expected.recorded = true;
            (expected.cuts, expected.clauses) = (claimed.cuts, claimed.clauses);
            expected.formula.clone_from(&claimed.formula);
            if claimed.bound.is_some() {
                expected.variables = claimed.variables;
            }
        }
        if *claimed != expected {
            return wrong("its formula is not that of the puzzle".into());
        }
        Ok(proved)
    }

    /// Proves a formula and checks the proof. The cuts that an incomplete encoding lacks are found
    /// here: the formula is solved anew after each round of cuts, so that it depends on nothing but
    /// the puzzle and the choices.
    fn prove_stated(&self, stated: &StatedFormula<'_>) -> Result<DratCertificate, Unproved> {
        let (mut formula, encoded, variables) = self.written(stated, &[])?;
        if let Some(known) = self.known {
            let asked = (stated.encoding().name(), self.permit);
            for clause in known.excluding(&*encoded, &formula, asked)? {
                // Nothing interrupts it.
                let _ = formula.add_clause(&clause);
            }
        }
        let mut growing =
            GrowingFormula { claim: self, stated, encoded: &*encoded, formula, cuts: Vec::new() };
        let proof = growing.refute()?;
        self.certificate(&growing, variables, &proof)
    }

    /// Checks a proof in binary DRAT.
    pub(super) fn propagated(
        &self,
        growing: &GrowingFormula<'_>,
        variables: u32,
        proof: &[u8],
    ) -> Result<DratCertificate, Unproved> {
        let mut steps = DratReader::new(proof, DratSyntax::Binary, self.permit);
        let checked =
            self.checked(growing, variables, &mut steps).map_err(|error| match error {
                ProofError::Read(ProofReadError::Stopped(reason)) => Unproved::Stopped(reason),
                error => Unproved::Wrong(format!("the proof does not hold: {error}")),
            })?;
        let digest = finish_sha256(Sha256::new_with_prefix(proof));
        Ok(DratCertificate { bytes: proof.len() as u64, proof: digest, ..checked })
    }

    /// Checks the steps of a proof. The caller adds the length of the proof and its digest.
    pub(super) fn checked<R: BufRead>(
        &self,
        growing: &GrowingFormula<'_>,
        variables: u32,
        proof: &mut DratReader<'_, R>,
    ) -> Result<DratCertificate, ProofError> {
        let mut checker = Checker::new(self.permit).without_empty_clause();
        each_clause(&growing.formula, |clause| checker.add(clause))?;
        let checked = checker.check(proof)?;
        Ok(self.described(growing, variables, checked.steps()))
    }

    /// The certificate of a proof of this many steps. The caller adds the length of the proof and its
    /// digest.
    pub(super) fn described(
        &self,
        growing: &GrowingFormula<'_>,
        variables: u32,
        steps: u64,
    ) -> DratCertificate {
        let GrowingFormula { formula, cuts, stated, .. } = growing;
        let mut digest = FormulaDigest::default();
        formula.iter().for_each(|clause| digest.add(clause));
        let encoding = stated.encoding();
        let is_tour = self.model.as_hamiltonian().is_some();
        DratCertificate {
            encoding: encoding.name().into(),
            amo: self.options.at_most_one.name().into(),
            reductions: is_tour.then(|| self.options.reductions.to_string()),
            bound: stated.bound().map(Into::into),
            variables: variables.into(),
            clauses: formula.len() as u64,
            cuts: cuts.len() as u64,
            formula: digest.finish(),
            steps,
            bytes: 0,
            proof: String::new(),
            recorded: false,
        }
    }
}

/// Passes on the clauses of a formula in DIMACS numbers.
pub(super) fn each_clause(
    formula: &Cnf,
    mut each: impl FnMut(&[i32]) -> Result<(), Reason>,
) -> Result<(), Reason> {
    let mut numbers = Vec::new();
    formula.iter().try_for_each(|clause| {
        numbers.clear();
        numbers.extend(clause.iter().map(|literal| literal.to_ipasir()));
        each(&numbers)
    })
}

/// A formula to which cuts are added until it is unsatisfiable.
pub(super) struct GrowingFormula<'a> {
    pub(super) claim: &'a OpenClaim<'a>,
    pub(super) stated: &'a StatedFormula<'a>,
    pub(super) encoded: &'a dyn Encoded,
    pub(super) formula: Cnf,
    /// The vertices of each cut.
    pub(super) cuts: Vec<Vec<u32>>,
}

impl GrowingFormula<'_> {
    /// The proof.
    fn refute(&mut self) -> Result<SearchProof, Unproved> {
        let OpenClaim { permit, most_bytes, .. } = *self.claim;
        let poll = || permit(1 << 20);
        loop {
            match prove_by_names(self.formula.iter(), &poll, most_bytes) {
                Ok((Proved::Unsatisfiable(_), proof)) => {
                    self.check_cuts()?;
                    return Ok(proof);
                }
                Ok((Proved::Satisfiable(assignment), _)) => self.cut(&assignment)?,
                Ok((Proved::Stopped(reason), _)) => return Err(reason.into()),
                Err(error) if error.kind() == io::ErrorKind::StorageFull => {
                    return Err(Reason::TooLarge.into());
                }
                Err(error) => return Err(Unproved::Wrong(error.to_string())),
            }
        }
    }

    /// Adds the cuts that an assignment breaks.
    fn cut(&mut self, assignment: &Assignment) -> Result<(), Unproved> {
        let name = self.stated.encoding().name();
        let wrong = |error: &dyn std::fmt::Display| Unproved::Wrong(format!("`{name}`: {error}"));
        match self.encoded.read(assignment).map_err(|error| wrong(&error))? {
            Reading::Witness(witness) => {
                let mut text = format!("the formula of the encoding `{name}` has a model");
                if let Ok(solution) = self.claim.puzzle.checked(&witness) {
                    let _ = write!(text, ": {}", solution.in_words());
                }
                Err(Unproved::Refuted(text))
            }
            Reading::Cuts(cuts) => {
                let sides = self.encoded.sides(assignment).map_err(|error| wrong(&error))?;
                if cuts.is_empty() || cuts.len() != sides.len() {
                    return Err(wrong(&"a model has no cut that it breaks"));
                }
                for (cut, side) in cuts.iter().zip(sides) {
                    // Nothing interrupts it.
                    let _ = self.formula.add_clause(cut);
                    self.cuts.push(side);
                }
                Ok((self.claim.permit)(self.formula.bytes() as u64)?)
            }
        }
    }

    /// Checks that each cut, one of the last clauses, is the moves out of its vertices.
    pub(super) fn check_cuts(&self) -> Result<(), Unproved> {
        let OpenClaim { model, permit, .. } = *self.claim;
        let Some(model) = model.as_hamiltonian().filter(|_| !self.cuts.is_empty()) else {
            return Ok(());
        };
        let kind = (Hamiltonian::vertices(model), model.closed, self.stated.cuts_are_arcs());
        let checker = CutChecker::new(self.encoded, &|vertex| vertex.to_string(), kind, permit)?;
        let first = self.formula.len() - self.cuts.len();
        let clauses = self.formula.iter().skip(first);
        for ((clause, side), number) in clauses.zip(&self.cuts).zip(1..) {
            let clause: Vec<i32> = clause.iter().map(|literal: &Lit| literal.to_ipasir()).collect();
            checker.check_side(number, side, &clause, permit).map_err(|problem| match problem {
                Unjustified::Wrong(problem) => Unproved::Wrong(problem),
                Unjustified::Stopped(reason) => Unproved::Stopped(reason),
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Statement;

    /// The proof that there is no tour of a small board, within limits.
    fn proved(most_bytes: u64, permit: Permit<'_>) -> Result<DratCertificate, Unproved> {
        let tour = r#"{"kind":"tour","board":{"rows":4,"columns":4}}"#;
        let puzzle = tour.parse::<Statement>().unwrap().into_puzzle().unwrap();
        let (puzzle, model) = (puzzle.as_ref(), puzzle.model());
        let options = Options::default();
        let claim = OpenClaim {
            puzzle,
            model: &model,
            best: None,
            known: None,
            options,
            most_bytes,
            permit,
        };
        claim.prove(None)
    }

    #[test]
    fn limits_are_no_faults() {
        let proved_in = |bytes| proved(bytes, &|_| Ok(()));
        assert!(proved_in(u64::MAX).is_ok_and(|it| it.steps > 0));
        assert!(matches!(proved_in(1), Err(Unproved::Stopped(Reason::TooLarge))));
        for most in [0, 1 << 10, 1 << 13] {
            let room = |bytes| if bytes > most { Err(Reason::MemoryLimit) } else { Ok(()) };
            let stopped = proved(u64::MAX, &room);
            assert!(matches!(stopped, Err(Unproved::Stopped(Reason::MemoryLimit))), "{most}");
        }
    }
}
