//! `satranj draw`: draws the solutions or the comparison in a document.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    CliError,
    arguments::LimitArguments,
    files::Files,
    input::read_text,
    output_format::OutputFormat,
    outputs::OpenFiles,
    picture_files::{LookArguments, drawn},
    puzzle::document,
    report::{measured_document::MeasuredDocument, stored::stored_comparison},
    stderr::say,
    stored_cases::{BatchCase, StoredCases},
    watch::watched,
};
use crate::{
    checking::{Allowance, Failed, check},
    documents::{
        comparison::{ComparisonDocument, SCHEMA},
        named_schema,
        stored::StoredDocument,
        text,
    },
    json::JsonPart,
    pictures::Picture,
    printable,
    puzzles::{StatedPuzzle, drawing::pictures},
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
    /// Draw only this case, numbered from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    case: Option<u64>,
    /// Draw only this solution, numbered from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    solution: Option<u64>,
    /// Show the attacked squares
    #[arg(long)]
    show_attacks: bool,
    #[command(flatten)]
    look: LookArguments,
    /// Use at most this many columns for text
    #[arg(long, value_name = "COLUMNS", default_value = "1000")]
    width: usize,
    /// Use only ASCII characters in text
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// What `-o` writes; text by default.
const FORMATS: [OutputFormat; 5] = [
    OutputFormat::Text,
    OutputFormat::Svg,
    OutputFormat::Png,
    OutputFormat::Html,
    OutputFormat::Csv,
];

/// The drawing, and the parts of the document that were not checked.
struct Drawn {
    bytes: Vec<u8>,
    not_checked: Vec<String>,
}

/// Runs the command. A document that fails its check is not drawn.
///
/// # Errors
/// [`CliError`]. Exit code 4: the document fails its check; 1: there is nothing to draw.
pub fn run(arguments: &DrawArguments) -> Result<i32, CliError> {
    let mut files = Files::reading([&arguments.document]);
    let path = arguments.output.as_deref().unwrap_or(Path::new("-"));
    let file = OpenFiles::of("draw", (Some(path), &FORMATS), &[], &mut files)?;
    let format = file.formats().first().copied().unwrap_or(OutputFormat::Text);
    arguments.look.check(|asked| asked == format, "write -o FILE.svg")?;
    if arguments.ascii && format != OutputFormat::Text {
        usage!("--ascii applies to text: write -o FILE.txt");
    }
    let of_thread = arguments.clone();
    let drawn = watched(arguments.limits.time_limit, move || made(&of_thread, format))?;
    let Drawn { bytes, not_checked } = drawn.done("drawing the document")??;
    not_checked.iter().for_each(say);
    let mut bytes = Some(bytes);
    file.write(|_| Ok(bytes.take().unwrap_or_default()))?;
    Ok(0)
}

impl DrawArguments {
    /// The text, in ASCII if requested.
    fn bytes_of(&self, text: &str) -> Vec<u8> {
        let text = if self.ascii { printable::ascii(text) } else { text.into() };
        text.into_owned().into_bytes()
    }
}

fn made(arguments: &DrawArguments, format: OutputFormat) -> Result<Drawn, CliError> {
    let (name, text) = read_text(&arguments.document)?;
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if !start.is_empty() && !start.starts_with(['{', '[', '"']) {
        let how = "`satranj solve PUZZLE FILE --svg PICTURE.svg` draws the answer about a graph";
        wrong_input!("{name}:1:1: expected a document in JSON; {how}");
    }
    if let Some(comparison) = comparison_in(&name, &text)? {
        let bytes = drawn_comparison(&comparison, &name, arguments, format)?;
        return Ok(Drawn { bytes, not_checked: Vec::new() });
    }
    if JsonPart::whole(&text).field("kind").is_some() {
        return drawn_question(&name, &text, arguments, format);
    }
    drawn_answers(&StoredCases::of_text(name, &text)?, arguments, format)
}

/// The pictures of the answers in a document, or the one that the user chose.
fn drawn_answers(
    stored: &StoredCases,
    arguments: &DrawArguments,
    format: OutputFormat,
) -> Result<Drawn, CliError> {
    let name = &stored.name;
    let mut not_checked = Vec::new();
    let answers = checked_answers(stored, arguments.case, &mut not_checked)?;
    let all = answers.iter().flat_map(|(puzzle, document)| {
        let certificate = document.certificate.as_ref();
        pictures(puzzle.as_ref(), document.found(), certificate, arguments.show_attacks)
    });
    let mut chosen: Vec<Picture<'_>> = all.collect();
    if chosen.is_empty() {
        let why = "nothing to draw: the document has no solution or certificate, or the graph is \
                   too large";
        wrong_input!("{name}: {why}");
    }
    if let Some(number) = arguments.solution {
        let count = chosen.len();
        if number as usize > count {
            let pictures =
                if count == 1 { "1 picture".into() } else { format!("{count} pictures") };
            usage!("--solution {number}: no such picture: {name} has {pictures}");
        }
        chosen = vec![chosen.swap_remove(number as usize - 1)];
    }
    Ok(Drawn { bytes: written(&chosen, name, arguments, format)?, not_checked })
}

/// An answer with its puzzle.
type StatedAnswer<'s> = (Box<dyn StatedPuzzle>, &'s StoredDocument);

