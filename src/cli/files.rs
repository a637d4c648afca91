//! The files that a command reads and writes; output files are opened before the work, and no two
//! may be the same file.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use super::{
    CliError, standard_output, stderr,
    whole_file::{WholeFile, folder_of, is_descriptor, place_of},
};
use crate::{file_name::shown, invocation::Invocation};

/// The files of a command.
#[derive(Debug, Default)]
pub struct Files {
    /// Whether to replace files that the user did not name, of any kind; `None` without this choice.
    force: Option<bool>,
    /// Whether each written file is named on standard error.
    announces: bool,
    read: Vec<KnownFile>,
    folders: Vec<ReadFolder>,
    written: Vec<KnownFile>,
}

/// A file with its purpose.
#[derive(Debug)]
struct KnownFile {
    what: String,
    identity: Identity,
}

/// A folder in which only files with certain names are read.
#[derive(Debug)]
struct ReadFolder {
    what: String,
    identity: Identity,
    is_read: fn(&OsStr) -> bool,
}

/// The identity of a file, the same for all its names.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// An existing file: its device and inode.
    #[cfg(unix)]
    File(u64, u64),
    /// An existing file.
    #[cfg(not(unix))]
    File(PathBuf),
    /// A new file: its folder and its name.
    New(Box<Identity>, std::ffi::OsString),
}

/// A kind of file that is written beside others without being named: an existing file is replaced
/// only if it is of this kind.
pub struct FileKind {
    /// Its name with an article.
    pub name: &'static str,
    /// Whether a file that begins with these bytes is of this kind.
    pub is_one: fn(&[u8]) -> bool,
}

/// Bytes of a file that are read to recognise its kind.
const BEGINNING: u64 = 1 << 12;

impl Files {
    /// The files of a command; with `force` it may replace files that the user did not name.
    pub fn new(force: bool) -> Self {
        Self { force: Some(force), ..Self::default() }
    }

    /// The files of a command that reads these files.
    pub fn reading<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Self {
        let mut files = Self::default();
        paths.into_iter().for_each(|path| files.reads(path.as_ref()));
        files
    }

    /// Names each file that is written from now on when it is complete, on a terminal, unless the
    /// command is quiet.
    pub fn announce(&mut self, quiet: bool) {
        self.announces = !quiet && stderr::is_terminal();
    }

    /// A file that is read; `-` is standard input.
    pub fn reads(&mut self, path: &Path) {
        let identity = if path == Path::new("-") { standard_input() } else { existing(path) };
        // A missing file is reported when it is read.
        self.read.extend(identity.map(|identity| KnownFile { what: shown(path), identity }));
    }

    /// A folder in which all files with certain names are read, now and in later runs, so none of
    /// them may be written.
    pub fn reads_folder(&mut self, folder: &Path, is_read: fn(&OsStr) -> bool) {
        // An unreadable folder is reported when it is read.
        let names = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = names.map(|entry| entry.file_name()).filter(|name| is_read(name));
        names.for_each(|name| self.reads(&folder.join(name)));
        let what = shown(folder);
        self.folders.extend(existing(folder).map(|identity| ReadFolder {
            what,
            identity,
            is_read,
        }));
    }

    /// Registers standard output as written.
    ///
    /// # Errors
    /// [`CliError::Usage`] if it is a file that is also written in another way.
    pub fn prints(&mut self) -> Result<(), CliError> {
        // It may be an input file: the shell has already truncated it, or appends to it.
        match of_standard_output() {
            Some(identity) => self.add("standard output".into(), identity),
            None => Ok(()),
        }
    }

    /// Opens a file for writing; `what`: the option that names it.
    ///
    /// # Errors
    /// [`CliError::Usage`] if it is already read or written, [`CliError::Input`] if it cannot be
    /// written.
    pub fn writes(&mut self, what: &str, path: &Path) -> Result<WholeFile, CliError> {
        if standard_output::is_meant(path) {
            self.prints()?;
            return WholeFile::begin(path);
        }
        let place = place_of(path);
        let what = format!("{what} {}", shown(path));
        if let Some(identity) = identity_of(&place) {
            if let Some(read) = self.read.iter().find(|known| known.identity == identity) {
                usage!(
                    "{what}: this command reads the same file ({}); name another file",
                    read.what
                );
            }
            let name = place.file_name().unwrap_or_default();
            let folder = existing(folder_of(&place));
            let known = self.folders.iter().find(|known| Some(&known.identity) == folder.as_ref());
            if let Some(known) = known.filter(|known| (known.is_read)(name)) {
                usage!(
                    "{what}: this command reads files of this name in {}; name another \
                        file",
                    known.what
                );
            }
            // `/dev/stderr` is meant to share standard error.
            if !is_descriptor(&place) && standard_error().is_some_and(|own| own == identity) {
                usage!("{what}: standard error already goes to this file; name another file");
            }
            self.add(what, identity)?;
        }
        Ok(WholeFile::begin(path)?.announced(self.announces))
    }

