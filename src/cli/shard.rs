//! `satranj shard`: cuts a count or a search into parts, which any machines can run.

use std::{num::NonZeroU64, sync::Arc};

use clap::{Args, Subcommand};
use satranj_encodings::{encoding::Encoding, registry as encodings};

use super::{
    CliError,
    arguments::{EncodingArguments, LimitArguments, OutputArguments},
    files::Files,
    jobs::refused,
    outputs::Outputs,
    puzzle::PuzzleArguments,
    selection::{check_encoding, method},
    signals, standard_output,
    stderr::say,
    watch::watched_run,
};
use crate::{
    documents::{
        job::{JobDocument, MOST_PARTS},
        text,
    },
    methods::{Counting, Method, Registry},
    parts::{CubeJob, DividedJob, JobError, MOST_CUBES, encoding_of, estimate::PartEstimate, rule},
    puzzles::{StatedPuzzle, Task},
    run::Run,
};

/// Arguments of `shard`.
#[derive(Debug, Args)]
#[command(subcommand_value_name = "TASK")]
pub struct ShardArguments {
    #[command(subcommand)]
    goal: ShardGoal,
}

/// The task of all parts together.
#[derive(Debug, Subcommand)]
enum ShardGoal {
    /// Count the solutions of a puzzle
    Count(ShardCountArguments),
    /// Find a solution of a puzzle, or refute all cubes of its formula
    Solve(ShardSolveArguments),
}

/// The work and the number of parts.
#[derive(Debug, Args)]
struct ShardWork {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// Cut the work into this many parts
    #[arg(long, global = true, required = false, default_value = "100", value_parser = parse_parts, value_name = "P")]
    parts: NonZeroU64,
    /// Use this method, which must work in parts [default: the first that does; for a search, the
    /// one whose encoding solvers handle best]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Arguments of `shard count`.
#[derive(Debug, Args)]
struct ShardCountArguments {
    #[command(flatten)]
    work: ShardWork,
    /// Also count the solutions up to symmetry
    #[arg(long, global = true)]
    up_to_symmetry: bool,
}

/// Arguments of `shard solve`.
#[derive(Debug, Args)]
struct ShardSolveArguments {
    #[command(flatten)]
    work: ShardWork,
    /// Split the formula into this many cubes, if possible [default: 4 per part]
    #[arg(long, global = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CUBES)), value_name = "K")]
    cubes: Option<u32>,
    #[command(flatten)]
    choices: EncodingArguments,
}

/// Reads a number of parts.
fn parse_parts(text: &str) -> Result<NonZeroU64, String> {
    let parts = text.parse().ok().filter(|parts: &NonZeroU64| parts.get() <= MOST_PARTS);
    parts.ok_or_else(|| {
        format!(
            "`{text}` is not a number of parts; write a number from 1 to \
                                 {MOST_PARTS}"
        )
    })
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ShardArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    match &arguments.goal {
        ShardGoal::Count(arguments) => {
            arguments.work.run(|puzzle, run| arguments.job(registry, puzzle, run))
        }
        ShardGoal::Solve(arguments) => {
            arguments.work.run(|puzzle, run| arguments.job(registry, puzzle, run))
        }
    }
}

/// A job, its puzzle, and an estimate for a part, if any.
type Cut = (JobDocument, Arc<dyn StatedPuzzle>, Option<PartEstimate>);

impl ShardWork {
    /// Whether to print the estimate: the job goes to a file or a terminal.
    fn tells(&self) -> bool {
        let is_read = self.output.output.is_some() || standard_output::is_terminal();
        is_read && !self.output.quiet
    }

