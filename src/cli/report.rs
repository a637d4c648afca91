//! `satranj report`: a results or comparison document as a page, or its plots.

use std::{
    fs,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    CliError,
    input::read_text,
    output::{check_files, write_whole},
};
use crate::{
    documents::{
        comparison,
        results::{self, ResultsDocument},
    },
    json::{self, JsonError},
    reports::{self, Place, PlotError, Quantity, StoredComparison},
};

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What `bench` or `compare` printed as JSON, or - for standard input
    results: PathBuf,
    /// Write the page to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the plots alone into a folder, an SVG file an experiment; of one with seeds two
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
}

/// A document that can be reported.
enum Stored {
    Results(ResultsDocument),
    Comparison(StoredComparison),
}

/// The schema that a document names.
#[derive(Deserialize, JsonSchema)]
struct Named {
    schema: String,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments) -> Result<i32, CliError> {
    check_files(&arguments.output)?;
    let stored = read(&arguments.results)?;
    if let Some(folder) = &arguments.plots {
        plots(&stored, folder)?;
    }
    if arguments.plots.is_none() || arguments.output.is_some() {
        let page = match &stored {
            Stored::Results(document) => reports::results(document),
            Stored::Comparison(document) => reports::comparison(document),
        };
        write(arguments.output.as_deref(), &page.map_err(|error| failed(&error))?)?;
    }
    Ok(0)
}

/// No input leads here: values that cannot be drawn are left out before.
fn failed(error: &PlotError) -> CliError {
    CliError::Input(error.to_string())
}

/// Reads a document by the schema that it names.
fn read(path: &Path) -> Result<Stored, CliError> {
    let (name, text) = read_text(path)?;
    let wrong = |error: JsonError| CliError::Input(format!("{name}:{error}"));
    let named: Named = json::read(&text, "a document").map_err(wrong)?;
    match named.schema.as_str() {
        results::SCHEMA => {
            json::read(&text, "a results document").map(Stored::Results).map_err(wrong)
        }
        comparison::SCHEMA => {
            json::read(&text, "a comparison").map(Stored::Comparison).map_err(wrong)
        }
        other => Err(CliError::Input(format!(
            "{name}: a report is of `{}` or `{}`, not of `{}`",
            results::SCHEMA,
            comparison::SCHEMA,
            json::brief(other)
        ))),
    }
}

/// Writes the plots into a folder, which is made if there is none.
fn plots(stored: &Stored, folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    let mut files = Vec::new();
    match stored {
        Stored::Results(document) => {
            for experiment in &document.experiments {
                for quantity in Quantity::of(experiment) {
                    let plot = reports::experiment_plot(experiment, *quantity, Place::File);
                    let name = file_name(&experiment.name) + quantity.suffix();
                    files.push((name, plot.map_err(|error| failed(&error))?));
                }
            }
        }
        Stored::Comparison(document) => {
            let plot = reports::bars(&document.runs, "comparison", Place::File);
            files.push(("comparison".into(), plot.map_err(|error| failed(&error))?));
        }
    }
    for (name, plot) in files {
        let path = folder.join(format!("{name}.svg"));
        match plot {
            Some(plot) => write(Some(&path), &plot)?,
            None => eprintln!("satranj: {}: not written, nothing was measured", path.display()),
        }
    }
    Ok(())
}

/// The name of an experiment as that of a file: a document from anywhere may hold any.
fn file_name(name: &str) -> String {
    let sound = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = name.chars().take(100).map(sound).collect();
    if name.is_empty() { "experiment".into() } else { name }
}

fn write(path: Option<&Path>, text: &str) -> Result<(), CliError> {
    match path {
        Some(path) => write_whole(path, |out| {
            out.write_all(text.as_bytes()).map_err(|error| CliError::file(path, &error))
        }),
        None => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            out.write_all(text.as_bytes())?;
            Ok(out.flush()?)
        }
    }
}
