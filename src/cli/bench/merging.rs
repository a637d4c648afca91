//! Checks the results of all shards of a suite against the plan, which is computed again, and
//! merges them: no result may be unknown, missing or duplicate.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    fs,
    path::Path,
};

use super::plan::{BenchPlan, Planned, PlannedExperiment, PlannedPoint};
use crate::{
    cli::{
        CliError,
        input::read_text,
        measure::{BatchRuns, ChildRun, NumberedCase, stored_runs},
    },
    documents::{
        instance,
        results::{ExperimentResults, Point, ResultsDocument, SCHEMA, ShardOf},
        rows::{KeptAnswer, ResultRow},
        sealed::Sealed as _,
    },
    file_name::shown,
    json,
};

/// The result of merging a folder.
#[derive(Default)]
pub struct MergedShards {
    /// The numbers of missing parts.
    pub missing: BTreeSet<u64>,
    /// The number of parts expected.
    pub parts: u64,
    /// Why a file was rejected.
    pub problems: Vec<String>,
    /// An error in a method's answer.
    pub wrong: Option<String>,
}

/// A shard and the name of its file.
struct Shard {
    file: String,
    document: ResultsDocument,
}

/// Reads the shards in a folder and merges them into a document.
///
/// # Errors
/// [`CliError::Input`] that names a file which is wrong, duplicate or of another suite.
pub fn merge(
    plan: &BenchPlan<'_>,
    planned: &Planned<'_>,
    folder: &Path,
    document: &mut ResultsDocument,
) -> Result<MergedShards, CliError> {
    let mut shards: BTreeMap<u64, Shard> = BTreeMap::new();
    let (mut problems, mut parts) = (Vec::new(), None);
    for name in names(folder)? {
        let path = folder.join(&name);
        // A pipe may never end.
        if !path.is_file() {
            problems.push(format!("{}: not a regular file", shown(&path)));
            continue;
        }
        let (file, text) = read_text(&path)?;
        match shard(&text, planned, parts) {
            Ok((of, read)) => {
                parts = Some(of.parts);
                if let Some(other) = shards.get(&of.part) {
                    problems.push(format!("{file}: part {} is also in {}", of.part, other.file));
                } else {
                    shards.insert(of.part, Shard { file, document: read });
                }
            }
            Err(problem) => problems.push(format!("{file}: {problem}")),
        }
    }
    let Some(parts) = parts else {
        let all = problems.first().cloned();
        let none = || format!("{}: the folder has no results of this suite", shown(folder));
        return Err(CliError::Input(all.unwrap_or_else(none)));
    };
    // Missing parts can be measured; wrong ones must be looked at first.
    let missing: BTreeSet<u64> = (0..parts).filter(|part| !shards.contains_key(part)).collect();
    if let (true, Some(first)) = (missing.is_empty(), problems.first()) {
        return Err(CliError::Input(first.clone()));
    }
    let mut merged = MergedShards { missing, parts, problems, wrong: None };
    if !merged.missing.is_empty() {
        return Ok(merged);
    }
    for experiment in &planned.experiments {
        let points = points(plan, experiment, parts, &shards, &mut merged.wrong)
            .map_err(|error| plan.within(experiment.experiment, error))?;
        document.experiments.push(experiment.results(points));
    }
    if let Some(first) = shards.values().next() {
        document.environment = first.document.environment.clone();
    }
    Ok(merged)
}

/// The names of the documents in a folder, in order.
fn names(folder: &Path) -> Result<Vec<std::ffi::OsString>, CliError> {
    let listed = fs::read_dir(folder).map_err(|error| CliError::file(folder, &error))?;
    let mut names = Vec::new();
    for entry in listed {
        let name = entry.map_err(|error| CliError::file(folder, &error))?.file_name();
        if is_read(&name) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Whether a file of this name is read as a part.
pub fn is_read(name: &OsStr) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "json")
}

/// Reads a shard of the plan with its number.
fn shard(
    text: &str,
    planned: &Planned<'_>,
    parts: Option<u64>,
) -> Result<(ShardOf, ResultsDocument), String> {
    let mut document: ResultsDocument =
        json::read(text, "a results document").map_err(|error| error.to_string())?;
    if document.schema != SCHEMA {
        return Err(format!("the schema is `{}`, not `{SCHEMA}`", json::brief(&document.schema)));
    }
    document.hold_seal().map_err(|problem| format!("{problem}; measure the part again"))?;
    let Some(of) = document.shard else {
        return Err("these results are not a part: they were measured without --shard".into());
    };
    if document.plan.as_deref() != Some(planned.digest.as_str()) {
        return Err("measured with another suite, version or command line".into());
    }
    if of.units != planned.units {
        return Err(format!(
            "the results have {} units, but the suite has {}",
            of.units, planned.units
        ));
    }
    if of.parts == 0 || of.part >= of.parts || parts.is_some_and(|parts| parts != of.parts) {
        let expected = parts.map_or_else(String::new, |parts| {
            format!(
                ", but the other files are \
                                                                       parts of {parts}"
            )
        });
        return Err(format!("this is part {} of {}{expected}", of.part, of.parts));
    }
    if !document.complete {
        return Err(format!("part {} is not finished; measure it again to resume it", of.part));
    }
    Ok((of, document))
}

