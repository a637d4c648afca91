//! The files of a command: what it reads, and what it writes, opened before the work; no two of
//! them are one.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use super::{
    CliError, standard_output,
    whole_file::{WholeFile, folder_of, is_descriptor, place_of},
};
use crate::{file_name::shown, invocation::Invocation};

/// The files of a command.
#[derive(Debug, Default)]
pub struct Files {
    /// Whether files that no one named may be replaced, whatever they are.
    force: bool,
    read: Vec<KnownFile>,
    folders: Vec<ReadFolder>,
    written: Vec<KnownFile>,
}

/// A file with what it is for.
#[derive(Debug)]
struct KnownFile {
    what: String,
    identity: Identity,
}

/// A folder of which those files are read whose names are such.
#[derive(Debug)]
struct ReadFolder {
    what: String,
    identity: Identity,
    is_read: fn(&OsStr) -> bool,
}

/// What is the same of one file under all its names.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// A file that there is: its device and number.
    #[cfg(unix)]
    File(u64, u64),
    /// A file that there is.
    #[cfg(not(unix))]
    File(PathBuf),
    /// A file that is to be: its folder and its name.
    New(Box<Identity>, std::ffi::OsString),
}

/// A kind of files that we write beside others, unasked: one that stands there is replaced only
/// if it is of the kind.
pub struct FileKind {
    /// What it is, with an article.
    pub name: &'static str,
    /// Whether a file that begins with these bytes is one.
    pub is_one: fn(&[u8]) -> bool,
}

/// How much of a file is looked at to tell what it is.
const BEGINNING: u64 = 1 << 12;

impl Files {
    /// The files of a command; with `force` it may replace what no one named.
    pub fn new(force: bool) -> Self {
        Self { force, ..Self::default() }
    }

    /// The files of a command that reads these.
    pub fn reading<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Self {
        let mut files = Self::default();
        paths.into_iter().for_each(|path| files.reads(path.as_ref()));
        files
    }

    /// A file that is read; `-` is standard input.
    pub fn reads(&mut self, path: &Path) {
        let identity = if path == Path::new("-") { standard_input() } else { existing(path) };
        // One that is not there is told where it is read.
        self.read.extend(identity.map(|identity| KnownFile { what: shown(path), identity }));
    }

