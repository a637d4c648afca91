//! `satranj shard`: a count cut into parts that any machine may do.

use std::{num::NonZeroU64, sync::Arc, time::Duration};

use clap::{Args, Subcommand};

use super::{
    CliError,
    arguments::{OutputArguments, limits, parse_bytes, parse_time_limit},
    files::Files,
    puzzle::PuzzleArguments,
    selection::method,
    signals,
    watch::watched_run,
};
use crate::{
    documents::{job::MOST_PARTS, text},
    methods::{Counting, Method, Registry},
    parts::{DividedJob, JobError, rule},
    puzzles::{StatedPuzzle, Task},
    run::Run,
};

/// Arguments of `shard`.
#[derive(Debug, Args)]
pub struct ShardArguments {
    #[command(subcommand)]
    goal: ShardGoal,
}

/// What the parts do together.
#[derive(Debug, Subcommand)]
enum ShardGoal {
    /// Count the solutions of a puzzle
    Count(ShardCountArguments),
}

/// Arguments of `shard count`.
#[derive(Debug, Args)]
struct ShardCountArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// How many parts
    #[arg(long, global = true, required = false, default_value = "100", value_parser = parse_parts, value_name = "P")]
    parts: NonZeroU64,
    /// The method, one that counts in parts [default: the first of these]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Limits alone.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// Stop after this time, e.g. 10s, 0.5s, 2min
    #[arg(long, global = true, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Stop before more memory than this is used, e.g. 2GiB [default: 80% of the machine's]
    #[arg(long, global = true, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    pub memory_limit: Option<u64>,
}

impl LimitArguments {
    /// A run within them that starts now.
    pub fn run(&self) -> Run {
        Run::new(limits(self.time_limit, None, self.memory_limit), 1)
    }
}

/// Reads a number of parts.
fn parse_parts(text: &str) -> Result<NonZeroU64, String> {
    let parts = text.parse().ok().filter(|parts: &NonZeroU64| parts.get() <= MOST_PARTS);
    parts.ok_or_else(|| format!("`{text}` is no number of parts from 1 to {MOST_PARTS}"))
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ShardArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let ShardGoal::Count(arguments) = &arguments.goal;
    arguments.output.check_format("shard", false, false)?;
    let mut files = Files::default();
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let output = arguments.output.begin(&mut files)?;
    let run = arguments.limits.run();
    let puzzle = arguments.puzzle.puzzle(&run)?;
    let (method, rule) = divided(registry, arguments.method.as_deref(), puzzle.as_ref())?;
    let (method, parts, of_thread) = (*method, arguments.parts.get(), run.clone());
    let job = watched_run(
        &run,
        |_| {},
        move || DividedJob::count(puzzle, &method, rule, parts, &of_thread),
    )?;
    let job = job.done("dividing the count")?.map_err(|error| refused("", &error))?;
    signals::release();
    output.print(&job.document, |_| text::job(&job.document, job.puzzle.as_ref()))?;
    Ok(0)
}

/// The method that counts a puzzle in parts, and the rule by which it does.
fn divided<'r>(
    registry: &'r Registry,
    name: Option<&str>,
    puzzle: &dyn StatedPuzzle,
) -> Result<(&'r Method, &'static str), CliError> {
    let divided = || registry.iter().find_map(|method| Some((method, rule(puzzle, method)?)));
    if let Some(first) = name.is_none().then(divided).flatten() {
        return Ok(first);
    }
    let method = method(registry, name, puzzle, Task::Count(Counting::default()))?;
    if let Some(rule) = rule(puzzle, method) {
        return Ok((method, rule));
    }
    let others = registry.iter().filter(|method| rule(puzzle, method).is_some());
    let names: Vec<&str> = others.map(Method::name).collect();
    let which = if names.is_empty() {
        "no method does: of a count of all N queens on an empty board parts can be made".into()
    } else {
        format!("these do: {}", names.join(", "))
    };
    Err(CliError::Usage(format!("{} does not count this in parts; {which}", method.name())))
}

/// A job that cannot be; `name`: its file, if there is one.
pub fn refused(name: &str, error: &JobError) -> CliError {
    let said = if name.is_empty() { error.to_string() } else { format!("{name}: {error}") };
    match error {
        JobError::Stopped(_) => CliError::Undecided(said),
        JobError::TooManyParts { .. } if name.is_empty() => {
            CliError::Usage(format!("--parts {said}"))
        }
        _ => CliError::Input(said),
    }
}
