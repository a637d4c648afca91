//! DIMACS formulas read item by item: comments, the heading, clauses.

use std::io::BufRead;

use super::{BytePlace, Permit, ProofReadError, bytes::Bytes};

/// An item of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A comment without its `c `.
    Comment(String),
    /// `p cnf VARIABLES CLAUSES`.
    Heading {
        /// Number of variables.
        variables: u32,
        /// Number of clauses.
        clauses: u64,
    },
    /// A clause, whose literals went to the caller.
    Clause,
}

/// Reads a formula.
pub struct FormulaReader<'a, R> {
    bytes: Bytes<R>,
    permit: Permit<'a>,
    heading: Option<(u32, u64)>,
    clauses: u64,
    place: BytePlace,
}

impl<'a, R: BufRead> FormulaReader<'a, R> {
    /// A reader at the beginning of a formula.
    pub fn new(input: R, permit: Permit<'a>) -> Self {
        Self {
            bytes: Bytes::new(input),
            permit,
            heading: None,
            clauses: 0,
            place: BytePlace::Line(1),
        }
    }

    /// Where the last item began.
    pub fn place(&self) -> BytePlace {
        self.place
    }

    /// The number of clauses so far.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Reads an item; the literals of a clause replace the previous content; `None` at the end.
    /// O(length).
    ///
    /// # Errors
    /// [`ProofReadError`], also for a missing or wrong heading.
    pub fn next(&mut self, literals: &mut Vec<i32>) -> Result<Option<Item>, ProofReadError> {
        let first = self.bytes.skip_blanks()?;
        self.place = self.bytes.line();
        match (first, self.heading) {
            (Some(b'c'), _) => {
                self.bytes.next()?;
                let comment = self.bytes.rest_of_line(self.permit)?;
                let text = comment.strip_prefix(' ').unwrap_or(&comment);
                Ok(Some(Item::Comment(text.to_string())))
            }
            (Some(b'p'), None) => {
                let line = self.bytes.rest_of_line(self.permit)?;
                let words: Vec<&str> = line.split_ascii_whitespace().collect();
                let ["p", "cnf", variables, clauses] = words[..] else {
                    return self.wrong("expected the heading `p cnf VARIABLES CLAUSES`");
                };
                let Some(variables) =
                    variables.parse().ok().filter(|&count: &u32| count >> 31 == 0)
                else {
                    return self.wrong("the number of variables is missing or too large");
                };
                let Ok(clauses) = clauses.parse() else {
                    return self.wrong("the number of clauses is missing or too large");
                };
                self.heading = Some((variables, clauses));
                Ok(Some(Item::Heading { variables, clauses }))
            }
            (_, None) => self.wrong("the heading `p cnf VARIABLES CLAUSES` is missing"),
            (None, Some((_, clauses))) if clauses != self.clauses => {
                let problem = format!(
                    "the file has {} clauses, but its heading says {clauses}",
                    self.clauses
                );
                self.wrong(problem)
            }
            (None, Some(_)) => Ok(None),
            (Some(_), Some((variables, _))) => {
                self.bytes.clause(literals, self.permit)?;
                if let Some(literal) = literals.iter().find(|l| l.unsigned_abs() > variables) {
                    let problem = format!("{literal} is not one of the {variables} variables");
                    return self.wrong(problem);
                }
                self.clauses += 1;
                Ok(Some(Item::Clause))
            }
        }
    }

    fn wrong<T>(&self, problem: impl Into<String>) -> Result<T, ProofReadError> {
        Err(ProofReadError::Form { place: self.place, problem: problem.into() })
    }
}
