//! `satranj compare`: several methods side by side, each in a process of its own.

mod child;
mod tables;

use std::{
    collections::BTreeSet,
    io::IsTerminal,
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use clap::Args;
use indicatif::ProgressBar;

use super::{
    CliError,
    arguments::{OutputArguments, RunArguments},
    output::check_files,
    puzzle::PuzzleArguments,
    session::catch_signals,
    solve::{method, performs},
};
use crate::{
    documents::{
        VERSION,
        comparison::{ComparisonDocument, MethodRuns, SCHEMA},
        instance,
        solution::Status,
        text,
    },
    limits::Reason,
    machine,
    methods::{Counting, Method, Registry},
    puzzles::{Puzzle, Task},
    statistics::Statistics,
};
use child::{Child, ChildRun};

/// The time limit of a run where none is given.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(60);

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// The methods, in a list [default: all that apply]
    #[arg(long, global = true, value_name = "METHODS", value_delimiter = ',')]
    methods: Vec<String>,
    /// Count the solutions instead of finding one
    #[arg(long, global = true)]
    counting: bool,
    /// Measured runs of each method; after one without an answer no further
    #[arg(long, global = true, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    runs: u32,
    /// Runs before the measured ones, not counted
    #[arg(long, global = true, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    warmup: u32,
    /// Also write the table as Markdown
    #[arg(long, global = true, value_name = "FILE")]
    export_markdown: Option<PathBuf>,
    /// Also write all times as CSV
    #[arg(long, global = true, value_name = "FILE")]
    export_csv: Option<PathBuf>,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command: 0 if some method answered and none contradicts, 3 if none answered, 4
/// if methods contradict one another or one gave a wrong solution.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let files = [&arguments.output.output, &arguments.export_markdown, &arguments.export_csv];
    check_files(files.into_iter().flatten())?;
    let puzzle = arguments.puzzle.puzzle()?;
    let statement = puzzle.statement();
    let methods = methods(arguments, registry, puzzle.as_ref())?;
    let mut limits = arguments.run.clone();
    let time_limit = *limits.time_limit.get_or_insert(DEFAULT_TIME_LIMIT);
    let command = if arguments.counting { "count" } else { "solve" };
    let child = Child::new(command, &statement, &limits, time_limit)?;
    let signal = catch_signals()?;
    let mut runs = Vec::new();
    let mut wrong = None;
    let mut answers = Answers::default();
    let bar = progress_bar(arguments.output.quiet);
    for method in methods {
        let mut measured = Vec::new();
        for number in 0..arguments.warmup + arguments.runs {
            if signal.load(Ordering::Relaxed) != 0 {
                break;
            }
            let all = arguments.warmup + arguments.runs;
            let what = format!("{}, run {} of {all}", method.name(), number + 1);
            if arguments.output.verbose > 0 {
                eprintln!("satranj: {what}");
            }
            bar.set_message(what);
            let run = child.run(method.name(), &signal)?;
            let undecided = run.status == Status::Unknown;
            answers.add(&run);
            if let Some(problem) = &run.wrong {
                wrong = Some(problem.clone());
            }
            if undecided || number >= arguments.warmup {
                measured.push(run);
            }
            if undecided {
                break;
            }
        }
        runs.push(summary(method, &measured));
    }
    bar.finish_and_clear();
    let disagreement = answers.disagreement();
    let answered = |runs: &&MethodRuns| runs.status != Status::Unknown && runs.error.is_none();
    let fastest = runs.iter().filter(answered).min_by(|a, b| {
        let (a, b) = (a.median_seconds.unwrap_or(f64::MAX), b.median_seconds.unwrap_or(f64::MAX));
        a.total_cmp(&b)
    });
    let document = ComparisonDocument {
        schema: SCHEMA,
        version: VERSION,
        instance: instance(&statement),
        puzzle: statement,
        seed: arguments.run.seed,
        options: arguments.run.choices(),
        environment: machine::environment(),
        agreement: disagreement.is_none(),
        fastest: fastest.map(|runs| runs.method.clone()),
        runs,
    };
    let title = puzzle.title();
    arguments.output.print(&document, |layout| text::comparison(&document, &title, layout))?;
    if let Some(path) = &arguments.export_markdown {
        tables::markdown(path, &document)?;
    }
    if let Some(path) = &arguments.export_csv {
        tables::csv(path, &document)?;
    }
    if let Some(problem) = wrong {
        return Err(CliError::Check(problem));
    }
    let errors: Option<Vec<&String>> =
        document.runs.iter().map(|runs| runs.error.as_ref()).collect();
    if let Some(error) = errors.as_ref().and_then(|errors| errors.first()) {
        return Err(CliError::Usage(format!("no method could be run: {error}")));
    }
    if let Some(disagreement) = disagreement {
        return Err(CliError::Check(format!("the methods disagree: {disagreement}")));
    }
    let signal = signal.load(Ordering::Relaxed);
    Ok(match (signal, &document.fastest) {
        (0, Some(_)) => 0,
        (0, None) => 3,
        (signal, _) => 128 + signal as i32,
    })
}

