//! Where documents go: standard output or a file, as text or JSON, coloured or not.

use std::{
    fs::File,
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;

use super::{
    CliError,
    arguments::{Colour, Format, OutputArguments},
};
use crate::documents::{self, text::Layout};

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

/// Writes a file as a whole: what stood there before stays until all is written.
///
/// # Errors
/// What `write` says, or [`CliError::Input`] if the file cannot be written.
pub fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let in_file = |error: io::Error| CliError::file(path, &error);
    if path.exists() && !path.is_file() {
        // A device or a pipe cannot be replaced.
        let mut out = BufWriter::new(File::create(path).map_err(in_file)?);
        let result = write(&mut out)?;
        out.flush().map_err(in_file)?;
        return Ok(result);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(in_file)?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let result = write(&mut out)?;
    let file = out.into_inner().map_err(|error| in_file(error.into_error()))?;
    file.persist(path).map_err(|error| in_file(error.error))?;
    Ok(result)
}

impl OutputArguments {
    /// The format to print in.
    #[must_use]
    pub fn chosen_format(&self) -> Format {
        let terminal = self.output.is_none() && io::stdout().is_terminal();
        match self.format {
            Some(format) => format,
            None if terminal && !self.json => Format::Text,
            None => Format::Json,
        }
    }

    /// How text is laid out where it goes.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let terminal = self.output.is_none() && io::stdout().is_terminal();
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

    /// The file or standard output.
    ///
    /// # Errors
    /// [`CliError::Input`] if the file cannot be created.
    pub fn open(&self) -> Result<Box<dyn Write>, CliError> {
        match &self.output {
            Some(path) => {
                let file = File::create(path).map_err(|error| CliError::file(path, &error))?;
                Ok(Box::new(BufWriter::with_capacity(1 << 16, file)))
            }
            None => Ok(Box::new(BufWriter::with_capacity(1 << 16, io::stdout().lock()))),
        }
    }

    /// Prints a document as JSON, or as the text that `text` makes of it.
    ///
    /// # Errors
    /// [`CliError`] if it cannot be written.
    pub fn print(
        &self,
        document: &impl Serialize,
        text: impl FnOnce(Layout) -> String,
    ) -> Result<(), CliError> {
        let write = |out: &mut dyn Write| -> Result<(), CliError> {
            match self.chosen_format() {
                Format::Json => documents::write_json(document, out)?,
                Format::Text => out.write_all(text(self.layout()).as_bytes())?,
            }
            Ok(out.flush()?)
        };
        match &self.output {
            // What stood there before stays until all is written.
            Some(path) => write_whole(path, write),
            None => write(&mut BufWriter::with_capacity(1 << 16, io::stdout().lock())),
        }
    }
}
