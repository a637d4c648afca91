//! One run of an external program: supervised, its output captured, killed with all its
//! descendants.

use std::{
    io::{self, Read},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

#[cfg(unix)]
use super::descendants::{descendants, kill_descendants};
use crate::{limits::Reason, memory, run::Run};

/// The longest pause between two checks of the program.
const TICK: Duration = Duration::from_millis(4);

/// The pause after the start of the program; small formulas take a millisecond.
const FIRST_TICK: Duration = Duration::from_micros(200);

/// The pause between two checks of its memory.
const MEMORY_EVERY: Duration = Duration::from_millis(50);

/// How long to wait for remaining output after the program ended: a process that it left behind may
/// keep the pipe open for ever.
const DRAIN: Duration = Duration::from_millis(500);

/// How much of its standard error is kept.
const COMPLAINTS: u64 = 1 << 14;

/// The result of a program that ended.
pub struct ProgramOutput {
    /// How it ended.
    pub status: ExitStatus,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// The beginning of what it wrote to standard error.
    pub stderr: String,
}

/// How a run of a program ended.
pub enum ProgramEnd {
    /// By itself.
    Exited(ProgramOutput),
    /// The run stopped.
    Stopped(Reason),
    /// It could not be started, or printed too much.
    Failed(String),
}

/// The argument by which this program is asked to supervise another one; the number of the asking
/// process and the command line follow.
pub const SUPERVISE: &str = "supervise";

/// Whether this process is the program that supervises others.
static IS_SUPERVISED: AtomicBool = AtomicBool::new(false);

/// Records that this process is the program that supervises others.
pub fn supervise_programs() {
    IS_SUPERVISED.store(true, Ordering::Relaxed);
}

/// The command that starts a program under a supervisor, which ends it and everything that it
/// started when this process ends. Without `/proc`, or inside another program (the library), the
/// program starts without a supervisor.
///
/// # Errors
/// If the program does not exist.
pub fn command(program: &str) -> io::Result<Command> {
    #[cfg(target_os = "linux")]
    if IS_SUPERVISED.load(Ordering::Relaxed) {
        find(program)?;
        let mut command = Command::new("/proc/self/exe");
        command.args([SUPERVISE, &std::process::id().to_string(), program]);
        return Ok(command);
    }
    Ok(Command::new(program))
}

/// Looks up a program as the system does.
#[cfg(target_os = "linux")]
fn find(program: &str) -> io::Result<()> {
    use rustix::fs::{Access, access};
    if program.contains('/') {
        return Ok(access(program, Access::EXEC_OK)?);
    }
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/bin:/usr/bin".into());
    let mut problem = io::Error::from(rustix::io::Errno::NOENT);
    for folder in std::env::split_paths(&path) {
        match access(folder.join(program), Access::EXEC_OK) {
            Ok(()) => return Ok(()),
            Err(rustix::io::Errno::ACCESS) => problem = rustix::io::Errno::ACCESS.into(),
            Err(_) => {}
        }
    }
    Err(problem)
}

/// Runs a program to its end. Kills it when the run stops, when it prints more than `most` bytes, or
/// when the memory of this process, the program and its descendants exceeds the limit.
pub fn run(command: &mut Command, (run, program): (&Run, &Started), most: u64) -> ProgramEnd {
    match watch(command, (run, program), most) {
        Ok(ended) => ended,
        Err(error) => ProgramEnd::Failed(error.to_string()),
    }
}

fn watch(
    command: &mut Command,
    (run, program): (&Run, &Started),
    most: u64,
) -> io::Result<ProgramEnd> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // In its own process group, so that one signal ends it and what it started.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let Some(child) = program.start(command)? else {
        return Ok(ProgramEnd::Stopped(run.stop.reason().unwrap_or(Reason::Interrupted)));
    };
    let mut group = Group { child, started: program.clone(), reaped: false };
    let stdout = Taken::from(group.child.stdout.take(), most)?;
    let stderr = Taken::from(group.child.stderr.take(), COMPLAINTS)?;
    let mut memory = Memory::of(&group.child);
    let mut tick = FIRST_TICK;
    while !group.has_ended()? {
        for taken in [&stdout, &stderr] {
            if taken.total.load(Ordering::Relaxed) > most {
                return Ok(ProgramEnd::Failed(format!("it printed more than {most} bytes")));
            }
        }
        memory.look(run);
        if let Err(reason) = run.poll() {
            return Ok(ProgramEnd::Stopped(reason));
        }
        thread::sleep(tick);
        tick = (tick * 3 / 2).min(TICK);
    }
    let status = group.end()?;
    let ended = Instant::now();
    while !(stdout.is_done() && stderr.is_done()) && ended.elapsed() < DRAIN {
        if let Err(reason) = run.poll() {
            return Ok(ProgramEnd::Stopped(reason));
        }
        thread::sleep(FIRST_TICK);
    }
    if stdout.total.load(Ordering::Relaxed) > most {
        return Ok(ProgramEnd::Failed(format!("it printed more than {most} bytes")));
    }
    let stderr = String::from_utf8_lossy(&stderr.bytes()).into_owned();
    Ok(ProgramEnd::Exited(ProgramOutput { status, stdout: stdout.bytes(), stderr }))
}

/// The output of a pipe, read in a separate thread so that the program is never blocked.
struct Taken {
    bytes: Arc<Mutex<Vec<u8>>>,
    total: Arc<AtomicU64>,
    done: Arc<AtomicBool>,
}

