//! What a report is of: a document as instances, and a row for each of them by every method.

use super::StoredComparison;
use crate::{
    documents::{
        comparison::{MethodRuns, Standing},
        results::{ExperimentResults, Point, ResultsDocument},
        solution::Status,
        text::{comparison_row, grouped, grouped_digits},
    },
    puzzles::Statement,
    sample::Interval,
};

/// A puzzle of more letters as JSON is no part of a command line.
const LONGEST_PUZZLE: usize = 2000;

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

/// An experiment, as far as its rows are concerned.
#[derive(Debug)]
pub(super) struct StudyExperiment {
    pub name: String,
    /// The time limit of a run in seconds, where it is known.
    pub limit: Option<f64>,
    /// Whether a time is that of many runs with different seeds, which is no time of an instance.
    pub over_seeds: bool,
}

/// What methods were run on.
#[derive(Debug)]
pub(super) struct Instance {
    /// The place of its experiment.
    pub experiment: usize,
    /// What it is called.
    pub name: String,
    /// By what it is sorted among those of its experiment.
    pub key: Option<f64>,
}

/// An instance by a method.
#[derive(Debug)]
pub(super) struct Row {
    /// The place of the instance.
    pub instance: usize,
    pub method: String,
    pub standing: Standing,
    /// What came out, in words.
    pub answer: String,
    /// The value of the answer: an optimum, a count.
    pub value: Option<String>,
    /// The median time for a person, of no answer too: `> 60.00 s`.
    pub shown: String,
    /// From the least to the greatest time.
    pub range: String,
    /// What each run ended in, its seconds by the clock, and by the processor.
    pub runs: Vec<RowRun>,
    pub median: Option<f64>,
    /// Where the median lies with a confidence of 95 %.
    pub interval: Option<Interval>,
    pub median_cpu: Option<f64>,
    pub memory: Option<u64>,
    pub nodes: u64,
    /// The command that runs it again.
    pub again: String,
}

/// One run of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowRun {
    pub status: Status,
    pub seconds: f64,
    pub cpu: Option<f64>,
}

impl Row {
    /// The median seconds of an answer in every run.
    pub fn solved_seconds(&self) -> Option<f64> {
        let sound = |median: &f64| *median > 0.0 && median.is_finite();
        self.median.filter(|_| self.standing == Standing::Answered).filter(sound)
    }

    /// The times of all runs.
    pub fn times(&self) -> Vec<f64> {
        self.runs.iter().map(|run| run.seconds).collect()
    }

    /// The row of a method's runs.
    fn of(instance: usize, runs: &MethodRuns, again: String) -> Self {
        let run = |(index, &seconds): (usize, &f64)| RowRun {
            status: runs.ends.get(index).map_or(runs.status, |end| end.status),
            seconds,
            cpu: runs.cpu_seconds.get(index).copied(),
        };
        let counted = runs.count.as_deref().or(runs.at_least.as_deref()).map(grouped_digits);
        // The cells of the table of a comparison.
        let [_, answer, shown, range, ..] = &comparison_row(runs)[..] else {
            unreachable!("a row has all columns")
        };
        Self {
            instance,
            method: runs.method.clone(),
            standing: runs.standing(),
            answer: answer.clone(),
            value: counted.or(runs.objective.map(grouped)),
            shown: shown.clone(),
            range: range.clone(),
            runs: runs.times_seconds.iter().enumerate().map(run).collect(),
            median: runs.median_seconds,
            interval: runs.median_interval_seconds,
            median_cpu: runs.median_cpu_seconds,
            memory: runs.peak_memory_bytes,
            nodes: runs.statistics.nodes,
            again,
        }
    }
}

/// A word of a command line, in quotes where the shell would take it apart.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| "?".into(), Into::into)
}

/// Words of a command line.
fn command<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// What compares a method on a puzzle again; `file`: what names the puzzle where it is large.
fn again_on(puzzle: Option<&Statement>, file: &str, arguments: &str) -> String {
    let stated = puzzle.and_then(|puzzle| serde_json::to_string(puzzle).ok());
    match stated.filter(|text| text.len() <= LONGEST_PUZZLE) {
        Some(text) => {
            let puzzle = quoted(&format!("{{\"puzzle\": {text}}}"));
            format!("printf %s {puzzle} | satranj compare --from - {arguments}")
        }
        None => format!("satranj compare --from {} {arguments}", quoted(file)),
    }
}

