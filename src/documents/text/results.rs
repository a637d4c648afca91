//! A results document as text: for each experiment the times or success rates by parameter, and the
//! claims.

use std::fmt::Write as _;

use anstyle::AnsiColor;

use super::{
    comparison::{table, time_cell},
    grouped,
    layout::{TextLayout, painted},
    seconds, sweep, warnings,
};
use crate::documents::{
    comparison::{CaseTally, MethodRuns, Standing},
    results::{ExperimentResults, Point, ResultsDocument},
    scores::Scores,
    seeds::SeedStatistics,
    suite::SWEEP,
};

/// The results of all experiments.
#[must_use]
pub fn results(document: &ResultsDocument, layout: TextLayout) -> String {
    let swept = match &document.experiments[..] {
        [only] if document.suite == SWEEP && only.name == SWEEP => only.parameter.as_ref(),
        _ => None,
    };
    let title = || format!("{}\n", document.title);
    let mut text = swept.map_or_else(title, |_| String::new());
    for experiment in &document.experiments {
        match swept {
            Some(parameter) => {
                let methods = in_order(experiment).into_iter().map(String::from);
                let methods: Vec<String> = methods.collect();
                text += &sweep(&document.title, parameter, &experiment.points, &methods);
            }
            None => {
                let _ = write!(text, "\n{}\n\n", experiment.title);
                text += &table(&rows(experiment));
            }
        }
        let scored = scores(experiment);
        if !scored.is_empty() {
            let _ = write!(text, "\n{}", table(&scored));
        }
        for warning in warnings(experiment.points.iter().flat_map(|point| &point.runs)) {
            let _ = write!(text, "\nnote: {warning}\n");
        }
        for claim in &experiment.claims {
            let _ = writeln!(text, "\n{}", claim.claim);
            let Some(seen) = &claim.seen else { continue };
            let (word, colour) = match claim.holds {
                Some(true) => ("as claimed", AnsiColor::Green),
                Some(false) => ("not as claimed", AnsiColor::Red),
                None => ("unknown", AnsiColor::Yellow),
            };
            let _ = writeln!(text, "  {seen}: {}", painted(word, colour, layout.coloured));
        }
    }
    let disagreements = document.points().filter_map(|point| point.disagreement.as_ref());
    for problem in disagreements {
        let words = format!("the methods disagree: {problem}");
        let _ = writeln!(text, "\n{}", painted(&words, AnsiColor::Red, layout.coloured));
    }
    if let Some((word, colour)) = agreement(document) {
        let _ = writeln!(text, "\n{}", painted(word, colour, layout.coloured));
    }
    if !document.complete {
        text += "interrupted; the results are incomplete\n";
    }
    text
}

/// The sentence about the agreement of all methods at all points, and its colour; disagreements are
/// shown at each point.
#[must_use]
pub fn agreement(document: &ResultsDocument) -> Option<(&'static str, AnsiColor)> {
    match document.agreement {
        Some(true) => Some(("all answers agree", AnsiColor::Green)),
        Some(false) => None,
        None if !document.complete => Some(("the answers were not compared", AnsiColor::Yellow)),
        None => Some((
            "the answers were not compared: no case has answers from two methods",
            AnsiColor::Yellow,
        )),
    }
}

/// The rows of the table of an experiment, a point per column: success rates for a range of seeds,
/// otherwise median times.
#[must_use]
pub fn rows(experiment: &ExperimentResults) -> Vec<Vec<String>> {
    match &experiment.seeds {
        Some(seeds) => successes(experiment, seeds),
        None => times(experiment),
    }
}

/// The rows of the scores of methods over many cases; empty for one case, or for a range of seeds.
#[must_use]
pub fn scores(experiment: &ExperimentResults) -> Vec<Vec<String>> {
    let Scores { methods, virtual_best, .. } = experiment.scores();
    if experiment.seeds.is_some() || virtual_best.instances < 2 {
        return Vec::new();
    }
    let header = ["all cases", "solved", "PAR-2", "fastest in"];
    let mut rows = vec![header.map(String::from).to_vec()];
    for score in methods.iter().chain([&virtual_best]) {
        rows.push(vec![
            score.method.clone(),
            format!("{} of {}", score.solved, score.instances),
            score.par2_seconds.map_or_else(|| "-".into(), seconds),
            score.wins.to_string(),
        ]);
    }
    rows
}

/// A text about the runs of a method with a range of seeds.
type Told = fn(&SeedStatistics) -> Option<String>;

