//! `satranj draw`: pictures of what a document holds.

use std::path::PathBuf;

use clap::Args;

use super::{
    CliError,
    file_format::{Offered, chosen},
    files::Files,
    input::read_text,
    output::write_to,
    stderr::say,
    verify::{BatchCase, cases},
    watch::watched,
};
use crate::{
    checking::{Allowance, Failed, check},
    documents::stored::StoredDocument,
    pictures::{self, Drawing, player, sheet::sheet},
    puzzles::{Certificate, StatedPuzzle},
    reports,
};

/// Arguments of `draw`.
#[derive(Debug, Clone, Args)]
pub struct DrawArguments {
    /// A solution document, or - for standard input
    document: PathBuf,
    /// FILE.svg, FILE.png, FILE.html (a page on which the pieces move) or FILE.txt
    /// [default: text on standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only this case of a document with several, from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    case: Option<u64>,
    /// Only this solution of several, from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    solution: Option<u64>,
    /// Show what the pieces attack
    #[arg(long)]
    show_attacks: bool,
    /// Columns of text at most
    #[arg(long, value_name = "COLUMNS", default_value = "1000")]
    width: usize,
}

/// How a picture is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureFormat {
    Text,
    Svg,
    Png,
    Html,
}

const FORMATS: [Offered<PictureFormat>; 4] = [
    Offered { format: PictureFormat::Svg, name: "svg", extensions: &["svg"] },
    Offered { format: PictureFormat::Png, name: "png", extensions: &["png"] },
    Offered { format: PictureFormat::Html, name: "html", extensions: &["html", "htm"] },
    Offered { format: PictureFormat::Text, name: "text", extensions: &["txt", "text"] },
];

/// The most pictures on one sheet.
const MOST_PICTURES: usize = 1_000;

/// What was drawn, and what was not checked of it.
struct Drawn {
    bytes: Vec<u8>,
    not_checked: Vec<String>,
}

/// Runs the command: nothing is drawn that does not hold.
///
/// # Errors
/// [`CliError`]: 4 with what is wrong, 1 where there is nothing to draw.
pub fn run(arguments: &DrawArguments) -> Result<i32, CliError> {
    let path = arguments.output.as_deref();
    let format = chosen(("-o", path), None, &FORMATS, "draw")?;
    let format = format.unwrap_or(PictureFormat::Text);
    let mut files = Files::default();
    files.reads(&arguments.document);
    let file = files.writes_any("-o", arguments.output.as_ref())?;
    if file.is_none() {
        files.prints()?;
    }
    let of_thread = arguments.clone();
    let drawn = watched(None, |_| {}, move || drawn(&of_thread, format))?;
    let Drawn { bytes, not_checked } = drawn.done("drawing the document")??;
    not_checked.iter().for_each(say);
    match file {
        Some(file) => file.write(|out| out.write_all(&bytes))?,
        None => write_to(None, |out| out.write_all(&bytes))?,
    }
    Ok(0)
}

/// Something to draw, with its title.
type Titled<'a> = (String, Drawing<'a>);

