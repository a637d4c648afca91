//! `satranj decode`: a foreign solver's model back to a verified solution.

use std::path::PathBuf;

use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, default_memory_limit},
    files::Files,
    input::read_text,
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

/// DecodeArguments of `decode`.
#[derive(Debug, Clone, Args)]
pub struct DecodeArguments {
    /// The map that `export -o FILE` wrote beside a formula in dimacs, wcnf or opb
    map: PathBuf,
    /// The solver's output or model, or - for standard input
    #[arg(default_value = "-")]
    model: PathBuf,
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
    let mut files = Files::default();
    files.reads(&arguments.map);
    files.reads(&arguments.model);
    let output = arguments.output.begin(&mut files)?;
    let of_thread = arguments.clone();
    let decoded = watched(None, |_| {}, move || decoded(&of_thread))?;
    let Decoded { document, puzzle } = decoded.done("decoding the answer")??;
    signals::release();
    let puzzle = puzzle.as_ref();
    output.print(&document, |layout| text::solution(&document, puzzle, layout))?;
    Ok(if document.status == Status::Unknown { 3 } else { 0 })
}

/// Reads a map and an answer, and checks it.
fn decoded(arguments: &DecodeArguments) -> Result<Decoded, CliError> {
    let (map_name, text) = read_text(&arguments.map)?;
    let map: MapDocument = json::read(&text, "a map")
        .map_err(|error| CliError::Input(format!("{map_name}:{error}")))?;
    let limits = Limits { memory: Some(default_memory_limit()), ..Limits::default() };
    let failed = |name: &str, error: DecodeError| match error {
        DecodeError::Map(problem) => CliError::Input(format!("{map_name}: {problem}")),
        DecodeError::Output(problem) => CliError::Input(format!("{name}:{problem}")),
        DecodeError::Wrong(problem) => CliError::Check(format!("{name}: {problem}")),
    };
    // The map first: its numbers say how large a model may be.
    let formula =
        MappedFormula::of(&map, Run::new(limits, 0)).map_err(|error| failed("", error))?;
    let (model_name, text) = read_text(&arguments.model)?;
    let processor = ProcessorClock::start();
    let decoded = formula.decode(&map, &text).map_err(|error| failed(&model_name, error));
    let mut decoded = decoded?;
    decoded.document.timing.cpu_seconds = processor.seconds();
    Ok(decoded)
}
