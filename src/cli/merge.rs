//! `satranj merge`: checks that all parts of a job are there and valid, and merges them: a total
//! for a count, a solution or "no" for a search, the results for a suite.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::PathBuf,
    sync::Arc,
};

use clap::Args;

use super::{
    CliError,
    arguments::{LimitArguments, OutputArguments, parse_seed},
    bench::{self, arguments::BenchArguments},
    files::Files,
    jobs::read_job,
    outputs::Outputs,
    signals,
    stderr::say,
    watch::watched_run,
};
use crate::{
    documents::text::{self, grouped},
    file_name::shown,
    methods::Registry,
    parts::{
        SplitJob,
        folder::is_read,
        merging::{MergeError, MergedFolder, MergedTotal, task_list},
        rechecking::Recheck,
    },
    rivals::RivalProgram,
};

/// The most tasks of a job array named in a hint: Slurm's own limit is 1,001.
const TASKS: u64 = 1000;

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The job that `shard` printed; or a suite whose parts `bench --shard` measured
    job: PathBuf,
    /// The folder of its parts
    folder: PathBuf,
    /// For a suite: name the programs that its parts were measured with, as for `bench`; may be
    /// given several times
    #[arg(long = "program", value_name = "NAME=COMMAND")]
    programs: Vec<RivalProgram>,
    /// For a count: count this many random units again and compare
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    recheck: Option<u64>,
    /// Set the seed of this random choice
    #[arg(long, value_parser = parse_seed, value_name = "N|random", default_value = "1", requires = "recheck")]
    seed: u64,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command: 0 with the total, 3 if a part is missing or wrong.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &MergeArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    if bench::is_suite(&arguments.job, &arguments.limits.run())? {
        return arguments.merge_suite(registry);
    }
    if !arguments.programs.is_empty() {
        usage!("--program is for the results of a suite; parts of a job name no programs");
    }
    let outputs = Outputs::of_document("merge", &arguments.output)?;
    let mut files = Files::default();
    files.reads(&arguments.job);
    files.reads_folder(&arguments.folder, is_read);
    let (output, _) = outputs.open(&mut files)?;
    let run = arguments.limits.run();
    let (_, job) = read_job(&arguments.job, registry, &run)?;
    let folder = shown(&arguments.folder);
    if let (SplitJob::Solve(_), Some(_)) = (&job, arguments.recheck) {
        usage!("--recheck is for counts; a search has every proof checked");
    }
    let recheck = arguments.recheck.map(|units| Recheck { units, seed: arguments.seed });
    let (job, path) = (Arc::new(job), arguments.folder.clone());
    let of_thread = Arc::clone(&job);
    let merged = watched_run(&run, move |run| of_thread.merge(&path, recheck, run))?;
    let merged = merged.done("merging the parts")?.map_err(|error| match error {
        MergeError::Folder(error) => CliError::file(&arguments.folder, &error),
        MergeError::Stopped(reason) => CliError::Undecided(reason.describe().into()),
        MergeError::Wrong(problem) => {
            CliError::Check(format!("{folder}: {problem}; remove these parts and do them again"))
        }
    })?;
    let MergedFolder { reading, total } = merged;
    signals::release();
    for problem in &reading.problems {
        say(format_args!("{folder}: {problem}"));
    }
    if reading.others > 0 && total.is_some() && !arguments.output.quiet {
        let (files, are) = if reading.others == 1 { ("file", "is") } else { ("files", "are") };
        let others = grouped(reading.others);
        say(format_args!("{folder}: {others} {files} with other names {are} not read"));
    }
    match total {
        Some(MergedTotal::Count(total)) => {
            output.print(&total, |_| text::count(&total, job.puzzle(), None))?;
        }
        Some(MergedTotal::Solution(total)) => {
            output.print(&total, |layout| text::solution(&total, job.puzzle(), layout))?;
        }
        None => {
            let (parts, missing) = (job.document().parts, &reading.missing);
            let there = grouped(parts - missing.len() as u64);
            let (parts, tasks) = (grouped(parts), array_list(missing));
            let problem = format!("no total: {there} of {parts} parts are there{tasks}");
            return Err(CliError::Undecided(problem));
        }
    }
    Ok(0)
}

/// The missing parts as job arrays that batch systems accept unchanged: each array has at most the
/// tasks 0 to 999.
fn array_list(missing: &BTreeSet<u64>) -> String {
    let mut arrays: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for number in missing {
        arrays.entry(number / TASKS).or_default().insert(number % TASKS);
    }
    let mut text = String::new();
    for (array, tasks) in arrays {
        text += if text.is_empty() { "; run " } else { ", and " };
        let _ = write!(text, "--array={}", task_list(&tasks));
        if array > 0 {
            let _ = write!(text, " with --first {}", array * TASKS);
        }
    }
    text
}

impl MergeArguments {
    /// Merges the results of a suite.
    fn merge_suite(&self, registry: &Arc<Registry>) -> Result<i32, CliError> {
        if self.recheck.is_some() {
            usage!("--recheck is for the units of a count, not for the results of a suite");
        }
        let LimitArguments { time_limit, memory_limit } = &self.limits;
        if time_limit.is_some() || memory_limit.is_some() {
            usage!("the results of a suite are merged without limits");
        }
        let (programs, output) = (self.programs.clone(), &self.output);
        let arguments = BenchArguments::merging(&self.job, &self.folder, programs, output);
        bench::run(&arguments, registry)
    }
}
