//! A file of proofs, one per cube, each for the formula with the literals of its cube.

use std::{
    fmt,
    io::{self, BufRead, Read},
};

use rustsat::types::Lit;
use satranj_encodings::clause::Cnf;

use super::{
    Permit, ProofReadError,
    checker::{Checked, Checker, ProofError},
    drat::DratReader,
    verification::Refused,
};
use crate::solvers::proof::DratSyntax;

/// The number of clauses between two checks of the limits.
const POLL_EVERY: usize = 1024;

/// The longest heading of a cube that is read.
const LONGEST_HEADING: u64 = 1 << 24;

/// Literals as DIMACS numbers.
#[must_use]
pub fn numbers(literals: &[Lit]) -> Vec<i32> {
    literals.iter().map(|literal| literal.to_ipasir()).collect()
}

/// The line before the proof of a cube: `c cube 17: 3 -5 0`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CubeHeading {
    /// The unit of which it is a case.
    pub unit: u64,
    /// All its literals, those of the unit first.
    pub literals: Vec<i32>,
}

impl fmt::Display for CubeHeading {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "c cube {}:", self.unit)?;
        self.literals.iter().try_for_each(|literal| write!(out, " {literal}"))?;
        out.write_str(" 0")
    }
}

impl CubeHeading {
    /// Reads a line without its end; `None` if it is not a heading.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let (unit, literals) = line.strip_prefix("c cube ")?.split_once(':')?;
        let numbers = literals.split_ascii_whitespace().map(str::parse);
        let mut literals: Vec<i32> = numbers.collect::<Result<_, _>>().ok()?;
        let ends = literals.pop() == Some(0) && !literals.contains(&0);
        let is_clean = !literals.contains(&i32::MIN);
        Some(Self { unit: unit.parse().ok()?, literals }).filter(|_| ends && is_clean)
    }
}

/// A checked proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefutedCube {
    /// Its cube.
    pub cube: CubeHeading,
    /// Lemmas up to the conflict.
    pub lemmas: u64,
}

/// Checks that a formula has no solution in a cube, by a proof in text. O(n) in the formula, and
/// the time of [`Checker::check`].
///
/// # Errors
/// [`ProofError`].
pub fn check_cube(
    formula: &Cnf,
    cube: &[i32],
    proof: impl BufRead,
    permit: Permit<'_>,
) -> Result<Checked, ProofError> {
    let mut checker = Checker::new(permit);
    let mut clause = Vec::new();
    for (index, literals) in formula.iter().enumerate() {
        if index.is_multiple_of(POLL_EVERY) {
            permit(0)?;
        }
        clause.clear();
        clause.extend(literals.iter().map(|literal| literal.to_ipasir()));
        checker.add(&clause)?;
    }
    for &literal in cube {
        checker.add(&[literal])?;
    }
    checker.check(&mut DratReader::new(proof, DratSyntax::Text, permit))
}

/// A line without its end; `None` at the end of the file.
fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(LONGEST_HEADING).read_until(b'\n', &mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok((!bytes.is_empty()).then(|| text.trim_end_matches('\n').to_string()))
}

/// Checks all proofs of a file `name`, and passes on each refuted cube; the first line of the file
/// must be `heading`, if given.
///
/// # Errors
/// [`Refused`], which names the file and the cube.
pub fn check_file(
    (name, mut input): (&str, impl BufRead),
    heading: Option<&str>,
    formula: &Cnf,
    permit: Permit<'_>,
    found: &mut dyn FnMut(RefutedCube) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let unreadable = |error: io::Error| Refused::Unreadable(format!("{name}: {error}"));
    let first = line(&mut input).map_err(unreadable)?.unwrap_or_default();
    if heading.is_some_and(|heading| heading != first) || !first.starts_with(HEADING) {
        return Err(Refused::Wrong(format!("{name}: the first line belongs to another part")));
    }
    let mut before = "its first line".to_string();
    while let Some(text) = line(&mut input).map_err(unreadable)? {
        // Text after the 0 of an empty clause.
        if text.is_empty() {
            continue;
        }
        let Some(cube) = CubeHeading::read(&text) else {
            return Err(Refused::Wrong(format!(
                "{name}: expected a line `c cube …` after {before}"
            )));
        };
        let at = format!("{name}: cube {}", shown(&cube));
        let checked = check_cube(formula, &cube.literals, &mut input, permit);
        let checked = checked.map_err(|error| match error {
            ProofError::Read(ProofReadError::Stopped(reason)) => Refused::Stopped(reason),
            ProofError::Read(ProofReadError::Read(error)) => unreadable(error),
            // Lines are counted from the cube on.
            error => Refused::Wrong(format!("{at}: {error}")),
        })?;
        before = format!("cube {}", shown(&cube));
        found(RefutedCube { cube, lemmas: checked.lemmas })?;
    }
    Ok(())
}

/// The name of a cube in messages.
fn shown(cube: &CubeHeading) -> String {
    let most = 8;
    let literals: Vec<String> = cube.literals.iter().take(most).map(ToString::to_string).collect();
    let more = if cube.literals.len() > most { " …" } else { "" };
    format!("{} ({}{more})", cube.unit, literals.join(" "))
}

/// The beginning of the first line of a file of proofs.
pub const HEADING: &str = "c satranj.cubes/1 ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_read_as_they_are_written() {
        for line in ["c cube 17: 3 -5 0", "c cube 0: 0", "c cube 1: -2147483647 0"] {
            assert_eq!(CubeHeading::read(line).unwrap().to_string(), line);
        }
        for line in ["c cube 1: 3 -5", "c cube 1: 3 0 5 0", "c cube 1: -2147483648 0"]
            .into_iter()
            .chain(["c cube 1:", "c cube x: 0", "c cube 1: x 0", "cube 1: 0", "c cube 1 0"])
        {
            assert_eq!(CubeHeading::read(line), None, "{line}");
        }
    }
}
