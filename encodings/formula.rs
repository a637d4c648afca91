//! The formula that an encoding writes: numbers of variables, and clauses for a sink.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use crate::{
    at_most_one::AtMostOne,
    clause::{ClauseSink, Interrupted},
    hamiltonian::reductions::Reductions,
    totalizer,
    variables::{VariableGroup, Window},
};

/// The most variables that a formula can have: a DIMACS literal is a 32-bit integer, and varisat
/// reserves one more bit.
pub const MOST_VARIABLES: u32 = (1 << 30) - 1;

/// What the user may choose about an encoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// The at-most-one encoding.
    pub at_most_one: AtMostOne,
    /// Which implied parts of a Hamiltonian formula are left out.
    pub reductions: Reductions,
}

/// Why a model could not be encoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The sink asked to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The encoding does not state this model.
    #[error("the encoding `{0}` does not state this puzzle")]
    Unsupported(&'static str),
    /// The formula would need more variables than a literal can number.
    #[error(
        "the encoding `{encoding}` would need {variables} variables or more; at most 1073741823 \
         can be numbered"
    )]
    TooManyVariables {
        /// The encoding's name.
        encoding: &'static str,
        /// How many variables it would need at least.
        variables: u64,
    },
    /// The formula would have more clauses than a limit.
    #[error("the encoding `{encoding}` would need more than {most} clauses")]
    TooManyClauses {
        /// The encoding's name.
        encoding: &'static str,
        /// The limit.
        most: u64,
    },
}

/// The number of variables of a formula, if they can be numbered. Encoders call it before large
/// allocations.
///
/// # Errors
/// [`EncodeError::TooManyVariables`] where there are more than [`MOST_VARIABLES`].
pub fn check_numbering(encoding: &'static str, variables: u64) -> Result<u32, EncodeError> {
    u32::try_from(variables)
        .ok()
        .filter(|&variables| variables <= MOST_VARIABLES)
        .ok_or(EncodeError::TooManyVariables { encoding, variables })
}

/// Passes clauses on, and interrupts the encoder at a variable past [`MOST_VARIABLES`].
struct Guard<'s> {
    sink: &'s mut dyn ClauseSink,
    /// The largest variable of the clause that was refused.
    refused: Option<u32>,
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
}

/// The formula of an encoding while it is written.
pub(crate) struct Formula<'s> {
    encoding: &'static str,
    pub(crate) options: Options,
    variables: BasicVarManager,
    guard: Guard<'s>,
}

impl<'s> Formula<'s> {
    /// No variables and no clauses yet, of the encoding of this name.
    pub(crate) fn new(
        encoding: &'static str,
        options: Options,
        sink: &'s mut dyn ClauseSink,
    ) -> Self {
        let guard = Guard { sink, refused: None };
        Self { encoding, options, variables: BasicVarManager::default(), guard }
    }

    /// The model if it is of the encoding's kind, otherwise an error.
    pub(crate) fn stated<M>(&self, model: Option<M>) -> Result<M, EncodeError> {
        model.ok_or(EncodeError::Unsupported(self.encoding))
    }

    /// An error if there are more variables than can be numbered, of these or in a clause.
    pub(crate) fn check(&self, variables: u64) -> Result<u32, EncodeError> {
        let refused = self.guard.refused.map(|variable| u64::from(variable) + 1);
        check_numbering(self.encoding, refused.unwrap_or(variables))
    }

    /// The number of variables so far.
    pub(crate) fn variables(&self) -> u32 {
        self.variables.n_used()
    }

    /// The next variables: for each item, in order, the numbers of its window, rising. O(items).
    ///
    /// # Errors
    /// [`EncodeError::TooManyVariables`] if they cannot be numbered.
    pub(crate) fn group(&mut self, windows: Vec<Window>) -> Result<VariableGroup, EncodeError> {
        let lengths = windows.iter().map(|window| window.len());
        let end = self.check(lengths.fold(self.variables().into(), u64::saturating_add))?;
        let group = VariableGroup::new(self.variables(), windows);
        self.variables = BasicVarManager::from_next_free(Var::new(end));
        Ok(group)
    }

    /// The next variables, one for each number below this one.
    ///
    /// # Errors
    /// As [`Formula::group`].
    pub(crate) fn numbered(&mut self, count: u32) -> Result<VariableGroup, EncodeError> {
        self.group(vec![Window::below(count.into())])
    }

    /// The next variable.
    pub(crate) fn new_lit(&mut self) -> Lit {
        self.variables.new_lit()
    }

