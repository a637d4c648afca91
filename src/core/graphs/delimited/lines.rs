//! Lines of fields with a separator between them, as in RFC 4180.

use std::borrow::Cow;

use crate::graphs::scanner::{Scanner, is_line_end};

/// The most columns.
const MOST_COLUMNS: usize = 1000;

/// The most frequent separator of the first line that is not a comment.
pub fn separator(text: &str, separators: &[u8]) -> u8 {
    let mut lines = text.split(['\n', '\r']);
    let line = lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let line = line.unwrap_or_default();
    let count = |separator: &u8| line.bytes().filter(|byte| byte == separator).count();
    // `max_by_key` takes the last of equals, but the first separator has precedence.
    separators.iter().rev().copied().max_by_key(count).unwrap_or(b',')
}

/// A line of fields with their places.
pub struct TableLine<'a> {
    pub place: usize,
    pub fields: Vec<(usize, Cow<'a, str>)>,
}

/// Lines of fields, read one after another.
pub struct TableLines<'a> {
    pub scanner: Scanner<'a>,
    pub separator: u8,
}

impl<'a> TableLines<'a> {
    /// The next line that is neither blank nor a comment.
    pub fn next(&mut self) -> Result<Option<TableLine<'a>>, (usize, String)> {
        loop {
            self.scanner.run(|byte| byte == b' ' || is_line_end(byte));
            if self.scanner.byte(0) != Some(b'#') {
                break;
            }
            self.scanner.run(|byte| !is_line_end(byte));
        }
        let place = self.scanner.place();
        if self.scanner.byte(0).is_none() {
            return Ok(None);
        }
        let mut fields = Vec::new();
        loop {
            if fields.len() == MOST_COLUMNS {
                return Err((self.scanner.place(), format!("more than {MOST_COLUMNS} columns")));
            }
            let separator = self.separator;
            self.scanner.run(|byte| byte == b' ');
            fields.push((self.scanner.place(), self.field()?));
            self.scanner.run(|byte| byte == b' ');
            match self.scanner.byte(0) {
                Some(byte) if byte == separator => drop(self.scanner.take(1)),
                Some(byte) if !is_line_end(byte) => {
                    let problem = "expected a separator or the end of the line after the closing \
                                   quotation mark";
                    return Err((self.scanner.place(), problem.into()));
                }
                _ => return Ok(Some(TableLine { place, fields })),
            }
        }
    }

    fn field(&mut self) -> Result<Cow<'a, str>, (usize, String)> {
        let begin = self.scanner.place();
        let separator = self.separator;
        if self.scanner.byte(0) != Some(b'"') {
            let field = self.scanner.run(|byte| byte != separator && !is_line_end(byte));
            return Ok(Cow::Borrowed(field.trim_end_matches(' ')));
        }
        let mut text = Cow::Borrowed("");
        loop {
            // After a quotation mark.
            let Some(end) = self.scanner.rest()[1..].find('"') else {
                return Err((begin, "this quotation mark is not closed".into()));
            };
            text += &self.scanner.take(end + 2)[1..=end];
            if self.scanner.byte(0) != Some(b'"') {
                return Ok(text);
            }
            text += "\"";
        }
    }
}
