//! The user's command line, for the headers of files.

use std::ffi::OsString;

use crate::{invocation::Invocation, shell_word::quoted};

/// The arguments as given, without the program's name, on one line that a shell can read.
#[must_use]
pub fn command_line() -> String {
    let given = Invocation::of_thread();
    let words: Vec<OsString> =
        given.map_or_else(|| std::env::args_os().collect(), |given| given.words().to_vec());
    let words = words.iter().skip(1).map(|word| quoted(word));
    std::iter::once("satranj".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}
