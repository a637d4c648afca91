//! How much faster the fastest method was than the others, with warnings.

use super::grouped;
use crate::{
    documents::comparison::{MethodRuns, Relative, Warning},
    sample::Interval,
};

/// The fastest method compared with each other one that answered: how many times faster it was, or
/// that there is no clear difference; the nearest first.
#[must_use]
pub fn ratios(runs: &[MethodRuns]) -> Vec<String> {
    let others = runs.iter().filter_map(|runs| Some((runs.relative?, runs.method.as_str())));
    let mut others: Vec<(Relative, &str)> = others.collect();
    others.sort_by(|a, b| a.0.ratio.total_cmp(&b.0.ratio));
    // The first is the fastest itself.
    others.iter().skip(1).map(|(relative, method)| ratio(*relative, method)).collect()
}

/// The fastest compared with another. If the interval contains 1, the other may be the faster one.
fn ratio(relative: Relative, method: &str) -> String {
    let Relative { ratio, interval } = relative;
    let shown = times(ratio);
    let interval_words =
        |interval: Interval| format!("95%: {} to {}", times(interval.low), times(interval.high));
    match interval {
        Some(interval) if interval.contains(1.0) => {
            let words = interval_words(interval);
            format!("no clear difference from {method}: ratio of the medians {shown} ({words})")
        }
        Some(interval) => {
            format!("{shown} times faster than {method} ({})", interval_words(interval))
        }
        None if ratio < 1.005 => format!("no difference from {method}: the medians are equal"),
        None => format!("{shown} times faster than {method}"),
    }
}

/// A ratio with its significant decimals.
#[must_use]
pub fn times(ratio: f64) -> String {
    match ratio {
        // A ratio above 1 is not shown as 1.0.
        ratio if ratio < 1.1 => format!("{ratio:.2}"),
        ratio if ratio < 99.95 => format!("{ratio:.1}"),
        ratio => grouped(ratio.round() as u64),
    }
}

/// The warnings about the times of methods, one per line; none for a method without another to
/// compare.
#[must_use]
pub fn warnings<'r>(runs: impl IntoIterator<Item = &'r MethodRuns>) -> Vec<String> {
    let runs: Vec<&MethodRuns> = runs.into_iter().collect();
    if runs.iter().filter(|runs| !runs.times_seconds.is_empty()).count() < 2 {
        return Vec::new();
    }
    let warned = |warning| {
        let mut methods: Vec<&str> = Vec::new();
        for runs in runs.iter().filter(|runs| runs.warnings.contains(&warning)) {
            if !methods.contains(&runs.method.as_str()) {
                methods.push(&runs.method);
            }
        }
        (!methods.is_empty()).then(|| methods.join(", "))
    };
    // Without two answers there is no ratio to warn about.
    let are_compared = runs.iter().filter(|runs| runs.relative.is_some()).count() > 1;
    let few = warned(Warning::FewRuns).filter(|_| are_compared).map(|_| {
        let few = runs.iter().filter(|runs| runs.warnings.contains(&Warning::FewRuns));
        let what = if few.map(|runs| runs.times_seconds.len()).min() == Some(1) {
            "one run does not show how times vary"
        } else {
            "with fewer than 5 runs the intervals are unreliable"
        };
        format!("{what}; measure more with --runs 10")
    });
    let noise = warned(Warning::BelowClockNoise).map(|methods| {
        format!("times below 0.1 ms are dominated by the clock and a cold start: {methods}")
    });
    let slow = warned(Warning::SlowFirstRun).map(|methods| {
        format!(
            "the first run was far from the others; add unmeasured runs with --warmup 3: {methods}"
        )
    });
    let outliers = warned(Warning::Outliers).map(|methods| {
        format!(
            "some runs were far from the others; other programs may have disturbed them: {methods}"
        )
    });
    [few, noise, slow, outliers].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_comes_first() {
        let in_words = |value, interval: Option<(f64, f64)>| {
            let interval = interval.map(|(low, high)| Interval { low, high });
            ratio(Relative { ratio: value, interval }, "x")
        };
        assert_eq!(in_words(3.21, Some((2.94, 3.5))), "3.2 times faster than x (95%: 2.9 to 3.5)");
        assert_eq!(
            in_words(1.03, Some((1.01, 1.06))),
            "1.03 times faster than x (95%: 1.01 to 1.06)"
        );
        // Either may be the faster one, by much.
        assert_eq!(
            in_words(7.7, Some((0.38, 62.3))),
            "no clear difference from x: ratio of the medians 7.7 (95%: 0.38 to 62.3)"
        );
        assert_eq!(in_words(12345.6, None), "12,346 times faster than x");
        assert_eq!(in_words(1.0, None), "no difference from x: the medians are equal");
    }
}
