//! Where documents go: standard output or a file, as text or JSON, coloured or not.

use std::io::{self, BufWriter, IsTerminal, Write};

use serde::Serialize;

use super::{
    CliError,
    arguments::{Colour, Format, OutputArguments},
    files::Files,
    whole_file::WholeFile,
};
use crate::documents::{self, text::Layout};

/// Columns where the terminal does not say.
const DEFAULT_WIDTH: usize = 100;

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// A place for a document: opened before the work, written after it.
#[derive(Debug)]
pub struct Output<'a> {
    arguments: &'a OutputArguments,
    /// The file, if it is not standard output.
    file: Option<WholeFile>,
}

impl OutputArguments {
    /// Opens the file, or takes standard output, among the other files of the command.
    ///
    /// # Errors
    /// [`CliError`] if another of them is the same, or it cannot be written.
    pub fn begin(&self, files: &mut Files) -> Result<Output<'_>, CliError> {
        let file = files.writes_any("-o", self.output.as_ref())?;
        if file.is_none() {
            files.prints()?;
        }
        Ok(Output { arguments: self, file })
    }

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
}

impl Output<'_> {
    /// A writer for what comes while the work goes on: of a file, all that was written is in its
    /// place at once.
    ///
    /// # Errors
    /// [`CliError::Input`] if the file cannot be put in its place.
    pub fn stream(self) -> Result<Box<dyn Write>, CliError> {
        match self.file {
            Some(file) => Ok(Box::new(BufWriter::with_capacity(BUFFER, file.reveal()?))),
            None => Ok(Box::new(BufWriter::with_capacity(BUFFER, io::stdout().lock()))),
        }
    }

    /// Prints a document as JSON, or as the text that `text` makes of it. A reader that goes
    /// away is no error: what the document says is as true as before.
    ///
    /// # Errors
    /// [`CliError`] if it cannot be written.
    pub fn print(
        self,
        document: &impl Serialize,
        text: impl FnOnce(Layout) -> String,
    ) -> Result<(), CliError> {
        let arguments = self.arguments;
        let printed = self.write(|out| match arguments.chosen_format() {
            Format::Json => documents::write_json(document, out),
            Format::Text => out.write_all(text(arguments.layout()).as_bytes()),
        });
        match printed {
            Err(CliError::BrokenPipe) => Ok(()),
            other => other,
        }
    }

    fn write(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
        write_to(self.file, write)
    }
}

/// Writes a file, or standard output where there is none.
///
/// # Errors
/// [`CliError`] if it cannot be written.
pub fn write_to(
    file: Option<WholeFile>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    match file {
        // What stood there before stays until all is written.
        Some(file) => file.write(write),
        None => {
            let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
            write(&mut out)?;
            Ok(out.flush()?)
        }
    }
}
