//! `satranj compare`: several methods, each in its own process.

pub mod arguments;
mod reach;
mod sweep;

use std::{
    fmt::Write as _,
    io,
    sync::{Arc, atomic::AtomicUsize},
};

use super::{
    CliError,
    arguments::OutputArguments,
    command_line::command_line,
    files::Files,
    measure::{Entrant, Journal, Making, MeasurePlan, Measured, NumberedCase, Progress},
    output_format::OutputFormat::{self, Csv, Html, Json, Latex, Markdown, Png, Svg, Text},
    outputs::Outputs,
    puzzle::StatedCases,
    report::measured_document::MeasuredDocument,
    signals::{self, catch_signals},
    stderr::say,
};
use crate::{
    documents::{
        VERSION,
        comparison::{ComparisonDocument, LeftOut, SCHEMA, StatedCase, ranked},
        instance, instance_of_several,
        text::{self, COLUMNS, comparison_row},
    },
    file_name::name_of,
    machine,
    methods::Registry,
    printable::cell,
    puzzles::Statement,
};
use arguments::{CompareArguments, chosen, plan};

/// What `-o` writes.
const FORMATS: [OutputFormat; 8] = [Text, Json, Html, Markdown, Csv, Latex, Svg, Png];

/// Runs the command. Exit code 0: some method answered every case in every run, and none
/// contradicts it; 1: a case is invalid; 3: no method answered every case; 4: methods contradict
/// each other, or one gave a wrong solution.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &CompareArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let sizes = sweep::sizes(arguments)?;
    let tables = [(Markdown, &arguments.export_markdown), (Csv, &arguments.export_csv)];
    let outputs = Outputs::of("compare", &arguments.output, &FORMATS, &tables, false)?;
    let (output, beside) = outputs.open(&mut Files::reading(arguments.puzzle.files()))?;
    if let Some(sizes) = sizes {
        return sweep::run(arguments, registry, &sizes, (output, beside));
    }
    let mut stated = cases(arguments)?;
    let plan = plan(arguments);
    let (methods, left_out) = chosen(arguments, &plan, registry, &stated.right)?;
    let notes = plan.check_options(&methods, registry, &stated.right).map_err(CliError::Usage)?;
    if !arguments.output.quiet {
        notes.iter().for_each(say);
    }
    let signal = catch_signals()?;
    let mut measured = measured(arguments, &plan, (&methods, &stated.right), &signal)?;
    let contradiction = measured.disagreement.take();
    let contradiction = contradiction.map(|problem| format!("the methods disagree: {problem}"));
    let problem = measured.wrong.take().or(contradiction);
    let document = document(arguments, &plan, &mut stated, (measured, left_out));
    let title = &stated.title;
    // If one output cannot be written, the others must still be.
    let printed = output.print(&document, |layout| text::comparison(&document, title, layout));
    let read = arguments.puzzle.files();
    let name = read.first().map_or_else(|| "comparison.json".into(), |path| name_of(path));
    printed.and(beside.write(|format| made(&document, &name, format)))?;
    if let Some(problem) = problem {
        return Err(CliError::Check(problem));
    }
    let errors: Option<Vec<&String>> =
        document.runs.iter().map(|runs| runs.error.as_ref()).collect();
    if let Some(error) = errors.as_ref().and_then(|errors| errors.first()) {
        usage!("no method could be run: {error}");
    }
    signals::end(&signal)?;
    stated.error.map_or(Ok(()), |error| Err(CliError::Input(error)))?;
    Ok(if document.fastest.is_some() { 0 } else { 3 })
}

