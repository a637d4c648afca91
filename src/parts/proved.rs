//! The proofs of a "no" that was put together, checked once more from the puzzle alone.

use std::{collections::BTreeMap, fs::File, io::BufReader, path::PathBuf};

use super::{
    JobError,
    cover::{CutFormula, LeftCase, is_covered},
    held_cubes::hold_file,
    solving::{cut_as, stated},
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
/// formula is made again, and cut again; what is trusted is the encoding.
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
    let not_made = |error: JobError| match error {
        JobError::Stopped(reason) => Refused::Stopped(reason),
        error => Refused::Wrong(error.to_string()),
    };
    let (formula, variables) = stated(puzzle, encoding, options, run).map_err(not_made)?;
    let cubes = cut_as(&formula, variables, &proofs.split, run).map_err(not_made)?;
    let permit = |bytes| run.reserve(bytes).and_then(|()| run.poll());
    let mut refuted: BTreeMap<u64, Vec<Vec<i32>>> = BTreeMap::new();
    let mut number = 0;
    for (said, path) in proofs.files.iter().zip(paths) {
        hold_file(path, said, &permit)?;
        let name = shown(path);
        let file = File::open(path);
        let file = file.map_err(|error| Refused::Unreadable(format!("{name}: {error}")))?;
        check_file((&name, BufReader::new(file)), None, &formula, &permit, &mut |checked| {
            number += 1;
            refuted.entry(checked.cube.unit).or_default().push(checked.cube.literals);
            Ok(())
        })?;
    }
    if number != proofs.cubes {
        let said = proofs.cubes;
        return wrong(&format!("it says that {said} cubes are refuted, and {number} are"));
    }
    let cut = CutFormula { formula: &formula, variables, run };
    let held = cut.hold(0..cubes.cubes.len() as u64, &cubes, &mut refuted);
    let held = held.and_then(|()| {
        if is_covered(&formula, &cubes, run)? { Ok(()) } else { Err(LeftCase::Formula) }
    });
    held.map_err(|open| match open {
        LeftCase::Stopped(reason) => Refused::Stopped(reason),
        LeftCase::Unknown(unit) => Refused::Wrong(format!("there is no cube {unit}")),
        LeftCase::Unit(unit) | LeftCase::Within(unit) => {
            Refused::Wrong(format!("the proofs leave a case of cube {unit} open"))
        }
        LeftCase::Formula => Refused::Wrong("the cubes do not cover the formula".into()),
    })
}
