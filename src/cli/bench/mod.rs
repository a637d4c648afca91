//! `satranj bench`: the experiments of a suite, to one results document.

mod claims;
mod instances;
mod options;

use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, parse_time_limit},
    command_line::command_line,
    files::Files,
    input::read_text,
    measure::{DEFAULT_TIME_LIMIT, MeasurePlan},
    named_file::NamedFiles,
    seed::parse_seed,
    signals::catch_signals,
    stderr::say,
    watch::watched,
};
use crate::{
    answer::seeds::Seeds,
    documents::{
        VERSION, instance_of_several,
        results::{ExperimentResults, Point, ResultsDocument, SCHEMA},
        suite::{self, Experiment, ParameterValue, Suite, SuiteInstances},
        text,
    },
    json, machine,
    methods::Registry,
    printable,
};
use instances::{Prepared, prepare, values};
use options::run_arguments;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// The suite, or - for standard input
    suite: PathBuf,
    /// Only these experiments, in a list
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Measured runs of each method at each point, in place of those of the suite; an experiment
    /// with `seeds` has one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    runs: Option<u32>,
    /// Runs before the measured ones, likewise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    warmup: Option<u32>,
    /// Seed of random instances and of every run, likewise; an experiment with `seeds` has its own
    #[arg(long, value_parser = parse_seed, value_name = "N|random")]
    seed: Option<u64>,
    /// Stop a run after this time, all cases of a point together, likewise
    #[arg(long, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    time_limit: Option<Duration>,
    /// Run the programs that the suite names as solvers (cmd:PROGRAM)
    #[arg(long)]
    allow_programs: bool,
    /// Read documents that the suite names outside its folder, too
    #[arg(long)]
    allow_outside: bool,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command: 0 if all was measured, 4 if methods contradict one another or one gave a
/// wrong solution.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &BenchArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    arguments.output.check_format("bench", false, false)?;
    let mut files = Files::default();
    files.reads(&arguments.suite);
    let output = arguments.output.begin(&mut files)?;
    let signal = catch_signals()?;
    let path = arguments.suite.clone();
    let reading = watched(None, |_| {}, move || read(&path))?;
    let (name, suite) = reading.done("reading the suite")??;
    let named = NamedFiles::beside(&arguments.suite, arguments.allow_outside);
    for experiment in &suite.experiments {
        // What cannot be found is told where it is read.
        if let SuiteInstances::Document(path) = &experiment.instances
            && let Ok(path) = named.find(path)
        {
            files.refuse_read(&path)?;
        }
    }
    let bench = Bench { arguments, registry, name: &name, suite: &suite, files: named };
    let experiments = bench.experiments()?;
    bench.check(&experiments)?;
    let mut document = ResultsDocument {
        schema: SCHEMA.into(),
        version: VERSION.into(),
        suite: suite.name.clone(),
        title: suite.title.clone(),
        seed: bench.seed(),
        runs: arguments.runs.unwrap_or(suite.runs),
        warmup: arguments.warmup.unwrap_or(suite.warmup),
        environment: machine::environment(),
        experiments: Vec::new(),
        agreement: None,
        complete: true,
        command: Some(command_line()),
        plan: None,
        shard: None,
    };
    let mut wrong = None;
    for (index, experiment) in experiments.iter().enumerate() {
        let heading = format!("{} ({} of {})", experiment.name, index + 1, experiments.len());
        let results = bench.measure(experiment, &heading, &signal, &mut wrong)?;
        document.experiments.push(results);
        if signal.load(Ordering::Relaxed) != 0 {
            document.complete = false;
            break;
        }
    }
    let disagreement = document.points().find_map(|point| point.disagreement.clone());
    document.agreement = document.agreed();
    output.print(&document, |layout| text::results(&printable::document(&document), layout))?;
    if let Some(problem) = wrong {
        return Err(CliError::Check(problem));
    }
    if let Some(disagreement) = disagreement {
        return Err(CliError::Check(format!("the methods disagree: {disagreement}")));
    }
    let signal = signal.load(Ordering::Relaxed);
    Ok(if signal == 0 { 0 } else { 128 + signal as i32 })
}

