//! The suite: what `bench` reads, experiments of instances and methods.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::choices::Choices;
use crate::puzzles::{Statement, random::Distribution, tour::numbers::GivenNumbers};

/// The schema name of [`Suite`].
pub const SCHEMA: &str = "satranj.suite/1";

/// The name of the suite, and of its experiment, that `compare` makes of a range of sizes.
pub const SWEEP: &str = "sweep";

/// Experiments, run one after the other.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a suite")]
pub struct Suite {
    /// `satranj.suite/1`.
    pub schema: String,
    /// A short name.
    pub name: String,
    /// One line for a person.
    pub title: String,
    /// The methods of every experiment that names none itself; if empty, all methods that apply.
    #[serde(default)]
    pub methods: Vec<String>,
    /// Measured runs of each method at each point; an experiment with `seeds` has one.
    #[serde(default = "five")]
    pub runs: u32,
    /// Unmeasured runs before the measured ones; an experiment with `seeds` has none.
    #[serde(default = "one")]
    pub warmup: u32,
    /// The time limit of a run, all cases of a point together: `10s`, or a number of seconds.
    #[serde(default)]
    pub time_limit: Option<SuiteTime>,
    /// The seed of random instances, and of every run of an experiment without `seeds`.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// The experiments.
    pub experiments: Vec<Experiment>,
}

/// A time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SuiteTime {
    /// A number of seconds.
    Seconds(f64),
    /// A number with a unit, e.g. `10s`.
    Text(String),
}

/// As the command line reads it.
impl fmt::Display for SuiteTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seconds(seconds) => seconds.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
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
    /// Several parameters: a point for every combination of their values.
    #[serde(default)]
    pub parameters: Vec<Variation>,
    /// What is solved.
    pub instances: SuiteInstances,
    /// The methods, instead of those of the suite: names, patterns such as `sat:*`, or `all`.
    #[serde(default)]
    pub methods: Vec<String>,
    /// Options with several values: each method is measured once with every combination of those
    /// that it reads.
    #[serde(default)]
    pub matrix: OptionMatrix,
    /// Count the solutions instead of finding one.
    #[serde(default)]
    pub counting: bool,
    /// Run every case in its own process, each with the full time limit.
    #[serde(default)]
    pub separate: bool,
    /// Measured runs, instead of those of the suite.
    #[serde(default)]
    pub runs: Option<u32>,
    /// Unmeasured runs before them, instead of those of the suite.
    #[serde(default)]
    pub warmup: Option<u32>,
    /// The time limit, instead of that of the suite; the runs with all `seeds` are one run.
    #[serde(default)]
    pub time_limit: Option<SuiteTime>,
    /// The node limit of a run; several cases in one process have it each.
    #[serde(default)]
    pub node_limit: Option<u64>,
    /// A range of seeds, e.g. `1..1000`: each method is run on each instance once with each seed,
    /// and the results show how often it succeeds and in how many steps.
    #[serde(default)]
    pub seeds: Option<String>,
    /// The options of every run, named as on the command line.
    #[serde(default)]
    pub options: Choices,
    /// Published claims, to be compared with the results.
    #[serde(default)]
    pub claims: Vec<PublishedClaim>,
}

/// Options with several values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OptionMatrix {
    /// Values of `--solver`.
    pub solvers: Vec<String>,
    /// Values of `--amo`.
    pub amo: Vec<String>,
    /// Values of `--order`.
    pub orders: Vec<String>,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The field of the distribution, or of every statement, that it replaces: `n`, `board.rows`,
    /// `sizes.0.1`; `side` means rows and columns together, `rows` and `columns` those of the
    /// board, and `board` takes boards such as `6x8`. `N`: a number in the word of a graph.
    pub name: String,
    /// What it is, for a person; by default its name.
    #[serde(default)]
    pub label: String,
    /// Whether its values are shares, shown in percent.
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
    /// Its values, one point each.
    pub values: Vec<ParameterValue>,
}

