//! Checkpoints of a count in files, from which a later process continues: finished parts, and the
//! table of a dynamic program.

mod append_log;
pub mod counted;
mod tables;

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use append_log::{AppendLog, LONGEST_LINE, LogHeading, hold_place};
#[cfg(feature = "cli")]
pub use tables::ends_table;
pub use tables::{KeptTable, TableInput};
use tables::{KeptTables, TablePace};

/// The schema name of the first line.
const SCHEMA: &str = "satranj.checkpoint/1";

/// The count and its division: the first line of the file. Every count has its own file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedWork {
    /// `sha256:` and the digest of the puzzle.
    pub instance: String,
    /// The method.
    pub method: String,
    /// The rule by which the method divides the count, with its version.
    pub split: String,
    /// The seed, if the rule depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A finished part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DonePart {
    /// Its number, from 0.
    pub part: u64,
    /// Its count: a number, or from 2^64 on a string of digits.
    #[serde(with = "counted")]
    pub count: BigUint,
    /// Its nodes.
    pub nodes: u64,
}

/// Why there is no checkpoint.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// A system error.
    #[error("{}: {problem}", path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        problem: io::Error,
    },
    /// Another process counts here.
    #[error("{}: another process is working on this count", .0.display())]
    InUse(PathBuf),
    /// The file holds something else.
    #[error("{}:{line}: {problem}; remove the file to start again", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
        /// Whether it is a damaged checkpoint, and not another kind of file.
        is_damaged: bool,
    },
}

/// The first line as it is written.
#[derive(Serialize, Deserialize)]
struct Heading {
    schema: String,
    #[serde(flatten)]
    work: CountedWork,
}

/// A file of finished parts, owned by this process alone, and files of tables beside it.
///
/// Each part is a line, written in one piece when it is finished. If a process is killed, the last
/// line may be cut off: that part is counted again. A table is written under another name and then
/// replaces the previous one, so that a complete one exists at any moment.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    work: CountedWork,
    /// Parts finished by earlier processes.
    done: BTreeMap<u64, DonePart>,
    tables: KeptTables,
    pace: Mutex<TablePace>,
    file: Mutex<Result<OpenCheckpoint, io::Error>>,
}

/// The open file, and the parts added by this process.
#[derive(Debug)]
struct OpenCheckpoint {
    log: AppendLog,
    added: Vec<DonePart>,
}

impl Checkpoint {
    /// Opens or creates the file of a count in a folder; creates the folder if needed.
    ///
    /// # Errors
    /// [`CheckpointError`], which names the file, and the line that is wrong.
    pub fn open(folder: &Path, work: &CountedWork) -> Result<Self, CheckpointError> {
        let system = |path: &Path| {
            let path = path.to_path_buf();
            move |problem| CheckpointError::System { path, problem }
        };
        fs::create_dir_all(folder).map_err(system(folder))?;
        let digest: String =
            work.instance.chars().filter(char::is_ascii_alphanumeric).skip(6).take(16).collect();
        let method = work.method.replace(':', "-");
        Self::open_file(folder.join(format!("{method}-{digest}.ndjson")), work)
    }

    /// Opens or creates this file of a count.
    ///
    /// # Errors
    /// As [`Checkpoint::open`].
    pub fn open_file(path: PathBuf, work: &CountedWork) -> Result<Self, CheckpointError> {
        let heading = Heading { schema: SCHEMA.into(), work: work.clone() };
        let heading =
            LogHeading { line: &heading, other: "the checkpoint belongs to another count" };
        let mut done: BTreeMap<u64, DonePart> = BTreeMap::new();
        let log = AppendLog::open(&path, &heading, &mut |line, _| {
            let part: DonePart = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            match done.insert(part.part, part.clone()) {
                Some(before) if before.count != part.count => {
                    Err(format!("part {} was counted before, with another result", part.part))
                }
                _ => Ok(()),
            }
        })?;
        let tables = KeptTables::beside(&path, work)?;
        let (work, pace) = (work.clone(), Mutex::default());
        let open = OpenCheckpoint { log, added: Vec::new() };
        Ok(Self { path, work, done, tables, pace, file: Mutex::new(Ok(open)) })
    }

    /// The folder of the file.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    /// The parts finished by earlier processes.
    #[must_use]
    pub fn done(&self) -> &BTreeMap<u64, DonePart> {
        &self.done
    }

