//! Solves one puzzle by one method and makes its document.

use std::{
    cell::Cell,
    io::Write,
    sync::{Arc, atomic::AtomicUsize},
};

use serde::Serialize;
use serde_json::json;

use super::arguments::SolveArguments;
use crate::{
    answer::{Finding, Outcome, Wanted, method::drawing},
    cli::{
        CliError,
        answered::{blank, filled},
        arguments::{ExitCodes, RunArguments},
        check::{CheckEnd, CheckPurse, check, others::no_other},
        output::{OpenLines, Output},
        outputs::Outputs,
        selection::{check_chosen, method, precheck},
        session::{Event, Job, Session, SessionEnd},
        stderr::say,
    },
    documents::{
        batch::CaseDocument,
        counts::{Diversity, Sampling},
        solution::{SolutionDocument, Solutions, Status},
        stream::{CaseWord, ProgressLine, ProgressWord, SolutionWord, StatusWord, Streamed},
        write_json,
    },
    limits::Reason,
    methods::{Context, Method, Registry, native::frontier::most_states},
    puzzles::{StatedPuzzle, Task},
    run::Run,
};

pub use crate::documents::stream::{CaseLine, SolutionLine};

/// The most solutions in a document of `--all`; more are for a program that reads a stream.
pub const MOST_IN_DOCUMENT: u64 = 10_000;

/// Solves puzzles with the options of the command line.
pub struct PuzzleSolver<'a> {
    pub arguments: &'a SolveArguments,
    pub outputs: Outputs<'a>,
    pub registry: &'a Arc<Registry>,
    pub wanted: Wanted,
    pub signals: Arc<AtomicUsize>,
    /// How many more solutions the document may have, if all are wanted.
    pub room: Cell<u64>,
    /// What the checks may take.
    pub purse: CheckPurse,
}

