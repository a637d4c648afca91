//! Methods on many instances: how many they solved, their penalised averages, who won.

use std::collections::BTreeMap;

use super::study::{Row, Study};
use crate::{
    documents::{
        comparison::Standing,
        scores::{MethodScore, ScoredRow, Scores, scores},
    },
    sample::{Interval, ratio, ratio_interval},
};

/// How methods did on the instances of a study.
#[derive(Debug)]
pub struct Summary<'s> {
    /// The methods, first those that solved most, then by least time; each with the number of
    /// instances in which it found a solution without a proof.
    pub methods: Vec<(MethodScore, usize)>,
    /// A selector that knows the fastest method of every instance.
    pub virtual_best: MethodScore,
    /// The winner of each instance.
    pub winners: Vec<Winner<'s>>,
}

/// Who won on an instance.
#[derive(Debug)]
pub struct Winner<'s> {
    /// The index of the instance.
    pub(super) instance: usize,
    /// The fastest row, and the next; `None` for an instance that no method solved.
    pub(super) fastest: Option<&'s Row>,
    pub(super) next: Option<&'s Row>,
    /// How many times slower the next was.
    pub ratio: Option<f64>,
    /// The 95 % confidence interval of that ratio.
    pub interval: Option<Interval>,
}

/// How the methods of a study did, and who won.
#[must_use]
pub fn summary(study: &Study) -> Summary<'_> {
    let rows: Vec<&Row> = study.timed().collect();
    let scored = rows.iter().map(|row| ScoredRow {
        instance: row.instance,
        method: &row.runs.method,
        seconds: row.solved_seconds(),
        limit: study.limit(row),
    });
    let Scores { methods, virtual_best, ranking } = scores(scored);
    let mut unproved: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.runs.standing() == Standing::Unproved) {
        *unproved.entry(&row.runs.method).or_default() += 1;
    }
    let with_unproved = |score: MethodScore| {
        let unproved = unproved.get(score.method.as_str()).copied().unwrap_or(0);
        (score, unproved)
    };
    let mut methods: Vec<(MethodScore, usize)> = methods.into_iter().map(with_unproved).collect();
    let sum = |own: &MethodScore| own.par2_seconds.unwrap_or(f64::INFINITY);
    methods.sort_by(|(a, _), (b, _)| a.method.cmp(&b.method));
    methods.sort_by(|(a, _), (b, _)| b.solved.cmp(&a.solved).then(sum(a).total_cmp(&sum(b))));
    let winners = ranking.into_iter().map(|(instance, ranked)| {
        let at = |place: usize| ranked.get(place).map(|&row| rows[row]);
        winner(instance, at(0), at(1))
    });
    Summary { methods, virtual_best, winners: winners.collect() }
}

/// The winner of an instance, and the runner-up.
fn winner<'s>(instance: usize, fastest: Option<&'s Row>, next: Option<&'s Row>) -> Winner<'s> {
    let times = |row: &'s Row| &row.runs.times_seconds[..];
    let pair = fastest.zip(next).map(|(fastest, next)| [(times(fastest), times(next))]);
    let (ratio, interval) = pair.map_or((None, None), |pair| (ratio(&pair), ratio_interval(&pair)));
    Winner { instance, fastest, next, ratio, interval }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A study of two methods: seconds at each point, negative without an answer.
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
        let Summary { methods, virtual_best, winners } = summary(&study);
        let won: Vec<Option<&str>> =
            winners.iter().map(|own| own.fastest.map(|row| row.runs.method.as_str())).collect();
        assert_eq!(won, [Some("a"), Some("b"), Some("b"), None]);
        assert_eq!((winners[0].ratio, winners[2].ratio), (Some(3.0), None));
        let rows: Vec<_> = methods
            .iter()
            .map(|(own, _)| (own.method.as_str(), own.solved, own.instances, own.wins))
            .collect();
        assert_eq!(rows, [("b", 3, 4, 2), ("a", 2, 4, 1)]);
        // (3 + 1 + 4 + 20) / 4, (1 + 2 + 20 + 20) / 4, (1 + 1 + 4 + 20) / 4.
        let means = [&methods[0].0, &methods[1].0, &virtual_best];
        let means = means.map(|own| own.par2_seconds.unwrap());
        for (mean, expected) in means.into_iter().zip([7.0, 10.75, 6.5]) {
            assert!((mean - expected).abs() < 1e-12, "{means:?}");
        }
        assert_eq!((virtual_best.solved, &virtual_best.times[..]), (3, &[1.0, 1.0, 4.0][..]));
    }
}
