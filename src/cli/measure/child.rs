//! One run of one method in a child process, which gets its input, is watched, measured, and killed
//! after its time.

use std::{
    ffi::OsString,
    io::{BufReader, Read, Write},
    process::{ChildStdout, Command, Stdio, id},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};
use wait4::{ResUse, Wait4};

use super::{document::PrintedRun, entrant::Entrant};
use crate::{
    answer::seeds::Seeds,
    cli::{CliError, arguments::RunArguments},
    documents::{rows::RowRun, seeds::SeedStatistics},
    invocation,
    limits::Reason,
    rivals::RivalProgram,
    solvers,
    statistics::Statistics,
    temporary::TemporaryFolder,
};

/// Time for a child beyond its time limit: to read the puzzle, to stop, and to write the document.
const OVERTIME: Duration = Duration::from_millis(500);

/// Additional time for each case: to read it, and to report that no time was left for it.
const OVERTIME_PER_CASE: Duration = Duration::from_millis(2);

/// Time for a child and its solver to end when they are asked to; then they are killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// Interval between checks of a child.
const TICK: Duration = Duration::from_millis(1);

/// The work of a child: how a method is run on cases.
pub struct Child {
    /// Count the solutions instead of finding one.
    pub counting: bool,
    /// The child's input: a statement, or a batch of several.
    pub statement: Arc<[u8]>,
    /// Each case alone, for external programs, which solve one at a time; empty without programs.
    pub alone: Vec<Arc<[u8]>>,
    /// The number of cases in the statement.
    pub cases: usize,
    /// Whether to keep the first solution.
    pub keeps_solution: bool,
    pub seed: u64,
    /// A range of seeds, instead of one seed.
    pub seeds: Option<Seeds>,
    /// The time limit of a run, all cases together.
    pub time_limit: Duration,
}

/// The result of one run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ChildRun {
    /// Why the method could not be run.
    pub error: Option<String>,
    /// The error in its answer.
    pub wrong: Option<String>,
    /// Why the run was killed.
    pub killed: Option<Reason>,
    /// Whether it is a warm-up: its answer counts but its time does not.
    pub is_warmup: bool,
    /// The sum over the cases; for a run without answers its wall-clock time.
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub peak_memory_bytes: u64,
    /// The sum over the cases; for a single case its own.
    pub statistics: Statistics,
    /// The answers to the cases in order; empty if the run has no document.
    pub cases: Vec<RowRun>,
    /// The first solution, if it is kept, with the place of its case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<(usize, serde_json::Value)>,
    /// The statistics of a run with a range of seeds.
    pub seeds: Option<SeedStatistics>,
}

impl Child {
    /// Runs a method once.
    ///
    /// # Errors
    /// [`CliError`] if the child cannot be started or waited for.
    pub fn run(&self, entrant: &Entrant<'_>, signal: &AtomicUsize) -> Result<ChildRun, CliError> {
        match &entrant.program {
            Some(program) => self.asked_in_turn(program, entrant, signal),
            None => {
                let command = if self.counting { "count" } else { "solve" };
                let mut method = vec![command.into(), format!("--method={}", entrant.name())];
                if !self.counting && self.seeds.is_none() {
                    // A proof is no part of what is measured.
                    method.push("--check=none".into());
                }
                self.process(&self.statement, (method, entrant), self.time_limit, signal)
            }
        }
    }

    /// Asks a program each case in turn, within the time limit of all.
    fn asked_in_turn(
        &self,
        program: &RivalProgram,
        entrant: &Entrant<'_>,
        signal: &AtomicUsize,
    ) -> Result<ChildRun, CliError> {
        let started = Instant::now();
        let mut all = ChildRun::default();
        for statement in &self.alone {
            let left = self.time_limit.saturating_sub(started.elapsed());
            let mut words = vec!["ask".into(), format!("--program={program}")];
            words.extend(self.counting.then(|| "--counting".into()));
            let run = self.process(statement, (words, entrant), left, signal)?;
            if self.alone.len() == 1 {
                return Ok(run);
            }
            all.add(&run);
            if run.killed == Some(Reason::Interrupted) {
                all.killed = run.killed;
                break;
            }
        }
        Ok(all)
    }