    /// Says that this many clauses follow at least.
    pub(crate) fn expect(&mut self, clauses: u64) -> Result<(), Interrupted> {
        self.guard.sink.expect(clauses)
    }

    /// The next clause.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.guard.add_clause(clause)
    }

    /// Each literal implies the one before it.
    pub(crate) fn chain(
        &mut self,
        literals: impl IntoIterator<Item = Lit>,
    ) -> Result<(), Interrupted> {
        let mut before = None;
        literals.into_iter().try_for_each(|literal| match before.replace(literal) {
            Some(before) => self.add_clause(&[!literal, before]),
            None => Ok(()),
        })
    }

    /// At most one of the literals, in the encoding that the options say.
    pub(crate) fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), Interrupted> {
        self.options.at_most_one.encode(literals, &mut self.variables, &mut self.guard)
    }

    /// One of the literals, by a clause and an at-most-one.
    pub(crate) fn one_of(&mut self, literals: &[Lit]) -> Result<(), Interrupted> {
        self.add_clause(literals)?;
        self.at_most_one(literals)
    }

    /// Exactly this many of the literals.
    pub(crate) fn exactly(&mut self, literals: &[Lit], count: u32) -> Result<(), Interrupted> {
        totalizer::exactly(literals, count, &mut self.variables, &mut self.guard)
    }

    /// At most this many of the literals.
    pub(crate) fn at_most(&mut self, literals: &[Lit], most: u64) -> Result<(), Interrupted> {
        totalizer::at_most(literals, most, &mut self.variables, &mut self.guard)
    }

    /// What another encoder writes with more variables.
    pub(crate) fn add<T>(
        &mut self,
        encode: impl FnOnce(&mut BasicVarManager, &mut dyn ClauseSink) -> Result<T, Interrupted>,
    ) -> Result<T, Interrupted> {
        encode(&mut self.variables, &mut self.guard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Cnf;

    #[test]
    fn thirty_bits_number_the_variables() {
        let check = |variables| check_numbering("lines", variables);
        assert_eq!(check((1 << 30) - 1), Ok((1 << 30) - 1));
        for variables in [1 << 30, 1 << 32, (1 << 32) + 7, u64::MAX] {
            let error = EncodeError::TooManyVariables { encoding: "lines", variables };
            assert_eq!(check(variables), Err(error));
        }
    }

    #[test]
    fn a_clause_of_a_larger_variable_is_refused() {
        let mut cnf = Cnf::default();
        let mut formula = Formula::new("test", Options::default(), &mut cnf);
        let clause = |variable| [Lit::positive(1), Lit::negative(variable), Lit::positive(0)];
        assert_eq!(formula.add_clause(&clause(MOST_VARIABLES - 1)), Ok(()));
        assert_eq!((formula.add_clause(&[]), formula.check(3)), (Ok(()), Ok(3)));
        assert_eq!(formula.add_clause(&clause(MOST_VARIABLES)), Err(Interrupted));
        let error = EncodeError::TooManyVariables { encoding: "test", variables: 1 << 30 };
        assert_eq!(formula.check(3), Err(error));
        assert_eq!(cnf.len(), 2);
    }

    #[test]
    fn groups_are_numbered_one_behind_the_other() {
        let mut cnf = Cnf::default();
        let mut formula = Formula::new("test", Options::default(), &mut cnf);
        let one = formula.group(vec![Window::below(3), Window::default()]).unwrap();
        let every_other = Window { first: 4, end: 9, by: 2 };
        let two = formula.group(vec![every_other, Window::new(1, Some(1))]).unwrap();
        assert_eq!((one.end(), two.end()), (3, 7));
        assert_eq!(two.at(0, 6), Some(Lit::positive(4)));
        assert_eq!((two.at(0, 9), two.at(0, 3), one.at(1, 0)), (None, None, None));
        assert_eq!(two.of(1).collect::<Vec<_>>(), [Lit::positive(6)]);
        assert_eq!((two.named(5), two.named(6)), (Some((0, 8)), Some((1, 1))));
        assert_eq!((one.named(2), one.named(3), two.named(2)), (Some((0, 2)), None, None));
        let too_many = formula.group(vec![Window::below(1 << 30)]).map(|_| ());
        let expected = EncodeError::TooManyVariables { encoding: "test", variables: (1 << 30) + 7 };
        assert_eq!(too_many, Err(expected));
        assert_eq!((formula.new_lit(), formula.variables()), (Lit::positive(7), 8));
    }
}
