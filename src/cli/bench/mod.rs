//! `satranj bench`: runs the experiments of a suite and writes one results document.

mod claims;
mod instances;
mod measured;
mod merging;
mod options;
mod plan;
pub mod suites;

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicUsize},
    time::Duration,
};

use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, parse_bytes, parse_seed, parse_time_limit},
    command_line::command_line,
    files::Files,
    input::{NamedFiles, read_text, read_text_within},
    measure::{Journal, Progress},
    signals::{self, catch_signals},
    stderr::say,
    watch::{watched, watched_run},
};
use crate::{
    documents::{
        NamedSchema, VERSION,
        results::{ResultsDocument, SCHEMA, ShardOf},
        sealed::Sealed as _,
        suite::{self, Suite, SuiteInstances},
        text,
    },
    file_name::shown,
    json, machine,
    methods::Registry,
    parts::merging::task_list,
    rivals::RivalProgram,
    run::Run,
    solvers::SolverChoice,
};
use plan::{BenchPlan, Planned};

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// A suite file, - for standard input, or the name of a built-in suite (`satranj list suites`)
    suite: PathBuf,
    /// Run only these experiments (comma-separated)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Run only the suite's methods with these names or patterns such as sat:*
    #[arg(hide_short_help = true, long, value_name = "METHODS", value_delimiter = ',')]
    methods: Vec<String>,
    /// Also measure each method that uses a solver with these solvers: varisat, cadical (if built
    /// in), or 'cmd:PROGRAM ARGUMENTS'; may be given several times
    #[arg(long, value_name = "SOLVER")]
    solvers: Vec<SolverChoice>,
    /// Add an external program as method program:NAME, in the experiments that name it, or in all
    /// if none does; may be given several times. In its command {} is the path of the puzzle as
    /// DIMACS, {hcp}, {opb} etc. that in another format, {model} that of its answer, {limit} its
    /// seconds
    #[arg(long = "program", value_name = "NAME=COMMAND")]
    programs: Vec<RivalProgram>,
    /// Measure each method this often at each point (overrides the suite); an experiment with
    /// `seeds` has one run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    runs: Option<u32>,
    /// Make this many unmeasured runs first (overrides the suite)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    warmup: Option<u32>,
    /// Set the seed of random instances and of every run (overrides the suite); an experiment with
    /// `seeds` has its own
    #[arg(long, value_parser = parse_seed, value_name = "N|random")]
    seed: Option<u64>,
    /// Stop a run after this time, all cases of a point together unless they are separate
    /// (overrides the suite) [default: 60s]
    #[arg(long, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    time_limit: Option<Duration>,
    /// Stop a run, and this command, before using more memory than this, e.g. 2GiB [default: 80% of
    /// the machine's]; also bounds the size of decompressed input [default: 256MiB]
    #[arg(long, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    memory_limit: Option<u64>,
    /// Run this many processes at once (timings affect each other)
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Measure only part K, from 0, of P parts: `--shard 3/10`; --merge combines them
    #[arg(long, value_name = "K/P", value_parser = parse_shard)]
    shard: Option<(u64, u64)>,
    /// Merge the results of all shards of this suite in a folder, without measuring
    #[arg(long, value_name = "FOLDER", conflicts_with = "shard")]
    merge: Option<PathBuf>,
    /// Run the programs that the suite names as solvers (cmd:PROGRAM)
    #[arg(long)]
    allow_programs: bool,
    /// Also read documents outside the suite's folder that the suite names
    #[arg(long)]
    allow_outside: bool,
    #[command(flatten)]
    output: OutputArguments,
}

impl BenchArguments {
    /// The arguments of a merge of the results in a folder, measured as the suite says.
    pub fn merging(
        suite: &Path,
        folder: &Path,
        programs: Vec<RivalProgram>,
        output: &OutputArguments,
    ) -> Self {
        Self {
            suite: suite.into(),
            only: Vec::new(),
            methods: Vec::new(),
            solvers: Vec::new(),
            programs,
            runs: None,
            warmup: None,
            seed: None,
            time_limit: None,
            memory_limit: None,
            jobs: NonZeroUsize::MIN,
            shard: None,
            merge: Some(folder.into()),
            // They are only named, not run.
            allow_programs: true,
            allow_outside: false,
            output: output.clone(),
        }
    }
}

/// Whether a command that reads jobs is given a suite: the name of a built-in one, or a suite file.
///
/// # Errors
/// [`CliError`] if the file cannot be read.
pub fn is_suite(path: &Path, run: &Run) -> Result<bool, CliError> {
    if suites::of(path).is_some() {
        return Ok(true);
    }
    // A pipe can be read only once.
    if !path.metadata().is_ok_and(|file| file.is_file()) {
        return Ok(false);
    }
    let path = path.to_path_buf();
    let read = watched_run(run, move |run| read_text_within(&path, run))?;
    let (_, text) = read.done("reading the job")??;
    let named = serde_json::from_str(&text);
    Ok(named.is_ok_and(|named: NamedSchema| named.schema == suite::SCHEMA))
}

/// The most parts.
const MOST_PARTS: u64 = 1_000_000;

fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("`{text}` is not a part; write for example 0/10, the first of ten");
    let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
    let part: u64 = part.parse().map_err(|_| wrong())?;
    let parts: u64 = parts.parse().map_err(|_| wrong())?;
    if !(1..=MOST_PARTS).contains(&parts) {
        return Err(format!("`{text}`: 1 to {MOST_PARTS} parts are possible"));
    }
    if part >= parts {
        return Err(format!("`{text}`: parts are numbered from 0 to {}", parts - 1));
    }
    Ok((part, parts))
}

