//! What is wrong with a statement, told to who wrote a document: in the words of its fields, where
//! the command line has options.

use std::borrow::Cow;

/// The options that messages name, and what stands in a document for each.
const FIELDS: [(&str, &str); 14] = [
    ("army", "`army`"),
    ("block", "`blocked`"),
    ("closed", "`closed`"),
    ("count", "`count`"),
    ("end", "`end`"),
    ("from", "`from`"),
    ("given", "`given`"),
    ("independent", "`independent`"),
    ("path", "path (`closed` is false)"),
    ("piece", "`piece`"),
    ("start", "`start`"),
    ("to", "`to`"),
    ("total", "`total`"),
    ("at-most", "`at_most`"),
];

/// A message that names options, with the fields of a document in their place. What stands in
/// backquotes is quoted from the statement, and stays as it is.
#[must_use]
pub fn in_document(message: &str) -> String {
    let parts = message.split('`').enumerate().map(|(index, part)| {
        if index % 2 == 0 { Cow::Owned(outside_quotes(part)) } else { Cow::Borrowed(part) }
    });
    parts.collect::<Vec<_>>().join("`")
}

fn outside_quotes(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, option) = (&rest[..at], &rest[at + 2..]);
        let is_in_word = before.chars().next_back().is_some_and(char::is_alphanumeric);
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let end = option.find(|c: char| !is_of_name(c)).unwrap_or(option.len());
        let field = FIELDS.iter().find(|(name, _)| *name == &option[..end]);
        let field = field.filter(|_| !is_in_word);
        told += before;
        told += field.map_or(&rest[at..at + 2 + end], |&(_, field)| field);
        rest = &option[end..];
    }
    told + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_fields() {
        for (message, told) in [
            ("--start: square `a9` is outside", "`start`: square `a9` is outside"),
            ("--end e4: leave out --end or --closed", "`end` e4: leave out `end` or `closed`"),
            ("ask for a --path", "ask for a path (`closed` is false)"),
            ("--given: `--start` is no vertex", "`given`: `--start` is no vertex"),
            ("a--start, --starts, --, ---end", "a--start, --starts, --, ---end"),
            ("é --", "é --"),
            ("", ""),
        ] {
            assert_eq!(in_document(message), told);
        }
    }
}
