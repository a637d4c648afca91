//! The destination of documents: standard output or a file, as text or JSON, with or without
//! colour.

use std::{
    cell::RefCell,
    fmt::Display,
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;

use super::{
    CliError,
    arguments::{Colour, DocumentFormat, OutputArguments},
    file_format::extension,
    files::Files,
    output_format::OutputFormat,
    standard_output,
    stderr::say,
    whole_file::WholeFile,
};
use crate::{
    compression::{Compression, Writer},
    documents::{self, text::TextLayout},
    file_name::shown,
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
    place: OpenPlace,
    /// Whether a terminal shows the document's text, although the document goes elsewhere.
    is_summed_up: bool,
    /// The beginning of the text that standard output already shows.
    begun: RefCell<String>,
}

/// Where a document goes; nowhere if none is requested.
#[derive(Debug)]
enum OpenPlace {
    File(WholeFile),
    StandardOutput,
    Nowhere,
}

/// A writer for documents.
pub type Opened = Writer<Box<dyn Write>>;

/// A writer for lines that are written while the work goes on.
pub struct OpenLines {
    out: Opened,
    /// The file that is named at the end.
    announced: Option<PathBuf>,
}

impl OpenLines {
    /// Ends the output.
    ///
    /// # Errors
    /// The system's error.
    pub fn finish(self) -> io::Result<()> {
        self.out.finish()?;
        if let Some(path) = self.announced {
            say(format_args!("wrote {}", shown(&path)));
        }
        Ok(())
    }
}

impl Write for OpenLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl OutputArguments {
    /// Opens the document's place among the other files of the command, if a document is requested;
    /// `is_free`: whether nothing else goes to standard output.
    ///
    /// # Errors
    /// [`CliError`] if it is another of these files, or cannot be written.
    pub fn begin(
        &self,
        is_requested: bool,
        is_free: bool,
        files: &mut Files,
    ) -> Result<Output<'_>, CliError> {
        let place = match (is_requested, self.file()) {
            (false, _) => OpenPlace::Nowhere,
            (true, Some(path)) => OpenPlace::File(files.writes("-o", path)?),
            (true, None) => {
                files.prints()?;
                OpenPlace::StandardOutput
            }
        };
        let is_elsewhere = match &place {
            OpenPlace::File(file) => file.is_replaced(),
            OpenPlace::StandardOutput => false,
            OpenPlace::Nowhere => true,
        };
        let is_summed_up = is_free && is_elsewhere && !self.quiet && standard_output::is_terminal();
        Ok(Output { arguments: self, place, is_summed_up, begun: RefCell::default() })
    }

    /// The format, from `--format` or the extension of the file, which
    /// [`Outputs::of`](super::outputs::Outputs::of) compares.
    #[must_use]
    pub fn chosen_format(&self) -> DocumentFormat {
        match (self.format, self.said_by_extension()) {
            (Some(format), _) => format,
            (None, Some(OutputFormat::Text)) => DocumentFormat::Text,
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

    /// The format that the extension of the file names.
    fn said_by_extension(&self) -> Option<OutputFormat> {
        OutputFormat::by_extension(&extension(self.output.as_deref()?)?)
    }

    /// A file as the written document names it: from the document's folder if it is in there, so that
    /// both can be moved together.
    pub fn name_of_file(&self, file: &Path) -> String {
        let is_document = matches!(
            self.said_by_extension(),
            None | Some(OutputFormat::Text | OutputFormat::Json)
        );
        let within = || {
            let folder = self.file().filter(|_| is_document)?.parent()?;
            let [file, folder] = [file, &Path::new(".").join(folder)].map(std::path::absolute);
            Some(file.ok()?.strip_prefix(folder.ok()?).ok()?.to_path_buf())
        };
        within().map_or_else(|| shown(file), shown)
    }

    /// Whether documents go to a terminal.
    fn is_on_terminal(&self) -> bool {
        self.file().is_none() && standard_output::is_terminal()
    }

    /// The output file, if it is not standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !standard_output::is_meant(path))
    }

    /// The layout of text for a terminal or a file.
    fn layout(&self, terminal: bool) -> TextLayout {
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
    /// Whether to print nothing besides the document.
    pub fn is_quiet(&self) -> bool {
        self.arguments.quiet
    }

    /// Whether a terminal shows the document's text, although the document goes elsewhere.
    pub fn is_summed_up(&self) -> bool {
        self.is_summed_up
    }

    /// Shows the beginning of the document's text before the document is complete, if standard
    /// output gets the text; [`Output::print`] shows the rest.
    ///
    /// # Errors
    /// [`CliError`] if it cannot be written.
    pub fn begin_text(&self, text: &str) -> Result<(), CliError> {
        let arguments = self.arguments;
        let is_text = arguments.chosen_format() == DocumentFormat::Text;
        let is_shown = is_text && matches!(self.place, OpenPlace::StandardOutput);
        if !(self.is_summed_up || is_shown) {
            return Ok(());
        }
        let new = text.strip_prefix(&*self.begun.borrow()).unwrap_or(text);
        let layout = arguments.layout(self.is_summed_up || arguments.is_on_terminal());
        let line = PrintedLine { coloured: layout.coloured, ascii: arguments.ascii };
        let written = write_to(None, |out| printable::write_lines(out, &new, line));
        *self.begun.borrow_mut() = text.into();
        // A reader that goes away has seen enough.
        written.or_else(|error| match error {
            CliError::BrokenPipe => Ok(()),
            other => Err(other),
        })
    }

    /// A writer for incremental output: a file, compressed by its extension, is visible while it
    /// grows. The caller must finish it.
    ///
    /// # Errors
    /// [`CliError::Input`] if the file cannot be put in its place.
    pub fn stream(self) -> Result<OpenLines, CliError> {
        let file = self.into_file();
        let compression = file.as_ref().and_then(|file| Compression::of(file.path()));
        let announced = file.as_ref().filter(|file| file.is_announced());
        let announced = announced.map(|file| file.path().to_path_buf());
        let file = file.map(WholeFile::reveal).transpose()?;
        Ok(OpenLines { out: writer(file, compression)?, announced })
    }

    /// The output file for other content, if there is one.
    pub fn into_file(self) -> Option<WholeFile> {
        match self.place {
            OpenPlace::File(file) => Some(file),
            OpenPlace::StandardOutput | OpenPlace::Nowhere => None,
        }
    }

    /// Prints a document as JSON, or as the text from `text`; a terminal shows the text also if the
    /// document goes into a file. A reader that goes away is not an error: the document is still
    /// true.
    ///
    /// # Errors
    /// [`CliError`] if it cannot be written.
    pub fn print<T: Display>(
        self,
        document: &impl Serialize,
        text: impl Fn(TextLayout) -> T,
    ) -> Result<(), CliError> {
        let arguments = self.arguments;
        let begun = self.begun.take();
        let write_text = |terminal: bool, begun: &str, out: &mut dyn Write| {
            let layout = arguments.layout(terminal);
            // Control characters in foreign text must not reach the terminal.
            let line = PrintedLine { coloured: layout.coloured, ascii: arguments.ascii };
            if begun.is_empty() {
                return printable::write_lines(out, &text(layout), line);
            }
            let whole = text(layout).to_string();
            printable::write_lines(out, &whole.strip_prefix(begun).unwrap_or(&whole), line)
        };
        let summed_up = if self.is_summed_up {
            write_to(None, |out| write_text(true, &begun, out))
        } else {
            Ok(())
        };
        let is_file = matches!(self.place, OpenPlace::File(_));
        let begun = if is_file { "" } else { &begun };
        let printed = match self.place {
            OpenPlace::Nowhere => Ok(()),
            _ => write_to(self.into_file(), |out| match arguments.chosen_format() {
                DocumentFormat::Json => documents::write_json(document, out),
                DocumentFormat::Text => write_text(arguments.is_on_terminal(), begun, out),
            }),
        };
        match summed_up.and(printed) {
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
