//! LRAT proofs: reading, as text and in binary, and their check.

use std::{io::BufRead, ops::Range};

use super::{
    BytePlace, Permit, ProofReadError,
    bytes::{Bytes, push},
    checker::{Checked, ProofError},
    clauses::shown,
    hinted::{Followed, HintedChecker, NamedClauses},
};
use crate::{limits::Reason, solvers::proof::DratSyntax};

/// A step of a proof.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LratStep {
    /// The number of the clause that is added; `None` if clauses are deleted.
    pub number: Option<u64>,
    /// The clause that is added.
    pub clause: Vec<i32>,
    /// The numbers of the clauses that are named, or deleted.
    pub named: Vec<u64>,
    /// How many of them come before those for resolvents.
    pub units: usize,
    /// Clauses to resolve with, in rising order, and the places of the clauses that are named for them.
    pub resolvents: Vec<(u64, Range<usize>)>,
}

/// Reads a proof.
///
/// In text, a step is the number of a clause, its literals, a 0, the numbers of the clauses that it
/// follows from, and a 0; or a number, `d`, the numbers of the clauses that are deleted, and a 0. In
/// binary, a step that adds begins with the byte `a` and one that deletes with `d`; numbers of clauses
/// are coded as literals are in binary DRAT, and the number before a `d` is left out. A negative number
/// of a clause begins the clauses named for the resolvent with it. (Cruz-Filipe, Heule, Hunt, Kaufmann
/// and Schneider-Kamp, "Efficient certified RAT verification", CADE 2017.)
pub struct LratReader<'a, R> {
    bytes: Bytes<R>,
    syntax: DratSyntax,
    permit: Permit<'a>,
}

impl<'a, R: BufRead> LratReader<'a, R> {
    /// A reader at the beginning of a proof.
    pub fn new(input: R, syntax: DratSyntax, permit: Permit<'a>) -> Self {
        Self { bytes: Bytes::new(input), syntax, permit }
    }

    /// Where the next step begins, or the file ends.
    pub fn place(&self) -> BytePlace {
        self.bytes.place(self.syntax)
    }

    /// Reads a step, which replaces the previous one; its place, or `None` at the end. O(length).
    ///
    /// # Errors
    /// [`ProofReadError`], if the file ends within a step too. The number of a clause that is added is
    /// then known.
    pub fn next(&mut self, step: &mut LratStep) -> Result<Option<BytePlace>, ProofReadError> {
        step.number = None;
        step.clause.clear();
        step.named.clear();
        step.resolvents.clear();
        let place = match self.syntax {
            DratSyntax::Text => self.begin_line(step)?,
            DratSyntax::Binary => self.begin_binary(step)?,
        };
        let Some(place) = place else { return Ok(None) };
        if step.number.is_some() {
            loop {
                match self.number(i32::MAX.into(), place)? {
                    0 => break,
                    literal => push(literal as i32, &mut step.clause, self.permit)?,
                }
            }
        }
        step.units = self.named(place, step)?;
        Ok(Some(place))
    }

    fn begin_line(&mut self, step: &mut LratStep) -> Result<Option<BytePlace>, ProofReadError> {
        while self.bytes.skip_blanks()? == Some(b'c') {
            self.bytes.skip_line()?;
        }
        let place = self.bytes.line();
        let Some(number) = self.bytes.integer(i64::MAX)? else { return Ok(None) };
        if self.bytes.skip_blanks()? == Some(b'd') {
            self.bytes.next()?;
            return Ok(Some(place));
        }
        step.number = Some(Self::positive(number, place)?);
        Ok(Some(place))
    }

    fn begin_binary(&mut self, step: &mut LratStep) -> Result<Option<BytePlace>, ProofReadError> {
        let place = self.bytes.byte();
        match self.bytes.next()? {
            None => return Ok(None),
            Some(b'd') => {}
            Some(b'a') => {
                let number = self.number(i64::MAX, place)?;
                step.number = Some(Self::positive(number, place)?);
            }
            Some(other) => {
                let other = other.escape_ascii();
                let problem =
                    format!("found `{other}`, expected a step that begins with `a` or `d`");
                return Err(ProofReadError::Form { place, problem });
            }
        }
        Ok(Some(place))
    }