/// The rows of each method: the share solved, the steps, the time.
fn successes(experiment: &ExperimentResults, seeds: &str) -> Vec<Vec<String>> {
    let quantities: [(&str, Told); 4] = [
        ("runs solved", |seeds| {
            let share = format!("{:.1} %", seeds.share? * 100.0);
            let cut = seeds.reason.map(|_| format!("{share} of {}", grouped(seeds.runs)));
            Some(cut.unwrap_or(share))
        }),
        ("runs that proved \"no solution\"", |seeds| {
            (seeds.refuted > 0).then(|| grouped(seeds.refuted))
        }),
        ("median steps of solved runs", |seeds| Some(rounded(seeds.steps_solved?.median))),
        ("median steps of unsolved runs", |seeds| Some(rounded(seeds.steps_unsolved?.median))),
    ];
    let mut header = vec!["method".to_string(), format!("seeds {seeds}")];
    header.extend(experiment.points.iter().map(|point| experiment.shown(point)));
    let mut rows = vec![header];
    for method in methods(experiment) {
        let runs: Vec<_> = experiment.points.iter().map(|point| point.runs_of(method)).collect();
        let mut name = method;
        for (quantity, words) in quantities {
            let cells = runs.iter().map(|runs| words(runs.as_ref()?.seeds.as_ref()?));
            let cells: Vec<Option<String>> = cells.collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".into()));
                rows.push([name.into(), quantity.into()].into_iter().chain(cells).collect());
                name = "";
            }
        }
        let times = runs.iter().map(|runs| time_cell(*runs));
        rows.push([name.into(), "time of all runs".into()].into_iter().chain(times).collect());
        let times = runs.iter().map(|runs| processor_cell(*runs));
        rows.push([String::new(), "cpu of all runs".into()].into_iter().chain(times).collect());
    }
    rows
}

/// A median or similar number with at most one decimal.
fn rounded(number: f64) -> String {
    ((number * 10.0).round() / 10.0).to_string()
}

/// The rows of a table of median times: two rows per method, wall-clock and processor time, and a
/// column per point.
fn times(experiment: &ExperimentResults) -> Vec<Vec<String>> {
    let mut header = vec!["method".to_string(), "cases".to_string()];
    header.extend(experiment.points.iter().map(|point| point_name(experiment, point)));
    let mut rows = vec![header];
    for method in methods(experiment) {
        let runs = || experiment.points.iter().map(|point| point.runs_of(method));
        let named = [method.to_string(), tally(experiment, method)];
        rows.push(named.into_iter().chain(runs().map(time_cell)).collect());
        let unnamed = [String::new(), "cpu".into()];
        rows.push(unnamed.into_iter().chain(runs().map(processor_cell)).collect());
    }
    rows
}

/// The methods of an experiment as named, but those that answered nowhere last.
#[must_use]
pub fn methods(experiment: &ExperimentResults) -> Vec<&str> {
    let all = || experiment.points.iter().flat_map(|point| &point.runs);
    let mut methods = in_order(experiment);
    methods.sort_by_key(|method| {
        let mut own = all().filter(|runs| runs.method == *method);
        own.all(|runs| runs.standing() == Standing::Unanswered)
    });
    methods
}

/// The methods of an experiment as named.
fn in_order(experiment: &ExperimentResults) -> Vec<&str> {
    let mut methods: Vec<&str> = Vec::new();
    for runs in experiment.points.iter().flat_map(|point| &point.runs) {
        if !methods.contains(&runs.method.as_str()) {
            methods.push(&runs.method);
        }
    }
    methods
}

/// The value of the parameter at a point.
fn point_name(experiment: &ExperimentResults, point: &Point) -> String {
    let shown = experiment.shown(point);
    if shown.is_empty() { "median".into() } else { shown }
}

