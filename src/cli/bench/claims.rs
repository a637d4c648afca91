//! What was published, held against what was measured.

use std::fmt::{self, Write as _};

use super::published::{self, SeenValues};
use crate::{
    documents::{
        comparison::{MethodRuns, Standing},
        results::{Point, SeenClaim},
        suite::{ClaimCheck, Parameter, PublishedClaim},
        text::{grouped, seconds, times},
    },
    sample::{median, ratio, ratio_interval},
};

/// How many times the least median the greatest may be of a method that is called flat.
const FLAT: f64 = 2.0;

/// What was seen of a claim.
pub fn seen(claim: &PublishedClaim, points: &[Point], parameter: Option<&Parameter>) -> SeenClaim {
    let (mut beside, mut add) = (Vec::new(), None);
    let mut told = |values: Option<SeenValues>| {
        let (seen, holds, values) = values?;
        add = Some(values);
        Some((seen, holds))
    };
    let (seen, holds) = match &claim.check {
        None => (None, None),
        Some(check) => {
            let measured = match check {
                ClaimCheck::Equal { method, quantity, values } => {
                    told(published::equal(method, *quantity, values, points))
                }
                ClaimCheck::Seconds { method, values } => {
                    told(published::faster_than(method, values, points))
                }
                ClaimCheck::Solves { method, at_least } => {
                    published::solves(method, *at_least, points)
                }
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

/// The runs of a method at a point that are times of an answer, be it unproved.
fn timed<'p>(method: &str, point: &'p Point) -> Option<&'p MethodRuns> {
    point.runs_of(method).filter(|runs| runs.standing() != Standing::Unanswered)
}

/// The median time of such runs.
fn time(method: &str, point: &Point) -> Option<f64> {
    timed(method, point)?.median_seconds
}

/// The times of two methods at the points where both have an answer.
fn pairs<'p>(first: &str, second: &str, points: &'p [Point]) -> Vec<(&'p [f64], &'p [f64])> {
    let times = |method, point| Some(&timed(method, point)?.times_seconds[..]);
    points.iter().filter_map(|point| times(first, point).zip(times(second, point))).collect()
}

/// Two methods by the sums of their medians, the faster one first.
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
    // Where the interval holds 1, the other may be the faster one.
    let _ = match interval {
        Some(interval) if interval.contains(1.0) => {
            write!(text, "no clear difference, {shown} times by the medians")
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

/// The first of these beside that of the others which comes next to it, or before it.
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
    Some((format!("{method} right in {best} of {known} cases: {right}"), right.agree()))
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
    // The variance of the difference of two shares that were seen is the sum of theirs.
    let published = of.map_or(0.0, |of| 1.0 / of.max(1) as f64);
    let margin = chance(about, 1.0 / (1.0 / runs as f64 + published));
    let share = Shares { seen: solved as f64 / runs as f64, about, margin };
    let (solved, runs) = (grouped(solved), grouped(runs));
    Some((format!("{method} solved {solved} of {runs} runs: {share}"), share.agree()))
}

/// As far as chance moves a share of this many: two standard deviations.
fn chance(share: f64, of: f64) -> f64 {
    2.0 * (share * (1.0 - share) / of).max(0.0).sqrt()
}

/// A share that was seen beside one that is claimed.
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
            "{:.1} % (claimed {:.1} %, chance ± {:.1} %)",
            self.seen * 100.0,
            self.about * 100.0,
            self.margin * 100.0
        )
    }
}
