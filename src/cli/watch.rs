//! Work that is watched from outside: limits and signals end it at once, even if it does not check
//! them.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::AtomicUsize,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    CliError,
    arguments::default_memory_limit,
    kept_threads,
    signals::{self, catch_signals},
};
use crate::{
    invocation::Invocation,
    limits::{Limits, Reason, StopFlag},
    memory,
    processor_time::ProcessorClock,
    run::Run,
};

/// Interval between checks of limits and signals.
const TICK: Duration = Duration::from_millis(5);

/// The interval while stopped work ends.
const LAST_TICK: Duration = Duration::from_millis(1);

/// Memory beyond which stopped work is abandoned at once: half of the tolerance of a limit, which
/// is a tenth of it or 20 MB.
fn beyond(limit: u64) -> u64 {
    limit.saturating_add((limit / 20).max(10_000_000))
}

/// Time for the work to stop by itself.
pub const GRACE: Duration = Duration::from_millis(50);

/// Additional time to read a file: a puzzle that is read within this time gets a document with the
/// answer "undecided".
pub const LAST_OF_FILE: Duration = Duration::from_millis(300);

/// The processor time of the program within [`LAST_OF_FILE`], in seconds; the rest is for a busy machine.
const LAST_WORK_OF_FILE: f64 = 0.05;

/// Additional time to read arguments without a file, which might be a pipe: a large board alone
/// takes no longer.
pub const LAST_OF_ARGUMENTS: Duration = Duration::from_secs(5);

/// Memory that reading may always use, so that small input gets a document.
const LEAST_MEMORY: u64 = 32 << 20;

/// Watches a run from outside: a signal, the time or the memory stops it.
pub struct RunWatch {
    run: Run,
    signals: Arc<AtomicUsize>,
    /// When to check the memory next: asking the system takes longer than many answers.
    next_memory: Instant,
    /// When work that does not stop by itself is abandoned.
    ends: Option<Instant>,
}

impl RunWatch {
    /// Watches a run; signals as from [`catch_signals`].
    pub fn new(run: &Run, signals: &Arc<AtomicUsize>) -> Self {
        let (run, signals) = (run.clone(), Arc::clone(signals));
        Self { run, signals, next_memory: Instant::now() + TICK, ends: None }
    }

    /// Time to wait before the next check.
    pub fn pause(&self) -> Duration {
        if self.ends.is_some() {
            return LAST_TICK;
        }
        let limit = self.run.limits.time;
        let left = limit.map_or(TICK, |limit| limit.saturating_sub(self.run.elapsed()));
        left.clamp(Duration::from_micros(100), TICK)
    }

    /// Checks the limits and stops the run if necessary; returns why it is stopped.
    pub fn look(&mut self) -> Option<Reason> {
        if self.signal().is_some() {
            self.run.stop.stop(Reason::Interrupted);
        }
        let now = Instant::now();
        if now >= self.next_memory {
            self.next_memory = now + self.ends.map_or(TICK, |_| LAST_TICK);
            if memory::is_exhausted(self.run.limits.memory) {
                self.run.stop.stop(Reason::MemoryLimit);
                if self.run.limits.memory.is_some_and(|limit| memory::resident() > beyond(limit)) {
                    self.ends = Some(now);
                }
            }
        }
        let reason = self.run.poll().err();
        if reason.is_some() {
            self.ends.get_or_insert(now + GRACE);
        }
        reason
    }

    /// Whether stopped work is abandoned: it has had [`GRACE`], or grows far beyond its limit.
    pub fn is_over(&self) -> bool {
        self.ends.is_some_and(|end| Instant::now() >= end)
    }

    /// The caught signal.
    pub fn signal(&self) -> Option<i32> {
        signals::number(&self.signals)
    }

    /// Lets signals and limits stop a run that this thread works on.
    ///
    /// # Errors
    /// [`CliError`] if no thread can be started.
    pub fn begin(mut self) -> Result<(), CliError> {
        thread::Builder::new().name("limits".into()).spawn(move || {
            while self.look().is_none() {
                thread::sleep(self.pause());
            }
        })?;
        Ok(())
    }

    /// The result of some work, or why it was stopped.
    fn over<T: Send + 'static>(&mut self, work: &Work<T>) -> Result<Result<T, Reason>, CliError> {
        loop {
            if let Some(result) = work.wait(self.pause())? {
                return Ok(Ok(result));
            }
            if let Some(reason) = self.look() {
                return Ok(Err(reason));
            }
        }
    }
}

/// How the work ended.
pub enum Watched<T> {
    /// The result.
    Done(T),
    /// A limit or a signal came first; the work may still go on.
    Stopped(Reason, Option<i32>),
}

impl<T> Watched<T> {
    /// The result of the work.
    ///
    /// # Errors
    /// The error for stopped work; `what` describes it.
    pub fn done(self, what: &str) -> Result<T, CliError> {
        match self {
            Self::Done(done) => Ok(done),
            Self::Stopped(reason, signal) => Err(CliError::stopped(what, reason, signal)),
        }
    }
}

