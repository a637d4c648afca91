//! Pictures of answers in each format; and `--svg`, `--png` and `--html`, which name their files.

use std::{collections::BTreeMap, path::PathBuf};

use clap::{Args, ValueEnum};

use super::{CliError, output_format::OutputFormat, outputs::FileOption};
use crate::{
    board::square::Square,
    pictures::{Drawing, Picture, PictureLook},
    reports,
};

/// The most pictures on one sheet.
pub const MOST_PICTURES: usize = 1_000;

/// The formats that show an answer.
pub const PICTURES: [OutputFormat; 4] =
    [OutputFormat::Svg, OutputFormat::Png, OutputFormat::Html, OutputFormat::Csv];

/// Pictures in separate files.
#[derive(Debug, Clone, Args)]
pub struct PictureArguments {
    /// Draw the solutions on one sheet, or why none exists, as SVG
    #[arg(long, global = true, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the same picture as PNG
    #[arg(long, global = true, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write an HTML page with an animation of the solution
    #[arg(long, global = true, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

impl PictureArguments {
    /// The options with their formats.
    pub fn options(&self) -> [FileOption<'_>; 3] {
        [
            (OutputFormat::Svg, &self.svg),
            (OutputFormat::Png, &self.png),
            (OutputFormat::Html, &self.html),
        ]
    }
}

/// How pictures are presented.
#[derive(Debug, Clone, Args)]
pub struct LookArguments {
    /// Animate the SVG (it contains no script)
    #[arg(hide_short_help = true, long, global = true)]
    pub animate: bool,
    /// Draw a plan for agents as a strip: a picture for each time
    #[arg(hide_short_help = true, long, global = true, conflicts_with_all = ["animate", "poster"])]
    pub strip: bool,
    /// Draw the SVG or PNG as an A3 poster with a title; a tour shows the numbers of its visits, or
    /// only its line [default: numbers]
    #[arg(hide_short_help = true, long, global = true, value_enum, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "numbers", conflicts_with = "animate")]
    pub poster: Option<PosterStyle>,
}

/// What a poster shows of a tour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PosterStyle {
    /// The numbers of the visits, up to 30 rows and columns.
    Numbers,
    /// The line.
    Line,
}

impl LookArguments {
    /// The look.
    pub fn look(&self) -> PictureLook {
        match self.poster {
            Some(style) => PictureLook::Poster { numbers: style == PosterStyle::Numbers },
            None if self.animate => PictureLook::Animated,
            None if self.strip => PictureLook::Strip,
            None => PictureLook::Plain,
        }
    }

    /// Refuses a look that no output has; `how`: what to add.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn check(&self, has: impl Fn(OutputFormat) -> bool, how: &str) -> Result<(), CliError> {
        if self.animate && !has(OutputFormat::Svg) {
            usage!("--animate applies to SVG: {how}");
        }
        if self.poster.is_some() && !has(OutputFormat::Svg) && !has(OutputFormat::Png) {
            usage!("--poster applies to SVG and PNG: {how}");
        }
        if self.strip && !has(OutputFormat::Svg) && !has(OutputFormat::Png) {
            usage!("--strip applies to SVG and PNG: {how}");
        }
        Ok(())
    }
}

/// Pictures in a format, with this look if the format has it; or why there is nothing to write.
///
/// # Errors
/// The reason, as text for the user.
pub fn drawn(
    format: OutputFormat,
    pictures: &[Picture<'_>],
    look: PictureLook,
) -> Result<Vec<u8>, String> {
    match format {
        OutputFormat::Svg => Ok(sheet(pictures, look)?.into_bytes()),
        OutputFormat::Png => {
            let still = if look == PictureLook::Animated { PictureLook::Plain } else { look };
            reports::png(&sheet(pictures, still)?).map_err(|error| error.to_string())
        }
        OutputFormat::Html => {
            let picture = only(pictures, "a page")?;
            let page = picture.page();
            let page = page.ok_or_else(|| format!("{}: too large for a page", picture.title))?;
            Ok(page.into_bytes())
        }
        OutputFormat::Csv => Ok(visits(only(pictures, "a table of visits")?)?.into_bytes()),
        _ => Err("it is no picture".into()),
    }
}

/// All pictures on one sheet.
fn sheet(pictures: &[Picture<'_>], look: PictureLook) -> Result<String, String> {
    let is_tour = |picture: &Picture<'_>| {
        matches!(picture.drawing, Drawing::Tour { .. } | Drawing::Marked { .. })
    };
    if look == (PictureLook::Poster { numbers: false }) && !pictures.iter().all(is_tour) {
        return Err("--poster=line applies to tours of boards".into());
    }
    let mut number = pictures.len();
    if look == PictureLook::Strip {
        let times = pictures.iter().map(|picture| match &picture.drawing {
            Drawing::Agents(agents) => Some(agents.steps() + 1),
            _ => None,
        });
        let times: Option<usize> = times.sum();
        number = times.ok_or("--strip applies to plans for agents")?;
    }
    match number {
        0 => Err("there is nothing to draw".into()),
        1..=MOST_PICTURES => Ok(Picture::sheet(pictures, look)),
        number => {
            Err(format!("{number} pictures do not fit on one sheet, which holds {MOST_PICTURES}"))
        }
    }
}

/// The single picture.
fn only<'d, 'a>(pictures: &'d [Picture<'a>], what: &str) -> Result<&'d Picture<'a>, String> {
    match pictures {
        [] => Err("there is nothing to draw".into()),
        [picture] => Ok(picture),
        _ => Err(format!("{what} has one of {} pictures", pictures.len())),
    }
}

/// Visit numbers as comma-separated lines, the top row first; a square that is not visited has an
/// empty field.
fn visits(Picture { title, drawing }: &Picture<'_>) -> Result<String, String> {
    let (board, path, first) = match drawing {
        Drawing::Tour { board, path, .. } if !path.is_empty() => (*board, *path, 1),
        Drawing::Route(route) => (route.board, route.path, 0),
        _ => return Err(format!("{title}: only tours and routes have visit numbers")),
    };
    let visits: BTreeMap<Square, usize> = path.iter().copied().zip(first..).collect();
    let mut lines = String::new();
    for row in board.square_rows() {
        let cells = row.map(|square| visits.get(&square).map_or(String::new(), usize::to_string));
        lines += &cells.collect::<Vec<_>>().join(",");
        lines.push('\n');
    }
    Ok(lines)
}
