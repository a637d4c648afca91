//! Explains errors of the JSON reader; quoted values are cut to a line.

use crate::board::map::shown;

/// The most characters of a quoted value.
const MOST: usize = 40;

/// The start of a text, for a message: one line, without control characters.
#[must_use]
pub fn brief(text: &str) -> String {
    let mut start: String = text.chars().take(MOST).map(shown).collect();
    if text.chars().nth(MOST).is_some() {
        start.push('…');
    }
    start
}

/// What an error says, without its place.
#[must_use]
pub fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    // The place comes last; what is quoted may have the same words.
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = text.strip_suffix(&place).unwrap_or(&text);
    plain(message)
}

/// The explanation of invalid JSON, by the beginning of serde's message.
const SYNTAX: [(&str, &str); 16] = [
    ("EOF while parsing a list", "unexpected end of input within a list"),
    ("EOF while parsing an object", "unexpected end of input within an object"),
    ("EOF while parsing a string", "unexpected end of input within a string"),
    ("EOF while parsing a value", "unexpected end of input: expected a value"),
    ("expected `:`", "expected `:` after the name"),
    ("expected `,` or `]`", "expected `,` or `]`"),
    ("expected `,` or `}`", "expected `,` or `}`"),
    ("expected ident", "expected a JSON value; strings are written in double quotes"),
    ("expected value", "expected a JSON value"),
    ("expected `\"`", "expected a string in double quotes"),
    ("key must be a string", "expected a name in double quotes"),
    ("trailing comma", "nothing follows the comma"),
    ("trailing characters", "unexpected text after the end of the document"),
    ("control character", "control character in a string: write it as \\n, \\t or \\u…"),
    ("recursion limit exceeded", "values are nested too deeply"),
    ("number out of range", "the number is too large"),
];

/// The explanation of a value that does not fit, by the beginning of serde's message.
fn plain(message: &str) -> String {
    let syntax = SYNTAX.iter().find(|(begin, _)| message.starts_with(begin));
    if let Some((_, words)) = syntax {
        return (*words).into();
    }
    let quoted = |text: &str| {
        let begin = text.find('`')? + 1;
        let rest = &text[begin..];
        Some(brief(rest.rfind('`').map_or(rest, |end| &rest[..end])))
    };
    if let Some(rest) = message.strip_prefix("missing field ") {
        return format!("`{}` is missing", quoted(rest).unwrap_or_else(|| brief(rest)));
    }
    if let Some(rest) = message.strip_prefix("duplicate field ") {
        return format!("`{}` occurs twice", quoted(rest).unwrap_or_else(|| brief(rest)));
    }
    for begin in ["invalid type: ", "invalid value: ", "invalid length "] {
        let Some(rest) = message.strip_prefix(begin) else { continue };
        let (found, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, "another"));
        let found = if begin == "invalid length " {
            format!("a list of {found}")
        } else {
            self::found(found)
        };
        return format!("found {found}, expected {}", self::expected(expected));
    }
    if message.starts_with("data did not match any variant") {
        return "this value is not allowed here".into();
    }
    // Satranj's own messages, which may contain a long value.
    long(message)
}

/// A message of one line that is not too long.
fn long(message: &str) -> String {
    const LONGEST: usize = 300;
    let mut line: String = message.chars().take(LONGEST).map(shown).collect();
    if message.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

/// What was found, as serde names it.
fn found(name: &str) -> String {
    match name.split_once(' ').map_or((name, ""), |(kind, rest)| (kind, rest)) {
        ("null" | "unit", _) => "`null`".into(),
        ("map", _) => "an object".into(),
        ("sequence", _) => "a list".into(),
        ("string", text) => brief(text),
        ("integer" | "boolean", value) => brief(value),
        ("floating", rest) => brief(rest.trim_start_matches("point ")),
        _ => brief(name),
    }
}

/// What was expected, as serde names it.
fn expected(name: &str) -> String {
    match name {
        "a string" | "a borrowed string" | "str" => "a string".into(),
        "a boolean" => "`true` or `false`".into(),
        "a sequence" => "a list".into(),
        "a map" => "an object".into(),
        "f64" => "a number".into(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0".into(),
        _ if name.starts_with("struct ") || name.starts_with("internally tagged") => {
            "an object".into()
        }
        _ if name.contains("Visitor") || name.starts_with("any valid JSON") => "a value".into(),
        _ => long(name),
    }
}