    /// Opens the file of `-o`, or takes standard output.
    ///
    /// # Errors
    /// As [`Files::writes`].
    pub fn writes_or_prints(
        &mut self,
        path: Option<&PathBuf>,
    ) -> Result<Option<WholeFile>, CliError> {
        match path {
            Some(path) => self.writes("-o", path).map(Some),
            None => self.prints().map(|()| None),
        }
    }

    /// Opens a file that is written beside a named one.
    ///
    /// # Errors
    /// As [`Files::writes`]; also [`CliError::Usage`] if the existing file is of another kind.
    pub fn writes_beside(&mut self, kind: &FileKind, path: &Path) -> Result<WholeFile, CliError> {
        let file = self.writes(kind.name, path)?;
        if self.force != Some(true) && path.is_file() && !is_one(kind, path) {
            usage!(
                "{}: {} would replace an existing file of another kind; name another file{}",
                shown(path),
                kind.name,
                if self.force.is_some() { ", or use --force" } else { "" }
            );
        }
        Ok(file)
    }

    /// Refuses an output file that turned out to be an input as well.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn refuse_read(&self, path: &Path) -> Result<(), CliError> {
        let identity = existing(path);
        let written = self.written.iter().find(|known| Some(&known.identity) == identity.as_ref());
        written.map_or(Ok(()), |known| {
            let problem = format!(
                "{}: this command reads the same file ({}); name another file",
                known.what,
                shown(path)
            );
            Err(CliError::Usage(problem))
        })
    }

    fn add(&mut self, what: String, identity: Identity) -> Result<(), CliError> {
        if let Some(other) = self.written.iter().find(|known| known.identity == identity) {
            usage!("{what}: this is the same file as {}; name another file", other.what);
        }
        self.written.push(KnownFile { what, identity });
        Ok(())
    }
}

/// Whether a file is of a kind; false for an unreadable one.
fn is_one(kind: &FileKind, path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    // Replacing an empty file loses nothing.
    read.is_ok() && (beginning.is_empty() || (kind.is_one)(&beginning))
}

/// The identity of an existing or new file.
fn identity_of(place: &Path) -> Option<Identity> {
    if fs::metadata(place).is_ok() {
        return existing(place);
    }
    let folder = existing(folder_of(place))?;
    Some(Identity::New(Box::new(folder), place.file_name()?.to_os_string()))
}

/// The identity of an existing file. Shared devices such as a terminal and `/dev/null` have none.
fn existing(path: &Path) -> Option<Identity> {
    let metadata = fs::metadata(path).ok()?;
    #[cfg(unix)]
    return of(&metadata);
    #[cfg(not(unix))]
    return (metadata.is_file()).then(|| fs::canonicalize(path).ok().map(Identity::File)).flatten();
}

#[cfg(unix)]
fn of(metadata: &fs::Metadata) -> Option<Identity> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let shared = metadata.file_type().is_char_device();
    (!shared).then(|| Identity::File(metadata.dev(), metadata.ino()))
}

/// The identity of standard input.
#[cfg(unix)]
fn standard_input() -> Option<Identity> {
    use std::os::fd::AsFd;
    if Invocation::of_thread().is_some() {
        return None;
    }
    let own = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    of(&File::from(own).metadata().ok()?)
}

/// The identity of standard output.
#[cfg(unix)]
fn of_standard_output() -> Option<Identity> {
    use std::os::fd::AsFd;
    if Invocation::of_thread().is_some() {
        return None;
    }
    let own = std::io::stdout().as_fd().try_clone_to_owned().ok()?;
    of(&File::from(own).metadata().ok()?)
}

/// The identity of standard error.
#[cfg(unix)]
fn standard_error() -> Option<Identity> {
    use std::os::fd::AsFd;
    let own = std::io::stderr().as_fd().try_clone_to_owned().ok()?;
    let metadata = File::from(own).metadata().ok()?;
    // One pipe may take both streams, as with `2>&1`.
    metadata.is_file().then(|| of(&metadata)).flatten()
}

#[cfg(not(unix))]
fn standard_error() -> Option<Identity> {
    None
}

#[cfg(not(unix))]
fn standard_input() -> Option<Identity> {
    None
}

#[cfg(not(unix))]
fn of_standard_output() -> Option<Identity> {
    None
}
