//! The files of a job in a folder: one a part, and how they are called.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use crate::checkpoint;

/// What the names of all files of a job begin with.
const BEGINNING: &str = "part-";

/// What the name of a part that is not finished ends in.
pub const PARTIAL: &str = ".partial";

/// What the name of the proofs of a part of a search ends in.
const PROOFS: &str = ".drat";

/// What a name in the folder of a job stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartName {
    /// A finished part of this number.
    Finished(u64),
    /// One that is not finished.
    Partial(u64),
    /// The proofs of a part of a search.
    Proofs(u64),
    /// A table of a part that is not finished.
    Table(u64),
    /// It is called nearly so: a copy, or of another number of parts.
    Strange,
    /// Nothing of a job.
    Other,
}

/// The name of a part without its end: all of a job are as long.
fn stem(part: u64, parts: u64) -> String {
    let digits = parts.saturating_sub(1).to_string().len();
    format!("{BEGINNING}{part:0digits$}")
}

/// Whether a file of this name is, or may be, one of a job.
#[must_use]
pub fn is_read(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(BEGINNING.as_bytes())
}

/// The file of a finished part.
#[must_use]
pub fn finished(folder: &Path, part: u64, parts: u64) -> PathBuf {
    folder.join(stem(part, parts) + ".json")
}

/// The file of what is done of a part that is not finished.
#[must_use]
pub fn partial(folder: &Path, part: u64, parts: u64) -> PathBuf {
    folder.join(stem(part, parts) + PARTIAL)
}

/// The file of the proofs of a finished part of a search.
#[must_use]
pub fn proofs(folder: &Path, part: u64, parts: u64) -> PathBuf {
    folder.join(stem(part, parts) + PROOFS)
}

/// What is behind the name of a damaged file that was set aside.
const ASIDE: &str = ".damaged";

/// The name of a damaged file that is set aside, if so many less one were before.
#[must_use]
pub fn set_aside_name(path: &Path, number: u64) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ASIDE);
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.into()
}

/// Whether the name of a file ends as one that was set aside.
fn is_set_aside(name: &str) -> bool {
    name.rsplit_once(ASIDE).is_some_and(|(_, end)| {
        let digits = end.strip_prefix('-').unwrap_or("2");
        (end.is_empty() || end.starts_with('-')) && digits.parse::<u64>().is_ok_and(|it| it > 1)
    })
}

/// What a name stands for in a job of so many parts.
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
