//! `satranj count`: the exact number of solutions.

use std::sync::Arc;

use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, RunArguments},
    files::Files,
    puzzle::PuzzleArguments,
    selection::method,
    session::{Job, Session, catch_signals},
    solve::{exit_code, precheck, refuse_without_symmetries},
};
use crate::{
    documents::{
        solution::{COUNT_SCHEMA, CountDocument, Counts},
        text,
    },
    methods::{Counting, Registry},
    puzzles::Task,
};

/// Arguments of `count`.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// The method; one that does not count by itself finds and verifies every solution
    /// [default: depends on the puzzle]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    /// Count also the solutions that no symmetry of the puzzle makes of one another
    #[arg(long, global = true)]
    up_to_symmetry: bool,
    /// Count also the placements of 0, 1, 2, … pieces
    #[arg(long, global = true)]
    counts_by_k: bool,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let mut files = Files::default();
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let output = arguments.output.begin(&mut files)?;
    let puzzle = arguments.puzzle.puzzle()?;
    if arguments.up_to_symmetry {
        refuse_without_symmetries(puzzle.as_ref())?;
    }
    let counting = Counting { by_size: arguments.counts_by_k, classes: arguments.up_to_symmetry };
    let name = arguments.method.as_deref();
    let method = method(registry, name, puzzle.as_ref(), Task::Count(counting))?;
    let mut document = CountDocument::new(
        COUNT_SCHEMA,
        puzzle.statement(),
        method.name(),
        method.solver(&arguments.run.options()).as_deref(),
        arguments.run.seed,
        Counts::default(),
    );
    let session = Session {
        puzzle: Arc::clone(&puzzle),
        registry: Arc::clone(registry),
        method: method.name().into(),
        job: Job::Count(counting),
        // A count of 0 wants its reason, whatever the method.
        precheck: precheck(&arguments.run, method) || arguments.run.precheck.is_none(),
        run: arguments.run.run(),
        progress: !arguments.output.quiet,
        signals: catch_signals()?,
    };
    let ended = session.run(&mut |_| Ok(()))?;
    document.options = arguments.run.choices();
    document = document.with_outcome(&ended.outcome, ended.all > 0);
    document.content = match &ended.counted {
        Some(counted) => Counts {
            count: counted.count.to_string(),
            up_to_symmetry: counted.classes.as_ref().map(ToString::to_string),
            counts_by_k: arguments
                .counts_by_k
                .then(|| counted.by_size.iter().map(ToString::to_string).collect()),
        },
        None => Counts { count: ended.all.to_string(), ..Counts::default() },
    };
    document.objective = ended.objective;
    document.statistics = session.run.counters.read();
    document.timing = ended.timing;
    output.print(&document, |_| text::count(&document, puzzle.as_ref()))?;
    Ok(exit_code(&ended, arguments.run.exit_code))
}
