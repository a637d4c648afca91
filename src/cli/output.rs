//! Where documents go: standard output or a file, as text or JSON, coloured or not.

use std::{
    fmt::Display,
    fs::File,
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use tempfile::NamedTempFile;

use super::{
    CliError,
    arguments::{Colour, Format, OutputArguments},
    file_format::Rendering,
    standard_output,
};
use crate::{
    compression::{Compression, Writer},
    documents::{self, text::Layout},
    printable,
};

/// Columns where the terminal does not say.
const DEFAULT_WIDTH: usize = 100;

/// Finds out before the work whether files can be written after it.
///
/// # Errors
/// [`CliError::Input`] if one is a folder or in none.
pub fn check_files<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), CliError> {
    for path in paths {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if path.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
            // Opening it fails; the system says how.
            File::create(path).map_err(|error| CliError::file(path, &error))?;
        }
    }
    Ok(())
}

/// A file that is written as a whole: what stood there before stays until all is written, and
/// nothing is left of one that is given up.
pub struct WholeFile<'p> {
    path: &'p Path,
    file: Kept,
}

/// Where it is written.
enum Kept {
    /// Beside its place.
    Beside(NamedTempFile),
    /// In place: a device or a pipe cannot be replaced.
    InPlace(File),
}

impl<'p> WholeFile<'p> {
    /// Begins a file.
    ///
    /// # Errors
    /// [`CliError::Input`] if it cannot be written.
    pub fn begin(path: &'p Path) -> Result<Self, CliError> {
        let in_file = |error: io::Error| CliError::file(path, &error);
        if standard_output::is_meant(path) {
            return Ok(Self { path, file: Kept::InPlace(standard_output::open()?) });
        }
        if path.exists() && !path.is_file() {
            let file = Kept::InPlace(File::create(path).map_err(in_file)?);
            return Ok(Self { path, file });
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(in_file)?;
        Ok(Self { path, file: Kept::Beside(file) })
    }

    /// A handle to write it by.
    ///
    /// # Errors
    /// [`CliError::Input`] if the system has no more.
    pub fn handle(&self) -> Result<File, CliError> {
        let handle = match &self.file {
            Kept::Beside(file) => file.as_file().try_clone(),
            Kept::InPlace(file) => file.try_clone(),
        };
        handle.map_err(|error| CliError::file(self.path, &error))
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// [`CliError::Input`] if that fails.
    pub fn end(self) -> Result<(), CliError> {
        match self.file {
            Kept::Beside(file) => {
                file.persist(self.path).map_err(|error| CliError::file(self.path, &error.error))?;
            }
            Kept::InPlace(_) => {}
        }
        Ok(())
    }
}

/// Writes a [`WholeFile`], compressed as its name says.
///
/// # Errors
/// What `write` says, or [`CliError::Input`] if the file cannot be written.
pub fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let file = WholeFile::begin(path)?;
    let in_file = |error: io::Error| CliError::file(path, &error);
    let mut out = Writer::new(file.handle()?, Compression::of(path)).map_err(in_file)?;
    let result = write(&mut out)?;
    out.finish().map_err(in_file)?;
    file.end()?;
    Ok(result)
}

/// What documents are written to as they come.
pub type Opened = Writer<Box<dyn Write>>;

impl OutputArguments {
    /// The format to print in: what `--format` or the extension of the file says, which
    /// [`OutputArguments::check_format`] holds against each other.
    #[must_use]
    pub fn chosen_format(&self) -> Format {
        match (self.format, self.said_by_extension()) {
            (Some(format), _) => format,
            (None, Some(Rendering::Text)) => Format::Text,
            (None, None) if self.is_on_terminal() && !self.json => Format::Text,
            (None, _) => Format::Json,
        }
    }

    /// Whether documents go to a terminal.
    fn is_on_terminal(&self) -> bool {
        self.file().is_none() && io::stdout().is_terminal()
    }

    /// The file that documents go to, if it is not standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !standard_output::is_meant(path))
    }

    /// How text is laid out where it goes.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let terminal = self.is_on_terminal();
        let width =
            terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(width, _)| width.0.into());
        let coloured = match self.colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                terminal
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && std::env::var_os("TERM").is_none_or(|value| value != "dumb")
            }
        };
        let width = if terminal { width } else { DEFAULT_WIDTH };
        Layout { width, coloured, attacks: false }
    }

    /// The file, compressed as its name says, or standard output. Its end is to be told.
    ///
    /// # Errors
    /// [`CliError::Input`] if the file cannot be created.
    pub fn open(&self) -> Result<Opened, CliError> {
        let (out, compression): (Box<dyn Write>, _) = match self.file() {
            Some(path) => {
                let file = File::create(path).map_err(|error| CliError::file(path, &error))?;
                (Box::new(file), Compression::of(path))
            }
            None => (Box::new(io::stdout().lock()), None),
        };
        Ok(Writer::new(out, compression)?)
    }

    /// Prints a document as JSON, or as the text that `text` makes of it.
    ///
    /// # Errors
    /// [`CliError`] if it cannot be written.
    pub fn print<T: Display>(
        &self,
        document: &impl Serialize,
        text: impl FnOnce(Layout) -> T,
    ) -> Result<(), CliError> {
        let write = |out: &mut dyn Write| -> Result<(), CliError> {
            match self.chosen_format() {
                Format::Json => documents::write_json(document, out)?,
                Format::Text => {
                    let layout = self.layout();
                    // Nothing that came from outside does anything but be read.
                    printable::write_lines(out, &text(layout), layout.coloured)?;
                }
            }
            Ok(())
        };
        match self.file() {
            // What stood there before stays until all is written.
            Some(path) => write_whole(path, write),
            None => {
                let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
                write(&mut out)?;
                Ok(out.flush()?)
            }
        }
    }
}