/// In how many cases of all points a method has an answer, and the right one; and how many runs
/// answered, if only some runs of a point did.
fn tally(experiment: &ExperimentResults, method: &str) -> String {
    let mut sum = CaseTally::default();
    let (mut answering, mut all, mut differ, mut contradicts) = (0, 0, false, false);
    for runs in experiment.points.iter().filter_map(|point| point.runs_of(method)) {
        let CaseTally { total, answered, found, known, best, .. } = runs.cases;
        sum.total += total;
        sum.found += found.max(answered).max(best);
        sum.known += known;
        sum.best += best;
        let found_by_runs = runs.ends.iter().filter(|end| end.cases.found == found).count();
        all += runs.ends.len();
        answering += if found > 0 { found_by_runs } else { 0 };
        differ |= found_by_runs < runs.ends.len();
        contradicts |= runs.contradiction.is_some();
    }
    let CaseTally { total, found, known, best, .. } = sum;
    let mut text = if found == total && known == total {
        format!("{best} of {total} right")
    } else {
        let right = match known {
            0 => String::new(),
            known if known == total => format!(", {best} right"),
            known => format!(", right in {best} of {known} known cases"),
        };
        format!("{found} of {total} answered{right}")
    };
    if differ {
        let _ = write!(text, "; {answering} of {all} runs answered");
    }
    if contradicts {
        text += "; contradicts itself";
    }
    text
}

/// The median processor time of a method at a point.
fn processor_cell(runs: Option<&MethodRuns>) -> String {
    runs.and_then(|runs| runs.median_cpu_seconds).map_or_else(|| "-".into(), seconds)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The end of a run of one case: with an answer, right or not, or without.
    fn end(answer: Option<bool>) -> Value {
        let (answered, best) = (usize::from(answer.is_some()), usize::from(answer == Some(true)));
        let status = if answer.is_some() { "satisfied" } else { "unknown" };
        let reason = if answer.is_some() { Value::Null } else { json!("time_limit") };
        let cases =
            json!({"total": 1, "answered": answered, "found": answered, "known": 1, "best": best});
        json!({"status": status, "reason": reason, "verified": true, "cases": cases})
    }

    /// A method's runs with these ends.
    fn runs(method: &str, answers: &[Option<bool>]) -> Value {
        let ends: Vec<Value> = answers.iter().map(|answer| end(*answer)).collect();
        let times: Vec<f64> =
            answers.iter().map(|answer| if answer.is_some() { 0.5 } else { 9.0 }).collect();
        let answered = answers.iter().rposition(Option::is_some);
        let last = ends.last().unwrap();
        json!({"method": method, "status": last["status"], "reason": last["reason"],
            "verified": true, "cases": ends[answered.unwrap_or(0)]["cases"], "ends": ends,
            "times_seconds": times, "median_seconds": crate::sample::median(&times),
            "cpu_seconds": []})
    }

    fn experiment(points: &[Vec<Value>]) -> ExperimentResults {
        let point = |runs: &Vec<Value>| json!({"cases": 1, "instance": "", "runs": runs});
        let points: Vec<Value> = points.iter().map(point).collect();
        let experiment = json!({"name": "e", "title": "e", "time_limit_seconds": 9.0,
            "points": points, "claims": []});
        serde_json::from_value(experiment).unwrap()
    }

    #[test]
    fn each_run_of_a_method_counts() {
        let (right, wrong, none) = (Some(true), Some(false), None);
        for (answers, words) in [
            (vec![vec![right, right]], "1 of 1 right"),
            (vec![vec![right, none]], "1 of 1 right; 1 of 2 runs answered"),
            (vec![vec![none]], "0 of 1 answered, 0 right"),
            (vec![vec![wrong]], "0 of 1 right"),
            (vec![vec![right, right], vec![none]], "1 of 2 answered, 1 right"),
            (vec![vec![right, none], vec![none]], "1 of 2 answered, 1 right; 1 of 3 runs answered"),
        ] {
            let points: Vec<Vec<Value>> =
                answers.iter().map(|answers| vec![runs("m", answers)]).collect();
            assert_eq!(tally(&experiment(&points), "m"), words, "{answers:?}");
        }
        let mut itself = runs("m", &[right, right]);
        itself["contradiction"] = json!("one has a solution, one says no");
        let words = tally(&experiment(&[vec![itself]]), "m");
        assert_eq!(words, "1 of 1 right; contradicts itself");
    }

    #[test]
    fn who_answered_nowhere_comes_last_and_has_no_time() {
        let (right, none) = (Some(true), None);
        let mut gave_up = runs("gave up", &[none]);
        gave_up["reason"] = json!("incomplete_method");
        let points = vec![gave_up, runs("limit", &[none]), runs("slow", &[right])];
        let rows = rows(&experiment(&[points]));
        let cells: Vec<(&str, &str)> =
            rows.iter().skip(1).step_by(2).map(|row| (&*row[0], &*row[2])).collect();
        assert_eq!(cells, [("slow", "500.0 ms"), ("gave up", "gave up"), ("limit", "> 9.00 s")]);
    }
}
