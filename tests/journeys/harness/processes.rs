//! Processes as the system lists them: those that a program has started, and whether it catches a signal.

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// The processes with this working folder, with their command lines.
pub fn within(folder: &Path) -> Vec<(u32, String)> {
    let folder = folder.canonicalize().expect("the folder is there");
    let listed = fs::read_dir("/proc").expect("/proc is there").flatten();
    let numbers = listed.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let within = numbers.filter_map(|number| {
        let works_in = fs::read_link(format!("/proc/{number}/cwd")).ok()?;
        let line = fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        (works_in == folder).then_some((number, line))
    });
    within.collect()
}

/// Waits until no process works in a folder, and fails the test if some remain.
pub fn none_remains(folder: &Path) {
    let started = Instant::now();
    while !within(folder).is_empty() {
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", within(folder));
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process has a handler for a signal, by its number.
pub fn catches(process: u32, signal: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
