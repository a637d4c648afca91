//! Opens input: files, pipes and standard input, compressed or not; no devices, which may have no
//! end.

use std::{
    fs::{File, Metadata},
    io::{self, IsTerminal, Read},
    path::Path,
};

use crate::{compression::reader, invocation::Invocation, memory};

/// The most bytes of decompressed input without a memory limit: a few compressed bytes can expand to
/// any number.
const MOST_DECOMPRESSED: u64 = 256 << 20;

/// Opens a file or a pipe; `-` is standard input. A path such as `/dev/stdin` or `/dev/fd/63` may
/// lead to a pipe too. Compressed input is decompressed.
///
/// # Errors
/// The system's error, or that it is a device other than a terminal or `/dev/null`.
pub fn open(path: &Path) -> io::Result<Source> {
    if path == Path::new("-") {
        return match Invocation::of_thread() {
            Some(given) => {
                let input = given.input();
                let length = input.get_ref().len() as u64;
                Ok(Source::of(input, path, Some(length)))
            }
            None => standard_input(),
        };
    }
    // Opening some devices already uses them.
    refuse_disks(&std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    refuse(&metadata, file.is_terminal())?;
    let length = metadata.is_file().then_some(metadata.len());
    Ok(Source::of(file, path, length))
}

/// An open file or pipe.
pub struct Source {
    /// The length that the system states for a file; `None` for a pipe. Some special files state 0 but
    /// have more, and a compressed file holds more.
    pub length: Option<u64>,
    reader: Box<dyn Read + Send>,
}

impl Source {
    fn of(input: impl Read + Send + 'static, path: &Path, length: Option<u64>) -> Self {
        let most = memory::allowed().unwrap_or(MOST_DECOMPRESSED);
        Self { length, reader: Box::new(reader(input, path, length, most)) }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

#[cfg(unix)]
fn standard_input() -> io::Result<Source> {
    use std::os::fd::AsFd;
    let input = io::stdin();
    let file = File::from(input.as_fd().try_clone_to_owned()?);
    refuse(&file.metadata()?, input.is_terminal())?;
    Ok(Source::of(file, Path::new("-"), None))
}

#[cfg(not(unix))]
fn standard_input() -> io::Result<Source> {
    Ok(Source::of(io::stdin(), Path::new("-"), None))
}

/// Refuses a device, except `/dev/null` and a terminal, whose user ends the input.
#[cfg(unix)]
fn refuse(metadata: &Metadata, is_terminal: bool) -> io::Result<()> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    refuse_disks(metadata)?;
    let is_null = || {
        let null = std::fs::metadata("/dev/null");
        null.is_ok_and(|null| null.file_type().is_char_device() && null.rdev() == metadata.rdev())
    };
    if metadata.file_type().is_char_device() && !is_terminal && !is_null() {
        return Err(device());
    }
    Ok(())
}

#[cfg(unix)]
fn refuse_disks(metadata: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    if metadata.file_type().is_block_device() { Err(device()) } else { Ok(()) }
}

#[cfg(unix)]
fn device() -> io::Error {
    io::Error::other("it is a device; give a file, a pipe, or - for standard input")
}

#[cfg(not(unix))]
fn refuse(_metadata: &Metadata, _is_terminal: bool) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn refuse_disks(_metadata: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn read(path: &Path) -> io::Result<String> {
        let mut text = String::new();
        open(path)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn files_are_read_and_have_a_length() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"text").unwrap();
        assert_eq!(read(file.path()).unwrap(), "text");
        assert_eq!(open(file.path()).unwrap().length, Some(4));
    }

    #[test]
    #[cfg(unix)]
    fn devices_are_refused() {
        for device in ["/dev/zero", "/dev/urandom", "/dev/full"] {
            let message = open(Path::new(device)).err().map(|error| error.to_string());
            assert!(message.is_some_and(|message| message.contains("it is a device")), "{device}");
        }
        assert_eq!(read(Path::new("/dev/null")).unwrap(), "");
        // A link to a device is a device too.
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link.json");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        assert!(open(&link).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_pipe_can_have_a_path() {
        use std::os::fd::AsRawFd;
        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(b"through a pipe").unwrap();
        drop(writer);
        let name = format!("/dev/fd/{}", reader.as_raw_fd());
        assert_eq!(read(Path::new(&name)).unwrap(), "through a pipe");
    }
}