    /// Keeps a finished part. The first failure disables it and is reported by [`Checkpoint::end`].
    pub fn keep(&self, part: &DonePart) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = match &mut *file {
            Ok(open) => open.log.add(part).map(|_| open.added.push(part.clone())),
            Err(_) => return,
        };
        if let Err(problem) = written {
            *file = Err(problem);
        }
    }

    /// All parts in the file now, from earlier processes and from this one.
    ///
    /// # Errors
    /// [`CheckpointError::System`] with the first failure to write one.
    pub fn kept(&self) -> Result<BTreeMap<u64, DonePart>, CheckpointError> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let open = file.as_ref().map_err(|problem| self.failed(problem))?;
        let added = open.added.iter().map(|part| (part.part, part.clone()));
        Ok(self.done.clone().into_iter().chain(added).collect())
    }

    fn failed(&self, problem: &io::Error) -> CheckpointError {
        let problem = io::Error::new(problem.kind(), problem.to_string());
        CheckpointError::System { path: self.path.clone(), problem }
    }

    /// Notes a failure to write, unless there was one before.
    fn fail(&self, problem: io::Error) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.is_ok() {
            *file = Err(problem);
        }
    }

    /// Whether all kept parts are in the file.
    ///
    /// # Errors
    /// [`CheckpointError::System`] with the first failure.
    pub fn end(&self) -> Result<(), CheckpointError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *file {
            Ok(_) => Ok(()),
            Err(problem) => Err(self.failed(problem)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work() -> CountedWork {
        let instance = "sha256:0123456789abcdef0123".into();
        CountedWork { instance, method: "native:x".into(), split: "x/1".into(), seed: None }
    }

    fn part(part: u64) -> DonePart {
        DonePart { part, count: (10 * part).into(), nodes: part }
    }

    #[test]
    fn what_was_done_is_known_again() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("new");
        {
            let checkpoint = Checkpoint::open(&folder, &work()).unwrap();
            assert!(checkpoint.done().is_empty());
            checkpoint.keep(&part(3));
            checkpoint.keep(&part(1));
            assert!(matches!(Checkpoint::open(&folder, &work()), Err(CheckpointError::InUse(_))));
            assert!(checkpoint.end().is_ok());
        }
        let checkpoint = Checkpoint::open(&folder, &work()).unwrap();
        let done: Vec<DonePart> = checkpoint.done().values().cloned().collect();
        assert_eq!(done, [part(1), part(3)]);
        let path = checkpoint.path.clone();
        drop(checkpoint);
        // If the last line is cut off anywhere, its part is not done.
        let whole = fs::read(&path).unwrap();
        let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        for cut in last..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let checkpoint = Checkpoint::open(&folder, &work()).unwrap();
            assert_eq!(checkpoint.done().len(), 1, "{cut}");
            checkpoint.keep(&part(4));
            drop(checkpoint);
            assert_eq!(Checkpoint::open(&folder, &work()).unwrap().done().len(), 2);
        }
    }

    #[test]
    fn another_count_and_damaged_lines_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let open = |work: &CountedWork| Checkpoint::open(folder.path(), work);
        let path = open(&work()).unwrap().path.clone();
        let heading = fs::read_to_string(&path).unwrap();
        let log = open(&work()).unwrap();
        log.keep(&part(1));
        log.keep(&DonePart { count: 2_u8.into(), ..part(1) });
        drop(log);
        let twice = fs::read_to_string(&path).unwrap();
        for (text, expected) in [
            (twice.clone(), ":3: part 1 was counted before"),
            (twice.replacen("10", "11", 1), ":2: the line was changed"),
            (heading.clone() + "{\"part\":1}\n", ":2: the line has no checksum"),
            (heading.clone() + "\n", ":2: "),
        ] {
            fs::write(&path, text).unwrap();
            let problem = open(&work()).unwrap_err().to_string();
            assert!(problem.contains(expected) && problem.contains("remove the file"), "{problem}");
        }
        fs::write(&path, heading).unwrap();
        let other = CountedWork { split: "x/2".into(), ..work() };
        assert!(open(&other).unwrap_err().to_string().contains("another count"));
        assert!(open(&work()).is_ok());
    }
}
