//! The process interface of a command: arguments, standard input, output and error, and signals; or
//! the substitutes given by a host program, such as a Python interpreter.

use std::{
    cell::RefCell,
    ffi::OsString,
    io::{self, Cursor, Write},
    process::Command,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

thread_local! {
    /// The invocation of this thread, if it works for a host program.
    static GIVEN: RefCell<Option<Invocation>> = const { RefCell::new(None) };
}

/// How satranj is started, if this process is another program.
static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();

/// A command that runs inside another program: it reads and writes memory, and is interrupted by
/// [`Invocation::interrupt`] instead of signals. Clones share their state.
#[derive(Debug, Clone, Default)]
pub struct Invocation {
    words: Arc<[OsString]>,
    input: Arc<[u8]>,
    output: MemoryStream,
    errors: MemoryStream,
    signal: Arc<AtomicUsize>,
    memory: Arc<AtomicU64>,
    progress: Arc<[AtomicU64; 3]>,
}

/// The captured output.
#[derive(Debug, Clone, Default)]
pub struct MemoryStream(Arc<MemoryPipe>);

#[derive(Debug, Default)]
struct MemoryPipe {
    unread: Mutex<PipedBytes>,
    changed: Condvar,
}

/// What was written and not read so far.
#[derive(Debug, Default)]
struct PipedBytes {
    bytes: Vec<u8>,
    /// Whether a write waits while [`PIPE`] bytes are unread.
    is_bounded: bool,
    /// Whether the reader closed the pipe.
    is_closed: bool,
}

/// The bytes that may wait in a bounded stream, apart from the last write.
const PIPE: usize = 1 << 16;

impl Write for MemoryStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_full = |unread: &mut PipedBytes| {
            unread.is_bounded && !unread.is_closed && unread.bytes.len() >= PIPE
        };
        let waiting = self.0.changed.wait_while(self.unread(), is_full);
        let mut unread = waiting.unwrap_or_else(PoisonError::into_inner);
        if unread.is_closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        unread.bytes.extend_from_slice(bytes);
        self.0.changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MemoryStream {
    fn unread(&self) -> MutexGuard<'_, PipedBytes> {
        self.0.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Vec<u8> {
        let mut unread = self.unread();
        if unread.is_bounded {
            self.0.changed.notify_all();
        }
        std::mem::take(&mut unread.bytes)
    }

    /// The next bytes, which may take this long to come.
    #[must_use]
    pub fn take_within(&self, time: Duration) -> Vec<u8> {
        let is_empty = |unread: &mut PipedBytes| unread.bytes.is_empty();
        drop(self.0.changed.wait_timeout_while(self.unread(), time, is_empty));
        self.take()
    }

    /// Closes the reader's end: every later write fails as on a closed pipe.
    pub fn close(&self) {
        let mut unread = self.unread();
        unread.is_closed = true;
        if unread.is_bounded {
            self.0.changed.notify_all();
        }
    }
}

/// Restores the thread's previous invocation.
struct Before(Option<Invocation>);

impl Drop for Before {
    fn drop(&mut self) {
        GIVEN.set(self.0.take());
    }
}

impl Invocation {
    /// A command of these words, the program's name first, with this standard input.
    #[must_use]
    pub fn new(words: impl IntoIterator<Item = OsString>, input: Vec<u8>) -> Self {
        Self { words: words.into_iter().collect(), input: input.into(), ..Self::default() }
    }

    /// The same, but a write to standard output waits for the reader, as in a pipe.
    #[must_use]
    pub fn piped(self) -> Self {
        self.output.unread().is_bounded = true;
        self
    }

    /// Runs `work` on this thread within the invocation.
    pub fn within<T>(&self, work: impl FnOnce() -> T) -> T {
        let _before = Before(GIVEN.replace(Some(self.clone())));
        work()
    }

    /// The invocation of this thread, if a host program gave one.
    #[must_use]
    pub fn of_thread() -> Option<Self> {
        GIVEN.with_borrow(Clone::clone)
    }

    /// The words, the program's name first.
    #[must_use]
    pub fn words(&self) -> &[OsString] {
        &self.words
    }

    /// Standard input, from its beginning.
    #[must_use]
    pub fn input(&self) -> Cursor<Arc<[u8]>> {
        Cursor::new(Arc::clone(&self.input))
    }

    /// Standard output.
    #[must_use]
    pub fn output(&self) -> MemoryStream {
        self.output.clone()
    }

    /// Standard error.
    #[must_use]
    pub fn errors(&self) -> MemoryStream {
        self.errors.clone()
    }

    /// The number of the signal that ends the command, or 0.
    #[must_use]
    pub fn signal(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.signal)
    }

    /// The memory limit of the command in bytes, or 0.
    #[must_use]
    pub fn memory(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.memory)
    }

    /// Ends the command as if by this signal.
    pub fn interrupt(&self, signal: usize) {
        self.signal.store(signal, Ordering::Relaxed);
    }

    /// Reports the progress of the run: nodes, finished parts and all parts.
    pub fn report(&self, progress: [u64; 3]) {
        for (kept, now) in self.progress.iter().zip(progress) {
            kept.store(now, Ordering::Relaxed);
        }
    }

    /// The progress as last reported.
    #[must_use]
    pub fn progress(&self) -> [u64; 3] {
        std::array::from_fn(|part| self.progress[part].load(Ordering::Relaxed))
    }

    /// The contents of standard output and of standard error so far.
    #[must_use]
    pub fn written(&self) -> (Vec<u8>, Vec<u8>) {
        (self.output.take(), self.errors.take())
    }
}

