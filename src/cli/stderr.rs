//! Messages on standard error: best effort, the work continues if they cannot be written.

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
};

use crate::{invocation::Invocation, printable::one_line};

/// Prints a line on standard error, after the program's name.
pub fn say(message: impl Display) {
    let line = format!("satranj: {}\n", one_line(&message.to_string()));
    // In one write, so that lines of several programs do not mix.
    let _ = writer().write_all(line.as_bytes());
}

/// Prints several lines unchanged; only for the program's own text.
pub fn tell(lines: &str) {
    // As in `say`, errors are ignored.
    let _ = writeln!(writer(), "{lines}");
}

/// A writer to standard error.
pub fn writer() -> Box<dyn Write> {
    match Invocation::of_thread() {
        Some(given) => Box::new(given.errors()),
        None => Box::new(io::stderr().lock()),
    }
}

/// Whether it is a terminal.
pub fn is_terminal() -> bool {
    Invocation::of_thread().is_none() && io::stderr().is_terminal()
}
