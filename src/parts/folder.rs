//! The files of a job in a folder: their names, and their state.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{
    SplitJob,
    merging::{PartRefused, read},
    part_of_job::PartOfJob,
};
use crate::{
    checkpoint::{self, hold_place},
    documents::{
        cubes::CubePartDocument,
        job::PartDocument,
        sealed::{Seal, Sealed as _},
    },
    limits::Reason,
    run::Run,
};

/// The prefix of the names of all files of a job.
const BEGINNING: &str = "part-";

/// The suffix of the name of an unfinished part.
pub const PARTIAL: &str = ".partial";

/// The suffix of the name of the proofs of a part of a search.
const PROOFS: &str = ".drat";

/// The meaning of a name in the folder of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartName {
    /// A finished part of this number.
    Finished(u64),
    /// An unfinished part.
    Partial(u64),
    /// The proofs of a part of a search.
    Proofs(u64),
    /// A table of an unfinished part.
    Table(u64),
    /// A similar name: a copy, or a file of a job with another number of parts.
    Strange,
    /// Not a file of a job.
    Other,
}

/// The name of a part without its suffix; within a job all have the same length.
fn stem(part: u64, parts: u64) -> String {
    let digits = parts.saturating_sub(1).to_string().len();
    format!("{BEGINNING}{part:0digits$}")
}

/// Whether a file of this name may belong to a job.
#[must_use]
pub fn is_read(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(BEGINNING.as_bytes())
}

/// The file of a finished part.
#[must_use]
pub fn finished(folder: &Path, part: u64, parts: u64) -> PathBuf {
    folder.join(stem(part, parts) + ".json")
}

/// The file with the progress of an unfinished part.
#[must_use]
pub fn partial(folder: &Path, part: u64, parts: u64) -> PathBuf {
    folder.join(stem(part, parts) + PARTIAL)
}

/// The file of the proofs of a finished part of a search.
#[must_use]
pub fn proofs(folder: &Path, part: u64, parts: u64) -> PathBuf {
    folder.join(stem(part, parts) + PROOFS)
}

/// The suffix of a damaged file that was set aside.
const ASIDE: &str = ".damaged";

/// The name for a damaged file that is set aside, if there are `number` - 1 others.
#[must_use]
pub fn set_aside_name(path: &Path, number: u64) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ASIDE);
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.into()
}

/// Whether the name of a file ends like that of one set aside.
fn is_set_aside(name: &str) -> bool {
    name.rsplit_once(ASIDE).is_some_and(|(_, end)| {
        let digits = end.strip_prefix('-').unwrap_or("2");
        (end.is_empty() || end.starts_with('-')) && digits.parse::<u64>().is_ok_and(|it| it > 1)
    })
}

/// The meaning of a name in a job with this many parts.
#[must_use]
pub fn meaning(name: &str, parts: u64) -> PartName {
    let Some(rest) = name.strip_prefix(BEGINNING) else { return PartName::Other };
    if is_set_aside(name) {
        return PartName::Other;
    }
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let known = digits.parse().ok().filter(|&part| part < parts);
    let Some(part) = known else { return PartName::Strange };
    match name.strip_prefix(&stem(part, parts)) {
        Some(".json") => PartName::Finished(part),
        Some(PARTIAL) => PartName::Partial(part),
        Some(PROOFS) => PartName::Proofs(part),
        Some(end) if checkpoint::ends_table(end) => PartName::Table(part),
        _ => PartName::Strange,
    }
}

/// How many bytes of a file are read to see whether it belongs to a job.
const FIRST_BYTES: u64 = 1 << 12;

/// A text near the beginning of all files of jobs.
const OWN: &[u8] = b"satranj.";

/// The state of the document of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundPart {
    /// Nothing.
    Nothing,
    /// The part, finished.
    Finished,
    /// A file of Satranj that was changed or truncated; what is wrong with it.
    Damaged(String),
    /// Another file; what it is.
    Other(String),
}

impl SplitJob {
    /// The state of a part in a folder; for a search also whether its proofs are the named ones.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn found(&self, folder: &Path, number: u64, run: &Run) -> Result<FoundPart, Reason> {
        let place = finished(folder, number, self.document().parts);
        match self {
            Self::Count(job) => {
                found(&place, run, |part: &mut PartDocument| Ok(job.hold(number, part)?))
            }
            Self::Solve(job) => found(&place, run, |part: &mut CubePartDocument| {
                job.hold_document(number, part)?;
                job.hold_proof_file(number, part, folder, run)?;
                Ok(part.hold_seal()?)
            }),
        }
    }
}

/// The state of the file at a path.
fn found<T: PartOfJob>(
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
        // The document is unchanged, so it belongs to another job or another version.
        Err(PartRefused::Wrong(problem)) if document.seal_state() == Seal::Right => {
            Ok(FoundPart::Other(problem))
        }
        Err(PartRefused::Wrong(problem) | PartRefused::Proofs(problem)) => {
            Ok(FoundPart::Damaged(problem))
        }
    }
}

/// Whether a file belongs to a job, by its first bytes; an empty file counts, since nothing is lost in it.
fn is_own(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(FIRST_BYTES).read_to_end(&mut beginning));
    let begins = beginning.starts_with(b"{\"schema\":\"");
    read.is_ok() && (beginning.is_empty() || begins || beginning.windows(8).any(|at| at == OWN))
}

/// Renames a damaged file of a job to a name that no part has, and returns it.
///
/// # Errors
/// The system's error.
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

/// Sets the document of a part aside, with its proofs, if any; returns the new names.
///
/// # Errors
/// The system's error.
pub fn set_part_aside(folder: &Path, number: u64, parts: u64) -> io::Result<Vec<PathBuf>> {
    let files = [finished(folder, number, parts), proofs(folder, number, parts)];
    let existing = files.iter().filter(|path| fs::symlink_metadata(path).is_ok());
    existing.map(|path| set_aside(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_what_they_mean() {
        let folder = Path::new("d");
        assert_eq!(finished(folder, 7, 100), Path::new("d/part-07.json"));
        assert_eq!(finished(folder, 7, 101), Path::new("d/part-007.json"));
        assert_eq!(partial(folder, 0, 1), Path::new("d/part-0.partial"));
        for (name, meant) in [
            ("part-07.json", PartName::Finished(7)),
            ("part-99.partial", PartName::Partial(99)),
            ("part-99.drat", PartName::Proofs(99)),
            ("part-9.drat", PartName::Strange),
            ("part-07.first.table", PartName::Table(7)),
            ("part-07.second.table-unfinished", PartName::Table(7)),
            ("part-7.first.table", PartName::Strange),
            ("part-07.table", PartName::Strange),
            ("part-07..table", PartName::Strange),
            ("part-07.first (copy).table", PartName::Strange),
            ("part-07.first.table.gz", PartName::Strange),
            ("part-007.json", PartName::Strange),
            ("part-7.json", PartName::Strange),
            ("part-100.json", PartName::Strange),
            ("part-07 (copy).json", PartName::Strange),
            ("part-07.json.gz", PartName::Strange),
            ("part-07.json.damaged", PartName::Other),
            ("part-07.drat.damaged-12", PartName::Other),
            ("part-07.json.damaged-1", PartName::Strange),
            ("part-07.json.damaged-x", PartName::Strange),
            ("part-07.json.damaged.json", PartName::Strange),
            ("part-.json", PartName::Strange),
            ("part-99999999999999999999.json", PartName::Strange),
            ("total.json", PartName::Other),
            ("slurm-7.out", PartName::Other),
        ] {
            assert_eq!(meaning(name, 100), meant, "{name}");
        }
    }
}
