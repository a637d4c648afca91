//! Reports: results and comparisons as a page, and their plots.

mod again;
mod cactus;
mod canvas;
mod colours;
mod dots;
mod export;
mod fit;
mod frame;
#[cfg(feature = "png")]
mod letters;
mod lines;
mod marks;
mod page;
mod pictures;
mod plots;
mod quantity;
#[cfg(feature = "png")]
mod raster;
mod scatter;
mod study;
mod summary;
mod table;
mod tables;

pub use cactus::cactus;
pub use canvas::{MADE_BY, PlotAudience, PlotError};
pub use colours::Colours;
pub use dots::dots;
pub use export::{csv, latex, markdown};
pub use page::{comparison, results};
pub use plots::experiment_plot;
pub use quantity::Quantity;
#[cfg(feature = "png")]
pub use raster::png;
pub use scatter::{best_two, scatter};
pub use study::Study;
pub use tables::tables;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    documents::{
        choices::Choices,
        comparison::{Environment, MethodRuns},
        rows::{KeptAnswer, ResultRow},
    },
    puzzles::Statement,
};

/// What tells that a picture is one of ours: a text chunk of PNG.
pub const MADE_BY_IN_PNG: &[u8] = b"Software\0satranj";

/// Says that this program draws no PNG.
///
/// # Errors
/// [`PlotError`] always.
#[cfg(not(feature = "png"))]
pub fn png(_svg: &str) -> Result<Vec<u8>, PlotError> {
    Err(PlotError("this program was built without PNG".into()))
}

/// What is needed of a comparison document to report it.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct StoredComparison {
    /// The program's version.
    pub version: String,
    /// The puzzle; for several cases none.
    pub puzzle: Option<Statement>,
    /// The cases, if there are several.
    #[serde(default)]
    pub cases: Vec<StoredCase>,
    /// A row for every case by every method.
    #[serde(default)]
    pub rows: Vec<ResultRow>,
    /// The answer to one of the cases.
    #[serde(default)]
    pub answer: Option<KeptAnswer>,
    /// The command line that made it.
    #[serde(default)]
    pub command: Option<String>,
    /// The seed of every run.
    pub seed: u64,
    /// Choices about the methods.
    #[serde(default)]
    pub options: Choices,
    /// Where it was run.
    pub environment: Environment,
    /// The methods.
    pub runs: Vec<MethodRuns>,
    /// The time limit of a run in seconds, if it is told.
    #[serde(default)]
    pub time_limit_seconds: Option<f64>,
    /// Whether no two methods contradict one another, if that is known.
    #[serde(default)]
    pub agreement: Option<bool>,
    /// Whether all was measured.
    #[serde(default = "all")]
    pub complete: bool,
}

/// What is needed of one of several cases.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct StoredCase {
    /// Its number in the file, from 1.
    pub case: usize,
    /// The puzzle; of a wrong case none.
    #[serde(default)]
    pub puzzle: Option<Statement>,
}

/// What does not say that it was interrupted was not.
fn all() -> bool {
    true
}

impl StoredComparison {
    /// One line for a person.
    #[must_use]
    pub fn title(&self) -> String {
        let puzzle = self.puzzle.as_ref().and_then(|statement| statement.puzzle().ok());
        puzzle.map_or_else(|| format!("{} cases", self.cases.len()), |puzzle| puzzle.title())
    }

    /// The time limit of a run; where it is not told, the longest that any took.
    #[must_use]
    pub fn limit(&self) -> Option<f64> {
        let longest = self.runs.iter().filter_map(|runs| runs.maximum_seconds);
        self.time_limit_seconds.or_else(|| longest.max_by(f64::total_cmp))
    }
}