impl PuzzleSolver<'_> {
    /// The method that the user names, or the puzzle's default.
    ///
    /// # Errors
    /// [`CliError::Usage`] that lists the methods.
    pub fn method(&self, puzzle: &dyn StatedPuzzle) -> Result<&Method, CliError> {
        let named = self.arguments.method.as_deref();
        if let (Wanted::Diverse(_), None) = (self.wanted, named)
            && let Some(drawing) = drawing(self.registry, puzzle)
        {
            return Ok(drawing);
        }
        method(self.registry, named, puzzle, self.task())
    }

    fn task(&self) -> Task {
        match (self.arguments.sample, self.wanted) {
            (Some(_), _) => Task::Sample,
            (None, Wanted::First) => Task::First,
            (None, _) => Task::All,
        }
    }

    /// Refuses options that no chosen method reads.
    ///
    /// # Errors
    /// [`CliError::Usage`] that names the option, the methods, and the methods that read it.
    pub fn check_options<'p>(
        &self,
        puzzles: impl IntoIterator<Item = &'p dyn StatedPuzzle>,
    ) -> Result<(), CliError> {
        self.check_options_of(&self.arguments.run, puzzles)
    }

    /// The same for these options.
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

    /// Solves a puzzle, or reports why it did not begin.
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

    /// A document without an answer.
    fn document(&self, puzzle: &dyn StatedPuzzle, method: &Method) -> SolutionDocument {
        let content = match self.wanted {
            Wanted::First => Solutions::One { solution: None },
            _ => Solutions::Many { solutions: Vec::new(), orbit_sizes: Vec::new() },
        };
        blank(&self.arguments.run, content, puzzle, method)
    }

    /// Solves a puzzle; solutions and progress go to the stream, if any. The run ends when the
    /// reader closes the stream.
    ///
    /// # Errors
    /// [`CliError`].
    pub fn solve(
        &self,
        puzzle: &Arc<dyn StatedPuzzle>,
        mut context: Context,
        mut stream: Option<&mut Stream>,
    ) -> Result<(SolutionDocument, SessionEnd), CliError> {
        let (arguments, wanted) = (self.arguments, self.wanted);
        if context.refutation.is_none() {
            context.refutation = self.purse.record();
        }
        let method = self.method(puzzle.as_ref())?;
        let mut document = self.document(puzzle.as_ref(), method);
        // One solution more shows that there are too many.
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
        if let Some(number) = arguments.sample {
            refuse_large_tables(puzzle.as_ref(), number, &session.context)?;
        }
        let mut solutions = Vec::new();
        let mut orbit_sizes = Vec::new();
        let mut ended = session.run(&mut |event| {
            match (event, stream.as_deref_mut()) {
                (Event::Solution(finding), out) => {
                    if let Some(out) = out {
                        out.line(&SolutionLine::of(puzzle.as_ref(), &finding));
                        stop_untaken(out, &session.context);
                        // One is kept for the picture: the first, or the best.
                        let is_one = matches!(wanted, Wanted::Some(_) | Wanted::All);
                        if is_one && !solutions.is_empty() {
                            return Ok(());
                        }
                    }
                    if wanted == Wanted::First {
                        // For an optimum, each solution is better than the one before.
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
        let (asked, context) = ((&**self.registry, method), &session.context);
        let mut checked = CheckEnd::default();
        if arguments.proof.is_none() {
            checked = check(&self.purse, puzzle.as_ref(), asked, context, &mut ended)?;
        }
        document.content = if wanted == Wanted::First {
            Solutions::One { solution: solutions.into_iter().next() }
        } else {
            Solutions::Many { solutions, orbit_sizes }
        };
        if arguments.proof.is_none() && ended.outcome == Outcome::AllSolutions {
            let listed = stream.is_none().then_some(&document.content);
            let asked_of = (&ended, listed);
            let others = no_other(&self.purse, puzzle.as_ref(), asked, context, asked_of)?;
            document.no_other = others.proof;
            checked = CheckEnd { because: others.because, seconds: others.seconds };
        }
        let mut document = filled(document, &ended, puzzle.as_ref(), &session.context);
        document.unchecked_because = checked.because;
        document.timing.check_seconds = checked.seconds;
        if arguments.diverse {
            document.diversity = Diversity::of(&puzzle.model(), document.found().iter());
        }
        if let Some(samples) = arguments.sample {
            let counted = ended.counted.as_ref().map(|counted| &counted.count);
            document.optimal_solutions = None;
            document.sampling = Some(Sampling::of(&puzzle.model(), samples, counted));
        }
        Ok((document, ended))
    }
}

/// With more possible states than this, a sample is not sure to end within a minute.
const MANY_STATES: f64 = 1e9;

/// Refuses a sample whose tables may be too large, unless a limit ends it, and says what to do instead.
///
/// # Errors
/// [`CliError::Usage`] with the bound on the states.
fn refuse_large_tables(
    puzzle: &dyn StatedPuzzle,
    number: u64,
    context: &Context,
) -> Result<(), CliError> {
    let model = puzzle.model();
    let states = model.as_hamiltonian().and_then(|it| most_states(it, &context.aside()));
    let is_limited = context.limits.time.is_some() || context.limits.nodes.is_some();
    if let Some(states) = states.filter(|&states| states > MANY_STATES && !is_limited) {
        usage!(
            "--sample {number} first counts all solutions, which may take {states:.0e} states of 16 bytes \
             or more; --time-limit 10min tries it; -n {number} --diverse needs no count, but its \
             solutions are not equally probable"
        );
    }
    Ok(())
}

/// Stops a run whose reader has closed the output.
fn stop_untaken(stream: &Stream, run: &Run) {
    if !stream.is_taken() {
        run.stop.stop(Reason::Interrupted);
    }
}

/// The destination of an answer.
pub enum StreamPlace<'a> {
    /// JSON lines during the search.
    Stream(Stream),
    /// One document at the end.
    Document(Output<'a>),
}

impl<'a> StreamPlace<'a> {
    /// A destination for lines or for a document.
    ///
    /// # Errors
    /// [`CliError`] if a file cannot be put in its place.
    pub fn of(output: Output<'a>, is_stream: bool) -> Result<Self, CliError> {
        Ok(if is_stream {
            Self::Stream(Stream { out: output.stream()?, over: None })
        } else {
            Self::Document(output)
        })
    }

    /// The stream, if the destination is one.
    pub fn stream(&mut self) -> Option<&mut Stream> {
        match self {
            Self::Stream(stream) => Some(stream),
            Self::Document(_) => None,
        }
    }

    /// Whether the reader of the stream has closed it.
    pub fn is_left(&self) -> bool {
        matches!(self, Self::Stream(Stream { over: Some(CliError::BrokenPipe), .. }))
    }
}

/// A stream of JSON lines.
pub struct Stream {
    out: OpenLines,
    /// The error that stopped the stream.
    over: Option<CliError>,
}

impl Stream {
    /// Writes a value as one line; after an error nothing more is written.
    pub fn line(&mut self, value: &impl Serialize) {
        if self.over.is_none() {
            let written = write_json(value, &mut self.out);
            self.over = written.and_then(|()| self.out.flush()).err().map(CliError::from);
        }
    }

    /// Whether no line has failed so far.
    pub fn is_taken(&self) -> bool {
        self.over.is_none()
    }

    /// Ends the stream. A reader that has closed it is not an error.
    ///
    /// # Errors
    /// [`CliError`] if a line could not be written.
    pub fn end(self) -> Result<(), CliError> {
        match self.over.or_else(|| self.out.finish().err().map(CliError::from)) {
            None | Some(CliError::BrokenPipe) => Ok(()),
            Some(error) => Err(error),
        }
    }
}

/// Writes the last line of a stream, without the solutions; returns those that were kept.
pub fn status_line(stream: &mut Stream, document: SolutionDocument, solutions: u64) -> Solutions {
    let is_one = matches!(document.content, Solutions::One { .. });
    let is_open = document.status == Status::Unknown && document.objective.is_none() && !is_one;
    let at_least = is_open.then(|| solutions.to_string());
    let streamed = Streamed { line: StatusWord::Word, solutions_found: solutions, at_least };
    let (status, kept) = document.with_content(streamed);
    stream.line(&status);
    kept
}

impl<'a> CaseLine<'a> {
    /// A line with a case.
    #[must_use]
    pub fn of(document: &'a CaseDocument) -> Self {
        Self { line: CaseWord::Word, document }
    }
}

impl<'a> SolutionLine<'a> {
    /// A line with a solution.
    pub fn of(puzzle: &dyn StatedPuzzle, finding: &'a Finding) -> Self {
        let Finding { solution, orbit_size } = finding;
        let objective = puzzle.value(solution);
        Self { line: SolutionWord::Word, solution, objective, orbit_size: *orbit_size }
    }
}

/// A line with the progress.
pub fn progress_line(run: &Run) -> serde_json::Value {
    let (seconds, statistics) = (run.elapsed().as_secs_f64(), run.counters.read());
    json!(ProgressLine { line: ProgressWord::Word, seconds, statistics })
}

/// Explains how to get more solutions than one document holds.
pub fn too_many(codes: ExitCodes) -> Result<i32, CliError> {
    let problem = format!(
        "--all: there are more than the {MOST_IN_DOCUMENT} solutions that a document may hold; \
         --json-stream prints each as it is found, -n K prints K of them, and `satranj count` \
         counts them"
    );
    match codes {
        ExitCodes::Standard => Err(CliError::Undecided(problem)),
        ExitCodes::Sat => {
            say(problem);
            Ok(0)
        }
    }
}
