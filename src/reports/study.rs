//! The subject of a report: a document as instances, with a row per instance and method.

use crate::{
    documents::{
        comparison::{
            CaseTally, ComparisonDocument, MethodRuns, PROGRAM, RunEnd, Standing, ranked,
        },
        json,
        results::{ExperimentResults, Point, ResultsDocument},
        rows::ResultRow,
        solution::Status,
        text::{grouped, grouped_digits},
    },
    puzzles::Statement,
};

/// A document as instances and rows.
#[derive(Debug, Default)]
pub struct Study {
    /// The experiments; a comparison is one without a name.
    pub(super) experiments: Vec<StudyExperiment>,
    /// The instances in the order of the document.
    pub(super) instances: Vec<Instance>,
    /// The rows, those of an instance together.
    pub(super) rows: Vec<Row>,
}

/// An experiment, as far as its rows need it.
#[derive(Debug)]
pub(super) struct StudyExperiment {
    pub name: String,
    /// The time limit of a run in seconds, if known.
    pub limit: Option<f64>,
    /// Whether a time is that of many runs with different seeds, and so not of one instance.
    pub over_seeds: bool,
}

/// An instance that methods were run on.
#[derive(Debug)]
pub(super) struct Instance {
    /// The index of its experiment.
    pub experiment: usize,
    /// Its name.
    pub name: String,
    /// Its sort key among those of its experiment.
    pub key: Option<f64>,
}

/// An instance by a method.
#[derive(Debug)]
pub(super) struct Row {
    /// The index of the instance.
    pub instance: usize,
    /// The method with the results of its runs.
    pub runs: MethodRuns,
    /// The command that runs it again.
    pub again: String,
}

impl Row {
    /// The median seconds of an answer in every run.
    pub fn solved_seconds(&self) -> Option<f64> {
        let sound = |median: &f64| *median > 0.0 && median.is_finite();
        let median = self.runs.median_seconds.filter(sound);
        median.filter(|_| self.runs.standing() == Standing::Answered)
    }

    /// The value of the answer for a person: an optimum, a count.
    pub fn value(&self) -> Option<String> {
        let counted = self.runs.count.as_deref().or(self.runs.at_least.as_deref());
        counted.map(grouped_digits).or(self.runs.objective.map(grouped))
    }
}

/// A row as the runs of a method on one case, which have words for every result.
fn runs_of(row: &ResultRow) -> MethodRuns {
    let decided = usize::from(row.status != Status::Unknown);
    let found = usize::from(decided == 1 || row.objective.is_some());
    let cases = CaseTally { total: 1, answered: decided, found, ..CaseTally::default() };
    let timed = || row.runs.iter().filter(|run| run.seconds.is_some());
    let ends = timed().map(|run| RunEnd {
        status: run.status,
        reason: run.reason,
        verified: run.verified,
        cases: CaseTally { answered: usize::from(run.is_decided()), ..cases },
    });
    let differ = !row.is_solved() && row.runs.iter().all(|run| run.status != Status::Unknown);
    let differ = (differ && row.error.is_none() && !row.runs.is_empty())
        .then(|| "its runs have different results".to_string());
    let times = row.times();
    MethodRuns {
        method: row.method.clone(),
        solver: row.solver.clone(),
        status: row.status,
        reason: row.reason,
        objective: row.objective,
        bound: row.bound,
        count: row.count.clone(),
        at_least: row.at_least.clone(),
        verified: row.verified,
        error: row.error.clone(),
        contradiction: differ,
        cases,
        ends: ends.collect(),
        median_seconds: row.median_seconds(),
        median_interval_seconds: row.median_interval(),
        minimum_seconds: times.iter().copied().min_by(f64::total_cmp),
        maximum_seconds: times.iter().copied().max_by(f64::total_cmp),
        times_seconds: times,
        cpu_seconds: timed().filter_map(|run| run.cpu_seconds).collect(),
        median_cpu_seconds: row.median_cpu_seconds(),
        peak_memory_bytes: row.peak_memory_bytes(),
        statistics: row.runs.last().map(|run| run.statistics).unwrap_or_default(),
        options: row.options.clone(),
        ..MethodRuns::default()
    }
}

/// The title of a puzzle, if it is valid.
fn title_of(puzzle: Option<&Statement>) -> Option<String> {
    puzzle.and_then(|statement| statement.puzzle().ok()).map(|puzzle| puzzle.title())
}

/// The values of the parameters at a point: `density 20 %, side 8`.
fn place_of(experiment: &ExperimentResults, point: &Point) -> Option<String> {
    if point.values.is_empty() {
        let (parameter, value) = experiment.parameter.as_ref().zip(point.value)?;
        return Some(format!("{} {}", parameter.name, parameter.show(value)));
    }
    let values = experiment.parameters.iter().zip(&point.values);
    let values = values.map(|(own, value)| format!("{} {}", own.name, own.shown(value)));
    Some(values.collect::<Vec<_>>().join(", "))
}

