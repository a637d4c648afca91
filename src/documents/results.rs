//! The results document: what `bench` measured, and what `report` reads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    choices::Choices,
    comparison::{Environment, MethodRuns},
    rows::{KeptAnswer, PointCase, ResultRow},
    scores::{ScoredRow, Scores, scores},
    suite::{Parameter, ParameterValue, PublishedQuantity},
};

/// The schema name of [`ResultsDocument`].
pub const SCHEMA: &str = "satranj.results/1";

/// What `bench` prints.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ResultsDocument {
    /// `satranj.results/1`.
    pub schema: String,
    /// The program's version.
    pub version: String,
    /// The name of the suite.
    pub suite: String,
    /// One line for a person.
    pub title: String,
    /// The seed of random instances, and of every run of an experiment without `seeds`.
    pub seed: u64,
    /// Measured runs of each method at each point; none follows a run that a limit ended. With
    /// `seeds` there is one run and no warm-up.
    pub runs: u32,
    /// Unmeasured runs first.
    pub warmup: u32,
    /// The machine and program.
    pub environment: Environment,
    /// The experiments in the order of the suite.
    pub experiments: Vec<ExperimentResults>,
    /// Whether no two methods contradict each other at any point. Null if nothing was compared, or
    /// the benchmark was interrupted.
    pub agreement: Option<bool>,
    /// Whether all points were measured; otherwise the benchmark was interrupted.
    pub complete: bool,
    /// The command line that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// `sha256:` and the digest of all that was to be measured: instances, methods, options, runs,
    /// limits and seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// For a part of the results: which one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardOf>,
    /// `sha256:` and the digest of all fields except this one, as compact JSON; missing if people
    /// wrote or changed the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// Which part of a plan was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardOf {
    /// The number of the part, from 0.
    pub part: u64,
    /// The number of all parts.
    pub parts: u64,
    /// The total number of units of all parts.
    pub units: u64,
}

/// One experiment.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ExperimentResults {
    /// Its name.
    pub name: String,
    /// One line for a person.
    pub title: String,
    /// What varies; the first of several parameters.
    pub parameter: Option<Parameter>,
    /// All that varies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// The time limit of a run in seconds.
    pub time_limit_seconds: f64,
    /// The range of seeds with which each method is run: `1..1000`.
    #[serde(default)]
    pub seeds: Option<String>,
    /// Choices about the methods.
    #[serde(default)]
    pub options: Choices,
    /// The points in the order of the parameter's values.
    pub points: Vec<Point>,
    /// Published claims, and the results measured here.
    pub claims: Vec<SeenClaim>,
}

/// The methods on the instances of one value of the parameter.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// The value of the parameter, if it is a number; that of the first of several parameters.
    pub value: Option<f64>,
    /// The number of the point in its experiment, from 1.
    #[serde(default)]
    pub point: usize,
    /// The values of all parameters, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ParameterValue>,
    /// The number of cases.
    pub cases: usize,
    /// `sha256:` and the digest of the list of puzzles.
    pub instance: String,
    /// The methods in the order in which they were named.
    pub runs: Vec<MethodRuns>,
    /// Whether no two methods contradict each other. Null if nothing was compared: fewer than two
    /// methods made a claim about a case, or the benchmark was interrupted.
    pub agreement: Option<bool>,
    /// How they contradict each other.
    pub disagreement: Option<String>,
    /// The method with the least median time among those that answered every case in every run.
    pub fastest: Option<String>,
    /// The cases.
    #[serde(default)]
    pub instances: Vec<PointCase>,
    /// A row for every case and method.
    #[serde(default)]
    pub rows: Vec<ResultRow>,
    /// A stored answer to one of the cases, for display; none if it is large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<KeptAnswer>,
}

/// A published claim beside the measured result.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Seen")]
pub struct SeenClaim {
    /// The claim in words.
    pub claim: String,
    /// The measured result in words; none if the claim cannot be checked.
    pub seen: Option<String>,
    /// Whether the result is as claimed; unknown if it cannot be checked or was not measured.
    pub holds: Option<bool>,
    /// Each published value beside the measured one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<PublishedBeside>,
}

/// A published value beside the measured one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PublishedBeside {
    /// The number of the point, from 1.
    pub point: usize,
    /// The number of the case.
    pub case: usize,
    /// The method.
    pub method: String,
    /// The published quantity; seconds if missing.
    pub quantity: Option<PublishedQuantity>,
    /// The published value.
    #[serde(rename = "theirs")]
    pub published: ParameterValue,
    /// The measured value, if there is one.
    #[serde(rename = "ours")]
    pub measured: Option<ParameterValue>,
    /// For seconds: the published value over the measured one.
    pub ratio: Option<f64>,
}

impl ResultsDocument {
    /// All points of all experiments.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        self.experiments.iter().flat_map(|experiment| &experiment.points)
    }

    /// Whether no two methods contradict each other at any point; `None` if unknown.
    #[must_use]
    pub fn agreed(&self) -> Option<bool> {
        let any_point = |agreement| self.points().any(|point| point.agreement == Some(agreement));
        match (any_point(false), self.complete && any_point(true)) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        }
    }
}

impl ExperimentResults {
    /// How the methods did in the cases of all points, by the rows.
    #[must_use]
    pub fn scores(&self) -> Scores {
        let mut before = 0;
        let rows = self.points.iter().flat_map(|point| {
            let first = before;
            before += point.rows.iter().map(|row| row.case + 1).max().unwrap_or(0);
            point.rows.iter().map(move |row| ScoredRow {
                instance: first + row.case,
                method: &row.method,
                seconds: row.solved_seconds(),
                limit: Some(self.time_limit_seconds),
            })
        });
        scores(rows)
    }

    /// The values of the parameters at a point for a person: `20 %`, `3, camel`; empty for a single
    /// point without a parameter.
    #[must_use]
    pub fn shown(&self, point: &Point) -> String {
        if point.values.is_empty() {
            let value = self.parameter.as_ref().zip(point.value);
            return value.map_or_else(String::new, |(parameter, value)| parameter.show(value));
        }
        let values = self.parameters.iter().zip(&point.values);
        values.map(|(parameter, value)| parameter.shown(value)).collect::<Vec<_>>().join(", ")
    }
}

impl Point {
    /// The case of a number.
    #[must_use]
    pub fn case(&self, case: usize) -> Option<&PointCase> {
        self.instances.iter().find(|instance| instance.case == case)
    }

    /// The runs of a method.
    #[must_use]
    pub fn runs_of(&self, method: &str) -> Option<&MethodRuns> {
        self.runs.iter().find(|runs| runs.method == method)
    }
}

impl Parameter {
    /// A value for a person, which need not be a number.
    #[must_use]
    pub fn shown(&self, value: &ParameterValue) -> String {
        match value {
            ParameterValue::Number(number) => self.show(*number),
            ParameterValue::Flag(flag) => flag.to_string(),
            ParameterValue::Text(text) => text.clone(),
        }
    }

    /// A value for a person: `20 %`, `3`.
    #[must_use]
    pub fn show(&self, value: f64) -> String {
        // At most two decimals, without trailing zeros.
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        if self.percent {
            format!("{} %", rounded(value * 100.0))
        } else {
            rounded(value).to_string()
        }
    }
}
