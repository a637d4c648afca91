//! A DRAT proof that another program wrote for the formula of a claim.

use std::{
    io::{self, BufReader, Read},
    path::Path,
};

use satranj_encodings::encoding::Encoding;
use sha2::{Digest, Sha256};

use super::{
    drat::DratReader,
    in_memory::{GrowingFormula, OpenClaim, Unproved},
    verification::{Refused, open, refused_proof},
};
use crate::{
    documents::finish_sha256, file_name::shown, puzzles::DratCertificate,
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

/// The syntax of a proof that begins with these bytes. A step of the binary form begins with `a` or
/// `d` and ends with a zero byte. No line of a text begins with `a`, and a text has no zero byte.
fn syntax(beginning: &[u8]) -> DratSyntax {
    match beginning.first() {
        Some(b'a') => DratSyntax::Binary,
        Some(b'd') if beginning.contains(&0) => DratSyntax::Binary,
        _ => DratSyntax::Text,
    }
}

impl OpenClaim<'_> {
    /// Checks a proof in text or binary DRAT against the formula of the claim by an encoding. The
    /// formula is written anew.
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
        let mut steps = DratReader::new(proof, syntax(&beginning), self.permit);
        let checked = self
            .checked(&growing, variables, &mut steps)
            .map_err(|error| refused_proof(&name, error))?;
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
    fn the_syntax_is_guessed() {
        for text in ["", "0\n", "d 1 2 0\n0\n", "c a\n1 0\n", "-1 0\n"] {
            assert_eq!(syntax(text.as_bytes()), DratSyntax::Text, "{text}");
        }
        for bytes in [&b"a\0"[..], b"a\x02\0a\0", b"d 1\0a\0", b"d\n\0a\0"] {
            assert_eq!(syntax(bytes), DratSyntax::Binary, "{bytes:?}");
        }
    }
}
