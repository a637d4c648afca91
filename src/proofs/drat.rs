//! DRAT proofs read step by step, as text and as drat-trim's binary form.

use std::io::BufRead;

use super::{
    BytePlace, Permit, ProofReadError,
    bytes::{Bytes, push},
};
use crate::solvers::proof::DratSyntax;

/// A step of a proof, without its literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofStep {
    /// Whether the clause is deleted instead of added.
    pub deletes: bool,
    /// Where it begins.
    pub place: BytePlace,
}

/// Reads a proof.
///
/// In text, a step is literals up to a 0, preceded by `d` if the clause is deleted; lines that
/// begin with `c` instead of a step are comments. In binary, it is the byte `a` or `d`, then
/// literals of seven bits a byte, the lowest first, each 2·variable + sign, then a 0 byte. (Heule,
/// "The DRAT format and DRAT-trim checker", 2016.)
pub struct DratReader<'a, R> {
    bytes: Bytes<R>,
    format: DratSyntax,
    permit: Permit<'a>,
}

impl<'a, R: BufRead> DratReader<'a, R> {
    /// A reader at the beginning of a proof.
    pub fn new(input: R, format: DratSyntax, permit: Permit<'a>) -> Self {
        Self { bytes: Bytes::new(input), format, permit }
    }

    /// Reads a step; its literals replace the previous content; `None` at the end. O(length).
    ///
    /// # Errors
    /// [`ProofReadError`], if the file ends within a step too.
    pub fn next(&mut self, literals: &mut Vec<i32>) -> Result<Option<ProofStep>, ProofReadError> {
        match self.format {
            DratSyntax::Text => self.next_line(literals),
            DratSyntax::Binary => self.next_binary(literals),
        }
    }

    /// Where the next step begins, or the file ends.
    pub fn place(&self) -> BytePlace {
        self.bytes.place(self.format)
    }

    fn next_line(&mut self, literals: &mut Vec<i32>) -> Result<Option<ProofStep>, ProofReadError> {
        loop {
            let first = self.bytes.skip_blanks()?;
            let place = self.bytes.line();
            let deletes = first == Some(b'd');
            match first {
                None => return Ok(None),
                Some(b'c') => {
                    self.bytes.skip_line()?;
                    continue;
                }
                Some(b'd') => {
                    self.bytes.next()?;
                    if let Some(other) = self.bytes.peek()?.filter(|b| !b.is_ascii_whitespace()) {
                        return self.bytes.unexpected(other, "a blank");
                    }
                }
                Some(_) => {}
            }
            self.bytes.clause(literals, self.permit)?;
            return Ok(Some(ProofStep { deletes, place }));
        }
    }

    fn next_binary(
        &mut self,
        literals: &mut Vec<i32>,
    ) -> Result<Option<ProofStep>, ProofReadError> {
        literals.clear();
        let place = self.bytes.byte();
        let wrong = |problem: String| Err(ProofReadError::Form { place, problem });
        let deletes = match self.bytes.next()? {
            None => return Ok(None),
            Some(b'a') => false,
            Some(b'd') => true,
            Some(other) => {
                let other = other.escape_ascii();
                return wrong(format!(
                    "found `{other}`, expected a step that begins with `a` or `d`"
                ));
            }
        };
        loop {
            match self.bytes.coded(i32::MAX.into(), place)? {
                0 => return Ok(Some(ProofStep { deletes, place })),
                literal => push(literal as i32, literals, self.permit)?,
            }
        }
    }
}
