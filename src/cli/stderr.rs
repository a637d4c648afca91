//! What is said on standard error: best effort, for where nobody reads it the work goes on.

use std::{
    fmt::Display,
    io::{self, Write},
};

/// Says a line on standard error, under the program's name.
pub fn say(message: impl Display) {
    // In one piece, so that the lines of several programs do not mix.
    let _ = io::stderr().lock().write_all(format!("satranj: {message}\n").as_bytes());
}