    /// Cuts the puzzle and prints the job.
    fn run(
        &self,
        cut: impl FnOnce(Arc<dyn StatedPuzzle>, &Run) -> Result<Cut, CliError>,
    ) -> Result<i32, CliError> {
        let outputs = Outputs::of_document("shard", &self.output)?;
        let (output, _) = outputs.open(&mut Files::reading(self.puzzle.files()))?;
        let run = self.limits.run();
        let (document, puzzle, estimate) = cut(self.puzzle.puzzle(&run, self.output.quiet)?, &run)?;
        signals::release();
        output.print(&document, |_| text::job(&document, puzzle.as_ref()))?;
        // Not in the document, which is independent of the machine.
        if let Some(estimate) = estimate {
            say(estimate.describe());
        }
        Ok(0)
    }
}

impl ShardCountArguments {
    /// Cuts a count into units.
    fn job(
        &self,
        registry: &Registry,
        puzzle: Arc<dyn StatedPuzzle>,
        run: &Run,
    ) -> Result<Cut, CliError> {
        let counting = Counting { classes: self.up_to_symmetry, by_size: false };
        let (name, parts) = (self.work.method.as_deref(), self.work.parts.get());
        let (method, rule) = divided(registry, name, puzzle.as_ref(), counting)?;
        let (method, tells) = (*method, self.work.tells());
        let job = watched_run(run, move |run| {
            let job = DividedJob::count(puzzle, &method, (rule, counting), parts, run)?;
            let estimate = tells.then(|| job.estimate(run));
            Ok((job, estimate))
        })?;
        let job = job.done("dividing the count")?;
        let (job, estimate) = job.map_err(|error: JobError| refused(None, &error))?;
        Ok((job.document, job.puzzle, estimate))
    }
}

/// Default number of cubes per part.
const CUBES_OF_A_PART: u64 = 4;

impl ShardSolveArguments {
    /// Cuts the formula into cubes.
    fn job(
        &self,
        registry: &Registry,
        puzzle: Arc<dyn StatedPuzzle>,
        run: &Run,
    ) -> Result<Cut, CliError> {
        let (name, encoding) =
            stating(registry, self.work.method.as_deref(), puzzle.as_ref(), run)?;
        check_encoding(&self.choices, encoding, &puzzle.model())?;
        let parts = self.work.parts.get();
        let default = parts.saturating_mul(CUBES_OF_A_PART).min(MOST_CUBES.into()) as u32;
        let wanted = self.cubes.unwrap_or(default);
        let choice = (encoding, self.choices.options());
        let tells = self.work.tells();
        let job = watched_run(run, move |run| {
            let job = CubeJob::new(puzzle, name, choice, (parts, wanted), run)?;
            let estimate = tells.then(|| job.estimate(run)).flatten();
            Ok((job, estimate))
        })?;
        let job = job.done("cutting the formula")?;
        let (job, estimate) = job.map_err(|error: JobError| refused(None, &error))?;
        Ok((job.document, job.puzzle, estimate))
    }
}

/// The method whose formula is cut, with its encoding.
fn stating(
    registry: &Registry,
    name: Option<&str>,
    puzzle: &dyn StatedPuzzle,
    run: &Run,
) -> Result<(&'static str, &'static Encoding), CliError> {
    let model = puzzle.model();
    let stated = |method: &Method| Some((method.name(), encoding_of(puzzle, method)?));
    let found = match name {
        Some(name) => stated(method(registry, Some(name), puzzle, Task::First)?),
        None => {
            let liked = encodings::for_solvers(&model, &|| run.poll().is_err());
            let liked = liked.map(Encoding::name);
            let all = || registry.iter().filter_map(stated);
            all().find(|(_, encoding)| Some(encoding.name()) == liked).or_else(|| all().next())
        }
    };
    if let Some(found) = found {
        return Ok(found);
    }
    if model.sense().is_some() {
        usage!("a search in parts cannot optimise: add --count K or --at-most K");
    }
    let names: Vec<&str> = registry.iter().filter_map(stated).map(|(name, _)| name).collect();
    let which = if names.is_empty() {
        "no method for this puzzle does".into()
    } else {
        format!("these do: {}", names.join(", "))
    };
    let problem = match name {
        Some(name) => format!("{name} does not solve a single complete formula; {which}"),
        None => which,
    };
    Err(CliError::Usage(problem))
}

/// The method that counts a puzzle in parts, with its rule for cutting.
fn divided<'r>(
    registry: &'r Registry,
    name: Option<&str>,
    puzzle: &dyn StatedPuzzle,
    counting: Counting,
) -> Result<(&'r Method, &'static str), CliError> {
    let rule = |method: &Method| rule(puzzle, method, counting);
    let divided = || registry.iter().find_map(|method| Some((method, rule(method)?)));
    if let Some(first) = name.is_none().then(divided).flatten() {
        return Ok(first);
    }
    let method = method(registry, name, puzzle, Task::Count(counting))?;
    if let Some(rule) = rule(method) {
        return Ok((method, rule));
    }
    let others = registry.iter().filter(|method| rule(method).is_some());
    let names: Vec<&str> = others.map(Method::name).collect();
    let which = if !names.is_empty() {
        format!("these do: {}", names.join(", "))
    } else if counting.classes {
        "no method does; --up-to-symmetry applies only to N queens on an empty board".into()
    } else {
        "no method does; N queens on an empty board, placements of a given number of pieces and \
         undirected tours can be counted in parts"
            .into()
    };
    let what = if counting.classes { "this up to symmetry" } else { "this" };
    usage!("{} does not count {what} in parts; {which}", method.name());
}
