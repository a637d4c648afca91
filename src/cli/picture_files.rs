//! What there is to draw of a document, and `--svg`, `--png` and `--html`: pictures in files of
//! their own beside it.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;

use super::{
    CliError, file_format::check_beside, files::Files, standard_output::refuse, stderr::say,
    whole_file::WholeFile,
};
use crate::{
    file_name::shown,
    pictures::{self, Drawing, player, sheet::sheet},
    puzzles::{Certificate, Solution, StatedPuzzle},
    reports,
};

/// The most pictures on one sheet.
pub const MOST_PICTURES: usize = 1_000;

/// Something to draw, with its title.
pub type Titled<'a> = (String, Drawing<'a>);

/// What there is to draw of an answer: its solutions, else why there is none.
pub fn titled<'a>(
    puzzle: &'a dyn StatedPuzzle,
    found: impl Iterator<Item = &'a Solution>,
    certificate: Option<&Certificate>,
    attacks: bool,
) -> Vec<Titled<'a>> {
    let of_solutions = found.filter_map(|solution| puzzle.drawing(solution, attacks));
    let mut drawings: Vec<Titled<'_>> =
        of_solutions.map(|drawing| (puzzle.title(), drawing)).collect();
    if let (true, Some(certificate)) = (drawings.is_empty(), certificate) {
        drawings.extend(marked(puzzle, certificate));
    }
    drawings
}

/// What shows why there is no solution.
fn marked<'a>(puzzle: &'a dyn StatedPuzzle, certificate: &Certificate) -> Option<Titled<'a>> {
    let drawing = puzzle.marked(certificate)?;
    Some((format!("{}: {}", puzzle.title(), puzzle.because(certificate)), drawing))
}

/// The pictures as one SVG document: several on a sheet; in one that is to move the pieces do,
/// unless there are too many moves.
pub fn picture(drawings: &[Titled<'_>], moves: bool) -> String {
    let drawn = drawings.iter().map(|(title, drawing)| {
        let moving = if moves { player::animated(drawing, title) } else { None };
        moving.unwrap_or_else(|| pictures::svg::draw(drawing, title))
    });
    sheet(drawn.collect()).to_string()
}

/// Pictures in files of their own.
#[derive(Debug, Clone, Args)]
pub struct PictureArguments {
    /// Draw the solutions, several on one sheet, or what shows that there is none, as SVG into a
    /// file
    #[arg(long, global = true, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// The same as PNG
    #[arg(long, global = true, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write a page on which the solution moves into a file
    #[arg(long, global = true, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// The files of these.
pub struct PictureFiles {
    svg: Option<WholeFile>,
    png: Option<WholeFile>,
    html: Option<WholeFile>,
}

impl PictureArguments {
    /// The options with the files that they name.
    pub fn named(&self) -> [(&'static str, Option<&PathBuf>); 3] {
        [("--svg", self.svg.as_ref()), ("--png", self.png.as_ref()), ("--html", self.html.as_ref())]
    }

    /// Whether there is to be any.
    pub fn is_any(&self) -> bool {
        self.named().iter().any(|(_, path)| path.is_some())
    }

    /// Opens the files before the work.
    ///
    /// # Errors
    /// [`CliError`] if a name says something else, or a file cannot be written.
    pub fn begin(&self, files: &mut Files) -> Result<PictureFiles, CliError> {
        check_beside(&self.named())?;
        let [svg, png, html] = self.named().map(|(option, path)| files.writes_any(option, path));
        Ok(PictureFiles { svg: svg?, png: png?, html: html? })
    }

    /// As [`PictureArguments::begin`], where standard output is for the document alone.
    ///
    /// # Errors
    /// As [`PictureArguments::begin`], and if a picture is to go to standard output.
    pub fn begin_in_files(&self, files: &mut Files) -> Result<PictureFiles, CliError> {
        for (option, path) in self.named() {
            refuse(option, path, "the document goes there: name a file")?;
        }
        self.begin(files)
    }
}

impl PictureFiles {
    /// Draws what there is; says what is not written, and why.
    ///
    /// # Errors
    /// [`CliError`] if a file cannot be written.
    pub fn write(self, drawings: &[Titled<'_>], quiet: bool) -> Result<(), CliError> {
        let sheet = || match drawings.len() {
            0 => Err("there is nothing to draw".to_string()),
            1..=MOST_PICTURES => Ok(picture(drawings, false)),
            number => Err(format!("{number} pictures; at most {MOST_PICTURES} fit")),
        };
        let page = || match drawings {
            [] => Err("there is nothing to draw".to_string()),
            [(title, drawing)] => {
                player::page(drawing, title).ok_or_else(|| "it is too large for a page".to_string())
            }
            _ => Err(format!("a page has one of {} pictures", drawings.len())),
        };
        self.write_made(|_| sheet(), page, quiet)
    }

    /// Writes the sheet of all pictures, which moves where it is asked to, and the page, or says
    /// why there is none; one that cannot be written does not cost the others.
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

/// What a sheet is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// Lines and letters, which may move.
    Svg,
    /// Pixels.
    Png,
}

/// Writes a file as it is made, or says why it is not written.
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

/// Writes them as they are.
pub fn write_bytes(bytes: impl AsRef<[u8]>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(bytes.as_ref())
}
