//! What was measured, in every format: a page, tables, rows, a plot.

use crate::{
    cli::output_format::OutputFormat,
    documents::{comparison::ComparisonDocument, results::ResultsDocument},
    reports::{self, Colours, PlotAudience, PlotError, Quantity, Study},
};

/// A document of measurements.
#[derive(Clone, Copy)]
pub enum MeasuredDocument<'a> {
    /// The results of a suite.
    Results(&'a ResultsDocument),
    /// A comparison, with the name of its file.
    Comparison(&'a ComparisonDocument, &'a str),
}

impl MeasuredDocument<'_> {
    /// The measurements as a study.
    pub fn study(self) -> Study {
        match self {
            Self::Results(document) => Study::of_results(document),
            Self::Comparison(document, name) => Study::of_comparison(document, name),
        }
    }

    /// The document in a format, or why it cannot be written.
    ///
    /// # Errors
    /// The reason, as text for the user.
    pub fn made(self, format: OutputFormat) -> Result<Vec<u8>, String> {
        let in_words = |error: PlotError| error.to_string();
        let experiments = match self {
            Self::Results(document) => &document.experiments[..],
            Self::Comparison(..) => &[],
        };
        let tables = || reports::tables(&self.study(), experiments);
        match (format, self) {
            (OutputFormat::Html, Self::Results(document)) => {
                reports::results(document).map(String::into_bytes).map_err(in_words)
            }
            (OutputFormat::Html, Self::Comparison(document, name)) => {
                reports::comparison(document, name).map(String::into_bytes).map_err(in_words)
            }
            (OutputFormat::Markdown, _) => Ok(reports::markdown(&tables()).into_bytes()),
            (OutputFormat::Latex, _) => Ok(reports::latex(&tables()).into_bytes()),
            (OutputFormat::Csv, _) => {
                let mut rows = Vec::new();
                reports::csv(&self.study(), &mut rows).map_err(|error| error.to_string())?;
                Ok(rows)
            }
            (OutputFormat::Svg, _) => self.plot().map(String::into_bytes),
            (OutputFormat::Png, _) => reports::png(&self.plot()?).map_err(in_words),
            _ => Err("it has no such form".into()),
        }
    }

    /// A dot for each method of a comparison; for results the times of the first experiment.
    fn plot(self) -> Result<String, String> {
        let place = PlotAudience::File;
        let plot = match self {
            Self::Results(document) => match document.experiments.first() {
                Some(experiment) => {
                    let colours = Colours::from(document);
                    reports::experiment_plot(experiment, Quantity::Time, &colours, place)
                }
                None => Ok(None),
            },
            Self::Comparison(document, _) => {
                let runs = document.runs.iter();
                let colours: Colours = runs.map(|runs| runs.method.as_str()).collect();
                let (title, limit) = (document.title(), document.limit());
                reports::dots(&document.runs, limit, &title, &colours, place)
            }
        };
        let plot = plot.map_err(|error| error.to_string())?;
        plot.ok_or_else(|| "nothing was measured".into())
    }
}