    /// A folder of which all files are read that are called so, now and when the command is run
    /// again: none of them is written.
    pub fn reads_folder(&mut self, folder: &Path, is_read: fn(&OsStr) -> bool) {
        // One that cannot be read is told where it is read.
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

    /// Standard output is written.
    ///
    /// # Errors
    /// [`CliError::Usage`] if it is a file that is written otherwise.
    pub fn prints(&mut self) -> Result<(), CliError> {
        // What we read of it the shell has emptied before, or it is added to.
        match of_standard_output() {
            Some(identity) => self.add("standard output".into(), identity),
            None => Ok(()),
        }
    }

    /// Opens a file that is written; `what`: the option that names it.
    ///
    /// # Errors
    /// [`CliError::Usage`] if it is one that is read or written already, [`CliError::Input`] if
    /// it cannot be written.
    pub fn writes(&mut self, what: &str, path: &Path) -> Result<WholeFile, CliError> {
        if standard_output::is_meant(path) {
            self.prints()?;
            return WholeFile::begin(path);
        }
        let place = place_of(path);
        let what = format!("{what} {}", shown(path));
        if let Some(identity) = identity_of(&place) {
            if let Some(read) = self.read.iter().find(|known| known.identity == identity) {
                usage!("{what}: it is read ({}); name another file", read.what);
            }
            let name = place.file_name().unwrap_or_default();
            let folder = existing(folder_of(&place));
            let known = self.folders.iter().find(|known| Some(&known.identity) == folder.as_ref());
            if let Some(known) = known.filter(|known| (known.is_read)(name)) {
                usage!(
                    "{what}: files that are called so are read in {}; name another file",
                    known.what
                );
            }
            // `/dev/stderr` is meant so.
            if !is_descriptor(&place) && standard_error().is_some_and(|own| own == identity) {
                usage!("{what}: standard error goes there; name another file");
            }
            self.add(what, identity)?;
        }
        WholeFile::begin(path)
    }

    /// Opens a file that is written, if one is named.
    ///
    /// # Errors
    /// As [`Files::writes`].
    pub fn writes_any(
        &mut self,
        what: &str,
        path: Option<&PathBuf>,
    ) -> Result<Option<WholeFile>, CliError> {
        path.map(|path| self.writes(what, path)).transpose()
    }

    /// Opens the file of `-o`, or takes standard output.
    ///
    /// # Errors
    /// As [`Files::writes`].
    pub fn writes_or_prints(
        &mut self,
        path: Option<&PathBuf>,
    ) -> Result<Option<WholeFile>, CliError> {
        if path.is_none() {
            self.prints()?;
        }
        self.writes_any("-o", path)
    }

    /// Opens a file that is written beside what was named.
    ///
    /// # Errors
    /// As [`Files::writes`]; [`CliError::Usage`] too if a file stands there that is not of the
    /// kind.
    pub fn writes_beside(&mut self, kind: &FileKind, path: &Path) -> Result<WholeFile, CliError> {
        let file = self.writes(kind.name, path)?;
        if !self.force && path.is_file() && !is_one(kind, path) {
            usage!(
                "{}: {} goes there, and what stands there is something else; name another file, \
                 or say --force",
                shown(path),
                kind.name
            );
        }
        Ok(file)
    }

    /// Refuses a file that turned out to be read, and is to be written.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn refuse_read(&self, path: &Path) -> Result<(), CliError> {
        let identity = existing(path);
        let written = self.written.iter().find(|known| Some(&known.identity) == identity.as_ref());
        written.map_or(Ok(()), |known| {
            let problem =
                format!("{}: it is read ({}); name another file", known.what, shown(path));
            Err(CliError::Usage(problem))
        })
    }

    fn add(&mut self, what: String, identity: Identity) -> Result<(), CliError> {
        if let Some(other) = self.written.iter().find(|known| known.identity == identity) {
            usage!("{what}: it is the same file as {}; name another", other.what);
        }
        self.written.push(KnownFile { what, identity });
        Ok(())
    }
}

/// Whether a file is of a kind; of one that cannot be read that is not known.
fn is_one(kind: &FileKind, path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    // In an empty one nothing is lost.
    read.is_ok() && (beginning.is_empty() || (kind.is_one)(&beginning))
}

/// What a file is, whether there is one or not.
fn identity_of(place: &Path) -> Option<Identity> {
    if fs::metadata(place).is_ok() {
        return existing(place);
    }
    let folder = existing(folder_of(place))?;
    Some(Identity::New(Box::new(folder), place.file_name()?.to_os_string()))
}

/// What a file is that there is. What all may share, as a terminal and `/dev/null`, is none.
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

/// What standard input is.
#[cfg(unix)]
fn standard_input() -> Option<Identity> {
    use std::os::fd::AsFd;
    if Invocation::of_thread().is_some() {
        return None;
    }
    let own = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
    of(&File::from(own).metadata().ok()?)
}

/// What standard output is.
#[cfg(unix)]
fn of_standard_output() -> Option<Identity> {
    use std::os::fd::AsFd;
    if Invocation::of_thread().is_some() {
        return None;
    }
    let own = std::io::stdout().as_fd().try_clone_to_owned().ok()?;
    of(&File::from(own).metadata().ok()?)
}

/// What standard error is.
#[cfg(unix)]
fn standard_error() -> Option<Identity> {
    use std::os::fd::AsFd;
    let own = std::io::stderr().as_fd().try_clone_to_owned().ok()?;
    let metadata = File::from(own).metadata().ok()?;
    // A pipe may take both, as `2>&1` has it.
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
