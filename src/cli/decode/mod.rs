//! `satranj decode`: a foreign solver's model back to a verified solution.

mod folder;

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, default_memory_limit},
    files::Files,
    input::read_text,
    picture_files::{PictureArguments, titled},
    signals,
    watch::watched,
};
use crate::{
    decoding::{DecodeError, Decoded, MappedFormula},
    documents::{map::MapDocument, solution::Status, text},
    json,
    limits::Limits,
    processor_time::ProcessorClock,
    run::Run,
};

/// Arguments of `decode`.
#[derive(Debug, Clone, Args)]
pub struct DecodeArguments {
    /// The map that `export -o FILE` wrote beside a formula in dimacs, wcnf or opb; or the folder
    /// that `export --all-cases` wrote
    map: PathBuf,
    /// The solver's output or model, or - for standard input; of a folder, the folder with the
    /// answers, case-001.out and so on [default: the same one]
    #[arg(default_value = "-", hide_default_value = true)]
    model: PathBuf,
    #[command(flatten)]
    pictures: PictureArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`]: 1 for files that cannot be read or do not fit, 4 for a model that breaks
/// a clause or a rule.
pub fn run(arguments: &DecodeArguments) -> Result<i32, CliError> {
    arguments.output.check_format("decode", false, false)?;
    if [&arguments.map, &arguments.model].iter().all(|path| path.as_os_str() == "-") {
        let problem = "the map and the model cannot both come from standard input: name a file";
        return Err(CliError::Usage(problem.into()));
    }
    if arguments.map.is_dir() {
        return folder::run(arguments);
    }
    let mut files = Files::default();
    files.reads(&arguments.map);
    files.reads(&arguments.model);
    let output = arguments.output.begin(&mut files)?;
    let pictures = arguments.pictures.begin(&mut files)?;
    let of_thread = arguments.clone();
    let decoded = watched(None, |_| {}, move || decoded(&of_thread.map, &of_thread.model))?;
    let Decoded { document, puzzle } = decoded.done("decoding the answer")??;
    signals::release();
    let puzzle = puzzle.as_ref();
    output.print(&document, |layout| text::solution(&document, puzzle, layout))?;
    let certificate = document.certificate.as_ref();
    let drawings = titled(puzzle, document.found().iter(), certificate, false);
    pictures.write(&drawings, arguments.output.quiet)?;
    Ok(if document.status == Status::Unknown { 3 } else { 0 })
}

/// Reads a map and an answer, and checks it.
fn decoded(map: &Path, model: &Path) -> Result<Decoded, CliError> {
    let (map_name, text) = read_text(map)?;
    let map: MapDocument = json::read(&text, "a map").map_err(|error| {
        let mut beside = map.as_os_str().to_os_string();
        beside.push(".map.json");
        let is_there = Path::new(&beside).is_file();
        let hint = if is_there { "; its map stands beside it, .map.json" } else { "" };
        CliError::Input(format!("{map_name}:{error}{hint}"))
    })?;
    let limits = Limits { memory: Some(default_memory_limit()), ..Limits::default() };
    let failed = |name: &str, error: DecodeError| match error {
        DecodeError::Map(problem) => CliError::Input(format!("{map_name}: {problem}")),
        DecodeError::Output(problem) => CliError::Input(format!("{name}:{problem}")),
        DecodeError::Wrong(problem) => CliError::Check(format!("{name}: {problem}")),
    };
    // The map first: its numbers say how large a model may be.
    let formula =
        MappedFormula::of(&map, Run::new(limits, 0)).map_err(|error| failed("", error))?;
    let (model_name, text) = read_text(model)?;
    let processor = ProcessorClock::start();
    let decoded = formula.decode(&map, &text).map_err(|error| failed(&model_name, error));
    let mut decoded = decoded?;
    decoded.document.timing.cpu_seconds = processor.seconds();
    Ok(decoded)
}
