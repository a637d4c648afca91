//! Proofs of the built-in solver, whose steps name the clauses that they follow from; the proof that a
//! search recorded.

use std::io::{self, Write};

use satranj_encodings::{
    clause::{ClauseSink, Cnf},
    registry,
};
use sha2::{Digest, Sha256};

use super::{
    Permit,
    hinted::{Followed, HintedChecker, NamedClauses},
    in_memory::{GrowingFormula, OpenClaim, Unproved, each_clause},
};
use crate::{
    documents::finish_sha256,
    limits::Reason,
    puzzles::DratCertificate,
    solvers::{
        proof::{BoundedProof, write_binary_step},
        recording::RecordedProof,
        search_proof::{SearchProof, SearchStep},
    },
    stated_formula::StatedFormula,
};

/// Steps between two looks at the limits.
const POLL_EVERY: u64 = 1 << 12;

impl OpenClaim<'_> {
    /// Checks the proof that a search recorded: its formula is written anew, with the cuts and
    /// bounds of the search. Without a proof of this claim `None`.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn check_recorded(
        &self,
        recorded: &RecordedProof,
    ) -> Result<Option<DratCertificate>, Unproved> {
        let RecordedProof { encoding, proof, cuts, sides, values } = recorded;
        let encoding = registry::by_name(encoding);
        let found =
            encoding.and_then(|encoding| StatedFormula::model(self.model, encoding, self.options));
        let Some(stated) = found.filter(|_| values.last().copied() == self.best) else {
            return Ok(None);
        };
        let better = self.best.and_then(|_| self.stated(stated.encoding()));
        let bound: Option<String> = better.and_then(|better| better.bound().map(Into::into));
        // Without a bound the formula would state any solution: nothing costs less than 0.
        if self.best.is_some() && bound.is_none() {
            return Ok(None);
        }
        let (mut formula, encoded, variables) = self.written(&stated, values)?;
        cuts.iter().for_each(|cut| {
            // Nothing interrupts it.
            let _ = formula.add_clause(cut);
        });
        let growing = GrowingFormula {
            claim: self,
            stated: &stated,
            encoded: &*encoded,
            formula,
            cuts: sides.clone(),
        };
        growing.check_cuts()?;
        let certificate = self.certificate(&growing, variables, proof)?;
        // Without them it is the formula that the encoding always writes.
        let recorded = !cuts.is_empty() || !values.is_empty();
        Ok(Some(DratCertificate { bound, recorded, ..certificate }))
    }

    /// Checks a proof of a solver.
    pub(super) fn certificate(
        &self,
        growing: &GrowingFormula<'_>,
        variables: u32,
        proof: &SearchProof,
    ) -> Result<DratCertificate, Unproved> {
        match follow(&growing.formula, proof, self.most_bytes, self.permit)? {
            Some(FollowedProof { steps, drat }) => {
                let described = self.described(growing, variables, steps);
                let digest = finish_sha256(drat.digest);
                Ok(DratCertificate { bytes: drat.bytes, proof: digest, ..described })
            }
            // Unit propagation finds what the steps do not name.
            None => self.propagated(growing, variables, &self.drat(proof)?),
        }
    }

    /// The steps of a proof as binary DRAT.
    fn drat(&self, proof: &SearchProof) -> Result<Vec<u8>, Unproved> {
        let mut drat = BoundedProof::new(self.most_bytes);
        let mut steps = 0_u64;
        proof
            .each_step::<StepError>(&mut |step| {
                steps += 1;
                if steps.is_multiple_of(POLL_EVERY) {
                    (self.permit)(0)?;
                }
                Ok(write_binary_step(step.deletes, step.clause, &mut drat)?)
            })
            .and_then(|()| Ok(write_binary_step(false, &[], &mut drat)?))
            .map_err(|error| error.unproved(drat.is_full))?;
        Ok(drat.bytes)
    }
}

/// Checks every step of a proof by the clauses that it names; `None` if one does not follow from
/// them.
fn follow(
    formula: &Cnf,
    proof: &SearchProof,
    most_bytes: u64,
    permit: Permit<'_>,
) -> Result<Option<FollowedProof>, Unproved> {
    let mut checker = HintedChecker::new(permit).keeping_units();
    each_clause(formula, |clause| checker.add(0, clause))?;
    let drat = DratDigest { digest: Sha256::new(), bytes: 0, most: most_bytes };
    let mut followed = FollowedProof { steps: 0, drat };
    let mut is_keyed = false;
    let result = proof.each_step(&mut |step: SearchStep<'_>| {
        let SearchStep { deletes, clause, named, keys, rekeyed } = step;
        write_binary_step(deletes, clause, &mut followed.drat)?;
        if checker.is_refuted() {
            return Ok(());
        }
        followed.steps += u64::from(!clause.is_empty());
        if rekeyed {
            checker.rekey(&|clause| keys.of(clause))?;
            is_keyed = true;
        }
        // A clause that is not deleted does no harm.
        if deletes && !is_keyed {
            return Ok(());
        }
        let key = keys.of(clause);
        if deletes {
            checker.delete(key, Some(clause))?;
            return Ok(());
        }
        let named = NamedClauses { units: named, keys: &[], resolvents: &[] };
        match checker.lemma(key, clause, named)? {
            Followed::Rup => Ok(()),
            _ => Err(StepError::Unnamed),
        }
    });
    let ended = result.and_then(|()| Ok(write_binary_step(false, &[], &mut followed.drat)?));
    match ended {
        Ok(()) => Ok(Some(followed).filter(|_| checker.is_refuted())),
        Err(StepError::Unnamed) => Ok(None),
        Err(error) => Err(error.unproved(followed.drat.bytes > most_bytes)),
    }
}

