//! The runs of one method as a document summarises them.

use satranj_encodings::model::Sense;

use super::{agreement::Answers, child::ChildRun, plan::NumberedCase};
use crate::{
    documents::{
        comparison::{MethodRuns, Relative, RunEnd, Standing, Warning},
        rows::ResultRow,
        solution::Status,
    },
    limits::Reason,
    sample::{median, median_interval, outliers, ratio, ratio_interval},
    statistics::Statistics,
};

/// With fewer runs an interval is not informative.
const ENOUGH_RUNS: usize = 5;

/// Below this many seconds, the clock's error and a cold start are as large as the work.
const CLOCK_NOISE: f64 = 1e-4;

/// The measured runs of a method, and the contradictions among all its runs.
pub struct JudgedRuns {
    pub runs: Vec<ChildRun>,
    pub contradiction: Option<String>,
}

/// The runs of one method; `heading`: its name, options and solver; `sense`: whether more or less
/// is better.
pub fn summary(
    heading: &ResultRow,
    judged: &JudgedRuns,
    cases: &[&NumberedCase],
    answers: &Answers,
    sense: Option<Sense>,
) -> MethodRuns {
    let runs = &judged.runs;
    let last = runs.last();
    let ended = runs.iter().rev().find(|run| !run.broke_off()).or(last);
    let answered = ended.map_or(&[][..], |run| &run.cases);
    let (status, reason) = status(last);
    let one = answered.first().filter(|_| cases.len() == 1);
    let objective = one.and_then(|case| case.objective);
    let bound = objective.zip(sense).filter(|_| status == Status::Unknown);
    let verified = |run: &ChildRun| {
        run.cases.len() == cases.len() && run.cases.iter().all(|case| case.verified)
    };
    let end = |run: &ChildRun| {
        let (status, reason) = self::status(Some(run));
        RunEnd { status, reason, verified: verified(run), cases: answers.tally(&run.cases) }
    };
    let times_seconds: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
    let cpu_seconds: Vec<f64> = runs.iter().map(|run| run.cpu_seconds).collect();
    let mean = mean(&times_seconds);
    let mut summary = MethodRuns {
        method: heading.method.clone(),
        solver: heading.solver.clone(),
        status,
        reason,
        objective,
        bound: bound.map(|(_, sense)| sense.into()),
        count: one.and_then(|case| case.count.clone()),
        at_least: one.and_then(|case| case.at_least.clone()),
        verified: !runs.is_empty() && runs.iter().all(verified),
        error: runs.iter().find_map(|run| error(run, cases)),
        contradiction: judged.contradiction.clone(),
        cases: answers.tally(answered),
        ends: runs.iter().map(end).collect(),
        median_seconds: median(&times_seconds),
        median_interval_seconds: median_interval(&times_seconds),
        relative: None,
        mean_seconds: mean,
        deviation_seconds: mean.and_then(|mean| deviation(&times_seconds, mean)),
        minimum_seconds: times_seconds.iter().copied().min_by(f64::total_cmp),
        maximum_seconds: times_seconds.iter().copied().max_by(f64::total_cmp),
        times_seconds,
        median_cpu_seconds: median(&cpu_seconds),
        cpu_seconds,
        warnings: Vec::new(),
        peak_memory_bytes: runs.iter().map(|run| run.peak_memory_bytes).max(),
        statistics: last.map_or_else(Statistics::default, |run| run.statistics),
        seeds: last.and_then(|run| run.seeds.clone()),
        options: heading.options.clone(),
    };
    if summary.standing() != Standing::Unanswered {
        summary.warnings = warnings(&summary);
    }
    summary
}

/// Warnings about the reliability of the times.
fn warnings(runs: &MethodRuns) -> Vec<Warning> {
    let times = &runs.times_seconds;
    let outliers = match &outliers(times)[..] {
        // The spread of few values is not informative.
        _ if times.len() < ENOUGH_RUNS => None,
        [] => None,
        [0] => Some(Warning::SlowFirstRun),
        _ => Some(Warning::Outliers),
    };
    // A run covers the whole range of seeds.
    let few = (times.len() < ENOUGH_RUNS && runs.seeds.is_none()).then_some(Warning::FewRuns);
    let is_noise = runs.median_seconds.is_some_and(|median| median < CLOCK_NOISE);
    let noise = is_noise.then_some(Warning::BelowClockNoise);
    [few, noise, outliers].into_iter().flatten().collect()
}

