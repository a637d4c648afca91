//! Temporary files and folders with names: none outlives the program, however it ends, short of SIGKILL.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use tempfile::{Builder, TempDir, TempPath};

/// How their names begin.
const PREFIX: &str = ".satranj-";

/// The files and folders that there are, and whether there may be more.
struct Pending {
    paths: BTreeSet<PathBuf>,
    closed: bool,
}

/// A thread that does not stop in time never drops what it holds, so it is known here too.
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
    /// What the system says.
    pub fn new() -> io::Result<(File, Self)> {
        // As the library makes it: for its owner alone.
        Self::made(|builder| builder.tempfile().map(tempfile::NamedTempFile::into_parts))
    }

    /// A new file in a folder, which may be read by whom the system's mask permits.
    ///
    /// # Errors
    /// What the system says.
    pub fn within(folder: &Path) -> io::Result<(File, Self)> {
        Self::made(|builder| {
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            builder.tempfile_in(folder).map(tempfile::NamedTempFile::into_parts)
        })
    }

    /// A new name in a folder for what `make` puts there; a name that is taken it refuses.
    ///
    /// # Errors
    /// What `make` says.
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

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts it in a place, where it stays.
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
    /// What the system says.
    pub fn new() -> io::Result<Self> {
        let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
        if pending.closed {
            return Err(io::Error::other("the program ends"));
        }
        let folder = Builder::new().prefix(PREFIX).tempdir()?;
        pending.paths.insert(folder.path().to_path_buf());
        Ok(Self { folder })
    }

    /// Where it is.
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

/// Removes all that there are and lets no more be made: for the end of the program.
pub fn remove_all() {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    pending.closed = true;
    for path in std::mem::take(&mut pending.paths) {
        // One that is gone is no error.
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
}
