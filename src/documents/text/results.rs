//! A results document as text: for each experiment the times, or how often methods succeeded, by
//! parameter, and the claims.

use std::fmt::Write as _;

use anstyle::AnsiColor;

use super::{Layout, comparison::table, grouped, painted, seconds};
use crate::documents::{
    comparison::MethodRuns,
    results::{ExperimentResults, Point, ResultsDocument},
    seeds::SeedStatistics,
};

/// The results of all experiments.
#[must_use]
pub fn results(document: &ResultsDocument, layout: Layout) -> String {
    let mut text = format!("{}\n", document.title);
    for experiment in &document.experiments {
        let _ = write!(text, "\n{}\n\n", experiment.title);
        text += &table(&rows(experiment));
        for claim in &experiment.claims {
            let _ = writeln!(text, "\n{}", claim.claim);
            let Some(seen) = &claim.seen else { continue };
            let (word, colour) = match claim.holds {
                Some(true) => ("as claimed", AnsiColor::Green),
                Some(false) => ("not as claimed", AnsiColor::Red),
                None => ("unknown", AnsiColor::Yellow),
            };
            let _ = writeln!(text, "  {seen}: {}", painted(word, colour, layout.coloured));
        }
    }
    let disagreements = document.points().filter_map(|point| point.disagreement.as_ref());
    for problem in disagreements {
        let told = format!("the methods disagree: {problem}");
        let _ = writeln!(text, "\n{}", painted(&told, AnsiColor::Red, layout.coloured));
    }
    if document.agreement {
        let told = painted("all answers agree", AnsiColor::Green, layout.coloured);
        let _ = writeln!(text, "\n{told}");
    }
    if !document.complete {
        text += "interrupted; this is what there was\n";
    }
    text
}

/// The rows of the table of an experiment, a point a column: how often methods succeeded where
/// they were asked with a range of seeds, otherwise their median times.
#[must_use]
pub fn rows(experiment: &ExperimentResults) -> Vec<Vec<String>> {
    match &experiment.seeds {
        Some(seeds) => successes(experiment, seeds),
        None => times(experiment),
    }
}

/// What is told of the runs of a method with a range of seeds.
type Told = fn(&SeedStatistics) -> Option<String>;

/// The rows of each method: the share solved, the steps, the time.
fn successes(experiment: &ExperimentResults, seeds: &str) -> Vec<Vec<String>> {
    let quantities: [(&str, Told); 4] = [
        ("runs solved", |seeds| {
            let share = format!("{:.1} %", seeds.share? * 100.0);
            let cut = seeds.reason.map(|_| format!("{share} of {}", grouped(seeds.runs)));
            Some(cut.unwrap_or(share))
        }),
        ("runs that showed that there is none", |seeds| {
            (seeds.refuted > 0).then(|| grouped(seeds.refuted))
        }),
        ("median steps where solved", |seeds| Some(rounded(seeds.steps_solved?.median))),
        ("median steps where not", |seeds| Some(rounded(seeds.steps_unsolved?.median))),
    ];
    let mut header = vec!["method".to_string(), format!("seeds {seeds}")];
    header.extend(experiment.points.iter().map(|point| match point.value {
        Some(_) => point_name(experiment, point),
        None => String::new(),
    }));
    let mut rows = vec![header];
    for method in methods(experiment) {
        let runs: Vec<_> = experiment.points.iter().map(|point| point.runs_of(method)).collect();
        let mut name = method;
        for (quantity, told) in quantities {
            let cells = runs.iter().map(|runs| told(runs.as_ref()?.seeds.as_ref()?));
            let cells: Vec<Option<String>> = cells.collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into()));
                rows.push([name.into(), quantity.into()].into_iter().chain(cells).collect());
                name = "";
            }
        }
        let times = runs.iter().map(|runs| cell(*runs));
        rows.push([name.into(), "time of all runs".into()].into_iter().chain(times).collect());
    }
    rows
}

/// A median or the like with one decimal at most.
fn rounded(number: f64) -> String {
    ((number * 10.0).round() / 10.0).to_string()
}

/// The rows of a table of median times: a method a row, a point a column.
fn times(experiment: &ExperimentResults) -> Vec<Vec<String>> {
    let mut header = vec!["method".to_string(), "cases".to_string()];
    header.extend(experiment.points.iter().map(|point| point_name(experiment, point)));
    let mut rows = vec![header];
    for method in methods(experiment) {
        let mut row = vec![method.to_string(), tally(experiment, method)];
        row.extend(experiment.points.iter().map(|point| cell(point.runs_of(method))));
        rows.push(row);
    }
    rows
}

/// The methods of an experiment in the order in which they were named.
#[must_use]
pub fn methods(experiment: &ExperimentResults) -> Vec<&str> {
    let mut methods: Vec<&str> = Vec::new();
    for runs in experiment.points.iter().flat_map(|point| &point.runs) {
        if !methods.contains(&runs.method.as_str()) {
            methods.push(&runs.method);
        }
    }
    methods
}

/// The value of the parameter at a point.
fn point_name(experiment: &ExperimentResults, point: &Point) -> String {
    let value = experiment.parameter.as_ref().zip(point.value);
    value.map_or_else(|| "median".into(), |(parameter, value)| parameter.show(value))
}

/// In how many of the cases of all points a method was right.
fn tally(experiment: &ExperimentResults, method: &str) -> String {
    let (mut best, mut total) = (0, 0);
    for runs in experiment.points.iter().filter_map(|point| point.runs_of(method)) {
        best += runs.cases.best;
        total += runs.cases.total;
    }
    format!("{best} of {total} right")
}

/// The median of a method at a point; where a limit came first, that.
fn cell(runs: Option<&MethodRuns>) -> String {
    let Some(runs) = runs else { return "-".into() };
    if runs.error.is_some() {
        return "failed".into();
    }
    match runs.median_seconds {
        Some(median) if runs.has_ended() => seconds(median),
        Some(median) => format!("> {}", seconds(median)),
        None => "-".into(),
    }
}
