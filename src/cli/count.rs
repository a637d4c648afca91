//! `satranj count`: counts the solutions of a puzzle, or of every graph in a list, exactly.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;

use super::{
    CliError,
    answered::{CountQuestion, code, explains, no_symmetries},
    arguments::{ExitCodeArguments, ExitCodes, OutputArguments, RunArguments},
    check::{
        CheckEffort, CheckEnd, CheckPurse,
        again::{FirstCount, SecondCount, add_checks},
        check,
    },
    files::Files,
    graph_list::{self, ListAsked, ListQuestion, asked::GraphListArguments},
    output::Output,
    outputs::Outputs,
    puzzle::{
        PuzzleArguments,
        graph::{GraphList, GraphLists, StatedInput},
    },
    selection::{check_chosen, method, unread},
    session::{Job, Session, SessionEnd},
    signals::{self, catch_signals},
    stderr::say,
};
use crate::{
    checkpoint::{Checkpoint, CountedWork},
    documents::{
        instance,
        solution::CountDocument,
        text::{self, TourDirection},
    },
    methods::{Context, Counting, Method, MethodOption, Registry},
    puzzles::{StatedPuzzle, Task},
};

/// Arguments of `count`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent switch")]
pub struct CountArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// Use this method; a method that cannot count finds and verifies every solution instead
    /// [default: depends on the puzzle]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    /// Also count the solutions up to the puzzle's symmetries
    #[arg(long, global = true)]
    up_to_symmetry: bool,
    /// Count a tour and its reverse as two
    #[arg(long, global = true, conflicts_with = "undirected")]
    directed: bool,
    /// Count a tour and its reverse as one
    #[arg(long, global = true)]
    undirected: bool,
    /// Also count the solutions with 0, 1, 2, … pieces or vertices
    #[arg(long, global = true)]
    counts_by_k: bool,
    /// Save the state of the count in this folder, and resume from it
    #[arg(long, global = true, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Count again by another method, and prove a count of 0, with this effort: none, share (as much
    /// time as the search and a second) or full (as long as it takes) [default: share; none with
    /// --checkpoint]
    #[arg(
        hide_short_help = true,
        hide_possible_values = true,
        long,
        global = true,
        value_enum,
        value_name = "EFFORT"
    )]
    check: Option<CheckEffort>,
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
    let outputs = Outputs::of_document("count", &arguments.output)?;
    let (output, _) = outputs.open(&mut Files::reading(arguments.puzzle.files()))?;
    let mut context = arguments.run.context();
    let asked = arguments.asked();
    let (lists, is_quiet) = (GraphLists::Several, arguments.output.quiet);
    let puzzle = match arguments.puzzle.stated_or_listed(&context, lists, is_quiet)? {
        StatedInput::Cases(stated) => stated.single()?,
        StatedInput::List(list) => {
            return arguments.listed(asked, *list, (&outputs, output, registry), &context);
        }
    };
    arguments.list.refuse()?;
    let method = arguments.method(asked, puzzle.as_ref(), registry)?;
    if let Some(folder) = &arguments.checkpoint {
        let (method, counting) = ((method, arguments.run.seed), (&**registry, asked.counting));
        let checkpoint = checkpoint(folder, puzzle.as_ref(), method, counting)?;
        context.checkpoint = Some(Arc::new(checkpoint));
    }
    let signals = catch_signals()?;
    let session = Session {
        puzzle: Arc::clone(&puzzle),
        registry: Arc::clone(registry),
        method: method.name().into(),
        job: Job::Count(asked.counting),
        precheck: explains(&arguments.run, method),
        context,
        progress: !is_quiet,
        signals: Arc::clone(&signals),
    };
    let mut ended = session.run(&mut |_| Ok(()))?;
    let document = arguments.document(session, (method, asked), &mut ended)?;
    output.print(&document, |_| text::count(&document, puzzle.as_ref(), asked.direction))?;
    signals::end(&signals)?;
    Ok(code(&ended.outcome, arguments.codes.exit_code))
}

