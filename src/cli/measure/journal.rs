//! Stores completed runs in a file line by line, so that a killed measurement resumes from there.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

use super::child::ChildRun;
use crate::{
    checkpoint::{AppendLog, CheckpointError, LogHeading},
    cli::CliError,
    file_name::shown,
};

/// The schema name of the first line.
const SCHEMA: &str = "satranj.journal/1";

/// The key of a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunKey {
    /// The name of the experiment.
    pub experiment: String,
    /// The number of the point, from 1.
    pub point: usize,
    /// The number of the batch of cases, from 0.
    pub batch: usize,
    /// The method with its options.
    pub method: String,
    /// The number of the run, from 0.
    pub number: u32,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct JournalHeader {
    schema: String,
    /// The digest of what is measured.
    plan: String,
}

/// A line.
#[derive(Serialize, Deserialize)]
struct JournalLine {
    #[serde(flatten)]
    key: RunKey,
    run: ChildRun,
}

/// The stored runs and a file for new ones.
#[derive(Default)]
pub struct Journal {
    known: HashMap<RunKey, ChildRun>,
    file: Option<(PathBuf, Mutex<AppendLog>)>,
}

impl Journal {
    /// The journal of a plan in a file, which is created if missing. A half-written last line of a
    /// killed process is cut off.
    ///
    /// # Errors
    /// [`CliError::Input`] if the file belongs to another plan, another process writes it, or the
    /// system refuses.
    pub fn open(path: &Path, plan: &str) -> Result<Self, CliError> {
        let header = JournalHeader { schema: SCHEMA.into(), plan: plan.into() };
        let heading = LogHeading {
            line: &header,
            other: "it holds runs of another suite or with other options; name another output file",
        };
        let mut known = HashMap::new();
        let log = AppendLog::open(path, &heading, &mut |line, _| {
            let kept: JournalLine = serde_json::from_slice(line).map_err(|_| "not a run")?;
            match known.insert(kept.key, kept.run) {
                Some(_) => Err("an earlier line has the same run".into()),
                None => Ok(()),
            }
        });
        let log = log.map_err(|error| match error {
            CheckpointError::InUse(_) => {
                CliError::Input(format!("{}: another process is writing this file", shown(path)))
            }
            error => CliError::Input(error.to_string()),
        })?;
        Ok(Self { known, file: Some((path.into(), Mutex::new(log))) })
    }

    /// The number of stored runs.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// A stored run.
    pub fn known(&self, key: &RunKey) -> Option<ChildRun> {
        self.known.get(key).cloned()
    }

    /// Appends a run as one line.
    ///
    /// # Errors
    /// [`CliError`] that names the file.
    pub fn keep(&self, key: &RunKey, run: &ChildRun) -> Result<(), CliError> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = JournalLine { key: key.clone(), run: run.clone() };
        file.add(&kept).map(drop).map_err(|error| CliError::file(path, &error))
    }

    /// Removes the file after everything is in the document.
    ///
    /// # Errors
    /// [`CliError`] that names the file.
    pub fn remove(self) -> Result<(), CliError> {
        let Some((path, _)) = &self.file else { return Ok(()) };
        std::fs::remove_file(path).map_err(|error| CliError::file(path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u32) -> RunKey {
        let (experiment, method) = ("e".into(), "m".into());
        RunKey { experiment, point: 1, batch: 0, method, number }
    }

    fn run(seconds: f64) -> ChildRun {
        ChildRun { seconds, ..ChildRun::default() }
    }

    #[test]
    fn what_was_kept_is_known_again_whatever_stands_half_written_behind_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.partial");
        for number in 0..3 {
            let journal = Journal::open(&path, "plan").unwrap();
            assert_eq!(journal.len(), number as usize);
            assert!(journal.known(&key(number)).is_none());
            journal.keep(&key(number), &run(f64::from(number))).unwrap();
            let mut bytes = std::fs::read(&path).unwrap();
            bytes.extend(b"{\"experiment\":\"e\",\"poi");
            std::fs::write(&path, bytes).unwrap();
        }
        let journal = Journal::open(&path, "plan").unwrap();
        assert_eq!(journal.known(&key(2)).map(|run| run.seconds), Some(2.0));
        // The lock excludes other processes.
        assert!(Journal::open(&path, "plan").is_err());
        drop(journal);
        assert!(Journal::open(&path, "another").is_err());
        Journal::open(&path, "plan").unwrap().remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn ten_thousand_changed_bits_are_refused_or_cost_the_last_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.partial");
        let journal = Journal::open(&path, "plan").unwrap();
        (0..12).for_each(|number| journal.keep(&key(number), &run(f64::from(number))).unwrap());
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
        let (mut refused, bits) = (0, 8 * whole.len());
        for bit in (0..10_000).map(|number| number * 7919 % bits) {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, changed).unwrap();
            match Journal::open(&path, "plan") {
                Err(error) => {
                    assert!(error.to_string().contains("a.partial:"), "{error}");
                    refused += 1;
                }
                Ok(journal) => {
                    assert!(bit / 8 > last && journal.len() == 11, "{bit}");
                    assert!((0..11).all(|number| {
                        journal
                            .known(&key(number))
                            .is_some_and(|it| it.seconds.to_bits() == f64::from(number).to_bits())
                    }));
                }
            }
        }
        assert!(refused > 9_900, "{refused}");
    }

    #[test]
    fn no_file_of_someone_else_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.partial");
        for text in ["my notes", "my notes\n", "{}\n", "{\"schema\":\"other\",\"plan\":\"plan\"}\n"]
        {
            std::fs::write(&path, text).unwrap();
            assert!(Journal::open(&path, "plan").is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
