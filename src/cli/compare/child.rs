//! One run of one method in a child process: fed, watched, killed when over, measured.

use std::{
    io::{BufReader, Read, Write},
    path::PathBuf,
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde::Deserialize;
use wait4::{ResUse, Wait4};

use crate::{
    cli::{CliError, arguments::RunArguments},
    documents::solution::{Status, Timing},
    limits::Reason,
    puzzles::Statement,
    statistics::Statistics,
};

/// How long a child may take beyond its time limit: to read the puzzle, to stop, and to
/// write the document.
const OVERTIME: Duration = Duration::from_millis(500);

/// How often a child is looked at.
const TICK: Duration = Duration::from_millis(1);

/// How a method is run on a puzzle.
pub struct Child {
    /// `solve` or `count`.
    command: &'static str,
    program: PathBuf,
    statement: Vec<u8>,
    arguments: Vec<String>,
    seed: u64,
    time_limit: Duration,
}

/// What one run gave.
#[derive(Debug, Clone)]
pub struct ChildRun {
    pub status: Status,
    pub reason: Option<Reason>,
    pub verified: bool,
    /// Why the method could not be run.
    pub error: Option<String>,
    /// What is wrong with its answer.
    pub wrong: Option<String>,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub peak_memory_bytes: u64,
    pub statistics: Statistics,
    /// The value of the best solution.
    pub objective: Option<u64>,
    /// The number of solutions.
    pub count: Option<String>,
}

/// The part of a child's document that counts here; the solution is not kept.
#[derive(Deserialize)]
struct ChildDocument {
    status: Status,
    reason: Option<Reason>,
    verified: bool,
    statistics: Statistics,
    timing: Timing,
    objective: Option<u64>,
    count: Option<String>,
}

impl Child {
    pub fn new(
        command: &'static str,
        statement: &Statement,
        run: &RunArguments,
        time_limit: Duration,
    ) -> Result<Self, CliError> {
        Ok(Self {
            command,
            program: std::env::current_exe()?,
            statement: serde_json::to_vec(statement).map_err(std::io::Error::from)?,
            arguments: run.for_child(),
            seed: run.seed,
            time_limit,
        })
    }

    /// Runs a method once.
    ///
    /// # Errors
    /// [`CliError`] if the child cannot be started or waited for.
    pub fn run(&self, method: &str, signal: &AtomicUsize) -> Result<ChildRun, CliError> {
        let started = Instant::now();
        let mut child = Command::new(&self.program)
            .args([self.command, "--from=-", "--format=json", "--quiet"])
            .arg(format!("--method={method}"))
            .arg(format!("--seed={}", self.seed))
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // A child that fails at once need not read it; its error says why.
            let _ = input.write_all(&self.statement);
        }
        let document = child.stdout.take().map(|output| {
            thread::spawn(move || {
                serde_json::from_reader::<_, ChildDocument>(BufReader::new(output)).ok()
            })
        });
        let errors = child.stderr.take().map(|errors| {
            thread::spawn(move || {
                let mut text = String::new();
                // Nothing but text is expected; what is read so far is kept.
                let _ = errors.take(1 << 16).read_to_string(&mut text);
                text
            })
        });
        let (usage, killed) = self.wait(child, started, signal)?;
        let seconds = started.elapsed().as_secs_f64();
        let document = document.and_then(|thread| thread.join().ok()).flatten();
        let errors = errors.and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ok(assess(method, document, &errors, &usage, killed, seconds))
    }

    /// Waits for the child and kills it when it is over its time, or on a signal.
    fn wait(
        &self,
        mut child: std::process::Child,
        started: Instant,
        signal: &AtomicUsize,
    ) -> Result<(ResUse, Option<Reason>), CliError> {
        let mut killed = None;
        loop {
            if let Some(usage) = child.try_wait4()? {
                return Ok((usage, killed));
            }
            let over = started.elapsed() > self.time_limit + OVERTIME;
            let interrupted = signal.load(Ordering::Relaxed) != 0;
            if killed.is_none() && (over || interrupted) {
                killed = Some(if over { Reason::TimeLimit } else { Reason::Interrupted });
                child.kill()?;
            }
            thread::sleep(TICK);
        }
    }
}

/// What a child's end means.
fn assess(
    method: &str,
    document: Option<ChildDocument>,
    errors: &str,
    usage: &ResUse,
    killed: Option<Reason>,
    seconds: f64,
) -> ChildRun {
    let cpu_seconds = (usage.rusage.utime + usage.rusage.stime).as_secs_f64();
    let unknown = ChildRun {
        status: Status::Unknown,
        reason: None,
        verified: false,
        error: None,
        wrong: None,
        seconds,
        cpu_seconds,
        peak_memory_bytes: usage.rusage.maxrss,
        statistics: Statistics::default(),
        objective: None,
        count: None,
    };
    if killed.is_some() {
        return ChildRun { reason: killed, ..unknown };
    }
    let said = errors.trim().trim_start_matches("satranj: ").to_string();
    match (usage.status.code(), document) {
        (Some(0 | 3), Some(document)) => ChildRun {
            status: document.status,
            reason: document.reason,
            verified: document.verified,
            seconds: document.timing.total_seconds,
            statistics: document.statistics,
            objective: document.objective.filter(|_| document.status != Status::Unknown),
            count: document.count.filter(|_| document.status != Status::Unknown),
            ..unknown
        },
        (Some(4), _) => ChildRun { error: Some(said.clone()), wrong: Some(said), ..unknown },
        (Some(code), _) if !said.is_empty() => {
            ChildRun { error: Some(format!("{said} (exit {code})")), ..unknown }
        }
        (code, _) => {
            let how = code.map_or_else(|| usage.status.to_string(), |code| format!("exit {code}"));
            ChildRun { error: Some(format!("{method} broke off: {how}")), ..unknown }
        }
    }
}