/// The fastest method that answered; the others get the ratio of their median to its median.
pub fn fastest(runs: &mut [MethodRuns]) -> Option<String> {
    let answered = runs.iter().filter(|runs| runs.has_answered() && runs.median_seconds.is_some());
    let first = answered.min_by(|a, b| {
        let seconds = |runs: &MethodRuns| runs.median_seconds.unwrap_or(f64::MAX);
        seconds(a).total_cmp(&seconds(b))
    });
    let (name, times) = first.map(|first| (first.method.clone(), first.times_seconds.clone()))?;
    for runs in runs.iter_mut().filter(|runs| runs.has_answered()) {
        let pair = [(&times[..], &runs.times_seconds[..])];
        let is_first = runs.method == name;
        runs.relative = ratio(&pair).map(|ratio| Relative {
            ratio,
            interval: if is_first { None } else { ratio_interval(&pair) },
        });
    }
    Some(name)
}

/// The answer of a run: unknown if one case is, "no" if all are.
fn status(run: Option<&ChildRun>) -> (Status, Option<Reason>) {
    let Some(run) = run else { return (Status::Unknown, Some(Reason::Interrupted)) };
    // The answers came from the runs before the limit.
    if let Some(limit) = run.seeds.as_ref().and_then(|seeds| seeds.reason) {
        return (Status::Unknown, Some(limit));
    }
    let undecided = || run.cases.iter().filter(|case| case.status == Status::Unknown);
    if run.cases.is_empty() || undecided().next().is_some() {
        // A limit is more informative than an incomplete method.
        let reasons = || undecided().filter_map(|case| case.reason);
        let limit = reasons().find(|reason| *reason != Reason::IncompleteMethod);
        return (Status::Unknown, run.killed.or(limit).or_else(|| reasons().next()));
    }
    let statuses = || run.cases.iter().map(|case| case.status);
    let solved = statuses().find(|status| *status != Status::Unsatisfiable);
    (solved.unwrap_or(Status::Unsatisfiable), None)
}

/// The error of a method that could not run at all, or not on a case.
fn error(run: &ChildRun, cases: &[&NumberedCase]) -> Option<String> {
    let in_case = || {
        let errors = run.cases.iter().zip(cases).filter_map(|(case, numbered)| {
            let error = case.error.as_ref()?;
            Some(format!("case {}: {error}", numbered.number))
        });
        errors.into_iter().next()
    };
    run.error.clone().or_else(in_case)
}