impl Study {
    /// The study of results.
    #[must_use]
    pub fn of_results(document: &ResultsDocument) -> Self {
        let mut study = Self::default();
        for experiment in &document.experiments {
            let place = study.experiments.len();
            study.experiments.push(StudyExperiment {
                name: experiment.name.clone(),
                limit: Some(experiment.time_limit_seconds),
                over_seeds: experiment.seeds.is_some(),
            });
            for point in &experiment.points {
                study.add_point(place, document, experiment, point);
            }
        }
        study
    }

    fn add_point(
        &mut self,
        place: usize,
        document: &ResultsDocument,
        experiment: &ExperimentResults,
        point: &Point,
    ) {
        let value = experiment.parameter.as_ref().zip(point.value);
        let value = value.map(|(parameter, value)| {
            format!("{} {}", parameter.label, parameter.show(value))
        });
        let cases = (point.cases > 1).then(|| format!("{} cases", grouped(point.cases as u64)));
        let name: Vec<String> = [value, cases].into_iter().flatten().collect();
        let name = if name.is_empty() { experiment.name.clone() } else { name.join(", ") };
        let ResultsDocument { suite, seed, runs, warmup, .. } = document;
        let again = command([
            "satranj",
            "bench",
            &format!("{suite}.json"),
            &format!("--only={}", experiment.name),
            &format!("--runs={runs}"),
            &format!("--warmup={warmup}"),
            &format!("--seed={seed}"),
            &format!("--time-limit={}s", experiment.time_limit_seconds),
        ]);
        let instance = self.instances.len();
        self.instances.push(Instance { experiment: place, name, key: point.value });
        self.rows.extend(point.runs.iter().map(|runs| Row::of(instance, runs, again.clone())));
    }

    /// The study of a comparison; `file`: what the document is called.
    #[must_use]
    pub fn of_comparison(document: &StoredComparison, file: &str) -> Self {
        let puzzle = document.puzzle.as_ref();
        let limit = document.limit();
        let again = |runs: &MethodRuns| {
            let count = runs.times_seconds.len().max(1);
            let limit = document.time_limit_seconds.map(|limit| format!("--time-limit={limit}s"));
            let mut words = vec![
                format!("--methods={}", runs.method),
                format!("--runs={count}"),
                format!("--seed={}", document.seed),
            ];
            words.extend(limit);
            words.extend(document.options.arguments());
            again_on(puzzle, file, &command(words.iter().map(String::as_str)))
        };
        Self {
            experiments: vec![StudyExperiment { name: String::new(), limit, over_seeds: false }],
            instances: vec![Instance { experiment: 0, name: document.title(), key: None }],
            rows: document.runs.iter().map(|runs| Row::of(0, runs, again(runs))).collect(),
        }
    }

    /// The instance of a row.
    pub(super) fn instance(&self, row: &Row) -> &Instance {
        &self.instances[row.instance]
    }

    /// The experiment of an instance.
    pub(super) fn experiment(&self, instance: &Instance) -> &StudyExperiment {
        &self.experiments[instance.experiment]
    }

    /// The rows whose times are those of an instance, by the place of the instance.
    pub(super) fn timed(&self) -> impl Iterator<Item = &Row> {
        let is_timed = |row: &&Row| !self.experiment(self.instance(row)).over_seeds;
        self.rows.iter().filter(is_timed)
    }

    /// The instances that have rows with times of an instance.
    pub(super) fn timed_instances(&self) -> Vec<usize> {
        let mut places: Vec<usize> = self.timed().map(|row| row.instance).collect();
        places.dedup();
        places
    }

    /// The methods in the order of their first rows.
    pub(super) fn methods(&self) -> Vec<&str> {
        let mut methods: Vec<&str> = Vec::new();
        for row in self.timed() {
            if !methods.contains(&row.method.as_str()) {
                methods.push(&row.method);
            }
        }
        methods
    }

    /// The time limit of a row's runs.
    pub(super) fn limit(&self, row: &Row) -> Option<f64> {
        self.experiment(self.instance(row)).limit.filter(|limit| *limit > 0.0)
    }
}