/// The answers of the cases, or of the `asked` one; a reason for each that is not checked.
///
/// # Errors
/// [`CliError::Check`] for a wrong answer.
fn checked_answers<'s>(
    stored: &'s StoredCases,
    asked: Option<u64>,
    not_checked: &mut Vec<String>,
) -> Result<Vec<StatedAnswer<'s>>, CliError> {
    let mut allowance = Allowance::of(stored.length, false);
    let mut answers = Vec::new();
    for (number, case) in (1..).zip(&stored.cases) {
        // A case without an answer has no picture.
        let BatchCase::Answer(document) = case else { continue };
        if asked.is_some_and(|asked| asked != number) {
            continue;
        }
        let at = format!("{}: {}", stored.name, stored.at(number));
        match check(document, &mut allowance) {
            Ok(_) => {}
            Err(Failed::NotChecked(why)) => not_checked.push(format!("{at}not checked: {why}")),
            Err(Failed::Refuted(refuted)) => {
                return Err(CliError::Check(format!("{at}{}", refuted.problem)));
            }
        }
        let puzzle = document.puzzle.puzzle();
        let puzzle = puzzle.map_err(|error| CliError::Input(format!("{at}{error}")))?;
        answers.push((puzzle, &**document));
    }
    Ok(answers)
}

/// The picture of a bare statement.
///
/// # Errors
/// [`CliError`] for a text that states no puzzle, or if there is nothing to draw.
fn drawn_question(
    name: &str,
    text: &str,
    arguments: &DrawArguments,
    format: OutputFormat,
) -> Result<Drawn, CliError> {
    let stated = document(name, text)?;
    let puzzles = stated.cases.into_iter().map(|case| case.puzzle.map_err(CliError::Input));
    let puzzles = puzzles.collect::<Result<Vec<_>, _>>()?;
    let chosen: Vec<Picture<'_>> =
        puzzles.iter().flat_map(|puzzle| pictures(puzzle.as_ref(), None, None, false)).collect();
    if chosen.is_empty() {
        wrong_input!(
            "{name}: nothing to draw: the statement has no solution and no numbers on squares"
        );
    }
    let bytes = written(&chosen, name, arguments, format)?;
    Ok(Drawn { bytes, not_checked: Vec::new() })
}

/// Pictures in a format.
///
/// # Errors
/// [`CliError::Usage`] if the format does not hold them.
fn written(
    chosen: &[Picture<'_>],
    name: &str,
    arguments: &DrawArguments,
    format: OutputFormat,
) -> Result<Vec<u8>, CliError> {
    if format == OutputFormat::Text {
        return Ok(arguments.bytes_of(&in_lines(chosen, arguments.width)?));
    }
    drawn(format, chosen, arguments.look.look()).map_err(|problem| {
        let instead = match chosen.len() {
            1 => "write -o FILE.svg",
            _ => "choose one with --solution I or --case I",
        };
        CliError::Usage(format!("{name}: {problem}: {instead}"))
    })
}

/// The pictures as text, one below the other.
fn in_lines(drawings: &[Picture<'_>], width: usize) -> Result<String, CliError> {
    let mut text = String::new();
    for (index, picture) in drawings.iter().enumerate() {
        let title = &picture.title;
        let board = picture.text(width).ok_or_else(|| {
            let problem = format!("{title}: too large for {width} columns and 100 rows");
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

/// The comparison in a text, if the text has the schema of one.
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
    format: OutputFormat,
) -> Result<Vec<u8>, CliError> {
    let unread = [
        ("--case", arguments.case.is_some()),
        ("--solution", arguments.solution.is_some()),
        ("--show-attacks", arguments.show_attacks),
        ("--animate", arguments.look.animate),
        ("--strip", arguments.look.strip),
        ("--poster", arguments.look.poster.is_some()),
    ];
    if let Some((option, _)) = unread.iter().find(|(_, is_given)| *is_given) {
        usage!("{option} does not apply to {name}: it is a comparison, which is drawn as a whole");
    }
    match format {
        OutputFormat::Text => {
            let table = text::comparison_table(&comparison.runs);
            Ok(arguments.bytes_of(&format!("{}\n\n{table}", comparison.title())))
        }
        OutputFormat::Csv => {
            let problem = "a comparison has no visit numbers; `satranj report -o FILE.csv` writes \
                           its runs";
            usage!("{name}: {problem}");
        }
        _ => MeasuredDocument::Comparison(comparison, name)
            .made(format)
            .map_err(|problem| CliError::Input(format!("{name}: {problem}"))),
    }
}