fn mean(times: &[f64]) -> Option<f64> {
    (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
}

/// The standard deviation of a sample; `None` for a single time.
fn deviation(times: &[f64], mean: f64) -> Option<f64> {
    let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
    (times.len() > 1).then(|| (squares / (times.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        documents::{choices::Choices, rows::RowRun},
        puzzles::kinds,
        sample::Interval,
    };

    fn case(status: Status, reason: Option<Reason>) -> RowRun {
        RowRun { status, reason, verified: true, ..RowRun::default() }
    }

    fn run(seconds: f64, cases: Vec<RowRun>) -> ChildRun {
        ChildRun {
            error: None,
            wrong: None,
            killed: None,
            is_warmup: false,
            seconds,
            cpu_seconds: seconds,
            peak_memory_bytes: 1,
            statistics: Statistics::default(),
            cases,
            solution: None,
            seeds: None,
        }
    }

    fn one() -> NumberedCase {
        let puzzle = Arc::from(kinds::LIST[0].puzzles().next().unwrap());
        NumberedCase { number: 1, name: None, puzzle }
    }

    #[test]
    fn medians_and_deviations() {
        let satisfied = || vec![case(Status::Satisfied, None)];
        let runs = [1.0, 4.0, 2.0].map(|seconds| run(seconds, satisfied()));
        let summary = summarised(runs.into());
        assert_eq!(summary.times_seconds, [1.0, 4.0, 2.0]);
        assert_eq!(summary.median_seconds, Some(2.0));
        assert_eq!((summary.minimum_seconds, summary.maximum_seconds), (Some(1.0), Some(4.0)));
        let deviation = summary.deviation_seconds.unwrap();
        assert!((deviation - (7.0f64 / 3.0).sqrt()).abs() < 1e-12, "{deviation}");
        assert_eq!((summary.cases.answered, summary.cases.hit_rate), (1, Some(1.0)));
    }

    /// The summary of runs of one case.
    fn summarised(runs: Vec<ChildRun>) -> MethodRuns {
        let mut answers = Answers::new([(1, None)]);
        for run in &runs {
            answers.add(0, &run.cases);
        }
        let judged = JudgedRuns { runs, contradiction: answers.disagreement() };
        let heading = ResultRow {
            case: 1,
            ..ResultRow::heading("native:dfs".into(), Choices::default(), None, Some(1))
        };
        summary(&heading, &judged, &[&one()], &answers, None)
    }

    #[test]
    fn each_run_counts_for_itself() {
        let satisfied = || vec![case(Status::Satisfied, None)];
        let limit = || vec![case(Status::Unknown, Some(Reason::TimeLimit))];
        let summary = summarised(vec![run(0.5, satisfied()), run(10.0, limit())]);
        assert_eq!((summary.status, summary.reason), (Status::Unknown, Some(Reason::TimeLimit)));
        assert_eq!(summary.answered_runs(), (1, 2));
        assert_eq!((summary.cases.answered, summary.cases.best, summary.cases.total), (1, 1, 1));
        let right: Vec<usize> = summary.ends.iter().map(|end| end.cases.best).collect();
        assert_eq!(right, [1, 0]);
        assert_eq!(summary.standing(), Standing::Unanswered);
        // A contradicted answer is not an answer.
        let none = vec![case(Status::Unsatisfiable, None)];
        let summary = summarised(vec![run(0.5, satisfied()), run(0.5, none)]);
        assert_eq!(
            summary.contradiction.as_deref(),
            Some("one answer has a solution, another says that none exists")
        );
        assert!(!summary.has_answered() && summary.standing() == Standing::Unanswered);
    }

    #[test]
    fn who_did_not_answer_is_never_the_fastest() {
        let satisfied = || vec![case(Status::Satisfied, None)];
        let gave_up = || vec![case(Status::Unknown, Some(Reason::IncompleteMethod))];
        let quick = summarised(vec![run(1e-6, gave_up())]);
        let slow = summarised([2.0, 2.0].map(|seconds| run(seconds, satisfied())).into());
        let slower = summarised([5.0, 5.0].map(|seconds| run(seconds, satisfied())).into());
        let slow = MethodRuns { method: "slow".into(), ..slow };
        let mut runs = [quick, slower, slow];
        assert_eq!(fastest(&mut runs).as_deref(), Some("slow"));
        let ratios = runs.each_ref().map(|runs| runs.relative.map(|relative| relative.ratio));
        assert_eq!(ratios, [None, Some(2.5), Some(1.0)]);
        let interval = Some(Interval { low: 2.5, high: 2.5 });
        assert_eq!(runs[1].relative.unwrap().interval, interval);
        assert_eq!(fastest(&mut runs[..1]), None);
    }

    #[test]
    fn warnings_tell_what_not_to_believe() {
        let warned = |times: &[f64]| {
            let satisfied = || vec![case(Status::Satisfied, None)];
            summarised(times.iter().map(|&seconds| run(seconds, satisfied())).collect()).warnings
        };
        assert_eq!(warned(&[1.0, 1.1, 1.2, 1.0, 1.1]), []);
        assert_eq!(warned(&[1.0, 1.1]), [Warning::FewRuns]);
        let all = [Warning::FewRuns, Warning::BelowClockNoise];
        assert_eq!(warned(&[1e-5]), all);
        assert_eq!(warned(&[9.0, 1.1, 1.2, 1.0, 1.1]), [Warning::SlowFirstRun]);
        assert_eq!(warned(&[1.0, 1.1, 1.2, 9.0, 1.1]), [Warning::Outliers]);
    }

    #[test]
    fn of_several_cases_one_that_is_undecided_counts() {
        let limit = Some(Reason::TimeLimit);
        let incomplete = Some(Reason::IncompleteMethod);
        for (cases, expected) in [
            (vec![(Status::Optimal, None), (Status::Unsatisfiable, None)], (Status::Optimal, None)),
            (vec![(Status::Unsatisfiable, None); 2], (Status::Unsatisfiable, None)),
            (
                vec![(Status::Unknown, incomplete), (Status::Unknown, limit)],
                (Status::Unknown, limit),
            ),
            (
                vec![(Status::Optimal, None), (Status::Unknown, incomplete)],
                (Status::Unknown, incomplete),
            ),
            (vec![], (Status::Unknown, None)),
        ] {
            let cases = cases.into_iter().map(|(status, reason)| case(status, reason)).collect();
            assert_eq!(status(Some(&run(1.0, cases))), expected);
        }
    }
}
