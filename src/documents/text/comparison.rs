//! A comparison document as text: a table, and the ratios of times.

use std::fmt::Write;

use anstyle::AnsiColor;

use super::{
    grouped, grouped_digits,
    layout::{TextLayout, painted},
    seconds, speed,
};
use crate::{
    documents::{
        comparison::{CaseTally, ComparisonDocument, MethodRuns, Standing, ranked},
        solution::Status,
    },
    limits::Reason,
};

/// The columns of the comparison table.
pub const COLUMNS: [&str; 7] =
    ["method", "answer", "median", "min … max", "cpu", "memory", "nodes"];

/// A comparison: a table, then how many times faster each method was than another.
#[must_use]
pub fn comparison(document: &ComparisonDocument, title: &str, layout: TextLayout) -> String {
    let mut text = format!("{title}\n\n{}", comparison_table(&document.runs));
    let ratios = speed::ratios(&document.runs);
    if let (Some(fastest), false) = (&document.fastest, ratios.is_empty()) {
        let fastest = painted(fastest, AnsiColor::Green, layout.coloured);
        let _ = writeln!(text, "\nfastest by the medians: {fastest}");
        for line in ratios {
            let _ = writeln!(text, "  {line}");
        }
    }
    let warnings = speed::warnings(&document.runs);
    if !warnings.is_empty() {
        text.push('\n');
        for warning in warnings {
            let _ = writeln!(text, "note: {warning}");
        }
    }
    if !document.left_out.is_empty() {
        text.push('\n');
        for left in &document.left_out {
            let _ = writeln!(text, "left out: {}, {}", left.method, left.reason);
        }
        text += "add --methods all to run them\n";
    }
    let (word, colour) = agreement(document.agreement, document.complete, &document.runs);
    let _ = writeln!(text, "\n{}", painted(word, colour, layout.coloured));
    text
}

/// The table of a comparison, the fastest first.
#[must_use]
pub fn comparison_table(runs: &[MethodRuns]) -> String {
    let mut rows = vec![COLUMNS.map(String::from).to_vec()];
    rows.extend(ranked(runs).into_iter().map(comparison_row));
    table(&rows)
}

/// The sentence about the agreement of methods, and its colour.
#[must_use]
pub fn agreement(
    agreement: Option<bool>,
    complete: bool,
    runs: &[MethodRuns],
) -> (&'static str, AnsiColor) {
    let answered = runs.iter().filter(|runs| runs.answered_runs().0 > 0 || runs.has_answered());
    match (agreement, answered.count()) {
        (Some(false), _) => ("the methods disagree", AnsiColor::Red),
        (Some(true), 1) => (
            "one method answered; the results of the others do not contradict it",
            AnsiColor::Green,
        ),
        (Some(true), _) => ("all answers agree", AnsiColor::Green),
        (None, _) if !complete => ("interrupted: the answers were not compared", AnsiColor::Yellow),
        (None, 0) => ("no method answered", AnsiColor::Yellow),
        (None, 1) => {
            ("one method answered; there is nothing to compare it with", AnsiColor::Yellow)
        }
        (None, _) => ("the answers were not compared", AnsiColor::Yellow),
    }
}

/// The result of a method's runs, in a few words.
fn comparison_answer(runs: &MethodRuns) -> String {
    if let Some(error) = &runs.error {
        return format!("failed: {error}");
    }
    if let Some(problem) = &runs.contradiction {
        return format!("contradicts itself from run to run: {problem}");
    }
    let mut answer = if runs.cases.total > 1 { several(runs) } else { of_one(runs) };
    let (answered, all) = runs.answered_runs();
    if answered > 0 && answered < all {
        let _ = write!(answer, ", in {answered} of {all} runs");
        if let Some(reason) = runs.reason {
            let _ = write!(answer, " ({})", reason.describe());
        }
    }
    answer
}

/// The result of one case.
fn of_one(runs: &MethodRuns) -> String {
    // If only some runs answered, the result of those.
    let answered = runs.answered_run().map(|end| (end.status, end.verified));
    let (status, verified) = answered.unwrap_or((runs.status, runs.verified));
    match status.has_solution() {
        Some(true) => {
            let mut answer = match (&runs.count, runs.objective) {
                (Some(count), _) => format!("{} solutions", grouped_digits(count)),
                (None, Some(objective)) => format!("optimum {objective}"),
                (None, None) => "solution".into(),
            };
            if verified {
                answer += ", verified";
            } else if runs.is_program() {
                answer += ", not checked";
            }
            answer
        }
        Some(false) if verified => "none, certificate".into(),
        Some(false) if runs.is_program() => "none, not checked".into(),
        Some(false) => "none, exhausted".into(),
        None => undecided(runs),
    }
}

