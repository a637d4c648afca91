//! The checker of proofs whose steps name the clauses that they follow from.

use std::ops::Range;

use super::{
    Permit,
    clauses::{VariableNumbers, number_literals},
    keyed_clauses::KeyedClauses,
};
use crate::limits::Reason;

/// Visited literals between two polls of the limits.
const POLL_EVERY: u64 = 1 << 16;

/// The clauses that a lemma follows from, by their keys.
#[derive(Debug, Clone, Copy)]
pub struct NamedClauses<'h> {
    /// With the lemma assumed false, each makes one more literal true, and the last is false.
    pub units: &'h [u64],
    /// All keys.
    pub keys: &'h [u64],
    /// For clauses with the negation of the lemma's first literal, in rising order: the places of the
    /// keys of those that refute the resolvent in the same way.
    pub resolvents: &'h [(u64, Range<usize>)],
}

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// The lemma follows.
    Rup,
    /// It preserves satisfiability.
    Rat,
    /// It does not follow from the clauses that the step names.
    No,
    /// No clause has this key.
    Missing(u64),
}

/// Checks lemmas by the clauses that each step names.
///
/// A clause that is named is visited once: if all its literals but one are false, that one becomes
/// true. The lemma follows if a clause becomes false. A wrong name cannot make a wrong lemma follow,
/// because only clauses that are there make literals true. Nothing is propagated besides, so the check
/// of a step is linear in the clauses that it names (Cruz-Filipe, Heule, Hunt, Kaufmann and
/// Schneider-Kamp, "Efficient certified RAT verification", CADE 2017).
pub struct HintedChecker<'a> {
    permit: Permit<'a>,
    numbering: VariableNumbers,
    /// The variable of each number.
    variables: Vec<u32>,
    clauses: KeyedClauses,
    /// Whether each literal is false.
    falsified: Vec<bool>,
    /// The false literals.
    trail: Vec<u32>,
    keeps_units: bool,
    refuted: bool,
    work: u64,
    permitted: u64,
    /// The current literals: 2·number + sign, sorted, each once.
    literals: Vec<u32>,
}

impl<'a> HintedChecker<'a> {
    /// A checker without clauses, for steps that name every clause and may be RAT.
    #[must_use]
    pub fn new(permit: Permit<'a>) -> Self {
        Self {
            permit,
            numbering: VariableNumbers::default(),
            variables: Vec::new(),
            clauses: KeyedClauses::default(),
            falsified: Vec::new(),
            trail: Vec::new(),
            keeps_units: false,
            refuted: false,
            work: 0,
            permitted: 1 << 20,
            literals: Vec::new(),
        }
    }

    /// Keeps the literals of clauses of one literal true, so that steps need not name these clauses.
    /// They cannot be deleted, so no step may be RAT.
    #[must_use]
    pub fn keeping_units(mut self) -> Self {
        self.keeps_units = true;
        self
    }

    /// Whether the empty clause follows.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Adds a clause of the formula, in DIMACS numbers.
    ///
    /// # Errors
    /// The reason to stop; the checker is then unusable.
    pub fn add(&mut self, key: u64, clause: &[i32]) -> Result<(), Reason> {
        self.number(clause)?;
        self.insert(key)
    }

    /// Checks a lemma, and adds it if it follows.
    ///
    /// # Errors
    /// The reason to stop; the checker is then unusable.
    pub fn lemma(
        &mut self,
        key: u64,
        clause: &[i32],
        named: NamedClauses<'_>,
    ) -> Result<Followed, Reason> {
        let pivot = clause.first().map(|&literal| self.literal(literal)).transpose()?;
        self.number(clause)?;
        let base = self.trail.len();
        let literals = std::mem::take(&mut self.literals);
        let is_true = self.assume_false(&literals);
        let mut followed = if is_true { Followed::Rup } else { self.follow(named.units)? };
        if followed == Followed::No
            && !self.keeps_units
            && let Some(pivot) = pivot
        {
            followed = self.resolvents(pivot, named)?;
        }
        self.literals = literals;
        self.undo(base);
        if matches!(followed, Followed::Rup | Followed::Rat) {
            self.insert(key)?;
        }
        Ok(followed)
    }

