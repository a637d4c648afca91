//! Reports: results and comparisons as a page, and their plots.

mod page;
mod plots;
mod quantity;

pub use page::{comparison, results};
pub use plots::{Place, PlotError, bars, experiment_plot};
pub use quantity::Quantity;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    documents::{
        comparison::{Environment, MethodRuns},
        results::{ExperimentResults, Point},
    },
    puzzles::Statement,
};

/// What is needed of a comparison document to report it.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct StoredComparison {
    /// The program's version.
    pub version: String,
    /// The puzzle; of several cases none.
    pub puzzle: Option<Statement>,
    /// The cases, if there are several.
    #[serde(default)]
    #[schemars(with = "Vec<serde_json::Value>")]
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

/// The greatest value of a parameter, either way, that a plot shows.
const GREATEST_VALUE: f64 = 1e12;

/// Where a point stands in a plot.
fn plotted_value(point: &Point) -> Option<f64> {
    point.value.filter(|value| value.abs() <= GREATEST_VALUE)
}

/// The lines of a plot of an experiment: for each method what is seen at the points with a value.
fn lines(experiment: &ExperimentResults, quantity: Quantity) -> Vec<(&str, Vec<(f64, f64)>)> {
    let line = |method| {
        let points = experiment.points.iter().filter_map(|point| {
            let value = plotted_value(point)?;
            Some((value, quantity.value(point.runs_of(method)?)?))
        });
        (method, points.collect())
    };
    crate::documents::text::methods(experiment).into_iter().map(line).collect()
}
