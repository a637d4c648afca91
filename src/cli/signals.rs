//! Signals: remembers the first one that ends a run, so that the run still prints its document.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
#[cfg(unix)]
use std::{
    thread,
    time::{Duration, Instant},
};

use super::CliError;
use crate::invocation::Invocation;
#[cfg(unix)]
use crate::temporary;

/// A further signal within this time counts as the first one, because `timeout` and a terminal send
/// a signal both to a process and to its group.
#[cfg(unix)]
const ECHO: Duration = Duration::from_millis(300);

/// The number of the first signal, after signals are caught.
static CAUGHT: Mutex<Option<Arc<AtomicUsize>>> = Mutex::new(None);

/// Whether the program has stopped looking at it.
static RELEASED: AtomicBool = AtomicBool::new(false);

/// Remembers the first signal that ends a run: its number, or 0 before one comes.
///
/// These signals are Ctrl-C and SIGTERM, which end the program at once the second time, and SIGHUP,
/// SIGXCPU and SIGUSR1 (batch systems announce the end of a job by them), unless the caller ignores
/// them, as `nohup` does. Signals belong to the process: every call gives the same number.
///
/// In a command run by another program nothing is caught: that program reports signals.
///
/// # Errors
/// [`CliError`] if they cannot be caught.
pub fn catch_signals() -> Result<Arc<AtomicUsize>, CliError> {
    if let Some(given) = Invocation::of_thread() {
        return Ok(given.signal());
    }
    let mut known = CAUGHT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(caught) = &*known {
        return Ok(Arc::clone(caught));
    }
    let caught = Arc::new(AtomicUsize::new(0));
    listen(&caught)?;
    *known = Some(Arc::clone(&caught));
    Ok(caught)
}

/// Lets a write beyond `ulimit -f` fail as on a full disk, in place of SIGXFSZ that ends the program.
#[cfg(unix)]
pub fn survive_large_files() {
    // A handler, which the programs that this one starts do not inherit. Without it the signal does what it did.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub fn survive_large_files() {}

/// Stops looking for signals: the next one ends the program at once, as does a caught one that was
/// not handled.
pub fn release() {
    if Invocation::of_thread().is_some() {
        return;
    }
    RELEASED.store(true, Ordering::Relaxed);
    let known = CAUGHT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(signal) = known.as_ref().and_then(|caught| number(caught)) {
        std::process::exit(128 + signal);
    }
}

/// The caught signal, if any.
pub fn number(caught: &AtomicUsize) -> Option<i32> {
    match caught.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(signal as i32),
    }
}

/// Ends a command whose work a signal ended.
///
/// # Errors
/// [`CliError::Signal`] if one was caught.
pub fn end(caught: &AtomicUsize) -> Result<(), CliError> {
    number(caught).map_or(Ok(()), |signal| Err(CliError::Signal(signal)))
}

/// Listens on a thread of its own.
#[cfg(unix)]
fn listen(caught: &Arc<AtomicUsize>) -> Result<(), CliError> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXCPU},
        iterator::Signals,
        low_level,
    };
    let ignored = ignored();
    let announced = [SIGHUP, SIGXCPU, SIGUSR1].into_iter();
    let announced = announced.filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let caught_ones: Vec<i32> = [SIGINT, SIGTERM].into_iter().chain(announced).collect();
    // A signal between the installation of the system's handler and its complete setup would be
    // lost.
    let mut signals = held_back(&caught_ones, || Signals::new(&caught_ones))??;
    let caught = Arc::clone(caught);
    thread::Builder::new().name("signals".into()).spawn(move || {
        let mut first: Option<Instant> = None;
        for signal in signals.forever() {
            if RELEASED.load(Ordering::Relaxed) {
                temporary::remove_all();
                low_level::exit(128 + signal);
            }
            match first {
                None => {
                    first = Some(Instant::now());
                    caught.store(signal as usize, Ordering::Relaxed);
                }
                // Other signals repeat by themselves: SIGXCPU every second.
                Some(first) if [SIGINT, SIGTERM].contains(&signal) && first.elapsed() > ECHO => {
                    temporary::remove_all();
                    low_level::exit(128 + signal);
                }
                Some(_) => {}
            }
        }
    })?;
    Ok(())
}

/// Does something with signals blocked; they are delivered after it.
#[cfg(unix)]
fn held_back<T>(signals: &[i32], begin: impl FnOnce() -> T) -> std::io::Result<T> {
    use nix::sys::signal::{SigSet, SigmaskHow, Signal};
    let mut held = SigSet::empty();
    for &signal in signals {
        held.add(Signal::try_from(signal)?);
    }
    let before = held.thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let begun = begin();
    before.thread_set_mask()?;
    Ok(begun)
}

/// The signals that this process ignores because of its caller, the first one in the lowest bit.
#[cfg(unix)]
fn ignored() -> u64 {
    // Only Linux shows this in a file; elsewhere it would take a system call.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn listen(caught: &Arc<AtomicUsize>) -> Result<(), CliError> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let again = Arc::new(std::sync::atomic::AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again))?;
        signal_hook::flag::register(signal, Arc::clone(&again))?;
        signal_hook::flag::register_usize(signal, Arc::clone(caught), signal as usize)?;
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use signal_hook::{consts::SIGUSR2, flag, low_level};

    use super::*;

    #[test]
    fn a_signal_that_comes_while_listening_begins_is_not_lost() {
        let heard = Arc::new(AtomicBool::new(false));
        held_back(&[SIGUSR2], || {
            low_level::raise(SIGUSR2).unwrap();
            flag::register(SIGUSR2, Arc::clone(&heard)).unwrap();
        })
        .unwrap();
        assert!(heard.load(Ordering::Relaxed));
    }
}