/// The source of the instances.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Instances")]
pub enum SuiteInstances {
    /// Puzzles stated here.
    Puzzles(Vec<Statement>),
    /// Random ones, by the seed of the suite.
    Generate(Distribution),
    /// The puzzle or puzzles of a document; its path is relative to the folder of the suite.
    Document(String),
    /// Graphs of a known family.
    Family(FamilyInstances),
    /// Graphs in files beside the suite.
    Graphs(GraphFiles),
    /// Random tours, by the seed of the suite.
    Tours(RandomTours),
    /// The puzzle of each value of the only parameter: a range of sizes on a command line.
    #[serde(skip)]
    Sizes(Vec<Statement>),
}

/// Hamiltonian problems on graphs of a family named by `satranj list families`, one case for each
/// of the sizes.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FamilyInstances {
    /// The name of the family.
    pub family: String,
    /// The sizes of each graph.
    pub sizes: Vec<Vec<u32>>,
    /// The number of extra edges between random pairs of vertices.
    #[serde(default)]
    pub extra_edges: u64,
    /// Number the vertices at random.
    #[serde(default)]
    pub shuffle: bool,
    /// Ask for a path instead of a cycle.
    #[serde(default)]
    pub path: bool,
}

/// Hamiltonian problems on graphs in files, one case per file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphFiles {
    /// A pattern relative to the folder of the suite: `*` matches any letters of a name, as in
    /// `graphs/*.hcp`.
    pub files: String,
    /// Ask for a path instead of a cycle.
    #[serde(default)]
    pub path: bool,
}

/// How random tours are distributed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RandomTours {
    /// How many.
    pub cases: u32,
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub columns: u32,
    /// The share of the squares that are blocked at random, 0 to 1.
    #[serde(default)]
    pub blocked: f64,
    /// The share of the moves that are given, 0 to 1.
    #[serde(default)]
    pub given: f64,
    /// The piece.
    #[serde(default = "knight")]
    pub piece: String,
    /// Whether the tours return to their start.
    #[serde(default)]
    pub closed: bool,
    /// Which numbers of a random tour are given.
    #[serde(default)]
    pub numbers: GivenNumbers,
}

fn knight() -> String {
    "knight".into()
}

/// A published claim.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Claim")]
pub struct PublishedClaim {
    /// In words.
    pub claim: String,
    /// How to check it; without it, the claim is only shown.
    #[serde(default)]
    pub check: Option<ClaimCheck>,
}

/// How to check a claim; times are the sums over the points of the median times.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Check")]
pub enum ClaimCheck {
    /// The first method is faster than the second.
    Faster(String, String),
    /// The first method is the fastest of these.
    FastestOf(Vec<String>),
    /// The method's time does not depend on the parameter: the largest median of a point is less
    /// than twice the smallest.
    Flat(String),
    /// The method's results are the published ones: the values of its rows, point by point and in
    /// each case by case.
    Equal {
        /// The method.
        method: String,
        /// The quantity to compare.
        quantity: PublishedQuantity,
        /// The published values; null where nothing was published.
        values: Vec<Option<ParameterValue>>,
    },
    /// The method takes less time than published: seconds in the same order.
    Seconds {
        /// The method.
        method: String,
        /// The published seconds; null where nothing was published.
        values: Vec<Option<f64>>,
    },
    /// The method solves at least this share of the cases of all points.
    Solves {
        /// The method.
        method: String,
        /// The share, 0 to 1.
        at_least: f64,
    },
    /// The first method solves more cases than the second, of those of all points.
    SolvesMore(String, String),
    /// The method finds the best in about this share of the cases.
    HitRate {
        /// The method.
        method: String,
        /// The share, 0 to 1.
        about: f64,
    },
    /// For an experiment with `seeds`: about this share of the method's runs end in a solution.
    SolvedShare {
        /// The method.
        method: String,
        /// The share, 0 to 1.
        about: f64,
        /// The number of runs behind the published share: a small number leaves room for chance,
        /// too.
        #[serde(default)]
        of: Option<u64>,
    },
}

/// A published quantity of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PublishedQuantity {
    /// The status, or the reason why it is unknown: `satisfied`, `node_limit`.
    Outcome,
    /// The number of solutions.
    Count,
    /// The value of the best solution.
    Optimum,
    /// The number of nodes.
    Nodes,
    /// The number of backtracks.
    Backtracks,
}
