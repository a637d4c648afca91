//! Where clauses go: the sink trait and its bridge to rustsat's collectors, a flat formula, and
//! assignments.

use rustsat::{
    OutOfMemory,
    encodings::CollectClauses,
    types::{Clause, Lit},
};

use crate::flat_lists::FlatLists;

/// The sink asked the encoder to stop (a limit or a signal).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the encoder was interrupted")]
pub struct Interrupted;

/// Takes clauses one by one: a formula in memory, a solver, a file, a counter.
///
/// Variables are numbered from 0 in the order in which the encoding documents them.
pub trait ClauseSink {
    /// Adds one clause.
    ///
    /// # Errors
    /// [`Interrupted`] when the encoder should stop now.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted>;

    /// Notes that at least this many more clauses follow. Encoders call it before they take memory
    /// for many clauses.
    ///
    /// # Errors
    /// [`Interrupted`] when these clauses are too many.
    fn expect(&mut self, _clauses: u64) -> Result<(), Interrupted> {
        Ok(())
    }
}

/// Every collector of rustsat takes clauses: its formulas, instances and solvers. Running out of
/// memory interrupts the encoder.
impl<C: CollectClauses> ClauseSink for C {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        CollectClauses::add_clause(self, Clause::from(clause)).map_err(|_| Interrupted)
    }
}

/// Gives every clause to a function.
pub struct EachClause<F>(pub F);

impl<F: FnMut(&[Lit]) -> Result<(), Interrupted>> ClauseSink for EachClause<F> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        (self.0)(clause)
    }
}

/// A formula in conjunctive normal form, kept as two flat arrays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    clauses: FlatLists<Lit>,
}

impl Cnf {
    /// Number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Whether there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Bytes of the arrays.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.clauses.bytes()
    }

    /// The clauses in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses.iter()
    }

    /// The index of the first clause that the assignment does not satisfy.
    #[must_use]
    pub fn first_unsatisfied(&self, assignment: &Assignment) -> Option<usize> {
        self.iter().position(|clause| !clause.iter().any(|&literal| assignment.satisfies(literal)))
    }
}

impl ClauseSink for Cnf {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.clauses.push(clause.iter().copied());
        Ok(())
    }
}

/// A total assignment: one truth value per variable. Variables past the end are false.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Assignment {
    values: fixedbitset::FixedBitSet,
}

impl Assignment {
    /// An assignment of `variables` variables, all false.
    #[must_use]
    pub fn all_false(variables: usize) -> Self {
        Self { values: fixedbitset::FixedBitSet::with_capacity(variables) }
    }

    /// Number of variables.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it assigns no variable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Makes a literal true; grows the assignment where needed.
    pub fn set(&mut self, literal: Lit) {
        self.values.grow(literal.vidx() + 1);
        self.values.set(literal.vidx(), literal.is_pos());
    }

    /// Whether the literal is true.
    #[must_use]
    pub fn satisfies(&self, literal: Lit) -> bool {
        self.values.contains(literal.vidx()) == literal.is_pos()
    }
}

/// The literals that are true; a variable without a value is false.
impl From<&rustsat::types::Assignment> for Assignment {
    fn from(assignment: &rustsat::types::Assignment) -> Self {
        assignment.into_iter().collect()
    }
}

/// The assignment in which these literals are true, and all other variables false.
impl FromIterator<Lit> for Assignment {
    fn from_iter<I: IntoIterator<Item = Lit>>(literals: I) -> Self {
        let mut assignment = Self::default();
        literals.into_iter().for_each(|literal| assignment.set(literal));
        assignment
    }
}

/// Passes the clauses of a rustsat encoding on to a sink. Once the sink interrupts, it reports
/// out-of-memory to rustsat, the only way to stop it.
pub(crate) struct Collector<'a> {
    sink: &'a mut dyn ClauseSink,
    clauses: usize,
    interrupted: Option<Interrupted>,
}

/// Runs a rustsat encoding; treats the collector's out-of-memory as an interruption.
pub(crate) fn collect(
    sink: &mut dyn ClauseSink,
    encode: impl FnOnce(&mut Collector) -> Result<(), OutOfMemory>,
) -> Result<(), Interrupted> {
    let mut collector = Collector { sink, clauses: 0, interrupted: None };
    let encoded = encode(&mut collector);
    // The sink's result; rustsat's own error cannot carry it.
    collector.interrupted.map_or(encoded.map_err(|_| Interrupted), Err)
}

impl CollectClauses for Collector<'_> {
    fn n_clauses(&self) -> usize {
        self.clauses
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        for clause in clauses {
            if self.interrupted.is_some() {
                return Err(OutOfMemory::ExternalApi);
            }
            self.clauses += 1;
            self.interrupted = self.sink.add_clause(clause.as_ref()).err();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rustsat::{instances::SatInstance, types::TernaryVal};

    use super::*;

    /// Adds a clause as an encoder does.
    fn add(sink: &mut dyn ClauseSink, clause: &[Lit]) {
        assert_eq!(sink.add_clause(clause), Ok(()));
    }

    #[test]
    fn collectors_of_rustsat_take_clauses() {
        let clause = [Lit::positive(3), Lit::negative(0)];
        let mut formula = rustsat::instances::Cnf::new();
        add(&mut formula, &clause);
        add(&mut formula, &[]);
        let written: Vec<Vec<Lit>> =
            formula.iter().map(|clause| clause.iter().copied().collect()).collect();
        assert_eq!(written, [clause.to_vec(), vec![]]);
        let mut instance: SatInstance = SatInstance::new();
        add(&mut instance, &clause);
        assert_eq!(instance.n_clauses(), 1);
    }

    #[test]
    fn what_has_no_value_is_false() {
        let values = [TernaryVal::True, TernaryVal::DontCare, TernaryVal::False, TernaryVal::True];
        let assignment = rustsat::types::Assignment::from(values.to_vec());
        let assignment = Assignment::from(&assignment);
        let is_true = |variable| assignment.satisfies(Lit::positive(variable));
        assert_eq!([0, 1, 2, 3, 4].map(is_true), [true, false, false, true, false]);
    }
}
