//! The proof that varisat writes during a search, kept up to a size and read as DRAT steps.

use std::io;

use varisat_internal_proof::{ProofStep, binary_format::Parser, lit_hash};

use super::{from_varisat, turned};

/// The most bytes that the buffer grows by at once.
const CHUNK: usize = 1 << 20;

/// The bytes of a proof, until there are more than wanted.
#[derive(Debug, Default)]
pub struct KeptProof {
    bytes: Vec<u8>,
    most: u64,
}

impl KeptProof {
    /// A buffer for at most this many bytes.
    #[must_use]
    pub fn new(most: u64) -> Self {
        Self { bytes: Vec::new(), most }
    }

    /// Adds bytes; if they are too many, nothing is kept from now on.
    pub fn push(&mut self, bytes: &[u8]) {
        let length = self.bytes.len() + bytes.len();
        if length as u64 > self.most {
            *self = Self::default();
        } else {
            // Doubling would take twice the size at once.
            if length > self.bytes.capacity() {
                self.bytes.reserve_exact(bytes.len().max(self.bytes.len().min(CHUNK)));
            }
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// The bytes of a whole proof; `None` if there were too many.
    #[must_use]
    pub fn take(&mut self) -> Option<Vec<u8>> {
        (self.most > 0).then(|| std::mem::take(self).bytes)
    }
}

/// A proof in varisat's own format.
///
/// It has the clauses that were added after the first solve, but not those before it; its literals
/// of the first variables are negated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchProof {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Literals of variables below this one are negated.
    pub negated_below: u32,
}

/// The keys by which the steps of a proof name clauses.
#[derive(Debug, Clone)]
pub struct ClauseKeys {
    /// varisat's own number of each variable.
    names: Vec<Option<varisat::Var>>,
    /// New numbers that no key has yet.
    renamed: Vec<(varisat::Var, Option<varisat::Var>)>,
    negated_below: u32,
    bits: u32,
}

impl ClauseKeys {
    /// The key of a clause in DIMACS numbers, each once.
    #[must_use]
    pub fn of(&self, clause: &[i32]) -> u64 {
        let hash = clause.iter().fold(0, |hash, &number| {
            let variable = number.unsigned_abs() - 1;
            let name = self.names.get(variable as usize).copied().flatten();
            let positive = (number > 0) != (variable < self.negated_below);
            hash ^ name.map_or(0, |name| lit_hash(name.lit(positive)))
        });
        hash.checked_shr(u64::BITS - self.bits).unwrap_or(0)
    }

    /// Takes the new numbers.
    fn rename(&mut self) {
        for (variable, name) in self.renamed.drain(..) {
            if self.names.len() <= variable.index() {
                self.names.resize(variable.index() + 1, None);
            }
            self.names[variable.index()] = name;
        }
    }
}

/// A step of a proof.
#[derive(Debug, Clone, Copy)]
pub struct SearchStep<'s> {
    /// Whether it deletes its clause instead of adding it.
    pub deletes: bool,
    /// The clause in DIMACS numbers.
    pub clause: &'s [i32],
    /// The keys of the clauses that it follows from, in order, without those of one literal.
    pub named: &'s [u64],
    /// The keys of clauses now.
    pub keys: &'s ClauseKeys,
    /// Whether clauses had other keys in the step before.
    pub rekeyed: bool,
}

/// Takes a step.
type TakesStep<'a, E> = dyn FnMut(SearchStep<'_>) -> Result<(), E> + 'a;

