//! Signs of life: what a test waits for before it acts on a program, instead of a fixed time.

use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

use super::{PATIENCE, Running};

/// How often a sign is checked.
const TICK: Duration = Duration::from_millis(5);

/// The processor time after which a method is well within its work; the system counts in
/// hundredths of seconds.
const AT_WORK: u64 = 30;

/// Waits until a condition holds, and fails the test if it never does.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "never: {what}");
        thread::sleep(TICK);
    }
}

/// Waits until a program has written a line into a file, and fails the test if it never does.
pub fn until_written(file: &std::path::Path) {
    until("a line in the file", || has_line(file));
}

/// Whether a file ends with a whole line.
pub fn has_line(file: &std::path::Path) -> bool {
    std::fs::read(file).is_ok_and(|text| text.ends_with(b"\n"))
}

fn system() -> System {
    System::new().expect("the system lists its processes")
}

/// The processor time in milliseconds of a thread with this name; `None` without this thread.
#[cfg(target_os = "linux")]
fn worked(process: u32, thread: &str) -> Option<u64> {
    // The part of a name that the system keeps.
    let name: String = thread.chars().take(15).collect();
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let of_task = |task: std::fs::DirEntry| {
        // `NUMBER (NAME) STATE`, ten numbers, then hundredths of seconds as user and as system.
        let report = std::fs::read_to_string(task.path().join("stat")).ok()?;
        let (before, after) = report.rsplit_once(") ")?;
        let is_it = before.split_once(" (").is_some_and(|(_, known)| known == name);
        let times = after.split(' ').skip(11).take(2).map(str::parse::<u64>);
        is_it.then_some(10 * times.sum::<Result<u64, _>>().ok()?)
    };
    tasks.flatten().filter_map(of_task).max()
}

/// Elsewhere threads are not distinguished: the time of the whole process.
#[cfg(not(target_os = "linux"))]
fn worked(process: u32, _thread: &str) -> Option<u64> {
    let (mut system, pid) = (system(), Pid::from_u32(process));
    let kind = ProcessRefreshKind::nothing().with_cpu();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, kind);
    system.process(pid).map(Process::accumulated_cpu_time)
}

/// The bytes of a pipe as they come, read by a separate thread.
pub struct Heard {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: thread::JoinHandle<()>,
}

impl Heard {
    /// Reads all bytes of a pipe.
    pub fn of(mut pipe: impl std::io::Read + Send + 'static) -> Self {
        let bytes: Arc<Mutex<Vec<u8>>> = Arc::default();
        let kept = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 1 << 13];
            loop {
                let read = pipe.read(&mut buffer).expect("a pipe can be read");
                if read == 0 {
                    break;
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..read]);
            }
        });
        Self { bytes, reader }
    }

    /// Whether these words have come.
    fn has(&self, words: &str) -> bool {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.windows(words.len()).any(|some| some == words.as_bytes())
    }

    /// All bytes, once the pipe is closed.
    pub fn all(self) -> Vec<u8> {
        self.reader.join().expect("it is read");
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *bytes)
    }
}

impl Running {
    /// Waits until it has printed these words.
    pub fn until_it_prints(&mut self, words: &str) {
        let pipe = self.child.stdout.take();
        let heard = self.heard.take().or_else(|| pipe.map(Heard::of)).expect("it is piped");
        until(&format!("{} prints {words}", self.line), || {
            self.check_alive();
            heard.has(words)
        });
        self.heard = Some(heard);
    }

    /// Waits until its thread of that name has worked for a while; a method works on a thread named
    /// after it. By then the program reacts to signals.
    pub fn until_at_work(&mut self, thread: &str) {
        self.until_thread(thread, AT_WORK);
    }

    /// Waits until it has a thread of that name, which may wait for something itself.
    pub fn until_begun(&mut self, thread: &str) {
        self.until_thread(thread, 0);
    }

    fn until_thread(&mut self, thread: &str, milliseconds: u64) {
        let process = self.child.id();
        until(&format!("{}: {thread} works", self.line), || {
            self.check_alive();
            worked(process, thread).is_some_and(|worked| worked >= milliseconds)
        });
    }

    /// Waits until a process started by it, directly or not, has these words in its command line.
    pub fn until_there_is(&mut self, words: &str) {
        let (mut system, own) = (system(), Pid::from_u32(self.child.id()));
        let kind = ProcessRefreshKind::nothing().with_cmd(UpdateKind::Always);
        until(&format!("{} starts {words}", self.line), || {
            self.check_alive();
            system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
            let is_named = |process: &Process| {
                let words_of = process.cmd().iter().map(|word| word.to_string_lossy());
                words_of.collect::<Vec<_>>().join(" ").contains(words)
            };
            let descends = |process: &Process| {
                let mut parent = process.parent();
                while let Some(known) = parent.filter(|&parent| parent != own) {
                    parent = system.process(known).and_then(Process::parent);
                }
                parent.is_some()
            };
            system.processes().values().any(|process| is_named(process) && descends(process))
        });
    }

    /// Fails the test if it has ended before it gave its sign.
    pub fn check_alive(&mut self) {
        let ended = self.child.try_wait().expect("it can be waited for");
        assert!(ended.is_none(), "{}: it ended with {ended:?}", self.line);
    }
}
