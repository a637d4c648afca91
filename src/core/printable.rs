//! Makes text from outside safe to print: escapes characters that move the cursor, change colours,
//! end a line or change the writing direction.

use std::{
    borrow::Cow,
    fmt::{self, Display, Write as _},
    io,
};

use serde_json::Value;

/// Whether a character is escaped: control characters (C0, DEL, C1), line and paragraph separators,
/// and direction marks.
#[must_use]
pub fn is_spelled_out(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'
                ..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// A text on one line: `a\nb`, `\u{1b}[2J`. Safe text is unchanged.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_spelled_out) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 16);
    text.chars().for_each(|character| spell(character, &mut line));
    Cow::Owned(line)
}

fn spell(character: char, text: &mut String) {
    if is_spelled_out(character) {
        text.extend(character.escape_default());
    } else {
        text.push(character);
    }
}

/// A text as a spreadsheet cell: an apostrophe is put before characters that begin a formula.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return Cow::Owned(format!("'{text}"));
    }
    Cow::Borrowed(text)
}

/// A text of several lines; `coloured` keeps its colours, which are Satranj's.
#[must_use]
pub fn lines(text: &str, coloured: bool) -> Cow<'_, str> {
    if !text.contains(|character| character != '\n' && is_spelled_out(character)) {
        return Cow::Borrowed(text);
    }
    let mut printed = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let colour = if coloured { colour(rest) } else { "" };
        if !colour.is_empty() {
            printed += colour;
            rest = &rest[colour.len()..];
            continue;
        }
        if character == '\n' {
            printed.push('\n');
        } else {
            spell(character, &mut printed);
        }
        rest = &rest[character.len_utf8()..];
    }
    Cow::Owned(printed)
}

/// How lines are written.
#[derive(Debug, Clone, Copy, Default)]
pub struct PrintedLine {
    /// Whether colours are kept.
    pub coloured: bool,
    /// Whether only ASCII is allowed.
    pub ascii: bool,
}

/// ASCII replacements of other characters; they include surrounding blanks, so that columns keep
/// their width.
const IN_ASCII: [(&str, &str); 7] =
    [(" … ", " - "), ("…", "..."), ("×", "x"), ("µ", "u"), ("±", "+-"), ("–", "-"), ("≥", ">=")];

/// A text in ASCII: some characters are replaced, all others are escaped, `\u{e9}`.
#[must_use]
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut printed = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if let Some((sign, replacement)) = IN_ASCII.iter().find(|(sign, _)| rest.starts_with(sign))
        {
            printed += replacement;
            rest = &rest[sign.len()..];
            continue;
        }
        if character.is_ascii() {
            printed.push(character);
        } else {
            printed.extend(character.escape_default());
        }
        rest = &rest[character.len_utf8()..];
    }
    Cow::Owned(printed)
}

/// Writes a text of several lines like [`lines`], one line at a time.
///
/// # Errors
/// The writer's error.
pub fn write_lines(
    out: &mut dyn io::Write,
    text: &impl Display,
    printed: PrintedLine,
) -> io::Result<()> {
    let mut writer = LineWriter { out, line: String::new(), printed, failed: None };
    let written = write!(writer, "{text}");
    match writer.failed.take() {
        Some(error) => Err(error),
        None => written.map_err(io::Error::other).and_then(|()| writer.flush_line()),
    }
}

/// Writes whole lines only, since an escape sequence may arrive in pieces.
struct LineWriter<'o> {
    out: &'o mut dyn io::Write,
    line: String,
    printed: PrintedLine,
    failed: Option<io::Error>,
}

impl LineWriter<'_> {
    fn flush_line(&mut self) -> io::Result<()> {
        let printed = lines(&self.line, self.printed.coloured);
        let printed = if self.printed.ascii { ascii(&printed) } else { Cow::Borrowed(&*printed) };
        self.out.write_all(printed.as_bytes())?;
        self.line.clear();
        Ok(())
    }
}

impl fmt::Write for LineWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.line.push_str(text);
        if text.ends_with('\n') || self.line.len() > 1 << 16 && text.contains('\n') {
            self.flush_line().map_err(|error| {
                self.failed = Some(error);
                fmt::Error
            })?;
        }
        Ok(())
    }
}

/// The colour escape sequence at the beginning of a text: `\x1b[1;31m`.
fn colour(text: &str) -> &str {
    let Some(numbers) = text.strip_prefix("\x1b[") else { return "" };
    let is_number = |c: char| c.is_ascii_digit() || c == ';';
    let length = numbers.find(|c| !is_number(c)).unwrap_or(numbers.len());
    if numbers[length..].starts_with('m') { &text[..length + 3] } else { "" }
}

/// A document for people, with every text as [`one_line`] except those of the puzzles in it.
#[must_use]
pub fn value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(one_line(&text).into_owned()),
        Value::Array(list) => Value::Array(list.into_iter().map(self::value).collect()),
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(name, field)| {
                    // Two vertex names must stay different.
                    let is_puzzle = name == "puzzle";
                    (name, if is_puzzle { field } else { self::value(field) })
                })
                .collect(),
        ),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn active_characters_are_spelled_out() {
        for (text, printed) in [
            ("Ann é 棋 🏰 `\"\\", "Ann é 棋 🏰 `\"\\"),
            ("A\x1b[2J", "A\\u{1b}[2J"),
            ("a\r\n\tb\0\x07\x7f", "a\\r\\n\\tb\\u{0}\\u{7}\\u{7f}"),
            ("\u{9b}31m\u{85}", "\\u{9b}31m\\u{85}"),
            ("\u{202e}evil\u{2066}\u{200f}\u{61c}", "\\u{202e}evil\\u{2066}\\u{200f}\\u{61c}"),
            ("\u{2028}\u{2029}\u{feff}", "\\u{2028}\\u{2029}\\u{feff}"),
        ] {
            assert_eq!(one_line(text), printed);
            assert_eq!(one_line(printed), printed);
            assert!(!printed.contains(is_spelled_out));
        }
    }

    #[test]
    fn line_ends_and_colours_stay() {
        let text = "one\n\x1b[1m\x1b[31mred\x1b[0m\x1b[2J\x1b[31\x1b\r\n";
        let printed = "one\n\x1b[1m\x1b[31mred\x1b[0m\\u{1b}[2J\\u{1b}[31\\u{1b}\\r\n";
        assert_eq!(lines(text, true), printed);
        assert!(!lines(text, false).contains('\x1b'));
        assert_eq!(lines("a\nb\n", false), "a\nb\n");
    }

    #[test]
    fn texts_of_documents() {
        let given = json!({"title": "a\nb", "list": ["\x1b"], "puzzle": {"names": ["\n"]}, "n": 1});
        let printed = json!(
            {"title": "a\\nb", "list": ["\\u{1b}"], "puzzle": {"names": ["\n"]}, "n": 1}
        );
        assert_eq!(value(given), printed);
    }
}
