//! Published claims compared with the measurements.

use std::fmt::{self, Write as _};

use crate::{
    documents::{
        comparison::{MethodRuns, Standing},
        results::{Point, PublishedBeside, SeenClaim},
        rows::ResultRow,
        suite::{ClaimCheck, Parameter, ParameterValue, PublishedClaim, PublishedQuantity},
        text::{grouped, seconds, times},
    },
    sample::{median, ratio, ratio_interval},
};

/// The largest ratio of medians (greatest to least) of a method that is claimed to be flat.
const FLAT: f64 = 2.0;

/// The measurement of a claim.
pub fn seen(claim: &PublishedClaim, points: &[Point], parameter: Option<&Parameter>) -> SeenClaim {
    let (mut beside, mut add) = (Vec::new(), None);
    let mut judged = |values: Option<SeenValues>| {
        let (seen, holds, values) = values?;
        add = Some(values);
        Some((seen, holds))
    };
    let (seen, holds) = match &claim.check {
        None => (None, None),
        Some(check) => {
            let measured = match check {
                ClaimCheck::Equal { method, quantity, values } => {
                    judged(equal(method, *quantity, values, points))
                }
                ClaimCheck::Seconds { method, values } => {
                    judged(faster_than(method, values, points))
                }
                ClaimCheck::Solves { method, at_least } => solves(method, *at_least, points),
                ClaimCheck::SolvesMore(more, fewer) => solves_more(more, fewer, points),
                ClaimCheck::Faster(fast, slow) => faster(fast, slow, points),
                ClaimCheck::FastestOf(methods) => fastest(methods, points),
                ClaimCheck::Flat(method) => flat(method, points, parameter),
                ClaimCheck::HitRate { method, about } => hit_rate(method, *about, points),
                ClaimCheck::SolvedShare { method, about, of } => {
                    solved_share(method, *about, *of, points)
                }
            };
            match measured {
                Some((seen, holds)) => (Some(seen), Some(holds)),
                None => (Some("not measured".into()), None),
            }
        }
    };
    beside.extend(add.into_iter().flatten());
    SeenClaim { claim: claim.claim.clone(), seen, holds, beside }
}

/// The runs of a method at a point that ended with an answer, proved or not.
fn timed<'p>(method: &str, point: &'p Point) -> Option<&'p MethodRuns> {
    point.runs_of(method).filter(|runs| runs.standing() != Standing::Unanswered)
}

/// The median time of these runs.
fn time(method: &str, point: &Point) -> Option<f64> {
    timed(method, point)?.median_seconds
}

/// The times of two methods at the points where both have an answer.
fn pairs<'p>(first: &str, second: &str, points: &'p [Point]) -> Vec<(&'p [f64], &'p [f64])> {
    let times = |method, point| Some(&timed(method, point)?.times_seconds[..]);
    points.iter().filter_map(|point| times(first, point).zip(times(second, point))).collect()
}

/// Compares two methods by the sums of their medians, the faster one first.
fn faster(fast: &str, slow: &str, points: &[Point]) -> Option<(String, bool)> {
    let claimed = pairs(fast, slow, points);
    let holds = ratio(&claimed)? > 1.0;
    let names = if holds { (fast, slow) } else { (slow, fast) };
    let pairs = pairs(names.0, names.1, points);
    let ratio = ratio(&pairs)?;
    let medians = pairs.iter().filter_map(|pair| median(pair.0).zip(median(pair.1)));
    let medians: Vec<(f64, f64)> = medians.collect();
    let (own, its) = medians.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    let mut text = format!("{} {}, {} {}: ", names.0, seconds(own), names.1, seconds(its));
    let interval = ratio_interval(&pairs);
    let shown = times(ratio);
    // If the interval contains 1, the other method may be the faster one.
    let _ = match interval {
        Some(interval) if interval.contains(1.0) => {
            write!(text, "no clear difference, ratio of the medians {shown}")
        }
        _ => write!(text, "{shown} times faster"),
    };
    if let Some(interval) = interval {
        let _ = write!(text, " (95%: {} to {})", times(interval.low), times(interval.high));
    }
    if pairs.len() > 1 {
        let won = medians.iter().filter(|(one, other)| one < other).count();
        let _ = write!(text, "; faster at {won} of {} points", pairs.len());
    }
    Some((text, holds))
}

