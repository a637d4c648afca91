//! Checks that the cubes with proofs cover a formula: splits the formula again, and checks the
//! lemmas that show the cover.

use std::{
    collections::BTreeMap,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use rustsat::types::Lit;
use satranj_encodings::clause::{ClauseSink, Cnf};

use super::{
    JobError,
    held_cubes::hold_file,
    solving::{cut_as, stated},
};
use crate::{
    cubes::{self, Cubes},
    documents::cubes::CubeProofs,
    file_name::shown,
    limits::{Permit, Reason},
    proofs::{
        ProofReadError,
        checker::ProofError,
        cubes::{check_cube, check_file, numbers},
        verification::Refused,
    },
    puzzles::StatedPuzzle,
    run::Run,
    solvers::dimacs::write_clause,
};

/// The number of pieces of a cube whose proof grows too large.
const PIECES: usize = 8;

/// A gap in the cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftCase {
    /// The cubes do not cover the formula.
    Formula,
    /// This unit has no proof.
    Unit(u64),
    /// A case of this unit has no proof.
    Within(u64),
    /// No unit has this number.
    Unknown(u64),
    /// Undecided: a limit or a signal.
    Stopped(Reason),
}

impl From<Reason> for LeftCase {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// A formula and its split.
pub struct CutFormula<'a> {
    /// The clauses.
    pub formula: &'a Cnf,
    /// The number of its variables.
    pub variables: u32,
    /// Limits and signals.
    pub run: &'a Run,
}

/// The cubes that files of proofs refute.
#[derive(Default)]
pub struct RefutedCubes {
    /// Their literals, by their units.
    pub by_unit: BTreeMap<u64, Vec<Vec<i32>>>,
    /// Their number.
    pub cubes: u64,
    /// The lemmas of all proofs.
    pub lemmas: u64,
}

impl RefutedCubes {
    /// Checks all proofs of a file, whose first line is `heading`, if given, and adds their cubes.
    ///
    /// # Errors
    /// [`Refused`], which names the file.
    pub fn read(
        &mut self,
        (path, name): (&Path, &str),
        heading: Option<&str>,
        formula: &Cnf,
        permit: Permit<'_>,
    ) -> Result<(), Refused> {
        let file = File::open(path);
        let file = file.map_err(|error| Refused::Unreadable(format!("{name}: {error}")))?;
        check_file((name, BufReader::new(file)), heading, formula, permit, &mut |checked| {
            self.cubes += 1;
            self.lemmas += checked.lemmas;
            self.by_unit.entry(checked.cube.unit).or_default().push(checked.cube.literals);
            Ok(())
        })
    }
}

/// The formula and the literals of a cube.
fn within(formula: &Cnf, cube: &[i32]) -> Cnf {
    let mut formula = formula.clone();
    for literal in cube.iter().filter_map(|&number| Lit::from_ipasir(number).ok()) {
        // Writing clauses to memory cannot fail.
        let _ = formula.add_clause(&[literal]);
    }
    formula
}

/// The pieces of a cube whose proof grows too large, without the literals of the cube.
///
/// # Errors
/// The reason to stop.
pub fn pieces(cut: &CutFormula<'_>, cube: &[i32]) -> Result<(Cnf, Cubes), Reason> {
    cut.run.reserve(2 * cut.formula.bytes() as u64)?;
    let formula = within(cut.formula, cube);
    let pieces = cubes::split(&formula, cut.variables, PIECES, cut.run)?;
    Ok((formula, pieces))
}

/// Whether every solution of a formula lies in one of its cubes, by a check of their lemmas.
///
/// # Errors
/// The reason to stop.
pub fn is_covered(formula: &Cnf, cubes: &Cubes, run: &Run) -> Result<bool, Reason> {
    run.reserve(2 * formula.bytes() as u64)?;
    let mut stated = formula.clone();
    for cube in &cubes.cubes {
        let clause: Vec<Lit> = cube.iter().map(|&literal| !literal).collect();
        let _ = stated.add_clause(&clause);
    }
    let mut proof = Vec::new();
    cubes.cover.iter().for_each(|lemma| write_clause(lemma, &mut proof));
    let permit = |bytes| run.permit(bytes);
    match check_cube(&stated, &[], &proof[..], &permit) {
        Ok(_) => Ok(true),
        Err(ProofError::Read(ProofReadError::Stopped(reason))) => Err(reason),
        Err(_) => Ok(false),
    }
}

