//! The runs of a method as the rows of a document: a row a case.

use super::{NumberedCase, child::ChildRun};
use crate::documents::{
    instance, json,
    rows::{PointCase, ResultRow, RowRun},
    solution::Status,
};

/// The longest puzzle, as bytes of JSON, that a document holds beside its digest.
const LONGEST_PUZZLE: usize = 4096;

/// What the rows of a method have in common.
pub struct RowHeading<'a> {
    /// Its name, options, solver and seed.
    pub row: &'a ResultRow,
    /// All its runs, those for warming up among them.
    pub runs: &'a [ChildRun],
}

/// The cases as a document tells them.
pub fn point_cases(cases: &[&NumberedCase]) -> Vec<PointCase> {
    let told = cases.iter().map(|case| {
        let statement = case.puzzle.statement();
        let length = json::raw(&statement).map_or(usize::MAX, |json| json.len());
        PointCase {
            case: case.number,
            instance: instance(&statement),
            name: case.name.clone(),
            puzzle: (length <= LONGEST_PUZZLE).then_some(statement),
        }
    });
    told.collect()
}

impl RowHeading<'_> {
    /// A row for each case.
    pub fn rows(&self, cases: &[&NumberedCase], instances: &[PointCase]) -> Vec<ResultRow> {
        let rows = cases.iter().zip(instances).enumerate();
        rows.map(|(place, (case, instance))| self.row_of(place, case, instance, cases.len()))
            .collect()
    }

    fn row_of(
        &self,
        place: usize,
        case: &NumberedCase,
        instance: &PointCase,
        cases: usize,
    ) -> ResultRow {
        let of = |is_warmup| {
            let runs = self.runs.iter().filter(move |run| run.is_warmup == is_warmup);
            runs.map(|run| row_run(run, place, cases)).collect::<Vec<RowRun>>()
        };
        let (runs, warmups) = (of(false), of(true));
        // Whatever a run did not decide, the method did not.
        let telling = runs.iter().find(|run| !run.is_decided()).or(runs.last());
        let status = telling.map_or(Status::Unknown, |run| run.status);
        let objective = telling.and_then(|run| run.objective);
        let sense = case.puzzle.model().sense();
        let bound = objective.and(sense).filter(|_| status == Status::Unknown);
        ResultRow {
            case: case.number,
            instance: instance.instance.clone(),
            status,
            reason: match telling {
                Some(run) => run.reason,
                None => Some(crate::limits::Reason::Interrupted),
            },
            verified: !runs.is_empty() && runs.iter().all(|run| run.verified),
            error: runs.iter().find_map(|run| run.error.clone()),
            objective,
            bound: bound.map(Into::into),
            count: telling.and_then(|run| run.count.clone()),
            at_least: telling.and_then(|run| run.at_least.clone()),
            runs,
            warmups,
            ..self.row.clone()
        }
    }
}

/// What a run says of one of its cases.
fn row_run(run: &ChildRun, place: usize, cases: usize) -> RowRun {
    let case = run.cases.get(place);
    let is_alone = cases == 1;
    // What is known came of the runs with other seeds before the limit.
    let cut = run.seeds.as_ref().and_then(|seeds| seeds.reason);
    let status = match (case, cut) {
        (Some(case), None) => case.status,
        _ => Status::Unknown,
    };
    let statistics = case.map(|case| case.statistics).unwrap_or_default();
    RowRun {
        status,
        reason: run.killed.or(cut).or_else(|| case.and_then(|case| case.reason)),
        verified: case.is_some_and(|case| case.verified),
        error: run.error.clone().or_else(|| case.and_then(|case| case.error.clone())),
        wrong: run.wrong.is_some(),
        killed: run.killed.is_some(),
        seeds: run.seeds.clone().filter(|_| is_alone),
        objective: case.and_then(|case| case.objective),
        count: case.and_then(|case| case.count.clone()),
        at_least: case.and_then(|case| case.at_least.clone()),
        seconds: if is_alone { Some(run.seconds) } else { case.and_then(|case| case.seconds) },
        cpu_seconds: if is_alone {
            Some(run.cpu_seconds)
        } else {
            case.and_then(|case| case.cpu_seconds)
        },
        peak_memory_bytes: run.peak_memory_bytes,
        statistics: if is_alone { run.statistics } else { statistics },
    }
}
