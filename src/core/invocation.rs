//! The process interface of a command: arguments, standard input, output and error, and signals; or
//! the substitutes given by a host program, such as a Python interpreter.

use std::{
    cell::RefCell,
    ffi::OsString,
    io::{self, Cursor, Write},
    process::Command,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
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
    told: MemoryStream,
    signal: Arc<AtomicUsize>,
    memory: Arc<AtomicU64>,
}

/// The captured output.
#[derive(Debug, Clone, Default)]
pub struct MemoryStream(Arc<Mutex<Vec<u8>>>);

impl Write for MemoryStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MemoryStream {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
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
    pub fn told(&self) -> MemoryStream {
        self.told.clone()
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

    /// The contents of standard output and of standard error so far.
    #[must_use]
    pub fn written(&self) -> (Vec<u8>, Vec<u8>) {
        (self.output.take(), self.told.take())
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
            given.told().write_all(b"said").unwrap();
            given = Invocation::of_thread().unwrap();
            assert_eq!(given.words(), ["satranj"]);
        });
        assert!(Invocation::of_thread().is_none());
        assert_eq!(invocation.written(), (b"document".to_vec(), b"said".to_vec()));
        assert_eq!(invocation.written(), (Vec::new(), Vec::new()));
    }
}
