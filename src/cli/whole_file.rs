//! A file that is written as a whole: opened before the work, renamed to its name after it.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

use super::{CliError, standard_output, stderr::say};
use crate::{
    compression::{Compression, Writer},
    file_name::shown,
    temporary::Temporary,
};

/// The most links to follow, as in the system.
const MOST_LINKS: usize = 40;

/// A file that is written as a whole: the old file stays until everything is written, and an
/// abandoned file leaves nothing behind.
///
/// It is opened at once, so that an unwritable file costs no work. A link stays and its target is
/// written; the new file gets the mode of the old one, and its owner if the system permits.
#[derive(Debug)]
pub struct WholeFile {
    /// The path as given.
    path: PathBuf,
    file: File,
    kept: Kept,
    /// Whether its name is printed when it is complete.
    is_announced: bool,
}

/// Where the content is until it is complete.
#[derive(Debug)]
enum Kept {
    /// In a file without a name, so nothing of it can remain.
    #[cfg(target_os = "linux")]
    Unnamed { place: PathBuf },
    /// Beside its place.
    Beside { name: Temporary, place: PathBuf },
    /// Elsewhere: the target's folder permits no new file, but the old one can be written.
    Apart { place: PathBuf },
    /// In its place: a device or a pipe cannot be replaced.
    InPlace,
}

impl WholeFile {
    /// Opens a file that will be written.
    ///
    /// # Errors
    /// [`CliError::Input`] if it cannot be written.
    pub fn begin(path: &Path) -> Result<Self, CliError> {
        let opened = open(path);
        let (file, kept) = opened.map_err(|error| CliError::file(path, &error))?;
        Ok(Self { path: path.into(), file, kept, is_announced: false })
    }

    /// The same, whose name is printed when it is complete, unless it is a device or pipe.
    #[must_use]
    pub fn announced(self, is_announced: bool) -> Self {
        let is_announced = is_announced && self.is_replaced();
        Self { is_announced, ..self }
    }

    /// The path as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether its name is printed when it is complete.
    pub fn is_announced(&self) -> bool {
        self.is_announced
    }

    /// Whether it replaces the old file; not for a device or pipe.
    pub fn is_replaced(&self) -> bool {
        !matches!(self.kept, Kept::InPlace)
    }

    /// Another handle for writing.
    ///
    /// # Errors
    /// [`CliError::Input`] if the system has no more handles.
    pub fn handle(&self) -> Result<File, CliError> {
        self.file.try_clone().map_err(|error| self.failed(&error))
    }

    /// A writer that compresses by the file's extension. The caller must finish it.
    ///
    /// # Errors
    /// [`CliError::Input`] if the system has no more handles.
    pub fn writer(&self) -> Result<Writer<File>, CliError> {
        let handle = self.handle()?;
        Writer::new(handle, Compression::of(&self.path)).map_err(|error| self.failed(&error))
    }

