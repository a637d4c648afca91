//! The cheapest evidence for a claim: a reason, a short proof, a plain search, or a long proof.

use std::time::Duration;

use satranj_encodings::{encoding::Encoding, model::Obstruction};
use web_time::Instant;

use super::in_memory::{OpenClaim, Unproved};
use crate::{
    limits::Reason,
    methods::native::fractional,
    puzzles::{
        Certificate, PuzzleSolution,
        exhaustive::{Scope, StepBudget, searched},
    },
};

/// The most bytes of a formula or a linear program before the search of the checker.
const LITTLE: u64 = 1 << 22;

/// The most bytes of a proof before that search.
const SHORT_PROOF: u64 = 1 << 17;

/// The most steps of that search: some tenths of a second.
const STEPS: u64 = 3 << 25;

impl OpenClaim<'_> {
    /// Shows the claim by a reason, a short proof, the plain search of the checker, or a long proof:
    /// whatever comes first. Each has a limit on its work that does not depend on the machine.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn show(
        &self,
        preferred: Option<&'static Encoding>,
        time: Option<Duration>,
    ) -> Result<Certificate, Unproved> {
        let is_limited = self.most_bytes != u64::MAX;
        let room =
            |bytes| if bytes > LITTLE { Err(Reason::TooLarge) } else { (self.permit)(bytes) };
        let short = OpenClaim { most_bytes: SHORT_PROOF, permit: &room, ..*self };
        let first = if is_limited { &short } else { self };
        let is_late = match first.reason() {
            Ok(Some(certificate)) => return Ok(certificate),
            Ok(None) => false,
            // Without memory for the reason there may be a proof.
            Err(Unproved::Stopped(Reason::TooLarge | Reason::MemoryLimit)) => true,
            Err(unproved) => return Err(unproved),
        };
        let drat = |proof| Certificate::Drat(Box::new(proof));
        match first.prove(preferred) {
            Err(Unproved::Stopped(Reason::TooLarge) | Unproved::NoFormula) => {}
            ended => return ended.map(drat),
        }
        if let Some(certificate) = self.search(time)? {
            return Ok(certificate);
        }
        match if is_late { self.reason() } else { Ok(None) } {
            Ok(Some(certificate)) => return Ok(certificate),
            Ok(None) | Err(Unproved::Stopped(Reason::MemoryLimit)) => {}
            Err(unproved) => return Err(unproved),
        }
        self.prove(preferred).map(drat)
    }

    /// A linear program, or the number of arrangements of agents, if that suffices.
    fn reason(&self) -> Result<Option<Certificate>, Unproved> {
        let reason = match (self.best, self.model.as_agent_paths()) {
            (Some(best), _) => fractional::reason(self.model, best, self.permit)?,
            (None, Some(agents)) if self.known.is_none() => {
                agents.missed_goals().map(Obstruction::Agents)
            }
            _ => None,
        };
        let Some(certificate) = reason.and_then(|reason| self.puzzle.explain(&reason)) else {
            return Ok(None);
        };
        self.puzzle.verify_certificate(&certificate, self.best).map_err(|violation| {
            let kind = certificate.kind();
            Unproved::Wrong(format!("the certificate `{kind}` does not hold: {violation}"))
        })?;
        Ok(Some(certificate))
    }

    /// The plain search of the checker, within a time; `None` if it did not end. For paths, cycles and
    /// colourings, SAT needs far fewer steps.
    fn search(&self, time: Option<Duration>) -> Result<Option<Certificate>, Unproved> {
        if self.model.is_hamiltonian() || self.model.is_longest_path() || self.model.is_colouring()
        {
            return Ok(None);
        }
        let mut budget = StepBudget::of(STEPS);
        if let Some(time) = time {
            budget = budget.until(Instant::now() + time);
        }
        let scope = self.best.map_or(Scope::All, Scope::Better);
        match searched(self.puzzle, scope, &mut budget) {
            Ok(None) => {
                let (better_than, steps) = (self.best, STEPS - budget.left());
                Ok(Some(Certificate::Search { better_than, steps }))
            }
            Ok(Some(found)) => {
                let found = found.in_words();
                Err(Unproved::Refuted(format!("the search of the checker finds {found}")))
            }
            Err(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use satranj_encodings::encoding::Options;

    use super::*;
    use crate::{checking, puzzles::Statement};

    /// The certificate that nothing is better than this many queens that dominate 8x8.
    fn shown(best: u64, most_bytes: u64) -> Result<Certificate, Unproved> {
        let queens = r#"{"kind":"dominate","board":{"rows":8,"columns":8},"piece":"queen"}"#;
        let puzzle = queens.parse::<Statement>().unwrap().into_puzzle().unwrap();
        let (puzzle, model) = (puzzle.as_ref(), puzzle.model());
        let (options, permit) = (Options::default(), &|_| Ok(()));
        let (best, known) = (Some(best), None);
        let claim = OpenClaim { puzzle, model: &model, best, known, options, most_bytes, permit };
        claim.show(None, None)
    }

    #[test]
    fn a_plain_search_comes_before_a_long_proof() {
        let Ok(Certificate::Search { better_than: Some(5), steps }) = shown(5, u64::MAX - 1) else {
            panic!("no search");
        };
        let verified = |steps: u64| {
            checking::verify(&format!(
                r#"{{"puzzle":{{"kind":"dominate","board":{{"rows":8,"columns":8}},"piece":"queen"}},
                    "status":"optimal","solution":{{"squares":["b8","c4","d5","e3","g7"]}},
                    "certificate":{{"kind":"search","better_than":5,"steps":{steps}}}}}"#
            ))
        };
        assert!(verified(steps).is_ok_and(|shown| shown.certified));
        let refused = verified(steps - 1).unwrap_err().to_string();
        assert!(refused.contains("its search takes more"), "{refused}");
        // A better value has a solution.
        assert!(matches!(shown(6, u64::MAX - 1), Err(Unproved::Refuted(_))));
    }
}