    fn positive(number: i64, place: BytePlace) -> Result<u64, ProofReadError> {
        let problem = || format!("{number} is not the number of a clause");
        u64::try_from(number)
            .ok()
            .filter(|&number| number > 0)
            .ok_or_else(|| ProofReadError::Form { place, problem: problem() })
    }

    /// A number of at most this size, negative or not; 0 ends a list.
    fn number(&mut self, most: i64, place: BytePlace) -> Result<i64, ProofReadError> {
        match self.syntax {
            DratSyntax::Text => match self.bytes.integer(most)? {
                Some(number) => Ok(number),
                None => self.bytes.wrong("unexpected end of file within a step"),
            },
            DratSyntax::Binary => self.bytes.coded(most, place),
        }
    }

    /// Reads the numbers of clauses up to the 0; how many come before the first negative one.
    fn named(&mut self, place: BytePlace, step: &mut LratStep) -> Result<usize, ProofReadError> {
        let mut units = None;
        loop {
            let number = self.number(i64::MAX, place)?;
            let end = step.named.len();
            if number <= 0
                && let Some((_, range)) = step.resolvents.last_mut()
            {
                range.end = end;
            }
            match number {
                0 => break,
                1.. => push(number as u64, &mut step.named, self.permit)?,
                _ if step.number.is_some() => {
                    units.get_or_insert(end);
                    push((number.unsigned_abs(), end..end), &mut step.resolvents, self.permit)?;
                }
                _ => drop(Self::positive(number, place)?),
            }
        }
        step.resolvents.sort_by_key(|&(number, _)| number);
        Ok(units.unwrap_or(step.named.len()))
    }
}

/// Checks that a proof shows a formula to be unsatisfiable.
pub struct LratChecker<'a> {
    checker: HintedChecker<'a>,
    /// The number of the last clause.
    last: u64,
}

impl<'a> LratChecker<'a> {
    /// A checker without clauses.
    #[must_use]
    pub fn new(permit: Permit<'a>) -> Self {
        Self { checker: HintedChecker::new(permit), last: 0 }
    }

    /// Adds the next clause of the formula, in DIMACS numbers. The clauses have the numbers 1, 2, ….
    ///
    /// # Errors
    /// The reason to stop; the checker is then unusable.
    pub fn add(&mut self, clause: &[i32]) -> Result<(), Reason> {
        self.last += 1;
        self.checker.add(self.last, clause)
    }

    /// Checks a proof. It must derive the empty clause, unless the formula has it. O(literals of the
    /// clauses that the steps name); for a lemma that is RAT, O(literals of all clauses).
    ///
    /// # Errors
    /// [`ProofError`]; the checker is then unusable.
    pub fn check<R: BufRead>(
        &mut self,
        proof: &mut LratReader<'_, R>,
    ) -> Result<Checked, ProofError> {
        let Self { checker, last } = self;
        let (mut checked, mut step) = (Checked::default(), LratStep::default());
        while let Some(place) = proof.next(&mut step)? {
            let LratStep { number, clause, named, units, resolvents } = &step;
            let wrong = |problem| Err(ProofError::Wrong { place, problem });
            let Some(number) = *number else {
                for &number in named {
                    let existed = checker.delete(number, None)?;
                    *(if existed { &mut checked.deletions } else { &mut checked.ignored }) += 1;
                }
                continue;
            };
            if checker.is_refuted() {
                continue;
            }
            if number <= *last {
                return wrong(format!(
                    "clause {number} must have a number above {last}, which a clause has already"
                ));
            }
            *last = number;
            let (units, keys) = (&named[..*units], &named[..]);
            match checker.lemma(number, clause, NamedClauses { units, keys, resolvents })? {
                Followed::Rup => {}
                Followed::Rat => checked.rat += 1,
                Followed::Missing(missing) => {
                    return wrong(format!("it names clause {missing}, which is not there"));
                }
                Followed::No if clause.is_empty() => {
                    return wrong(
                        "the empty clause does not follow from the clauses it names".into(),
                    );
                }
                Followed::No => {
                    return wrong(format!(
                        "the lemma `{}` does not follow from the clauses it names",
                        shown(clause)
                    ));
                }
            }
            if clause.is_empty() {
                return Ok(checked);
            }
            checked.lemmas += 1;
        }
        if checker.is_refuted() {
            return Ok(checked);
        }
        let problem = "unexpected end of file: expected the empty clause".into();
        Err(ProofError::Wrong { place: proof.place(), problem })
    }
}
