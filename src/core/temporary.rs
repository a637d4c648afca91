//! Named temporary files and folders: all are removed when the program ends, except by SIGKILL.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use tempfile::{Builder, TempDir, TempPath};

/// The prefix of the names of temporary files.
const PREFIX: &str = ".satranj-";

/// The existing files and folders, and whether more may be created.
struct Pending {
    paths: BTreeSet<PathBuf>,
    closed: bool,
}

/// A thread that does not stop in time never drops its files, so they are registered here too.
static PENDING: Mutex<Pending> = Mutex::new(Pending { paths: BTreeSet::new(), closed: false });

/// A file that is removed when this is dropped, or when the program ends.
#[derive(Debug)]
pub struct Temporary {
    path: TempPath,
}

impl Temporary {
    /// A new file in the folder for temporary files.
    ///
    /// # Errors
    /// The system's error.
    pub fn new() -> io::Result<(File, Self)> {
        // Readable only by its owner, which is the default of the library.
        Self::made(|builder| builder.tempfile().map(tempfile::NamedTempFile::into_parts))
    }

    /// A new file in a folder, readable as the system's umask permits.
    ///
    /// # Errors
    /// The system's error.
    pub fn within(folder: &Path) -> io::Result<(File, Self)> {
        Self::made(|builder| {
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            builder.tempfile_in(folder).map(tempfile::NamedTempFile::into_parts)
        })
    }

    /// A new name in a folder, created by `make`, which must refuse existing names.
    ///
    /// # Errors
    /// The error of `make`.
    pub fn named<T>(
        folder: &Path,
        make: impl FnMut(&Path) -> io::Result<T>,
    ) -> io::Result<(T, Self)> {
        Self::made(|builder| builder.make_in(folder, make).map(tempfile::NamedTempFile::into_parts))
    }

    fn made<T>(
        make: impl FnOnce(&mut Builder<'_, '_>) -> io::Result<(T, TempPath)>,
    ) -> io::Result<(T, Self)> {
        // Locked until it is made, so that it is registered from its beginning.
        let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
        if pending.closed {
            return Err(io::Error::other("the program ends"));
        }
        let (file, path) = make(Builder::new().prefix(PREFIX))?;
        pending.paths.insert(path.to_path_buf());
        Ok((file, Self { path }))
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Moves the file to its final place.
    ///
    /// # Errors
    /// This file and the system's error.
    pub fn persist(self, place: &Path) -> Result<(), (Self, io::Error)> {
        match fs::rename(&self.path, place) {
            // The drop that follows finds no file of the old name to remove.
            Ok(()) => Ok(()),
            Err(error) => Err((self, error)),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Dropping the field removes the file.
        forget(&self.path);
    }
}

/// A folder that is removed with its content when this is dropped, or when the program ends.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: TempDir,
}

impl TemporaryFolder {
    /// A new folder.
    ///
    /// # Errors
    /// The system's error.
    pub fn new() -> io::Result<Self> {
        let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
        if pending.closed {
            return Err(io::Error::other("the program ends"));
        }
        let folder = Builder::new().prefix(PREFIX).tempdir()?;
        pending.paths.insert(folder.path().to_path_buf());
        Ok(Self { folder })
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        forget(self.folder.path());
    }
}

fn forget(path: &Path) {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    pending.paths.remove(path);
}

/// Removes all temporary files and folders and refuses new ones: for the end of the program.
pub fn remove_all() {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    pending.closed = true;
    for path in std::mem::take(&mut pending.paths) {
        // A path that no longer exists is no error.
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
}
