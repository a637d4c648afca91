//! The drawings of a document; and `--svg`, `--png` and `--html`: pictures in separate files.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;

use super::{
    CliError, file_format::check_beside, files::Files, standard_output::refuse, stderr::say,
    whole_file::WholeFile,
};
use crate::{file_name::shown, pictures::Picture, reports};

/// The most pictures on one sheet.
pub const MOST_PICTURES: usize = 1_000;

/// Pictures in separate files.
#[derive(Debug, Clone, Args)]
pub struct PictureArguments {
    /// Draw the solutions, or why there is none, to an SVG file
    ///
    /// Several solutions are on one sheet.
    #[arg(long, global = true, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the same drawing as PNG
    #[arg(long, global = true, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write an HTML page with an animation of the solution
    #[arg(long, global = true, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// The opened files.
pub struct PictureFiles {
    svg: Option<WholeFile>,
    png: Option<WholeFile>,
    html: Option<WholeFile>,
}

impl PictureArguments {
    /// The options with their files.
    pub fn named(&self) -> [(&'static str, Option<&PathBuf>); 3] {
        [("--svg", self.svg.as_ref()), ("--png", self.png.as_ref()), ("--html", self.html.as_ref())]
    }

    /// Whether any picture is requested.
    pub fn is_any(&self) -> bool {
        self.named().iter().any(|(_, path)| path.is_some())
    }

    /// Opens the files before the work.
    ///
    /// # Errors
    /// [`CliError`] if an extension is for another format, or a file cannot be written.
    pub fn begin(&self, files: &mut Files) -> Result<PictureFiles, CliError> {
        check_beside(&self.named())?;
        let [svg, png, html] = self.named().map(|(option, path)| files.writes_any(option, path));
        Ok(PictureFiles { svg: svg?, png: png?, html: html? })
    }

    /// As [`PictureArguments::begin`], for a command that prints only the document to standard
    /// output.
    ///
    /// # Errors
    /// As [`PictureArguments::begin`], and if a picture goes to standard output.
    pub fn begin_in_files(&self, files: &mut Files) -> Result<PictureFiles, CliError> {
        for (option, path) in self.named() {
            refuse(option, path, "the document goes there: name a file")?;
        }
        self.begin(files)
    }
}

impl PictureFiles {
    /// Draws the pictures; reports which are not written, and why.
    ///
    /// # Errors
    /// [`CliError`] if a file cannot be written.
    pub fn write(self, pictures: &[Picture<'_>], quiet: bool) -> Result<(), CliError> {
        let sheet = || match pictures.len() {
            0 => Err("there is nothing to draw".to_string()),
            1..=MOST_PICTURES => Ok(Picture::sheet(pictures, false)),
            number => Err(format!("{number} pictures; at most {MOST_PICTURES} fit")),
        };
        let page = || match pictures {
            [] => Err("there is nothing to draw".to_string()),
            [picture] => picture.page().ok_or_else(|| "it is too large for a page".to_string()),
            _ => Err(format!("a page has one of {} pictures", pictures.len())),
        };
        self.write_made(|_| sheet(), page, quiet)
    }

    /// Writes the sheet of all pictures, animated if requested, and the page, or reports why there
    /// is none; a failure to write one does not lose the others.
    ///
    /// # Errors
    /// [`CliError`] if a file cannot be written.
    pub fn write_made(
        self,
        sheet: impl Fn(PictureKind) -> Result<String, String>,
        page: impl FnOnce() -> Result<String, String>,
        quiet: bool,
    ) -> Result<(), CliError> {
        let svg = write_or_say(self.svg, quiet, || sheet(PictureKind::Svg), write_bytes);
        let in_pixels =
            || reports::png(&sheet(PictureKind::Png)?).map_err(|error| error.to_string());
        let png = write_or_say(self.png, quiet, in_pixels, write_bytes);
        let html = write_or_say(self.html, quiet, page, write_bytes);
        svg.and(png).and(html)
    }
}

/// The target format of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// Vector graphics, which may move.
    Svg,
    /// Pixels.
    Png,
}

/// Writes a made file, or reports why it is not written.
///
/// # Errors
/// [`CliError`] if it cannot be written.
pub fn write_or_say<T>(
    file: Option<WholeFile>,
    quiet: bool,
    made: impl FnOnce() -> Result<T, String>,
    write: impl FnOnce(T, &mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let Some(file) = file else { return Ok(()) };
    match made() {
        Ok(made) => file.write(|out| write(made, out)),
        Err(because) => {
            if !quiet {
                say(format_args!("{}: not written, {because}", shown(file.path())));
            }
            Ok(())
        }
    }
}

/// Writes the bytes unchanged.
pub fn write_bytes(bytes: impl AsRef<[u8]>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(bytes.as_ref())
}