/// How far a method came that did not decide a case, and what stopped it.
fn undecided(runs: &MethodRuns) -> String {
    let bound = runs.objective.zip(runs.bound);
    let bound = bound.map(|(objective, bound)| format!("{} {objective}", bound.words()));
    let counted = runs.at_least.as_ref().filter(|count| *count != "0");
    let counted = counted.map(|count| format!("at least {} solutions", grouped_digits(count)));
    match (bound.or(counted), runs.reason) {
        (Some(bound), Some(reason)) if reason != Reason::IncompleteMethod => {
            format!("{bound} ({})", reason.describe())
        }
        (Some(bound), _) => bound,
        (None, Some(reason)) => format!("undecided: {}", reason.describe()),
        (None, None) => "undecided".into(),
    }
}

/// The result of several cases.
fn several(runs: &MethodRuns) -> String {
    let CaseTally { total, answered, known, best, hit_rate, .. } = runs.cases;
    let mut answer = format!("{answered} of {total} answered");
    let limit = runs.reason.filter(|reason| *reason != Reason::IncompleteMethod);
    if let (true, Some(reason)) = (answered < total, limit) {
        let _ = write!(answer, " ({})", reason.describe());
    }
    // A method that proved every known answer was right in all.
    if let (true, Some(rate)) = (best != answered || best != known, hit_rate) {
        let _ = write!(answer, ", right in {best} of {known}: {:.1} %", rate * 100.0);
    }
    answer
}

/// Why there is no answer, in one or two words.
#[must_use]
pub fn why_unanswered(runs: &MethodRuns) -> &'static str {
    if runs.error.is_some() {
        return "failed";
    }
    if runs.contradiction.is_some() {
        return "contradicts itself";
    }
    if runs.times_seconds.is_empty() {
        return "not run";
    }
    match runs.reason {
        Some(Reason::TimeLimit) => "time limit",
        Some(Reason::NodeLimit) => "node limit",
        Some(Reason::MemoryLimit) => "memory limit",
        Some(Reason::Interrupted) => "interrupted",
        Some(Reason::IncompleteMethod) => "gave up",
        Some(Reason::SolutionLimit) => "too many solutions",
        Some(Reason::SolverUnknown) => "solver's limit",
        Some(Reason::TooLarge) => "too large",
        Some(Reason::CloseEnough) => "close enough",
        None => "undecided",
    }
}

/// The median time of a method's runs; for a method without an answer that ran up to its limit, a
/// lower bound on it.
#[must_use]
pub fn median_time(runs: &MethodRuns) -> Option<String> {
    let went_on = matches!(runs.reason, Some(Reason::TimeLimit | Reason::Interrupted));
    match (runs.median_seconds, runs.standing()) {
        (Some(median), Standing::Answered | Standing::Unproved) => Some(seconds(median)),
        (Some(median), Standing::Unanswered) if runs.status == Status::Unknown && went_on => {
            Some(format!("> {}", seconds(median)))
        }
        _ => None,
    }
}

/// The median of a method at a point; without an answer, the reason.
pub(super) fn time_cell(runs: Option<&MethodRuns>) -> String {
    let Some(runs) = runs else { return "-".into() };
    let CaseTally { total, answered, found, best, .. } = runs.cases;
    match (runs.median_seconds, runs.standing()) {
        (Some(median), Standing::Answered) => seconds(median),
        (Some(median), Standing::Unproved) => {
            let found = found.max(answered).max(best);
            let some = if total > 1 && found < total {
                format!(" ({found} of {total})")
            } else {
                String::new()
            };
            seconds(median) + &some
        }
        _ => median_time(runs).unwrap_or_else(|| why_unanswered(runs).into()),
    }
}

/// The cells of one method in the comparison table.
#[must_use]
pub fn comparison_row(runs: &MethodRuns) -> Vec<String> {
    let memory = runs.peak_memory_bytes.map_or_else(
        || "-".into(),
        |bytes| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
    );
    // The times of runs without an answer are not times of the method.
    let range = match (runs.standing(), runs.minimum_seconds, runs.maximum_seconds) {
        (Standing::Answered | Standing::Unproved, Some(least), Some(greatest)) => {
            format!("{} … {}", seconds(least), seconds(greatest))
        }
        _ => "-".into(),
    };
    vec![
        runs.method.clone(),
        comparison_answer(runs),
        median_time(runs).unwrap_or_else(|| "-".into()),
        range,
        runs.median_cpu_seconds.map_or_else(|| "-".into(), seconds),
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
