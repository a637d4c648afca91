//! Words of a command line as a shell reads them.

use std::{ffi::OsStr, fmt::Write as _};

/// A word in the form that a shell reads: plain, quoted, or with unprintable characters escaped
/// (`$'a\nb'`).
#[must_use]
pub fn quoted(word: &OsStr) -> String {
    let plain =
        |character: char| character.is_ascii_alphanumeric() || "-_=.,:@/+".contains(character);
    match word.to_str() {
        Some(word) if !word.is_empty() && word.chars().all(plain) => return word.into(),
        Some(word) if word.chars().all(is_printable) => {
            return format!("'{}'", word.replace('\'', "'\\''"));
        }
        _ => {}
    }
    let mut quoted = String::from("$'");
    for chunk in word.as_encoded_bytes().utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' => quoted += "\\n",
                '\t' => quoted += "\\t",
                '\'' | '\\' => quoted.extend(['\\', character]),
                _ if is_printable(character) => quoted.push(character),
                // As bytes, because every shell with `$'…'` reads them.
                _ => escape(&mut quoted, character.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        escape(&mut quoted, chunk.invalid());
    }
    quoted + "'"
}

/// Whether a character is shown as itself: no control character, line end or zero-width mark.
fn is_printable(character: char) -> bool {
    // These are printable, although `escape_debug` escapes them.
    "'\"\\".contains(character) || character.escape_debug().len() == 1
}

fn escape(quoted: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // At most three digits: a following digit must not be read as part of the escape.
        let _ = write!(quoted, "\\{byte:03o}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_must_be() {
        for (word, shown) in [
            ("--order=listed", "--order=listed"),
            ("@a/b.txt", "@a/b.txt"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", "'it'\\''s'"),
            ("back\\slash", "'back\\slash'"),
            ("größe", "'größe'"),
            ("a\nb'\t\\", "$'a\\nb\\'\\t\\\\'"),
            ("a\x1b1", "$'a\\0331'"),
            ("\u{202e}x", "$'\\342\\200\\256x'"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), shown);
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_text_is_escaped() {
        let word: &OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"e\xff.cnf");
        assert_eq!(quoted(word), "$'e\\377.cnf'");
    }
}
