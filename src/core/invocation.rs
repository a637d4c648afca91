//! What a command has of the process: its words, standard input, output and error, and signals; or what
//! another program, such as a Python interpreter, gives it in their place.

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
    /// Of this thread, where it works for another program.
    static GIVEN: RefCell<Option<Invocation>> = const { RefCell::new(None) };
}

/// How the program is started, where this process is another program.
static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();

/// A command that runs inside another program: it reads and writes memory, and is interrupted by
/// [`Invocation::interrupt`] instead of signals. Copies are of the same one.
#[derive(Debug, Clone, Default)]
pub struct Invocation {
    words: Arc<[OsString]>,
    input: Arc<[u8]>,
    output: MemoryStream,
    told: MemoryStream,
    signal: Arc<AtomicUsize>,
    memory: Arc<AtomicU64>,
}

/// What is written.
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

/// Puts back what a thread had before.
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

    /// Does what this thread does in it.
    pub fn within<T>(&self, work: impl FnOnce() -> T) -> T {
        let _before = Before(GIVEN.replace(Some(self.clone())));
        work()
    }

    /// The one that this thread works in, if another program gave it one.
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

    /// Has the command end, as this signal ends a program.
    pub fn interrupt(&self, signal: usize) {
        self.signal.store(signal, Ordering::Relaxed);
    }

    /// What was written to standard output and to standard error until now.
    #[must_use]
    pub fn written(&self) -> (Vec<u8>, Vec<u8>) {
        (self.output.take(), self.told.take())
    }
}

/// Says how this program is started where the process is another: by these words, and arguments
/// behind them. What is said first stands.
pub fn starts_by(words: Vec<OsString>) {
    let _ = PROGRAM.set(words);
}

/// This program once more.
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