/// The measurements of the methods on the cases.
fn measured(
    arguments: &CompareArguments,
    plan: &MeasurePlan,
    (methods, cases): (&[Entrant<'_>], &[NumberedCase]),
    signal: &AtomicUsize,
) -> Result<Measured, CliError> {
    let OutputArguments { quiet, verbose, .. } = arguments.output;
    let progress = Progress::new(plan.all_runs(methods.len(), 1), quiet, verbose > 0);
    let (progress, journal) = (&progress, &Journal::default());
    let making = Making { place: ("", 1), batches: None, journal, progress, signal };
    let measured = plan.measure(methods, cases, &making)?;
    progress.finish();
    Ok(measured)
}

/// The comparison; takes the list of cases.
fn document(
    arguments: &CompareArguments,
    plan: &MeasurePlan,
    stated: &mut Cases,
    (measured, left_out): (Measured, Vec<LeftOut>),
) -> ComparisonDocument {
    let statements: Vec<Statement> =
        stated.right.iter().map(|case| case.puzzle.statement()).collect();
    let (instance, puzzle) = match &statements[..] {
        [one] if stated.all.is_empty() => (instance(one), Some(one.clone())),
        several => (instance_of_several(several), None),
    };
    ComparisonDocument {
        schema: SCHEMA.into(),
        version: VERSION.into(),
        instance,
        puzzle,
        cases: std::mem::take(&mut stated.all),
        seed: arguments.run.seed,
        options: arguments.run.choices(),
        environment: machine::environment(),
        time_limit_seconds: Some(plan.time_limit.as_secs_f64()),
        agreement: measured.agreement,
        complete: measured.complete,
        fastest: measured.fastest,
        runs: measured.runs,
        rows: measured.rows,
        answer: measured.answer,
        left_out,
        command: command_line(),
    }
}

/// The cases to compare.
struct Cases {
    /// The valid cases, at least one.
    right: Vec<NumberedCase>,
    /// All cases as the document lists them; empty for a single puzzle.
    all: Vec<StatedCase>,
    /// A one-line summary.
    title: String,
    /// Errors of invalid cases.
    error: Option<String>,
}

/// The stated cases.
fn cases(arguments: &CompareArguments) -> Result<Cases, CliError> {
    let stated = arguments.puzzle.stated(&arguments.run.context(), arguments.output.quiet)?;
    if !stated.is_batch() {
        let puzzle = stated.single()?;
        let title = puzzle.title();
        let right = vec![NumberedCase { number: 1, name: None, puzzle }];
        return Ok(Cases { right, all: Vec::new(), title, error: None });
    }
    if arguments.counting {
        let cases = stated.cases.len();
        usage!("--counting takes one case, but the file has {cases}: choose one with --case I");
    }
    several(stated)
}

/// Several cases; invalid ones are reported and left out.
fn several(stated: StatedCases) -> Result<Cases, CliError> {
    let total = stated.cases.len();
    let (mut right, mut all, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for (index, case) in stated.cases.into_iter().enumerate() {
        let number = case.number.unwrap_or(index + 1);
        let (puzzle, error) = match case.puzzle {
            Ok(puzzle) => {
                let statement = puzzle.statement();
                right.push(NumberedCase { number, name: None, puzzle });
                (Some(statement), None)
            }
            Err(error) => {
                errors.push(format!("case {number}: {error}"));
                (None, Some(error))
            }
        };
        all.push(StatedCase { case: number, puzzle, error });
    }
    let error = errors.first().map(|first| match errors.len() {
        1 => first.clone(),
        2 => format!("{first} (1 more case is invalid)"),
        count => format!("{first} ({} more cases are invalid)", count - 1),
    });
    if let (true, Some(error)) = (right.is_empty(), &error) {
        wrong_input!("no case can be compared: {error}");
    }
    let kinds = right.first().map_or("", |case| case.puzzle.statement().kind());
    let title = if right.len() == total {
        format!("{total} cases of {kinds}")
    } else {
        format!("{} of {total} cases of {kinds}; the others are invalid", right.len())
    };
    Ok(Cases { right, all, title, error })
}

/// The comparison in a format.
fn made(
    document: &ComparisonDocument,
    name: &str,
    format: OutputFormat,
) -> Result<Vec<u8>, String> {
    match format {
        Markdown => Ok(markdown(document).into_bytes()),
        Csv => {
            let mut rows = Vec::new();
            csv_rows(document, &mut rows).map_err(|error| error.to_string())?;
            Ok(rows)
        }
        _ => MeasuredDocument::Comparison(document, name).made(format),
    }
}

/// The table as Markdown.
fn markdown(document: &ComparisonDocument) -> String {
    let mut text = format!("| {} |\n|:--|:--|--:|--:|--:|--:|--:|\n", COLUMNS.join(" | "));
    for runs in ranked(&document.runs) {
        let cells: Vec<String> =
            comparison_row(runs).iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| `{}` | {} |", cells[0], cells[1..].join(" | "));
    }
    text
}

/// The runs as CSV, one line each, with the number of its cases and of those with an answer.
fn csv_rows(document: &ComparisonDocument, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "method",
        "run",
        "status",
        "seconds",
        "cpu_seconds",
        "peak_memory_bytes",
        "cases",
        "answered",
    ])?;
    for runs in &document.runs {
        for (index, seconds) in runs.times_seconds.iter().enumerate() {
            // A value that was not measured is an empty field, not a zero.
            let cpu = runs.cpu_seconds.get(index).map(f64::to_string).unwrap_or_default();
            let end = runs.ends.get(index);
            let (status, cases) =
                end.map_or((runs.status, runs.cases), |end| (end.status, end.cases));
            writer.write_record([
                cell(&runs.method).into_owned(),
                (index + 1).to_string(),
                status.name().into(),
                seconds.to_string(),
                cpu,
                runs.peak_memory_bytes.map(|bytes| bytes.to_string()).unwrap_or_default(),
                cases.total.to_string(),
                cases.answered.to_string(),
            ])?;
        }
    }
    writer.flush()
}
