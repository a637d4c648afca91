//! The checker of DRAT proofs: forward, every lemma by unit propagation.

use std::io::BufRead;

use thiserror::Error;

use super::{
    BytePlace, Permit, ProofReadError,
    clauses::{Clauses, VariableNumbers, number_literals, shown},
    drat::DratReader,
};
use crate::limits::Reason;

/// Visited watches between two polls of the limits.
const POLL_EVERY: u64 = 1 << 14;

/// The counts of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checked {
    /// Lemmas up to the conflict.
    pub lemmas: u64,
    /// Those of them that do not follow but preserve satisfiability.
    pub rat: u64,
    /// Clauses deleted.
    pub deletions: u64,
    /// Deletions that were ignored.
    pub ignored: u64,
}

impl Checked {
    /// All steps.
    pub(super) fn steps(&self) -> u64 {
        self.lemmas + self.deletions + self.ignored
    }
}

/// Why a proof is rejected.
#[derive(Debug, Error)]
pub enum ProofError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ProofReadError),
    /// A lemma does not follow.
    #[error("{place}: {problem}")]
    Wrong {
        /// Where.
        place: BytePlace,
        /// Which lemma, and why.
        problem: String,
    },
}

impl From<Reason> for ProofError {
    fn from(reason: Reason) -> Self {
        Self::Read(reason.into())
    }
}

/// Checks that a proof shows a formula to be unsatisfiable.
///
/// Every lemma must follow from the clauses before it by unit propagation (RUP: Goldberg and
/// Novikov, "Verification of proofs of unsatisfiability for CNF formulas", 2003); otherwise it must
/// be RAT on its first literal: all its resolvents on that literal must follow this way (Wetzler,
/// Heule and Hunt, "DRAT-trim: efficient checking and trimming using expressive clausal proofs",
/// SAT 2014). Propagation uses two watched literals. A deleted clause is no longer used. As in
/// drat-trim, deletions are ignored for clauses that make a literal true by propagation without
/// assumptions, and for clauses that do not exist. Both leave more clauses: no lemma follows that
/// should not, and there are more resolvents.
///
/// The check goes forward, so it also checks unneeded lemmas. O(lemmas · propagations)
/// time; the memory is that of the clauses at one time.
pub struct Checker<'a> {
    permit: Permit<'a>,
    numbering: VariableNumbers,
    clauses: Clauses,
    /// The clauses that watch a literal, which is one of their first two.
    watches: Vec<Vec<Watch>>,
    /// The value of each literal.
    values: Vec<Value>,
    /// The true literals, in the order in which they became true.
    trail: Vec<u32>,
    /// The number of them that are propagated.
    propagated: usize,
    refuted: bool,
    needs_empty_clause: bool,
    work: u64,
    permitted: u64,
    /// The current literals: 2·number + sign, sorted, each once.
    literals: Vec<u32>,
}

/// An entry of a clause that watches a literal, with another of its literals: while that is true,
/// the clause need not be visited.
#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: u32,
    other: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Free,
    True,
    False,
}

impl<'a> Checker<'a> {
    /// A checker without clauses.
    #[must_use]
    pub fn new(permit: Permit<'a>) -> Self {
        Self {
            permit,
            numbering: VariableNumbers::default(),
            clauses: Clauses::default(),
            watches: Vec::new(),
            values: Vec::new(),
            trail: Vec::new(),
            propagated: 0,
            refuted: false,
            needs_empty_clause: true,
            work: 0,
            permitted: 1 << 20,
            literals: Vec::new(),
        }
    }

    /// Adds a clause of the formula, in DIMACS numbers.
    ///
    /// # Errors
    /// The reason to stop; the checker is then unusable.
    pub fn add(&mut self, clause: &[i32]) -> Result<(), Reason> {
        if self.refuted {
            return Ok(());
        }
        self.number(clause)?;
        self.insert()
    }

    /// Accepts, as drat-trim does, a proof without the empty clause if propagation reaches a conflict.
    /// Solvers leave the empty clause out if the formula has it.
    #[must_use]
    pub fn without_empty_clause(mut self) -> Self {
        self.needs_empty_clause = false;
        self
    }

