//! Standard output as `-`: only one output of a command may go there.

use std::{
    fs::File,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use super::{CliError, arguments::OutputArguments};
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
        return Err(io::Error::other("not a file here: name one"));
    }
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(File::from(own))
}

impl OutputArguments {
    /// Whether the document is printed beside these other outputs, each with its option: not if one
    /// of them goes to standard output and no document is requested.
    ///
    /// # Errors
    /// [`CliError::Usage`] if two of them go to standard output.
    pub fn goes_with(&self, others: &[(&str, &Option<PathBuf>)]) -> Result<bool, CliError> {
        let is_there = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_meant);
        let mut there = others.iter().filter(|(_, path)| is_there(path)).map(|(option, _)| option);
        let Some(first) = there.next() else { return Ok(true) };
        let refuse = |other: &str, instead: &str| {
            usage!("{first} - and {other} both go to standard output: {instead}");
        };
        if let Some(second) = there.next() {
            return refuse(&format!("{second} -"), "give one of them a file");
        }
        match &self.output {
            Some(path) if is_meant(path) => refuse("-o -", "give one of them a file"),
            Some(_) => Ok(true),
            None if self.format.is_some() || self.json => {
                refuse("the document", "give one of them a file, the document by -o FILE")
            }
            None => Ok(false),
        }
    }
}

/// Refuses `-` for an output that cannot go to standard output.
///
/// # Errors
/// [`CliError::Usage`] with the reason.
pub fn refuse(option: &str, path: Option<&PathBuf>, because: &str) -> Result<(), CliError> {
    if path.is_some_and(|path| is_meant(path)) {
        usage!("{option} -: {because}");
    }
    Ok(())
}