/// Does some work on its own thread until the time is over, a signal comes or it uses more than the
/// default memory limit; it is abandoned [`GRACE`] later.
///
/// # Errors
/// [`CliError`] if no thread can be started, or the work ended without a result.
pub fn watched<T: Send + 'static>(
    limit: Option<Duration>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Watched<T>, CliError> {
    let limits = Limits { time: limit, memory: Some(default_memory_limit()), ..Limits::default() };
    watched_run(&Run::new(limits, 0), |_| work())
}

/// As [`watched`], until a limit of a run or a signal, which also stops the run.
///
/// # Errors
/// [`CliError`] if no thread can be started, or the work ended without a result.
pub fn watched_run<T: Send + 'static>(
    run: &Run,
    work: impl FnOnce(&Run) -> T + Send + 'static,
) -> Result<Watched<T>, CliError> {
    let of_thread = run.clone();
    let mut watch = RunWatch::new(run, &catch_signals()?);
    let work = Work::begin(move || work(&of_thread))?;
    Ok(match watch.over(&work)? {
        Ok(result) => Watched::Done(result),
        Err(reason) => {
            while !watch.is_over() && work.wait(watch.pause())?.is_none() {
                watch.look();
            }
            Watched::Stopped(reason, watch.signal())
        }
    })
}

/// Reads the input of a run on its own thread: a signal, the time limit and the memory limit also
/// end the reading, even if it waits for a pipe. It may take `last` longer than the time limit.
///
/// # Errors
/// The error of `read`, or how it was stopped: [`CliError::Undecided`], [`CliError::Interrupted`].
pub fn reading<T: Send + 'static>(
    run: &Run,
    (what, last): (&str, Duration),
    read: impl FnOnce(&Run) -> Result<T, CliError> + Send + 'static,
) -> Result<T, CliError> {
    let signals = catch_signals()?;
    let of_thread = run.clone();
    let work = Work::begin(move || read(&of_thread))?;
    // Asking for the memory takes longer than reading most puzzles.
    if let Some(result) = work.wait(TICK)? {
        return result;
    }
    // The run itself is not stopped: it reports in a document that no time is left.
    let mut outer = run.clone();
    outer.stop = StopFlag::default();
    outer.limits.time = run.limits.time.map(|limit| limit.saturating_add(last));
    outer.limits.memory =
        run.limits.memory.map(|limit| limit.max(memory::resident().saturating_add(LEAST_MEMORY)));
    let mut watch = RunWatch::new(&outer, &signals);
    let mut late = None;
    let reason = loop {
        if let Some(result) = work.wait(watch.pause())? {
            return result;
        }
        if let Some(reason) = watch.look() {
            break reason;
        }
        let is_late = run.limits.time.is_some_and(|limit| run.elapsed() >= limit);
        // A host program uses processor time for its own work too.
        if is_late && last == LAST_OF_FILE && Invocation::of_thread().is_none() {
            let clock = *late.get_or_insert_with(ProcessorClock::start);
            if clock.seconds() > LAST_WORK_OF_FILE {
                break Reason::TimeLimit;
            }
        }
    };
    let signal = watch.signal();
    let read = signal.map_or(Ok(None), |_| work.wait(GRACE))?;
    read.unwrap_or_else(|| Err(CliError::stopped(what, reason, signal)))
}

/// Work on its own thread. The thread and the channel do not depend on the result's type, so that
/// they are compiled only once.
struct Work<T> {
    ended: mpsc::Receiver<()>,
    result: Arc<Mutex<Option<T>>>,
}

impl<T: Send + 'static> Work<T> {
    fn begin(work: impl FnOnce() -> T + Send + 'static) -> Result<Self, CliError> {
        let result = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&result);
        let work = move || {
            let done = work();
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        };
        let ended = on_a_thread(kept_threads::for_work(), Box::new(work))?;
        Ok(Self { ended, result })
    }

    /// The result, if the work ends within this time.
    fn wait(&self, time: Duration) -> Result<Option<T>, CliError> {
        if self.ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            return Ok(None);
        }
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.map_or_else(
            || Err(CliError::Check("the work ended without an answer".into())),
            |result| Ok(Some(result)),
        )
    }
}

/// Begins work on this thread, within a host program on a kept one; a message reports its end.
///
/// # Errors
/// [`CliError`] if no thread can be started.
pub fn on_a_thread(
    thread: thread::Builder,
    work: Box<dyn FnOnce() + Send>,
) -> Result<mpsc::Receiver<()>, CliError> {
    let (sender, ended) = mpsc::sync_channel(1);
    // There is no receiver once the watcher has given up.
    let work = move || {
        work();
        let _ = sender.send(());
    };
    match Invocation::of_thread() {
        // The thread needs the invocation of this thread as well.
        Some(given) => kept_threads::begin(Box::new(move || given.within(work)))?,
        None => {
            thread.spawn(work)?;
        }
    }
    Ok(ended)
}
