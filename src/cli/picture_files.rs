//! What there is to draw of a document, and `--svg`, `--png` and `--html`: pictures in files of
//! their own beside it.

use std::path::PathBuf;

use clap::Args;

use super::{
    CliError, file_format::only, files::Files, standard_output::refuse, stderr::say,
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
#[command(next_help_heading = "Pictures")]
pub struct PictureArguments {
    /// Draw the solutions, or what shows that there is none, as SVG into a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The same as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write a page on which the only solution moves into a file
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The files of these.
pub struct PictureFiles {
    svg: Option<WholeFile>,
    png: Option<WholeFile>,
    html: Option<WholeFile>,
}

impl PictureArguments {
    /// Whether there is to be any.
    pub fn is_any(&self) -> bool {
        self.svg.is_some() || self.png.is_some() || self.html.is_some()
    }

    /// Opens the files before the work.
    ///
    /// # Errors
    /// [`CliError`] if a name says something else, or a file cannot be written.
    pub fn begin(&self, files: &mut Files) -> Result<PictureFiles, CliError> {
        let Self { svg, png, html } = self;
        only("--svg", ("--svg", svg.as_deref()), "svg", &["svg"])?;
        only("--png", ("--png", png.as_deref()), "png", &["png"])?;
        only("--html", ("--html", html.as_deref()), "html", &["html", "htm"])?;
        for (option, path) in [("--svg", svg), ("--png", png), ("--html", html)] {
            refuse(option, path.as_ref(), "the document goes there: name a file")?;
        }
        Ok(PictureFiles {
            svg: files.writes_any("--svg", svg.as_ref())?,
            png: files.writes_any("--png", png.as_ref())?,
            html: files.writes_any("--html", html.as_ref())?,
        })
    }
}

impl PictureFiles {
    /// Draws what there is; says what is not written, and why.
    ///
    /// # Errors
    /// [`CliError`] if a file cannot be written.
    pub fn write(self, drawings: &[Titled<'_>], quiet: bool) -> Result<(), CliError> {
        let Self { svg, png, html } = self;
        let nothing = || drawings.is_empty().then(|| "there is nothing to draw".to_string());
        let sheet = || match nothing() {
            Some(why) => Err(why),
            None if drawings.len() > MOST_PICTURES => {
                Err(format!("{} pictures; at most {MOST_PICTURES} fit", drawings.len()))
            }
            None => Ok(picture(drawings, false)),
        };
        let page = || match (nothing(), drawings) {
            (Some(why), _) => Err(why),
            (None, [(title, drawing)]) => {
                player::page(drawing, title).ok_or_else(|| "it is too large for a page".to_string())
            }
            _ => Err(format!("a page has one of {} pictures", drawings.len())),
        };
        put(svg, quiet, || sheet().map(String::into_bytes))?;
        let in_pixels = || reports::png(&sheet()?).map_err(|error| error.to_string());
        put(png, quiet, in_pixels)?;
        put(html, quiet, || page().map(String::into_bytes))
    }
}

/// Writes a file, or says why it is not written.
fn put(
    file: Option<WholeFile>,
    quiet: bool,
    made: impl FnOnce() -> Result<Vec<u8>, String>,
) -> Result<(), CliError> {
    let Some(file) = file else { return Ok(()) };
    match made() {
        Ok(bytes) => file.write(|out| out.write_all(&bytes)),
        Err(because) => {
            if !quiet {
                say(format_args!("{}: not written, {because}", shown(file.path())));
            }
            Ok(())
        }
    }
}
