//! An append-only file owned by one process; each line has a checksum chained to the line before.
//!
//! A line is a JSON object. Its last field, `"sum"`, is the first 16 hexadecimal digits of the
//! SHA-256 of the previous line's sum and of the line without this field.

use std::{
    fmt::Write as _,
    fs::{self, File, TryLockError},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write as _},
    ops::Range,
    path::Path,
};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::CheckpointError;

/// The longest line allowed.
pub const LONGEST_LINE: u64 = 1 << 30;

/// Bytes of the digest in a checksum.
const SUM_BYTES: usize = 8;

/// The text around the checksum of a line.
const SUM: (&str, &str) = (r#","sum":""#, "\"}\n");

/// A chain of checksums: each covers a text and the checksum before.
#[derive(Debug, Clone, Default)]
struct Chain(String);

impl Chain {
    /// Adds a text; returns its checksum.
    fn add(&mut self, text: &[u8]) -> &str {
        let digest = Sha256::new_with_prefix(&self.0).chain_update(text);
        self.0.clear();
        for byte in &digest.finalize()[..SUM_BYTES] {
            let _ = write!(self.0, "{byte:02x}");
        }
        &self.0
    }
}

/// An append-only file owned by this process, open for appending.
#[derive(Debug)]
pub struct AppendLog {
    file: LockedFile,
    /// Its length.
    end: u64,
    chain: Chain,
}

/// A locked file. The lock ends with it, even if a program that is being started elsewhere in this process
/// still holds a copy of the handle.
#[derive(Debug)]
struct LockedFile(File);

impl Drop for LockedFile {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// The first line of a log.
pub struct LogHeading<'a, T> {
    /// Its content.
    pub line: &'a T,
    /// The message for a log with another first line.
    pub other: &'a str,
}

/// Called with a line and its place in the file; its error is what is wrong with the line.
type TakesLine<'a> = dyn FnMut(&[u8], Range<u64>) -> Result<(), String> + 'a;

impl AppendLog {
    /// Opens or creates a log, and passes on each line after the first, with its place. An
    /// incomplete last line of a killed process is cut off.
    ///
    /// # Errors
    /// [`CheckpointError`], which names the file, and the line that is wrong.
    pub fn open(
        path: &Path,
        heading: &LogHeading<'_, impl Serialize>,
        take: &mut TakesLine<'_>,
    ) -> Result<Self, CheckpointError> {
        let system = |problem| CheckpointError::System { path: path.into(), problem };
        let locked = open_alone(path)?;
        let mut file = &locked.0;
        file.rewind().map_err(system)?;
        let mut chain = Chain::default();
        let first = line(&mut chain, heading.line).map_err(|error| system(error.into()))?;
        let mut input = BufReader::new(file);
        let (mut end, mut text) = (0, Vec::new());
        for number in 1.. {
            text.clear();
            let length = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut text);
            let length = length.map_err(system)? as u64;
            let wrong = |problem: &str, is_damaged| CheckpointError::Wrong {
                path: path.into(),
                line: number,
                problem: problem.into(),
                is_damaged,
            };
            if number == 1 && text != first {
                let is_cut = text.len() < first.len() && first.starts_with(&text);
                if !is_cut {
                    let (problem, is_damaged) = other(&text, heading.other);
                    return Err(wrong(problem, is_damaged));
                }
            }
            if length == LONGEST_LINE {
                return Err(wrong(&format!("the line has {LONGEST_LINE} bytes or more"), true));
            }
            if !text.ends_with(b"\n") {
                break;
            }
            if number > 1 {
                let content = checked(&mut chain, &mut text);
                let content = content.map_err(|problem| wrong(problem, true))?;
                let taken = take(content, end..end + length);
                taken.map_err(|problem| wrong(&problem, false))?;
            }
            end += length;
        }
        // The incomplete last line of a killed process.
        file.set_len(end).map_err(system)?;
        if end == 0 {
            file.write_all(&first).map_err(system)?;
            end = first.len() as u64;
        }
        Ok(Self { file: locked, end, chain })
    }

    /// Adds a line, in one piece; returns its place.
    ///
    /// # Errors
    /// The system's error.
    pub fn add(&mut self, content: &impl Serialize) -> io::Result<Range<u64>> {
        let text = line(&mut self.chain, content)?;
        self.file.0.write_all(&text)?;
        let start = self.end;
        self.end += text.len() as u64;
        Ok(start..self.end)
    }

    /// The content of the line at this place.
    ///
    /// # Errors
    /// The system's error.
    pub fn line_at(&mut self, place: &Range<u64>) -> io::Result<Vec<u8>> {
        let mut file = &self.file.0;
        file.seek(SeekFrom::Start(place.start))?;
        let mut text = Vec::new();
        file.take(place.end - place.start).read_to_end(&mut text)?;
        split_sum(&mut text);
        Ok(text)
    }
}

/// Opens or creates one of satranj's files exclusively.
///
/// # Errors
/// [`CheckpointError`]; a symbolic link, which may lead out of its folder, and anything else that
/// is not a regular file are refused.
fn open_alone(path: &Path) -> Result<LockedFile, CheckpointError> {
    let system = |problem| CheckpointError::System { path: path.into(), problem };
    hold_place(path).map_err(system)?;
    let file = File::options().read(true).append(true).create(true).open(path).map_err(system)?;
    match file.try_lock() {
        Ok(()) => Ok(LockedFile(file)),
        Err(TryLockError::WouldBlock) => Err(CheckpointError::InUse(path.into())),
        Err(TryLockError::Error(problem)) => Err(system(problem)),
    }
}