    /// Checks a proof. The formula is refuted if propagation alone reaches a conflict; the rest
    /// must be well-formed, up to the empty clause, which is required.
    ///
    /// # Errors
    /// [`ProofError`]; the checker is then unusable.
    pub fn check<R: BufRead>(
        &mut self,
        proof: &mut DratReader<'_, R>,
    ) -> Result<Checked, ProofError> {
        let mut checked = Checked::default();
        let mut clause = Vec::new();
        while let Some(step) = proof.next(&mut clause)? {
            if !step.deletes && clause.is_empty() {
                let problem = "the empty clause does not follow".into();
                let wrong = ProofError::Wrong { place: step.place, problem };
                return if self.refuted { Ok(checked) } else { Err(wrong) };
            }
            if self.refuted {
                continue;
            }
            self.number(&clause)?;
            if step.deletes {
                let existed = self.clauses.delete(&self.literals);
                *(if existed { &mut checked.deletions } else { &mut checked.ignored }) += 1;
                self.clear()?;
                continue;
            }
            checked.lemmas += 1;
            let base = self.trail.len();
            let mut follows = self.conflicts()?;
            if !follows {
                let pivot = self.literal(clause[0])?;
                follows = self.resolvents_conflict(pivot)?;
                checked.rat += 1;
            }
            self.undo(base);
            if !follows {
                let problem = format!("the lemma `{}` does not follow", shown(&clause));
                return Err(ProofError::Wrong { place: step.place, problem });
            }
            self.insert()?;
        }
        if self.refuted && !self.needs_empty_clause {
            return Ok(checked);
        }
        let problem = "unexpected end of file: expected the empty clause".into();
        Err(ProofError::Wrong { place: proof.place(), problem })
    }

    /// The internal literal for a DIMACS literal.
    fn literal(&mut self, literal: i32) -> Result<u32, Reason> {
        let next = (self.values.len() / 2) as u32;
        let number = self.numbering.number(literal.unsigned_abs(), next);
        if number == next {
            self.values.extend([Value::Free; 2]);
            self.watches.extend([Vec::new(), Vec::new()]);
            if next.is_multiple_of(1024) {
                (self.permit)(0)?;
            }
        }
        Ok(2 * number + u32::from(literal < 0))
    }

    /// Stores these as the current literals.
    fn number(&mut self, clause: &[i32]) -> Result<(), Reason> {
        let mut literals = std::mem::take(&mut self.literals);
        let numbered = number_literals(clause, &mut literals, |literal| self.literal(literal));
        self.literals = literals;
        numbered
    }

    fn value(&self, literal: u32) -> Value {
        self.values[literal as usize]
    }

    fn assign(&mut self, literal: u32) {
        self.values[literal as usize] = Value::True;
        self.values[literal as usize ^ 1] = Value::False;
        self.trail.push(literal);
    }

