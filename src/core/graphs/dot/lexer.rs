//! The tokens of `dot`.

use std::{borrow::Cow, fmt};

use crate::graphs::{
    GraphError,
    scanner::{Scanner, brief},
};

/// A token and where it begins.
#[derive(Debug)]
pub struct Token<'a> {
    pub place: usize,
    pub kind: TokenKind<'a>,
}

/// What a token is.
#[derive(Debug, PartialEq, Eq)]
pub enum TokenKind<'a> {
    /// One of `{ } [ ] = : ; ,`.
    Symbol(u8),
    /// `->` or `--`.
    Edge { directed: bool },
    /// An id, or a keyword if it is `bare`: neither quoted nor a number.
    Id { text: Cow<'a, str>, bare: bool },
    /// The end of the text.
    End,
}

/// Words that are ids only if they are quoted.
const KEYWORDS: &[&str] = &["node", "edge", "graph", "digraph", "subgraph", "strict"];

impl Token<'_> {
    /// Whether it is this word, ignoring case.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(&self.kind, TokenKind::Id { text, bare: true } if text.eq_ignore_ascii_case(word))
    }

    /// Whether it is a keyword.
    pub fn is_keyword(&self) -> bool {
        KEYWORDS.iter().any(|word| self.is_word(word))
    }
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TokenKind::Symbol(byte) => write!(formatter, "`{}`", char::from(*byte)),
            TokenKind::Edge { directed: true } => formatter.write_str("`->`"),
            TokenKind::Edge { directed: false } => formatter.write_str("`--`"),
            TokenKind::Id { text, .. } => write!(formatter, "`{}`", brief(text)),
            TokenKind::End => formatter.write_str("the file ends"),
        }
    }
}

/// Reads tokens one after another.
pub struct Lexer<'a>(Scanner<'a>);

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self(Scanner::new(text))
    }

    /// An error at a byte.
    pub fn error(&self, place: usize, problem: impl Into<String>) -> GraphError {
        self.0.error_at(place, problem)
    }

    /// The next token.
    pub fn next(&mut self) -> Result<Token<'a>, GraphError> {
        self.skip_blanks()?;
        let place = self.0.place();
        let Some(byte) = self.0.byte(0) else { return Ok(Token { place, kind: TokenKind::End }) };
        let kind = match byte {
            b'{' | b'}' | b'[' | b']' | b'=' | b':' | b';' | b',' => {
                self.0.take(1);
                TokenKind::Symbol(byte)
            }
            b'-' if matches!(self.0.byte(1), Some(b'-' | b'>')) => {
                TokenKind::Edge { directed: self.0.take(2) == "->" }
            }
            b'"' => TokenKind::Id { text: self.quoted()?, bare: false },
            b'<' => TokenKind::Id { text: Cow::Borrowed(self.html()?), bare: false },
            b'-' | b'.' | b'0'..=b'9' => {
                TokenKind::Id { text: Cow::Borrowed(self.number()?), bare: false }
            }
            _ if is_letter(byte) => {
                let text = self.0.run(|byte| is_letter(byte) || byte.is_ascii_digit());
                TokenKind::Id { text: Cow::Borrowed(text), bare: true }
            }
            _ => {
                let character: String = self.0.rest().chars().take(1).collect();
                let problem = format!(
                    "`{}` is not part of the DOT language; write names that contain it in \
                     quotation marks",
                    brief(&character)
                );
                return Err(self.error(place, problem));
            }
        };
        Ok(Token { place, kind })
    }

    /// Skips blanks, comments, and lines that begin with `#`.
    fn skip_blanks(&mut self) -> Result<(), GraphError> {
        loop {
            self.0.skip_blanks(true);
            let rest = self.0.rest();
            if rest.starts_with("//") || self.0.begins_line() && rest.starts_with('#') {
                self.0.rest_of_line();
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return Err(self.error(self.0.place(), "this comment is not closed"));
                };
                self.0.take(length + 4);
            } else {
                return Ok(());
            }
        }
    }

    /// `-`, digits, `.`, digits; at least one digit.
    fn number(&mut self) -> Result<&'a str, GraphError> {
        let (place, rest) = (self.0.place(), self.0.rest());
        self.0.take(usize::from(self.0.byte(0) == Some(b'-')));
        let mut digits = self.0.run(|byte| byte.is_ascii_digit()).len();
        if self.0.byte(0) == Some(b'.') {
            self.0.take(1);
            digits += self.0.run(|byte| byte.is_ascii_digit()).len();
        }
        let number = &rest[..self.0.place() - place];
        if digits == 0 && number == "-" {
            return Err(self
                .error(place, "`-` is not part of the DOT language; edges are written -- or ->"));
        }
        // Graphviz would read two ids here, and warn.
        let more = self.0.run(|byte| is_letter(byte) || byte.is_ascii_digit() || byte == b'.');
        if digits == 0 || !more.is_empty() {
            let id = brief(&rest[..self.0.place() - place]);
            return Err(
                self.error(place, format!("`{id}` is not an id; write it in quotation marks"))
            );
        }
        Ok(number)
    }

    /// A quoted text, or several joined by `+`. `\"` is a quotation mark, a backslash at the end of
    /// a line joins it to the next one, and any other backslash stays.
    fn quoted(&mut self) -> Result<Cow<'a, str>, GraphError> {
        let mut text = self.quotation()?;
        loop {
            let end = self.0.clone();
            self.skip_blanks()?;
            if self.0.byte(0) == Some(b'+') {
                self.0.take(1);
                self.skip_blanks()?;
                if self.0.byte(0) != Some(b'"') {
                    let problem = "expected a quotation mark after `+`";
                    return Err(self.error(self.0.place(), problem));
                }
                text.to_mut().push_str(&self.quotation()?);
            } else {
                self.0 = end;
                return Ok(text);
            }
        }
    }

    /// One quoted text.
    fn quotation(&mut self) -> Result<Cow<'a, str>, GraphError> {
        let bytes = self.0.rest().as_bytes();
        let mut end = 1;
        let mut has_escapes = false;
        loop {
            match bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => {
                    has_escapes = true;
                    // A character after a backslash does not end the text.
                    end += 2;
                }
                Some(_) => end += 1,
                None => {
                    let problem = "this quotation mark is not closed";
                    return Err(self.error(self.0.place(), problem));
                }
            }
        }
        let raw = &self.0.take(end + 1)[1..end];
        if !has_escapes {
            return Ok(Cow::Borrowed(raw));
        }
        let mut text = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(at) = rest.find('\\') {
            text.push_str(&rest[..at]);
            let behind = &rest[at + 1..];
            // How many bytes after the backslash belong to it.
            let length = if behind.starts_with("\r\n") {
                2
            } else if behind.starts_with(['\n', '\r']) {
                1
            } else {
                let length = behind.chars().next().map_or(0, char::len_utf8);
                if !behind.starts_with('"') {
                    text.push('\\');
                }
                text.push_str(&behind[..length]);
                length
            };
            rest = &behind[length..];
        }
        text.push_str(rest);
        Ok(Cow::Owned(text))
    }

    /// `<…>` with as many closing as opening brackets.
    fn html(&mut self) -> Result<&'a str, GraphError> {
        let mut depth = 0u64;
        for (index, byte) in self.0.rest().bytes().enumerate() {
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(self.0.take(index + 1));
            }
        }
        Err(self.error(self.0.place(), "this `<` is not closed"))
    }
}

/// Whether a byte may begin a bare id; all of a character that is not ASCII may.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}
