//! The suite: what `bench` reads, experiments of instances and methods.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::choices::Choices;
use crate::puzzles::{Statement, random::Distribution};

/// The schema name of [`Suite`].
pub const SCHEMA: &str = "satranj.suite/1";

/// Experiments that are run one after the other.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a suite")]
pub struct Suite {
    /// `satranj.suite/1`.
    pub schema: String,
    /// A short name.
    pub name: String,
    /// One line for a person.
    pub title: String,
    /// The methods of every experiment that names none of its own; if there are none, all that
    /// apply.
    #[serde(default)]
    pub methods: Vec<String>,
    /// Measured runs of each method at each point; of an experiment with `seeds` there is one.
    #[serde(default = "five")]
    pub runs: u32,
    /// Runs before the measured ones; of an experiment with `seeds` there is none.
    #[serde(default = "one")]
    pub warmup: u32,
    /// The time limit of a run, all cases of a point together, e.g. `10s`.
    #[serde(default)]
    pub time_limit: Option<String>,
    /// The seed of random instances, and of every run of an experiment without `seeds`.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// The experiments.
    pub experiments: Vec<Experiment>,
}

fn five() -> u32 {
    5
}

fn one() -> u32 {
    1
}

fn first_seed() -> u64 {
    1
}

/// Methods measured on instances, once for each value of a parameter.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// A short name; its plot is a file of this name.
    pub name: String,
    /// One line for a person.
    pub title: String,
    /// What varies; without it there is one point.
    #[serde(default)]
    pub parameter: Option<Variation>,
    /// What is solved.
    pub instances: SuiteInstances,
    /// The methods, in place of those of the suite.
    #[serde(default)]
    pub methods: Vec<String>,
    /// The time limit, in place of that of the suite; the runs with all `seeds` are one run.
    #[serde(default)]
    pub time_limit: Option<String>,
    /// A range of seeds, e.g. `1..1000`: each method is asked each instance once with each of
    /// them, and how often it succeeds and in how many steps is told.
    #[serde(default)]
    pub seeds: Option<String>,
    /// The options of every run, named as on the command line.
    #[serde(default)]
    pub options: Choices,
    /// What was published, to be held against what is seen.
    #[serde(default)]
    pub claims: Vec<PublishedClaim>,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The field of the distribution, or of every statement, that it replaces.
    pub name: String,
    /// What it is, for a person.
    pub label: String,
    /// Whether its values are shares, to be shown in percent.
    #[serde(default)]
    pub percent: bool,
}

/// A value of a parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ParameterValue {
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A word, a board.
    Text(String),
}

impl ParameterValue {
    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Flag(_) | Self::Text(_) => None,
        }
    }
}

/// A parameter and its values.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Variation {
    /// The parameter.
    #[serde(flatten)]
    pub parameter: Parameter,
    /// Its values, a point each.
    pub values: Vec<f64>,
}

/// Where instances come from.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Instances")]
pub enum SuiteInstances {
    /// Puzzles that are stated here.
    Puzzles(Vec<Statement>),
    /// Random ones, by the seed of the suite.
    Generate(Distribution),
    /// The puzzle or puzzles of a document; its path is relative to the folder of the suite.
    Document(String),
}

/// What was published.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Claim")]
pub struct PublishedClaim {
    /// In words.
    pub claim: String,
    /// What can be checked of it; without it, it is only told.
    #[serde(default)]
    pub check: Option<ClaimCheck>,
}

/// What can be checked of a claim; times are the sums over the points of the median times.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Check")]
pub enum ClaimCheck {
    /// The first method is faster than the second.
    Faster(String, String),
    /// The first method is the fastest of these.
    FastestOf(Vec<String>),
    /// The method's time does not depend on the parameter: the greatest median of a point is
    /// less than twice the least.
    Flat(String),
    /// The method finds the best in about this share of the cases.
    HitRate {
        /// The method.
        method: String,
        /// The share, 0 to 1.
        about: f64,
    },
    /// Of an experiment with `seeds`: about this share of the method's runs end in a solution.
    SolvedShare {
        /// The method.
        method: String,
        /// The share, 0 to 1.
        about: f64,
        /// The number of runs that the published share was seen in: so few of them leave room
        /// for chance, too.
        #[serde(default)]
        of: Option<u64>,
    },
}
