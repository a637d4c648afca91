//! A DRAT proof that another program wrote for the formula of a claim.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use satranj_encodings::{
    clause::{EachClause, Interrupted},
    encoding::Encoding,
};
use sha2::{Digest, Sha256};

use super::{
    ProofReadError,
    checker::{Checker, ProofError},
    drat::DratReader,
    in_memory::{OpenClaim, Unproved},
};
use crate::{
    documents::{finish_sha256, formula_digest::FormulaDigest},
    limits::Reason,
    puzzles::DratCertificate,
    solvers::proof::DratSyntax,
};

/// The bytes from which the syntax is guessed.
const BEGINNING: u64 = 1 << 12;

/// The bytes that are read, with their digest.
struct DigestedBytes<R> {
    input: R,
    digest: Sha256,
    length: u64,
}

impl<R: Read> Read for DigestedBytes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.digest.update(&buffer[..read]);
        self.length += read as u64;
        Ok(read)
    }
}

/// The syntax of a proof that begins with these bytes. A step of the binary form ends with a zero
/// byte, which no text has; and no line of a text begins with `a`.
fn syntax(beginning: &[u8]) -> DratSyntax {
    let line = beginning.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match line.first() {
        Some(b'a') => DratSyntax::Binary,
        Some(b'd') if line.contains(&0) => DratSyntax::Binary,
        _ => DratSyntax::Text,
    }
}

impl OpenClaim<'_> {
    /// Checks a proof in text or binary DRAT, from the file `name`, against the formula of the claim
    /// by an encoding. The formula is made again from the puzzle.
    ///
    /// # Errors
    /// [`Unproved`]; a proof that does not hold is [`Unproved::Wrong`] with the place.
    pub fn check_foreign(
        &self,
        encoding: &'static Encoding,
        proof: impl Read,
        name: &str,
    ) -> Result<DratCertificate, Unproved> {
        let permit = self.permit;
        let stated = self.stated(encoding).ok_or(Unproved::NoFormula)?;
        stated.reserve(permit)?;
        let (mut checker, mut digest) = (Checker::new(permit), FormulaDigest::default());
        let (mut clauses, mut stopped, mut numbers) = (0, None, Vec::new());
        let encoded = stated.encode(&mut EachClause(|clause: &[_]| {
            digest.add(clause);
            clauses += 1;
            numbers.clear();
            numbers.extend(clause.iter().map(|literal: &rustsat::types::Lit| literal.to_ipasir()));
            checker.add(&numbers).map_err(|reason| {
                stopped = Some(reason);
                Interrupted
            })
        }));
        let variables = match (encoded, stopped) {
            (Ok((_, variables)), None) => variables,
            (_, Some(reason)) => return Err(reason.into()),
            (Err(_), None) => return Err(Unproved::NoFormula),
        };
        let unread = |error: io::Error| Unproved::Wrong(format!("{name}: {error}"));
        let mut input = DigestedBytes { input: proof, digest: Sha256::new(), length: 0 };
        let mut beginning = Vec::new();
        (&mut input).take(BEGINNING).read_to_end(&mut beginning).map_err(unread)?;
        let syntax = syntax(&beginning);
        let mut input = BufReader::new(Cursor::new(beginning).chain(input));
        let checked = checker.check(&mut DratReader::new(&mut input, syntax, permit));
        let checked = checked.map_err(|error| match error {
            ProofError::Read(ProofReadError::Stopped(reason)) => Unproved::Stopped(reason),
            ProofError::Read(ProofReadError::Read(error)) => unread(error),
            ProofError::Wrong { place, problem }
            | ProofError::Read(ProofReadError::Form { place, problem }) => {
                let place = place.within(name);
                Unproved::Wrong(format!("{place}: the proof does not hold: {problem}"))
            }
        })?;
        // The digest is that of the whole file.
        loop {
            let read = input.fill_buf().map_err(unread)?.len();
            if read == 0 {
                break;
            }
            input.consume(read);
            permit(0)?;
        }
        let (_, DigestedBytes { digest: of_proof, length, .. }) = input.into_inner().into_inner();
        Ok(DratCertificate {
            encoding: encoding.name().into(),
            amo: self.options.at_most_one.name().into(),
            reductions: self.model.as_hamiltonian().map(|_| self.options.reductions.to_string()),
            bound: stated.bound().map(Into::into),
            variables: variables.into(),
            clauses,
            cuts: 0,
            formula: digest.finish(),
            steps: checked.lemmas + checked.deletions + checked.ignored,
            bytes: length,
            proof: finish_sha256(of_proof),
            recorded: false,
        })
    }
}

/// The reason as a sentence about a proof in a file.
#[must_use]
pub fn not_checked(name: &str, reason: Reason) -> String {
    format!("{name}: the proof is not checked: {}", reason.describe())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_syntax_is_guessed() {
        for text in ["", "0\n", "d 1 2 0\n0\n", "c a\n1 0\n", "-1 0\n"] {
            assert_eq!(syntax(text.as_bytes()), DratSyntax::Text, "{text}");
        }
        for bytes in [&b"a\0"[..], b"a\x02\0a\0", b"d 1\0a\0"] {
            assert_eq!(syntax(bytes), DratSyntax::Binary, "{bytes:?}");
        }
    }
}
