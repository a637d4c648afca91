//! Reads words, numbers and lines with their positions. A line ends with LF, CRLF or CR.

use super::{GraphError, MOST_VERTICES, too_many};
use crate::board::map::shown;

/// A position in a text.
#[derive(Debug, Clone)]
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// The beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The position of the next byte.
    pub fn place(&self) -> usize {
        self.at
    }

    /// The text that is not yet read.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// One of the next bytes.
    pub fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Whether the next byte is the first of a line.
    pub fn begins_line(&self) -> bool {
        self.text.as_bytes()[..self.at].last().is_none_or(|&byte| is_line_end(byte))
    }

    /// Takes this many bytes, which end with a character.
    pub fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        taken
    }

    /// Takes the bytes for which `is_in` holds; they begin and end with characters.
    pub fn run(&mut self, is_in: impl Fn(u8) -> bool) -> &'a str {
        let begin = self.at;
        self.skip(is_in);
        &self.text[begin..self.at]
    }

    /// Skips the bytes for which `is_in` holds; they end with a character.
    fn skip(&mut self, is_in: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&byte| !is_in(byte)).unwrap_or(rest.len());
    }

    /// An error at a byte.
    pub fn error_at(&self, byte: usize, problem: impl Into<String>) -> GraphError {
        GraphError::at(self.text, byte, problem)
    }

    /// A result whose problem is at a byte.
    ///
    /// # Errors
    /// [`GraphError`] with the problem.
    pub fn placed<T>(
        &self,
        byte: usize,
        result: Result<T, impl Into<String>>,
    ) -> Result<T, GraphError> {
        result.map_err(|problem| self.error_at(byte, problem))
    }

    /// The next word as a vertex, from 0, given its number from 1 to `vertices`; with its place.
    ///
    /// # Errors
    /// [`GraphError`] if it is not a vertex.
    pub fn vertex(&mut self, lines: bool, vertices: u32) -> Result<(usize, u32), GraphError> {
        let (place, word) = self.word(lines);
        Ok((place, self.placed(place, vertex(word, vertices))?))
    }

    /// The next vertex in a section that ends with -1; `None` there.
    ///
    /// # Errors
    /// [`GraphError`] if it is not a vertex.
    pub fn vertex_or_end(&mut self, vertices: u32) -> Result<Option<(usize, u32)>, GraphError> {
        let (place, word) = self.word(true);
        match word {
            "-1" => Ok(None),
            "" => Err(self.error_at(place, "the section ends without -1")),
            _ => {
                let or_end = |problem| format!("{problem}, or -1 at the end");
                let vertex = self.placed(place, vertex(word, vertices).map_err(or_end))?;
                Ok(Some((place, vertex)))
            }
        }
    }

    /// A word as the number of vertices.
    ///
    /// # Errors
    /// [`GraphError`] if it is not a number, or too many.
    pub fn order(&self, place: usize, word: &str) -> Result<u32, GraphError> {
        self.placed(
            place,
            match number(word) {
                Some(vertices) if vertices <= MOST_VERTICES.into() => Ok(vertices as u32),
                Some(_) => Err(too_many(brief(word))),
                None => Err(format!("`{}` is not a number of vertices", brief(word))),
            },
        )
    }

    /// The next word of the line as a number, called `what` in messages; with its place.
    ///
    /// # Errors
    /// [`GraphError`] if it is not a number.
    pub fn number_of(&mut self, what: &str) -> Result<(usize, u64), GraphError> {
        let (place, word) = self.word(false);
        let problem = || format!("`{}` is not a number of {what}", brief(word));
        Ok((place, self.placed(place, number(word).ok_or_else(problem))?))
    }

    /// Skips blanks, and with `lines` line ends too.
    pub fn skip_blanks(&mut self, lines: bool) {
        self.skip(|byte| byte.is_ascii_whitespace() && (lines || !is_line_end(byte)));
    }

    /// The next word, up to a blank or a line end, with its place. It is empty at the end of the
    /// text (with `lines`) or of the line (without).
    pub fn word(&mut self, lines: bool) -> (usize, &'a str) {
        self.skip_blanks(lines);
        (self.at, self.run(|byte| !byte.is_ascii_whitespace()))
    }

    /// The rest of the line, without blanks around it, and its place.
    pub fn rest_of_line(&mut self) -> (usize, &'a str) {
        self.skip_blanks(false);
        (self.at, self.run(|byte| !is_line_end(byte)).trim_end())
    }

    /// The next nonblank character, if any is left, without consuming it.
    pub fn peek(&mut self) -> Option<char> {
        self.skip_blanks(true);
        self.rest().chars().next()
    }

    /// Checks that only blanks are left in the line.
    ///
    /// # Errors
    /// [`GraphError`] at the first further word.
    pub fn end_line(&mut self, after: &str) -> Result<(), GraphError> {
        match self.word(false) {
            (_, "") => Ok(()),
            (place, word) => {
                let problem = format!("`{}` was not expected; {after}", brief(word));
                Err(self.error_at(place, problem))
            }
        }
    }
}

/// Whether a byte ends a line; between two such bytes the line is empty.
pub fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The start of a word, for a message.
pub fn brief(word: &str) -> String {
    let mut start: String = word.chars().take(40).map(shown).collect();
    if word.chars().nth(40).is_some() {
        start.push('…');
    }
    start
}

/// A number of decimal digits; saturates to `u64::MAX`.
pub fn number(word: &str) -> Option<u64> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(u64::MAX))
}

/// A vertex from 0, given a word that counts from 1.
///
/// # Errors
/// The problem with the word.
pub fn vertex(word: &str, vertices: u32) -> Result<u32, String> {
    match number(word) {
        Some(number) if (1..=u64::from(vertices)).contains(&number) => Ok(number as u32 - 1),
        _ if word.is_empty() => Err(format!("a vertex is missing; write 1 to {vertices}")),
        _ => Err(format!("`{}` is not a vertex; write 1 to {vertices}", brief(word))),
    }
}