/// Sets how this program is started if the process is another one: these words, followed by
/// arguments. The first call wins.
pub fn starts_by(words: Vec<OsString>) {
    let _ = PROGRAM.set(words);
}

/// A command that starts this program again.
///
/// # Errors
/// If the system does not say where it is.
pub fn program() -> io::Result<Command> {
    match PROGRAM.get().map(Vec::as_slice) {
        Some([first, others @ ..]) => {
            let mut command = Command::new(first);
            command.args(others);
            Ok(command)
        }
        _ => Ok(Command::new(std::env::current_exe()?)),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_thread_has_what_it_is_given_and_no_longer_than_it_works() {
        let invocation = Invocation::new(["satranj".into()], b"input".to_vec());
        assert!(Invocation::of_thread().is_none());
        invocation.within(|| {
            let mut given = Invocation::of_thread().unwrap();
            Invocation::default().within(|| {
                assert!(Invocation::of_thread().unwrap().words().is_empty());
            });
            let mut text = String::new();
            given.input().read_to_string(&mut text).unwrap();
            assert_eq!(text, "input");
            given.output().write_all(b"document").unwrap();
            given.errors().write_all(b"said").unwrap();
            given = Invocation::of_thread().unwrap();
            assert_eq!(given.words(), ["satranj"]);
        });
        assert!(Invocation::of_thread().is_none());
        assert_eq!(invocation.written(), (b"document".to_vec(), b"said".to_vec()));
        assert_eq!(invocation.written(), (Vec::new(), Vec::new()));
    }

    #[test]
    fn a_write_to_a_pipe_waits_for_its_reader_and_fails_when_it_is_closed() {
        let invocation = Invocation::new(["satranj".into()], Vec::new()).piped();
        let (output, mut written) = (invocation.output(), invocation.output());
        let writer = std::thread::spawn(move || {
            (0..u64::MAX)
                .find_map(|turn| written.write_all(&[7; 1000]).err().map(|why| (turn, why)))
        });
        let mut read = 0;
        while read < 5 * PIPE {
            let bytes = output.take_within(Duration::from_secs(60));
            assert!(!bytes.is_empty() && bytes.len() < PIPE + 1000);
            read += bytes.len();
        }
        output.close();
        let (turns, why) = writer.join().unwrap().unwrap();
        assert_eq!(why.kind(), io::ErrorKind::BrokenPipe);
        assert!(turns as usize * 1000 <= read + PIPE + 1000);
    }

    #[test]
    fn progress_is_what_was_reported_last() {
        let invocation = Invocation::default();
        assert_eq!(invocation.progress(), [0; 3]);
        invocation.clone().report([5, 1, 4]);
        assert_eq!(invocation.progress(), [5, 1, 4]);
    }
}
