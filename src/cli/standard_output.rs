//! Standard output as `-`: only one output of a command may go there.

use std::{
    fs::File,
    io::{self, IsTerminal, Write},
    path::Path,
};

use crate::invocation::Invocation;

/// Whether a name means standard output.
pub fn is_meant(path: &Path) -> bool {
    path == Path::new("-")
}

/// A writer to standard output.
pub fn writer() -> Box<dyn Write> {
    match Invocation::of_thread() {
        Some(given) => Box::new(given.output()),
        None => Box::new(io::stdout().lock()),
    }
}

/// Whether it is a terminal.
pub fn is_terminal() -> bool {
    Invocation::of_thread().is_none() && io::stdout().is_terminal()
}

/// Standard output as a file.
///
/// # Errors
/// The system's error; also if another program runs the command, as it is then not a file.
pub fn open() -> io::Result<File> {
    if Invocation::of_thread().is_some() {
        return Err(io::Error::other("name a file: the caller's standard output is not a file"));
    }
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(File::from(own))
}
