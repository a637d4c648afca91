//! Sizes of formulas by counting: clauses are counted but not stored, up to a limit.

use rustsat::types::Lit;

use crate::clause::{ClauseSink, Interrupted};

/// Clauses between two calls of `look`.
const LOOK_EVERY: u64 = 1024;

/// Counts the clauses that an encoder writes, and interrupts it at a limit.
///
/// With [`Encoding::count`](crate::encoding::Encoding::count) it gives the size of a formula: it
/// takes the encoder's time, but no memory for clauses.
#[derive(Default)]
pub struct ClauseCounter<'a> {
    clauses: u64,
    literals: u64,
    /// The most clauses, if limited.
    most: Option<u64>,
    look: Option<Look<'a>>,
}

/// Called with the number of clauses so far; says whether to go on.
type Look<'a> = &'a mut dyn FnMut(u64) -> Result<(), Interrupted>;

impl<'a> ClauseCounter<'a> {
    /// Counts up to `most` clauses, and interrupts the encoder at the next one.
    #[must_use]
    pub fn up_to(most: u64) -> Self {
        Self { most: Some(most), ..Self::default() }
    }

    /// The same, but calls `look` with the number of clauses every 1,024 clauses; its error
    /// interrupts the encoder.
    #[must_use]
    pub fn with_look(self, look: Look<'a>) -> Self {
        Self { look: Some(look), ..self }
    }

    /// The number of clauses.
    #[must_use]
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// The number of literals in all clauses.
    #[must_use]
    pub fn literals(&self) -> u64 {
        self.literals
    }

    /// An upper bound on the bytes of a [`Cnf`](crate::clause::Cnf) of these clauses.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        // Vectors grow by doubling.
        let literals = self.literals.saturating_mul(size_of::<Lit>() as u64);
        let ends = self.clauses.saturating_mul(size_of::<usize>() as u64);
        literals.saturating_add(ends).saturating_mul(2)
    }

    /// The limit, if it was exceeded.
    #[must_use]
    pub fn exceeded(&self) -> Option<u64> {
        self.most.filter(|&most| self.clauses > most)
    }
}

impl ClauseSink for ClauseCounter<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.clauses += 1;
        self.literals += clause.len() as u64;
        if self.exceeded().is_some() {
            return Err(Interrupted);
        }
        match &mut self.look {
            Some(look) if self.clauses.is_multiple_of(LOOK_EVERY) => look(self.clauses),
            _ => Ok(()),
        }
    }

    fn expect(&mut self, clauses: u64) -> Result<(), Interrupted> {
        let all = self.clauses.saturating_add(clauses);
        if self.most.is_some_and(|most| all > most) {
            self.clauses = all;
            return Err(Interrupted);
        }
        self.look.as_mut().map_or(Ok(()), |look| look(all))
    }
}

/// How large a formula is, or a part of it. Sums saturate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// Number of variables.
    pub variables: u64,
    /// Number of clauses.
    pub clauses: u64,
}

impl std::ops::AddAssign for Size {
    fn add_assign(&mut self, other: Self) {
        self.variables = self.variables.saturating_add(other.variables);
        self.clauses = self.clauses.saturating_add(other.clauses);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Cnf;

    #[test]
    fn counts_up_to_a_limit() {
        let clause = [Lit::positive(0), Lit::negative(1)];
        let mut counter = ClauseCounter::up_to(2);
        assert_eq!(counter.add_clause(&clause), Ok(()));
        assert_eq!(counter.add_clause(&clause[..1]), Ok(()));
        assert_eq!((counter.clauses(), counter.literals(), counter.exceeded()), (2, 3, None));
        assert_eq!(counter.add_clause(&[]), Err(Interrupted));
        assert_eq!(counter.exceeded(), Some(2));
        let mut counter = ClauseCounter::up_to(2);
        assert_eq!((counter.expect(2), counter.clauses()), (Ok(()), 0));
        assert_eq!((counter.expect(3), counter.exceeded()), (Err(Interrupted), Some(2)));
    }

    #[test]
    fn looks_from_time_to_time() {
        let mut seen = Vec::new();
        let mut look = |clauses| {
            seen.push(clauses);
            if clauses < 3 * LOOK_EVERY { Ok(()) } else { Err(Interrupted) }
        };
        let mut counter = ClauseCounter::default().with_look(&mut look);
        let written = (0..).find_map(|_| counter.add_clause(&[]).err());
        assert_eq!((written, counter.exceeded()), (Some(Interrupted), None));
        assert_eq!(seen, [LOOK_EVERY, 2 * LOOK_EVERY, 3 * LOOK_EVERY]);
    }

    #[test]
    fn a_formula_takes_no_more_bytes() {
        let mut counter = ClauseCounter::default();
        let mut cnf = Cnf::default();
        for length in 0..200 {
            let clause = vec![Lit::positive(0); length % 7];
            assert_eq!((counter.add_clause(&clause), cnf.add_clause(&clause)), (Ok(()), Ok(())));
        }
        assert_eq!(counter.clauses(), cnf.len() as u64);
        assert!(counter.bytes() >= cnf.bytes() as u64);
    }
}
