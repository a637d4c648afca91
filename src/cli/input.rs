//! What commands read: files or standard input, as text.

use std::{
    io::{self, Read},
    path::Path,
};

use super::{CliError, arguments::default_memory_limit};
use crate::{
    file_name::name_of,
    limits::{Limits, Permit, Reason},
    run::Run,
    sources,
};

/// The largest document that is read: a path of 10⁸ squares takes less.
const LARGEST_DOCUMENT: u64 = 2 << 30;

/// So much is read at once, between two looks at the limits.
const PIECE: u64 = 1 << 20;

/// Reads a file, or standard input for `-`, as text; returns its name for messages too.
///
/// # Errors
/// [`CliError::Input`] if it cannot be read, is a device, too large or no UTF-8.
pub fn read_text(path: &Path) -> Result<(String, String), CliError> {
    let limits = Limits { memory: Some(default_memory_limit()), ..Limits::default() };
    read_text_within(path, &Run::new(limits, 0))
}

/// As [`read_text`], in the memory that a run may use.
///
/// # Errors
/// Besides, [`CliError::Undecided`] if there is too little.
pub fn read_text_within(path: &Path, run: &Run) -> Result<(String, String), CliError> {
    let name = name_of(path);
    let source =
        sources::open(path).map_err(|error| CliError::Input(format!("{name}: {error}")))?;
    let length = source.length;
    let text = read_text_of(&name, source, length, run)?;
    Ok((name, text))
}

/// Reads an open file of this name, which says to have so many bytes, as text, in the memory that a
/// run may use.
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
        Unread::TooLarge => {
            CliError::Input(format!("{name}: larger than {LARGEST_DOCUMENT} bytes"))
        }
        Unread::Stopped(reason) => {
            CliError::Undecided(format!("{name}: not read to its end: {}", reason.describe()))
        }
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        CliError::Input(format!("{name}:{line}: not UTF-8 text"))
    })
}

/// Why bytes were not read to their end.
enum Unread {
    System(io::Error),
    TooLarge,
    Stopped(Reason),
}

/// Reads all that there is, about `length` bytes; memory is asked for before it is taken.
///
/// What is longer than that is kept in pieces until its end: a vector that grows leaves its old
/// places behind, which together are as large as itself.
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
    // One byte more than there is shows that there is no more.
    let mut piece = Vec::with_capacity(length as usize + 1);
    let (mut full, mut total) = (Vec::new(), 0);
    loop {
        if piece.len() == piece.capacity() {
            // All pieces are copied into one place at the end.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_read_whatever_was_said() {
        let text: Vec<u8> = (0..3_000_000_u32).map(|byte| byte as u8).collect();
        for said in [None, Some(0), Some(7), Some(3_000_000), Some(9_000_000)] {
            let read = read_all(text.as_slice(), said, &|_| Ok(()));
            assert!(read.is_ok_and(|read| read == text), "{said:?}");
        }
    }

    #[test]
    fn what_has_no_end_is_read_until_memory_is_refused() {
        let within = |bytes| if bytes > 64 << 20 { Err(Reason::MemoryLimit) } else { Ok(()) };
        let ended = read_all(io::repeat(b' '), None, &within);
        assert!(matches!(ended, Err(Unread::Stopped(Reason::MemoryLimit))));
        // What is too large by its own word is not begun.
        let ended = read_all(io::empty(), Some(LARGEST_DOCUMENT + 1), &|_| Ok(()));
        assert!(matches!(ended, Err(Unread::TooLarge)));
    }
}