/// Reads the suite; returns its name for messages too.
fn read(path: &Path) -> Result<(String, Suite), CliError> {
    let (name, text) = read_text(path)?;
    let suite: Suite =
        json::read(&text, "a suite").map_err(|error| CliError::Input(format!("{name}:{error}")))?;
    if suite.schema != suite::SCHEMA {
        return Err(CliError::Input(format!(
            "{name}: the schema is `{}`, not `{}`",
            suite.schema,
            suite::SCHEMA
        )));
    }
    Ok((name, suite))
}

/// What is wrong with the seeds of an experiment.
fn in_seeds(problem: &str) -> CliError {
    CliError::Input(format!("seeds: {problem}"))
}

/// A suite at work.
struct Bench<'a> {
    arguments: &'a BenchArguments,
    registry: &'a Arc<Registry>,
    name: &'a str,
    suite: &'a Suite,
    files: NamedFiles,
}

impl Bench<'_> {
    fn seed(&self) -> u64 {
        self.arguments.seed.unwrap_or(self.suite.seed)
    }

    /// The experiments that are to be run.
    fn experiments(&self) -> Result<Vec<&Experiment>, CliError> {
        let all = &self.suite.experiments;
        let known = |name: &String| all.iter().any(|experiment| experiment.name == *name);
        if let Some(unknown) = self.arguments.only.iter().find(|name| !known(name)) {
            let names: Vec<&str> = all.iter().map(|experiment| experiment.name.as_str()).collect();
            return Err(CliError::Usage(format!(
                "--only {unknown}: no such experiment; there are {}",
                names.join(", ")
            )));
        }
        let only = &self.arguments.only;
        let wanted = |experiment: &&Experiment| only.is_empty() || only.contains(&experiment.name);
        Ok(all.iter().filter(wanted).collect())
    }

    /// What is wrong in an experiment, with its place.
    fn within(&self, experiment: &Experiment, error: CliError) -> CliError {
        let place = |problem| format!("{}: experiment `{}`: {problem}", self.name, experiment.name);
        match error {
            CliError::Input(problem) | CliError::Usage(problem) => CliError::Input(place(problem)),
            other => other,
        }
    }

    /// Finds what is wrong before anything is measured.
    fn check(&self, experiments: &[&Experiment]) -> Result<(), CliError> {
        let runs = self.suite.runs;
        if runs == 0 || runs > 10_000 || self.suite.warmup > 10_000 {
            let warmup = self.suite.warmup;
            let problem = format!(
                "{}: runs {runs}, warmup {warmup}: 1 to 10000 runs and 0 to 10000 for warming up \
                 are possible",
                self.name
            );
            return Err(CliError::Input(problem));
        }
        if experiments.is_empty() {
            return Err(CliError::Input(format!("{}: there are no experiments", self.name)));
        }
        let mut told: Vec<String> = Vec::new();
        for (index, experiment) in experiments.iter().enumerate() {
            let mut check = || {
                let name = &experiment.name;
                let sound = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                if name.is_empty() || !name.chars().all(sound) {
                    let problem = "its name is that of a file: letters, digits, - and _";
                    return Err(CliError::Input(problem.into()));
                }
                if experiments[..index].iter().any(|other| other.name == *name) {
                    return Err(CliError::Input("there are two of this name".into()));
                }
                let plan = self.plan(experiment, String::new())?;
                let values = values(experiment);
                if values.is_empty() {
                    return Err(CliError::Input("the parameter has no values".into()));
                }
                for (index, value) in values.into_iter().enumerate() {
                    let prepared = self.prepare(experiment, value)?;
                    let cases = &prepared.cases;
                    let names = self.method_names(experiment);
                    let methods = plan.methods(names, self.registry, cases)?;
                    // The methods are of the kind of puzzle, whatever the value.
                    if index == 0 {
                        let unread = plan.check_options(&methods, self.registry, cases);
                        let unread = unread
                            .map_err(|problem| CliError::Input(format!("options: {problem}")))?;
                        let place = format!("experiment `{}`", experiment.name);
                        told.extend(unread.iter().map(|said| format!("{place}: {said}")));
                    }
                    if let Some(seeds) = plan.seeds {
                        seeds.check(prepared.cases.len()).map_err(|problem| in_seeds(&problem))?;
                    }
                }
                Ok(())
            };
            check().map_err(|error| self.within(experiment, error))?;
        }
        if !self.arguments.output.quiet {
            told.iter().for_each(say);
        }
        Ok(())
    }

    fn method_names<'e>(&'e self, experiment: &'e Experiment) -> &'e [String] {
        if experiment.methods.is_empty() { &self.suite.methods } else { &experiment.methods }
    }

    fn prepare(&self, experiment: &Experiment, value: Option<f64>) -> Result<Prepared, CliError> {
        prepare(experiment, value, self.seed(), &self.files)
    }

    fn plan(&self, experiment: &Experiment, heading: String) -> Result<MeasurePlan, CliError> {
        let stated = experiment.time_limit.as_ref().or(self.suite.time_limit.as_ref());
        let stated = stated.map(|limit| {
            parse_time_limit(limit)
                .map_err(|problem| CliError::Input(format!("time_limit: {problem}")))
        });
        let time_limit = self.arguments.time_limit.map(Ok).or(stated).transpose()?;
        let time_limit = time_limit.unwrap_or(DEFAULT_TIME_LIMIT);
        let run = run_arguments(&experiment.options, self.seed(), time_limit);
        let run = run.map_err(CliError::Input)?;
        if let Some(solver) = run.solver.as_ref().filter(|solver| solver.is_program())
            && !self.arguments.allow_programs
        {
            return Err(CliError::Input(format!(
                "options: solver: `{solver}` is a program, which a suite runs only with \
                 --allow-programs"
            )));
        }
        let seeds = experiment.seeds.as_deref().map(str::parse::<Seeds>).transpose();
        let seeds = seeds.map_err(|problem| in_seeds(&problem))?;
        // With a range of seeds, all of them are one run.
        let (runs, warmup) = if seeds.is_some() {
            (1, 0)
        } else {
            (
                self.arguments.runs.unwrap_or(self.suite.runs),
                self.arguments.warmup.unwrap_or(self.suite.warmup),
            )
        };
        Ok(MeasurePlan {
            counting: false,
            runs,
            warmup,
            seed: self.seed(),
            seeds,
            time_limit,
            run,
            quiet: self.arguments.output.quiet,
            verbose: self.arguments.output.verbose > 0,
            heading,
        })
    }

    /// Runs an experiment until it is done or a signal comes.
    fn measure(
        &self,
        experiment: &Experiment,
        heading: &str,
        signal: &AtomicUsize,
        wrong: &mut Option<String>,
    ) -> Result<ExperimentResults, CliError> {
        let values = values(experiment);
        let parameter = experiment.parameter.as_ref().map(|variation| &variation.parameter);
        let mut points = Vec::new();
        let mut plan = self.plan(experiment, String::new())?;
        for (index, value) in values.iter().enumerate() {
            if signal.load(Ordering::Relaxed) != 0 {
                break;
            }
            plan.heading = format!("{heading}, point {} of {}: ", index + 1, values.len());
            // On a terminal the progress line says more.
            let quiet = self.arguments.output.quiet || std::io::stderr().is_terminal();
            if !quiet && !plan.verbose {
                say(format_args!("{heading}, point {} of {}", index + 1, values.len()));
            }
            let prepared = self.prepare(experiment, *value)?;
            let names = self.method_names(experiment);
            let methods = plan.methods(names, self.registry, &prepared.cases)?;
            let measured = plan.measure(&methods, &prepared.cases, signal)?;
            points.push(Point {
                value: prepared.value,
                point: index + 1,
                values: prepared.value.into_iter().map(ParameterValue::Number).collect(),
                cases: prepared.cases.len(),
                instance: instance_of_several(&prepared.statements),
                agreement: measured.agreement,
                fastest: measured.fastest,
                disagreement: measured.disagreement.map(|problem| {
                    let shown = parameter.zip(*value);
                    let shown = shown.map_or_else(String::new, |(parameter, value)| {
                        format!(", {} {}", parameter.name, parameter.show(value))
                    });
                    format!("experiment {}{shown}: {problem}", experiment.name)
                }),
                runs: measured.runs,
                instances: measured.instances,
                rows: measured.rows,
            });
            *wrong = wrong.take().or(measured.wrong);
        }
        let claims = experiment.claims.iter();
        let claims = claims.map(|claim| claims::seen(claim, &points, parameter)).collect();
        Ok(ExperimentResults {
            name: experiment.name.clone(),
            title: experiment.title.clone(),
            parameter: parameter.cloned(),
            parameters: parameter.cloned().into_iter().collect(),
            time_limit_seconds: plan.time_limit.as_secs_f64(),
            seeds: plan.seeds.map(|seeds| seeds.to_string()),
            options: experiment.options.clone(),
            points,
            claims,
        })
    }
}
