//! How methods did on many instances: how many they solved, their penalised averages, who won.

use std::collections::BTreeMap;

use super::study::{Row, Study};
use crate::{
    documents::{comparison::Standing, rows::penalised},
    sample::{Interval, ratio, ratio_interval},
};

/// How a method did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MethodSummary {
    /// The method; of the virtual best nothing.
    pub method: Option<String>,
    /// The instances that it was run on.
    pub instances: usize,
    /// Those that it solved.
    pub solved: usize,
    /// Those in which it found a solution without a proof.
    pub unproved: usize,
    /// Those that no other method solved in less time.
    pub wins: usize,
    /// The median times of those that it solved, in order: a cactus.
    pub times: Vec<f64>,
    /// The mean over the instances of the median time; one that is not solved counts twice the
    /// limit. `None` where a limit is not known.
    pub par2: Option<f64>,
}

impl MethodSummary {
    /// Adds an instance that took so long, or was not solved within the limit.
    fn add(&mut self, seconds: Option<f64>, limit: Option<f64>) {
        self.instances += 1;
        self.times.extend(seconds);
        let counted = seconds.or_else(|| Some(penalised(None, limit?)));
        self.par2 = self.par2.zip(counted).map(|(sum, counted)| sum + counted);
    }

    /// The times in order, the mean of what was a sum.
    fn end(mut self) -> Self {
        self.times.sort_unstable_by(f64::total_cmp);
        self.solved = self.times.len();
        self.par2 = self.par2.map(|sum| sum / self.instances.max(1) as f64);
        self
    }
}

/// Who won on an instance.
#[derive(Debug)]
pub struct Winner<'s> {
    /// The place of the instance.
    pub(super) instance: usize,
    /// The fastest row, and the next; an instance that nobody solved has none.
    pub(super) fastest: Option<&'s Row>,
    pub(super) next: Option<&'s Row>,
    /// How many times slower the next was, and where that lies with a confidence of 95 %.
    pub ratio: Option<f64>,
    /// Where that ratio lies.
    pub interval: Option<Interval>,
}

/// The winner of each instance.
#[must_use]
pub fn winners(study: &Study) -> Vec<Winner<'_>> {
    let mut rows: BTreeMap<usize, Vec<&Row>> = BTreeMap::new();
    for row in study.timed() {
        let solved = row.solved_seconds().is_some();
        rows.entry(row.instance).or_default().extend(solved.then_some(row));
    }
    rows.into_iter().map(|(instance, rows)| winner(instance, rows)).collect()
}

/// The winner of an instance among the rows that solved it.
fn winner(instance: usize, mut rows: Vec<&Row>) -> Winner<'_> {
    let time = |row: &Row| row.solved_seconds().unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let (fastest, next) = (rows.first().copied(), rows.get(1).copied());
    let times = fastest.zip(next).map(|(fastest, next)| (fastest.times(), next.times()));
    let pair = times.as_ref().map(|(fastest, next)| [(&fastest[..], &next[..])]);
    let (ratio, interval) = pair.map_or((None, None), |pair| (ratio(&pair), ratio_interval(&pair)));
    Winner { instance, fastest, next, ratio, interval }
}

