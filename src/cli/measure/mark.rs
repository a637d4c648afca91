//! The mark of a measured run, which its processes have in their environment: by it they know
//! whose end is theirs, and what a killed one leaves behind is found.

use std::{
    ffi::OsString,
    process::{Command, id},
    sync::atomic::{AtomicU64, Ordering},
};

use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

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
