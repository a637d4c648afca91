//! Text in XML: escaped, or refused where XML cannot hold it.

use std::{fmt::Write as _, io};

use quick_xml::escape::escape;

use super::brief;
use crate::printable::is_spelled_out;

/// A value as the text of an element in a format of this name. A character that a reader would
/// change (line ends, direction marks) is written as a numeric reference.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] for a character that XML does not allow.
pub fn text(format: &str, value: &str) -> io::Result<String> {
    written(format, value, &['\t', '\n'])
}

/// A value for use between the quotation marks of an attribute.
///
/// # Errors
/// As [`text`].
pub fn attribute_text(format: &str, value: &str) -> io::Result<String> {
    written(format, value, &[])
}

fn written(format: &str, value: &str, plain: &[char]) -> io::Result<String> {
    if let Some(character) = value.chars().find(|&character| !is_xml(character)) {
        let (code, value) = (character as u32, brief(value));
        let problem =
            format!("the format `{format}` cannot hold the character U+{code:04X} of `{value}`");
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    let escaped = escape(value);
    let is_numbered = |c: char| !plain.contains(&c) && is_spelled_out(c);
    if !escaped.contains(is_numbered) {
        return Ok(escaped.into_owned());
    }
    let mut text = String::with_capacity(escaped.len() + 16);
    for character in escaped.chars() {
        if is_numbered(character) {
            let _ = write!(text, "&#{};", u32::from(character));
        } else {
            text.push(character);
        }
    }
    Ok(text)
}

/// Whether a text of XML 1.0 may have the character.
fn is_xml(character: char) -> bool {
    let is_control = character < ' ' && !['\t', '\n', '\r'].contains(&character);
    !is_control && !['\u{FFFE}', '\u{FFFF}'].contains(&character)
}
