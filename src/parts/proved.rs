//! The proofs of a "no" that was put together, checked once more from the puzzle alone.

use std::{fs::File, io::BufReader, path::PathBuf};

use super::{
    JobError,
    cover::{CubeCover, covers},
    held_cubes::hold_file,
    solving::stated,
};
use crate::{
    documents::cubes::CubeProofs,
    file_name::shown,
    proofs::{cubes::check_file, verification::Refused},
    puzzles::StatedPuzzle,
    run::Run,
};

/// Checks that every file of proofs, which stand at these paths, is as the document says, that each
/// proof refutes its cube, and that no solution of the formula lies outside these cubes. The
/// formula is made again; what is trusted is the encoding.
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
        return wrong("no encoding with such choices is known");
    };
    if !encoding.complete() || puzzle.model().sense().is_some() {
        return wrong("the encoding does not state this puzzle completely");
    }
    let (formula, _) = stated(puzzle, encoding, options, run).map_err(|error| match error {
        JobError::Stopped(reason) => Refused::Stopped(reason),
        error => Refused::Wrong(error.to_string()),
    })?;
    let permit = |bytes| run.reserve(bytes).and_then(|()| run.poll());
    let mut cubes = Vec::new();
    for (said, path) in proofs.files.iter().zip(paths) {
        hold_file(path, said, &permit)?;
        let name = shown(path);
        let file = File::open(path);
        let file = file.map_err(|error| Refused::Unreadable(format!("{name}: {error}")))?;
        check_file((&name, BufReader::new(file)), None, &formula, &permit, &mut |refuted| {
            cubes.push(refuted.cube.literals);
            Ok(())
        })?;
    }
    if cubes.len() as u64 != proofs.cubes {
        let (said, number) = (proofs.cubes, cubes.len());
        return wrong(&format!("it says that {said} cubes are refuted, and {number} are"));
    }
    match covers(&formula, &[], &cubes, &permit) {
        Ok(CubeCover::Whole) => Ok(()),
        Ok(CubeCover::Open) => wrong("the proofs leave a case open"),
        Err(reason) => Err(reason.into()),
    }
}
