//! Published values held against the rows: theirs beside ours.

use crate::documents::{
    results::{Point, PublishedBeside},
    rows::ResultRow,
    suite::{ParameterValue, PublishedQuantity},
    text::{grouped, seconds, times},
};

/// What was seen of published values: in words, whether it is as published, and each value.
pub type SeenValues = (String, bool, Vec<PublishedBeside>);

/// The rows of a method, point by point and in each case by case.
fn rows<'p>(
    method: &'p str,
    points: &'p [Point],
) -> impl Iterator<Item = (&'p Point, &'p ResultRow)> {
    let rows = |point: &'p Point| point.rows.iter().map(move |row| (point, row));
    points.iter().flat_map(rows).filter(move |(_, row)| row.method == method)
}

/// Published values beside ours; `None` if there are none of ours.
pub fn equal(
    method: &str,
    quantity: PublishedQuantity,
    values: &[Option<ParameterValue>],
    points: &[Point],
) -> Option<SeenValues> {
    let mut beside = Vec::new();
    for ((point, row), theirs) in rows(method, points).zip(values) {
        let Some(theirs) = theirs else { continue };
        let ours = ours(row, quantity);
        beside.push(PublishedBeside {
            point: point.point,
            case: row.case,
            method: method.into(),
            quantity: Some(quantity),
            theirs: theirs.clone(),
            ours,
            ratio: None,
        });
    }
    let is_same = |beside: &&PublishedBeside| {
        beside.ours.as_ref().is_some_and(|ours| text(ours) == text(&beside.theirs))
    };
    let same = beside.iter().filter(is_same).count();
    let published = values.iter().flatten().count();
    if beside.is_empty() {
        return None;
    }
    let first = beside.iter().find(|beside| !is_same(beside)).map_or_else(String::new, |beside| {
        let ours = beside.ours.as_ref().map_or_else(|| "nothing".into(), text);
        format!("; theirs {}, ours {ours} first", text(&beside.theirs))
    });
    let holds = same == published;
    Some((format!("{same} of {published} values the same{first}"), holds, beside))
}

/// What a row says.
fn ours(row: &ResultRow, quantity: PublishedQuantity) -> Option<ParameterValue> {
    let nodes = row.runs.last().map(|run| run.statistics);
    let number = |number: u64| ParameterValue::Number(number as f64);
    match quantity {
        PublishedQuantity::Outcome => {
            let reason = row.reason.and_then(|reason| serde_json::to_value(reason).ok());
            let word = reason.as_ref().and_then(|word| word.as_str()).map(String::from);
            Some(ParameterValue::Text(word.unwrap_or_else(|| row.status.name().into())))
        }
        PublishedQuantity::Count => row.count.clone().map(ParameterValue::Text),
        PublishedQuantity::Optimum => row.objective.map(number),
        PublishedQuantity::Nodes => nodes.map(|statistics| number(statistics.nodes)),
        PublishedQuantity::Backtracks => nodes.map(|statistics| number(statistics.backtracks)),
    }
}

fn text(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Number(number) => number.to_string(),
        ParameterValue::Flag(flag) => flag.to_string(),
        ParameterValue::Text(text) => text.clone(),
    }
}

/// Published times beside ours; `None` if there are none of ours.
pub fn faster_than(method: &str, values: &[Option<f64>], points: &[Point]) -> Option<SeenValues> {
    let mut beside = Vec::new();
    for ((point, row), theirs) in rows(method, points).zip(values) {
        let Some(theirs) = theirs else { continue };
        let ours = row.median_seconds().filter(|_| row.is_solved());
        beside.push(PublishedBeside {
            point: point.point,
            case: row.case,
            method: method.into(),
            quantity: None,
            theirs: ParameterValue::Number(*theirs),
            ours: ours.map(ParameterValue::Number),
            ratio: ours.filter(|ours| *ours > 0.0).map(|ours| theirs / ours),
        });
    }
    let published: f64 = values.iter().flatten().sum();
    let ratios: Vec<f64> = beside.iter().filter_map(|beside| beside.ratio).collect();
    let least = ratios.iter().copied().min_by(f64::total_cmp)?;
    let holds = ratios.len() == values.iter().flatten().count() && least > 1.0;
    let ours: f64 = beside.iter().filter_map(|beside| beside.ours.as_ref()?.number()).sum();
    let most = ratios.iter().copied().max_by(f64::total_cmp).unwrap_or(least);
    let range = if ratios.len() > 1 {
        format!("{} to {}", times(least), times(most))
    } else {
        times(least)
    };
    let text =
        format!("theirs {}, ours {}: {range} times faster", seconds(published), seconds(ours));
    Some((text, holds, beside))
}

/// The share of the cases of all points that a method solves.
pub fn solves(method: &str, at_least: f64, points: &[Point]) -> Option<(String, bool)> {
    let rows: Vec<_> = rows(method, points).collect();
    let solved = rows.iter().filter(|(_, row)| row.is_solved()).count();
    if rows.is_empty() {
        return None;
    }
    let (solved, all) = (solved as u64, rows.len() as u64);
    let text = format!("{method} solved {} of {} cases", grouped(solved), grouped(all));
    Some((text, solved as f64 >= at_least * all as f64))
}