/// A proof each of whose steps follows from the clauses that it names.
#[derive(Debug)]
struct FollowedProof {
    steps: u64,
    drat: DratDigest,
}

/// The digest of a proof in binary DRAT.
#[derive(Debug)]
struct DratDigest {
    digest: Sha256,
    bytes: u64,
    most: u64,
}

impl Write for DratDigest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        if self.bytes > self.most {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.digest.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why the steps of a recorded proof are not passed on.
enum StepError {
    Stopped(Reason),
    Write(io::Error),
    /// A step does not follow from the clauses that it names.
    Unnamed,
}

impl StepError {
    fn unproved(self, is_full: bool) -> Unproved {
        match self {
            Self::Stopped(reason) => Unproved::Stopped(reason),
            Self::Write(_) if is_full => Unproved::Stopped(Reason::TooLarge),
            Self::Write(error) => Unproved::Wrong(format!("the recorded proof: {error}")),
            Self::Unnamed => Unproved::Wrong("a step of the recorded proof does not follow".into()),
        }
    }
}

impl From<Reason> for StepError {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<io::Error> for StepError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rustsat::types::Lit;

    use super::{super::tests::freely, *};
    use crate::{
        limits::Limits,
        run::Run,
        solvers::{Hints, Solver, Verdict, varisat::Varisat},
    };

    fn formula(clauses: &[Vec<i32>]) -> Cnf {
        let mut formula = Cnf::default();
        for clause in clauses {
            let literals = clause.iter().map(|&number| Lit::from_ipasir(number).unwrap());
            formula.add_clause(&literals.collect::<Vec<_>>()).unwrap();
        }
        formula
    }

    /// The proof of a search with several solves, or `None` if it finds a solution.
    fn searched(clauses: &Cnf, true_first: u32, solves_after: &[usize]) -> Option<SearchProof> {
        let hints = Hints { true_first, proof_bytes: 1 << 24, ..Hints::default() };
        let mut solver = Varisat::new(&Run::new(Limits::default(), 1), u64::MAX, &hints);
        for (number, clause) in clauses.iter().enumerate() {
            if solves_after.contains(&number) && solver.solve() == Verdict::Unsatisfiable {
                return solver.take_proof();
            }
            solver.add_clause(clause).unwrap();
        }
        (solver.solve() == Verdict::Unsatisfiable).then(|| solver.take_proof().unwrap())
    }

    fn holds(formula: &Cnf, proof: &SearchProof) -> bool {
        follow(formula, proof, u64::MAX, &freely).unwrap_or_else(|_| panic!("it is read")).is_some()
    }

    /// Pigeons that do not fit into their holes.
    fn pigeons(holes: i32) -> Vec<Vec<i32>> {
        let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
        let mut clauses: Vec<Vec<i32>> =
            (0..=holes).map(|pigeon| (0..holes).map(|hole| at(pigeon, hole)).collect()).collect();
        for hole in 0..holes {
            for first in 0..=holes {
                clauses.extend((0..first).map(|other| vec![-at(first, hole), -at(other, hole)]));
            }
        }
        clauses
    }

    #[test]
    fn every_step_of_a_search_follows_from_what_it_names() {
        for (true_first, solves) in [(0, &[][..]), (7, &[]), (42, &[5, 30, 60]), (3, &[1, 2, 9])] {
            let formula = formula(&pigeons(6));
            let proof = searched(&formula, true_first, solves).unwrap();
            let followed = follow(&formula, &proof, u64::MAX, &freely).ok().flatten().unwrap();
            assert!(followed.steps > 100, "{followed:?}");
            assert!(matches!(
                follow(&formula, &proof, followed.drat.bytes - 1, &freely),
                Err(Unproved::Stopped(Reason::TooLarge))
            ));
        }
    }

    #[test]
    fn a_proof_of_another_formula_does_not_hold() {
        let clauses = pigeons(4);
        let proof = searched(&formula(&clauses), 0, &[]).unwrap();
        for left_out in 0..clauses.len() {
            let mut fewer = clauses.clone();
            fewer.remove(left_out);
            assert!(!holds(&formula(&fewer), &proof), "without clause {left_out}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// What varisat refutes, in one solve or several, holds; nothing else does.
        #[test]
        fn random_formulas(
            clauses in prop::collection::vec(
                prop::collection::vec((1..9_i32, any::<bool>()), 1..4), 20..60),
            true_first in 0..9_u32,
            solves_after in prop::collection::vec(0..60_usize, 0..3),
            left_out in 0..20_usize,
        ) {
            let signed = |&(variable, sign): &(i32, bool)| if sign { variable } else { -variable };
            let mut clauses: Vec<Vec<i32>> =
                clauses.iter().map(|clause| clause.iter().map(signed).collect()).collect();
            let whole = formula(&clauses);
            if let Some(proof) = searched(&whole, true_first, &solves_after) {
                prop_assert!(holds(&whole, &proof));
                clauses.remove(left_out);
                let fewer = formula(&clauses);
                if searched(&fewer, 0, &[]).is_none() {
                    prop_assert!(!holds(&fewer, &proof));
                }
            }
        }
    }
}
