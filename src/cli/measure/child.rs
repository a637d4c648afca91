//! One run of one method in a child process: fed, watched, killed when over, measured.

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

use super::{
    document::{CaseRun, PrintedRun},
    entrant::Entrant,
};
use crate::{
    answer::seeds::Seeds,
    cli::{CliError, arguments::RunArguments},
    documents::seeds::SeedStatistics,
    invocation,
    limits::Reason,
    rivals::RivalProgram,
    solvers,
    statistics::Statistics,
    temporary::TemporaryFolder,
};

/// How long a child may take beyond its time limit: to read the puzzle, to stop, and to
/// write the document.
const OVERTIME: Duration = Duration::from_millis(500);

/// How much longer for each case: to read it, and to say that there was no time for it.
const OVERTIME_PER_CASE: Duration = Duration::from_millis(2);

/// How long a child may take to end, with the solver that it may have started, when it is asked
/// to; then it is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often a child is looked at.
const TICK: Duration = Duration::from_millis(1);

/// How methods are run on cases.
pub struct Child {
    /// Count the solutions instead of finding one.
    pub counting: bool,
    /// What the child reads: a statement, or a batch of several.
    pub statement: Arc<[u8]>,
    /// Each case for itself, for programs of somebody else's, which do one at a time; where there
    /// are none, nothing.
    pub alone: Vec<Arc<[u8]>>,
    /// How many cases that states.
    pub cases: usize,
    /// Whether the first solution is kept.
    pub keeps_solution: bool,
    pub seed: u64,
    /// A range of seeds in place of the one.
    pub seeds: Option<Seeds>,
    /// The time limit of a run, all cases together.
    pub time_limit: Duration,
}

/// What one run gave.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ChildRun {
    /// Why the method could not be run.
    pub error: Option<String>,
    /// What is wrong with its answer.
    pub wrong: Option<String>,
    /// Why the run was ended from outside.
    pub killed: Option<Reason>,
    /// Whether it was for warming up: what it says counts, its time does not.
    pub is_warmup: bool,
    /// The sum over the cases; of a run without answers its wall-clock time.
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub peak_memory_bytes: u64,
    /// The sum over the cases; of one case as it counted.
    pub statistics: Statistics,
    /// The answers to the cases in their order; none if the run has no document.
    pub cases: Vec<CaseRun>,
    /// Where it was run with a range of seeds, what came of it.
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
                let method = vec![command.into(), format!("--method={}", entrant.name())];
                self.process(&self.statement, (method, entrant), self.time_limit, signal)
            }
        }
    }

    /// Asks a program each of the cases, one after the other, within the time limit of all.
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

    /// Runs a command of ours on a statement.
    fn process(
        &self,
        statement: &Arc<[u8]>,
        (words, entrant): (Vec<String>, &Entrant<'_>),
        time_limit: Duration,
        signal: &AtomicUsize,
    ) -> Result<ChildRun, CliError> {
        let started = Instant::now();
        let mark = Mark::new();
        // What it writes for a program stays if it is killed, so that goes where we remove it. A
        // run without a program writes nothing.
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
            // A child that fails at once need not read it; its error says why. One that does not
            // read must not hold us up.
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
                // Nothing but text is expected; what is read so far is kept.
                let _ = errors.take(1 << 16).read_to_string(&mut text);
                text
            })
        });
        let (usage, killed) = self.wait(child, (started, time_limit), signal)?;
        if usage.status.code().is_none() {
            // Killed, by us or by the system: it did not end the solver that it had started.
            mark.end_all();
        }
        let seconds = started.elapsed().as_secs_f64();
        let document = document.and_then(|thread| thread.join().ok()).flatten();
        let errors = errors.and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ok(assess(entrant, document, &errors, &usage, killed, seconds))
    }

    /// Waits for the child; when it is over its time, or on a signal, asks it to end, and kills
    /// it if it does not.
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
                // A child that is asked to end also ends the solver that it may have started.
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

/// Whether a child says that a signal ended it: 128 and the number of the signal.
fn was_interrupted(usage: &ResUse) -> bool {
    usage.status.code().is_some_and(|code| code > 128)
}

