//! `satranj report`: turns a results or comparison document into a page, plots or tables.

pub mod measured_document;
mod plots;
pub mod stored;

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    CliError, arguments::LimitArguments, files::Files, output_format::OutputFormat,
    outputs::OpenFiles, signals, standard_output::is_meant, watch::watched,
};
use crate::file_name::name_of;
use measured_document::MeasuredDocument;
use plots::{NamedPlot, PlotFormat};
use stored::{Stored, read};

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// The JSON or the page that `bench` or `compare` wrote, or - for standard input
    results: PathBuf,
    /// Write the page to a file instead of standard output (-), or FILE.md, FILE.csv, FILE.tex in its
    /// place; FILE.html.gz and FILE.html.xz are compressed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the plots instead of the page into this folder: one file per experiment (two if it has
    /// seeds), and a cactus and a scatter plot for several instances
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
    /// Compare these two methods in the scatter plot [default: the two that solved most]
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
    /// Replace files in the folder of --plots even if Satranj did not write them
    #[arg(long, requires = "plots")]
    force: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

impl ReportArguments {
    /// Opens the files of the page and the tables, checked before the work.
    fn open(&self, files: &mut Files) -> Result<OpenFiles, CliError> {
        use OutputFormat::{Csv, Html, Latex, Markdown};
        if self.plots.as_deref().is_some_and(is_meant) {
            usage!("--plots -: expected a folder");
        }
        if !self.scatter.is_empty() && self.scatter.len() != 2 {
            usage!("--scatter: name two methods, A,B");
        }
        let tables = [
            (Markdown, &self.export_markdown),
            (Csv, &self.export_csv),
            (Latex, &self.export_latex),
        ];
        let is_apart = self.plots.is_some() || tables.iter().any(|(_, path)| path.is_some());
        let path = self.output.as_deref().or((!is_apart).then_some(Path::new("-")));
        OpenFiles::of("report", (path, &[Html, Markdown, Csv, Latex]), &tables, files)
    }
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ReportArguments) -> Result<i32, CliError> {
    let mut files = Files::new(arguments.force);
    files.reads(&arguments.results);
    let open = arguments.open(&mut files)?;
    let (results, scatter) = (arguments.results.clone(), arguments.scatter.clone());
    let (formats, has_plots) = (open.formats(), arguments.plots.is_some());
    let make = move || MadeReport::made(&results, &formats, has_plots.then_some(&scatter[..]));
    let report = watched(arguments.limits.time_limit, make)?;
    let MadeReport { made, plots } = report.done("making the report")??;
    signals::release();
    let plots = match &arguments.plots {
        Some(folder) => plots::opened(plots, folder, &arguments.plot_format, &mut files)?,
        None => Vec::new(),
    };
    for (file, plot) in plots {
        file.write(|out| out.write_all(&plot))?;
    }
    let mut made = made.into_iter();
    open.write(|_| Ok(made.next().unwrap_or_default()))?;
    Ok(0)
}

/// The generated parts.
struct MadeReport {
    /// The page and the tables, in the order of their files.
    made: Vec<Vec<u8>>,
    plots: Vec<NamedPlot>,
}

impl MadeReport {
    /// Makes these formats, and plots if there is a choice of methods for the scatter plot.
    fn made(
        path: &Path,
        formats: &[OutputFormat],
        scatter: Option<&[String]>,
    ) -> Result<Self, CliError> {
        let stored = read(path)?;
        let name = name_of(path);
        let measured = match &stored {
            Stored::Results(document) => MeasuredDocument::Results(document),
            Stored::Comparison(document) => MeasuredDocument::Comparison(document, &name),
        };
        let plots = scatter.map(|scatter| plots::drawn(&stored, &measured.study(), scatter));
        let plots = plots.transpose()?.unwrap_or_default();
        // No input causes this: values that cannot be drawn are removed before.
        let made = formats.iter().map(|&format| measured.made(format).map_err(CliError::Input));
        Ok(Self { made: made.collect::<Result<_, _>>()?, plots })
    }
}
