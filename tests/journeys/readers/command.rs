//! Command lines that only read and print: each ends with an exit code, and what a person sees is text.

use std::ffi::OsString;

use satranj::{
    cli::{self, Invocation},
    methods::Registry,
};

/// The commands.
const COMMANDS: [&str; 6] = ["ask", "verify", "draw", "decode", "solve", "count"];

/// Parts of words that could start a program, write a file or leave the folder.
const REFUSED: [&str; 13] = [
    "cmd", "program", "proof", "check", "out", "record", "svg", "png", "html", "--tour", "/", "..",
    "thread",
];

/// The first byte chooses the command; the words follow, one per line, up to a line `%`, then
/// standard input.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let (words, input) = text.split_once("\n%\n").unwrap_or((text, ""));
    let words: Vec<&str> = words.lines().filter(|word| !word.is_empty()).collect();
    let is_short = |word: &str| word.starts_with('-') && !word.starts_with("--") && word != "-";
    let is_refused = |word: &&str| is_short(word) || REFUSED.iter().any(|part| word.contains(part));
    if words.iter().any(is_refused) || words.len() > 12 {
        return;
    }
    let command = COMMANDS[usize::from(chosen) % COMMANDS.len()];
    let mut line = vec!["satranj", command];
    line.extend(words);
    if chosen % 6 >= 4 {
        line.extend(["--time-limit", "0.1s", "--memory-limit", "100MiB"]);
    }
    let invocation =
        Invocation::new(line.into_iter().map(OsString::from), input.as_bytes().to_vec());
    let code = invocation.within(|| cli::run(invocation.words().to_vec(), Registry::standard()));
    let (printed, report) = invocation.written();
    assert!((0..=20).contains(&code), "{code}");
    let report = String::from_utf8(report).expect("messages are text");
    assert!(!report.contains("panicked"), "{report}");
    assert!(!printed.is_empty() || !report.is_empty() || code == 0 || code >= 10, "silent: {code}");
}