/// Whether a signal comes to us too, as from a terminal, which sends it to both: the child may
/// have ended before we hear of it.
fn comes(signal: &AtomicUsize) -> bool {
    let asked = Instant::now();
    while signal.load(Ordering::Relaxed) == 0 && asked.elapsed() < PATIENCE {
        thread::sleep(TICK);
    }
    signal.load(Ordering::Relaxed) != 0
}

/// Asks a child to end; where the system cannot, it is killed.
fn terminate(child: &mut std::process::Child) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It has not been waited for, so that the number is still its own.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        return Ok(());
    }
    child.kill()
}

/// What a child's end means.
fn assess(
    entrant: &Entrant<'_>,
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
    let said = errors.trim().trim_start_matches("satranj: ").to_string();
    match (usage.status.code(), document) {
        // Of several cases some may be beyond the method: exit code 1.
        (Some(code @ (0 | 1 | 3)), Some(document)) if code != 1 || document.is_batch => {
            let PrintedRun { cases, seconds, statistics, seeds, .. } = document;
            ChildRun { seconds, statistics, cases, seeds, ..broken }
        }
        // What is said of a program has its exit code, and none of ours.
        (Some(1), _) if entrant.program.is_some() && !said.is_empty() => {
            ChildRun { error: Some(said), ..broken }
        }
        (Some(4), _) => ChildRun { error: Some(said.clone()), wrong: Some(said), ..broken },
        (Some(code), _) if !said.is_empty() => {
            ChildRun { error: Some(format!("{said} (exit {code})")), ..broken }
        }
        (code, _) => {
            let how = code.map_or_else(|| usage.status.to_string(), |code| format!("exit {code}"));
            ChildRun {
                error: Some(format!("{} ended without an answer: {how}", entrant.name())),
                ..broken
            }
        }
    }
}

/// The name in the environment.
const NAME: &str = "SATRANJ_MEASURED_BY";

/// How often is looked for what is left: what is ended may just have started more.
const ROUNDS: usize = 20;

/// The mark of one run.
pub struct Mark(String);

impl Mark {
    /// A mark that no other run has: the number of this process and of the run.
    pub fn new() -> Self {
        static RUNS: AtomicU64 = AtomicU64::new(1);
        Self(format!("{}/{}", id(), RUNS.fetch_add(1, Ordering::Relaxed)))
    }

    /// Gives it to a process, and to all that this one will start.
    pub fn set(&self, command: &mut Command) {
        command.env(NAME, &self.0);
    }

    /// Kills every process that bears it.
    pub fn end_all(&self) {
        let Ok(mut system) = System::new() else { return };
        let kind = ProcessRefreshKind::nothing().with_environ(UpdateKind::Always).without_tasks();
        let line = OsString::from(format!("{NAME}={}", self.0));
        for _ in 0..ROUNDS {
            system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
            let marked = system.processes().values();
            let marked = marked.filter(|process| process.environ().contains(&line));
            // One that has ended and that no one has waited for yet has no environment any more.
            if marked.map(sysinfo::Process::kill).filter(|&killed| killed).count() == 0 {
                return;
            }
        }
    }
}

/// Has this process, if it is a measured run, asked to end when the one that measures it is gone;
/// ends it at once if that is gone already.
pub fn end_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
        let Some(mark) = std::env::var_os(NAME) else { return };
        let measurer = mark.to_str().and_then(|mark| mark.split('/').next()?.parse::<i32>().ok());
        let Some(measurer) = measurer.and_then(Pid::from_raw) else { return };
        if getppid() == Some(measurer) {
            // Without this it ends at its own time limit.
            let _ = set_parent_process_death_signal(Some(Signal::TERM));
        }
        // What a measured run starts has the mark too, and another parent.
        if !descends_from(measurer.as_raw_nonzero().get()) {
            std::process::exit(128 + Signal::TERM.as_raw());
        }
    }
}

/// Whether a process is the parent of this one, or the parent's, and so on.
///
/// A process that is gone is not, even while no one has waited for it: its children have another
/// parent by then.
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
            // Where it cannot be told, it goes on.
            None => return true,
        }
    }
}
