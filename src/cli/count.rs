//! `satranj count`: the exact number of solutions.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use num_bigint::BigUint;

use super::{
    CliError,
    arguments::{ExitCodeArguments, OutputArguments, RunArguments},
    files::Files,
    puzzle::PuzzleArguments,
    selection::{method, precheck},
    session::{Job, Session, SessionEnd},
    signals::catch_signals,
    solve::{exit_code, refuse_without_symmetries},
    stderr::say,
    unread::{check_chosen, unread},
};
use crate::{
    answer::{Outcome, direction::by_direction},
    checkpoint::{Checkpoint, CountedWork},
    documents::{
        counts::{KeptCount, SolutionCounts, in_both_ways},
        instance,
        solution::{COUNT_SCHEMA, CountDocument},
        text::{self, TourDirection},
    },
    methods::{Context, Counted, Counting, Method, MethodOption, Registry},
    puzzles::{StatedPuzzle, Task},
};

/// Arguments of `count`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct CountArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// The method; one that does not count by itself finds and verifies every solution
    /// [default: depends on the puzzle]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    /// Count also those that no symmetry of the puzzle makes of one another
    #[arg(long, global = true)]
    up_to_symmetry: bool,
    /// Say the number of tours where one and its reverse are two
    #[arg(long, global = true, conflicts_with = "undirected")]
    directed: bool,
    /// Say the number of tours where one and its reverse are one
    #[arg(long, global = true)]
    undirected: bool,
    /// Count also the placements or dominations of 0, 1, 2, … pieces
    #[arg(long, global = true)]
    counts_by_k: bool,
    /// Keep what the count has come to in files of this folder, and go on from what is there
    #[arg(hide_short_help = true, long, global = true, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    codes: ExitCodeArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &CountArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    arguments.output.check_format("count", false, false)?;
    let mut files = Files::default();
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let output = arguments.output.begin(&mut files)?;
    let mut context = arguments.run.context();
    let puzzle = arguments.puzzle.puzzle(&context)?;
    if arguments.up_to_symmetry {
        refuse_without_symmetries(puzzle.as_ref())?;
    }
    let counting = Counting { by_size: arguments.counts_by_k, classes: arguments.up_to_symmetry };
    let direction = arguments.direction(puzzle.as_ref())?;
    let mut name = arguments.method.as_deref();
    if direction.is_some() && arguments.up_to_symmetry {
        // Not by comparing all tours, which is done in one way.
        name = name.or(Some("auto"));
    }
    let task = Task::Count(counting);
    let method = method(registry, name, puzzle.as_ref(), task)?;
    check_chosen(
        &arguments.run,
        [puzzle.as_ref()],
        |_| Ok(method),
        (registry, task),
        arguments.output.quiet,
    )?;
    if let Some(folder) = &arguments.checkpoint {
        let seed = arguments.run.seed;
        let checkpoint = checkpoint(folder, puzzle.as_ref(), (method, seed), (registry, counting))?;
        context.checkpoint = Some(Arc::new(checkpoint));
    }
    let mut document = CountDocument::new(
        COUNT_SCHEMA,
        puzzle.statement(),
        method.name(),
        method.solver(&arguments.run.options()).as_deref(),
        arguments.run.seed,
        SolutionCounts::default(),
    );
    let session = Session {
        puzzle: Arc::clone(&puzzle),
        registry: Arc::clone(registry),
        method: method.name().into(),
        job: Job::Count(counting),
        // A count of 0 wants its reason, whatever the method.
        precheck: precheck(&arguments.run, method) || arguments.run.precheck.is_none(),
        context,
        progress: !arguments.output.quiet,
        signals: catch_signals()?,
    };
    let ended = session.run(&mut |_| Ok(()))?;
    document.options = arguments.run.choices();
    document = document.with_outcome(&ended.outcome, ended.all > 0);
    document.content = counts(&ended, counting, &session.context);
    document.content.add_directions(&puzzle.model());
    document.portfolio = session.context.turns.read();
    document.objective = ended.objective;
    document.statistics = session.context.counters.read();
    document.timing = ended.timing;
    if let Some(checkpoint) = &session.context.checkpoint {
        document.content.parts_from_checkpoint = Some(session.context.parts.known.get());
        // The count is right all the same.
        checkpoint.end().unwrap_or_else(say);
    }
    output.print(&document, |_| text::count(&document, puzzle.as_ref(), direction))?;
    Ok(exit_code(&ended, arguments.codes.exit_code))
}

impl CountArguments {
    /// In which way the number is said, if that is chosen.
    ///
    /// # Errors
    /// [`CliError::Usage`] where there is one way only.
    fn direction(&self, puzzle: &dyn StatedPuzzle) -> Result<Option<TourDirection>, CliError> {
        let direction = match (self.directed, self.undirected) {
            (false, false) => return Ok(None),
            (true, _) => TourDirection::Directed,
            (false, true) => TourDirection::Undirected,
        };
        if by_direction(&puzzle.model(), &BigUint::ZERO).is_none() {
            let problem = format!(
                "--{}: only tours, and paths and cycles of undirected graphs, have no direction",
                direction.word()
            );
            return Err(CliError::Usage(problem));
        }
        Ok(Some(direction))
    }
}

/// The checkpoint of a count, in a folder.
fn checkpoint(
    folder: &Path,
    puzzle: &dyn StatedPuzzle,
    (method, seed): (&Method, u64),
    (registry, counting): (&Registry, Counting),
) -> Result<Checkpoint, CliError> {
    let model = puzzle.model();
    let Some(split) = method.split(&model, counting) else {
        let others = registry.iter().filter(|method| method.split(&model, counting).is_some());
        let problem = unread(method, "checkpoint", others);
        return Err(CliError::Usage(problem));
    };
    let work = CountedWork {
        instance: instance(&puzzle.statement()),
        method: method.name().into(),
        split: split.into(),
        seed: method.description.options.contains(&MethodOption::Seed).then_some(seed),
    };
    Checkpoint::open(folder, &work).map_err(|error| CliError::Input(error.to_string()))
}

/// What a run has counted: all there is, or at least this many.
fn counts(ended: &SessionEnd, asked: Counting, run: &Context) -> SolutionCounts {
    let found = || Counted { count: ended.all.into(), ..Counted::default() };
    let counted = ended.counted.clone().unwrap_or_else(found);
    let classes = counted.classes.map(|classes| classes.to_string());
    if let Outcome::Unknown(_) = ended.outcome {
        return SolutionCounts {
            count: None,
            // Some methods count without finding one by one.
            at_least: Some(counted.count.max(run.counted.get().into()).to_string()),
            up_to_symmetry: asked.classes.then_some(None),
            up_to_symmetry_at_least: classes,
            counts_by_k: asked.by_size.then_some(None),
            ..SolutionCounts::default()
        };
    }
    let [directed, undirected] = in_both_ways(counted.classes_by_direction);
    let kept = counted
        .kept
        .into_iter()
        .map(|kept| KeptCount { symmetry: kept.symmetry.into(), count: kept.count.to_string() });
    let by_size = || counted.by_size.iter().map(ToString::to_string).collect();
    SolutionCounts {
        count: Some(counted.count.to_string()),
        up_to_symmetry: asked.classes.then_some(classes),
        counts_by_k: asked.by_size.then(|| Some(by_size())),
        directed_up_to_symmetry: directed,
        undirected_up_to_symmetry: undirected,
        kept_by_symmetry: kept.collect(),
        ..SolutionCounts::default()
    }
}
