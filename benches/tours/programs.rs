//! Measured programs: Satranj, and the rivals in `benches/rivals`.

use std::{
    io::BufReader,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use wait4::Wait4;

use crate::rivals;

/// Middle of some numbers.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What is read of a document; of a large one its path is ignored.
#[derive(serde::Deserialize)]
pub struct Document {
    /// The status, such as `satisfied`.
    pub status: String,
    /// Whether what was found was checked.
    pub verified: bool,
    /// The counters.
    pub statistics: serde_json::Value,
    /// The seconds.
    pub timing: serde_json::Value,
}

/// The result of a run of Satranj.
pub struct Ran {
    /// The document.
    pub document: Document,
    /// Processor seconds of the whole process.
    pub seconds: f64,
    /// Largest resident memory in bytes.
    pub memory: u64,
}

impl Ran {
    /// The status, such as `satisfied`.
    pub fn status(&self) -> &str {
        &self.document.status
    }

    /// Seconds from the puzzle to the checked answer.
    pub fn total_seconds(&self) -> f64 {
        self.document.timing["total_seconds"].as_f64().expect("seconds")
    }

    /// Whether the answer is yes or no.
    pub fn is_decided(&self) -> bool {
        self.status() != "unknown"
    }
}

/// Runs the program.
pub fn satranj(arguments: &[&str]) -> Ran {
    satranj_if_it_does(arguments).expect("it prints a document")
}

/// Runs the program, which may refuse what is asked.
pub fn satranj_if_it_does(arguments: &[&str]) -> Option<Ran> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_satranj"))
        .args(arguments)
        .args(["--json", "--quiet"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let output = child.stdout.take().expect("its output is piped");
    let document = serde_json::from_reader(BufReader::new(output)).ok();
    let usage = child.wait4().expect("it ends").rusage;
    let seconds = (usage.utime + usage.stime).as_secs_f64();
    Some(Ran { document: document?, seconds, memory: usage.maxrss })
}

/// Writes a file by a command of Satranj that prints no document.
pub fn write(arguments: &[&str], path: &Path) {
    let status = Command::new(env!("CARGO_BIN_EXE_satranj"))
        .args(arguments)
        .arg("-o")
        .arg(path)
        .status()
        .expect("the program starts");
    assert!(status.success(), "{arguments:?}");
}

/// A file of the benchmark's own.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The rivals.
pub const RIVALS: [&str; 3] = ["cp-sat", "lkh", "clingo"];

/// Processor seconds of a rival for a cycle of a board or of a graph in a file, or for the proof
/// that none exists, and which of the two words it says; `None` if it did not answer in time.
pub fn rival(python: &Path, rival: &str, graph: &str, limit: u32) -> Option<(f64, &'static str)> {
    let (seconds, said) =
        rivals::run(python, "hamiltonian_cycle.py", &[rival, graph], limit.into())?;
    let word = ["tour", "none"].into_iter().find(|word| *word == said)?;
    Some((seconds, word))
}

/// Processor seconds of another program, if it ends with one of these codes.
pub fn program(words: &[&str], codes: &[i32]) -> Option<f64> {
    let child = Command::new(words[0])
        .args(&words[1..])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let ended = child.wait4().ok()?;
    let seconds = (ended.rusage.utime + ended.rusage.stime).as_secs_f64();
    ended.status.code().filter(|code| codes.contains(code)).map(|_| seconds)
}
