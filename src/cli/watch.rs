//! Work watched from outside: a time limit and signals end it at once, whatever it does.

use std::{
    sync::{
        atomic::Ordering,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use super::{CliError, session::catch_signals};
use crate::limits::Reason;

/// How often signals are looked at.
const TICK: Duration = Duration::from_millis(5);

/// How long the work may take to stop by itself.
const GRACE: Duration = Duration::from_millis(50);

/// As large as the stack of a program's first thread.
const STACK: usize = 8 << 20;

/// How the work ended.
pub enum Watched<T> {
    /// It is done.
    Done(T),
    /// A limit or a signal, and which, came first; the work may still go on.
    Stopped(Reason, Option<i32>),
}

/// Does some work on a thread of its own until the time is over or a signal comes; then `tell`
/// hears of it, and the work is left alone [`GRACE`] later.
///
/// # Errors
/// [`CliError`] if no thread can be started, or the work broke off.
pub fn watched<T: Send + 'static>(
    limit: Option<Duration>,
    tell: impl FnOnce(Reason),
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Watched<T>, CliError> {
    let started = Instant::now();
    let signals = catch_signals()?;
    let (sender, result) = mpsc::sync_channel(1);
    // Nobody listens any more once the watcher has given up.
    let work = move || drop(sender.send(work()));
    thread::Builder::new().name("work".into()).stack_size(STACK).spawn(work)?;
    let (reason, signal) = loop {
        let left = limit.map(|limit| limit.saturating_sub(started.elapsed()));
        match result.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
            Ok(result) => return Ok(Watched::Done(result)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(CliError::Check("the work broke off".into()));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let signal = signals.load(Ordering::Relaxed);
        if signal != 0 {
            break (Reason::Interrupted, Some(signal as i32));
        }
        if left.is_some_and(|left| left.is_zero()) {
            break (Reason::TimeLimit, None);
        }
    };
    tell(reason);
    // What it says now is no more than that it was stopped.
    let _ = result.recv_timeout(GRACE);
    Ok(Watched::Stopped(reason, signal))
}
