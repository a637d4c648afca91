//! Measured times as samples: the median, intervals by resampling (bootstrap), outliers.

use rand::RngExt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::random::generator;

/// The number of resamples for an interval.
const RESAMPLES: usize = 2000;

/// The most draws for one interval: with very many times, fewer resamples are drawn.
const MOST_DRAWS: usize = 4_000_000;

/// The same times always give the same interval.
const SEED: u64 = 1;

/// The share that lies beyond an interval on each side.
const TAIL: f64 = 0.025;

/// The least distance of an outlier from the median, in median absolute deviations: ten standard
/// deviations of a normal distribution (Iglewicz and Hoaglin 1993; the threshold of hyperfine).
const OUTLIER: f64 = 14.826;

/// An interval that contains a value with 95 % confidence.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The median; for an even number of values the mean of the middle two; `None` for no values.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    sort_for_median(&mut values.to_vec())
}

/// The median of values, which it sorts.
fn sort_for_median(values: &mut [f64]) -> Option<f64> {
    let middle = values.len() / 2;
    values.sort_unstable_by(f64::total_cmp);
    match values.len() {
        0 => None,
        count if count % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

/// The interval of the median; `None` for fewer than two values.
#[must_use]
pub fn median_interval(values: &[f64]) -> Option<Interval> {
    resample(&[values], |medians| medians[0])
}

/// The ratio of the second medians to the first, each summed over all pairs.
#[must_use]
pub fn ratio(pairs: &[(&[f64], &[f64])]) -> Option<f64> {
    let sum = |values: &mut dyn Iterator<Item = &[f64]>| values.map(median).sum::<Option<f64>>();
    let first = sum(&mut pairs.iter().map(|pair| pair.0))?;
    let other = sum(&mut pairs.iter().map(|pair| pair.1))?;
    (first > 0.0).then(|| other / first)
}

/// The interval of that ratio; `None` if a sample has fewer than two values.
#[must_use]
pub fn ratio_interval(pairs: &[(&[f64], &[f64])]) -> Option<Interval> {
    let samples: Vec<&[f64]> = pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect();
    resample(&samples, |medians| {
        let sum = |offset| medians.iter().skip(offset).step_by(2).sum::<f64>();
        sum(1) / sum(0)
    })
}

/// Draws resamples of the same sizes, with replacement, and returns the interval of a statistic of
/// their medians.
fn resample(samples: &[&[f64]], statistic: impl Fn(&[f64]) -> f64) -> Option<Interval> {
    if samples.is_empty() || samples.iter().any(|sample| sample.len() < 2) {
        return None;
    }
    let values: usize = samples.iter().map(|sample| sample.len()).sum();
    let count = (MOST_DRAWS / values).clamp(100, RESAMPLES);
    let mut random = generator(SEED);
    let mut seen = Vec::with_capacity(count);
    let (mut medians, mut drawn) = (Vec::new(), Vec::new());
    for _ in 0..count {
        medians.clear();
        for sample in samples {
            drawn.clear();
            drawn.extend((0..sample.len()).map(|_| sample[random.random_range(0..sample.len())]));
            medians.extend(sort_for_median(&mut drawn));
        }
        seen.push(statistic(&medians));
    }
    seen.retain(|value| value.is_finite());
    seen.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| seen.get((share * seen.len().saturating_sub(1) as f64).round() as usize);
    Some(Interval { low: *at(TAIL)?, high: *at(1.0 - TAIL)? })
}

/// The indices of the values that are far from all others.
#[must_use]
pub fn outliers(values: &[f64]) -> Vec<usize> {
    let Some(middle) = median(values) else { return Vec::new() };
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    let Some(deviation) = median(&distances) else { return Vec::new() };
    let far = OUTLIER * deviation.max(f64::EPSILON);
    let distances = distances.into_iter().enumerate();
    distances.filter(|&(_, distance)| distance > far).map(|(place, _)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(interval: Option<Interval>, low: f64, high: f64) {
        let Interval { low: least, high: greatest } = interval.expect("an interval");
        assert!((least - low).abs() < 1e-9 && (greatest - high).abs() < 1e-9, "{interval:?}");
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[4.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn an_interval_holds_the_median_and_is_always_the_same() {
        let times: Vec<f64> = (1..=101).map(f64::from).collect();
        let interval = median_interval(&times).unwrap();
        assert_eq!(median_interval(&times), Some(interval));
        // Order statistics give the interval from the 41st to the 61st.
        assert!((38.0..45.0).contains(&interval.low), "{interval:?}");
        assert!((57.0..64.0).contains(&interval.high), "{interval:?}");
        close(median_interval(&[3.0; 5]), 3.0, 3.0);
        assert_eq!(median_interval(&[3.0]), None);
    }

    #[test]
    fn ratios_are_of_medians() {
        // By the means, the second would be faster.
        let (steady, jumpy) = ([1.0, 1.1, 9.0], [2.0, 2.0, 2.1]);
        let pair = [(&steady[..], &jumpy[..])];
        assert!((ratio(&pair).unwrap() - 2.0 / 1.1).abs() < 1e-12);
        assert!(ratio_interval(&pair).unwrap().contains(2.0 / 1.1));
        let two = [(&[1.0, 1.0][..], &[2.0, 2.0][..]), (&[1.0, 1.0], &[6.0, 6.0])];
        assert!((ratio(&two).unwrap() - 4.0).abs() < 1e-12);
        close(ratio_interval(&two), 4.0, 4.0);
        assert_eq!(ratio(&[(&[0.0], &[1.0])]), None);
        assert_eq!(ratio(&[(&[], &[1.0])]), None);
        assert_eq!(ratio_interval(&[(&[1.0], &[2.0, 2.0])]), None);
        assert_eq!(ratio_interval(&[(&[0.0, 0.0], &[0.0, 0.0])]), None);
    }

    #[test]
    fn a_value_far_from_the_others_is_an_outlier() {
        assert_eq!(outliers(&[1.0, 1.1, 0.9, 1.0, 5.0]), [4]);
        assert_eq!(outliers(&[5.0, 1.1, 0.9, 1.0, 1.0, 5.0]), [0, 5]);
        assert!(outliers(&[1.0, 1.1, 0.9, 1.0, 1.3]).is_empty());
        assert!(outliers(&[1.0, 1.0, 1.0]).is_empty() && outliers(&[]).is_empty());
        assert_eq!(outliers(&[1.0, 1.0, 1.0, 1.001]), [3], "the others do not differ at all");
    }
}
