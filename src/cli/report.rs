//! `satranj report`: a results or comparison document as a page, or its plots.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    CliError,
    file_format::only,
    files::{FileKind, Files},
    input::read_text,
    output::write_to,
    signals,
    standard_output::refuse,
    stderr::say,
    watch::watched,
    whole_file::WholeFile,
};
use crate::{
    documents::{
        comparison,
        results::{self, ResultsDocument},
    },
    file_name::shown,
    json::{self, JsonError},
    printable,
    reports::{self, Colours, PlotAudience, PlotError, Quantity, StoredComparison},
};

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// What `bench` or `compare` printed as JSON, or - for standard input
    results: PathBuf,
    /// Write the page to a file instead of standard output (-); FILE.html.gz and FILE.html.xz are
    /// compressed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the plots alone into a folder, an SVG file an experiment; of one with seeds two
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// Replace files in that folder even if they are no plots of ours
    #[arg(long, requires = "plots")]
    force: bool,
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
pub fn run(arguments: &ReportArguments) -> Result<i32, CliError> {
    only("report", ("-o", arguments.output.as_deref()), "html", &["html", "htm"])?;
    refuse("--plots", arguments.plots.as_ref(), "it is a folder")?;
    let mut files = Files::new(arguments.force);
    files.reads(&arguments.results);
    let file = files.writes_any("-o", arguments.output.as_ref())?;
    let has_page = arguments.plots.is_none() || file.is_some();
    if has_page && file.is_none() {
        files.prints()?;
    }
    let results = arguments.results.clone();
    let stored = watched(None, |_| {}, move || read(&results))?.done("reading the results")??;
    signals::release();
    let plots = arguments.plots.as_deref().map(|folder| plots(&stored, folder, &mut files));
    let plots = plots.transpose()?.unwrap_or_default();
    let page = has_page.then(|| match &stored {
        Stored::Results(document) => reports::results(document),
        Stored::Comparison(document) => reports::comparison(document),
    });
    let page = page.transpose().map_err(|error| failed(&error))?;
    for (file, plot) in plots {
        file.write(|out| out.write_all(plot.as_bytes()))?;
    }
    page.map_or(Ok(()), |page| write_to(file, |out| out.write_all(page.as_bytes())))?;
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
            let document: ResultsDocument =
                json::read(&text, "a results document").map_err(wrong)?;
            Ok(Stored::Results(printable::document(&document)))
        }
        comparison::SCHEMA => {
            // Once as it stands, for the place of a mistake.
            json::read::<StoredComparison>(&text, "a comparison").map_err(wrong)?;
            let document = serde_json::from_str(&text).map(printable::value);
            let document = document.and_then(serde_json::from_value);
            let document = document.map_err(|error| CliError::Input(format!("{name}: {error}")))?;
            Ok(Stored::Comparison(document))
        }
        other => Err(CliError::Input(format!(
            "{name}: a report is of `{}` or `{}`, not of `{}`",
            results::SCHEMA,
            comparison::SCHEMA,
            json::brief(other)
        ))),
    }
}

/// What is written into a folder of plots.
const PLOT: FileKind = FileKind {
    name: "a plot",
    is_one: |beginning| {
        beginning.starts_with(b"<svg") && contains(beginning, reports::MADE_BY.as_bytes())
    },
};

/// Whether some bytes stand in others.
fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Draws the plots and opens their files in a folder, which is made if there is none.
fn plots(
    stored: &Stored,
    folder: &Path,
    files: &mut Files,
) -> Result<Vec<(WholeFile, String)>, CliError> {
    let mut drawn = Vec::new();
    match stored {
        Stored::Results(document) => {
            let colours = Colours::from(document);
            for experiment in &document.experiments {
                for quantity in Quantity::of(experiment) {
                    let plot = reports::experiment_plot(
                        experiment,
                        *quantity,
                        &colours,
                        PlotAudience::File,
                    );
                    let name = file_name(&experiment.name) + quantity.suffix();
                    drawn.push((name, plot.map_err(|error| failed(&error))?));
                }
            }
        }
        Stored::Comparison(document) => {
            let StoredComparison { runs, .. } = document;
            let colours = runs.iter().map(|runs| runs.method.as_str()).collect();
            let plot =
                reports::bars(runs, document.limit(), "comparison", &colours, PlotAudience::File);
            drawn.push(("comparison".into(), plot.map_err(|error| failed(&error))?));
        }
    }
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    let mut names = HashSet::new();
    let mut plots = Vec::new();
    for (name, plot) in drawn {
        // Two experiments of a document from anywhere may come to one name.
        let mut numbered = (1u64..).map(|number| match number {
            1 => name.clone(),
            number => format!("{name}-{number}"),
        });
        let name = numbered.find(|name| names.insert(name.to_lowercase())).unwrap_or(name);
        let path = folder.join(format!("{name}.svg"));
        match plot {
            Some(plot) => plots.push((files.writes_beside(&PLOT, &path)?, plot)),
            None => say(format_args!("{}: not written, nothing was measured", shown(&path))),
        }
    }
    Ok(plots)
}

/// The name of an experiment as that of a file: a document from anywhere may hold any.
fn file_name(name: &str) -> String {
    let sound = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = name.chars().take(100).map(sound).collect();
    if name.is_empty() { "experiment".into() } else { name }
}