    /// Runs a command of Satranj on a statement.
    fn process(
        &self,
        statement: &Arc<[u8]>,
        (words, entrant): (Vec<String>, &Entrant<'_>),
        time_limit: Duration,
        signal: &AtomicUsize,
    ) -> Result<ChildRun, CliError> {
        let started = Instant::now();
        let mark = Mark::new();
        // If the child is killed, files it wrote for a program remain, so they go to a folder that
        // is removed. A run without a program writes nothing.
        let solver = entrant.run.solver.as_ref();
        let asks_program =
            entrant.program.is_some() || solver.is_some_and(solvers::SolverChoice::is_program);
        let folder = asks_program.then(TemporaryFolder::new).transpose()?;
        let place = folder.iter().map(|folder| ("TMPDIR", folder.path()));
        let choices = RunArguments { time_limit: Some(time_limit), ..entrant.run.clone() };
        let mut command = invocation::program()?;
        mark.set(&mut command);
        command
            .envs(place)
            .args(words)
            .args(["--from=-", "--format=json", "--quiet"])
            .arg(match self.seeds {
                Some(seeds) => format!("--seeds={seeds}"),
                None => format!("--seed={}", self.seed),
            })
            .args(choices.for_child())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        if let Some(mut input) = child.stdin.take() {
            let statement = Arc::clone(statement);
            // A child that fails at once may not read its input; its error says why. A child that
            // does not read must not block this process.
            thread::spawn(move || input.write_all(&statement));
        }
        let read: fn(BufReader<ChildStdout>) -> Option<PrintedRun> =
            match (self.seeds, self.keeps_solution) {
                (Some(_), _) => PrintedRun::of_seeds,
                (None, true) => PrintedRun::with_solution,
                (None, false) => PrintedRun::of_one_seed,
            };
        let document =
            child.stdout.take().map(|output| thread::spawn(move || read(BufReader::new(output))));
        let errors = child.stderr.take().map(|errors| {
            thread::spawn(move || {
                let mut text = String::new();
                // Only text is expected; what was read so far is kept.
                let _ = errors.take(1 << 16).read_to_string(&mut text);
                text
            })
        });
        let (usage, killed) = self.wait(child, (started, time_limit), signal)?;
        if usage.status.code().is_none() {
            // A killed child did not end the solver that it had started.
            mark.end_all();
        }
        let seconds = started.elapsed().as_secs_f64();
        let document = document.and_then(|thread| thread.join().ok()).flatten();
        let errors = errors.and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ok(assess(
            (entrant.name(), entrant.program.is_some()),
            document,
            &errors,
            &usage,
            killed,
            seconds,
        ))
    }

    /// Waits for the child; after its time or on a signal asks it to end, and then kills it.
    fn wait(
        &self,
        mut child: std::process::Child,
        (started, time_limit): (Instant, Duration),
        signal: &AtomicUsize,
    ) -> Result<(ResUse, Option<Reason>), CliError> {
        let cases = u32::try_from(self.cases).unwrap_or(u32::MAX);
        let overtime = OVERTIME + OVERTIME_PER_CASE.saturating_mul(cases);
        let mut killed = None;
        let mut asked: Option<Instant> = None;
        loop {
            if let Some(usage) = child.try_wait4()? {
                if killed.is_none() && was_interrupted(&usage) && comes(signal) {
                    killed = Some(Reason::Interrupted);
                }
                return Ok((usage, killed));
            }
            let over = started.elapsed() > time_limit + overtime;
            let interrupted = signal.load(Ordering::Relaxed) != 0;
            if killed.is_none() && (over || interrupted) {
                // A child that is asked to end also ends its solver.
                killed = Some(if over { Reason::TimeLimit } else { Reason::Interrupted });
                asked = Some(Instant::now());
                terminate(&mut child)?;
            } else if asked.is_some_and(|at| at.elapsed() > PATIENCE) {
                asked = None;
                child.kill()?;
            }
            thread::sleep(TICK);
        }
    }
}

/// Whether the exit code says that a signal ended the child: 128 plus the signal's number.
fn was_interrupted(usage: &ResUse) -> bool {
    usage.status.code().is_some_and(|code| code > 128)
}

/// Whether this process also receives the signal: a terminal sends it to both, and the child may
/// end first.
fn comes(signal: &AtomicUsize) -> bool {
    let asked = Instant::now();
    while signal.load(Ordering::Relaxed) == 0 && asked.elapsed() < PATIENCE {
        thread::sleep(TICK);
    }
    signal.load(Ordering::Relaxed) != 0
}

/// Asks a child to end; kills it if the system cannot ask.
fn terminate(child: &mut std::process::Child) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It has not been waited for, so its process id is still valid.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        return Ok(());
    }
    child.kill()
}

