//! `satranj count`: the exact number of solutions, of a puzzle or of every graph of a list.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use num_bigint::BigUint;

use super::{
    CliError,
    arguments::{ExitCodeArguments, ExitCodes, OutputArguments, RunArguments},
    files::Files,
    graph_list::{self, ListAsked, ListQuestion, arguments::GraphListArguments},
    output::Output,
    puzzle::{
        PuzzleArguments,
        graph::{GraphList, GraphLists, StatedInput},
    },
    selection::{check_chosen, method, precheck, unread},
    session::{Job, Session, SessionEnd},
    signals::catch_signals,
    solve::{exit_code, no_symmetries, refuse_without_symmetries},
    stderr::say,
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
    /// Count also those of 0, 1, 2, … pieces, or of so many vertices
    #[arg(long, global = true)]
    counts_by_k: bool,
    /// Keep what the count has come to in files of this folder, and go on from what is there
    #[arg(long, global = true, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    list: GraphListArguments,
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
    let mut files = Files::reading(arguments.puzzle.files());
    let output = arguments.output.begin(&mut files)?;
    let mut context = arguments.run.context();
    let input = arguments.puzzle.stated_or_listed(&context, GraphLists::Several)?;
    let asked = arguments.asked();
    let puzzle = match input {
        StatedInput::Cases(stated) => stated.single()?,
        StatedInput::List(list) => {
            return arguments.listed(asked, *list, (output, registry), &context);
        }
    };
    arguments.list.refuse()?;
    asked.check(puzzle.as_ref())?;
    let mut name = arguments.method.as_deref();
    if asked.direction.is_some() && arguments.up_to_symmetry {
        // Not by comparing all tours, which is done in one way.
        name = name.or(Some("auto"));
    }
    let task = Task::Count(asked.counting);
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
        let counting = asked.counting;
        let checkpoint = checkpoint(folder, puzzle.as_ref(), (method, seed), (registry, counting))?;
        context.checkpoint = Some(Arc::new(checkpoint));
    }
    let session = Session {
        puzzle: Arc::clone(&puzzle),
        registry: Arc::clone(registry),
        method: method.name().into(),
        job: Job::Count(asked.counting),
        precheck: explains(&arguments.run, method),
        context,
        progress: !arguments.output.quiet,
        signals: catch_signals()?,
    };
    let ended = session.run(&mut |_| Ok(()))?;
    let context = &session.context;
    let mut document = asked.document(&arguments.run, puzzle.as_ref(), method, (&ended, context));
    if let Some(checkpoint) = &context.checkpoint {
        document.content.parts_from_checkpoint = Some(context.parts.known.get());
        // The count is right all the same.
        checkpoint.end().unwrap_or_else(say);
    }
    output.print(&document, |_| text::count(&document, puzzle.as_ref(), asked.direction))?;
    exit_code(&ended, arguments.codes.exit_code)
}

impl CountArguments {
    /// What is to be counted.
    fn asked(&self) -> CountQuestion {
        let direction = match (self.directed, self.undirected) {
            (false, false) => None,
            (true, _) => Some(TourDirection::Directed),
            (false, true) => Some(TourDirection::Undirected),
        };
        let counting = Counting { by_size: self.counts_by_k, classes: self.up_to_symmetry };
        CountQuestion { counting, direction }
    }

    /// Counts the solutions of every graph of a list.
    fn listed(
        &self,
        asked: CountQuestion,
        list: GraphList,
        (output, registry): (Output<'_>, &Arc<Registry>),
        whole: &Context,
    ) -> Result<i32, CliError> {
        graph_list::refuse_for_one(&[
            ("--exit-code sat", self.codes.exit_code == ExitCodes::Sat),
            ("--checkpoint", self.checkpoint.is_some()),
        ])?;
        if self.up_to_symmetry {
            return Err(no_symmetries());
        }
        let asked = ListAsked {
            question: ListQuestion::Count(asked),
            method: self.method.as_deref(),
            form: graph_list::line_form(&self.output),
            limits: &self.list,
            run: &self.run,
            registry,
            signals: &catch_signals()?,
        };
        graph_list::run(&asked, list, output, whole)
    }
}

/// Whether to look for short reasons: a count of 0 wants its own, whatever the method.
pub fn explains(run: &RunArguments, method: &Method) -> bool {
    precheck(run, method) || run.precheck.is_none()
}

/// What is to be counted, and how it is said.
#[derive(Debug, Clone, Copy)]
pub struct CountQuestion {
    /// What besides the solutions.
    pub counting: Counting,
    /// In which way the number of tours is said, if that is chosen.
    pub direction: Option<TourDirection>,
}

impl CountQuestion {
    /// Refuses symmetries where none are known, and directions where there are none.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn check(self, puzzle: &dyn StatedPuzzle) -> Result<(), CliError> {
        if self.counting.classes {
            refuse_without_symmetries(puzzle)?;
        }
        let Some(direction) = self.direction else { return Ok(()) };
        if by_direction(&puzzle.model(), &BigUint::ZERO).is_none() {
            usage!(
                "--{}: only tours, and paths and cycles of undirected graphs, have no direction",
                direction.word()
            );
        }
        Ok(())
    }

    /// The numbers that a run came to.
    pub fn counts(
        self,
        ended: &SessionEnd,
        puzzle: &dyn StatedPuzzle,
        run: &Context,
    ) -> SolutionCounts {
        let mut counts = counts(ended, self.counting, run);
        counts.add_directions(&puzzle.model());
        counts
    }

    /// The document of a run.
    pub fn document(
        self,
        arguments: &RunArguments,
        puzzle: &dyn StatedPuzzle,
        method: &Method,
        (ended, run): (&SessionEnd, &Context),
    ) -> CountDocument {
        let (statement, solver) = (puzzle.statement(), method.solver(&arguments.options()));
        let (name, solver, seed) = (method.name(), solver.as_deref(), arguments.seed);
        let counts = self.counts(ended, puzzle, run);
        let document = CountDocument::new(COUNT_SCHEMA, statement, name, solver, seed, counts);
        let mut document = document.with_outcome(&ended.outcome, ended.all > 0);
        document.options = arguments.read_by(|option| method.description.reads(option)).choices();
        document.portfolio = run.turns.read();
        document.objective = ended.objective;
        document.statistics = run.counters.read();
        document.timing = ended.timing;
        document
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
