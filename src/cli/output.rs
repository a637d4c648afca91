//! The destination of documents: standard output or a file, as text or JSON, with or without
//! colour.

use std::{
    fmt::Display,
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

use serde::Serialize;

use super::{
    CliError,
    arguments::{Colour, DocumentFormat, OutputArguments},
    file_format::Rendering,
    files::Files,
    standard_output,
    whole_file::WholeFile,
};
use crate::{
    compression::{Compression, Writer},
    documents::{self, text::TextLayout},
    printable::{self, PrintedLine},
};

/// Default number of columns, without a terminal.
const DEFAULT_WIDTH: usize = 100;

/// Bytes that are buffered before writing.
const BUFFER: usize = 1 << 16;

/// A destination of a document: opened before the work, written after it.
#[derive(Debug)]
pub struct Output<'a> {
    arguments: &'a OutputArguments,
    place: OutputPlace,
}

/// The kind of destination.
#[derive(Debug)]
enum OutputPlace {
    File(WholeFile),
    StandardOutput,
    /// No document is requested.
    Nowhere,
}

/// A writer for documents.
pub type Opened = Writer<Box<dyn Write>>;

impl OutputArguments {
    /// Opens the file or standard output among the other files of the command.
    ///
    /// # Errors
    /// [`CliError`] if it is another of these files, or cannot be written.
    pub fn begin(&self, files: &mut Files) -> Result<Output<'_>, CliError> {
        let place = match self.file() {
            Some(path) => OutputPlace::File(files.writes("-o", path)?),
            None => {
                files.prints()?;
                OutputPlace::StandardOutput
            }
        };
        Ok(Output { arguments: self, place })
    }

    /// As [`OutputArguments::begin`], or nowhere if another output goes to standard output and no
    /// document is requested.
    ///
    /// # Errors
    /// As [`OutputArguments::begin`].
    pub fn begin_if(&self, is_printed: bool, files: &mut Files) -> Result<Output<'_>, CliError> {
        if is_printed {
            return self.begin(files);
        }
        Ok(Output { arguments: self, place: OutputPlace::Nowhere })
    }

    /// The format, from `--format` or the extension of the file, which
    /// [`OutputArguments::check_format`] compares.
    #[must_use]
    pub fn chosen_format(&self) -> DocumentFormat {
        match (self.format, self.said_by_extension()) {
            (Some(format), _) => format,
            (None, Some(Rendering::Text)) => DocumentFormat::Text,
            (None, None) if self.ascii => DocumentFormat::Text,
            (None, None) if self.is_on_terminal() && !self.json => DocumentFormat::Text,
            (None, _) => DocumentFormat::Json,
        }
    }

    /// The same, but text by default even in a pipe: for output that people filter by lines.
    #[must_use]
    pub fn text_unless_asked(mut self) -> Self {
        let is_asked = self.json || self.format.is_some() || self.output.is_some();
        if !is_asked {
            self.format = Some(DocumentFormat::Text);
        }
        self
    }

    /// Whether documents go to a terminal.
    fn is_on_terminal(&self) -> bool {
        self.file().is_none() && standard_output::is_terminal()
    }

    /// The output file, if it is not standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !standard_output::is_meant(path))
    }

    /// The layout of text at its destination.
    #[must_use]
    pub fn layout(&self) -> TextLayout {
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
        TextLayout { width, coloured, attacks: false }
    }
}

impl Output<'_> {
    /// Whether to print nothing beside the document.
    pub fn is_quiet(&self) -> bool {
        self.arguments.quiet
    }

    /// A writer for incremental output: a file, compressed by its extension, is visible while it
    /// grows. The caller must finish it.
    ///
    /// # Errors
    /// [`CliError::Input`] if the file cannot be put in its place.
    pub fn stream(self) -> Result<Opened, CliError> {
        let file = self.into_file();
        let compression = file.as_ref().and_then(|file| Compression::of(file.path()));
        let file = file.map(WholeFile::reveal).transpose()?;
        Ok(writer(file, compression)?)
    }

    /// The output file for other content, if there is one.
    pub fn into_file(self) -> Option<WholeFile> {
        match self.place {
            OutputPlace::File(file) => Some(file),
            OutputPlace::StandardOutput | OutputPlace::Nowhere => None,
        }
    }

    /// Prints a document as JSON, or as the text from `text`. A reader that goes away is not an
    /// error: the document is still true.
    ///
    /// # Errors
    /// [`CliError`] if it cannot be written.
    pub fn print<T: Display>(
        self,
        document: &impl Serialize,
        text: impl FnOnce(TextLayout) -> T,
    ) -> Result<(), CliError> {
        let arguments = self.arguments;
        if matches!(self.place, OutputPlace::Nowhere) {
            return Ok(());
        }
        let printed = write_to(self.into_file(), |out| match arguments.chosen_format() {
            DocumentFormat::Json => documents::write_json(document, out),
            DocumentFormat::Text => {
                let layout = arguments.layout();
                // Control characters in foreign text must not reach the terminal.
                let line = PrintedLine { coloured: layout.coloured, ascii: arguments.ascii };
                printable::write_lines(out, &text(layout), line)
            }
        });
        match printed {
            Err(CliError::BrokenPipe) => Ok(()),
            other => other,
        }
    }
}

/// A writer to an open file, or to standard output if `None`.
///
/// # Errors
/// The system's error.
pub fn writer(file: Option<File>, compression: Option<Compression>) -> io::Result<Opened> {
    let out: Box<dyn Write> = match file {
        Some(file) => Box::new(file),
        None => standard_output::writer(),
    };
    Writer::new(out, compression)
}

/// Writes to a file, or to standard output if `None`.
///
/// # Errors
/// [`CliError`] if it cannot be written.
pub fn write_to(
    file: Option<WholeFile>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    match file {
        // The old file stays until everything is written.
        Some(file) => file.write(write),
        None => {
            let mut out = BufWriter::with_capacity(BUFFER, standard_output::writer());
            write(&mut out)?;
            Ok(out.flush()?)
        }
    }
}
