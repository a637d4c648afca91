//! The outputs of a command as data: formats with their options. They are checked and opened before
//! the work, and written after it.

use std::path::{Path, PathBuf};

use super::{
    CliError,
    arguments::{DocumentFormat, OutputArguments},
    file_format::{chosen, only},
    files::Files,
    output::{Output, write_to},
    output_format::{
        OutputFormat::{self, Html, Json, Png, Proof, Svg, Text},
        OutputKind,
    },
    standard_output::is_meant,
    stderr::say,
    whole_file::WholeFile,
};
use crate::file_name::shown;

/// The outputs of a command, checked and not yet opened.
#[derive(Debug)]
pub struct Outputs<'a> {
    document: &'a OutputArguments,
    /// Whether the document is printed or written.
    is_requested: bool,
    /// The outputs of one format, each with its option.
    files: Vec<OutputFile<'a>>,
}

/// An output of one format.
#[derive(Debug)]
struct OutputFile<'a> {
    format: OutputFormat,
    option: &'static str,
    path: &'a Path,
}

/// An option that names a file of one format.
pub type FileOption<'a> = (OutputFormat, &'a Option<PathBuf>);

impl<'a> Outputs<'a> {
    /// The outputs of a command: `formats` are those of `-o`, `beside` the options for more files;
    /// `lines`: whether `--json-stream` is given.
    ///
    /// # Errors
    /// [`CliError::Usage`] if an option and an extension contradict one another, a format is not
    /// written here, or two outputs go to standard output.
    pub fn of(
        command: &str,
        document: &'a OutputArguments,
        formats: &[OutputFormat],
        beside: &[FileOption<'a>],
        lines: bool,
    ) -> Result<Self, CliError> {
        // Without formats the caller has checked the extension.
        let chosen_format = match formats {
            [] => None,
            _ => document.check_format(command, formats, lines)?,
        };
        let files = named(beside)?;
        let is_printed = document.goes_with(&printed(&files), lines)?;
        let mut outputs = Self { document, is_requested: is_printed, files };
        if let (Some(format), Some(path)) = (chosen_format, document.output.as_deref())
            && ![Text, Json].contains(&format)
        {
            outputs.is_requested = false;
            outputs.files.insert(0, OutputFile { format, option: "-o", path });
        }
        Ok(outputs)
    }

    /// The outputs of a command that writes only a document.
    ///
    /// # Errors
    /// As [`Outputs::of`].
    pub fn of_document(command: &str, document: &'a OutputArguments) -> Result<Self, CliError> {
        Self::of(command, document, &[Text, Json], &[], false)
    }

    /// Whether some output has this format.
    pub fn has(&self, format: OutputFormat) -> bool {
        self.option(format).is_some()
    }

    /// The option of an output with this format.
    pub fn option(&self, format: OutputFormat) -> Option<&'static str> {
        self.files.iter().find(|file| file.format == format).map(|file| file.option)
    }

    /// Whether the document is printed or written, and as text.
    pub fn is_text(&self) -> bool {
        self.is_requested && self.document.chosen_format() == DocumentFormat::Text
    }

    /// Whether some output is a picture or a page.
    pub fn has_picture(&self) -> bool {
        [Svg, Png, Html].into_iter().any(|format| self.has(format))
    }

    /// Refuses outputs and other given options that show one answer, where there are several.
    ///
    /// # Errors
    /// [`CliError::Usage`]; `one` says of what, and how to choose it.
    pub fn refuse_single(&self, others: &[(&str, bool)], one: &str) -> Result<(), CliError> {
        let single = self.files.iter().filter(|file| file.format.kind().is_single);
        let single = single.map(|file| format!("{} {}", file.option, shown(file.path)));
        let others = others.iter().filter(|(_, is_given)| *is_given);
        let mut all = single.chain(others.map(|(option, _)| (*option).to_string()));
        all.next()
            .map_or(Ok(()), |option| Err(CliError::Usage(format!("{option} applies to one {one}"))))
    }

    /// Opens the document's place and the files, among the other files of the command.
    ///
    /// # Errors
    /// [`CliError`] if two are one file, or one cannot be written.
    pub fn open(&self, files: &mut Files) -> Result<(Output<'a>, OpenFiles), CliError> {
        files.announce(self.document.quiet);
        let is_free = printed(&self.files).is_empty();
        let output = self.document.begin(self.is_requested, is_free, files)?;
        // A proof belongs to a case, and is opened with its formula.
        let others = self.files.iter().filter(|file| file.format != Proof);
        Ok((output, OpenFiles::open(others, self.document.quiet, files)?))
    }
}

/// The given options of files, checked.
fn named<'a>(options: &[FileOption<'a>]) -> Result<Vec<OutputFile<'a>>, CliError> {
    let mut named = Vec::new();
    for (format, path) in options {
        let &OutputKind { format, name, option, extensions, never_printed, .. } = format.kind();
        let Some(path) = path.as_deref() else { continue };
        only(option, (option, Some(path)), name, extensions)?;
        if let Some(because) = never_printed.filter(|_| is_meant(path)) {
            usage!("{option} -: {because}");
        }
        named.push(OutputFile { format, option, path });
    }
    Ok(named)
}