    /// Writes the file, compressed by its extension, and puts it into place.
    ///
    /// # Errors
    /// [`CliError::Input`] that names the file.
    pub fn write<T>(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, CliError> {
        let mut write = Some(write);
        let mut result = None;
        self.write_once(&mut |out| {
            result = write.take().map(|write| write(out)).transpose()?;
            Ok(())
        })?;
        result.ok_or_else(|| CliError::Check("a file was not written".into()))
    }

    /// Not generic, so that it is compiled only once.
    fn write_once(
        self,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let written = Writer::new(&self.file, Compression::of(&self.path)).and_then(|mut out| {
            write(&mut out)?;
            out.finish()
        });
        written.map_err(|error| self.failed(&error))?;
        self.end()
    }

    /// Puts it into place.
    ///
    /// # Errors
    /// [`CliError::Input`] if that fails.
    pub fn end(self) -> Result<(), CliError> {
        let Self { path, mut file, kept, is_announced } = self;
        let placed = match kept {
            #[cfg(target_os = "linux")]
            Kept::Unnamed { place } => name(&mut file, &place),
            Kept::Beside { name, place } => match name.persist(&place) {
                Ok(()) => Ok(()),
                // The old file may belong to another user or be a mount point, but still be
                // writable: copy into it.
                Err((_name, error)) => copy(&mut file, &place).map_err(|_| error),
            },
            Kept::Apart { place } => copy(&mut file, &place),
            Kept::InPlace => Ok(()),
        };
        placed.map_err(|error| CliError::file(&path, &error))?;
        if is_announced {
            say(format_args!("wrote {}", shown(&path)));
        }
        Ok(())
    }

    /// Puts the file into place before it is written, so that others can read it while it grows.
    ///
    /// # Errors
    /// [`CliError::Input`] if that fails.
    pub fn reveal(self) -> Result<File, CliError> {
        if !self.is_replaced() {
            return self.handle();
        }
        let path = self.path.clone();
        self.announced(false).end()?;
        // Another file may be in the place now.
        let file = OpenOptions::new().append(true).open(&path);
        file.map_err(|error| CliError::file(&path, &error))
    }

    fn failed(&self, error: &io::Error) -> CliError {
        CliError::file(&self.path, error)
    }
}

/// Opens a new file that will replace the one of this name, if there is one.
fn open(path: &Path) -> io::Result<(File, Kept)> {
    if standard_output::is_meant(path) {
        return Ok((standard_output::open()?, Kept::InPlace));
    }
    if let Some(file) = standard(path)? {
        return Ok((file, Kept::InPlace));
    }
    let place = place_of(path);
    if is_descriptor(&place) {
        // Another process opened its target and may also write there.
        return Ok((OpenOptions::new().append(true).open(&place)?, Kept::InPlace));
    }
    let before = match fs::metadata(&place) {
        Ok(before) => {
            // A file that the user may not write must not be replaced either.
            let file = OpenOptions::new().write(true).open(&place)?;
            if !before.is_file() {
                return Ok((file, Kept::InPlace));
            }
            Some(before)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let ends_in_name = place.file_name().is_some_and(|name| {
        place.as_os_str().as_encoded_bytes().ends_with(name.as_encoded_bytes())
    });
    if !ends_in_name {
        // Opening it fails with the system's reason.
        File::create(&place)?;
    }
    let folder = folder_of(&place);
    let (file, kept) = match anew(folder, &place) {
        Ok(new) => new,
        Err(error) if before.is_some() && error.kind() == io::ErrorKind::PermissionDenied => {
            (tempfile::tempfile()?, Kept::Apart { place })
        }
        Err(error) => return Err(error),
    };
    if let Some(before) = before.filter(|_| !matches!(kept, Kept::Apart { .. })) {
        like(&file, &before)?;
    }
    Ok((file, kept))
}

/// A new file in a folder, without a name if the system supports that.
fn anew(folder: &Path, place: &Path) -> io::Result<(File, Kept)> {
    #[cfg(target_os = "linux")]
    if let Some(file) = unnamed(folder) {
        return Ok((file, Kept::Unnamed { place: place.into() }));
    }
    let (file, name) = Temporary::within(folder)?;
    Ok((file, Kept::Beside { name, place: place.into() }))
}

/// A file without a name that can get one later; `None` if the system cannot do that.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
    let file = File::from(file);
    by_number(&file).exists().then_some(file)
}

/// The path of an open file by its number.
#[cfg(target_os = "linux")]
fn by_number(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Gives a file its name: directly if that is free, otherwise by renaming over the old file.
#[cfg(target_os = "linux")]
fn name(file: &mut File, place: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    let number = by_number(file);
    let link = |name: &Path| -> io::Result<()> {
        Ok(linkat(CWD, &number, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    };
    if link(place).is_ok() {
        return Ok(());
    }
    match Temporary::named(folder_of(place), link) {
        Ok(((), temporary)) => temporary.persist(place).map_err(|(_temporary, error)| error),
        Err(error) => Err(error),
    }
    // The old file belongs to another user or is a mount point, or linking is not possible here.
    .or_else(|error| copy(file, place).map_err(|_| error))
}

/// Copies a file into an existing one, which keeps its identity.
fn copy(file: &mut File, place: &Path) -> io::Result<()> {
    file.rewind()?;
    let mut place = OpenOptions::new().write(true).create(true).truncate(true).open(place)?;
    io::copy(file, &mut place)?;
    place.flush()
}

/// Gives a file the mode of another, and its owner if the system permits.
fn like(file: &File, before: &fs::Metadata) -> io::Result<()> {
    let own = file.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        if (own.uid(), own.gid()) != (before.uid(), before.gid()) {
            let _ = fchown(file, Some(before.uid()), Some(before.gid()));
        }
    }
    // Not every file system has modes.
    if own.permissions() != before.permissions() {
        file.set_permissions(before.permissions())?;
    }
    Ok(())
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a chain of links leads; the target may not exist.
pub fn place_of(path: &Path) -> PathBuf {
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if is_descriptor(&place) {
            break;
        }
        match fs::read_link(&place) {
            Ok(target) => place = folder_of(&place).join(target),
            Err(_) => break,
        }
    }
    place
}

/// Whether a name is that of an open file, such as `/dev/fd/3`: its target may be open in another
/// process and have no name.
pub fn is_descriptor(path: &Path) -> bool {
    let folder = fs::canonicalize(folder_of(path));
    folder.is_ok_and(|folder| {
        folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd")
    })
}

/// Standard output or standard error, if the name means one.
#[cfg(unix)]
fn standard(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let place = place_of(path);
    let place = if is_descriptor(&place) { place } else { path.into() };
    let own = match place.to_str() {
        Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => {
            io::stdout().as_fd().try_clone_to_owned()
        }
        Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => {
            io::stderr().as_fd().try_clone_to_owned()
        }
        _ => return Ok(None),
    };
    own.map(|own| Some(File::from(own)))
}

#[cfg(not(unix))]
fn standard(_path: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// A file beside its place, as on systems without unnamed files.
    fn beside(place: &Path) -> WholeFile {
        let (file, name) = Temporary::within(folder_of(place)).unwrap();
        let kept = Kept::Beside { name, place: place.into() };
        WholeFile { path: place.into(), file, kept, is_announced: false }
    }

    #[test]
    fn a_file_is_in_its_place_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a");
        for begin in [|place: &Path| WholeFile::begin(place).unwrap(), beside] {
            for before in [None, Some("before")] {
                let _ = fs::remove_file(&place);
                if let Some(before) = before {
                    fs::write(&place, before).unwrap();
                }
                let given_up = begin(&place);
                given_up.handle().unwrap().write_all(b"half").unwrap();
                assert_eq!(fs::read_to_string(&place).ok().as_deref(), before);
                drop(given_up);
                assert_eq!(names(folder.path()).len(), usize::from(before.is_some()));
                begin(&place).write(|out| out.write_all(b"whole")).unwrap();
                assert_eq!(fs::read_to_string(&place).unwrap(), "whole");
                assert_eq!(names(folder.path()), ["a"]);
            }
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_cannot_be_replaced_is_written_where_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a");
        fs::write(&place, "a longer text than the new one").unwrap();
        let mut spool = tempfile::tempfile().unwrap();
        spool.write_all(b"new").unwrap();
        let kept = Kept::Apart { place: place.clone() };
        let apart = WholeFile { path: place.clone(), file: spool, kept, is_announced: false };
        apart.end().unwrap();
        assert_eq!(fs::read_to_string(&place).unwrap(), "new");
        // A folder has meanwhile taken the name.
        for begin in [|place: &Path| WholeFile::begin(place).unwrap(), beside] {
            let place = folder.path().join("late");
            let file = begin(&place);
            fs::create_dir(&place).unwrap();
            let error = file.write(|out| out.write_all(b"new")).unwrap_err().to_string();
            assert!(error.contains("late: "), "{error}");
            fs::remove_dir(&place).unwrap();
            assert_eq!(names(folder.path()), ["a"]);
        }
    }
}
