//! File names as text: invalid UTF-8 is escaped reversibly.

use std::{
    ffi::OsStr,
    fmt::Write as _,
    path::{Path, PathBuf},
};

/// A name as in documents and messages. If it is not UTF-8, `\xff` is a byte that is part of no
/// character, and `\\` a backslash.
#[must_use]
pub fn shown(name: impl AsRef<OsStr>) -> String {
    let name = name.as_ref();
    if let Some(text) = name.to_str() {
        return text.into();
    }
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text += &chunk.valid().replace('\\', "\\\\");
        for byte in chunk.invalid() {
            // Writing to memory cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// The name of an input file, for messages; `-` is standard input.
#[must_use]
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { shown(path) }
}

/// The file that a document names: the one with exactly this name, otherwise the one whose name is
/// [`shown`] so.
#[must_use]
pub fn named(text: &str, folder: &Path) -> PathBuf {
    let literal = folder.join(text);
    match unescaped(text).map(|name| folder.join(name)) {
        Some(path) if !literal.exists() && path.exists() => path,
        _ => literal,
    }
}

/// The name that [`shown`] turns into this text, if it differs.
#[cfg(unix)]
fn unescaped(text: &str) -> Option<std::ffi::OsString> {
    use std::os::unix::ffi::OsStringExt;
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        if let Some(after) = after.strip_prefix('\\') {
            bytes.push(b'\\');
            rest = after;
        } else {
            let digits = after.strip_prefix('x')?.get(..2)?;
            digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[3..];
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    let name = std::ffi::OsString::from_vec(bytes);
    // Names that are UTF-8 are shown unchanged.
    name.to_str().is_none().then_some(name)
}

/// If names are not bytes, only the exact name is found.
#[cfg(not(unix))]
fn unescaped(_text: &str) -> Option<std::ffi::OsString> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn names_come_back_from_their_text() {
        for (name, text) in [
            (&b"a.cnf"[..], "a.cnf"),
            ("größe\u{1F40E}".as_bytes(), "größe\u{1F40E}"),
            (b"e\xff.cnf", "e\\xff.cnf"),
            (b"\xff\\\xc3", "\\xff\\\\\\xc3"),
            (b"\xc3\xa9\xe2\x82", "é\\xe2\\x82"),
        ] {
            let name = OsStr::from_bytes(name);
            assert_eq!(shown(name), text);
            let back = unescaped(text).unwrap_or_else(|| text.into());
            assert_eq!(back, name, "{text}");
        }
        // This name is already text, and must not be confused with an escaped one.
        assert_eq!(shown("a\\xff.cnf"), "a\\xff.cnf");
        for text in ["\\", "\\x", "\\xf", "\\xfg", "\\x+f", "\\y", "\\xé"] {
            assert_eq!(unescaped(text), None, "{text}");
        }
    }

    #[test]
    fn the_very_name_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let (literal, text) = (folder.path().join("a\\xff"), "a\\xff");
        assert_eq!(named(text, folder.path()), literal);
        let bytes = folder.path().join(OsStr::from_bytes(b"a\xff"));
        std::fs::write(&bytes, "").unwrap();
        assert_eq!(named(text, folder.path()), bytes);
        std::fs::write(&literal, "").unwrap();
        assert_eq!(named(text, folder.path()), literal);
    }
}
