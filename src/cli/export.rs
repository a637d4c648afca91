//! `satranj export`: a puzzle as a formula or a graph for other programs.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use satranj_encodings::encoding;

use super::{CliError, arguments::RunArguments, puzzle::PuzzleArguments};
use crate::{
    documents,
    exports::{self, Export, ExportError},
};

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// dimacs, dot, hcp or node-link; `satranj list formats` tells what they are
    #[arg(long, global = true, default_value = "dimacs", value_name = "FORMAT")]
    format: String,
    /// The encoding of a formula; `satranj list encodings` names them all
    #[arg(long, global = true, default_value = "position", value_name = "ENCODING")]
    encoding: String,
    /// Write to a file; a formula also gets FILE.map.json (x.cnf: x.map.json) for `decode`
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    run: RunArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments) -> Result<i32, CliError> {
    let puzzle = arguments.puzzle.puzzle()?;
    let format = exports::by_name(&arguments.format).ok_or_else(|| {
        let names: Vec<&str> = exports::registry().iter().map(|format| format.name()).collect();
        CliError::Usage(format!(
            "unknown format `{}`; there are {}",
            arguments.format,
            names.join(", ")
        ))
    })?;
    let encoding = encoding::by_name(&arguments.encoding).ok_or_else(|| {
        let names: Vec<&str> =
            encoding::registry().iter().map(|encoding| encoding.name()).collect();
        CliError::Usage(format!(
            "unknown encoding `{}`; there are {}",
            arguments.encoding,
            names.join(", ")
        ))
    })?;
    let run = arguments.run.run();
    let model = puzzle.model();
    if let Some(hamiltonian) = model.as_hamiltonian() {
        run.reserve(hamiltonian.graph_bytes()).map_err(|reason| {
            CliError::Undecided(format!("the graph is too large: {}", reason.describe()))
        })?;
    }
    if !encoding.supports(&model) {
        let problem = format!("the encoding `{}` does not state this puzzle", encoding.name());
        return Err(CliError::Usage(problem));
    }
    let export = Export {
        puzzle: puzzle.as_ref(),
        model: &model,
        encoding,
        options: run.options.encoding,
        command: command_line(),
        seed: arguments.run.seed,
        run: &run,
    };
    let failed = |error: ExportError| match error {
        ExportError::Write(error) => CliError::from(error),
        ExportError::Stopped(_) => CliError::Undecided(error.to_string()),
        other => CliError::Input(other.to_string()),
    };
    let Some(path) = &arguments.output else {
        let mut out = BufWriter::new(io::stdout().lock());
        format.write(&export, &mut out).map_err(failed)?;
        out.flush()?;
        return Ok(0);
    };
    let mut out = create(path)?;
    let map = format.write(&export, &mut out).map_err(|error| {
        // Half a formula is none; a device is left alone.
        if path.is_file() {
            let _ = std::fs::remove_file(path);
        }
        failed(error)
    })?;
    out.flush().map_err(|error| CliError::file(path, &error))?;
    if let Some(map) = map {
        let path = path.with_extension("map.json");
        let mut out = create(&path)?;
        documents::write_json(&map, &mut out)
            .and_then(|()| out.flush())
            .map_err(|error| CliError::file(&path, &error))?;
    }
    Ok(0)
}

fn create(path: &Path) -> Result<BufWriter<File>, CliError> {
    let file = File::create(path).map_err(|error| CliError::file(path, &error))?;
    Ok(BufWriter::with_capacity(1 << 16, file))
}

/// The arguments as given, under the program's own name, on one line.
fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| {
        let plain =
            |character: char| character.is_ascii_alphanumeric() || "-_=.,:@/+".contains(character);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.escape_debug().to_string().replace('\'', "'\\''"))
        }
    });
    std::iter::once("satranj".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}