    /// Deletes a clause by its key, of several with that key the one with these literals; whether
    /// there was one.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn delete(&mut self, key: u64, clause: Option<&[i32]>) -> Result<bool, Reason> {
        let Some(clause) = clause else { return Ok(self.clauses.delete(key, None)) };
        self.number(clause)?;
        Ok(self.clauses.delete(key, Some(&self.literals)))
    }

    /// Gives every clause a new key.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn rekey(&mut self, key: &dyn Fn(&[i32]) -> u64) -> Result<(), Reason> {
        (self.permit)(0)?;
        let (variables, mut clause) = (&self.variables, Vec::new());
        self.clauses.rekey(|literals| {
            clause.clear();
            clause.extend(literals.iter().map(|&literal| {
                let variable = variables[literal as usize / 2] as i32;
                if literal % 2 == 0 { variable } else { -variable }
            }));
            key(&clause)
        });
        Ok(())
    }

    /// The internal literal for a DIMACS literal.
    fn literal(&mut self, literal: i32) -> Result<u32, Reason> {
        let next = self.variables.len() as u32;
        let number = self.numbering.number(literal.unsigned_abs(), next);
        if number == next {
            self.variables.push(literal.unsigned_abs());
            self.falsified.extend([false; 2]);
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

    /// Adds the current clause.
    fn insert(&mut self, key: u64) -> Result<(), Reason> {
        let bytes = self.clauses.bytes() + 4 * self.literals.len() as u64;
        if bytes > self.permitted {
            (self.permit)(bytes)?;
            self.permitted = 2 * bytes;
        }
        self.clauses.add(key, &self.literals);
        match self.literals[..] {
            [] => self.refuted = true,
            [literal] if self.keeps_units => {
                self.refuted |= self.falsified[literal as usize];
                self.falsify(literal ^ 1);
            }
            _ => {}
        }
        Ok(())
    }

    fn falsify(&mut self, literal: u32) {
        if !std::mem::replace(&mut self.falsified[literal as usize], true) {
            self.trail.push(literal);
        }
    }

    /// Makes literals false; whether one of them is true.
    fn assume_false(&mut self, literals: &[u32]) -> bool {
        for &literal in literals {
            if self.falsified[literal as usize ^ 1] {
                return true;
            }
            self.falsify(literal);
        }
        false
    }

    /// Undoes what became false after the first `length` literals.
    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.falsified[literal as usize] = false;
        }
    }

    /// Visits the clauses of these keys, until one is false.
    fn follow(&mut self, keys: &[u64]) -> Result<Followed, Reason> {
        for &key in keys {
            let mut next = self.clauses.first(key);
            if next.is_none() {
                return Ok(Followed::Missing(key));
            }
            while let Some(number) = next {
                let clause = self.clauses.literals(number);
                self.work += clause.len() as u64 + 1;
                let mut others = clause.iter().filter(|&&l| !self.falsified[l as usize]);
                match (others.next().copied(), others.next()) {
                    (None, _) => return Ok(Followed::Rup),
                    (Some(literal), None) => self.falsify(literal ^ 1),
                    _ => {}
                }
                next = self.clauses.next(number);
            }
        }
        self.poll()?;
        Ok(Followed::No)
    }

    fn poll(&mut self) -> Result<(), Reason> {
        if self.work >= POLL_EVERY {
            self.work = 0;
            (self.permit)(0)?;
        }
        Ok(())
    }

    /// Whether each resolvent on a literal is refuted by the clauses that are named for it. O(all
    /// clauses).
    fn resolvents(&mut self, pivot: u32, named: NamedClauses<'_>) -> Result<Followed, Reason> {
        let base = self.trail.len();
        self.work += self.clauses.bytes() / 4;
        self.poll()?;
        let is_with = |number| self.clauses.literals(number).contains(&(pivot ^ 1));
        let with: Vec<_> = self.clauses.each().filter(|&(_, number)| is_with(number)).collect();
        for (key, number) in with {
            let mut rest = self.clauses.literals(number).to_vec();
            rest.retain(|&literal| literal != pivot ^ 1);
            if !self.assume_false(&rest) {
                let Ok(at) = named.resolvents.binary_search_by_key(&key, |&(key, _)| key) else {
                    return Ok(Followed::No);
                };
                match self.follow(&named.keys[named.resolvents[at].1.clone()])? {
                    Followed::Rup => {}
                    other => return Ok(other),
                }
            }
            self.undo(base);
        }
        Ok(Followed::Rat)
    }
}
