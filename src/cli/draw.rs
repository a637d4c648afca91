//! `satranj draw`: draws what a document holds.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;

use super::{
    CliError,
    arguments::LimitArguments,
    file_format::{Offered, chosen},
    files::Files,
    input::read_text,
    output::write_to,
    picture_files::MOST_PICTURES,
    report::stored::stored_comparison,
    stderr::say,
    stored_cases::{BatchCase, StoredCases},
    watch::watched,
};
use crate::{
    board::square::Square,
    checking::{Allowance, Failed, check},
    documents::{
        comparison::{ComparisonDocument, SCHEMA},
        named_schema,
        stored::StoredDocument,
        text,
    },
    json::JsonPart,
    pictures::{Drawing, Picture},
    printable,
    puzzles::{StatedPuzzle, drawing::pictures},
    reports::{self, Colours, PlotAudience, PlotError},
};

/// Arguments of `draw`.
#[derive(Debug, Clone, Args)]
pub struct DrawArguments {
    /// A solution document or a comparison, or - for standard input
    document: PathBuf,
    /// Write FILE.svg, FILE.png, FILE.html (a page with moving pieces), FILE.txt, or for a tour or
    /// route FILE.csv (the visit number of each square, row by row) [default: text on standard
    /// output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw only this case of several, from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    case: Option<u64>,
    /// Draw only this solution of several, from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    solution: Option<u64>,
    /// Show what the pieces attack
    #[arg(long)]
    show_attacks: bool,
    /// Animate FILE.svg, for a page that runs no script
    #[arg(long)]
    animate: bool,
    /// Print at most this many columns of text
    #[arg(long, value_name = "COLUMNS", default_value = "1000")]
    width: usize,
    /// Use only ASCII characters in text
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureFormat {
    Text,
    Svg,
    Png,
    Html,
    Csv,
}

const FORMATS: [Offered<PictureFormat>; 5] = [
    Offered { format: PictureFormat::Svg, name: "svg", extensions: &["svg"] },
    Offered { format: PictureFormat::Png, name: "png", extensions: &["png"] },
    Offered { format: PictureFormat::Html, name: "html", extensions: &["html", "htm"] },
    Offered { format: PictureFormat::Csv, name: "csv", extensions: &["csv"] },
    Offered { format: PictureFormat::Text, name: "text", extensions: &["txt", "text"] },
];

/// The drawing, and what was not checked.
struct Drawn {
    bytes: Vec<u8>,
    not_checked: Vec<String>,
}

/// Runs the command: a document that fails its check is not drawn.
///
/// # Errors
/// [`CliError`]: 4 with what is wrong, 1 if there is nothing to draw.
pub fn run(arguments: &DrawArguments) -> Result<i32, CliError> {
    let path = arguments.output.as_deref();
    let format = chosen(("-o", path), None, &FORMATS, "draw")?;
    let format = format.unwrap_or(PictureFormat::Text);
    if arguments.animate && format != PictureFormat::Svg {
        usage!("--animate: only SVG moves by itself: write -o FILE.svg");
    }
    if arguments.ascii && format != PictureFormat::Text {
        usage!("--ascii applies to text: write -o FILE.txt");
    }
    let mut files = Files::reading([&arguments.document]);
    let file = files.writes_or_prints(arguments.output.as_ref())?;
    let of_thread = arguments.clone();
    let drawn = watched(arguments.limits.time_limit, move || drawn(&of_thread, format))?;
    let Drawn { bytes, not_checked } = drawn.done("drawing the document")??;
    not_checked.iter().for_each(say);
    match file {
        Some(file) => file.write(|out| out.write_all(&bytes))?,
        None => write_to(None, |out| out.write_all(&bytes))?,
    }
    Ok(0)
}

impl DrawArguments {
    /// The text as printed.
    fn told(&self, text: &str) -> Vec<u8> {
        let told = if self.ascii { printable::ascii(text) } else { text.into() };
        told.into_owned().into_bytes()
    }
}

fn drawn(arguments: &DrawArguments, format: PictureFormat) -> Result<Drawn, CliError> {
    let (name, text) = read_text(&arguments.document)?;
    if let Some(comparison) = comparison_in(&name, &text)? {
        let bytes = drawn_comparison(&comparison, &name, arguments, format)?;
        return Ok(Drawn { bytes, not_checked: Vec::new() });
    }
    let stored = StoredCases::of_text(name, &text)?;
    let name = &stored.name;
    let mut allowance = Allowance::of(stored.length, false);
    let mut not_checked = Vec::new();
    let mut stated: Vec<(Box<dyn StatedPuzzle>, &StoredDocument)> = Vec::new();
    for (number, case) in (1..).zip(&stored.cases) {
        if arguments.case.is_some_and(|asked| asked != number) {
            continue;
        }
        let at = format!("{name}: {}", stored.at(number));
        // A case without an answer has no picture.
        let BatchCase::Answer(document) = case else { continue };
        match check(document, &mut allowance) {
            Ok(_) => {}
            Err(Failed::NotChecked(why)) => not_checked.push(format!("{at}not checked: {why}")),
            Err(Failed::Refuted(refuted)) => {
                return Err(CliError::Check(format!("{at}{}", refuted.problem)));
            }
        }
        let puzzle = document.puzzle.puzzle();
        let puzzle = puzzle.map_err(|error| CliError::Input(format!("{at}{error}")))?;
        stated.push((puzzle, document));
    }
    let all = stated.iter().flat_map(|(puzzle, document)| {
        let certificate = document.certificate.as_ref();
        pictures(puzzle.as_ref(), document.found(), certificate, arguments.show_attacks)
    });
    let mut chosen: Vec<Picture<'_>> = all.collect();
    if let Some(number) = arguments.solution
        && !chosen.is_empty()
    {
        let count = chosen.len();
        if number as usize > count {
            let pictures =
                if count == 1 { "1 picture".into() } else { format!("{count} pictures") };
            let problem = format!("--solution {number}: there is nothing to draw");
            usage!("{problem}: {name} has {pictures}");
        }
        chosen = vec![chosen.swap_remove(number as usize - 1)];
    }
    if chosen.is_empty() {
        let why = "there is nothing to draw: no such solution or certificate, or a graph too large";
        wrong_input!("{name}: {why}");
    }
    let bytes = match format {
        PictureFormat::Text => arguments.told(&in_lines(&chosen, arguments.width)?),
        PictureFormat::Svg => sheet_of(&chosen, arguments.animate)?.into_bytes(),
        PictureFormat::Png => reports::png(&sheet_of(&chosen, false)?)
            .map_err(|error| CliError::Usage(format!("{name}: {error}: write -o FILE.svg")))?,
        PictureFormat::Csv => numbers(only(&chosen, name)?, name)?.into_bytes(),
        PictureFormat::Html => page(only(&chosen, name)?)?.into_bytes(),
    };
    Ok(Drawn { bytes, not_checked })
}

/// Draws the pictures on a sheet.
fn sheet_of(drawings: &[Picture<'_>], moves: bool) -> Result<String, CliError> {
    if drawings.len() > MOST_PICTURES {
        let problem = format!("{} pictures; at most {MOST_PICTURES} fit", drawings.len());
        return Err(CliError::Usage(problem + ": choose one with --solution I"));
    }
    Ok(Picture::sheet(drawings, moves))
}

/// The pictures as text, one below the other.
fn in_lines(drawings: &[Picture<'_>], width: usize) -> Result<String, CliError> {
    let mut text = String::new();
    for (index, picture) in drawings.iter().enumerate() {
        let title = &picture.title;
        let board = picture.text(width).ok_or_else(|| {
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

/// The single picture.
fn only<'d, 'a>(drawings: &'d [Picture<'a>], name: &str) -> Result<&'d Picture<'a>, CliError> {
    let [drawing] = drawings else {
        let problem = format!("{name}: a file of this kind has one of {} pictures", drawings.len());
        return Err(CliError::Usage(problem + ": choose it with --solution I or --case I"));
    };
    Ok(drawing)
}

/// The page of a picture.
fn page(picture: &Picture<'_>) -> Result<String, CliError> {
    picture.page().ok_or_else(|| {
        CliError::Usage(format!("{}: too large for a page: write -o FILE.svg", picture.title))
    })
}

/// Visit numbers as comma-separated lines, the top row first; a square that is not visited has an
/// empty field.
fn numbers(Picture { title, drawing }: &Picture<'_>, name: &str) -> Result<String, CliError> {
    let (board, path, first) = match drawing {
        Drawing::Tour { board, path, .. } => (*board, *path, 1),
        Drawing::Route(route) => (route.board, route.path, 0),
        _ => {
            return Err(CliError::Usage(format!(
                "{name}: {title}: only tours and routes have visit numbers"
            )));
        }
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

/// The comparison in a text, if its schema says so.
///
/// # Errors
/// [`CliError::Input`] with the place of the error.
fn comparison_in(name: &str, text: &str) -> Result<Option<ComparisonDocument>, CliError> {
    let is_one = named_schema(&JsonPart::whole(text)).is_some_and(|schema| schema == SCHEMA);
    is_one.then(|| stored_comparison(name, text)).transpose()
}

/// The comparison in a format.
///
/// # Errors
/// [`CliError`] if an option does not apply to a comparison, or there is nothing to draw.
fn drawn_comparison(
    comparison: &ComparisonDocument,
    name: &str,
    arguments: &DrawArguments,
    format: PictureFormat,
) -> Result<Vec<u8>, CliError> {
    let unread = [
        ("--case", arguments.case.is_some()),
        ("--solution", arguments.solution.is_some()),
        ("--show-attacks", arguments.show_attacks),
        ("--animate", arguments.animate),
    ];
    if let Some((option, _)) = unread.iter().find(|(_, is_given)| *is_given) {
        usage!("{option}: {name} is a comparison, which is drawn whole");
    }
    let title = comparison.title();
    let failed = |error: PlotError| CliError::Input(format!("{name}: {error}"));
    match format {
        PictureFormat::Text => {
            let table = text::comparison_table(&comparison.runs);
            Ok(arguments.told(&format!("{title}\n\n{table}")))
        }
        PictureFormat::Svg | PictureFormat::Png => {
            let colours: Colours =
                comparison.runs.iter().map(|runs| runs.method.as_str()).collect();
            let (runs, limit) = (&comparison.runs, comparison.limit());
            let plot = reports::dots(runs, limit, &title, &colours, PlotAudience::File);
            let nothing = || CliError::Input(format!("{name}: nothing was measured"));
            let plot = plot.map_err(failed)?.ok_or_else(nothing)?;
            if format == PictureFormat::Svg {
                return Ok(plot.into_bytes());
            }
            reports::png(&plot).map_err(failed)
        }
        PictureFormat::Html => {
            reports::comparison(comparison, name).map(String::into_bytes).map_err(failed)
        }
        PictureFormat::Csv => {
            let problem = "a comparison has no visit numbers; `satranj report --export-csv` \
                           writes its runs";
            usage!("{name}: {problem}");
        }
    }
}