/// Runs the command: 0 if all was measured, 4 if methods contradict one another or one gave a
/// wrong solution.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &BenchArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    arguments.output.check_format("bench", false, false)?;
    let mut files = Files::default();
    let built_in = suites::of(&arguments.suite);
    if built_in.is_none() {
        files.reads(&arguments.suite);
    }
    if let Some(folder) = &arguments.merge {
        files.reads_folder(folder, merging::is_read);
    }
    let output = arguments.output.begin(&mut files)?;
    let signal = catch_signals()?;
    let path = arguments.suite.clone();
    let reading = watched(None, move || read(&path))?;
    let (name, suite) = reading.done("reading the suite")??;
    let named = NamedFiles::beside(&arguments.suite, arguments.allow_outside);
    for experiment in &suite.experiments {
        // A missing file is reported when it is read.
        if let SuiteInstances::Document(path) = &experiment.instances
            && let Ok(path) = named.find(path)
        {
            files.refuse_read(&path)?;
        }
    }
    let plan = BenchPlan { arguments, registry, name: &name, suite: &suite, files: named };
    let planned = plan.planned()?;
    let mut document = plan.document(&planned);
    let mut wrong = None;
    let mut kept = None;
    if let Some(folder) = &arguments.merge {
        let merged = merging::merge(&plan, &planned, folder, &mut document)?;
        wrong = merged.wrong;
        if !merged.missing.is_empty() {
            merged.problems.iter().for_each(say);
            return Err(CliError::Undecided(format!(
                "{}: {} missing of {} parts; measure them with --shard K/{}: {}",
                shown(folder),
                merged.missing.len(),
                merged.parts,
                merged.parts,
                task_list(&merged.missing)
            )));
        }
    } else {
        let journal = plan.journal(&planned)?;
        if journal.len() > 0 && !arguments.output.quiet {
            say(format_args!("{} runs are already done; resuming", journal.len()));
        }
        plan.measure(&planned, &journal, &signal, &mut document, &mut wrong)?;
        kept = Some(journal);
    }
    document.agreement = document.agreed();
    document.seal();
    output.print(&document, |layout| {
        text::results(&crate::documents::printable(&document), layout)
    })?;
    // Once a complete document is written, the journal is not needed.
    if let Some(journal) = kept.filter(|_| document.complete) {
        journal.remove()?;
    }
    ended(&document, wrong, &signal)
}

/// The exit code.
fn ended(
    document: &ResultsDocument,
    wrong: Option<String>,
    signal: &AtomicUsize,
) -> Result<i32, CliError> {
    if let Some(problem) = wrong {
        return Err(CliError::Check(problem));
    }
    if let Some(disagreement) = document.points().find_map(|point| point.disagreement.as_ref()) {
        return Err(CliError::Check(format!("the methods disagree: {disagreement}")));
    }
    signals::end(signal).map(|()| 0)
}

/// Reads the suite; also returns its name for messages.
fn read(path: &Path) -> Result<(String, Suite), CliError> {
    let (name, text) = match suites::of(path) {
        Some(built_in) => (format!("suite {}", built_in.name), built_in.text.to_string()),
        None => read_text(path)?,
    };
    let suite: Suite = json::read(&text, "a suite").map_err(CliError::at(&name))?;
    if suite.schema != suite::SCHEMA {
        wrong_input!("{name}: the schema is `{}`, not `{}`", suite.schema, suite::SCHEMA);
    }
    Ok((name, suite))
}

impl BenchPlan<'_> {
    /// The document before anything is measured.
    fn document(&self, planned: &Planned<'_>) -> ResultsDocument {
        let shard = self.arguments.shard;
        ResultsDocument {
            schema: SCHEMA.into(),
            version: VERSION.into(),
            suite: self.suite.name.clone(),
            title: self.suite.title.clone(),
            seed: self.seed(),
            runs: self.arguments.runs.unwrap_or(self.suite.runs),
            warmup: self.arguments.warmup.unwrap_or(self.suite.warmup),
            environment: machine::environment(),
            experiments: Vec::new(),
            agreement: None,
            complete: true,
            command: Some(command_line()),
            plan: Some(planned.digest.clone()),
            shard: shard.map(|(part, parts)| ShardOf { part, parts, units: planned.units }),
            digest: None,
        }
    }

    /// Where runs are stored: beside the output file.
    fn journal(&self, planned: &Planned<'_>) -> Result<Journal, CliError> {
        let Some(path) = &self.arguments.output.output else { return Ok(Journal::default()) };
        // Nothing can be stored beside a pipe or a device.
        let is_file = path.metadata().map_or(true, |file| file.is_file());
        if path == Path::new("-") || !is_file {
            return Ok(Journal::default());
        }
        let mut name = path.clone().into_os_string();
        name.push(".partial");
        let digest = match self.arguments.shard {
            Some((part, parts)) => format!("{} {part}/{parts}", planned.digest),
            None => planned.digest.clone(),
        };
        Journal::open(Path::new(&name), &digest)
    }

    /// The progress of all runs of the plan.
    fn progress(&self, planned: &Planned<'_>) -> Progress {
        let all = planned.experiments.iter().map(|experiment| {
            let points = experiment.points.iter();
            let runs = points.map(|point| {
                let own = self.batches(point).map_or(point.batches, |own| own.len());
                experiment.measure.all_runs(point.methods, own)
            });
            runs.sum::<u64>()
        });
        let output = &self.arguments.output;
        Progress::new(all.sum(), output.quiet, output.verbose > 0)
    }

    /// The batches of a point that are measured here; all by default.
    fn batches(&self, point: &plan::PlannedPoint) -> Option<Vec<usize>> {
        let (part, parts) = self.arguments.shard?;
        let own = |batch: &usize| (point.first_unit + *batch as u64) % parts == part;
        Some((0..point.batches).filter(own).collect())
    }
}
