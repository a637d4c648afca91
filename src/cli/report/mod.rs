//! `satranj report`: turns a results or comparison document into a page, plots or tables.

mod plots;
pub mod stored;

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    CliError,
    arguments::LimitArguments,
    file_format::{check_beside, only},
    files::Files,
    output::write_to,
    signals,
    standard_output::{is_meant, refuse},
    watch::watched,
};
use crate::{
    file_name::name_of,
    reports::{self, Study},
};
use plots::{NamedPlot, PlotFormat, failed};
use stored::{Stored, read};

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// The JSON that `bench` or `compare` printed, or - for standard input
    results: PathBuf,
    /// Write the page to a file instead of standard output (-); FILE.html.gz and FILE.html.xz are
    /// compressed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write only the plots into a folder, one file per experiment: two with seeds, and a cactus
    /// and a scatter plot for several instances
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// Write plots in these formats, comma-separated
    #[arg(
        long,
        value_enum,
        requires = "plots",
        value_name = "FORMATS",
        value_delimiter = ',',
        default_value = "svg"
    )]
    plot_format: Vec<PlotFormat>,
    /// Scatter these two methods [default: those that solved most]
    #[arg(long, requires = "plots", value_name = "METHOD,METHOD", value_delimiter = ',')]
    scatter: Vec<String>,
    /// Write the tables as Markdown; - is standard output, instead of the page
    #[arg(long, value_name = "FILE")]
    export_markdown: Option<PathBuf>,
    /// Write all runs as CSV, a line each; - is standard output, instead of the page
    #[arg(long, value_name = "FILE")]
    export_csv: Option<PathBuf>,
    /// Write the tables as LaTeX (booktabs); - is standard output, instead of the page
    #[arg(long, value_name = "FILE")]
    export_latex: Option<PathBuf>,
    /// Replace files in that folder even if they are not plots of Satranj
    #[arg(long, requires = "plots")]
    force: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

impl ReportArguments {
    /// The files of tables, each with its option.
    fn exports(&self) -> [(&'static str, Option<&PathBuf>); 3] {
        [
            ("--export-markdown", self.export_markdown.as_ref()),
            ("--export-csv", self.export_csv.as_ref()),
            ("--export-latex", self.export_latex.as_ref()),
        ]
    }

    /// Checks the names before the work.
    fn check(&self) -> Result<(), CliError> {
        only("report", ("-o", self.output.as_deref()), "html", &["html", "htm"])?;
        check_beside(&self.exports())?;
        refuse("--plots", self.plots.as_ref(), "it is a folder")?;
        let page = [("-o", self.output.as_ref())];
        let all = page.into_iter().chain(self.exports());
        let there = all.filter(|(_, path)| path.is_some_and(|path| is_meant(path)));
        let there: Vec<&str> = there.map(|(option, _)| option).collect();
        if let [first, second, ..] = &there[..] {
            usage!("{first} - and {second} - both go to standard output: give one of them a file");
        }
        if !self.scatter.is_empty() && self.scatter.len() != 2 {
            usage!("--scatter: name two methods, A,B");
        }
        Ok(())
    }
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ReportArguments) -> Result<i32, CliError> {
    arguments.check()?;
    let mut files = Files::new(arguments.force);
    files.reads(&arguments.results);
    let file = files.writes_any("-o", arguments.output.as_ref())?;
    let mut exports = Vec::new();
    for (option, path) in arguments.exports() {
        exports.push(files.writes_any(option, path)?);
    }
    let is_exported = exports.iter().any(Option::is_some);
    let has_page = file.is_some() || (arguments.plots.is_none() && !is_exported);
    if has_page && file.is_none() {
        files.prints()?;
    }
    let has_tables = [exports[0].is_some(), exports[1].is_some(), exports[2].is_some()];
    let has_plots = arguments.plots.is_some();
    let (results, scatter) = (arguments.results.clone(), arguments.scatter.clone());
    let make = move || {
        let parts = ReportParts { page: has_page, plots: has_plots, tables: has_tables };
        MadeReport::made(&results, &parts, &scatter)
    };
    let report = watched(arguments.limits.time_limit, make)?;
    let MadeReport { page, plots, tables } = report.done("making the report")??;
    signals::release();
    let plots = match &arguments.plots {
        Some(folder) => plots::opened(plots, folder, &arguments.plot_format, &mut files)?,
        None => Vec::new(),
    };
    for (file, plot) in plots {
        file.write(|out| out.write_all(&plot))?;
    }
    for (file, table) in exports.into_iter().zip(tables) {
        if let Some(file) = file {
            file.write(|out| out.write_all(&table))?;
        }
    }
    page.map_or(Ok(()), |page| write_to(file, |out| out.write_all(page.as_bytes())))?;
    Ok(0)
}

/// The requested parts.
struct ReportParts {
    page: bool,
    plots: bool,
    /// Whether to write Markdown, CSV and LaTeX.
    tables: [bool; 3],
}

/// The generated parts.
struct MadeReport {
    page: Option<String>,
    plots: Vec<NamedPlot>,
    /// Tables as Markdown, CSV and LaTeX; empty if not requested.
    tables: [Vec<u8>; 3],
}

impl MadeReport {
    fn made(path: &Path, parts: &ReportParts, scatter: &[String]) -> Result<Self, CliError> {
        let stored = read(path)?;
        let name = name_of(path);
        let (study, experiments) = match &stored {
            Stored::Results(document) => (Study::of_results(document), &document.experiments[..]),
            Stored::Comparison(document) => (Study::of_comparison(document, &name), &[][..]),
        };
        let plots = if parts.plots { plots::drawn(&stored, &study, scatter)? } else { Vec::new() };
        let page = parts.page.then(|| match &stored {
            Stored::Results(document) => reports::results(document),
            Stored::Comparison(document) => reports::comparison(document, &name),
        });
        let page = page.transpose().map_err(|error| failed(&error))?;
        let mut tables: [Vec<u8>; 3] = Default::default();
        let [markdown, csv, latex] = parts.tables;
        if markdown {
            tables[0] = reports::markdown(&reports::tables(&study, experiments)).into_bytes();
        }
        if csv {
            reports::csv(&study, &mut tables[1])?;
        }
        if latex {
            tables[2] = reports::latex(&reports::tables(&study, experiments)).into_bytes();
        }
        Ok(Self { page, plots, tables })
    }
}
