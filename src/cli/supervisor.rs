//! The process between Satranj and a solver: when Satranj has ended, it ends the solver and
//! everything that the solver started.
//!
//! The solver is a child of this process, which is a subreaper: every descendant stays a descendant
//! of it, in any group or session.

use std::{
    ffi::OsString,
    io,
    os::unix::process::ExitStatusExt,
    process::{Command, ExitStatus, id},
};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, getppid, kill_process, set_child_subreaper,
    set_parent_process_death_signal, wait,
};
use signal_hook::{
    consts::{SIGCHLD, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};

use super::stderr::say;
use crate::solvers::{descendants::kill_descendants, process};

/// The exit code of a shell that cannot start a program.
const NOT_STARTED: i32 = 127;

/// Arranges that programs are supervised, unless this process is a supervisor itself; then
/// supervises and returns the exit code.
pub fn begin(words: impl Iterator<Item = OsString>) -> Option<i32> {
    let mut words = words.skip(1);
    if words.next().as_deref() != Some(process::SUPERVISE.as_ref()) {
        process::supervise_programs();
        return None;
    }
    let parent = words.next()?.to_str()?.parse().ok().and_then(Pid::from_raw)?;
    let program = words.next()?;
    Some(supervise(parent, Command::new(&program).args(words)).unwrap_or_else(|error| {
        say(format_args!("{}: {error}", program.display()));
        NOT_STARTED
    }))
}

fn supervise(parent: Pid, program: &mut Command) -> io::Result<i32> {
    let mut signals = Signals::new([SIGCHLD, SIGTERM])?;
    set_child_subreaper(Some(getpid()))?;
    set_parent_process_death_signal(Some(Signal::TERM))?;
    if getppid() != Some(parent) {
        // The parent has already ended.
        return Ok(128 + SIGTERM);
    }
    let child = program.spawn()?.id();
    for signal in signals.forever() {
        if signal == SIGTERM {
            break;
        }
        if let Some(status) = reaped(child) {
            kill_descendants(id());
            return Ok(as_ended(status));
        }
    }
    kill_descendants(id());
    Ok(128 + SIGTERM)
}

/// Waits for all ended children; returns the program's status if it is one of them.
fn reaped(child: u32) -> Option<ExitStatus> {
    while let Ok(Some((process, status))) = wait(WaitOptions::NOHANG) {
        if process.as_raw_nonzero().get() as u32 == child {
            return Some(ExitStatus::from_raw(status.as_raw()));
        }
    }
    None
}

/// The program's exit code; if a signal ended it, the same signal ends this process.
fn as_ended(status: ExitStatus) -> i32 {
    let Some(number) = status.signal() else { return status.code().unwrap_or(NOT_STARTED) };
    if let Some(signal) = Signal::from_named_raw(number) {
        // A handler of the runtime may only deregister itself the first time.
        let _ = kill_process(getpid(), signal).and_then(|()| kill_process(getpid(), signal));
    }
    let _ = emulate_default_handler(number);
    128 + number
}
