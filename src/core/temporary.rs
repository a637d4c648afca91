//! Named temporary files and folders: all are removed when the program ends, except by SIGKILL.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use tempfile::{Builder, TempDir, TempPath};

/// The prefix of their names.
const PREFIX: &str = ".satranj-";

/// The existing files and folders, and whether more may be created.
struct Pending {
    paths: BTreeSet<PathBuf>,
    closed: bool,
}

/// A thread that does not stop in time never drops what it holds, so it is registered here too.
static PENDING: Mutex<Pending> = Mutex::new(Pending { paths: BTreeSet::new(), closed: false });

/// A file that is removed when this goes, or when the program ends.
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
        // As the library makes it: for its owner alone.
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
        // Until it is made no one else looks: it is known from its beginning.
        let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
        if pending.closed {
            return Err(io::Error::other("the program ends"));
        }
        let (file, path) = make(Builder::new().prefix(PREFIX))?;
        pending.paths.insert(path.to_path_buf());
        Ok((file, Self { path }))
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Moves it to its final place.
    ///
    /// # Errors
    /// This and what the system says.
    pub fn persist(self, place: &Path) -> Result<(), (Self, io::Error)> {
        match fs::rename(&self.path, place) {
            // Its old name is no longer there to be removed.
            Ok(()) => Ok(()),
            Err(error) => Err((self, error)),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // The name itself goes with the field.
        forget(&self.path);
    }
}

/// A folder that is removed with all in it when this goes, or when the program ends.
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

    /// Its path.
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

/// Removes all of them and prevents new ones: for the end of the program.
pub fn remove_all() {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    pending.closed = true;
    for path in std::mem::take(&mut pending.paths) {
        // It is no error if one is gone already.
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
}