/// The points of an experiment, merged from the shards that hold their batches.
fn points(
    plan: &BenchPlan<'_>,
    planned: &PlannedExperiment<'_>,
    parts: u64,
    shards: &BTreeMap<u64, Shard>,
    wrong: &mut Option<String>,
) -> Result<Vec<Point>, CliError> {
    let mut points = Vec::new();
    for (number, point) in (1..).zip(&planned.points) {
        let prepared = plan.prepared(planned.experiment, point)?;
        let PlannedExperiment { experiment, measure, matrix, .. } = planned;
        let entrants = plan.entrants(experiment, measure, matrix, &prepared)?;
        let mut runs: BatchRuns = entrants.iter().map(|_| Vec::new()).collect();
        for batch in 0..point.batches {
            let part = (point.first_unit + batch as u64) % parts;
            let Some(shard) = shards.get(&part) else { continue };
            let cases: Vec<&NumberedCase> = if measure.separate {
                vec![&prepared.cases[batch]]
            } else {
                prepared.cases.iter().collect()
            };
            let stored = of_shard(shard, &experiment.name, number);
            let stored = stored.map_err(CliError::Input)?;
            for (entrant, runs) in entrants.iter().zip(&mut runs) {
                let rows = rows_of(shard, stored, &entrant.label, &cases);
                let rows = rows.map_err(CliError::Input)?;
                let all = stored.runs_of(&entrant.label).filter(|_| cases.len() > 1);
                let made = stored_runs(&rows, all);
                let made = made.map_err(|problem| {
                    CliError::Input(format!("{}: point {number}: {problem}", shard.file))
                })?;
                let wanted = measure.warmup + measure.runs;
                let ended = made.last().is_some_and(ChildRun::broke_off);
                if made.len() as u32 > wanted || ((made.len() as u32) < wanted && !ended) {
                    let problem =
                        format!("{} has {} runs, expected {wanted}", entrant.label, made.len());
                    wrong_input!("{}: point {number}: {problem}", shard.file);
                }
                runs.push(made);
            }
        }
        extra_rows(planned, number, point, parts, shards, entrants.len())?;
        let cases: Vec<&NumberedCase> = prepared.cases.iter().collect();
        let mut judged = measure.judge(&entrants, &cases, runs, true);
        judged.answer = first_answer(shards, &experiment.name, number);
        *wrong = wrong.take().or(judged.wrong.take());
        points.push(planned.point(number, point, &prepared.statements, judged));
    }
    Ok(points)
}

/// The answer to the first case that has one, in any shard.
fn first_answer(
    shards: &BTreeMap<u64, Shard>,
    experiment: &str,
    number: usize,
) -> Option<KeptAnswer> {
    let points = shards.values().filter_map(|shard| of_shard(shard, experiment, number).ok());
    let answers = points.filter_map(|point| point.answer.as_ref());
    answers.min_by_key(|answer| answer.case).cloned()
}

/// A point of a shard.
fn of_shard<'s>(shard: &'s Shard, experiment: &str, number: usize) -> Result<&'s Point, String> {
    let is_own = |other: &&ExperimentResults| other.name == experiment;
    let points = shard.document.experiments.iter().filter(is_own).flat_map(|own| &own.points);
    let mut points = points.filter(|point| point.point == number);
    match (points.next(), points.next()) {
        (Some(point), None) => Ok(point),
        (None, _) => Err(format!("{}: point {number} is missing", shard.file)),
        (Some(_), Some(_)) => Err(format!("{}: point {number} occurs twice", shard.file)),
    }
}

/// The row of each of some cases by a method, checked against the puzzles.
fn rows_of<'s>(
    shard: &Shard,
    point: &'s Point,
    method: &str,
    cases: &[&NumberedCase],
) -> Result<Vec<&'s ResultRow>, String> {
    let number = point.point;
    let row = |case: &&NumberedCase| {
        let own = |row: &&ResultRow| row.method == method && row.case == case.number;
        let mut rows = point.rows.iter().filter(own);
        let place = format!("{}: point {number}, case {}, {method}", shard.file, case.number);
        match (rows.next(), rows.next()) {
            (Some(row), None) if row.instance == instance(&case.puzzle.statement()) => Ok(row),
            (Some(_), None) => Err(format!("{place}: the row belongs to another puzzle")),
            (None, _) => Err(format!("{place}: the row is missing")),
            (Some(_), Some(_)) => Err(format!("{place}: there are two rows, expected one")),
        }
    };
    cases.iter().map(row).collect()
}

/// Refuses shards that have rows of other parts at a point.
fn extra_rows(
    planned: &PlannedExperiment<'_>,
    number: usize,
    point: &PlannedPoint,
    parts: u64,
    shards: &BTreeMap<u64, Shard>,
    methods: usize,
) -> Result<(), CliError> {
    for (&part, shard) in shards {
        let own = |batch: &usize| (point.first_unit + *batch as u64) % parts == part;
        let batches = (0..point.batches).filter(own).count();
        let Ok(stored) = of_shard(shard, &planned.experiment.name, number) else { continue };
        let cases = if planned.measure.separate { batches } else { stored.cases * batches };
        if stored.rows.len() != cases * methods {
            wrong_input!(
                "{}: point {number} has {} rows, expected the {} of this part",
                shard.file,
                stored.rows.len(),
                cases * methods
            );
        }
    }
    Ok(())
}