/// The first of these methods compared with the fastest of the others.
fn fastest(methods: &[String], points: &[Point]) -> Option<(String, bool)> {
    let (first, others) = methods.split_first()?;
    let ratios =
        others.iter().filter_map(|other| Some((other, ratio(&pairs(first, other, points))?)));
    let (rival, _) = ratios.min_by(|a, b| a.1.total_cmp(&b.1))?;
    faster(first, rival, points)
}

fn flat(method: &str, points: &[Point], parameter: Option<&Parameter>) -> Option<(String, bool)> {
    let times = points.iter().filter_map(|point| Some((time(method, point)?, point.value)));
    let mut times: Vec<(f64, Option<f64>)> = times.collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (least, greatest) = (times.first()?, times.last()?);
    if times.len() < 2 || least.0 <= 0.0 {
        return None;
    }
    let ratio = greatest.0 / least.0;
    let at = |value: Option<f64>| {
        let shown = parameter.zip(value).map(|(parameter, value)| parameter.show(value));
        shown.map_or_else(String::new, |shown| format!(" at {shown}"))
    };
    let text = format!(
        "{method} {}{} to {}{}: {ratio:.1} times",
        seconds(least.0),
        at(least.1),
        seconds(greatest.0),
        at(greatest.1)
    );
    Some((text, ratio < FLAT))
}

fn hit_rate(method: &str, about: f64, points: &[Point]) -> Option<(String, bool)> {
    let tallies = points.iter().filter_map(|point| Some(point.runs_of(method)?.cases));
    let (mut best, mut known) = (0, 0);
    for tally in tallies {
        best += tally.best;
        known += tally.known;
    }
    if known == 0 {
        return None;
    }
    let margin = chance(about, known as f64);
    let right = Shares { seen: best as f64 / known as f64, about, margin };
    Some((format!("{method} found the best in {best} of {known} cases: {right}"), right.agree()))
}

fn solved_share(
    method: &str,
    about: f64,
    of: Option<u64>,
    points: &[Point],
) -> Option<(String, bool)> {
    let statistics = points.iter().filter_map(|point| point.runs_of(method)?.seeds.as_ref());
    let (mut solved, mut runs) = (0, 0);
    for seeds in statistics {
        solved += seeds.solved;
        runs += seeds.runs;
    }
    if runs == 0 {
        return None;
    }
    // The variance of the difference of two measured shares is the sum of their variances.
    let published = of.map_or(0.0, |of| 1.0 / of.max(1) as f64);
    let margin = chance(about, 1.0 / (1.0 / runs as f64 + published));
    let share = Shares { seen: solved as f64 / runs as f64, about, margin };
    let (solved, runs) = (grouped(solved), grouped(runs));
    Some((format!("{method} solved {solved} of {runs} runs: {share}"), share.agree()))
}

/// The sampling error of a share of this many: two standard deviations.
fn chance(share: f64, of: f64) -> f64 {
    2.0 * (share * (1.0 - share) / of).max(0.0).sqrt()
}

/// A measured share beside a claimed one.
struct Shares {
    seen: f64,
    about: f64,
    margin: f64,
}

impl Shares {
    fn agree(&self) -> bool {
        (self.seen - self.about).abs() <= self.margin
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{:.1} % (claimed {:.1} %, sampling error ± {:.1} %)",
            self.seen * 100.0,
            self.about * 100.0,
            self.margin * 100.0
        )
    }
}

/// Published values compared: in words, whether all agree, and each value.
pub type SeenValues = (String, bool, Vec<PublishedBeside>);

/// The rows of a method by point and case.
fn rows<'p>(
    method: &'p str,
    points: &'p [Point],
) -> impl Iterator<Item = (&'p Point, &'p ResultRow)> {
    let rows = |point: &'p Point| point.rows.iter().map(move |row| (point, row));
    points.iter().flat_map(rows).filter(move |(_, row)| row.method == method)
}