    /// Undoes the assignments after the first `length`.
    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values[literal as usize] = Value::Free;
            self.values[literal as usize ^ 1] = Value::Free;
        }
        self.propagated = length;
    }

    /// Adds the current clause. Nothing is assumed now, so what it propagates is true permanently.
    fn insert(&mut self) -> Result<(), Reason> {
        let bytes = self.clauses.bytes() + 4 * self.literals.len() as u64;
        if bytes > self.permitted {
            (self.permit)(bytes)?;
            self.permitted = 2 * bytes;
        }
        let mut literals = std::mem::take(&mut self.literals);
        // Literals that are not false come first: two of them are watched.
        literals.sort_by_key(|&literal| self.value(literal) == Value::False);
        let free = literals.iter().take(2).filter(|&&l| self.value(l) != Value::False).count();
        let satisfied = literals.iter().any(|&literal| self.value(literal) == Value::True);
        let number = self.clauses.add(&literals);
        if let [first, second, ..] = literals[..] {
            self.watches[first as usize].push(Watch { clause: number, other: second });
            self.watches[second as usize].push(Watch { clause: number, other: first });
        }
        match (free, literals.first()) {
            _ if satisfied => {}
            (0, _) | (_, None) => self.refuted = true,
            (1, Some(&first)) => {
                self.clauses.keep(number);
                self.assign(first);
                self.refuted = self.propagate(true)?;
            }
            _ => {}
        }
        self.literals = literals;
        Ok(())
    }

    /// Removes deleted clauses, if there are many.
    fn clear(&mut self) -> Result<(), Reason> {
        if !self.clauses.has_litter() {
            return Ok(());
        }
        (self.permit)(0)?;
        self.clauses.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in 0..self.clauses.len() {
            if let Some(&[first, second, ..]) = self.clauses.get(clause) {
                self.watches[first as usize].push(Watch { clause, other: second });
                self.watches[second as usize].push(Watch { clause, other: first });
            }
        }
        Ok(())
    }

    /// Assumes that all current literals are false; whether propagation reaches a conflict. The
    /// assumptions stay.
    fn conflicts(&mut self) -> Result<bool, Reason> {
        for index in 0..self.literals.len() {
            let literal = self.literals[index];
            match self.value(literal) {
                Value::True => return Ok(true),
                Value::False => {}
                Value::Free => self.assign(literal ^ 1),
            }
        }
        self.propagate(false)
    }

    /// Whether, with the lemma assumed false and propagated, each resolvent with it on a literal
    /// leads to a conflict too. O(literals of all clauses), plus propagation.
    fn resolvents_conflict(&mut self, pivot: u32) -> Result<bool, Reason> {
        let base = self.trail.len();
        for number in 0..self.clauses.len() {
            let Some(clause) = self.clauses.get(number) else { continue };
            self.work += clause.len() as u64;
            if !clause.contains(&(pivot ^ 1)) {
                self.poll()?;
                continue;
            }
            let rest: Vec<u32> = clause.iter().copied().filter(|&l| l != pivot ^ 1).collect();
            let mut conflict = false;
            for literal in rest {
                match self.value(literal) {
                    Value::True => conflict = true,
                    Value::False => {}
                    Value::Free => self.assign(literal ^ 1),
                }
            }
            conflict = conflict || self.propagate(false)?;
            self.undo(base);
            if !conflict {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn poll(&mut self) -> Result<(), Reason> {
        if self.work >= POLL_EVERY {
            self.work = 0;
            (self.permit)(0)?;
        }
        Ok(())
    }

    /// Propagates the true literals; whether there is a conflict. `for_good`: without assumptions.
    fn propagate(&mut self, for_good: bool) -> Result<bool, Reason> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = literal ^ 1;
            let mut watching = std::mem::take(&mut self.watches[falsified as usize]);
            self.work += watching.len() as u64 + 1;
            self.poll()?;
            let (mut kept, mut conflict) = (0, false);
            for index in 0..watching.len() {
                let watch = watching[index];
                let stays = conflict || self.visit(watch, falsified, for_good, &mut conflict);
                if stays {
                    watching[kept] = watch;
                    kept += 1;
                }
            }
            watching.truncate(kept);
            self.watches[falsified as usize] = watching;
            if conflict {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Visits a clause one of whose watched literals became false; whether it stays watched.
    fn visit(&mut self, watch: Watch, falsified: u32, for_good: bool, conflict: &mut bool) -> bool {
        let values = &self.values;
        if values[watch.other as usize] == Value::True {
            return true;
        }
        let Some(clause) = self.clauses.get_mut(watch.clause) else { return false };
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let first = clause[0];
        if values[first as usize] == Value::True {
            return true;
        }
        let other = (2..clause.len()).find(|&at| values[clause[at] as usize] != Value::False);
        if let Some(other) = other {
            clause.swap(1, other);
            let literal = clause[1];
            let watch = Watch { clause: watch.clause, other: first };
            self.watches[literal as usize].push(watch);
            return false;
        }
        if values[first as usize] == Value::False {
            *conflict = true;
        } else {
            if for_good {
                self.clauses.keep(watch.clause);
            }
            self.assign(first);
        }
        true
    }
}