impl Taken {
    /// Reads all output and keeps the first `most` bytes.
    fn from(pipe: Option<impl Read + Send + 'static>, most: u64) -> io::Result<Self> {
        let taken = Self { bytes: Arc::default(), total: Arc::default(), done: Arc::default() };
        let Some(mut pipe) = pipe else {
            taken.done.store(true, Ordering::Release);
            return Ok(taken);
        };
        let (bytes, total) = (Arc::clone(&taken.bytes), Arc::clone(&taken.total));
        let done = Arc::clone(&taken.done);
        thread::Builder::new().name("solver output".into()).spawn(move || {
            let mut buffer = [0; 1 << 13];
            loop {
                match pipe.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(read) => {
                        let before = total.fetch_add(read as u64, Ordering::Relaxed);
                        let keep = most.saturating_sub(before).min(read as u64) as usize;
                        let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
                        bytes.extend_from_slice(&buffer[..keep]);
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            done.store(true, Ordering::Release);
        })?;
        Ok(taken)
    }

    fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    fn bytes(&self) -> Vec<u8> {
        std::mem::take(&mut self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The external process of a run that is not yet waited for, so that it can be killed from outside.
#[derive(Debug, Clone, Default)]
pub struct Started(Arc<Mutex<ProgramState>>);

#[derive(Debug, Default)]
enum ProgramState {
    /// No process.
    #[default]
    Idle,
    /// The process of this number.
    Running(u32),
    /// No more processes may be started.
    Over,
}

impl Started {
    /// Kills the program with its group, if there is one; none is started any more. Where there
    /// are no groups it is left to the thread that watches it.
    pub fn end(&self) {
        // No one starts or reaps one while this is locked: the number is its own.
        let mut state = self.lock();
        if let ProgramState::Running(number) = std::mem::replace(&mut *state, ProgramState::Over) {
            #[cfg(unix)]
            kill_descendants(number);
            kill_group(number);
        }
    }

    /// Starts a program; `None` if none may be started any more.
    fn start(&self, command: &mut Command) -> io::Result<Option<Child>> {
        let mut state = self.lock();
        if let ProgramState::Over = *state {
            return Ok(None);
        }
        let child = command.spawn()?;
        *state = ProgramState::Running(child.id());
        Ok(Some(child))
    }

    /// Records that the program is reaped: the system may reuse its number.
    fn reaped(&self) {
        let mut state = self.lock();
        if let ProgramState::Running(_) = *state {
            *state = ProgramState::Idle;
        }
    }

    fn lock(&self) -> MutexGuard<'_, ProgramState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn kill_group(number: u32) {
    #[cfg(unix)]
    if let Ok(pid) = pid(number) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = number;
}

#[cfg(unix)]
fn pid(number: u32) -> io::Result<rustix::process::Pid> {
    let pid = i32::try_from(number).ok().and_then(rustix::process::Pid::from_raw);
    pid.ok_or_else(|| io::Error::other("a process without a number"))
}

/// A program and the processes of its group; dropping this ends them.
struct Group {
    child: Child,
    started: Started,
    reaped: bool,
}

impl Group {
    /// Whether the program has ended. On Unix it is not reaped yet: until then no other
    /// process group can have its number.
    #[cfg(unix)]
    fn has_ended(&mut self) -> io::Result<bool> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid(self.child.id())?), options)?.is_some())
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Ends the processes that the program left behind, then the program itself.
    fn end(&mut self) -> io::Result<ExitStatus> {
        #[cfg(unix)]
        kill_descendants(self.child.id());
        kill_group(self.child.id());
        // A process that ended cannot be killed, which is no error.
        let _ = self.child.kill();
        self.reaped = true;
        // From here on the system may reuse its number.
        self.started.reaped();
        self.child.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.reaped {
            let _ = self.end();
        }
    }
}

/// Checks the memory of a program and its descendants now and then.
struct Memory {
    /// `None` if the system does not report it.
    system: Option<System>,
    program: u32,
    next: Instant,
}

impl Memory {
    fn of(child: &Child) -> Self {
        let (system, program) = (System::new().ok(), child.id());
        Self { system, program, next: Instant::now() + MEMORY_EVERY }
    }

    /// Stops the run if too little memory is left.
    fn look(&mut self, run: &Run) {
        let (Some(limit), Some(system)) = (run.limits.memory, &mut self.system) else { return };
        if Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + MEMORY_EVERY;
        let mut processes = vec![Pid::from_u32(self.program)];
        #[cfg(unix)]
        processes.extend(descendants(self.program).into_iter().map(Pid::from_u32));
        let kind = ProcessRefreshKind::nothing().with_memory();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&processes), true, kind);
        let memory = |pid: Pid| system.process(pid).map_or(0, sysinfo::Process::memory);
        let used: u64 = processes.into_iter().map(memory).sum();
        let own = memory::resident();
        if used.saturating_add(own) > limit {
            run.stop.stop(Reason::MemoryLimit);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn none_is_started_once_the_run_is_over() {
        let (run, started) = (Run::new(Limits::default(), 0), Started::default());
        let mut program = Command::new("true");
        assert!(matches!(super::run(&mut program, (&run, &started), 0), ProgramEnd::Exited(_)));
        // A method that has not stopped yet may call the solver again.
        started.end();
        started.end();
        let ended = super::run(&mut program, (&run, &started), 0);
        assert!(matches!(ended, ProgramEnd::Stopped(Reason::Interrupted)));
    }
}
