//! The relevant part of a child's document: the answers to its cases.

use std::io::Read;

use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::Value;

use crate::{
    documents::{
        rows::RowRun,
        seeds::{SeedStatistics, SeedsTally, StoredSeeds},
        solution::{Status, Timing},
    },
    limits::Reason,
    statistics::Statistics,
};

/// The longest solution to keep, as bytes of JSON.
const LONGEST_SOLUTION: usize = 1 << 14;

/// The output of a child.
pub struct PrintedRun {
    /// Whether it holds several cases.
    pub is_batch: bool,
    /// The answers to the cases in order.
    pub cases: Vec<RowRun>,
    /// The first solution, if it is kept, with the place of its case.
    pub solution: Option<(usize, Value)>,
    /// The sum over the cases.
    pub seconds: f64,
    /// The sum over the cases; for a single case its own.
    pub statistics: Statistics,
    /// The statistics of a run with a range of seeds.
    pub seeds: Option<SeedStatistics>,
}

/// The relevant part of a child's document for one or several cases; `S` decides whether solutions
/// are kept.
#[derive(Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de>"))]
struct ChildDocument<S> {
    /// The documents of several cases.
    cases: Option<Vec<ChildDocument<S>>>,
    solution: Option<S>,
    error: Option<String>,
    status: Option<Status>,
    reason: Option<Reason>,
    #[serde(default)]
    verified: bool,
    #[serde(default)]
    statistics: Statistics,
    timing: Option<Timing>,
    objective: Option<u64>,
    count: Option<String>,
    at_least: Option<String>,
}

/// Whether a solution is kept, if it is short, or skipped.
trait KeepsSolution {
    fn kept(self) -> Option<Value>;
}

impl KeepsSolution for Value {
    fn kept(self) -> Option<Value> {
        Some(self).filter(|solution| solution.to_string().len() <= LONGEST_SOLUTION)
    }
}

impl KeepsSolution for IgnoredAny {
    fn kept(self) -> Option<Value> {
        None
    }
}

impl PrintedRun {
    /// Reads the document of a child with one seed; `None` if it is not one. Skips the solutions.
    pub fn of_one_seed(input: impl Read) -> Option<Self> {
        Self::read::<IgnoredAny>(input)
    }

    /// The same, but keeps the first solution if it is short enough.
    pub fn with_solution(input: impl Read) -> Option<Self> {
        Self::read::<Value>(input)
    }

    fn read<S: DeserializeOwned + KeepsSolution>(input: impl Read) -> Option<Self> {
        let document: ChildDocument<S> = serde_json::from_reader(input).ok()?;
        let is_batch = document.cases.is_some();
        let mut documents = match document {
            ChildDocument { cases: Some(documents), .. } => documents,
            one => vec![one],
        };
        let timings = documents.iter().filter_map(|case| case.timing);
        let seconds = timings.map(|timing| timing.total_seconds).sum();
        let statistics = documents.iter().map(|case| case.statistics);
        let statistics = statistics.reduce(Statistics::sum).unwrap_or_default();
        let solution = documents.iter_mut().enumerate().find_map(|(place, case)| {
            Some((place, case.solution.take().and_then(KeepsSolution::kept)?))
        });
        let cases = documents.into_iter().map(RowRun::from).collect();
        Some(Self { is_batch, cases, solution, seconds, statistics, seeds: None })
    }

    /// Reads the document of a child with a range of seeds; `None` if it is not one.
    pub fn of_seeds(input: impl Read) -> Option<Self> {
        let document: StoredSeeds = serde_json::from_reader(input).ok()?;
        let mut cases: Vec<RowRun> = document.tallies().into_iter().map(RowRun::from).collect();
        if let [case] = &mut cases[..] {
            case.seconds = Some(document.total_seconds);
            case.statistics = document.statistics;
        }
        Some(Self {
            is_batch: false,
            cases,
            solution: None,
            seconds: document.total_seconds,
            statistics: document.statistics,
            seeds: Some(document.seeds),
        })
    }
}

impl<S> From<ChildDocument<S>> for RowRun {
    fn from(document: ChildDocument<S>) -> Self {
        Self {
            status: document.status.unwrap_or(Status::Unknown),
            reason: document.reason,
            verified: document.verified,
            error: document.error,
            objective: document.objective,
            count: document.count,
            at_least: document.at_least,
            seconds: document.timing.map(|timing| timing.total_seconds),
            cpu_seconds: document.timing.map(|timing| timing.cpu_seconds),
            statistics: document.statistics,
            ..Self::default()
        }
    }
}

/// Summarises a case after runs with several seeds.
impl From<SeedsTally> for RowRun {
    fn from(tally: SeedsTally) -> Self {
        let SeedsTally { solved, refuted, objective, .. } = tally;
        let status = match (solved > 0, refuted > 0) {
            (true, _) if objective.is_some() => Status::Optimal,
            (true, _) => Status::Satisfied,
            (false, true) => Status::Unsatisfiable,
            (false, false) => Status::Unknown,
        };
        Self {
            status,
            reason: (status == Status::Unknown).then_some(Reason::IncompleteMethod),
            verified: solved > 0 || objective.is_some(),
            objective,
            ..Self::default()
        }
    }
}
