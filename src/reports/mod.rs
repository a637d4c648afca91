//! Reports: results and comparisons as a page, and their plots.

mod page;
mod plots;

pub use page::{comparison, results};
pub use plots::{Place, PlotError, bars, experiment_plot};

use std::ops::Range;

use serde::Deserialize;

use crate::{
    documents::{
        comparison::{Environment, MethodRuns},
        results::{ExperimentResults, Point},
    },
    puzzles::Statement,
};

/// What is needed of a comparison document to report it.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a comparison")]
pub struct StoredComparison {
    /// The program's version.
    pub version: String,
    /// The puzzle; of several cases none.
    pub puzzle: Option<Statement>,
    /// The cases, if there are several.
    #[serde(default)]
    pub cases: Vec<serde::de::IgnoredAny>,
    /// The seed of every run.
    pub seed: u64,
    /// Where it was run.
    pub environment: Environment,
    /// The methods.
    pub runs: Vec<MethodRuns>,
    /// Whether no two methods contradict one another.
    pub agreement: bool,
}

/// The seconds that a plot shows; a document from anywhere may hold others.
const TIMES: Range<f64> = 1e-12..1e12;

/// The greatest value of a parameter, either way, that a plot shows.
const GREATEST_VALUE: f64 = 1e12;

/// The time of a method for one case, as plots show it: the median of its runs that ended.
fn seconds_a_case(runs: &MethodRuns) -> Option<f64> {
    let median = runs.median_seconds.filter(|_| runs.has_ended())?;
    let a_case = median / runs.cases.total.max(1) as f64;
    TIMES.contains(&a_case).then_some(a_case)
}

/// Where a point stands in a plot.
fn plotted_value(point: &Point) -> Option<f64> {
    point.value.filter(|value| value.abs() <= GREATEST_VALUE)
}

/// The lines of an experiment's plot: for each method the times of the points with a value.
fn lines(experiment: &ExperimentResults) -> Vec<(&str, Vec<(f64, f64)>)> {
    let line = |method| {
        let points = experiment.points.iter().filter_map(|point| {
            let value = plotted_value(point)?;
            Some((value, seconds_a_case(point.runs_of(method)?)?))
        });
        (method, points.collect())
    };
    crate::documents::text::methods(experiment).into_iter().map(line).collect()
}
