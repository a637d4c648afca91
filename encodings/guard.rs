//! The sink through which encoders write: it refuses variables that cannot be numbered.

use rustsat::types::Lit;

use crate::clause::{ClauseSink, Interrupted};

/// The most variables that a formula can have: a DIMACS literal is a 32-bit integer, and varisat
/// reserves one more bit.
pub const MOST_VARIABLES: u32 = (1 << 30) - 1;

/// Passes clauses on, and interrupts the encoder at a variable past [`MOST_VARIABLES`].
pub(crate) struct Guard<'a> {
    sink: &'a mut dyn ClauseSink,
    /// The largest variable of the clause that was refused.
    refused: Option<u32>,
}

impl<'a> Guard<'a> {
    pub(crate) fn new(sink: &'a mut dyn ClauseSink) -> Self {
        Self { sink, refused: None }
    }

    /// How many variables the refused clause needs, if one was refused.
    pub(crate) fn refused(&self) -> Option<u64> {
        self.refused.map(|variable| u64::from(variable) + 1)
    }
}

impl ClauseSink for Guard<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        let largest = clause.iter().map(|literal| literal.vidx32()).max();
        if largest >= Some(MOST_VARIABLES) {
            self.refused = largest;
            return Err(Interrupted);
        }
        self.sink.add_clause(clause)
    }

    fn expect(&mut self, clauses: u64) -> Result<(), Interrupted> {
        self.sink.expect(clauses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Cnf;

    #[test]
    fn thirty_bits_number_the_variables() {
        let mut cnf = Cnf::default();
        let mut guard = Guard::new(&mut cnf);
        let clause = |variable| [Lit::positive(1), Lit::negative(variable), Lit::positive(0)];
        assert_eq!(guard.add_clause(&clause(MOST_VARIABLES - 1)), Ok(()));
        assert_eq!((guard.add_clause(&[]), guard.refused()), (Ok(()), None));
        assert_eq!(guard.add_clause(&clause(MOST_VARIABLES)), Err(Interrupted));
        assert_eq!(guard.refused(), Some(1 << 30));
        assert_eq!(cnf.len(), 2);
    }
}
