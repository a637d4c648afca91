//! The formula that an encoding writes: variables in groups that are numbered consecutively, and
//! clauses for a sink.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use crate::{
    at_most_one::AtMostOne,
    clause::{ClauseSink, Interrupted},
    hamiltonian::reductions::Reductions,
    totalizer,
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
        "the encoding `{encoding}` needs at least {variables} variables, but at most 1073741823 \
         can be numbered"
    )]
    TooManyVariables {
        /// The encoding's name.
        encoding: &'static str,
        /// How many variables it would need at least.
        variables: u64,
    },
    /// The formula would have more clauses than a limit.
    #[error("the encoding `{encoding}` needs more than {most} clauses")]
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

    /// An error if these variables, or those of a clause, are more than can be numbered.
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

    /// At most one of the literals, in the encoding that the options select.
    pub(crate) fn at_most_one(&mut self, literals: &[Lit]) -> Result<(), Interrupted> {
        self.options.at_most_one.encode(literals, &mut self.variables, &mut self.guard)
    }

    /// One of the literals, by a clause and an at-most-one.
    pub(crate) fn one_of(&mut self, literals: &[Lit]) -> Result<(), Interrupted> {
        self.add_clause(literals)?;
        self.at_most_one(literals)
    }

    /// Adds "exactly one of `literals` is true": some, and of each pair not both.
    ///
    /// # Errors
    /// [`Interrupted`] when the sink says so.
    pub(crate) fn exactly_one(&mut self, literals: &[Lit]) -> Result<(), Interrupted> {
        self.add_clause(literals)?;
        for (index, &b) in literals.iter().enumerate() {
            for &a in &literals[..index] {
                self.add_clause(&[!a, !b])?;
            }
        }
        Ok(())
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

/// The numbers, from `first` up to but without `end`, that have a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) first: u64,
    pub(crate) end: u64,
    /// 1, or 2 if only every other number has one.
    pub(crate) by: u64,
}

impl Default for Window {
    fn default() -> Self {
        Self::below(0)
    }
}

impl Window {
    /// The numbers from 0 up to but without `end`.
    pub(crate) fn below(end: u64) -> Self {
        Self { first: 0, end, by: 1 }
    }

    /// The numbers from the first to the last.
    pub(crate) fn new(first: u64, last: Option<u64>) -> Self {
        let end = last.map_or(0, |last| last.saturating_add(1)).max(first);
        Self { first, end, by: 1 }
    }

    pub(crate) fn len(self) -> u64 {
        self.end.saturating_sub(self.first).div_ceil(self.by)
    }

    /// The numbers, rising.
    pub(crate) fn numbers(self) -> impl Iterator<Item = u64> {
        (self.first..self.end).step_by(self.by as usize)
    }

    /// Whether a number is one of them.
    pub(crate) fn contains(self, number: u64) -> bool {
        (self.first..self.end).contains(&number) && (number - self.first).is_multiple_of(self.by)
    }

    /// The intersection of two windows of which both have gaps or neither.
    pub(crate) fn and(self, other: Self) -> Self {
        let first = self.first.max(other.first);
        let meets = self.first.abs_diff(other.first).is_multiple_of(self.by);
        let end = if meets { self.end.min(other.end).max(first) } else { first };
        Self { first, end, by: self.by }
    }

    /// Every other number, from the first of this parity on.
    pub(crate) fn every_other(self, odd: bool) -> Self {
        let first = self.first + ((self.first % 2) ^ u64::from(odd));
        let length = self.end.saturating_sub(first).div_ceil(2);
        Self { first, end: (first + 2 * length).saturating_sub(1).max(first), by: 2 }
    }

    /// The numbers shifted by one.
    pub(crate) fn later(self) -> Self {
        let later = |number: u64| number.saturating_add(1);
        Self { first: later(self.first), end: later(self.end), ..self }
    }

    /// The numbers from the least to the greatest of two nonempty windows.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), end: self.end.max(other.end), by: 1 }
    }
}

/// Variables of items and numbers.
pub(crate) struct VariableGroup {
    /// The first variable of each item, and the end.
    begins: Vec<u32>,
    windows: Vec<Window>,
}

impl VariableGroup {
    /// The variables from this one on: for each item, in order, the numbers of its window, rising.
    pub(crate) fn new(first: u32, windows: Vec<Window>) -> Self {
        let mut next = first;
        let lengths = windows.iter().map(|window| window.len() as u32);
        let ends = lengths.map(|length| {
            next += length;
            next
        });
        let begins = std::iter::once(first).chain(ends).collect();
        Self { begins, windows }
    }

    /// The variable after the last one.
    pub(crate) fn end(&self) -> u32 {
        self.begins.last().copied().unwrap_or(0)
    }

    /// The variable of a number of an item; between two numbers, that of the greater one.
    pub(crate) fn at(&self, item: u32, number: u64) -> Option<Lit> {
        let Window { first, end, by } = self.windows[item as usize];
        let offset = number.checked_sub(first).filter(|_| number < end)?.div_ceil(by);
        Some(Lit::positive(self.begins[item as usize] + offset as u32))
    }

    /// The first variable of an item.
    pub(crate) fn begin(&self, item: u32) -> u32 {
        self.begins[item as usize]
    }

    /// The variables of an item, rising.
    pub(crate) fn of(&self, item: u32) -> impl Iterator<Item = Lit> + use<> {
        (self.begins[item as usize]..self.begins[item as usize + 1]).map(Lit::positive)
    }

    /// The numbers of an item and their variables, rising.
    pub(crate) fn each(&self, item: u32) -> impl Iterator<Item = (u64, Lit)> + use<> {
        self.windows[item as usize].numbers().zip(self.of(item))
    }

    /// The numbers of an item.
    pub(crate) fn window(&self, item: u32) -> Window {
        self.windows[item as usize]
    }

    /// The number of items.
    pub(crate) fn items(&self) -> u32 {
        self.windows.len() as u32
    }

    /// The item and the number of a variable, if it is one of the group.
    pub(crate) fn named(&self, variable: u32) -> Option<(u32, u64)> {
        if variable >= self.end() {
            return None;
        }
        // The last item that begins there; items before it at the same place have no variables.
        let item = self.begins.partition_point(|&begin| begin <= variable).checked_sub(1)?;
        let Window { first, by, .. } = self.windows[item];
        Some((item as u32, first + u64::from(variable - self.begins[item]) * by))
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

    #[test]
    fn windows_meet_and_move() {
        let window = |first, last| Window::new(first, Some(last));
        assert_eq!(window(2, 9).and(window(4, 12)).later(), window(5, 10));
        assert_eq!(window(2, 9).and(window(10, 12)).len(), 0);
        assert_eq!(window(0, 3).hull(window(5, 6)), window(0, 6));
        let (even, odd) = (window(1, 7).every_other(false), window(1, 7).every_other(true));
        assert_eq!(even.numbers().collect::<Vec<_>>(), [2, 4, 6]);
        assert_eq!(odd.and(odd.later().later()).numbers().collect::<Vec<_>>(), [3, 5, 7]);
        assert_eq!((even.and(odd).len(), window(2, 2).every_other(true).len()), (0, 0));
        assert_eq!((even.contains(4), even.contains(5), even.contains(8)), (true, false, false));
    }
}
