//! The runs that were made, kept in a file line by line: a measurement that was killed goes on
//! from there.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

use super::child::ChildRun;
use crate::{cli::CliError, file_name::shown};

/// The schema name of the first line.
const SCHEMA: &str = "satranj.journal/1";

/// The longest file that is read.
const LONGEST: u64 = 2 << 30;

/// Which run it is.
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

/// The runs that were made before, and a file for those that are made now.
#[derive(Default)]
pub struct Journal {
    known: HashMap<RunKey, ChildRun>,
    file: Option<(PathBuf, Mutex<File>)>,
}

impl Journal {
    /// The journal of a plan in a file, which is made if there is none. What a killed process
    /// left half written at its end is cut off.
    ///
    /// # Errors
    /// [`CliError::Input`] if the file is none of this plan, another process writes it, or the
    /// system does not let us.
    pub fn open(path: &Path, plan: &str) -> Result<Self, CliError> {
        let failed = |error: &std::io::Error| CliError::file(path, error);
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = options.map_err(|error| failed(&error))?;
        let wrong = |problem: &str| CliError::Input(format!("{}: {problem}", shown(path)));
        if file.try_lock().is_err() {
            return Err(wrong("another process writes it"));
        }
        let mut bytes = Vec::new();
        let read = (&mut file).take(LONGEST).read_to_end(&mut bytes);
        read.map_err(|error| failed(&error))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let mut known = HashMap::new();
        match lines.next() {
            None if bytes.iter().all(u8::is_ascii_whitespace)
                || bytes.starts_with(b"{\"schema\"") =>
            {
                file.set_len(0).map_err(|error| failed(&error))?;
                let header = JournalHeader { schema: SCHEMA.into(), plan: plan.into() };
                append(&mut file, &header).map_err(|error| failed(&error))?;
            }
            None => return Err(wrong("it holds no runs of `bench`, and is in the way of them")),
            Some(line) => {
                let header: JournalHeader = serde_json::from_slice(line)
                    .ok()
                    .filter(|header: &JournalHeader| header.schema == SCHEMA)
                    .ok_or_else(|| {
                        wrong("it holds no runs of `bench`, and is in the way of them")
                    })?;
                if header.plan != plan {
                    return Err(wrong(
                        "it holds runs of another suite, or of other options; remove it, or write \
                         elsewhere",
                    ));
                }
                for (number, line) in (2..).zip(lines) {
                    let kept: JournalLine = serde_json::from_slice(line)
                        .map_err(|_| wrong(&format!("line {number} is no run")))?;
                    if known.insert(kept.key, kept.run).is_some() {
                        return Err(wrong(&format!("line {number} is a run that stood before")));
                    }
                }
                file.set_len(whole as u64).map_err(|error| failed(&error))?;
            }
        }
        file.seek(SeekFrom::End(0)).map_err(|error| failed(&error))?;
        Ok(Self { known, file: Some((path.into(), Mutex::new(file))) })
    }

    /// How many runs were made before.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// A run that was made before.
    pub fn known(&self, key: &RunKey) -> Option<ChildRun> {
        self.known.get(key).cloned()
    }

    /// Writes a run, as one line at once.
    ///
    /// # Errors
    /// [`CliError`] that names the file.
    pub fn keep(&self, key: &RunKey, run: &ChildRun) -> Result<(), CliError> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = JournalLine { key: key.clone(), run: run.clone() };
        append(&mut file, &kept).map_err(|error| CliError::file(path, &error))
    }

    /// Removes the file: all is in the document.
    ///
    /// # Errors
    /// [`CliError`] that names the file.
    pub fn remove(self) -> Result<(), CliError> {
        let Some((path, _)) = &self.file else { return Ok(()) };
        std::fs::remove_file(path).map_err(|error| CliError::file(path, &error))
    }
}

/// Adds a line: what is read has all of it or is cut.
fn append(file: &mut File, line: &impl Serialize) -> std::io::Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    file.write_all(&bytes)
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
        // While one has it, no other does.
        assert!(Journal::open(&path, "plan").is_err());
        drop(journal);
        assert!(Journal::open(&path, "another").is_err());
        Journal::open(&path, "plan").unwrap().remove().unwrap();
        assert!(!path.exists());
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
