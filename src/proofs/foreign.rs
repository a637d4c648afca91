//! A proof in DRAT or LRAT that another program wrote for the formula of a claim.

use std::{
    io::{self, BufReader, Read},
    path::Path,
};

use satranj_encodings::encoding::Encoding;
use sha2::{Digest, Sha256};

use super::{
    drat::DratReader,
    in_memory::{GrowingFormula, OpenClaim, Unproved, each_clause},
    lrat::{LratChecker, LratReader, LratStep},
    verification::{Refused, open, refused_proof},
};
use crate::{
    compression::Compression, documents::finish_sha256, file_name::shown, puzzles::DratCertificate,
    solvers::proof::DratSyntax,
};

/// The bytes from which the syntax is guessed, and between two looks at the limits.
const BLOCK: u64 = 1 << 16;

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

/// The form of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProofForm {
    Drat(DratSyntax),
    Lrat(DratSyntax),
}

/// The syntax of a proof that begins with these bytes. A step of the binary forms begins with `a` or
/// `d` and ends with a zero byte. No line of a text begins with `a`, and a text has no zero byte.
fn syntax(beginning: &[u8]) -> DratSyntax {
    match beginning.first() {
        Some(b'a') => DratSyntax::Binary,
        Some(b'd') if beginning.contains(&0) => DratSyntax::Binary,
        _ => DratSyntax::Text,
    }
}

/// The form of a proof that begins with these bytes, for a formula of this many clauses. It is LRAT
/// if the file is named so, or if its first lemma, read as LRAT, has a number above those of the
/// clauses: in DRAT that number would be the first literal, of a variable that the formula hardly has.
fn form(path: &Path, beginning: &[u8], clauses: u64) -> ProofForm {
    let syntax = syntax(beginning);
    let stem = Compression::stem(path);
    let is_named = stem.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("lrat"));
    let mut reader = LratReader::new(beginning, syntax, &|_| Ok(()));
    let mut step = LratStep::default();
    let mut is_lrat = is_named;
    while !is_lrat {
        let read = reader.next(&mut step);
        let is_cut = read.is_err() && beginning.len() as u64 == BLOCK;
        match (read, step.number) {
            (Ok(Some(_)), None) => {}
            (Ok(Some(_)), Some(number)) if number > clauses => is_lrat = true,
            (_, Some(number)) if number > clauses && is_cut => is_lrat = true,
            _ => break,
        }
    }
    if is_lrat { ProofForm::Lrat(syntax) } else { ProofForm::Drat(syntax) }
}

impl OpenClaim<'_> {
    /// Checks a proof in DRAT or LRAT, text or binary, against the formula of the claim by an encoding.
    /// The formula is written anew.
    ///
    /// # Errors
    /// [`Refused`], which names the file and the place.
    pub fn check_foreign(
        &self,
        encoding: &'static Encoding,
        path: &Path,
    ) -> Result<DratCertificate, Refused> {
        let unstated = |unproved| match unproved {
            Unproved::Stopped(reason) => Refused::Stopped(reason),
            _ => {
                let encoding = encoding.name();
                Refused::Wrong(format!("the encoding `{encoding}` does not state the puzzle"))
            }
        };
        let name = shown(path);
        let unreadable = |error: io::Error| Refused::Unreadable(format!("{name}: {error}"));
        let input = open(path)?;
        let stated = self.stated(encoding).ok_or(Unproved::NoFormula).map_err(unstated)?;
        let (formula, encoded, variables) = self.written(&stated, &[]).map_err(unstated)?;
        let (claim, encoded) = (self, &*encoded);
        let growing = GrowingFormula { claim, stated: &stated, encoded, formula, cuts: Vec::new() };
        let mut input = DigestedBytes { input, digest: Sha256::new(), length: 0 };
        let mut beginning = Vec::new();
        input.by_ref().take(BLOCK).read_to_end(&mut beginning).map_err(unreadable)?;
        let proof = BufReader::new(beginning.as_slice().chain(&mut input));
        let checked = match form(path, &beginning, growing.formula.len() as u64) {
            ProofForm::Drat(syntax) => {
                let mut steps = DratReader::new(proof, syntax, self.permit);
                self.checked(&growing, variables, &mut steps)
            }
            ProofForm::Lrat(syntax) => {
                let mut checker = LratChecker::new(self.permit);
                each_clause(&growing.formula, |clause| checker.add(clause))?;
                let checked = checker.check(&mut LratReader::new(proof, syntax, self.permit));
                checked.map(|checked| self.described(&growing, variables, checked.steps()))
            }
        };
        let checked = checked.map_err(|error| refused_proof(&name, error))?;
        // The digest is that of the whole file.
        while io::copy(&mut input.by_ref().take(BLOCK), &mut io::sink()).map_err(unreadable)? > 0 {
            (self.permit)(0)?;
        }
        let DigestedBytes { digest, length, .. } = input;
        Ok(DratCertificate { bytes: length, proof: finish_sha256(digest), ..checked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_guessed() {
        use DratSyntax::{Binary, Text};
        let form = |name: &str, bytes: &[u8]| form(Path::new(name), bytes, 9);
        for text in ["", "0\n", "d 1 2 0\n0\n", "c a\n1 0\n", "-1 0\n", "11 0\n", "9 0 1 0\n"] {
            assert_eq!(form("x", text.as_bytes()), ProofForm::Drat(Text), "{text}");
            assert_eq!(form("x.lrat.gz", text.as_bytes()), ProofForm::Lrat(Text), "{text}");
        }
        for text in ["10 1 0 1 2 0\n", "c a\n9 d 1 2 0\n11 0 3 0\n"] {
            assert_eq!(form("x", text.as_bytes()), ProofForm::Lrat(Text), "{text}");
        }
        // A step that does not end within the block.
        let long = format!("10 1 0{}", " 1 2".repeat(BLOCK as usize / 4));
        assert_eq!(form("x", &long.as_bytes()[..BLOCK as usize]), ProofForm::Lrat(Text));
        for bytes in [&b"a\0"[..], b"a\x02\0a\0", b"d 1\0a\0", b"d\n\0a\0"] {
            assert_eq!(form("x", bytes), ProofForm::Drat(Binary), "{bytes:?}");
            assert_eq!(form("x.LRAT", bytes), ProofForm::Lrat(Binary), "{bytes:?}");
        }
        for bytes in [&b"a\x14\x02\0\x02\x04\0"[..], b"d\x02\0a\x16\0\x04\0"] {
            assert_eq!(form("x", bytes), ProofForm::Lrat(Binary), "{bytes:?}");
        }
    }
}