/// How each method did, those first that solved most and then in least time; and the virtual best,
/// as if somebody knew the fastest method of every instance.
#[must_use]
pub fn summaries(study: &Study, winners: &[Winner<'_>]) -> (Vec<MethodSummary>, MethodSummary) {
    let empty = || MethodSummary { par2: Some(0.0), ..MethodSummary::default() };
    let mut methods: BTreeMap<&str, MethodSummary> = BTreeMap::new();
    for row in study.timed() {
        let own = methods.entry(&row.method).or_insert_with(empty);
        own.add(row.solved_seconds(), study.limit(row));
        own.unproved += usize::from(row.standing == Standing::Unproved);
    }
    let mut best = empty();
    for winner in winners {
        let limit = study.rows.iter().find(|row| row.instance == winner.instance);
        best.add(
            winner.fastest.and_then(Row::solved_seconds),
            limit.and_then(|row| study.limit(row)),
        );
        if let Some(won) = winner.fastest.and_then(|row| methods.get_mut(row.method.as_str())) {
            won.wins += 1;
        }
    }
    let named = |(method, own): (&str, MethodSummary)| MethodSummary {
        method: Some(method.into()),
        ..own.end()
    };
    let mut all: Vec<MethodSummary> = methods.into_iter().map(named).collect();
    let sum = |own: &MethodSummary| own.par2.unwrap_or(f64::INFINITY);
    all.sort_by(|a, b| b.solved.cmp(&a.solved).then(sum(a).total_cmp(&sum(b))));
    (all, best.end())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A study of two methods: seconds at each point, negative where there is no answer.
    fn study(limit: f64, methods: &[(&str, &[f64])]) -> Study {
        let runs = |method: &str, seconds: f64| {
            let decided = seconds > 0.0;
            let status = if decided { "satisfied" } else { "unknown" };
            let reason = if decided { json!(null) } else { json!("time_limit") };
            json!({"method": method, "solver": null, "status": status, "reason": reason,
                "verified": true, "error": null, "times_seconds": vec![seconds.abs(); 3],
                "median_seconds": seconds.abs(), "mean_seconds": null, "deviation_seconds": null,
                "minimum_seconds": null, "maximum_seconds": null, "cpu_seconds": [],
                "peak_memory_bytes": null})
        };
        let point = |place: usize| {
            let runs = methods.iter().map(|(method, seconds)| runs(method, seconds[place]));
            json!({"value": place, "cases": 1, "instance": "", "runs": runs.collect::<Vec<_>>()})
        };
        let points: Vec<_> = (0..methods[0].1.len()).map(point).collect();
        let document = json!({"schema": "", "version": "", "suite": "s", "title": "", "seed": 1,
            "runs": 3, "warmup": 0, "complete": true, "agreement": null,
            "environment": {"version": "", "os": "", "architecture": "", "processor": "",
                "processors": 1, "memory_bytes": 1},
            "experiments": [{"name": "e", "title": "", "time_limit_seconds": limit,
                "parameter": {"name": "n", "label": "n"}, "points": points, "claims": []}]});
        Study::of_results(&serde_json::from_value(document).unwrap())
    }

    #[test]
    fn solved_counts_penalised_means_and_the_virtual_best() {
        let study =
            study(10.0, &[("a", &[1.0, 2.0, -10.0, -10.0]), ("b", &[3.0, 1.0, 4.0, -10.0])]);
        let winners = winners(&study);
        let won: Vec<Option<&str>> =
            winners.iter().map(|own| own.fastest.map(|row| row.method.as_str())).collect();
        assert_eq!(won, [Some("a"), Some("b"), Some("b"), None]);
        assert_eq!((winners[0].ratio, winners[2].ratio), (Some(3.0), None));
        let (methods, best) = summaries(&study, &winners);
        let told: Vec<_> = methods
            .iter()
            .map(|own| (own.method.as_deref().unwrap(), own.solved, own.instances, own.wins))
            .collect();
        assert_eq!(told, [("b", 3, 4, 2), ("a", 2, 4, 1)]);
        // (3 + 1 + 4 + 20) / 4, (1 + 2 + 20 + 20) / 4, (1 + 1 + 4 + 20) / 4.
        let means = [methods[0].par2, methods[1].par2, best.par2].map(Option::unwrap);
        for (mean, expected) in means.into_iter().zip([7.0, 10.75, 6.5]) {
            assert!((mean - expected).abs() < 1e-12, "{means:?}");
        }
        assert_eq!((best.solved, &best.times[..]), (3, &[1.0, 1.0, 4.0][..]));
    }
}