impl CutFormula<'_> {
    /// Checks that every case of each of these units is among the refuted ones, and that these
    /// belong to no other unit. The literals of a case begin with those of its unit.
    ///
    /// # Errors
    /// [`LeftCase`].
    pub fn hold(
        &self,
        units: impl Iterator<Item = u64>,
        cubes: &Cubes,
        refuted: &mut BTreeMap<u64, Vec<Vec<i32>>>,
    ) -> Result<(), LeftCase> {
        for unit in units {
            let cube = numbers(&cubes.cubes[unit as usize]);
            let refuted = refuted.remove(&unit).ok_or(LeftCase::Unit(unit))?;
            if !self.is_refuted(&cube, &refuted)? {
                return Err(LeftCase::Within(unit));
            }
        }
        refuted.keys().next().map_or(Ok(()), |&unit| Err(LeftCase::Unknown(unit)))
    }

    /// Whether a cube is refuted, or each of its pieces is.
    fn is_refuted(&self, cube: &[i32], refuted: &[Vec<i32>]) -> Result<bool, Reason> {
        let mut longer = refuted.iter().filter(|other| other.starts_with(cube)).peekable();
        if longer.peek().is_none() {
            return Ok(false);
        }
        if longer.any(|other| other.len() == cube.len()) {
            return Ok(true);
        }
        let (formula, pieces) = pieces(self, cube)?;
        if !is_covered(&formula, &pieces, self.run)? {
            return Ok(false);
        }
        for piece in &pieces.cubes {
            let longer: Vec<i32> = cube.iter().copied().chain(numbers(piece)).collect();
            // Every piece is longer than the cube, so the recursion ends.
            if longer.len() == cube.len() || !self.is_refuted(&longer, refuted)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Checks that every file of proofs is the one that the document names, that each proof refutes its
/// cube, and that every solution of the formula lies in one of the cubes. It encodes and splits the
/// formula again, and so trusts only the encoding.
///
/// # Errors
/// [`Refused`].
pub fn check(
    puzzle: &dyn StatedPuzzle,
    proofs: &CubeProofs,
    paths: &[PathBuf],
    run: &Run,
) -> Result<(), Refused> {
    let wrong = |problem: &str| Err(Refused::Wrong(problem.into()));
    let Some((encoding, options)) = proofs.formula.choices() else {
        return wrong("unknown encoding or options");
    };
    if !encoding.complete() || puzzle.model().sense().is_some() {
        return wrong("the encoding does not state this puzzle completely");
    }
    let not_made = |error: JobError| match error {
        JobError::Stopped(reason) => Refused::Stopped(reason),
        error => Refused::Wrong(error.to_string()),
    };
    let (formula, variables) = stated(puzzle, encoding, options, run).map_err(not_made)?;
    let cubes = cut_as(&formula, variables, &proofs.split, run).map_err(not_made)?;
    let permit = |bytes| run.permit(bytes);
    let mut refuted = RefutedCubes::default();
    for (claimed, path) in proofs.files.iter().zip(paths) {
        hold_file(path, claimed, &permit)?;
        refuted.read((path, &shown(path)), None, &formula, &permit)?;
    }
    if refuted.cubes != proofs.cubes {
        let (claimed, number) = (proofs.cubes, refuted.cubes);
        return wrong(&format!("`cube_proofs.cubes` is {claimed}, but {number} cubes are refuted"));
    }
    let cut = CutFormula { formula: &formula, variables, run };
    let held = cut.hold(0..cubes.cubes.len() as u64, &cubes, &mut refuted.by_unit);
    let held = held.and_then(|()| {
        if is_covered(&formula, &cubes, run)? { Ok(()) } else { Err(LeftCase::Formula) }
    });
    held.map_err(|open| match open {
        LeftCase::Stopped(reason) => Refused::Stopped(reason),
        LeftCase::Unknown(unit) => Refused::Wrong(format!("cube {unit} does not exist")),
        LeftCase::Unit(unit) | LeftCase::Within(unit) => {
            Refused::Wrong(format!("the proofs leave a case of cube {unit} open"))
        }
        LeftCase::Formula => Refused::Wrong("the cubes do not cover the formula".into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn formula(clauses: &[&[i32]]) -> Cnf {
        let mut formula = Cnf::default();
        for clause in clauses {
            let literals: Vec<Lit> =
                clause.iter().map(|&number| Lit::from_ipasir(number).unwrap()).collect();
            formula.add_clause(&literals).unwrap();
        }
        formula
    }

    #[test]
    fn a_case_that_is_left_is_seen() {
        // Two of six.
        let mut clauses = Vec::new();
        for out in 0..6 {
            clauses.push((1..=6).filter(|&variable| variable != out + 1).collect::<Vec<i32>>());
        }
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        let formula = formula(&clauses);
        let run = Run::new(Limits::default(), 1);
        let cut = CutFormula { formula: &formula, variables: 6, run: &run };
        let cubes = cubes::split(&formula, 6, 3, &run).unwrap();
        assert!(is_covered(&formula, &cubes, &run).unwrap());
        for left in 0..3 {
            let mut fewer = cubes.clone();
            fewer.cubes.remove(left);
            assert!(!is_covered(&formula, &fewer, &run).unwrap(), "{left}");
        }
        let all = |cubes: &Cubes| -> BTreeMap<u64, Vec<Vec<i32>>> {
            (0..).zip(cubes.cubes.iter().map(|cube| vec![numbers(cube)])).collect()
        };
        let hold = |mut refuted| cut.hold(0..3, &cubes, &mut refuted);
        assert_eq!(hold(all(&cubes)), Ok(()));
        let mut refuted = all(&cubes);
        refuted.remove(&1);
        assert_eq!(hold(refuted), Err(LeftCase::Unit(1)));
        let mut refuted = all(&cubes);
        refuted.insert(7, Vec::new());
        assert_eq!(hold(refuted), Err(LeftCase::Unknown(7)));
        // The second is split again: each of its pieces must be there.
        let cube = numbers(&cubes.cubes[1]);
        let (_, pieces) = pieces(&cut, &cube).unwrap();
        let pieces: Vec<Vec<i32>> = pieces
            .cubes
            .iter()
            .map(|piece| cube.iter().copied().chain(numbers(piece)).collect())
            .collect();
        assert!(pieces.len() > 1);
        let mut refuted = all(&cubes);
        refuted.insert(1, pieces.clone());
        assert_eq!(hold(refuted), Ok(()));
        for left in 0..pieces.len() {
            let mut refuted = all(&cubes);
            let mut fewer = pieces.clone();
            fewer.remove(left);
            refuted.insert(1, fewer);
            assert_eq!(hold(refuted), Err(LeftCase::Within(1)), "{left}");
        }
    }
}
