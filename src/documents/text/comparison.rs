//! A comparison document as text: a table, and who was how much faster.

use std::fmt::Write;

use anstyle::AnsiColor;

use super::{Layout, grouped, grouped_digits, painted, seconds};
use crate::{
    documents::comparison::{CaseTally, ComparisonDocument, MethodRuns},
    limits::Reason,
};

/// A comparison: a table, then who was how much faster than whom.
#[must_use]
pub fn comparison(document: &ComparisonDocument, title: &str, layout: Layout) -> String {
    let mut rows = vec![
        ["method", "answer", "median", "min … max", "memory", "nodes"].map(String::from).to_vec(),
    ];
    for runs in &document.runs {
        rows.push(comparison_row(runs));
    }
    let mut text = format!("{title}\n\n{}", table(&rows));
    let answered = |runs: &&MethodRuns| runs.has_answered();
    if let Some(fastest) = &document.fastest
        && let Some(first) = document.runs.iter().find(|runs| runs.method == *fastest)
    {
        let mut others: Vec<&MethodRuns> =
            document.runs.iter().filter(answered).filter(|runs| runs.method != *fastest).collect();
        others.sort_by(|a, b| {
            a.median_seconds.partial_cmp(&b.median_seconds).unwrap_or(std::cmp::Ordering::Equal)
        });
        if !others.is_empty() {
            let _ = writeln!(text, "\n{} was", painted(fastest, AnsiColor::Green, layout.coloured));
        }
        for other in others {
            if let Some((ratio, deviation)) = ratio(other, first) {
                let deviation =
                    deviation.map_or_else(String::new, |deviation| format!(" ± {deviation:.1}"));
                let _ =
                    writeln!(text, "  {ratio:.1}{deviation} times faster than {}", other.method);
            }
        }
    }
    let (word, colour) = match document.runs.iter().filter(answered).count() {
        _ if !document.agreement => ("the methods disagree", AnsiColor::Red),
        0 => ("no method answered", AnsiColor::Yellow),
        1 => ("one method answered; there is nothing to compare it with", AnsiColor::Yellow),
        _ => ("all answers agree", AnsiColor::Green),
    };
    let _ = writeln!(text, "\n{}", painted(word, colour, layout.coloured));
    text
}

/// How many times slower one method was than another, with the deviation of that ratio by
/// the propagation of errors, as hyperfine gives it.
fn ratio(slow: &MethodRuns, fast: &MethodRuns) -> Option<(f64, Option<f64>)> {
    let (slow_mean, fast_mean) = (slow.mean_seconds?, fast.mean_seconds?);
    if fast_mean <= 0.0 {
        return None;
    }
    let ratio = slow_mean / fast_mean;
    let deviation = slow.deviation_seconds.zip(fast.deviation_seconds).map(|(slow_by, fast_by)| {
        ratio * ((slow_by / slow_mean).powi(2) + (fast_by / fast_mean).powi(2)).sqrt()
    });
    Some((ratio, deviation))
}

/// What came out of a method's runs, in a few words.
#[must_use]
pub fn comparison_answer(runs: &MethodRuns) -> String {
    if let Some(error) = &runs.error {
        return format!("failed: {error}");
    }
    if runs.cases.total > 1 {
        return several(&runs.cases, runs);
    }
    match (runs.status.has_solution(), runs.reason) {
        (Some(true), _) => {
            let mut answer = match (&runs.count, runs.objective) {
                (Some(count), _) => format!("{} solutions", grouped_digits(count)),
                (None, Some(objective)) => format!("optimum {objective}"),
                (None, None) => "solution".into(),
            };
            if runs.verified {
                answer += ", verified";
            }
            answer
        }
        (Some(false), _) if runs.verified => "none, certificate".into(),
        (Some(false), _) => "none, exhausted".into(),
        (None, reason) => {
            let bound = runs.objective.zip(runs.bound);
            let bound = bound.map(|(objective, bound)| format!("{} {objective}", bound.words()));
            let undecided = || {
                reason.map_or_else(
                    || "undecided".into(),
                    |reason| format!("undecided: {}", reason.describe()),
                )
            };
            match (bound, reason) {
                (Some(bound), Some(reason)) if reason != Reason::IncompleteMethod => {
                    format!("{bound} ({})", reason.describe())
                }
                (bound, _) => bound.unwrap_or_else(undecided),
            }
        }
    }
}

/// What came out of several cases.
fn several(cases: &CaseTally, runs: &MethodRuns) -> String {
    let CaseTally { total, answered, known, best, hit_rate } = *cases;
    let mut answer = format!("{answered} of {total} answered");
    let limit = runs.reason.filter(|reason| *reason != Reason::IncompleteMethod);
    if let (true, Some(reason)) = (answered < total, limit) {
        let _ = write!(answer, " ({})", reason.describe());
    }
    // Who proved all that is known was right in all.
    if let (true, Some(rate)) = (best != answered || best != known, hit_rate) {
        let _ = write!(answer, ", right in {best} of {known}: {:.1} %", rate * 100.0);
    }
    answer
}

/// The cells of one method in the comparison table.
#[must_use]
pub fn comparison_row(runs: &MethodRuns) -> Vec<String> {
    let time = |value: Option<f64>| value.map_or_else(|| "-".into(), seconds);
    let memory = runs.peak_memory_bytes.map_or_else(
        || "-".into(),
        |bytes| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
    );
    vec![
        runs.method.clone(),
        comparison_answer(runs),
        time(runs.median_seconds),
        format!("{} … {}", time(runs.minimum_seconds), time(runs.maximum_seconds)),
        memory,
        grouped(runs.statistics.nodes),
    ]
}

/// Rows as an aligned table: words to the left, numbers to the right.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            if column < 2 {
                let _ = write!(line, "{cell}{pad}   ");
            } else {
                let _ = write!(line, "{pad}{cell}   ");
            }
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
