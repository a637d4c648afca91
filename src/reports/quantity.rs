//! The quantity of a plot: a time, a share, or a number of steps.

use super::canvas::PLOTTED;
use crate::{
    documents::{
        comparison::{MethodRuns, Standing},
        results::{ExperimentResults, Point},
        seeds::SeedStatistics,
        text::grouped,
    },
    sample::Interval,
};

/// The quantity of a plot; a foreign document may hold any number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// The median run time.
    Time,
    /// The share of the runs with a range of seeds, or of the cases, that ended in an answer.
    SolvedShare,
    /// The median steps of those runs.
    Steps,
}

/// The words for a logarithmic axis.
pub(super) const LOG_SCALE: &str = "log scale";

/// The number of standard deviations around the mean that contain 95 % of a normal distribution.
const NORMAL: f64 = 1.959_964;

impl Quantity {
    /// The quantities plotted for an experiment; none for runs with a range of seeds at one point,
    /// where the table shows everything. The share of solved cases, if some of several are not solved.
    #[must_use]
    pub fn of(experiment: &ExperimentResults) -> &'static [Self] {
        match (&experiment.seeds, &experiment.parameter) {
            (None, Some(_)) if experiment.points.iter().any(has_unsolved_cases) => {
                &[Self::Time, Self::SolvedShare]
            }
            (None, _) => &[Self::Time],
            (Some(_), Some(_)) => &[Self::SolvedShare, Self::Steps],
            (Some(_), None) => &[],
        }
    }

    /// The axis label, which says whether the scale is logarithmic.
    #[must_use]
    pub fn axis_label(self, has_cases: bool) -> String {
        match self {
            Self::Time | Self::Steps => format!("{} ({LOG_SCALE})", self.label(has_cases)),
            Self::SolvedShare => self.label(has_cases).into(),
        }
    }

    /// The name of the quantity; `has_cases`: a run has several cases.
    #[must_use]
    pub fn label(self, has_cases: bool) -> &'static str {
        match self {
            Self::Time if has_cases => "median run time per case",
            Self::Time => "median run time",
            Self::SolvedShare => "runs solved",
            Self::Steps => "median steps of solved runs",
        }
    }

    /// The end of the name of a plot's file.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            // The names of experiments have no dots.
            Self::Time => "",
            Self::SolvedShare => ".solved",
            Self::Steps => ".steps",
        }
    }

    /// What a hollow mark means.
    #[must_use]
    pub fn hollow(self) -> &'static str {
        match self {
            Self::Time => "found, not proved",
            Self::SolvedShare | Self::Steps => "only some seeds were run",
        }
    }

    /// The value of a method's runs, and what it is the value of; without an answer, the time is
    /// the limit of a run.
    #[must_use]
    pub fn seen(self, runs: &MethodRuns, limit: Option<f64>) -> Option<(f64, Standing)> {
        let (value, standing) = match self {
            Self::Time => {
                let standing = runs.standing();
                let median = runs.median_seconds?;
                let time = if standing == Standing::Unanswered {
                    limit.filter(|&limit| limit > 0.0).unwrap_or(median)
                } else {
                    median
                };
                (time / runs.cases.total.max(1) as f64, standing)
            }
            Self::SolvedShare => {
                let share = |share: &f64| (0.0..=1.0).contains(share);
                let Some(seeds) = &runs.seeds else {
                    let cases = runs.cases.answered as f64 / runs.cases.total as f64;
                    return Some((cases, Standing::Answered)).filter(|(cases, _)| share(cases));
                };
                return Some((seeds.share.filter(share)?, of_seeds(seeds)));
            }
            Self::Steps => {
                let seeds = runs.seeds.as_ref()?;
                (seeds.steps_solved?.median, of_seeds(seeds))
            }
        };
        PLOTTED.contains(&value).then_some((value, standing))
    }

    /// The 95 % confidence interval of that value: for times by resampling, for shares by Wilson's
    /// score (1927); `None` if one run is not enough, or there is no answer.
    #[must_use]
    pub fn interval(self, runs: &MethodRuns) -> Option<Interval> {
        let interval = match self {
            Self::Time if runs.standing() == Standing::Unanswered => None,
            Self::Time => {
                let cases = runs.cases.total.max(1) as f64;
                let interval = runs.median_interval_seconds?;
                Some(Interval { low: interval.low / cases, high: interval.high / cases })
            }
            // Of few cases, the intervals of all methods would lie upon each other.
            Self::SolvedShare => {
                let SeedStatistics { runs, solved, .. } = *runs.seeds.as_ref()?;
                wilson(solved, runs)
            }
            Self::Steps => None,
        };
        let least = if self == Self::SolvedShare { 0.0 } else { PLOTTED.start };
        interval.filter(|own| (least..=own.high).contains(&own.low) && own.high < PLOTTED.end)
    }

    /// A value at a tick: `10 µs`, `1 ms`; `20 %`; `1,000`.
    #[must_use]
    pub fn tick(self, value: f64) -> String {
        match self {
            Self::Time => {
                let (factor, unit) = match value {
                    s if s < 0.999e-6 => (1e9, "ns"),
                    s if s < 0.999e-3 => (1e6, "µs"),
                    s if s < 0.999 => (1e3, "ms"),
                    _ => (1.0, "s"),
                };
                format!("{} {unit}", (value * factor * 10.0).round() / 10.0)
            }
            Self::SolvedShare => format!("{} %", (value * 100.0).round()),
            // A median may be a half-integer.
            Self::Steps if value < 0.999 => ((value * 1000.0).round() / 1000.0).to_string(),
            Self::Steps => grouped(value.round() as u64),
        }
    }
}

