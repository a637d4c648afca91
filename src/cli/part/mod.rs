//! `satranj part`: does or resumes one part of a job.

mod counting;
mod cubes;

use std::{
    collections::BTreeSet, env, fs, num::NonZeroUsize, path::PathBuf, str::FromStr, sync::Arc,
};

use clap::Args;

use super::{
    CliError,
    arguments::{LimitArguments, parse_bytes, parse_threads},
    files::Files,
    jobs::read_job,
    stderr::say,
    whole_file::WholeFile,
};
use crate::{
    checkpoint::CheckpointError,
    documents::{job::MOST_PARTS, text::grouped},
    file_name::shown,
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
    /// The number of the part, from 0, or several: 0-99 or 3,5,7-12 [default: the task number of a
    /// job array]
    #[arg(value_name = "NUMBER")]
    numbers: Option<PartNumbers>,
    /// For a job array: make this part task 0, as many arrays end at task 1000
    #[arg(long, default_value = "0", conflicts_with = "numbers", value_name = "K")]
    first: u64,
    /// Write the parts into this folder, which is created if missing
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Use this many threads [default: the number of cores]
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// For a search: cut a cube again if its proof grows larger than this, at most 512MiB [default:
    /// 64MiB]
    #[arg(long, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    split_above: Option<u64>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Print only errors, and no progress line
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the command: 0 if all named parts are finished, now or before.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &PartArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let numbers = numbers(arguments.numbers.as_ref(), arguments.first, |name| env::var(name).ok())?;
    let run = arguments.limits.run();
    let (name, job) = read_job(&arguments.job, registry, &run)?;
    let parts = job.document().parts;
    if let Some(number) = numbers.last().filter(|&&number| number >= parts) {
        usage!("part {number}: {name} has the parts 0 to {}", parts - 1);
    }
    let folder = &arguments.output;
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    arguments.each(&numbers, &run, parts, &|number, run| {
        let found = job.found(folder, number, &run).map_err(stopped)?;
        let Some(file) = arguments.begin(found, number, parts)? else { return Ok(0) };
        match &job {
            SplitJob::Count(job) => counting::run(arguments, job, number, (registry, run), file),
            SplitJob::Solve(job) => cubes::run(arguments, job, number, &run, file),
        }
    })
}

/// The error for a limit or a signal while the folder was read.
fn stopped(reason: Reason) -> CliError {
    CliError::Undecided(reason.describe().into())
}