/// Checks that a path is a regular file of satranj's or free.
///
/// # Errors
/// The path is a symbolic link, or something else that is not a file.
pub fn hold_place(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(there) if there.is_symlink() => {
            Err(io::Error::other("it is a symbolic link, which is not followed; remove it"))
        }
        Ok(there) if !there.is_file() => Err(io::Error::other("it is not a file")),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// A line as it is written.
fn line(chain: &mut Chain, content: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(content)?;
    let sum = chain.add(&text);
    // Instead of the closing brace.
    text.pop();
    text.extend([SUM.0, sum, SUM.1].concat().into_bytes());
    Ok(text)
}

/// The content of a line, if its checksum is right.
fn checked<'t>(chain: &mut Chain, text: &'t mut Vec<u8>) -> Result<&'t [u8], &'static str> {
    let sum = split_sum(text).ok_or(
        "the line has no checksum: it was changed, or an earlier version of the program wrote it",
    )?;
    if chain.add(text) == sum {
        Ok(text)
    } else {
        Err("the line was changed, or lines before it are missing: its checksum is wrong")
    }
}

/// Takes the checksum out of a line.
fn split_sum(text: &mut Vec<u8>) -> Option<String> {
    let length = SUM.0.len() + 2 * SUM_BYTES + SUM.1.len();
    let begin = text.len().checked_sub(length)?;
    let end = text[begin..].strip_prefix(SUM.0.as_bytes())?.strip_suffix(SUM.1.as_bytes())?;
    let sum = String::from_utf8(end.to_vec()).ok()?;
    text.truncate(begin);
    text.push(b'}');
    Some(sum)
}

/// What is wrong with an unexpected first line, and whether it was changed.
fn other<'a>(text: &[u8], other: &'a str) -> (&'a str, bool) {
    let mut whole = text.to_vec();
    if checked(&mut Chain::default(), &mut whole).is_ok() {
        (other, false)
    } else if text.starts_with(br#"{"schema":"satranj."#) && text.ends_with(b"}\n") {
        let problem = "the line was changed, or an earlier version of the program wrote it \
                       without a checksum";
        (problem, true)
    } else {
        ("the file is damaged or is not a checkpoint", text.starts_with(br#"{"schema":""#))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn open(path: &Path, heading: &Value) -> Result<(AppendLog, Vec<Value>), String> {
        let mut lines = Vec::new();
        let heading = LogHeading { line: heading, other: "it is another log" };
        let log = AppendLog::open(path, &heading, &mut |line, _| {
            lines.push(serde_json::from_slice(line).map_err(|error| error.to_string())?);
            Ok(())
        });
        log.map(|log| (log, lines)).map_err(|error| error.to_string())
    }

    /// A program that starts while the file is open has a copy of its handle for a moment.
    #[test]
    fn the_lock_ends_with_the_log_although_a_copy_of_the_handle_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let heading = json!({"schema": "satranj.x/1"});
        let (log, _) = open(&path, &heading).unwrap();
        let copy = log.file.0.try_clone().unwrap();
        assert!(open(&path, &heading).unwrap_err().contains("another process"));
        drop(log);
        assert!(open(&path, &heading).is_ok());
        drop(copy);
    }

    #[test]
    fn every_changed_bit_is_refused_or_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let heading = json!({"schema": "satranj.x/1", "of": 1});
        let lines: Vec<Value> = (0..4).map(|number| json!({"n": number, "count": 7})).collect();
        let (mut log, _) = open(&path, &heading).unwrap();
        for line in &lines {
            log.add(line).unwrap();
        }
        drop(log);
        let whole = fs::read(&path).unwrap();
        let end = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
        for bit in 0..8 * whole.len() {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, &changed).unwrap();
            match open(&path, &heading) {
                Err(problem) => {
                    assert!(problem.contains("log") && problem.contains("remove"), "{problem}");
                    assert_eq!(fs::read(&path).unwrap(), changed, "{bit}");
                }
                // The last line is incomplete without its end.
                Ok((_, known)) => {
                    assert!(bit / 8 > end && known == lines[..3], "{bit}: {known:?}");
                }
            }
        }
        // A missing line, and two swapped lines.
        let text = String::from_utf8(whole).unwrap();
        let mut parts: Vec<&str> = text.split_inclusive('\n').collect();
        parts.swap(2, 3);
        fs::write(&path, parts.concat()).unwrap();
        assert!(open(&path, &heading).err().unwrap().contains(":3: the line was changed"));
        parts.remove(1);
        fs::write(&path, parts.concat()).unwrap();
        assert!(open(&path, &heading).err().unwrap().contains(":2: the line was changed"));
        fs::write(&path, &text).unwrap();
        let other = json!({"schema": "satranj.x/1", "of": 2});
        assert!(open(&path, &other).err().unwrap().contains(":1: it is another log"));
        assert_eq!(open(&path, &heading).unwrap().1, lines);
    }

    #[test]
    fn what_is_no_log_of_ours_is_neither_taken_nor_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let heading = json!({"schema": "satranj.x/1"});
        for (text, expected) in [
            ("my notes", "damaged or is not a checkpoint"),
            ("{\"my\":\"notes\"", "damaged or is not a checkpoint"),
            ("{\"schema\":\"satranj.x/1\"}\n{\"n\":1}\n", "an earlier version"),
        ] {
            fs::write(&path, text).unwrap();
            let problem = open(&path, &heading).err().unwrap();
            assert!(problem.contains(expected), "{problem}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(open(&path, &heading).err().unwrap().contains("it is not a file"));
        #[cfg(unix)]
        {
            let (link, outside) = (folder.path().join("link"), folder.path().join("outside"));
            std::os::unix::fs::symlink(&outside, &link).unwrap();
            assert!(open(&link, &heading).err().unwrap().contains("symbolic link"));
            assert!(!outside.exists());
        }
    }
}
