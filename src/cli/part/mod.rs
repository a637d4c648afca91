//! `satranj part`: one part of a job, done or gone on with.

mod counting;
mod cubes;
mod numbers;

use std::{
    collections::BTreeSet,
    env, fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use numbers::{PartNumbers, numbers};

use super::{
    CliError,
    arguments::{LimitArguments, parse_bytes, parse_threads},
    files::Files,
    input::read_text_within,
    shard::refused,
    stderr::say,
    watch::watched_run,
    whole_file::WholeFile,
};
use crate::{
    checkpoint::CheckpointError,
    documents::{job::JobDocument, text::grouped},
    file_name::shown,
    json,
    limits::Reason,
    methods::Registry,
    parts::{
        SplitJob,
        folder::{self, FoundPart, set_aside, set_part_aside},
    },
    run::Run,
};

/// Arguments of `part`.
#[derive(Debug, Args)]
pub struct PartArguments {
    /// The job that `shard` printed
    job: PathBuf,
    /// Which part, from 0, or several: 0-99 or 3,5,7-12 [default: the number of the task of a job
    /// array]
    #[arg(value_name = "NUMBER")]
    numbers: Option<PartNumbers>,
    /// Of a job array: the part of task 0, as the tasks of many arrays end at 1000
    #[arg(long, default_value = "0", conflicts_with = "numbers", value_name = "K")]
    first: u64,
    /// The folder of the parts; it is made if there is none
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// How many threads work side by side [default: as many as the machine has cores]
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Of a search: cut a cube again whose proof grows larger than this [default: 64MiB]
    #[arg(long, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    split_above: Option<u64>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Say nothing of what goes well, and show no progress line
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the command: 0 if all parts that are named are finished, now or before.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &PartArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let numbers = numbers(arguments.numbers.as_ref(), arguments.first, |name| env::var(name).ok())?;
    let run = arguments.limits.run();
    let (name, job) = read_job(&arguments.job, registry, &run)?;
    let parts = job.document().parts;
    if let Some(number) = numbers.last().filter(|&&number| number >= parts) {
        return Err(CliError::Usage(format!(
            "part {number}: {name} has the parts 0 to {}",
            parts - 1
        )));
    }
    let folder = &arguments.output;
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    match job {
        SplitJob::Count(job) => arguments.each(&numbers, &run, parts, &|number, run| {
            let found = job.found(folder, number, &run).map_err(stopped)?;
            let Some(file) = arguments.begin(found, number, parts)? else { return Ok(0) };
            counting::run(arguments, &job, number, (registry, run), file)
        }),
        SplitJob::Solve(job) => {
            let job = Arc::new(job);
            arguments.each(&numbers, &run, parts, &|number, run| {
                let found = job.found(folder, number, &run).map_err(stopped)?;
                let Some(file) = arguments.begin(found, number, parts)? else { return Ok(0) };
                cubes::run(arguments, &job, number, &run, file)
            })
        }
    }
}

/// That a limit or a signal came while the folder was read.
fn stopped(reason: Reason) -> CliError {
    CliError::Undecided(reason.describe().into())
}

impl PartArguments {
    /// Does parts one after the other until a limit or a signal comes. What is wrong with one does
    /// not keep the others from being done.
    fn each(
        &self,
        numbers: &BTreeSet<u64>,
        run: &Run,
        parts: u64,
        part: &dyn Fn(u64, Run) -> Result<i32, CliError>,
    ) -> Result<i32, CliError> {
        let mut first = None;
        for &number in numbers {
            // Each has counters of its own, and the time that is left.
            let time_limit = self.limits.time_limit.map(|all| all.saturating_sub(run.elapsed()));
            match part(number, LimitArguments { time_limit, ..self.limits.clone() }.run()) {
                Ok(0) => {}
                Ok(code) => return Ok(code),
                Err(error) if first.is_none() => first = Some(error),
                Err(error) => say(format_args!("part {number} of {parts}: {error}")),
            }
        }
        first.map_or(Ok(0), Err)
    }

    /// Opens the document of a part that is to be done; `None` if it is finished. What is damaged
    /// is set aside.
    fn begin(
        &self,
        found: FoundPart,
        number: u64,
        parts: u64,
    ) -> Result<Option<WholeFile>, CliError> {
        let place = folder::finished(&self.output, number, parts);
        match found {
            FoundPart::Nothing => {}
            FoundPart::Finished => {
                self.tell(format_args!("part {number} of {parts} was finished before"));
                return Ok(None);
            }
            FoundPart::Damaged(problem) => {
                let aside = set_part_aside(&self.output, number, parts);
                let aside = aside.map_err(|error| CliError::file(&place, &error))?;
                let aside: Vec<String> = aside.iter().map(shown).collect();
                say(format_args!(
                    "{}: {problem}; it is kept as {}, and the part is done again",
                    shown(&place),
                    aside.join(" and ")
                ));
            }
            FoundPart::Other(problem) => {
                return Err(CliError::Input(format!(
                    "{}: {problem}; remove the file, and the part is done anew",
                    shown(&place)
                )));
            }
        }
        let mut files = Files::default();
        files.reads(&self.job);
        files.writes("part", &place).map(Some)
    }

    /// Opens what is done of a part; files of it that are damaged are set aside.
    fn open<T>(open: impl Fn() -> Result<T, CheckpointError>) -> Result<T, CliError> {
        loop {
            match open() {
                Ok(opened) => return Ok(opened),
                Err(CheckpointError::Wrong { path, line, problem, is_damaged: true }) => {
                    let aside = set_aside(&path).map_err(|error| CliError::file(&path, &error))?;
                    say(format_args!(
                        "{}:{line}: {problem}; it is kept as {}, and what it had is done again",
                        shown(&path),
                        shown(aside)
                    ));
                }
                Err(error) => return Err(in_the_way(&error)),
            }
        }
    }

    fn tell(&self, what: impl std::fmt::Display) {
        if !self.quiet {
            say(what);
        }
    }
}

/// Says how far a part has come that was stopped, by a signal or a limit, and returns the exit code.
fn unfinished(
    (number, parts): (u64, u64),
    (reason, signal): (Reason, Option<i32>),
    run: &Run,
    pieces: &str,
) -> i32 {
    let (done, all) = (grouped(run.parts.done.get()), grouped(run.parts.all.get()));
    // Without a signal it is undecided.
    say(format_args!(
        "part {number} of {parts}: {}: {done} of {all} {pieces} are done; run it again, and it goes on",
        reason.describe(),
    ));
    signal.map_or(3, |signal| 128 + signal)
}

/// Why the file of what is done of a part cannot be had.
fn in_the_way(error: &CheckpointError) -> CliError {
    match error {
        // Whoever began it may end it; it is not known yet.
        CheckpointError::InUse(_) => CliError::Undecided(error.to_string()),
        _ => CliError::Input(error.to_string()),
    }
}

/// Reads a job and makes its split anew; returns its name for messages too.
pub fn read_job(
    path: &Path,
    registry: &Arc<Registry>,
    run: &Run,
) -> Result<(String, SplitJob), CliError> {
    let (path, registry, of_thread) = (path.to_path_buf(), Arc::clone(registry), run.clone());
    let read = watched_run(
        run,
        |_| {},
        move || {
            let (name, text) = read_text_within(&path, &of_thread)?;
            let document: JobDocument = json::read(&text, "a job")
                .map_err(|error| CliError::Input(format!("{name}:{error}")))?;
            let job = SplitJob::of(document, &registry, &of_thread);
            let job = job.map_err(|error| refused(Some(&name), &error))?;
            Ok((name, job))
        },
    )?;
    read.done("reading the job")?
}
