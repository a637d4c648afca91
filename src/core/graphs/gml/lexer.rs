//! The tokens of GML.

use std::borrow::Cow;

use crate::graphs::{GraphError, Problem, scanner::brief};

/// A token and where it begins.
#[derive(Debug, Clone)]
pub struct GmlToken<'a> {
    pub place: usize,
    pub kind: GmlKind<'a>,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GmlKind<'a> {
    /// `[`.
    Open,
    /// `]`.
    Close,
    /// The name of a value.
    Key(&'a str),
    /// A number as it is written.
    Number(&'a str),
    /// A text in quotation marks.
    Text(Cow<'a, str>),
    /// The end of the file.
    End,
}

impl GmlToken<'_> {
    /// The token, for a message.
    pub fn shown(&self) -> String {
        match &self.kind {
            GmlKind::Open => "`[`".into(),
            GmlKind::Close => "`]`".into(),
            GmlKind::Key(word) | GmlKind::Number(word) => format!("`{}`", brief(word)),
            GmlKind::Text(text) => format!("`\"{}\"`", brief(text)),
            GmlKind::End => "the file ends".into(),
        }
    }
}

/// Reads tokens one after another.
#[derive(Debug, Clone)]
pub struct GmlLexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> GmlLexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// An error at a byte.
    pub fn error(&self, place: usize, problem: impl Into<Problem>) -> GraphError {
        GraphError::at(self.text, place, problem)
    }

    /// The next token.
    ///
    /// # Errors
    /// [`GraphError`] at an invalid token.
    pub fn next(&mut self) -> Result<GmlToken<'a>, GraphError> {
        self.skip_blanks();
        let place = self.at;
        let rest = &self.text[place..];
        let kind = match rest.bytes().next() {
            None => GmlKind::End,
            Some(b'[') => self.take(1, GmlKind::Open),
            Some(b']') => self.take(1, GmlKind::Close),
            Some(b'"') => {
                let Some(end) = rest[1..].find('"') else {
                    return Err(self.error(place, "the text has no second quotation mark"));
                };
                let text = &rest[1..=end];
                self.take(end + 2, GmlKind::Text(unescaped(text)))
            }
            Some(_) => {
                let is_end = |byte: u8| byte.is_ascii_whitespace() || b"[]\"".contains(&byte);
                let length = rest.bytes().position(is_end).unwrap_or(rest.len());
                let word = &rest[..length];
                let kind = match word.as_bytes()[0] {
                    b'a'..=b'z' | b'A'..=b'Z' | b'_' => GmlKind::Key(word),
                    _ if word.parse::<f64>().is_ok() => GmlKind::Number(word),
                    _ => {
                        let problem = format!("`{}` is no key and no value", brief(word));
                        return Err(self.error(place, problem));
                    }
                };
                self.take(length, kind)
            }
        };
        Ok(GmlToken { place, kind })
    }

    fn take(&mut self, length: usize, kind: GmlKind<'a>) -> GmlKind<'a> {
        self.at += length;
        kind
    }

    /// Skips blanks, and lines that begin with `#`.
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            let rest = &bytes[self.at..];
            let blanks = rest.iter().position(|byte| !byte.is_ascii_whitespace());
            self.at += blanks.unwrap_or(rest.len());
            if bytes.get(self.at) != Some(&b'#') {
                return;
            }
            let rest = &bytes[self.at..];
            self.at +=
                rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        }
    }
}

/// Decodes `&quot;`, `&amp;`, `&#233;` and similar references; unknown ones stay.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        whole += &rest[..at];
        rest = &rest[at..];
        let known = rest[1..].find(';').and_then(|end| Some((end + 2, character(&rest[1..=end])?)));
        let (length, character) = known.unwrap_or((1, '&'));
        whole.push(character);
        rest = &rest[length..];
    }
    whole += rest;
    Cow::Owned(whole)
}

/// The character of a reference, given the text between `&` and `;`.
fn character(name: &str) -> Option<char> {
    match name {
        "quot" => Some('"'),
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_by_name_and_number() {
        for (text, meant) in [
            ("a", "a"),
            ("&quot;&amp;&lt;&gt;&apos;", "\"&<>'"),
            ("caf&#233; &#xe9;", "café é"),
            ("a & b &c; &#1114112;", "a & b &c; &#1114112;"),
            ("&", "&"),
            ("&;", "&;"),
        ] {
            assert_eq!(unescaped(text), meant);
        }
    }
}
