//! Where clauses go: the sink trait, a flat formula, and assignments.

use rustsat::types::Lit;

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
}

/// A formula in conjunctive normal form, kept as two flat arrays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// Number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes that the arrays take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.literals.capacity() * size_of::<Lit>() + self.ends.capacity() * size_of::<usize>()
    }

    /// The clauses in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[start..end];
            start = end;
            clause
        })
    }

    /// The index of the first clause that the assignment does not satisfy.
    #[must_use]
    pub fn first_unsatisfied(&self, assignment: &Assignment) -> Option<usize> {
        self.iter().position(|clause| !clause.iter().any(|&literal| assignment.satisfies(literal)))
    }
}

impl ClauseSink for Cnf {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        Ok(())
    }
}

/// A total assignment: one truth value a variable. Variables past the end are false.
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
