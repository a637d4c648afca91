//! The user's command line, for the headers of files.

use std::ffi::OsString;

use crate::{invocation::Invocation, shell_word::quoted};

/// The arguments as given, without the program's name, on one line that a shell can read.
#[must_use]
pub fn command_line() -> String {
    command_without(&[])
}

/// As [`command_line`], without these options, each with its value.
#[must_use]
pub fn command_without(options: &[&str]) -> String {
    let given = Invocation::of_thread();
    let words: Vec<OsString> =
        given.map_or_else(|| std::env::args_os().collect(), |given| given.words().to_vec());
    let mut line = "satranj".to_string();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let is_left_out = |option: &&str| match text.strip_prefix(option) {
            Some(value) => option.len() == 2 || value.starts_with('='),
            None => false,
        };
        if options.contains(&&*text) {
            words.next();
        } else if !options.iter().any(is_left_out) {
            line = line + " " + &quoted(word);
        }
    }
    line
}
