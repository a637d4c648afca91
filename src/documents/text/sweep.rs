//! A table of median times that grows while it is measured: a row for each size, a column for each
//! method.

use std::fmt::Write as _;

use super::{comparison::time_cell, grouped_digits};
use crate::documents::{
    comparison::{MethodRuns, Standing},
    results::Point,
    suite::Parameter,
};

/// The least columns of a cell. A wider cell moves the rest of its line: the widths must be known
/// before the first row is printed.
const LEAST: usize = 10;

/// The title and the rows of the points.
#[must_use]
pub fn sweep(title: &str, parameter: &Parameter, points: &[Point], methods: &[String]) -> String {
    let mut text = format!("{title}\n\n");
    let mut row = |size: &str, answer: &str, cells: Vec<String>| {
        let width = parameter.label.chars().count().max(4);
        let mut line = format!("{size:<width$}   {answer:<LEAST$}");
        for (method, cell) in methods.iter().zip(cells) {
            let width = method.chars().count().max(LEAST);
            let _ = write!(line, "   {cell:>width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    };
    row(&parameter.label, "answer", methods.to_vec());
    for point in points {
        let size = point.value.map_or_else(String::new, |value| parameter.show(value));
        let cells = methods.iter().map(|method| time_cell(point.runs_of(method)));
        row(&size, &answer(point), cells.collect());
    }
    text
}

/// The answer at a point, in one word: that of the first method that has one.
fn answer(point: &Point) -> String {
    let answered = |runs: &&MethodRuns| runs.standing() == Standing::Answered;
    let Some(runs) = point.runs.iter().find(answered) else { return "-".into() };
    match (runs.status.has_solution(), &runs.count, runs.objective) {
        _ if point.disagreement.is_some() => "disagree".into(),
        (_, Some(count), _) => grouped_digits(count),
        (Some(true), None, Some(objective)) => objective.to_string(),
        (Some(true), None, None) => "solution".into(),
        _ => "none".into(),
    }
}
