//! One puzzle by one method, to its document.

use std::{
    cell::Cell,
    sync::{Arc, atomic::AtomicUsize},
};

use super::{
    SolveArguments,
    stream::{SolutionLine, Stream, progress_line},
};
use crate::{
    answer::{Outcome, Wanted},
    cli::{
        CliError,
        arguments::RunArguments,
        selection::{method, precheck},
        session::{Event, Job, Session, SessionEnd},
        unread::check_chosen,
    },
    documents::{
        counts::Sampling,
        solution::{ObjectiveBound, SCHEMA, SolutionDocument, Solutions, Status},
    },
    limits::Reason,
    methods::{Context, Method, Registry},
    puzzles::{StatedPuzzle, Task},
    run::Run,
};

/// The most solutions that a document of `--all` holds: more are for a program, which reads a
/// stream, or for no one.
pub const MOST_IN_DOCUMENT: u64 = 10_000;

/// Solves puzzles as the arguments say.
pub struct PuzzleSolver<'a> {
    pub arguments: &'a SolveArguments,
    pub registry: &'a Arc<Registry>,
    pub wanted: Wanted,
    pub signals: Arc<AtomicUsize>,
    /// How many more solutions the document may hold, where all are wanted.
    pub room: Cell<u64>,
}

impl PuzzleSolver<'_> {
    /// The method that is named, or the one that the puzzle prefers.
    ///
    /// # Errors
    /// [`CliError::Usage`] that lists the methods.
    pub fn method(&self, puzzle: &dyn StatedPuzzle) -> Result<&Method, CliError> {
        method(self.registry, self.arguments.method.as_deref(), puzzle, self.task())
    }

    fn task(&self) -> Task {
        match (self.arguments.sample, self.wanted) {
            (Some(_), _) => Task::Sample,
            (None, Wanted::First) => Task::First,
            (None, _) => Task::All,
        }
    }

    /// Refuses options that none of the methods of these puzzles reads.
    ///
    /// # Errors
    /// [`CliError::Usage`] that names the option, the methods, and those that read it.
    pub fn check_options<'p>(
        &self,
        puzzles: impl IntoIterator<Item = &'p dyn StatedPuzzle>,
    ) -> Result<(), CliError> {
        self.check_options_of(&self.arguments.run, puzzles)
    }

    /// The same of these options.
    ///
    /// # Errors
    /// As [`PuzzleSolver::check_options`].
    pub fn check_options_of<'p>(
        &self,
        run: &RunArguments,
        puzzles: impl IntoIterator<Item = &'p dyn StatedPuzzle>,
    ) -> Result<(), CliError> {
        let choose = |puzzle: &dyn StatedPuzzle| self.method(puzzle);
        let is_quiet = self.arguments.output.quiet;
        check_chosen(run, puzzles, choose, (self.registry, self.task()), is_quiet)
    }

    /// Solves a puzzle, or says why it was not begun.
    ///
    /// # Errors
    /// [`CliError`].
    pub fn solve_or_skip(
        &self,
        puzzle: &Arc<dyn StatedPuzzle>,
        context: Context,
        over: Option<Reason>,
        stream: Option<&mut Stream>,
    ) -> Result<(SolutionDocument, Option<SessionEnd>), CliError> {
        match over {
            None => {
                let (document, ended) = self.solve(puzzle, context, stream)?;
                Ok((document, Some(ended)))
            }
            Some(reason) => {
                let method = self.method(puzzle.as_ref())?;
                let document = self.document(puzzle.as_ref(), method);
                Ok((document.with_outcome(&Outcome::Unknown(reason), false), None))
            }
        }
    }

    /// A document in which nothing is said yet.
    fn document(&self, puzzle: &dyn StatedPuzzle, method: &Method) -> SolutionDocument {
        let content = match self.wanted {
            Wanted::First => Solutions::One { solution: None },
            _ => Solutions::Many { solutions: Vec::new(), orbit_sizes: Vec::new() },
        };
        blank(&self.arguments.run, content, puzzle, method)
    }

    /// Solves a puzzle; solutions and progress go to the stream, if there is one. When its reader
    /// goes away the run ends.
    ///
    /// # Errors
    /// [`CliError`].
    pub fn solve(
        &self,
        puzzle: &Arc<dyn StatedPuzzle>,
        context: Context,
        mut stream: Option<&mut Stream>,
    ) -> Result<(SolutionDocument, SessionEnd), CliError> {
        let (arguments, wanted) = (self.arguments, self.wanted);
        let method = self.method(puzzle.as_ref())?;
        let mut document = self.document(puzzle.as_ref(), method);
        // With one more it is known that there are too many.
        let room = (wanted == Wanted::All && stream.is_none()).then(|| self.room.get());
        let asked = room.map_or(wanted, |room| Wanted::Some(room + 1));
        let session = Session {
            puzzle: Arc::clone(puzzle),
            registry: Arc::clone(self.registry),
            method: method.name().into(),
            job: match arguments.sample {
                Some(number) => Job::Sample(number),
                None => Job::Solve { wanted: asked, up_to_symmetry: arguments.up_to_symmetry },
            },
            precheck: precheck(&arguments.run, method),
            context,
            progress: !arguments.output.quiet && !arguments.json_stream,
            signals: Arc::clone(&self.signals),
        };
        let mut solutions = Vec::new();
        let mut orbit_sizes = Vec::new();
        let mut ended = session.run(&mut |event| {
            match (event, stream.as_deref_mut()) {
                (Event::Solution(finding), out) => {
                    if let Some(out) = out {
                        out.line(&SolutionLine::of(puzzle.as_ref(), &finding));
                        stop_untaken(out, &session.context);
                        // One is kept to be drawn: the first, or the best.
                        if wanted != Wanted::First && !solutions.is_empty() {
                            return Ok(());
                        }
                    }
                    if wanted == Wanted::First {
                        // Where the best is asked for, each is better than the one before.
                        solutions.clear();
                        orbit_sizes.clear();
                    }
                    if room == Some(solutions.len() as u64) {
                        return Ok(());
                    }
                    solutions.push(finding.solution);
                    orbit_sizes.extend(finding.orbit_size);
                }
                (Event::Progress(run), Some(out)) => {
                    out.line(&progress_line(run));
                    stop_untaken(out, run);
                }
                (Event::Progress(_), None) => {}
            }
            Ok(())
        })?;
        if let Some(room) = room {
            self.room.set(room - solutions.len() as u64);
            if ended.solutions > room {
                ended.outcome = Outcome::Unknown(Reason::SolutionLimit);
            }
        }
        document.content = if wanted == Wanted::First {
            Solutions::One { solution: solutions.into_iter().next() }
        } else {
            Solutions::Many { solutions, orbit_sizes }
        };
        let mut document = filled(document, &ended, puzzle.as_ref(), &session.context);
        if let Some(samples) = arguments.sample {
            let counted = ended.counted.as_ref().map(|counted| &counted.count);
            document.optimal_solutions = None;
            document.sampling = Some(Sampling::of(&puzzle.model(), samples, counted));
        }
        Ok((document, ended))
    }
}

