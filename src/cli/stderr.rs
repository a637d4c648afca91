//! What is said on standard error: best effort, for where no one reads it the work goes on.

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
};

use crate::{invocation::Invocation, printable::one_line};

/// Says a line on standard error, under the program's name.
pub fn say(message: impl Display) {
    let line = format!("satranj: {}\n", one_line(&message.to_string()));
    // In one piece, so that the lines of several programs do not mix.
    let _ = writer().write_all(line.as_bytes());
}

/// Says several lines as they are, of the program's own words only.
pub fn tell(lines: &str) {
    // As `say`: what cannot be said costs nothing.
    let _ = writeln!(writer(), "{lines}");
}

/// What goes to standard error.
pub fn writer() -> Box<dyn Write> {
    match Invocation::of_thread() {
        Some(given) => Box::new(given.told()),
        None => Box::new(io::stderr().lock()),
    }
}

/// Whether it is a terminal.
pub fn is_terminal() -> bool {
    Invocation::of_thread().is_none() && io::stderr().is_terminal()
}
