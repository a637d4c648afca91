//! What is said on standard error: best effort, for where nobody reads it the work goes on.

use std::{
    fmt::Display,
    io::{self, Write},
};

/// Says a line on standard error, under the program's name.
pub fn say(message: impl Display) {
    let line = format!("satranj: {}\n", one_line(&message.to_string()));
    // In one piece, so that the lines of several programs do not mix.
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// A text on one line: control characters in names and values are spelled out.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}