impl CountArguments {
    /// The document of the first count, checked; ends the checkpoint.
    fn document(
        &self,
        session: Session,
        (method, asked): (&Method, CountQuestion),
        ended: &mut SessionEnd,
    ) -> Result<CountDocument, CliError> {
        let (puzzle, context) = (Arc::clone(&session.puzzle), session.context.clone());
        let checks = self.checks(session, (method, asked.counting), ended)?;
        let mut document = asked.document(&self.run, puzzle.as_ref(), method, (ended, &context));
        add_checks(&mut document, checks);
        if let Some(checkpoint) = &context.checkpoint {
            document.content.parts_from_checkpoint = Some(context.parts.known.get());
            // The count is valid even if the checkpoint cannot be ended.
            checkpoint.end().unwrap_or_else(say);
        }
        Ok(document)
    }

    /// Proves a count of 0, and counts a second time, after the session of the first count.
    ///
    /// # Errors
    /// [`CliError::Check`] if the count is wrong.
    fn checks(
        &self,
        mut session: Session,
        (method, counting): (&Method, Counting),
        ended: &mut SessionEnd,
    ) -> Result<(CheckEnd, SecondCount), CliError> {
        let effort = self.check.unwrap_or(match self.checkpoint {
            // It may have taken days.
            Some(_) => CheckEffort::None,
            None => CheckEffort::default(),
        });
        let purse = CheckPurse::new(effort, &session.signals);
        let (puzzle, registry) = (Arc::clone(&session.puzzle), Arc::clone(&session.registry));
        let (puzzle, registry, context) = (&*puzzle, &*registry, session.context.clone());
        let checked = check(&purse, puzzle, (registry, method), &context, ended)?;
        let first = FirstCount { puzzle, registry, method, counting, context: &context, ended };
        let mut second = first.again(&purse, &mut |method, context| {
            session.method = method.name().into();
            session.precheck = false;
            session.context = context;
            session.run(&mut |_| Ok(()))
        })?;
        if self.check.is_none() && self.checkpoint.is_some() && second.because.is_some() {
            second = SecondCount::none("with --checkpoint, add --check share or --check full");
        }
        Ok((checked, second))
    }

    /// What to count.
    fn asked(&self) -> CountQuestion {
        let direction = match (self.directed, self.undirected) {
            (false, false) => None,
            (true, _) => Some(TourDirection::Directed),
            (false, true) => Some(TourDirection::Undirected),
        };
        let counting = Counting { by_size: self.counts_by_k, classes: self.up_to_symmetry };
        CountQuestion { counting, direction }
    }

    /// The method that counts, checked.
    fn method<'r>(
        &self,
        asked: CountQuestion,
        puzzle: &dyn StatedPuzzle,
        registry: &'r Registry,
    ) -> Result<&'r Method, CliError> {
        asked.check(puzzle)?;
        // A method that compares all tours would count their classes in one direction only.
        let default = (asked.direction.is_some() && self.up_to_symmetry).then_some("auto");
        let task = Task::Count(asked.counting);
        let method = method(registry, self.method.as_deref().or(default), puzzle, task)?;
        check_chosen(&self.run, [(puzzle, method)], (registry, task), self.output.quiet)?;
        Ok(method)
    }

    /// Counts the solutions of every graph of a list.
    fn listed(
        &self,
        asked: CountQuestion,
        list: GraphList,
        (outputs, output, registry): (&Outputs<'_>, Output<'_>, &Arc<Registry>),
        whole: &Context,
    ) -> Result<i32, CliError> {
        let others = [
            ("--exit-code sat", self.codes.exit_code == ExitCodes::Sat),
            ("--checkpoint", self.checkpoint.is_some()),
        ];
        outputs.refuse_single(&others, graph_list::ONE_GRAPH)?;
        if self.up_to_symmetry {
            return Err(no_symmetries());
        }
        let asked = ListAsked {
            question: ListQuestion::Count(asked),
            method: self.method.as_deref(),
            form: graph_list::line_form(&self.output),
            check: self.check.unwrap_or_default(),
            limits: &self.list,
            run: &self.run,
            registry,
            signals: &catch_signals()?,
        };
        graph_list::run(&asked, list, output, whole)
    }
}

/// The checkpoint of a count in a folder.
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
    Checkpoint::open(folder, &work).map_err(CliError::input)
}
