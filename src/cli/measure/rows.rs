//! The runs of a method as the rows of a document, one row per case.

use super::{child::ChildRun, plan::NumberedCase};
use crate::{
    documents::{
        comparison::MethodRuns,
        instance, json,
        rows::{PointCase, ResultRow, RowRun},
        solution::Status,
    },
    statistics::Statistics,
};

/// The longest puzzle, as bytes of JSON, that a document holds beside its digest.
const LONGEST_PUZZLE: usize = 4096;

/// The common part of the rows of a method.
pub struct RowHeading<'a> {
    /// Its name, options, solver and seed.
    pub row: &'a ResultRow,
    /// All its runs, including warm-ups.
    pub runs: &'a [ChildRun],
}

/// The cases as a document lists them.
pub fn point_cases(cases: &[&NumberedCase]) -> Vec<PointCase> {
    let known = cases.iter().map(|case| {
        let statement = case.puzzle.statement();
        let length = json::raw(&statement).map_or(usize::MAX, |json| json.len());
        PointCase {
            case: case.number,
            instance: instance(&statement),
            name: case.name.clone(),
            puzzle: (length <= LONGEST_PUZZLE).then_some(statement),
        }
    });
    known.collect()
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
        // A case is undecided if one of the runs did not decide it.
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

/// The result of a run for one of its cases.
fn row_run(run: &ChildRun, place: usize, cases: usize) -> RowRun {
    let case = run.cases.get(place).cloned().unwrap_or_default();
    // The answer came from runs with other seeds, before the limit.
    let cut = run.seeds.as_ref().and_then(|seeds| seeds.reason);
    let mut row = RowRun {
        status: if cut.is_some() { Status::Unknown } else { case.status },
        reason: run.killed.or(cut).or(case.reason),
        error: run.error.clone().or(case.error),
        wrong: run.wrong.is_some(),
        killed: run.killed.is_some(),
        peak_memory_bytes: run.peak_memory_bytes,
        ..case
    };
    if cases == 1 {
        row.seconds = Some(run.seconds);
        row.cpu_seconds = Some(run.cpu_seconds);
        row.statistics = run.statistics;
        row.seeds.clone_from(&run.seeds);
    }
    row
}

/// Restores the runs of a method on a batch from its rows; `all`: the method's summary, if the
/// process ran several cases.
///
/// # Errors
/// The inconsistency.
pub fn stored_runs(rows: &[&ResultRow], all: Option<&MethodRuns>) -> Result<Vec<ChildRun>, String> {
    let Some(first) = rows.first() else { return Err("there is no row".into()) };
    let of = |row: &ResultRow, is_warmup: bool| -> Vec<RowRun> {
        if is_warmup { row.warmups.clone() } else { row.runs.clone() }
    };
    let mut made = Vec::new();
    for is_warmup in [true, false] {
        let runs: Vec<Vec<RowRun>> = rows.iter().map(|row| of(row, is_warmup)).collect();
        let count = of(first, is_warmup).len();
        if runs.iter().any(|runs| runs.len() != count) {
            return Err(format!(
                "{}: cases of one process have different numbers of runs",
                first.method
            ));
        }
        for number in 0..count {
            let cases: Vec<&RowRun> = runs.iter().map(|runs| &runs[number]).collect();
            let all = all.filter(|_| !is_warmup);
            made.push(ChildRun { is_warmup, ..run(&cases, all, number)? });
        }
    }
    Ok(made)
}

fn run(cases: &[&RowRun], all: Option<&MethodRuns>, number: usize) -> Result<ChildRun, String> {
    let first = cases[0];
    let sum =
        |seconds: fn(&RowRun) -> Option<f64>| cases.iter().filter_map(|case| seconds(case)).sum();
    let (mut seconds, mut cpu_seconds) = (sum(|case| case.seconds), sum(|case| case.cpu_seconds));
    if let Some(all) = all {
        let known = all.times_seconds.get(number).zip(all.cpu_seconds.get(number));
        let known = known
            .ok_or_else(|| format!("{}: its rows have more runs than its summary", all.method))?;
        (seconds, cpu_seconds) = (*known.0, *known.1);
    }
    // An error that ended the process is recorded in every case, and no case has a time.
    let is_alone = cases.len() == 1;
    let same = |case: &&RowRun| case.error == first.error && (is_alone || case.seconds.is_none());
    let error = first.error.clone().filter(|_| cases.iter().all(same));
    let ends_early = first.killed || error.is_some();
    Ok(ChildRun {
        wrong: error.clone().filter(|_| first.wrong),
        error,
        killed: first.reason.filter(|_| first.killed),
        is_warmup: false,
        seconds,
        cpu_seconds,
        peak_memory_bytes: cases.iter().map(|case| case.peak_memory_bytes).max().unwrap_or(0),
        statistics: cases.iter().fold(Statistics::default(), |sum, case| case.statistics.sum(sum)),
        cases: if ends_early {
            Vec::new()
        } else {
            cases.iter().map(|&case| RowRun { seeds: None, ..case.clone() }).collect()
        },
        seeds: first.seeds.clone().filter(|_| cases.len() == 1),
        solution: None,
    })
}