/// Whether a method leaves some of several cases of a point without an answer.
fn has_unsolved_cases(point: &Point) -> bool {
    let mut tallies = point.runs.iter().map(|runs| &runs.cases);
    point.cases > 1 && tallies.any(|cases| cases.answered < cases.total)
}

/// The 95 % confidence interval of a share, from the number of successes and trials.
fn wilson(seen: u64, all: u64) -> Option<Interval> {
    if all == 0 || seen > all {
        return None;
    }
    let (all, share) = (all as f64, seen as f64 / all as f64);
    let square = NORMAL * NORMAL / all;
    let middle = (share + square / 2.0) / (1.0 + square);
    let width = (share * (1.0 - share) * square + square * square / 4.0).sqrt() / (1.0 + square);
    Some(Interval { low: (middle - width).max(0.0), high: (middle + width).min(1.0) })
}

/// The result with all seeds, or with those before a limit.
fn of_seeds(seeds: &SeedStatistics) -> Standing {
    if seeds.reason.is_none() { Standing::Answered } else { Standing::Unproved }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::comparison::CaseTally;

    #[test]
    fn ticks_are_short() {
        let time = |seconds| Quantity::Time.tick(seconds);
        let ticks = [1e-7, 1e-6, 1e-4, 1e-3, 0.1, 1.0, 100.0].map(time);
        assert_eq!(ticks, ["100 ns", "1 µs", "100 µs", "1 ms", "100 ms", "1 s", "100 s"]);
        let share = |share| Quantity::SolvedShare.tick(share);
        assert_eq!([0.0, 0.2, 0.999_999, 1.0].map(share), ["0 %", "20 %", "100 %", "100 %"]);
        let steps = |steps| Quantity::Steps.tick(steps);
        assert_eq!([0.5, 1.0, 10.0, 1e6].map(steps), ["0.5", "1", "10", "1,000,000"]);
    }

    #[test]
    fn the_share_of_solved_cases_is_plotted_if_some_are_not_solved() {
        let runs = |answered| MethodRuns {
            cases: CaseTally { total: 4, answered, ..CaseTally::default() },
            ..MethodRuns::default()
        };
        let seen = |answered| Quantity::SolvedShare.seen(&runs(answered), None);
        assert_eq!(seen(3), Some((0.75, Standing::Answered)));
        assert_eq!((seen(5), Quantity::SolvedShare.interval(&runs(3))), (None, None));
        assert_eq!(Quantity::SolvedShare.seen(&MethodRuns::default(), None), None);
    }

    #[test]
    fn shares_lie_where_wilson_says() {
        let close = |seen, all, low: f64, high: f64| {
            let interval = wilson(seen, all).unwrap();
            let far = (interval.low - low).abs().max((interval.high - high).abs());
            assert!(far < 1e-4, "{interval:?}");
        };
        close(95, 100, 0.8882, 0.9785);
        close(0, 10, 0.0, 0.2775);
        close(10, 10, 0.7225, 1.0);
        assert_eq!((wilson(0, 0), wilson(2, 1)), (None, None));
    }
}
