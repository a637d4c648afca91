//! The runs of one method as a document holds them.

use satranj_encodings::model::Sense;

use super::{NumberedCase, agreement::Answers, child::ChildRun};
use crate::{
    documents::{comparison::MethodRuns, solution::Status},
    limits::Reason,
    methods::{Method, Options},
    statistics::Statistics,
};

/// The runs of one method; `sense`: which values are better.
pub fn summary(
    method: &dyn Method,
    options: &Options,
    runs: &[ChildRun],
    cases: &[NumberedCase],
    answers: &Answers,
    sense: Option<Sense>,
) -> MethodRuns {
    let last = runs.last();
    let answered = last.map_or(&[][..], |run| &run.cases);
    let (status, reason) = status(last);
    let one = answered.first().filter(|_| cases.len() == 1);
    let objective = one.and_then(|case| case.objective);
    let bound = objective.zip(sense).filter(|_| status == Status::Unknown);
    let verified = |run: &ChildRun| {
        run.cases.len() == cases.len() && run.cases.iter().all(|case| case.verified)
    };
    let mut times: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
    let times_seconds = times.clone();
    times.sort_by(f64::total_cmp);
    let mean = mean(&times);
    MethodRuns {
        method: method.name().into(),
        solver: method.solver(options),
        status,
        reason,
        objective,
        bound: bound.map(|(_, sense)| sense.into()),
        count: one.and_then(|case| case.count.clone()),
        verified: !runs.is_empty() && runs.iter().all(verified),
        error: runs.iter().find_map(|run| error(run, cases)),
        cases: answers.tally(answered),
        times_seconds,
        median_seconds: median(&times),
        mean_seconds: mean,
        deviation_seconds: mean.and_then(|mean| deviation(&times, mean)),
        minimum_seconds: times.first().copied(),
        maximum_seconds: times.last().copied(),
        cpu_seconds: runs.iter().map(|run| run.cpu_seconds).collect(),
        peak_memory_bytes: runs.iter().map(|run| run.peak_memory_bytes).max(),
        statistics: last.map_or_else(Statistics::default, |run| run.statistics),
        seeds: last.and_then(|run| run.seeds.clone()),
    }
}

/// What came out of a run: of several cases unknown if one is, "no" if all are.
fn status(run: Option<&ChildRun>) -> (Status, Option<Reason>) {
    let Some(run) = run else { return (Status::Unknown, Some(Reason::Interrupted)) };
    // What is known of the cases came of the runs before the limit.
    if let Some(limit) = run.seeds.as_ref().and_then(|seeds| seeds.reason) {
        return (Status::Unknown, Some(limit));
    }
    let undecided = || run.cases.iter().filter(|case| case.status == Status::Unknown);
    if run.cases.is_empty() || undecided().next().is_some() {
        // A limit says more than that the method is incomplete.
        let reasons = || undecided().filter_map(|case| case.reason);
        let limit = reasons().find(|reason| *reason != Reason::IncompleteMethod);
        return (Status::Unknown, run.killed.or(limit).or_else(|| reasons().next()));
    }
    let statuses = || run.cases.iter().map(|case| case.status);
    let solved = statuses().find(|status| *status != Status::Unsatisfiable);
    (solved.unwrap_or(Status::Unsatisfiable), None)
}

/// Why the method could not be run at all, or not on a case.
fn error(run: &ChildRun, cases: &[NumberedCase]) -> Option<String> {
    let in_case = || {
        let errors = run.cases.iter().zip(cases).filter_map(|(case, numbered)| {
            let error = case.error.as_ref()?;
            Some(format!("case {}: {error}", numbered.number))
        });
        errors.into_iter().next()
    };
    run.error.clone().or_else(in_case)
}

/// The median of sorted times.
fn median(times: &[f64]) -> Option<f64> {
    let middle = times.len() / 2;
    match times.len() {
        0 => None,
        count if count % 2 == 1 => Some(times[middle]),
        _ => Some(f64::midpoint(times[middle - 1], times[middle])),
    }
}

fn mean(times: &[f64]) -> Option<f64> {
    (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
}

/// The standard deviation of a sample; of one time none.
fn deviation(times: &[f64], mean: f64) -> Option<f64> {
    let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
    (times.len() > 1).then(|| (squares / (times.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{super::document::CaseRun, *};
    use crate::{methods::native::dfs::DepthFirst, puzzles::kinds};

    fn case(status: Status, reason: Option<Reason>) -> CaseRun {
        CaseRun { status, reason, verified: true, error: None, objective: None, count: None }
    }

    fn run(seconds: f64, cases: Vec<CaseRun>) -> ChildRun {
        ChildRun {
            error: None,
            wrong: None,
            killed: None,
            seconds,
            cpu_seconds: seconds,
            peak_memory_bytes: 1,
            statistics: Statistics::default(),
            cases,
            seeds: None,
        }
    }

    fn cases(count: usize) -> Vec<NumberedCase> {
        let puzzle = || Arc::from(kinds::LIST[0].puzzles().next().unwrap());
        (1..=count).map(|number| NumberedCase { number, puzzle: puzzle() }).collect()
    }

    #[test]
    fn medians_and_deviations() {
        let satisfied = || vec![case(Status::Satisfied, None)];
        let runs = [1.0, 4.0, 2.0].map(|seconds| run(seconds, satisfied()));
        let mut answers = Answers::new([(1, None)]);
        answers.add(&satisfied());
        let summary = summary(&DepthFirst, &Options::default(), &runs, &cases(1), &answers, None);
        assert_eq!(summary.times_seconds, [1.0, 4.0, 2.0]);
        assert_eq!(summary.median_seconds, Some(2.0));
        assert_eq!((summary.minimum_seconds, summary.maximum_seconds), (Some(1.0), Some(4.0)));
        let deviation = summary.deviation_seconds.unwrap();
        assert!((deviation - (7.0f64 / 3.0).sqrt()).abs() < 1e-12, "{deviation}");
        assert_eq!((summary.cases.answered, summary.cases.hit_rate), (1, Some(1.0)));
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
