//! The tokens of GML.

use std::borrow::Cow;

use crate::graphs::{
    GraphError,
    scanner::{Scanner, brief},
};

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
pub struct GmlLexer<'a>(Scanner<'a>);

impl<'a> GmlLexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self(Scanner::new(text))
    }

    /// An error at a byte.
    pub fn error(&self, place: usize, problem: impl Into<String>) -> GraphError {
        self.0.error_at(place, problem)
    }

    /// The next token.
    ///
    /// # Errors
    /// [`GraphError`] at an invalid token.
    pub fn next(&mut self) -> Result<GmlToken<'a>, GraphError> {
        self.0.skip_blanks(true);
        // Comments.
        while self.0.byte(0) == Some(b'#') {
            self.0.rest_of_line();
            self.0.skip_blanks(true);
        }
        let place = self.0.place();
        let kind = match self.0.byte(0) {
            None => GmlKind::End,
            Some(bracket @ (b'[' | b']')) => {
                self.0.take(1);
                if bracket == b'[' { GmlKind::Open } else { GmlKind::Close }
            }
            Some(b'"') => {
                let Some(end) = self.0.rest()[1..].find('"') else {
                    return Err(self.error(place, "this quotation mark is not closed"));
                };
                GmlKind::Text(unescaped(&self.0.take(end + 2)[1..=end]))
            }
            Some(_) => {
                let word =
                    self.0.run(|byte| !(byte.is_ascii_whitespace() || b"[]\"".contains(&byte)));
                match word.as_bytes()[0] {
                    b'a'..=b'z' | b'A'..=b'Z' | b'_' => GmlKind::Key(word),
                    _ if word.parse::<f64>().is_ok() => GmlKind::Number(word),
                    _ => {
                        let problem = format!("`{}` is neither a key nor a value", brief(word));
                        return Err(self.error(place, problem));
                    }
                }
            }
        };
        Ok(GmlToken { place, kind })
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
