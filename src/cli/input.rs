//! Reads the input of commands: files or standard input, as text.

use std::{
    ffi::OsStr,
    fs,
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

use super::{CliError, arguments::default_memory_limit};
use crate::{
    file_name::{self, name_of},
    limits::{Limits, Permit, Reason},
    run::Run,
    sources,
};

/// The largest document to read: a path of 10⁸ squares takes less.
const LARGEST_DOCUMENT: u64 = 2 << 30;

/// Bytes read at once, between two checks of the limits.
const PIECE: u64 = 1 << 20;

/// Reads a file, or standard input for `-`, as text; also returns its name for messages.
///
/// # Errors
/// [`CliError::Input`] if it cannot be read, is a device, too large or not UTF-8.
pub fn read_text(path: &Path) -> Result<(String, String), CliError> {
    let limits = Limits { memory: Some(default_memory_limit()), ..Limits::default() };
    read_text_within(path, &Run::new(limits, 0))
}

/// As [`read_text`], within the memory limit of a run.
///
/// # Errors
/// Also [`CliError::Undecided`] if the memory is too small.
pub fn read_text_within(path: &Path, run: &Run) -> Result<(String, String), CliError> {
    let name = name_of(path);
    let source = sources::open(path).map_err(CliError::of(&name))?;
    let length = source.length;
    let text = read_text_of(&name, source, length, run)?;
    Ok((name, text))
}

/// Reads an open file of this name and expected length as text, within the memory limit of a run.
///
/// # Errors
/// As [`read_text_within`].
pub fn read_text_of(
    name: &str,
    source: impl Read,
    length: Option<u64>,
    run: &Run,
) -> Result<String, CliError> {
    let bytes = read_all(source, length, &|bytes| run.reserve(bytes));
    let bytes = bytes.map_err(|error| match error {
        Unread::System(error) => CliError::Input(format!("{name}: {error}")),
        Unread::TooLarge => CliError::Input(format!(
            "{name}: larger than the {LARGEST_DOCUMENT} bytes that a \
                                     document may have"
        )),
        Unread::Stopped(reason) => {
            CliError::Undecided(format!("{name}: not read completely: {}", reason.describe()))
        }
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        CliError::Input(format!("{name}:{line}: not UTF-8 text"))
    })
}

/// Why the input was not read completely.
enum Unread {
    System(io::Error),
    TooLarge,
    Stopped(Reason),
}

/// Reads everything, about `length` bytes; memory is reserved before it is used.
///
/// Longer input is kept in pieces until its end: a growing vector would leave freed blocks that
/// together are as large as itself.
fn read_all(
    mut reader: impl Read,
    length: Option<u64>,
    permit: Permit<'_>,
) -> Result<Vec<u8>, Unread> {
    let length = length.unwrap_or(0);
    if length > LARGEST_DOCUMENT {
        return Err(Unread::TooLarge);
    }
    permit(length).map_err(Unread::Stopped)?;
    // The extra byte detects the end without growing.
    let mut piece = Vec::with_capacity(length as usize + 1);
    let (mut full, mut total) = (Vec::new(), 0);
    loop {
        if piece.len() == piece.capacity() {
            // All pieces are copied together at the end.
            permit(total + PIECE).map_err(Unread::Stopped)?;
            full.push(std::mem::replace(&mut piece, Vec::with_capacity(PIECE as usize)));
        }
        let room = (piece.capacity() - piece.len()) as u64;
        let read = (&mut reader).take(room.min(PIECE)).read_to_end(&mut piece);
        match read.map_err(Unread::System)? {
            0 if full.is_empty() => return Ok(piece),
            0 => break,
            read => total += read as u64,
        }
        if total > LARGEST_DOCUMENT {
            return Err(Unread::TooLarge);
        }
        permit(0).map_err(Unread::Stopped)?;
    }
    full.push(piece);
    permit(total).map_err(Unread::Stopped)?;
    let mut whole = Vec::with_capacity(total as usize);
    for piece in full {
        whole.extend(piece);
    }
    Ok(whole)
}

/// Where the files that a document names may be.
#[derive(Debug, Clone)]
pub struct NamedFiles {
    /// The folders to search, in order.
    folders: Vec<PathBuf>,
    /// Whether files may also be elsewhere.
    allow_outside: bool,
}

impl NamedFiles {
    /// Files beside a document; for standard input (-) in the working folder.
    pub fn beside(document: &Path, allow_outside: bool) -> Self {
        let folder = document.parent().unwrap_or(Path::new(""));
        Self { folders: vec![folder.into()], allow_outside }
    }

    /// Files beside a document or in the working folder.
    pub fn or_where_we_work(mut self) -> Self {
        self.folders.push(PathBuf::new());
        self
    }

    /// The path of a named regular file in an allowed folder.
    ///
    /// # Errors
    /// A sentence with the error, without any of the file's content.
    pub fn find(&self, name: &str) -> Result<PathBuf, String> {
        let mut problem = None;
        for folder in &self.folders {
            match self.find_in(folder, name) {
                Ok(path) => return Ok(path),
                Err(wrong) => problem = problem.or(Some(wrong)),
            }
        }
        Err(problem.unwrap_or_else(|| format!("{name}: there is no folder to look for it")))
    }

    /// The path of a named folder in an allowed place.
    ///
    /// # Errors
    /// A sentence with the error.
    pub fn find_folder(&self, name: &str) -> Result<PathBuf, String> {
        let beside = self.folders.first().map_or(Path::new(""), PathBuf::as_path);
        if !self.allow_outside && is_plainly_outside(Path::new(name)) {
            return Err(format!(
                "{name}: outside the folder of the document; add --allow-outside to read it"
            ));
        }
        let path = file_name::named(name, beside);
        // Each file in it is checked by itself.
        if path.is_dir() { Ok(path) } else { Err(format!("{name}: no such folder")) }
    }

    fn find_in(&self, folder: &Path, name: &str) -> Result<PathBuf, String> {
        let path = match file_name::named(name, folder) {
            // A plain `-` would mean standard input.
            path if path == Path::new("-") => Path::new(".").join(path),
            path => path,
        };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let outside = || {
            format!(
                "{}: outside the folder of the document; add --allow-outside to read it",
                file_name::shown(&path)
            )
        };
        let wrong = |error: std::io::Error| format!("{}: {error}", file_name::shown(&path));
        // A name that is plainly outside is not even looked up.
        if !self.allow_outside && is_plainly_outside(Path::new(name)) {
            return Err(outside());
        }
        let resolved = path.canonicalize().map_err(wrong)?;
        if !self.allow_outside && !resolved.starts_with(folder.canonicalize().map_err(wrong)?) {
            return Err(outside());
        }
        // Opening a pipe may block forever, and a device has no end.
        if !resolved.metadata().map_err(wrong)?.is_file() {
            return Err(format!("{}: not a regular file", file_name::shown(&path)));
        }
        Ok(path)
    }
}

/// Whether a name is absolute or leads out of its folder.
fn is_plainly_outside(name: &Path) -> bool {
    let mut depth = 0u32;
    for component in name.components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return true,
            },
            Component::RootDir | Component::Prefix(_) => return true,
        }
    }
    false
}

