//! What is found of a part that is to be done: it is finished, or what is there is damaged, which is
//! set aside and done again, or something else.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{
    CubeJob, DividedJob,
    folder::{finished, proofs, set_aside_name},
    merging::{PartRefused, read},
};
use crate::{
    checkpoint::hold_place,
    documents::{
        cubes::CubePartDocument,
        job::PartDocument,
        sealed::{Seal, Sealed},
    },
    limits::Reason,
    run::Run,
};

/// How much of a file is looked at to tell whose it is.
const BEGINNING: u64 = 1 << 12;

/// What stands in all files of jobs near their beginning.
const OWN: &[u8] = b"satranj.";

/// What is found where the document of a part is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundPart {
    /// Nothing.
    Nothing,
    /// The part, finished.
    Finished,
    /// Something that the program wrote, which was changed or cut off; what is wrong with it.
    Damaged(String),
    /// Something else; what it is.
    Other(String),
}

impl DividedJob {
    /// What is found of a part in a folder.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn found(&self, folder: &Path, number: u64, run: &Run) -> Result<FoundPart, Reason> {
        let place = finished(folder, number, self.document.parts);
        found(&place, run, |part: &mut PartDocument| Ok(self.hold(number, part)?))
    }
}

impl CubeJob {
    /// What is found of a part in a folder; of its proofs, whether they are those that it names.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn found(&self, folder: &Path, number: u64, run: &Run) -> Result<FoundPart, Reason> {
        let place = finished(folder, number, self.document.parts);
        found(&place, run, |part: &mut CubePartDocument| {
            self.hold_document(number, part)?;
            self.hold_proof_file(number, part, folder, run)?;
            Ok(part.hold_seal()?)
        })
    }
}

/// What is found at a place.
fn found<T: Sealed + serde::de::DeserializeOwned + schemars::JsonSchema>(
    place: &Path,
    run: &Run,
    hold: impl FnOnce(&mut T) -> Result<(), PartRefused>,
) -> Result<FoundPart, Reason> {
    if fs::symlink_metadata(place).is_err() {
        return Ok(FoundPart::Nothing);
    }
    if let Err(problem) = hold_place(place) {
        return Ok(FoundPart::Other(problem.to_string()));
    }
    let mut document: T = match read(place, run) {
        Ok(document) => document,
        Err(problem) if is_own(place) => return Ok(FoundPart::Damaged(problem)),
        Err(problem) => return Ok(FoundPart::Other(problem)),
    };
    match hold(&mut document) {
        Ok(()) => Ok(FoundPart::Finished),
        Err(PartRefused::Stopped(reason)) => Err(reason),
        // As it was written: it is of another job or another version.
        Err(PartRefused::Wrong(problem)) if document.seal_state() == Seal::Right => {
            Ok(FoundPart::Other(problem))
        }
        Err(PartRefused::Wrong(problem) | PartRefused::Proofs(problem)) => {
            Ok(FoundPart::Damaged(problem))
        }
    }
}

/// Whether a file is one of a job, as far as its beginning says; nothing is lost in an empty one.
fn is_own(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    let begins = beginning.starts_with(b"{\"schema\":\"");
    read.is_ok() && (beginning.is_empty() || begins || beginning.windows(8).any(|at| at == OWN))
}

/// Gives a damaged file of a job another name, which no part has; which.
///
/// # Errors
/// What the system says.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let mut number = 1_u64;
    loop {
        let aside = set_aside_name(path, number);
        if fs::symlink_metadata(&aside).is_err() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
        number += 1;
    }
}

/// Sets the document of a part aside, and its proofs, if it has any; the new names.
///
/// # Errors
/// What the system says.
pub fn set_part_aside(folder: &Path, number: u64, parts: u64) -> io::Result<Vec<PathBuf>> {
    let files = [finished(folder, number, parts), proofs(folder, number, parts)];
    let there = files.iter().filter(|path| fs::symlink_metadata(path).is_ok());
    there.map(|path| set_aside(path)).collect()
}