/// A document of a puzzle, by a method, in which nothing is said yet.
pub fn blank(
    run: &RunArguments,
    content: Solutions,
    puzzle: &dyn StatedPuzzle,
    method: &Method,
) -> SolutionDocument {
    let options = run.options();
    let solver = method.solver(&options);
    let (name, solver) = (method.name(), solver.as_deref());
    let statement = puzzle.statement();
    let mut document = SolutionDocument::new(SCHEMA, statement, name, solver, run.seed, content);
    document.options = run.read_by(|option| method.description.reads(option)).choices();
    document.is_by_program = method.asks_program(&options);
    document
}

/// The document, which has the solutions, with all else that a run came to.
pub fn filled(
    mut document: SolutionDocument,
    ended: &SessionEnd,
    puzzle: &dyn StatedPuzzle,
    context: &Context,
) -> SolutionDocument {
    document.statistics = context.counters.read();
    document.portfolio = context.turns.read();
    document.timing = ended.timing;
    document.objective = ended.objective;
    document.optimal_solutions = ended.counted.as_ref().map(|counted| counted.count.to_string());
    let found = !document.found().is_empty();
    document = document.with_outcome(&ended.outcome, found);
    if document.status == Status::Unknown && document.objective.is_some() {
        document.lower_bound = Some(context.lower_bound.get()).filter(|&bound| bound > 0);
        document.bound = puzzle.model().sense().map(ObjectiveBound::from);
    }
    if ended.solutions > 0 {
        document.certificate = document.certificate.or(ended.bound.clone());
    }
    document
}

/// Stops a run whose lines no one takes any more.
fn stop_untaken(stream: &Stream, run: &Run) {
    if !stream.is_taken() {
        run.stop.stop(Reason::Interrupted);
    }
}
