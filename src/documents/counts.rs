//! Numbers of solutions in documents.

use num_bigint::BigUint;
use satranj_encodings::model::Model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    answer::{
        direction::by_direction,
        diverse::{parts, shared},
    },
    methods::ByDirection,
    puzzles::Solution,
};

/// Numbers of solutions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct SolutionCounts {
    /// The number of solutions in decimal; null if a limit came first.
    pub count: Option<String>,
    /// The number of tours with direction: a tour and its reverse are two. If an end of open tours
    /// is given, only those that start there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directed: Option<String>,
    /// The number of tours without direction: a tour and its reverse are one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undirected: Option<String>,
    /// If a limit came first: the number counted until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// The number of solutions up to the symmetries of the puzzle, if requested; null if a limit
    /// came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry: Asked<String>,
    /// If a limit came first: the number of classes counted until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to_symmetry_at_least: Option<String>,
    /// The tours up to symmetry with direction, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directed_up_to_symmetry: Option<String>,
    /// The tours up to symmetry without direction, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undirected_up_to_symmetry: Option<String>,
    /// If the number up to symmetry comes from Burnside's lemma, instead of a comparison of all
    /// solutions: how many solutions each symmetry keeps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept_by_symmetry: Vec<KeptCount>,
    /// The number of placements of 0, 1, 2, … pieces, up to the largest possible number, if asked
    /// for; null if a limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_by_k: Asked<Vec<String>>,
    /// The method that counted a second time, with the same result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_again_by: Option<String>,
    /// Why no other method counted a second time, or not to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_counted_again_because: Option<String>,
    /// With a checkpoint: how many parts of the count an earlier process had done. The counters are
    /// those of all parts, the times only those of this process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts_from_checkpoint: Option<u64>,
    /// The parts of a count that `merge` added. The counters and the times are their sums.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<MergedParts>,
}

/// The parts that were added to a count.
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
    /// The nodes of the largest part over those of the mean part.
    pub largest_over_mean: f64,
    /// If every part rebuilds tables: the nodes for this in all parts together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_nodes: Option<u64>,
    /// The machines that did the parts.
    pub hosts: Vec<String>,
    /// The units that `merge --recheck` counted again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rechecked: Option<RecheckedUnits>,
}

/// Units of a count, drawn at random, that were counted again with the same result.
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
    /// Adds the number of tours in both ways, if the model counts tours.
    pub fn add_directions(&mut self, model: &Model) {
        let count: Option<BigUint> = self.count.as_ref().and_then(|count| count.parse().ok());
        let both = count.and_then(|count| by_direction(model, &count));
        [self.directed, self.undirected] = in_both_ways(both);
    }
}

/// `None`: not requested; `Some(None)`: requested, but unknown.
pub type Asked<T> = Option<Option<T>>;

/// How solutions were drawn: from the seed, with replacement, each with the same probability. A
/// tour is equally likely in both directions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sampling {
    /// How many were requested.
    pub samples: u64,
    /// The number of solutions, as `count` prints it, in decimal; null if a limit came first.
    pub count: Option<String>,
    /// If a limit came first: the number counted until then. They are known at the end only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// The same with direction; if an end of open tours is given, only those that start there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directed: Option<String>,
    /// The same without direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undirected: Option<String>,
}

/// The most solutions that are chosen to share little: each candidate is compared with all of them.
pub const MOST_DIVERSE: usize = 1_000;

/// How far solutions that were chosen to share little are from each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Diversity {
    /// What they may share: `moves`, `edges`, `vertices`, `squares`, `pairs of one colour` or
    /// `jumps`.
    pub of: String,
    /// The largest share that two of them have in common, from 0 to 1; null for fewer than two.
    pub most_shared: Option<f64>,
}

impl Diversity {
    /// That of some solutions of a model; `None` without one. O(s² · n) for s solutions of n parts.
    #[must_use]
    pub fn of<'s>(model: &Model, solutions: impl Iterator<Item = &'s Solution>) -> Option<Self> {
        let mut of = None;
        let counted = solutions.map(|solution| {
            of = of.or(Some(solution.parts_in_words()));
            parts(model, solution)
        });
        let counted: Vec<Vec<u64>> = counted.collect();
        let pairs = (1..)
            .zip(&counted)
            .flat_map(|(next, one)| counted[next..].iter().map(move |other| shared(one, other)));
        let most_shared = pairs.max_by(f64::total_cmp);
        Some(Self { of: of?.into(), most_shared })
    }
}

impl Sampling {
    /// A sample of this size, drawn from all solutions of a model.
    #[must_use]
    pub fn of(model: &Model, samples: u64, count: Option<&BigUint>) -> Self {
        let both = count.and_then(|count| by_direction(model, count));
        let [directed, undirected] = in_both_ways(both);
        let at_least = count.is_none().then(|| "0".into());
        let count = count.map(ToString::to_string);
        Self { samples, count, at_least, directed, undirected }
    }
}

/// The number of tours with and without direction, in decimal.
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