impl PartArguments {
    /// Does parts one after the other until a limit or a signal comes. An error in one does not
    /// stop the others.
    fn each(
        &self,
        numbers: &BTreeSet<u64>,
        run: &Run,
        parts: u64,
        part: &dyn Fn(u64, Run) -> Result<i32, CliError>,
    ) -> Result<i32, CliError> {
        let mut first = None;
        for &number in numbers {
            // Each part has its own counters and the time that is left.
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

    /// Opens the document of an unfinished part; `None` if it is finished. Damaged files are set
    /// aside.
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
                wrong_input!("{}: {problem}; remove the file to do the part again", shown(&place));
            }
        }
        let mut files = Files::reading([&self.job]);
        files.writes("part", &place).map(Some)
    }

    /// Opens the checkpoint of a part; its damaged files are set aside.
    fn open<T>(open: impl Fn() -> Result<T, CheckpointError>) -> Result<T, CliError> {
        loop {
            match open() {
                Ok(opened) => return Ok(opened),
                Err(CheckpointError::Wrong { path, line, problem, is_damaged: true }) => {
                    let aside = set_aside(&path).map_err(|error| CliError::file(&path, &error))?;
                    say(format_args!(
                        "{}:{line}: {problem}; it is kept as {}, and its content is computed again",
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

/// Reports the progress of a part stopped by a signal or a limit, and returns the exit code.
fn unfinished(
    (number, parts): (u64, u64),
    (reason, signal): (Reason, Option<i32>),
    run: &Run,
    pieces: &str,
) -> i32 {
    let (done, all) = (grouped(run.parts.done.get()), grouped(run.parts.all.get()));
    // Without a signal the exit code is 3.
    say(format_args!(
        "part {number} of {parts}: {}: {done} of {all} {pieces} are done; run it again to resume it",
        reason.describe(),
    ));
    signal.map_or(3, |signal| 128 + signal)
}

/// The error for a checkpoint that cannot be opened.
fn in_the_way(error: &CheckpointError) -> CliError {
    match error {
        // Another process works on it and may finish it: undecided.
        CheckpointError::InUse(_) => CliError::Undecided(error.to_string()),
        _ => CliError::Input(error.to_string()),
    }
}

/// Numbers of parts, as `7`, `0-99` or `3,5,7-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartNumbers(pub BTreeSet<u64>);

impl FromStr for PartNumbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` names no parts; write 7, 0-99 or 3,5,7-12");
        let number = |text: &str| text.parse().ok().filter(|&number: &u64| number < MOST_PARTS);
        let mut numbers = BTreeSet::new();
        for range in text.split(',') {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (first, last) = number(first).zip(number(last)).ok_or_else(wrong)?;
            if first > last {
                return Err(wrong());
            }
            numbers.extend(first..=last);
        }
        Ok(Self(numbers))
    }
}

/// Variables in which batch systems give the task number of a job array, with the first number. SGE
/// has no task 0.
const TASK_NUMBERS: [(&str, u64); 4] = [
    ("SLURM_ARRAY_TASK_ID", 0),
    ("PBS_ARRAY_INDEX", 0),
    ("SGE_TASK_ID", 1),
    ("JOB_COMPLETION_INDEX", 0),
];

/// The parts to do: as given, or from a batch system whose first task is the part `first`.
pub(super) fn numbers(
    given: Option<&PartNumbers>,
    first: u64,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<BTreeSet<u64>, CliError> {
    if let Some(PartNumbers(given)) = given {
        return Ok(given.clone());
    }
    let mut known: Option<(&str, u64)> = None;
    for (name, first) in TASK_NUMBERS {
        // SGE sets `undefined` outside an array.
        let Some(text) = variable(name).filter(|text| !text.is_empty() && text != "undefined")
        else {
            continue;
        };
        let number = text.parse().ok().and_then(|number: u64| number.checked_sub(first));
        let Some(number) = number else {
            usage!("{name}=`{text}` is not a task number, from {first}");
        };
        match known {
            Some((other, before)) if before != number => {
                usage!("{other} says part {before}, but {name} part {number}: name the part");
            }
            _ => known = Some((name, number)),
        }
    }
    known.map(|(_, number)| [number.saturating_add(first)].into()).ok_or_else(|| {
        let names = TASK_NUMBERS.map(|(name, _)| name).join(", ");
        CliError::Usage(format!("which part? name its number; none of {names} is set"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(given: Option<&str>, variables: &[(&str, &str)]) -> Result<Vec<u64>, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(its, _)| *its == name);
            found.map(|(_, value)| (*value).to_string())
        };
        let given = given.map(str::parse::<PartNumbers>).transpose()?;
        let numbers = numbers(given.as_ref(), 0, variable).map_err(|error| error.to_string())?;
        Ok(numbers.into_iter().collect())
    }

    #[test]
    fn the_number_of_a_part_is_given_or_known_of_the_batch_system() {
        assert_eq!(said(Some("7"), &[("SLURM_ARRAY_TASK_ID", "3")]), Ok(vec![7]));
        for (name, first) in TASK_NUMBERS {
            assert_eq!(said(None, &[(name, &(3 + first).to_string())]), Ok(vec![3]), "{name}");
            let wrong = said(None, &[(name, "three")]).unwrap_err();
            assert!(wrong.contains(name) && wrong.contains("`three`"), "{wrong}");
        }
        assert!(said(None, &[("SGE_TASK_ID", "0")]).unwrap_err().contains("from 1"));
        assert!(said(None, &[("SGE_TASK_ID", "undefined")]).unwrap_err().contains("which part?"));
        assert!(said(None, &[]).unwrap_err().contains("PBS_ARRAY_INDEX"));
        let two = [("SLURM_ARRAY_TASK_ID", "3"), ("PBS_ARRAY_INDEX", "4")];
        assert!(said(None, &two).unwrap_err().contains("name the part"));
        let same = [("SLURM_ARRAY_TASK_ID", "3"), ("SGE_TASK_ID", "4")];
        assert_eq!(said(None, &same), Ok(vec![3]));
        let shifted = numbers(None, 1000, |_| Some("3".into()));
        assert!(shifted.is_err(), "SGE counts from 1");
        let slurm = |name: &str| (name == "SLURM_ARRAY_TASK_ID").then(|| "3".into());
        assert_eq!(numbers(None, 1000, slurm).unwrap(), [1003].into());
    }

    #[test]
    fn several_parts_are_named_as_tasks_are() {
        assert_eq!(said(Some("3,5,7-9,5"), &[]), Ok(vec![3, 5, 7, 8, 9]));
        assert_eq!(said(Some("0-2"), &[]), Ok(vec![0, 1, 2]));
        for text in ["", "a", "3-", "-3", "5-3", "1,,2", "1-2-3", "0-1000000", "1.5"] {
            assert!(said(Some(text), &[]).unwrap_err().contains("names no parts"), "{text}");
        }
    }
}