/// What was answered, to find contradictions.
#[derive(Default)]
struct Answers {
    yes: bool,
    no: bool,
    objectives: BTreeSet<u64>,
    counts: BTreeSet<String>,
}

impl Answers {
    fn add(&mut self, run: &ChildRun) {
        self.yes |= run.status.has_solution() == Some(true);
        self.no |= run.status.has_solution() == Some(false);
        self.objectives.extend(run.objective);
        self.counts.extend(run.count.clone());
    }

    fn disagreement(&self) -> Option<String> {
        if self.yes && self.no {
            return Some("one has a solution, one says no".into());
        }
        if self.objectives.len() > 1 {
            return Some(format!("the best values are {:?}", self.objectives));
        }
        (self.counts.len() > 1).then(|| format!("the counts are {:?}", self.counts))
    }
}

/// The named methods, or all that apply.
fn methods<'r>(
    arguments: &Arguments,
    registry: &'r Registry,
    puzzle: &dyn Puzzle,
) -> Result<Vec<&'r dyn Method>, CliError> {
    let task = if arguments.counting { Task::Count(Counting::default()) } else { Task::First };
    if arguments.methods.is_empty() {
        let model = puzzle.model();
        let methods = registry.iter().filter(|method| performs(*method, &model, task));
        return Ok(methods.collect());
    }
    let named = arguments.methods.iter();
    named.map(|name| method(registry, Some(name.trim()), puzzle, task)).collect()
}

/// A line on the terminal that says which run is on.
fn progress_bar(quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn summary(method: &dyn Method, runs: &[ChildRun]) -> MethodRuns {
    let mut times: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
    let times_seconds = times.clone();
    times.sort_by(f64::total_cmp);
    let count = times.len();
    let median = match count {
        0 => None,
        _ if count % 2 == 1 => Some(times[count / 2]),
        _ => Some(f64::midpoint(times[count / 2 - 1], times[count / 2])),
    };
    let mean = (count > 0).then(|| times.iter().sum::<f64>() / count as f64);
    let deviation = mean.filter(|_| count > 1).map(|mean| {
        let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
        (squares / (count - 1) as f64).sqrt()
    });
    let last = runs.last();
    MethodRuns {
        method: method.name().into(),
        solver: method.solver().map(Into::into),
        status: last.map_or(Status::Unknown, |run| run.status),
        reason: last.map_or(Some(Reason::Interrupted), |run| run.reason),
        objective: last.and_then(|run| run.objective),
        count: last.and_then(|run| run.count.clone()),
        verified: !runs.is_empty() && runs.iter().all(|run| run.verified),
        error: runs.iter().find_map(|run| run.error.clone()),
        times_seconds,
        median_seconds: median,
        mean_seconds: mean,
        deviation_seconds: deviation,
        minimum_seconds: times.first().copied(),
        maximum_seconds: times.last().copied(),
        cpu_seconds: runs.iter().map(|run| run.cpu_seconds).collect(),
        peak_memory_bytes: runs.iter().map(|run| run.peak_memory_bytes).max(),
        statistics: last.map_or_else(Statistics::default, |run| run.statistics),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::native::dfs::DepthFirst;

    fn run(status: Status, seconds: f64) -> ChildRun {
        ChildRun {
            status,
            reason: None,
            verified: true,
            error: None,
            wrong: None,
            seconds,
            cpu_seconds: seconds,
            peak_memory_bytes: 1,
            statistics: Statistics::default(),
            objective: None,
            count: None,
        }
    }

    #[test]
    fn medians_and_deviations() {
        let runs = [1.0, 4.0, 2.0].map(|seconds| run(Status::Satisfied, seconds));
        let summary = summary(&DepthFirst, &runs);
        assert_eq!(summary.times_seconds, [1.0, 4.0, 2.0]);
        assert_eq!(summary.median_seconds, Some(2.0));
        assert_eq!((summary.minimum_seconds, summary.maximum_seconds), (Some(1.0), Some(4.0)));
        let deviation = summary.deviation_seconds.unwrap();
        assert!((deviation - (7.0f64 / 3.0).sqrt()).abs() < 1e-12, "{deviation}");
    }
}