/// The options whose files are standard output.
fn printed(files: &[OutputFile<'_>]) -> Vec<&'static str> {
    files.iter().filter(|file| is_meant(file.path)).map(|file| file.option).collect()
}

/// Files of one format each, opened.
#[derive(Debug)]
pub struct OpenFiles {
    files: Vec<OpenFile>,
    quiet: bool,
}

/// A file of one format, opened.
#[derive(Debug)]
struct OpenFile {
    format: OutputFormat,
    name: String,
    /// `None`: standard output.
    file: Option<WholeFile>,
}

impl OpenFiles {
    /// The files of a command without a document: that of `-o`, in the first of its formats by
    /// default, and those of options.
    ///
    /// # Errors
    /// As [`Outputs::of`] and [`Outputs::open`].
    pub fn of(
        command: &str,
        (path, formats): (Option<&Path>, &[OutputFormat]),
        beside: &[FileOption<'_>],
        files: &mut Files,
    ) -> Result<Self, CliError> {
        let offered: Vec<_> = formats.iter().map(|format| format.offered()).collect();
        let chosen_format = chosen(("-o", path), None, &offered, command)?;
        let document = path.zip(chosen_format.or(formats.first().copied()));
        let document = document.map(|(path, format)| OutputFile { format, option: "-o", path });
        let all: Vec<_> = document.into_iter().chain(named(beside)?).collect();
        if let [first, second, ..] = &printed(&all)[..] {
            usage!("{first} - and {second} - both go to standard output: give one of them a file");
        }
        files.announce(false);
        Self::open(all.iter(), false, files)
    }

    fn open<'f, 'a: 'f>(
        named: impl Iterator<Item = &'f OutputFile<'a>>,
        quiet: bool,
        files: &mut Files,
    ) -> Result<Self, CliError> {
        let open = named.map(|&OutputFile { format, option, path }| {
            let file = if is_meant(path) {
                files.prints().map(|()| None)
            } else {
                files.writes(option, path).map(Some)
            };
            Ok(OpenFile { format, name: shown(path), file: file? })
        });
        Ok(Self { files: open.collect::<Result<_, CliError>>()?, quiet })
    }

    /// The formats of the files, in their order.
    pub fn formats(&self) -> Vec<OutputFormat> {
        self.files.iter().map(|file| file.format).collect()
    }

    /// Writes what is made in each format, or reports why it is not written; a failure to write one
    /// does not lose the others, and a reader that closes the pipe is no error.
    ///
    /// # Errors
    /// [`CliError`] if a file cannot be written.
    pub fn write(
        self,
        mut made: impl FnMut(OutputFormat) -> Result<Vec<u8>, String>,
    ) -> Result<(), CliError> {
        let mut written = Ok(());
        for OpenFile { format, name, file } in self.files {
            let one = match made(format) {
                Ok(bytes) => write_to(file, |out| out.write_all(&bytes)),
                Err(because) => {
                    if !self.quiet {
                        say(format_args!("{name}: not written, {because}"));
                    }
                    Ok(())
                }
            };
            written = written.and(match one {
                Err(CliError::BrokenPipe) => Ok(()),
                other => other,
            });
        }
        written
    }
}

impl OutputArguments {
    /// Checks before the work that `-o`, `--format` and `--json` agree; returns the format that
    /// they name. `lines`: whether `--json-stream` is given.
    ///
    /// # Errors
    /// [`CliError::Usage`] with a correct alternative.
    fn check_format(
        &self,
        command: &str,
        formats: &[OutputFormat],
        lines: bool,
    ) -> Result<Option<OutputFormat>, CliError> {
        let json = match self.format {
            _ if lines => Some("--json-stream"),
            Some(DocumentFormat::Json) => Some("--format json"),
            _ => None,
        };
        if let (true, Some(json)) = (self.ascii, json) {
            usage!("--ascii applies to text: leave out {json}");
        }
        let named = match self.format {
            _ if lines => Some((Json, "--json-stream")),
            Some(DocumentFormat::Text) => Some((Text, "--format text")),
            Some(DocumentFormat::Json) => Some((Json, "--format json")),
            None if self.ascii => Some((Text, "--ascii")),
            None => self.json.then_some((Json, "--json")),
        };
        let offered: Vec<_> = formats.iter().map(|format| format.offered()).collect();
        chosen(("-o", self.output.as_deref()), named, &offered, command)
    }

    /// Whether the document is printed beside the outputs that go to standard output: not if there
    /// is one and no document is requested.
    ///
    /// # Errors
    /// [`CliError::Usage`] if two outputs go there.
    fn goes_with(&self, printed: &[&str], lines: bool) -> Result<bool, CliError> {
        let [first, others @ ..] = printed else { return Ok(true) };
        let refuse = |other: &str, instead: &str| {
            usage!("{first} - and {other} both go to standard output: {instead}");
        };
        if let [second, ..] = others {
            return refuse(&format!("{second} -"), "give one of them a file");
        }
        match &self.output {
            Some(path) if is_meant(path) => refuse("-o -", "give one of them a file"),
            Some(_) => Ok(true),
            None if self.format.is_some() || self.json => {
                refuse("the document", "give one of them a file, the document by -o FILE")
            }
            None if lines => {
                usage!("--json-stream goes to standard output as well: name a file with -o FILE")
            }
            None => Ok(false),
        }
    }
}