/// The command that runs an experiment again.
fn bench_again(
    document: &ResultsDocument,
    experiment: &ExperimentResults,
    (method, solver): (&str, Option<&str>),
) -> String {
    let ResultsDocument { suite, seed, runs, warmup, .. } = document;
    let mut words = vec![
        "satranj".to_string(),
        "bench".into(),
        format!("{suite}.json"),
        format!("--only={}", experiment.name),
        format!("--runs={runs}"),
        format!("--warmup={warmup}"),
        format!("--seed={seed}"),
        format!("--time-limit={}s", experiment.time_limit_seconds),
    ];
    words.extend(program(method, solver));
    command(words.iter().map(String::as_str))
}

impl Study {
    /// The study of results: each case of a point is an instance, if the document has rows for
    /// cases.
    #[must_use]
    pub fn of_results(document: &ResultsDocument) -> Self {
        Self::of_points(document, true)
    }

    /// The study of results with a point as an instance, all its cases together.
    pub(super) fn by_point(document: &ResultsDocument) -> Self {
        Self::of_points(document, false)
    }

    fn of_points(document: &ResultsDocument, by_case: bool) -> Self {
        let mut study = Self::default();
        for experiment in &document.experiments {
            let over_seeds = experiment.seeds.is_some();
            let limit = Some(experiment.time_limit_seconds);
            let name = experiment.name.clone();
            study.experiments.push(StudyExperiment { name, limit, over_seeds });
            for point in &experiment.points {
                // Results for many seeds cover all cases of a point together.
                if by_case && !over_seeds && !point.rows.is_empty() {
                    study.add_cases(document, experiment, point);
                } else {
                    study.add_point(document, experiment, point);
                }
            }
        }
        study
    }

    /// Adds a point as an instance.
    fn add_point(
        &mut self,
        document: &ResultsDocument,
        experiment: &ExperimentResults,
        point: &Point,
    ) {
        let cases = (point.cases > 1).then(|| format!("{} cases", grouped(point.cases as u64)));
        let name: Vec<String> =
            [place_of(experiment, point), cases].into_iter().flatten().collect();
        let name = if name.is_empty() { experiment.name.clone() } else { name.join(", ") };
        let instance = self.add_instance(name, point.value);
        self.rows.extend(point.runs.iter().map(|runs| {
            let of = (runs.method.as_str(), runs.solver.as_deref());
            let again = bench_again(document, experiment, of);
            Row { instance, runs: runs.clone(), again }
        }));
    }

    /// Adds each case of a point as an instance.
    fn add_cases(
        &mut self,
        document: &ResultsDocument,
        experiment: &ExperimentResults,
        point: &Point,
    ) {
        let mut numbers: Vec<usize> = point.rows.iter().map(|row| row.case).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in &numbers {
            let case = point.case(*number);
            let puzzle = case.and_then(|case| case.puzzle.as_ref());
            let of_case = case.and_then(|case| case.name.clone());
            let of_case = of_case.or_else(|| (numbers.len() > 1).then(|| format!("case {number}")));
            let place = place_of(experiment, point);
            let name: Vec<String> = [place, of_case].into_iter().flatten().collect();
            let name = match &name[..] {
                [] => title_of(puzzle).unwrap_or_else(|| experiment.name.clone()),
                name => name.join(", "),
            };
            let instance = self.add_instance(name, point.value);
            for row in point.rows.iter().filter(|row| row.case == *number) {
                let mut arguments = vec![
                    format!("--runs={}", row.runs.len().max(1)),
                    format!("--warmup={}", document.warmup),
                    format!("--time-limit={}s", experiment.time_limit_seconds),
                ];
                arguments.extend(row.seed.map(|seed| format!("--seed={seed}")));
                arguments.extend(experiment.options.arguments());
                arguments.extend(row.options.arguments());
                let of = (row.method.as_str(), row.solver.as_deref());
                arguments.extend(program(of.0, of.1));
                let again = on_puzzle(puzzle, &row.method, &arguments);
                let again = again.unwrap_or_else(|| bench_again(document, experiment, of));
                self.rows.push(Row { instance, runs: runs_of(row), again });
            }
        }
    }

    /// Adds an instance of the last experiment.
    fn add_instance(&mut self, name: String, key: Option<f64>) -> usize {
        let experiment = self.experiments.len() - 1;
        self.instances.push(Instance { experiment, name, key });
        self.instances.len() - 1
    }