/// The files that a name matches, sorted by name: itself, unless there is no such file and its last
/// part has `*` or `?`.
///
/// # Errors
/// The system's error for the folder.
pub fn expanded(path: &Path) -> io::Result<Vec<PathBuf>> {
    let pattern = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if !pattern.contains(['*', '?']) || path.exists() {
        return Ok(vec![path.into()]);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut found = Vec::new();
    for entry in fs::read_dir(read)? {
        let name = entry?.file_name();
        let fits = |name: &str| fits(pattern.as_bytes(), name.as_bytes());
        // As in a shell, a name that begins with a dot is hidden.
        if name.to_str().is_some_and(|name| !name.starts_with('.') && fits(name)) {
            found.push(folder.join(name));
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a name matches a pattern. O(pattern · name).
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    // The place of the last `*` and the length of its match.
    let mut star: Option<(usize, usize)> = None;
    while read < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(&letter) if letter == b'?' || letter == name[read] => {
                at += 1;
                read += 1;
            }
            _ => match star {
                // Extend the match of the last `*` by one.
                Some((place, taken)) => {
                    star = Some((place, taken + 1));
                    (at, read) = (place + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&letter| letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn all_is_read_whatever_was_said() {
        let text: Vec<u8> = (0..3_000_000_u32).map(|byte| byte as u8).collect();
        for stated in [None, Some(0), Some(7), Some(3_000_000), Some(9_000_000)] {
            let read = read_all(text.as_slice(), stated, &|_| Ok(()));
            assert!(read.is_ok_and(|read| read == text), "{stated:?}");
        }
    }

    #[test]
    fn what_has_no_end_is_read_until_memory_is_refused() {
        let within = |bytes| if bytes > 64 << 20 { Err(Reason::MemoryLimit) } else { Ok(()) };
        let ended = read_all(io::repeat(b' '), None, &within);
        assert!(matches!(ended, Err(Unread::Stopped(Reason::MemoryLimit))));
        // Input whose declared length is too large is not read at all.
        let ended = read_all(io::empty(), Some(LARGEST_DOCUMENT + 1), &|_| Ok(()));
        assert!(matches!(ended, Err(Unread::TooLarge)));
    }

    #[test]
    fn files_of_the_folder_alone() {
        let all = tempfile::tempdir().unwrap();
        let folder = all.path().join("folder");
        fs::create_dir_all(folder.join("below")).unwrap();
        for path in ["secret", "folder/a", "folder/below/b", "folder/-"] {
            fs::write(all.path().join(path), "text").unwrap();
        }
        let document = folder.join("document.json");
        let found = |name: &str, outside| NamedFiles::beside(&document, outside).find(name);
        for name in ["a", "./a", "below/b", "below/../a", "-"] {
            assert_eq!(found(name, false), Ok(folder.join(name)), "{name}");
        }
        let secret = all.path().join("secret").display().to_string();
        let in_folder = folder.join("a").display().to_string();
        for name in ["../secret", "below/../../secret", "../folder/a", &secret, &in_folder] {
            let message = found(name, false).unwrap_err();
            assert!(message.contains("outside the folder") && message.contains(name), "{message}");
            assert!(found(name, true).is_ok(), "{name}");
        }
        // The message does not reveal whether the file exists.
        assert!(found("../nothing", false).unwrap_err().contains("outside"));
        assert!(found("nothing", false).unwrap_err().contains("No such file"));
        for (name, outside) in [("below", false), (".", false), ("", false), ("/dev/zero", true)] {
            assert!(found(name, outside).unwrap_err().contains("not a regular file"), "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn links_lead_where_they_lead() {
        use std::os::unix::fs::symlink;

        let all = tempfile::tempdir().unwrap();
        let folder = all.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(all.path().join("secret"), "text").unwrap();
        fs::write(folder.join("a"), "text").unwrap();
        for (target, name) in [("../secret", "out"), ("..", "up"), ("a", "in")] {
            symlink(target, folder.join(name)).unwrap();
        }
        let document = folder.join("document.json");
        let found = |name: &str, outside| NamedFiles::beside(&document, outside).find(name);
        for name in ["out", "up/secret"] {
            assert!(found(name, false).unwrap_err().contains("outside the folder"), "{name}");
            assert!(found(name, true).is_ok(), "{name}");
        }
        assert!(found("in", false).is_ok());
        // A folder reached by a link counts as the folder itself.
        symlink("folder", all.path().join("link")).unwrap();
        let document = all.path().join("link/document.json");
        assert!(NamedFiles::beside(&document, false).find("a").is_ok());
    }

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("*.json", "a.json", true),
            ("*.json", "a.json.gz", false),
            ("case-??.json", "case-07.json", true),
            ("case-??.json", "case-007.json", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("*", "", true),
            ("?", "", false),
        ] {
            assert_eq!(fits(pattern.as_bytes(), name.as_bytes()), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn files_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.json", "a.json", "c.txt", ".d.json"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let found = expanded(&folder.path().join("*.json")).unwrap();
        assert_eq!(found, ["a.json", "b.json"].map(|name| folder.path().join(name)));
        let plain = folder.path().join("nothing.json");
        assert_eq!(expanded(&plain).unwrap(), [plain]);
        assert!(expanded(&folder.path().join("none/*.json")).is_err());
    }
}
