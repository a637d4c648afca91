//! `satranj merge`: checks that all parts of a job exist and are valid, and merges them: into the
//! total of a count, the answer of a search, or the results of a suite.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::{Path, PathBuf},
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
    run::Run,
};

/// The most tasks of a job array in a hint: Slurm's limit is 1,001 by default.
const TASKS: u64 = 1000;

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The job that `shard` printed; or a suite whose parts `bench --shard` measured
    job: PathBuf,
    /// The folder with its parts
    folder: PathBuf,
    /// Name an external program that the parts of a suite were measured with, as with `bench`;
    /// repeat the option for several
    #[arg(long = "program", value_name = "NAME=COMMAND")]
    programs: Vec<RivalProgram>,
    /// Count this many random units of a count again and compare
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    recheck: Option<u64>,
    /// Set the seed that selects the units of --recheck
    #[arg(long, value_parser = parse_seed, value_name = "N|random", default_value = "1", requires = "recheck")]
    seed: u64,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command. Exit code 0: the total is printed; 3: a part is missing or wrong.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &MergeArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    if bench::is_suite(&arguments.job, &arguments.limits.run())? {
        return arguments.merge_suite(registry);
    }
    if !arguments.programs.is_empty() {
        usage!("--program applies to the results of a suite, but this is a job: leave it out");
    }
    let outputs = Outputs::of_document("merge", &arguments.output)?;
    let mut files = Files::default();
    files.reads(&arguments.job);
    files.reads_folder(&arguments.folder, is_read);
    let (output, _) = outputs.open(&mut files)?;
    let run = arguments.limits.run();
    let (_, job) = read_job(&arguments.job, registry, &run)?;
    let folder = shown(&arguments.folder);
    let job = Arc::new(job);
    let merged = arguments.merged(&job, &folder, &run)?;
    signals::release();
    report(&merged, &folder, arguments.output.quiet);
    match merged.total {
        Some(MergedTotal::Count(total)) => {
            output.print(&total, |_| text::count(&total, job.puzzle(), None))?;
        }
        Some(MergedTotal::Solution(mut total)) => {
            for proof in total.cube_proofs.iter_mut().flat_map(|proofs| &mut proofs.files) {
                proof.file = arguments.output.name_of_file(Path::new(&proof.file));
            }
            output.print(&total, |layout| text::solution(&total, job.puzzle(), layout))?;
        }
        None => return Err(incomplete(job.document().parts, &merged.reading.missing)),
    }
    Ok(0)
}

/// Reports the problems of the parts, and files that are ignored.
fn report(MergedFolder { reading, total }: &MergedFolder, folder: &str, quiet: bool) {
    for problem in &reading.problems {
        say(format_args!("{folder}: {problem}"));
    }
    if reading.others > 0 && total.is_some() && !quiet {
        let (files, are) = if reading.others == 1 { ("file", "is") } else { ("files", "are") };
        let others = grouped(reading.others);
        say(format_args!("{folder}: {others} {files} with other names {are} ignored"));
    }
}

/// The error for missing parts.
fn incomplete(parts: u64, missing: &BTreeSet<u64>) -> CliError {
    let finished = grouped(parts - missing.len() as u64);
    let (parts, tasks) = (grouped(parts), array_list(missing));
    CliError::Undecided(format!("no total yet: {finished} of {parts} parts are finished{tasks}"))
}

/// The missing parts as job arrays that batch systems accept unchanged: the tasks of an array are
/// at most 0 to 999.
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
    /// The parts of a job, checked, and their total.
    fn merged(
        &self,
        job: &Arc<SplitJob>,
        folder: &str,
        run: &Run,
    ) -> Result<MergedFolder, CliError> {
        if let (SplitJob::Solve(_), Some(_)) = (&**job, self.recheck) {
            usage!(
                "--recheck applies to counts; for a search, every proof is checked anyway: leave \
                 it out"
            );
        }
        let recheck = self.recheck.map(|units| Recheck { units, seed: self.seed });
        let (job, path) = (Arc::clone(job), self.folder.clone());
        let merged = watched_run(run, move |run| job.merge(&path, recheck, run))?;
        merged.done("merging the parts")?.map_err(|error| match error {
            MergeError::Folder(error) => CliError::file(&self.folder, &error),
            MergeError::Stopped(reason) => CliError::Undecided(reason.describe().into()),
            MergeError::Wrong(problem) => {
                let next = "remove these parts and run them again";
                CliError::Check(format!("{folder}: {problem}; {next}"))
            }
        })
    }

    /// Merges the results of a suite.
    fn merge_suite(&self, registry: &Arc<Registry>) -> Result<i32, CliError> {
        if self.recheck.is_some() {
            usage!("--recheck applies to counts, but this is a suite: leave it out");
        }
        let LimitArguments { time_limit, memory_limit } = &self.limits;
        if time_limit.is_some() || memory_limit.is_some() {
            usage!(
                "--time-limit and --memory-limit have no effect on the results of a suite: \
                    leave them out"
            );
        }
        let (programs, output) = (self.programs.clone(), &self.output);
        let arguments = BenchArguments {
            merge: Some(self.folder.clone()),
            ..BenchArguments::of(&self.job, programs, output)
        };
        bench::run(&arguments, registry)
    }
}