impl SearchProof {
    /// Calls `each` with every step. Clauses of the formula are left out. O(bytes), and
    /// O(variables) for each new name of a variable.
    ///
    /// # Errors
    /// If the bytes are not a proof of one formula under its own names, or the error of `each`.
    pub fn each_step<E: From<io::Error>>(&self, each: &mut TakesStep<'_, E>) -> Result<(), E> {
        let unexpected = || E::from(io::ErrorKind::InvalidData.into());
        let mut source = &self.bytes[..];
        let mut parser = Parser::default();
        let mut clause = Vec::new();
        let (names, renamed) = (Vec::new(), Vec::new());
        let negated_below = self.negated_below;
        let mut keys = ClauseKeys { names, renamed, negated_below, bits: u64::BITS };
        let (mut has_new_names, mut rekeyed) = (false, false);
        while !source.is_empty() {
            let step = parser.parse_step(&mut source).map_err(|_| unexpected())?;
            // A variable whose number is only removed is in no clause that a step names.
            if has_new_names && step.contains_hashes() {
                keys.rename();
                (has_new_names, rekeyed) = (false, true);
            }
            let mut pass = |deletes, literals: &[varisat::Lit], named: &[u64]| {
                clause.clear();
                let literals = literals.iter().map(|&literal| from_varisat(literal));
                clause.extend(literals.map(|l| turned(l, negated_below).to_ipasir()));
                let rekeyed = std::mem::take(&mut rekeyed);
                each(SearchStep { deletes, clause: &clause, named, keys: &keys, rekeyed })
            };
            match step {
                ProofStep::AtClause { clause, propagation_hashes, .. } => {
                    pass(false, clause, propagation_hashes)?;
                }
                ProofStep::DeleteClause { clause, .. } => pass(true, clause, &[])?,
                ProofStep::UnitClauses { units } => {
                    units.iter().try_for_each(|&(unit, hash)| pass(false, &[unit], &[hash]))?;
                }
                ProofStep::SolverVarName { global, solver } => {
                    has_new_names |= solver.is_some();
                    keys.renamed.push((global, solver));
                }
                ProofStep::ChangeHashBits { bits } if bits <= u64::BITS => {
                    keys.rename();
                    (keys.bits, rekeyed) = (bits, true);
                }
                ProofStep::UserVarName { global, user } if user != Some(global) => {
                    return Err(unexpected());
                }
                ProofStep::ChangeHashBits { .. }
                | ProofStep::Assumptions { .. }
                | ProofStep::FailedAssumptions { .. } => return Err(unexpected()),
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rustsat::types::Lit;
    use satranj_encodings::clause::ClauseSink;

    use super::*;
    use crate::{
        limits::Limits,
        run::Run,
        solvers::{Hints, Solver, Verdict, varisat::Varisat},
    };

    fn solver(true_first: u32, proof_bytes: u64) -> Varisat {
        let hints = Hints { true_first, proof_bytes, ..Hints::default() };
        Varisat::new(&Run::new(Limits::default(), 1), u64::MAX, &hints)
    }

    fn add(solver: &mut Varisat, clause: &[i32]) {
        let literals: Vec<Lit> =
            clause.iter().map(|&number| Lit::from_ipasir(number).unwrap()).collect();
        solver.add_clause(&literals).unwrap();
    }

    /// The steps of a "no" to which the last clauses come after the first solve.
    fn steps(true_first: u32) -> Vec<(bool, Vec<i32>)> {
        let mut solver = solver(true_first, 1 << 20);
        add(&mut solver, &[1, 2, 3]);
        add(&mut solver, &[-1, -2]);
        assert!(matches!(solver.solve(), Verdict::Satisfiable(_)));
        for clause in [&[1, -2][..], &[-1, 2], &[1, 2, -3]] {
            add(&mut solver, clause);
        }
        assert_eq!(solver.solve(), Verdict::Unsatisfiable);
        let proof = solver.take_proof().unwrap();
        let mut steps = Vec::new();
        proof
            .each_step::<io::Error>(&mut |step| {
                steps.push((step.deletes, step.clause.to_vec()));
                Ok(())
            })
            .unwrap();
        steps
    }

    #[test]
    fn lemmas_are_in_the_names_of_the_formula() {
        for true_first in [0, 2, 3] {
            // All models of the clauses before the last have 1 and 2 false.
            let steps = steps(true_first);
            let is_true =
                |clause: &Vec<i32>| clause.iter().any(|literal| [-1, -2].contains(literal));
            let mut lemmas = steps.iter().filter(|(deletes, clause)| !deletes && clause.len() == 1);
            assert!(lemmas.clone().count() > 0, "{steps:?}");
            assert!(lemmas.any(|(_, clause)| is_true(clause)), "{steps:?}");
        }
    }

    #[test]
    fn a_proof_that_is_too_long_is_not_kept() {
        let mut kept = KeptProof::new(5);
        kept.push(b"abc");
        kept.push(b"de");
        assert_eq!(kept.take(), Some(b"abcde".to_vec()));
        let mut kept = KeptProof::new(5);
        for bytes in [&b"abc"[..], b"def", b"g"] {
            kept.push(bytes);
        }
        assert_eq!(kept.take(), None);
        assert_eq!(solver(0, 0).take_proof(), None);
    }

    #[test]
    fn other_bytes_are_no_proof() {
        for bytes in [vec![99], vec![7, 3], vec![1, 1, 2]] {
            let proof = SearchProof { bytes, negated_below: 0 };
            proof.each_step::<io::Error>(&mut |_| Ok(())).unwrap_err();
        }
    }
}
