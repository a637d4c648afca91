//! The growth of times: a fitted power of the parameter, with its uncertainty.

use crate::documents::{
    comparison::Standing,
    results::{ExperimentResults, Point},
    text::methods,
};

use super::Quantity;

/// Fewer points cannot support a power law.
const FEWEST: usize = 4;

/// A power of the parameter: `time = factor · n^exponent`, by least squares of the logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerFit {
    /// The exponent.
    pub exponent: f64,
    /// The half-width of the 95 % confidence interval of the exponent, by Student's distribution;
    /// valid if times are a power of n with random deviations.
    pub uncertainty: f64,
    /// The logarithm of the factor.
    pub intercept: f64,
    /// The share of the variance of the times' logarithms that the power explains.
    pub explained: f64,
    /// The number of points.
    pub points: usize,
    /// If an exponential leaves less than half the residual of the power: the factor by which times
    /// grow with each step of n.
    pub exponential: Option<f64>,
}

impl PowerFit {
    /// The fitted time.
    #[must_use]
    pub fn at(&self, n: f64) -> f64 {
        (self.intercept + self.exponent * n.ln()).exp()
    }
}

/// The power that best fits points of a parameter and a time; `None` for fewer than four different
/// values, or if all times are equal.
#[must_use]
pub fn power(points: &[(f64, f64)]) -> Option<PowerFit> {
    let sound = |&&(n, time): &&(f64, f64)| n > 0.0 && time > 0.0 && (n * time).is_finite();
    let points: Vec<(f64, f64)> = points.iter().filter(sound).copied().collect();
    let mut values: Vec<f64> = points.iter().map(|point| point.0).collect();
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    if values.len() < FEWEST {
        return None;
    }
    let logarithms = |of: fn(f64) -> f64| points.iter().map(move |&(n, time)| (of(n), time.ln()));
    let power = line(&logarithms(f64::ln).collect::<Vec<_>>())?;
    let exponential = line(&logarithms(|n| n).collect::<Vec<_>>())?;
    let free = points.len() - 2;
    let error = (power.left / free as f64 / power.spread).sqrt();
    let grows = exponential.left < power.left / 2.0;
    let fit = PowerFit {
        exponent: power.slope,
        uncertainty: student(free) * error,
        intercept: power.intercept,
        explained: 1.0 - power.left / power.total,
        points: points.len(),
        exponential: grows.then(|| exponential.slope.exp()),
    };
    (fit.exponent.is_finite() && fit.uncertainty.is_finite()).then_some(fit)
}

/// A least-squares line through points.
struct FittedLine {
    slope: f64,
    intercept: f64,
    /// The residual sum of squares, and the total.
    left: f64,
    total: f64,
    /// The sum of squared distances of the abscissas from their mean.
    spread: f64,
}

fn line(points: &[(f64, f64)]) -> Option<FittedLine> {
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        points.iter().map(|point| of(point.0 - x, point.1 - y)).sum::<f64>()
    };
    let spread = sum(&|x, _| x * x);
    let total = sum(&|_, y| y * y);
    let slope = sum(&|x, y| x * y) / spread;
    let left = sum(&|x, y| (y - slope * x).powi(2));
    (spread > 0.0 && total > 0.0).then_some(FittedLine {
        slope,
        intercept: y - slope * x,
        left,
        total,
        spread,
    })
}

/// The number of standard errors of a 95 % confidence interval: Student's distribution with these
/// degrees of freedom, from a table and by the expansion of Fisher (1925).
fn student(free: usize) -> f64 {
    // From one degree of freedom on.
    const FEW: [f64; 15] = [
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010,
        2.1788, 2.1604, 2.1448, 2.1314,
    ];
    let (z, free_f) = (1.959_964_f64, free as f64);
    let expanded = || {
        let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * free_f * free_f);
        z + (z.powi(3) + z) / (4.0 * free_f) + second
    };
    match free.checked_sub(1) {
        Some(place) => FEW.get(place).copied().unwrap_or_else(expanded),
        None => f64::INFINITY,
    }
}

/// Whether times of an experiment are shown over the logarithm of its parameter, with powers: the
/// parameter is a size with some range, not a share.
#[must_use]
pub fn is_size(experiment: &ExperimentResults) -> bool {
    let is_share = experiment.parameter.as_ref().is_none_or(|parameter| parameter.percent);
    let values: Vec<f64> = experiment.points.iter().filter_map(|point| point.value).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(0.0, f64::max);
    !is_share
        && values.len() >= FEWEST
        && least > 1e-12
        && greatest < 1e12
        && greatest >= 1.5 * least
}

/// The fitted powers of the methods of an experiment over sizes, for methods that answered at
/// enough points, in the order of the plot.
#[must_use]
pub fn powers(experiment: &ExperimentResults) -> Vec<(&str, PowerFit)> {
    if !is_size(experiment) || experiment.seeds.is_some() {
        return Vec::new();
    }
    let answered = |method, point: &Point| {
        let (time, standing) = Quantity::Time.seen(point.runs_of(method)?, None)?;
        Some((point.value?, time)).filter(|_| standing != Standing::Unanswered)
    };
    let fit = |method| {
        let points = experiment.points.iter().filter_map(|point| answered(method, point));
        Some((method, power(&points.collect::<Vec<_>>())?))
    };
    methods(experiment).into_iter().filter_map(fit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_found_with_its_uncertainty() {
        let cube: Vec<(f64, f64)> = [2.0f64, 4.0, 8.0, 16.0, 32.0]
            .iter()
            .zip([1.1, 0.9, 1.05, 0.95, 1.0])
            .map(|(&n, noise)| (n, 1e-6 * n.powi(3) * noise))
            .collect();
        let fit = power(&cube).unwrap();
        assert!((fit.exponent - 3.0).abs() < fit.uncertainty, "{fit:?}");
        assert!(fit.uncertainty > 0.05 && fit.uncertainty < 0.3, "{fit:?}");
        assert!(fit.explained > 0.99 && fit.exponential.is_none(), "{fit:?}");
        assert!((fit.at(8.0) / 512e-6 - 1.0).abs() < 0.1);
        // Computed with textbook formulas in another language.
        assert!((fit.exponent - 2.98030).abs() < 1e-4, "{fit:?}");
        assert!((fit.uncertainty - 0.12795).abs() < 1e-4, "{fit:?}");
    }

    #[test]
    fn what_doubles_with_each_step_is_no_power() {
        let points: Vec<(f64, f64)> = (4..12).map(|n| (f64::from(n), 2f64.powi(n))).collect();
        let fit = power(&points).unwrap();
        assert!((fit.exponential.unwrap() - 2.0).abs() < 1e-9, "{fit:?}");
    }

    #[test]
    fn of_few_points_nothing_is_said() {
        let points = |count: usize| -> Vec<(f64, f64)> {
            (1..=count).map(|n| (n as f64, (n * n) as f64)).collect()
        };
        assert_eq!(power(&points(3)), None);
        assert!(power(&points(4)).is_some());
        assert_eq!(power(&[(2.0, 1.0); 9]), None);
        assert_eq!(power(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0), (4.0, 1.0)]), None);
        assert_eq!(power(&[(0.0, 1.0), (-2.0, 1.0), (3.0, 0.0), (4.0, f64::NAN)]), None);
    }

    #[test]
    fn students_distribution() {
        for (free, expected) in [(2, 4.3027), (9, 2.2622), (10, 2.2281), (20, 2.0860), (30, 2.0423)]
        {
            assert!((student(free) - expected).abs() < 2e-3, "{free}: {}", student(free));
        }
    }
}
