//! The command line in the words of the user, for the headers of files.

/// The arguments as given, under the program's own name, on one line.
#[must_use]
pub fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| {
        let plain =
            |character: char| character.is_ascii_alphanumeric() || "-_=.,:@/+".contains(character);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.escape_debug().to_string().replace('\'', "'\\''"))
        }
    });
    std::iter::once("satranj".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}
