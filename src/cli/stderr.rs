//! What is said on standard error: best effort, for where no one reads it the work goes on.

use std::{
    fmt::Display,
    io::{self, Write},
};

use crate::printable::one_line;

/// Says a line on standard error, under the program's name.
pub fn say(message: impl Display) {
    let line = format!("satranj: {}\n", one_line(&message.to_string()));
    // In one piece, so that the lines of several programs do not mix.
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Says several lines as they are, of the program's own words only.
pub fn tell(lines: &str) {
    // As `say`: what cannot be said costs nothing.
    let _ = writeln!(io::stderr().lock(), "{lines}");
}
