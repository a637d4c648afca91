//! The descendants of a process: their memory, and how to kill them.

use std::{fs, thread, time::Duration};

use rustix::process::{Pid, Signal, kill_process};

/// How often the tree is read again: a killed process may just have started another one.
const ROUNDS: usize = 100;

/// The pause between two rounds, in which the parent of a killed process waits for it.
const PAUSE: Duration = Duration::from_millis(1);

/// The descendants of a process, without itself. Needs Linux; empty elsewhere.
#[must_use]
pub fn descendants(ancestor: u32) -> Vec<u32> {
    let mut found = children(ancestor);
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        next += 1;
        found.extend(children(process));
    }
    found
}

/// Kills the descendants of a process, even those that left its group or session, if one of their
/// ancestors is a subreaper.
pub fn kill_descendants(ancestor: u32) {
    for _ in 0..ROUNDS {
        let running = descendants(ancestor).into_iter().filter(|&process| is_running(process));
        let running: Vec<Pid> =
            running.filter_map(|process| Pid::from_raw(process as i32)).collect();
        if running.is_empty() {
            return;
        }
        for process in running {
            // A process that ended meanwhile cannot be killed, which is no error.
            let _ = kill_process(process, Signal::KILL);
        }
        thread::sleep(PAUSE);
    }
}

/// The processes that the threads of a process have started.
fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let listed =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers = |list: String| list.split_whitespace().flat_map(str::parse).collect::<Vec<u32>>();
    listed.flat_map(numbers).collect()
}

/// Whether a process has not ended; an ended process is listed until its parent waits for it.
fn is_running(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    state.is_some_and(|state| !['Z', 'X'].contains(&state))
}
