//! `satranj part`: one part of a job, done or gone on with.

mod counting;
mod cubes;

use std::{
    env, fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;

use super::{
    CliError,
    arguments::{LimitArguments, parse_bytes, parse_threads},
    files::Files,
    input::read_text_within,
    shard::refused,
    stderr::say,
    watch::watched_run,
};
use crate::{
    checkpoint::CheckpointError,
    documents::{job::JobDocument, text::grouped},
    file_name::shown,
    json,
    limits::Reason,
    methods::Registry,
    parts::{SplitJob, folder, merging},
    run::Run,
};

/// Arguments of `part`.
#[derive(Debug, Args)]
pub struct PartArguments {
    /// The job that `shard` printed
    job: PathBuf,
    /// Which part, from 0 [default: the number of the task of a job array]
    number: Option<u64>,
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

/// Where batch systems say which task of a job array this is, and the number of the first one.
/// SGE has no task 0.
const TASK_NUMBERS: [(&str, u64); 4] = [
    ("SLURM_ARRAY_TASK_ID", 0),
    ("PBS_ARRAY_INDEX", 0),
    ("SGE_TASK_ID", 1),
    ("JOB_COMPLETION_INDEX", 0),
];

/// Runs the command: 0 if the part is finished, now or before.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &PartArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let number = number(arguments.number, |name| env::var(name).ok())?;
    let run = arguments.limits.run();
    let (name, job) = read_job(&arguments.job, registry, &run)?;
    let parts = job.document().parts;
    if number >= parts {
        return Err(CliError::Usage(format!(
            "part {number}: {name} has the parts 0 to {}",
            parts - 1
        )));
    }
    let folder = &arguments.output;
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    let place = folder::finished(folder, number, parts);
    if place.exists() {
        let held = match &job {
            SplitJob::Count(job) => {
                merging::read(&place, &run).and_then(|part| job.hold(number, &part))
            }
            SplitJob::Solve(job) => {
                merging::read(&place, &run).and_then(|part| job.hold_head(number, &part))
            }
        };
        return match held {
            Ok(()) => {
                arguments.tell(format_args!("part {number} of {parts} was finished before"));
                Ok(0)
            }
            Err(problem) => Err(CliError::Input(format!(
                "{}: {problem}; remove the file, and the part is done anew",
                shown(&place)
            ))),
        };
    }
    let mut files = Files::default();
    files.reads(&arguments.job);
    let file = files.writes("part", &place)?;
    match job {
        SplitJob::Count(job) => counting::run(arguments, &job, number, (registry, run), file),
        SplitJob::Solve(job) => cubes::run(arguments, job, number, &run, file),
    }
}

impl PartArguments {
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

/// The number of the part: as it was given, or as a batch system says.
fn number(given: Option<u64>, variable: impl Fn(&str) -> Option<String>) -> Result<u64, CliError> {
    if let Some(given) = given {
        return Ok(given);
    }
    let mut known: Option<(&str, u64)> = None;
    for (name, first) in TASK_NUMBERS {
        // SGE says `undefined` where there is no array.
        let Some(text) = variable(name).filter(|text| !text.is_empty() && text != "undefined")
        else {
            continue;
        };
        let number = text.parse().ok().and_then(|number: u64| number.checked_sub(first));
        let Some(number) = number else {
            let problem = format!("{name}=`{text}` is no number of a task, from {first}");
            return Err(CliError::Usage(problem));
        };
        match known {
            Some((other, before)) if before != number => {
                return Err(CliError::Usage(format!(
                    "{other} says part {before}, and {name} part {number}: name the part"
                )));
            }
            _ => known = Some((name, number)),
        }
    }
    known.map(|(_, number)| number).ok_or_else(|| {
        let names = TASK_NUMBERS.map(|(name, _)| name).join(", ");
        CliError::Usage(format!("which part? name its number; none of {names} is set"))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn said(given: Option<u64>, variables: &[(&str, &str)]) -> Result<u64, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(its, _)| *its == name);
            found.map(|(_, value)| (*value).to_string())
        };
        number(given, variable).map_err(|error| error.to_string())
    }

    #[test]
    fn the_number_of_a_part_is_given_or_known_of_the_batch_system() {
        assert_eq!(said(Some(7), &[("SLURM_ARRAY_TASK_ID", "3")]), Ok(7));
        for (name, first) in TASK_NUMBERS {
            assert_eq!(said(None, &[(name, &(3 + first).to_string())]), Ok(3), "{name}");
            let wrong = said(None, &[(name, "three")]).unwrap_err();
            assert!(wrong.contains(name) && wrong.contains("`three`"), "{wrong}");
        }
        assert!(said(None, &[("SGE_TASK_ID", "0")]).unwrap_err().contains("from 1"));
        assert!(said(None, &[("SGE_TASK_ID", "undefined")]).unwrap_err().contains("which part?"));
        assert!(said(None, &[]).unwrap_err().contains("PBS_ARRAY_INDEX"));
        let two = [("SLURM_ARRAY_TASK_ID", "3"), ("PBS_ARRAY_INDEX", "4")];
        assert!(said(None, &two).unwrap_err().contains("name the part"));
        let same = [("SLURM_ARRAY_TASK_ID", "3"), ("SGE_TASK_ID", "4")];
        assert_eq!(said(None, &same), Ok(3));
    }
}