/// Interprets how a child ended, of a method or a program.
fn assess(
    (name, is_program): (&str, bool),
    document: Option<PrintedRun>,
    errors: &str,
    usage: &ResUse,
    killed: Option<Reason>,
    seconds: f64,
) -> ChildRun {
    let cpu_seconds = (usage.rusage.utime + usage.rusage.stime).as_secs_f64();
    let broken = ChildRun {
        killed,
        seconds,
        cpu_seconds,
        peak_memory_bytes: usage.rusage.maxrss,
        ..ChildRun::default()
    };
    if killed.is_some() {
        return broken;
    }
    let message = errors.trim().trim_start_matches("satranj: ").to_string();
    let mut limits = [Reason::TimeLimit, Reason::MemoryLimit].into_iter();
    let reached = limits.find(|reason| message.contains(reason.describe()));
    match (usage.status.code(), document) {
        // A limit ended the child before it had read the puzzle.
        (Some(3), None) if reached.is_some() => ChildRun { killed: reached, ..broken },
        // In a batch some cases may be beyond the method: exit code 1.
        (Some(code @ (0 | 1 | 3)), Some(document)) if code != 1 || document.is_batch => {
            let PrintedRun { cases, solution, seconds, statistics, seeds, .. } = document;
            ChildRun { seconds, statistics, cases, solution, seeds, ..broken }
        }
        // The message about a program contains the program's exit code, not Satranj's.
        (Some(1), _) if is_program && !message.is_empty() => {
            ChildRun { error: Some(message), ..broken }
        }
        (Some(4), _) => ChildRun { error: Some(message.clone()), wrong: Some(message), ..broken },
        (Some(code), _) if !message.is_empty() => {
            ChildRun { error: Some(format!("{message} (exit {code})")), ..broken }
        }
        (code, _) => {
            let how = code.map_or_else(|| usage.status.to_string(), |code| format!("exit {code}"));
            ChildRun { error: Some(format!("{name} ended without an answer: {how}")), ..broken }
        }
    }
}

/// The name of the environment variable.
const NAME: &str = "SATRANJ_MEASURED_BY";

/// Number of searches for remaining processes: one that is killed may just have started more.
const ROUNDS: usize = 20;

/// The mark of the processes of one run.
pub struct Mark(String);

impl Mark {
    /// A unique mark: the numbers of this process and of the run.
    pub fn new() -> Self {
        static RUNS: AtomicU64 = AtomicU64::new(1);
        Self(format!("{}/{}", id(), RUNS.fetch_add(1, Ordering::Relaxed)))
    }

    /// Marks a process and all that it will start.
    pub fn set(&self, command: &mut Command) {
        command.env(NAME, &self.0);
    }

    /// Kills every process with this mark.
    pub fn end_all(&self) {
        let Ok(mut system) = System::new() else { return };
        let kind = ProcessRefreshKind::nothing().with_environ(UpdateKind::Always).without_tasks();
        let line = OsString::from(format!("{NAME}={}", self.0));
        for _ in 0..ROUNDS {
            system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
            let marked = system.processes().values();
            let marked = marked.filter(|process| process.environ().contains(&line));
            // A process that has ended, but was not waited for, has no environment.
            if marked.map(sysinfo::Process::kill).filter(|&killed| killed).count() == 0 {
                return;
            }
        }
    }
}

/// If this process is a measured run, asks the system to end it when the measuring process ends,
/// and ends it at once if that process has already ended.
pub fn end_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
        let Some(mark) = std::env::var_os(NAME) else { return };
        let measurer = mark.to_str().and_then(|mark| mark.split('/').next()?.parse::<i32>().ok());
        let Some(measurer) = measurer.and_then(Pid::from_raw) else { return };
        if getppid() == Some(measurer) {
            // Otherwise it ends at its own time limit.
            let _ = set_parent_process_death_signal(Some(Signal::TERM));
        }
        // Processes started by a measured run have the mark but another parent.
        if !descends_from(measurer.as_raw_nonzero().get()) {
            std::process::exit(128 + Signal::TERM.as_raw());
        }
    }
}

/// Whether a process is an ancestor of this one.
///
/// A process that has ended is not an ancestor, even before it is waited for: its children already
/// have another parent.
#[cfg(target_os = "linux")]
fn descends_from(ancestor: i32) -> bool {
    let parent_of = |process: &str| -> Option<i32> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
    };
    let mut process = "self".to_string();
    loop {
        match parent_of(&process) {
            Some(parent) if parent == ancestor => return true,
            Some(parent) if parent > 1 => process = parent.to_string(),
            Some(_) => return false,
            // If this is unknown, the run continues.
            None => return true,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

    use super::*;

    /// What a child without a document says as it ends.
    fn ended(code: i32, errors: &str) -> ChildRun {
        let rusage =
            wait4::ResourceUsage { utime: Duration::ZERO, stime: Duration::ZERO, maxrss: 0 };
        let usage = ResUse { status: ExitStatus::from_raw(code << 8), rusage };
        assess(("sat:cuts", false), None, errors, &usage, None, 0.1)
    }

    #[test]
    fn a_limit_that_is_reached_while_the_puzzle_is_read_is_no_error() {
        let run = ended(3, "satranj: reading the puzzle: the time limit was reached\n");
        assert_eq!((run.killed, run.error), (Some(Reason::TimeLimit), None));
        let run = ended(3, "satranj: reading the puzzle: the memory limit is too low\n");
        assert_eq!((run.killed, run.error), (Some(Reason::MemoryLimit), None));
        let run = ended(2, "satranj: the time limit was reached\n");
        assert_eq!(run.error.as_deref(), Some("the time limit was reached (exit 2)"));
    }
}
