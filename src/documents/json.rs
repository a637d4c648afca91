//! JSON output: nothing in it moves a terminal's cursor or changes the direction of text, and every
//! reader gets the same text back.

use std::io::{self, Write};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{
    Value,
    ser::{CompactFormatter, Formatter, Serializer},
};

use crate::printable::{self as plain, is_spelled_out};

/// Compact JSON. One type writes all of it, so that each document is compiled once.
struct Compact {
    /// What JSON leaves as it is but terminals do not (DEL, C1 control characters, direction marks)
    /// is written as `\u009b`.
    for_terminals: bool,
}

impl Formatter for Compact {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Almost every fragment is plain ASCII, and what is below a blank is escaped already.
        if !self.for_terminals || fragment.bytes().all(|byte| byte < 0x7f) {
            return CompactFormatter.write_string_fragment(writer, fragment);
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(is_spelled_out) {
            CompactFormatter.write_string_fragment(writer, &rest[..at])?;
            let mut characters = rest[at..].chars();
            if let Some(character) = characters.next() {
                // Each of them is one UTF-16 unit.
                write!(writer, "\\u{:04x}", u32::from(character))?;
            }
            rest = characters.as_str();
        }
        CompactFormatter.write_string_fragment(writer, rest)
    }
}

/// Writes a value on one line, without a line end.
///
/// # Errors
/// The writer's error.
pub fn write(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Compact { for_terminals: true }))?)
}

/// Writes the same bytes as `serde_json`: for programs and digests, not for people.
///
/// # Errors
/// The writer's error.
pub fn write_raw(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Compact { for_terminals: false }))?)
}

/// The same as bytes.
///
/// # Errors
/// If the value cannot be JSON: a map whose keys are not text.
pub fn raw(value: &(impl Serialize + ?Sized)) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    write_raw(value, &mut bytes)?;
    Ok(bytes)
}

/// A document as a value. It is converted through its text, as documents are written and read
/// everywhere: otherwise each kind of document would be compiled once more.
///
/// # Errors
/// If the document cannot be JSON: a map whose keys are not text.
pub fn value(document: &impl Serialize) -> io::Result<Value> {
    Ok(serde_json::from_slice(&raw(document)?)?)
}

/// A document for a person: each text is on one line, and nothing in it moves a cursor; its puzzles
/// stay as they are.
#[must_use]
pub fn printable<T: Serialize + DeserializeOwned + Clone>(document: &T) -> T {
    let spelled = value(document).map(|value| plain::value(value).to_string());
    // A document stays a document.
    spelled.and_then(|text| Ok(serde_json::from_str(&text)?)).unwrap_or_else(|_| document.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_is_written_is_read_and_plain() {
        let value = json!({"é\u{9b}": ["\x1b[2J\n", "\u{202e}a\u{7f}\u{feff}", "\"\\"], "n": 1.5});
        let mut text = Vec::new();
        write(&value, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(!text.contains(is_spelled_out), "{text}");
        assert!(text.contains("é\\u009b") && text.contains("\\u202ea\\u007f"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        let mut plain = Vec::new();
        write(&json!(["a", 1, null]), &mut plain).unwrap();
        assert_eq!(plain, br#"["a",1,null]"#);
        assert_eq!(raw(&value).unwrap(), serde_json::to_vec(&value).unwrap());
    }
}
