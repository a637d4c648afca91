//! Work watched from outside: limits and signals end it at once, whatever it does.

use std::{
    sync::{
        atomic::AtomicUsize,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    CliError,
    arguments::default_memory_limit,
    signals::{self, catch_signals},
};
use crate::{
    limits::{Limits, Reason},
    run::Run,
};

/// How often limits and signals are looked at.
const TICK: Duration = Duration::from_millis(5);

/// How long the work may take to stop by itself.
const GRACE: Duration = Duration::from_millis(50);

/// How long a file may be read on when the time is over: what is read by then is told as
/// undecided, with a document.
pub const LAST_OF_FILE: Duration = Duration::from_millis(300);

/// The same where there is no file, which might be a pipe: a large board alone takes no longer.
pub const LAST_OF_ARGUMENTS: Duration = Duration::from_secs(5);

/// Memory that reading may take whatever the limit: what is small is told with a document.
const LEAST_MEMORY: u64 = 32 << 20;

/// As large as the stack of a program's first thread.
const STACK: usize = 8 << 20;

/// How the work ended.
pub enum Watched<T> {
    /// It is done.
    Done(T),
    /// A limit or a signal, and which, came first; the work may still go on.
    Stopped(Reason, Option<i32>),
}

impl<T> Watched<T> {
    /// What was done.
    ///
    /// # Errors
    /// What ended it before, if it was to do `what`.
    pub fn done(self, what: &str) -> Result<T, CliError> {
        match self {
            Self::Done(done) => Ok(done),
            Self::Stopped(_, Some(signal)) => Err(interrupted(what, signal)),
            Self::Stopped(reason, None) => Err(undecided(what, reason)),
        }
    }
}

fn interrupted(what: &str, signal: i32) -> CliError {
    CliError::Interrupted { signal, what: format!("{what}: interrupted") }
}

fn undecided(what: &str, reason: Reason) -> CliError {
    CliError::Undecided(format!("{what}: {}", reason.describe()))
}

/// Does some work on a thread of its own until the time is over, a signal comes or it takes more
/// than the default of memory; then `tell` hears of it, and the work is left alone [`GRACE`]
/// later.
///
/// # Errors
/// [`CliError`] if no thread can be started, or the work broke off.
pub fn watched<T: Send + 'static>(
    limit: Option<Duration>,
    tell: impl FnOnce(Reason),
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Watched<T>, CliError> {
    let limits = Limits { time: limit, memory: Some(default_memory_limit()), nodes: None };
    watched_run(&Run::new(limits, 0), tell, work)
}

/// As [`watched`], until a limit of a run or a signal comes, which stops the run.
///
/// # Errors
/// [`CliError`] if no thread can be started, or the work broke off.
pub fn watched_run<T: Send + 'static>(
    run: &Run,
    tell: impl FnOnce(Reason),
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Watched<T>, CliError> {
    let signals = catch_signals()?;
    let work = Work::begin(work)?;
    let mut next_look = Instant::now() + TICK;
    loop {
        let left = run.limits.time.map(|limit| limit.saturating_sub(run.elapsed()));
        if let Some(result) = work.wait(left.map_or(TICK, |left| left.min(TICK)))? {
            return Ok(Watched::Done(result));
        }
        let look = Instant::now() >= next_look;
        if look {
            next_look = Instant::now() + TICK;
        }
        look_at_limits(run, &signals, look);
        if let Some(reason) = run.stop.reason() {
            tell(reason);
            // What it says now is no more than that it was stopped.
            let _ = work.wait(GRACE);
            return Ok(Watched::Stopped(reason, signals::number(&signals)));
        }
    }
}

/// Reads what a run is about, on a thread of its own: a signal, the time and the memory limit of
/// the run end that too, though it may wait for a pipe for ever. When the time is over it may take
/// `last` more.
///
/// # Errors
/// What `read` says, or how it was ended: [`CliError::Undecided`], [`CliError::Interrupted`].
pub fn reading<T: Send + 'static>(
    run: &Run,
    (what, last): (&str, Duration),
    read: impl FnOnce(&Run) -> Result<T, CliError> + Send + 'static,
) -> Result<T, CliError> {
    let signals = catch_signals()?;
    let of_thread = run.clone();
    let work = Work::begin(move || read(&of_thread))?;
    let memory = run.limits.memory.map(|limit| limit.max(used().saturating_add(LEAST_MEMORY)));
    loop {
        if let Some(result) = work.wait(TICK)? {
            return result;
        }
        if let Some(signal) = signals::number(&signals) {
            return work.wait(GRACE)?.unwrap_or_else(|| Err(interrupted(what, signal)));
        }
        if memory.is_some_and(|limit| used() > limit) {
            return Err(undecided(what, Reason::MemoryLimit));
        }
        if run.limits.time.is_some_and(|limit| run.elapsed() >= limit + last) {
            return Err(undecided(what, Reason::TimeLimit));
        }
    }
}

/// Stops a run at a signal or a limit. To ask the system for the memory takes longer than many
/// an answer, so it is not done at every look.
pub fn look_at_limits(run: &Run, signals: &AtomicUsize, memory: bool) {
    if signals::number(signals).is_some() {
        run.stop.stop(Reason::Interrupted);
    }
    if memory && run.limits.memory.is_some_and(|limit| used() > limit) {
        run.stop.stop(Reason::MemoryLimit);
    }
    // Polling sets the stop flag once the time is over.
    let _ = run.poll();
}

/// Resident memory of this process.
fn used() -> u64 {
    memory_stats::memory_stats().map_or(0, |memory| memory.physical_mem as u64)
}

/// Work on a thread of its own.
struct Work<T>(mpsc::Receiver<T>);

impl<T: Send + 'static> Work<T> {
    fn begin(work: impl FnOnce() -> T + Send + 'static) -> Result<Self, CliError> {
        let (sender, result) = mpsc::sync_channel(1);
        // Nobody listens any more once the watcher has given up.
        let work = move || drop(sender.send(work()));
        thread::Builder::new().name("work".into()).stack_size(STACK).spawn(work)?;
        Ok(Self(result))
    }

    /// What came of it, if that is known within this time.
    fn wait(&self, time: Duration) -> Result<Option<T>, CliError> {
        match self.0.recv_timeout(time) {
            Ok(result) => Ok(Some(result)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(CliError::Check("the work broke off".into()))
            }
        }
    }
}