fn drawn(arguments: &DrawArguments, format: PictureFormat) -> Result<Drawn, CliError> {
    let (name, text) = read_text(&arguments.document)?;
    let (cases, is_batch) =
        cases(&text).map_err(|error| CliError::Input(format!("{name}:{error}")))?;
    let mut allowance = Allowance::of(text.len(), false);
    let mut not_checked = Vec::new();
    let mut stated: Vec<(Box<dyn StatedPuzzle>, &StoredDocument)> = Vec::new();
    for (number, case) in (1..).zip(&cases) {
        if arguments.case.is_some_and(|asked| asked != number) {
            continue;
        }
        let at = if is_batch { format!("{name}: case {number}") } else { name.clone() };
        // A case without an answer has no picture.
        let BatchCase::Answer(document) = case else { continue };
        match check(document, &mut allowance) {
            Ok(_) => {}
            Err(Failed::NotChecked(why)) => not_checked.push(format!("{at}: not checked: {why}")),
            Err(Failed::Refuted(refuted)) => {
                return Err(CliError::Check(format!("{at}: {}", refuted.problem)));
            }
        }
        let puzzle = document.puzzle.puzzle();
        let puzzle = puzzle.map_err(|error| CliError::Input(format!("{at}: {error}")))?;
        stated.push((puzzle, document));
    }
    let all = stated
        .iter()
        .flat_map(|(puzzle, document)| titled(puzzle.as_ref(), document, arguments.show_attacks));
    let chosen: Vec<Titled<'_>> = match arguments.solution {
        Some(number) => all.skip(number as usize - 1).take(1).collect(),
        None => all.collect(),
    };
    if chosen.is_empty() {
        let why = "there is nothing to draw: no such solution or certificate on a board";
        return Err(CliError::Input(format!("{name}: {why}")));
    }
    let bytes = match format {
        PictureFormat::Text => in_lines(&chosen, arguments.width)?.into_bytes(),
        PictureFormat::Svg => picture(&chosen)?.into_bytes(),
        PictureFormat::Png => reports::png(&picture(&chosen)?)
            .map_err(|error| CliError::Usage(format!("{name}: {error}: write -o FILE.svg")))?,
        PictureFormat::Html => page(&chosen, &name)?.into_bytes(),
    };
    Ok(Drawn { bytes, not_checked })
}

/// What there is to draw of a document: its solutions, else why there is none.
fn titled<'a>(
    puzzle: &'a dyn StatedPuzzle,
    document: &'a StoredDocument,
    attacks: bool,
) -> Vec<Titled<'a>> {
    let of_solutions = document.found().filter_map(|solution| puzzle.drawing(solution, attacks));
    let mut drawings: Vec<Titled<'_>> =
        of_solutions.map(|drawing| (puzzle.title(), drawing)).collect();
    if let (true, Some(certificate)) = (drawings.is_empty(), &document.certificate) {
        drawings.extend(marked(puzzle, certificate));
    }
    drawings
}

/// The squares that show why there is no solution.
fn marked<'a>(puzzle: &'a dyn StatedPuzzle, certificate: &Certificate) -> Option<Titled<'a>> {
    let board = puzzle.board()?;
    let marks = certificate.squares();
    if marks.is_empty() {
        return None;
    }
    let pairs = match certificate {
        Certificate::Matching { pairs } => pairs.clone(),
        _ => Vec::new(),
    };
    let title = format!("{}: {}", puzzle.title(), puzzle.because(certificate));
    Some((title, Drawing::Marked { board, marks, pairs }))
}

/// The pictures on a sheet.
fn picture(drawings: &[Titled<'_>]) -> Result<String, CliError> {
    if drawings.len() > MOST_PICTURES {
        let problem = format!("{} pictures; at most {MOST_PICTURES} fit", drawings.len());
        return Err(CliError::Usage(problem + ": choose one with --solution I"));
    }
    let pictures = drawings.iter().map(|(title, drawing)| pictures::svg::draw(drawing, title));
    Ok(sheet(pictures.collect()).to_string())
}

/// The pictures as text, one below the other.
fn in_lines(drawings: &[Titled<'_>], width: usize) -> Result<String, CliError> {
    let mut text = String::new();
    for (index, (title, drawing)) in drawings.iter().enumerate() {
        let board = pictures::text::draw(drawing, width, false).ok_or_else(|| {
            let problem = format!("{title}: it does not fit into {width} columns and 100 rows");
            CliError::Usage(problem + ": write -o FILE.svg")
        })?;
        if index > 0 {
            text.push('\n');
        }
        text += title;
        text += "\n\n";
        text += &board;
    }
    Ok(text)
}

/// The page of the only picture.
fn page(drawings: &[Titled<'_>], name: &str) -> Result<String, CliError> {
    let [(title, drawing)] = drawings else {
        let problem = format!("{name}: a page shows one of {} pictures", drawings.len());
        return Err(CliError::Usage(problem + ": choose it with --solution I or --case I"));
    };
    player::page(drawing, title)
        .ok_or_else(|| CliError::Usage(format!("{title}: too large for a page: write -o FILE.svg")))
}
