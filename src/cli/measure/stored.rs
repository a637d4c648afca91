//! Runs made again of the rows of a document, so that parts of results are judged together.

use super::{child::ChildRun, document::CaseRun};
use crate::{
    documents::{
        comparison::MethodRuns,
        rows::{ResultRow, RowRun},
    },
    statistics::Statistics,
};

/// The runs of a method on a batch, of its rows; `all`: what the document says of the method, if
/// the process did several cases.
///
/// # Errors
/// What does not fit together.
pub fn stored_runs(rows: &[&ResultRow], all: Option<&MethodRuns>) -> Result<Vec<ChildRun>, String> {
    let Some(first) = rows.first() else { return Err("there are no rows".into()) };
    let of = |row: &ResultRow, is_warmup: bool| -> Vec<RowRun> {
        if is_warmup { row.warmups.clone() } else { row.runs.clone() }
    };
    let mut made = Vec::new();
    for is_warmup in [true, false] {
        let runs: Vec<Vec<RowRun>> = rows.iter().map(|row| of(row, is_warmup)).collect();
        let count = of(first, is_warmup).len();
        if runs.iter().any(|runs| runs.len() != count) {
            return Err(format!("{}: cases of one process have different runs", first.method));
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
        let told = all.times_seconds.get(number).zip(all.cpu_seconds.get(number));
        let told = told.ok_or_else(|| format!("{}: its rows have more runs", all.method))?;
        (seconds, cpu_seconds) = (*told.0, *told.1);
    }
    // What ended the process is told of every case, of which it told none.
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
            cases.iter().map(|case| of_case(case)).collect()
        },
        seeds: first.seeds.clone().filter(|_| cases.len() == 1),
    })
}

fn of_case(case: &RowRun) -> CaseRun {
    CaseRun {
        status: case.status,
        reason: case.reason,
        verified: case.verified,
        error: case.error.clone(),
        objective: case.objective,
        count: case.count.clone(),
        at_least: case.at_least.clone(),
        seconds: case.seconds,
        cpu_seconds: case.cpu_seconds,
        statistics: case.statistics,
        solution: None,
    }
}
