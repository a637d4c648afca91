//! Numbers of solutions in documents.

use num_bigint::BigUint;
use satranj_encodings::model::Model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{answer::direction::by_direction, methods::ByDirection};

/// Numbers of solutions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct SolutionCounts {
    /// The number of solutions in decimal; null where a limit came first.
    pub count: Option<String>,
    /// The number of tours where a tour and its reverse are two; of open ones with a given end those from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directed: Option<String>,
    /// The number of tours where a tour and its reverse are one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undirected: Option<String>,
    /// Where a limit came first: how many had been counted until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// The number of solutions up to the symmetries of the puzzle, where it is asked for; null
    /// where a limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry: Asked<String>,
    /// Where a limit came first: how many of them had been counted until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry_at_least: Option<String>,
    /// The tours up to symmetry where a tour and its reverse are two, as far as it is known besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directed_up_to_symmetry: Option<String>,
    /// The tours up to symmetry where a tour and its reverse are one, as far as it is known besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undirected_up_to_symmetry: Option<String>,
    /// Where the number up to symmetry comes from the solutions that each symmetry keeps, by
    /// Burnside's lemma, and not from comparing all: how many these are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept_by_symmetry: Vec<KeptCount>,
    /// The number of placements of 0, 1, 2, … pieces, to the largest of which there is any, where
    /// they are asked for; null where a limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_by_k: Asked<Vec<String>>,
    /// With a checkpoint: how many parts of the count an earlier process had done. The counters
    /// are those of all parts, the times those of this process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts_from_checkpoint: Option<u64>,
    /// Of a count that `merge` added: its parts. The counters and the times are the sums of
    /// theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<MergedParts>,
}

/// The parts that a count was added of.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MergedParts {
    /// The digest that names the job.
    pub job: String,
    /// How many parts there are.
    pub parts: u64,
    /// How many units they have together.
    pub units: u64,
    /// How many of these were done by processes that ended before their part was finished: their
    /// time is not in `timing`.
    pub units_from_before: u64,
    /// The nodes of the largest part over those of the mean.
    pub largest_over_mean: f64,
    /// Where every part makes tables anew: the nodes of these in all parts together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_nodes: Option<u64>,
    /// The machines that did them.
    pub hosts: Vec<String>,
    /// The units that `merge --recheck` counted again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rechecked: Option<RecheckedUnits>,
}

/// Units of a count that were drawn at random and counted again, and came to the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecheckedUnits {
    /// How many.
    pub units: u64,
    /// The seed by which they were drawn.
    pub seed: u64,
    /// The probability that a wrong one is among them if 1% of all units are wrong.
    pub chance_of_one_percent: f64,
}

impl SolutionCounts {
    /// Adds the number of tours in both ways, where the model is one.
    pub fn add_directions(&mut self, model: &Model) {
        let count: Option<BigUint> = self.count.as_ref().and_then(|count| count.parse().ok());
        let both = count.and_then(|count| by_direction(model, &count));
        [self.directed, self.undirected] = in_both_ways(both);
    }
}

/// What was asked for, if it was: and of that what is known.
pub type Asked<T> = Option<Option<T>>;

/// How solutions were drawn: by the seed, each of all that there are with the same probability,
/// whatever was drawn before, so that one may come several times. A tour in one direction is as
/// likely as in the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sampling {
    /// How many were asked for.
    pub samples: u64,
    /// How many solutions there are, as `count` says it, in decimal; null where a limit came first.
    pub count: Option<String>,
    /// Where a limit came first: how many had been counted until then. They are known at the end only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// The same where a tour and its reverse are two; of open ones with a given end those from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directed: Option<String>,
    /// The same where a tour and its reverse are one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undirected: Option<String>,
}

impl Sampling {
    /// So many, of all the solutions of a model.
    #[must_use]
    pub fn of(model: &Model, samples: u64, count: Option<&BigUint>) -> Self {
        let both = count.and_then(|count| by_direction(model, count));
        let [directed, undirected] = in_both_ways(both);
        let at_least = count.is_none().then(|| "0".into());
        let count = count.map(ToString::to_string);
        Self { samples, count, at_least, directed, undirected }
    }
}

/// Numbers of tours in both ways, in decimal: where a tour and its reverse are two, and where they
/// are one.
#[must_use]
pub fn in_both_ways(counts: Option<ByDirection>) -> [Option<String>; 2] {
    let (directed, undirected) = counts.map(|counts| (counts.directed, counts.undirected)).unzip();
    [directed, undirected].map(|number: Option<BigUint>| number.map(|number| number.to_string()))
}

/// How many solutions a symmetry maps onto themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptCount {
    /// `identity`, `left_right`, `up_down`, `half_turn`; of a square board also `diagonal`,
    /// `quarter_turn`, `quarter_turn_back`, `antidiagonal`.
    pub symmetry: String,
    /// How many, in decimal.
    pub count: String,
}
