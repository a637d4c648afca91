//! The arguments of `part`, and how the parts that they name begin and end.

use std::{collections::BTreeSet, num::NonZeroUsize, path::PathBuf, str::FromStr};

use clap::Args;

use crate::{
    checkpoint::CheckpointError,
    cli::{
        CliError,
        arguments::{LimitArguments, parse_bytes, parse_threads},
        files::Files,
        stderr::say,
        whole_file::WholeFile,
    },
    documents::{job::MOST_PARTS, text::grouped},
    file_name::shown,
    limits::Reason,
    parts::folder::{self, FoundPart, set_aside, set_part_aside},
    run::Run,
};

/// Arguments of `part`.
#[derive(Debug, Args)]
pub struct PartArguments {
    /// The job that `shard` printed
    pub job: PathBuf,
    /// The number of the part, from 0, or several numbers: 0-99 or 3,5,7-12 [default: the task
    /// number of a job array]
    #[arg(value_name = "NUMBER")]
    pub numbers: Option<PartNumbers>,
    /// Run this part as task 0 of a job array (for more parts than one array may have tasks)
    #[arg(long, default_value = "0", conflicts_with = "numbers", value_name = "K")]
    pub first: u64,
    /// Write the parts into this folder, which is created if missing
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Use this many threads [default: the number of cores]
    #[arg(long, value_parser = parse_threads, allow_negative_numbers = true, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Split a cube of a search again if its proof grows larger than this, at most 512MiB [default:
    /// 64MiB]
    #[arg(long, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    pub split_above: Option<u64>,
    /// Print only errors, and no progress line
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
}

impl PartArguments {
    /// Runs parts one after the other until a limit or a signal comes. An error in one part does
    /// not stop the others.
    pub fn each(
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
    pub fn begin(
        &self,
        found: FoundPart,
        number: u64,
        parts: u64,
    ) -> Result<Option<WholeFile>, CliError> {
        let place = folder::finished(&self.output, number, parts);
        match found {
            FoundPart::Nothing => {}
            FoundPart::Finished => {
                self.tell(format_args!("part {number} of {parts} is already finished"));
                return Ok(None);
            }
            FoundPart::Damaged(problem) => {
                let aside = set_part_aside(&self.output, number, parts);
                let aside = aside.map_err(|error| CliError::file(&place, &error))?;
                let aside: Vec<String> = aside.iter().map(shown).collect();
                say(format_args!(
                    "{}: {problem}; the file is kept as {}, and the part starts again",
                    shown(&place),
                    aside.join(" and ")
                ));
            }
            FoundPart::Other(problem) => {
                wrong_input!("{}: {problem}; remove the file to run the part again", shown(&place));
            }
        }
        let mut files = Files::reading([&self.job]);
        files.writes("part", &place).map(Some)
    }

    /// Opens the checkpoint of a part; its damaged files are set aside.
    pub fn open<T>(open: impl Fn() -> Result<T, CheckpointError>) -> Result<T, CliError> {
        loop {
            match open() {
                Ok(opened) => return Ok(opened),
                Err(CheckpointError::Wrong { path, line, problem, is_damaged: true }) => {
                    let aside = set_aside(&path).map_err(|error| CliError::file(&path, &error))?;
                    say(format_args!(
                        "{}:{line}: {problem}; the file is kept as {}, and its content is computed \
                         again",
                        shown(&path),
                        shown(aside)
                    ));
                }
                Err(error) => return Err(in_the_way(&error)),
            }
        }
    }

    pub fn tell(&self, what: impl std::fmt::Display) {
        if !self.quiet {
            say(what);
        }
    }
}

/// Reports the progress of a part stopped by a signal or a limit, and returns the exit code.
pub fn unfinished(
    (number, parts): (u64, u64),
    (reason, signal): (Reason, Option<i32>),
    run: &Run,
    pieces: &str,
) -> i32 {
    let (done, all) = (grouped(run.parts.done.get()), grouped(run.parts.all.get()));
    // Without a signal the exit code is 3.
    say(format_args!(
        "part {number} of {parts}: {}: {done} of {all} {pieces} are done; run the command again to \
         resume",
        reason.describe(),
    ));
    signal.map_or(3, |signal| 128 + signal)
}

/// The error for a checkpoint that cannot be opened.
pub fn in_the_way(error: &CheckpointError) -> CliError {
    match error {
        // Another process works on this part and may finish it, so the outcome is undecided.
        CheckpointError::InUse(_) => CliError::Undecided(error.to_string()),
        _ => CliError::Input(error.to_string()),
    }
}

/// Reads numbers of parts: `7`, `0-99` or `3,5,7-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartNumbers(pub BTreeSet<u64>);

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