/// Published values beside the measured ones; `None` if none was measured.
pub fn equal(
    method: &str,
    quantity: PublishedQuantity,
    values: &[Option<ParameterValue>],
    points: &[Point],
) -> Option<SeenValues> {
    let mut beside = Vec::new();
    for ((point, row), published) in rows(method, points).zip(values) {
        let Some(published) = published else { continue };
        let measured = measured_value(row, quantity);
        beside.push(PublishedBeside {
            point: point.point,
            case: row.case,
            method: method.into(),
            quantity: Some(quantity),
            published: published.clone(),
            measured,
            ratio: None,
        });
    }
    let is_same = |beside: &&PublishedBeside| {
        beside.measured.as_ref().is_some_and(|measured| text(measured) == text(&beside.published))
    };
    let same = beside.iter().filter(is_same).count();
    let published = values.iter().flatten().count();
    if beside.is_empty() {
        return None;
    }
    let first = beside.iter().find(|beside| !is_same(beside)).map_or_else(String::new, |beside| {
        let measured = beside.measured.as_ref().map_or_else(|| "nothing".into(), text);
        format!("; first difference: published {}, measured {measured}", text(&beside.published))
    });
    let holds = same == published;
    Some((format!("{same} of {published} values are equal{first}"), holds, beside))
}

/// The value of a row.
fn measured_value(row: &ResultRow, quantity: PublishedQuantity) -> Option<ParameterValue> {
    let nodes = row.runs.last().map(|run| run.statistics);
    let number = |number: u64| ParameterValue::Number(number as f64);
    match quantity {
        PublishedQuantity::Outcome => {
            let reason = row.reason.and_then(|reason| crate::documents::value(&reason).ok());
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

/// Published times beside the measured ones; `None` if none was measured.
pub fn faster_than(method: &str, values: &[Option<f64>], points: &[Point]) -> Option<SeenValues> {
    let mut beside = Vec::new();
    for ((point, row), published) in rows(method, points).zip(values) {
        let Some(published) = published else { continue };
        let measured = row.median_seconds().filter(|_| row.is_solved());
        beside.push(PublishedBeside {
            point: point.point,
            case: row.case,
            method: method.into(),
            quantity: None,
            published: ParameterValue::Number(*published),
            measured: measured.map(ParameterValue::Number),
            ratio: measured.filter(|measured| *measured > 0.0).map(|measured| published / measured),
        });
    }
    let published: f64 = values.iter().flatten().sum();
    let ratios: Vec<f64> = beside.iter().filter_map(|beside| beside.ratio).collect();
    let least = ratios.iter().copied().min_by(f64::total_cmp)?;
    let holds = ratios.len() == values.iter().flatten().count() && least > 1.0;
    let measured: f64 = beside.iter().filter_map(|beside| beside.measured.as_ref()?.number()).sum();
    let most = ratios.iter().copied().max_by(f64::total_cmp).unwrap_or(least);
    let range = if ratios.len() > 1 {
        format!("{} to {}", times(least), times(most))
    } else {
        times(least)
    };
    let text = format!(
        "published {}, measured {}: {range} times faster",
        seconds(published),
        seconds(measured)
    );
    Some((text, holds, beside))
}

/// The numbers of the cases of all points that a method solves, and that it was run on.
fn solved(method: &str, points: &[Point]) -> Option<(u64, u64)> {
    let rows: Vec<_> = rows(method, points).collect();
    let solved = rows.iter().filter(|(_, row)| row.is_solved()).count();
    (!rows.is_empty()).then_some((solved as u64, rows.len() as u64))
}

/// The share of the cases of all points that a method solves.
pub fn solves(method: &str, at_least: f64, points: &[Point]) -> Option<(String, bool)> {
    let (solved, all) = solved(method, points)?;
    let text = format!("{method} solved {} of {} cases", grouped(solved), grouped(all));
    Some((text, solved as f64 >= at_least * all as f64))
}

/// Compares the numbers of cases that two methods solve.
fn solves_more(more: &str, fewer: &str, points: &[Point]) -> Option<(String, bool)> {
    let (own, (its, all)) = (solved(more, points)?.0, solved(fewer, points)?);
    let [shown, others, all] = [own, its, all].map(grouped);
    Some((format!("{more} solved {shown} of {all} cases, {fewer} {others}"), own > its))
}