    /// The study of a comparison; `file`: the name of the document.
    #[must_use]
    pub fn of_comparison(document: &ComparisonDocument, file: &str) -> Self {
        let limit = document.limit();
        let mut study = Self::default();
        study.experiments.push(StudyExperiment { name: String::new(), limit, over_seeds: false });
        let again = |puzzle, case: Option<usize>, runs: &MethodRuns| {
            let mut arguments = vec![
                format!("--runs={}", runs.times_seconds.len().max(1)),
                format!("--seed={}", document.seed),
            ];
            let limit = document.time_limit_seconds.map(|limit| format!("--time-limit={limit}s"));
            arguments.extend(limit);
            arguments.extend(document.options.arguments());
            arguments.extend(runs.options.arguments());
            arguments.extend(program(&runs.method, runs.solver.as_deref()));
            on_puzzle(puzzle, &runs.method, &arguments).unwrap_or_else(|| {
                let mut words = vec!["satranj".into(), "compare".into(), "--from".into()];
                words.push(file.to_string());
                words.extend(case.map(|case| format!("--case={case}")));
                words.push(format!("--methods={}", base(&runs.method)));
                words.extend(arguments);
                command(words.iter().map(String::as_str))
            })
        };
        let mut cases: Vec<usize> = document.rows.iter().map(|row| row.case).collect();
        cases.sort_unstable();
        cases.dedup();
        if cases.len() < 2 {
            let instance = study.add_instance(document.title(), None);
            let row = |runs: &MethodRuns| {
                let again = again(document.puzzle.as_ref(), None, runs);
                Row { instance, runs: runs.clone(), again }
            };
            study.rows = ranked(&document.runs).into_iter().map(row).collect();
            return study;
        }
        for case in cases {
            let stated = document.cases.iter().find(|stated| stated.case == case);
            let puzzle = stated.and_then(|stated| stated.puzzle.as_ref());
            let instance = study.add_instance(format!("case {case}"), Some(case as f64));
            for row in document.rows.iter().filter(|row| row.case == case) {
                let runs = runs_of(row);
                let again = again(puzzle, Some(case), &runs);
                study.rows.push(Row { instance, runs, again });
            }
        }
        study
    }

    /// The instance of a row.
    pub(super) fn instance(&self, row: &Row) -> &Instance {
        &self.instances[row.instance]
    }

    /// The experiment of an instance.
    pub(super) fn experiment(&self, instance: &Instance) -> &StudyExperiment {
        &self.experiments[instance.experiment]
    }

    /// The rows whose times are those of an instance, by the index of the instance.
    pub(super) fn timed(&self) -> impl Iterator<Item = &Row> {
        let is_timed = |row: &&Row| !self.experiment(self.instance(row)).over_seeds;
        self.rows.iter().filter(is_timed)
    }

    /// The instances whose rows have times of an instance.
    pub(super) fn timed_instances(&self) -> Vec<usize> {
        let mut places: Vec<usize> = self.timed().map(|row| row.instance).collect();
        places.dedup();
        places
    }

    /// The methods in the order of their first rows.
    #[must_use]
    pub fn methods(&self) -> Vec<&str> {
        let mut methods: Vec<&str> = Vec::new();
        for row in self.timed() {
            if !methods.contains(&row.runs.method.as_str()) {
                methods.push(&row.runs.method);
            }
        }
        methods
    }

    /// The time limit of a row's runs.
    pub(super) fn limit(&self, row: &Row) -> Option<f64> {
        self.experiment(self.instance(row)).limit.filter(|limit| *limit > 0.0)
    }
}

/// A longer puzzle as JSON is not put into a command line.
const LONGEST_PUZZLE: usize = 2000;

/// A word of a command line, quoted if the shell would split it.
fn quoted(word: &str) -> String {
    // A word with a zero byte cannot be in a command line.
    shlex::try_quote(word).map_or_else(|_| "?".into(), Into::into)
}

/// Words as a command line.
fn command<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The name of a method without its options.
fn base(method: &str) -> &str {
    method.split_once(" --").map_or(method, |(name, _)| name)
}

/// The option that names an external program again.
fn program(method: &str, solver: Option<&str>) -> Option<String> {
    let (name, line) = method.strip_prefix(PROGRAM).zip(solver?.strip_prefix("cmd:"))?;
    Some(format!("--program={name}={line}"))
}

/// The command that runs a method on a puzzle again; `None` if the puzzle is unknown or too large.
fn on_puzzle(puzzle: Option<&Statement>, method: &str, arguments: &[String]) -> Option<String> {
    let text = json::raw(puzzle?).ok().and_then(|json| String::from_utf8(json).ok());
    let text = text.filter(|text| text.len() <= LONGEST_PUZZLE)?;
    let puzzle = quoted(&format!("{{\"puzzle\":{text}}}"));
    let methods = format!("--methods={}", base(method));
    let arguments =
        command(std::iter::once(methods.as_str()).chain(arguments.iter().map(|own| &**own)));
    Some(format!("printf %s {puzzle} | satranj compare --from - {arguments}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let line = command(["satranj", "a b", "it's", "$(reboot)", "--x=1"]);
        assert_eq!(shlex::split(&line).unwrap(), ["satranj", "a b", "it's", "$(reboot)", "--x=1"]);
        assert_eq!(base("sat:position --amo=ladder"), "sat:position");
        assert_eq!(base("native:dfs"), "native:dfs");
        let lkh = program("program:lkh", Some("cmd:lkh {hcp}"));
        assert_eq!(lkh.as_deref(), Some("--program=lkh=lkh {hcp}"));
        assert_eq!(program("sat:cuts", Some("cmd:kissat")), None);
    }
}
