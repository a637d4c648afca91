//! Solves one puzzle by one method and makes its document.

use std::{
    cell::Cell,
    sync::{Arc, atomic::AtomicUsize},
};

use super::{arguments::SolveArguments, stream::Stream};
use crate::{
    answer::{Finding, Outcome, Wanted, method::drawing},
    cli::{
        CliError,
        answered::{MOST_IN_DOCUMENT, blank, filled},
        check::{CheckEnd, CheckPurse, check, others::no_other},
        outputs::Outputs,
        selection::{method, precheck},
        session::{Event, Job, Session, SessionEnd},
        signals::catch_signals,
    },
    documents::{
        counts::{Diversity, Sampling},
        solution::{SolutionDocument, Solutions},
    },
    limits::Reason,
    methods::{Context, Method, Registry, native::frontier::most_states},
    puzzles::{Solution, StatedPuzzle, Task},
};

/// Solves puzzles with the options of the command line.
pub struct PuzzleSolver<'a> {
    pub arguments: &'a SolveArguments,
    pub wanted: Wanted,
    pub outputs: Outputs<'a>,
    pub registry: &'a Arc<Registry>,
    pub signals: Arc<AtomicUsize>,
    /// How many more solutions the document may have, if all are wanted.
    room: Cell<u64>,
    /// What the checks may take.
    purse: CheckPurse,
}

impl<'a> PuzzleSolver<'a> {
    /// A solver that catches signals.
    ///
    /// # Errors
    /// [`CliError`] if they cannot be caught.
    pub fn new(
        arguments: &'a SolveArguments,
        wanted: Wanted,
        outputs: Outputs<'a>,
        registry: &'a Arc<Registry>,
    ) -> Result<Self, CliError> {
        let (signals, room) = (catch_signals()?, Cell::new(MOST_IN_DOCUMENT));
        let purse = CheckPurse::new(arguments.check.unwrap_or_default(), &signals);
        Ok(Self { arguments, wanted, outputs, registry, signals, room, purse })
    }

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

    /// The task for a method.
    pub fn task(&self) -> Task {
        match (self.arguments.sample, self.wanted) {
            (Some(_), _) => Task::Sample,
            (None, Wanted::First) => Task::First,
            (None, _) => Task::All,
        }
    }

    /// The document of a puzzle whose search does not begin.
    pub fn not_begun(
        &self,
        (puzzle, method): (&dyn StatedPuzzle, &Method),
        reason: Reason,
    ) -> SolutionDocument {
        let nothing = KeptSolutions::default().content(self.wanted);
        let document = blank(&self.arguments.run, nothing, puzzle, method);
        document.with_outcome(&Outcome::Unknown(reason), false)
    }

    /// Solves a puzzle by a method and checks the answer; solutions and progress go to the stream, if
    /// any. The run ends when the reader closes the stream.
    ///
    /// # Errors
    /// [`CliError`].
    pub fn solve(
        &self,
        (puzzle, method): (&Arc<dyn StatedPuzzle>, &Method),
        mut context: Context,
        mut stream: Option<&mut Stream>,
    ) -> Result<(SolutionDocument, SessionEnd), CliError> {
        context.refutation = context.refutation.or_else(|| self.purse.record());
        let most = match (self.wanted, &stream) {
            (Wanted::All, None) => Some(self.room.get()),
            // One is kept for the picture.
            (Wanted::All | Wanted::Some(_), Some(_)) => Some(1),
            _ => None,
        };
        let session = self.session(puzzle, method, context, stream.is_some());
        if let Some(number) = self.arguments.sample {
            refuse_large_tables(puzzle.as_ref(), number, &session.context)?;
        }
        let mut kept = KeptSolutions { most, ..KeptSolutions::default() };
        let mut ended = session.run(&mut |event| {
            if let Some(stream) = stream.as_deref_mut() {
                stream.event(&event, puzzle.as_ref(), &session.context);
            }
            if let Event::Solution(finding) = event {
                kept.add(finding, self.wanted);
            }
            Ok(())
        })?;
        if self.wanted == Wanted::All && stream.is_none() {
            let room = self.room.get();
            self.room.set(room - kept.solutions.len() as u64);
            if ended.solutions > room {
                ended.outcome = Outcome::Unknown(Reason::SolutionLimit);
            }
        }
        let content = kept.content(self.wanted);
        let listed = stream.is_none().then_some(&content);
        let answer = (puzzle.as_ref(), listed);
        let checked = self.checked(answer, method, &session.context, &mut ended)?;
        let document = blank(&self.arguments.run, content, puzzle.as_ref(), method);
        let mut document = filled(document, &ended, puzzle.as_ref(), &session.context);
        checked.enter(&mut document);
        self.measure(puzzle.as_ref(), &ended, &mut document);
        Ok((document, ended))
    }

    fn session(
        &self,
        puzzle: &Arc<dyn StatedPuzzle>,
        method: &Method,
        context: Context,
        is_stream: bool,
    ) -> Session {
        let arguments = self.arguments;
        let wanted = match self.wanted {
            // One solution more shows that there are too many.
            Wanted::All if !is_stream => Wanted::Some(self.room.get() + 1),
            wanted => wanted,
        };
        Session {
            puzzle: Arc::clone(puzzle),
            registry: Arc::clone(self.registry),
            method: method.name().into(),
            job: match arguments.sample {
                Some(number) => Job::Sample(number),
                None => Job::Solve { wanted, up_to_symmetry: arguments.up_to_symmetry },
            },
            precheck: precheck(&arguments.run, method),
            context,
            progress: !arguments.output.quiet && !arguments.json_stream,
            signals: Arc::clone(&self.signals),
        }
    }

    /// Checks the answer, unless a proof in files does; a stream lists no solutions.
    fn checked(
        &self,
        (puzzle, listed): (&dyn StatedPuzzle, Option<&Solutions>),
        method: &Method,
        context: &Context,
        ended: &mut SessionEnd,
    ) -> Result<CheckEnd, CliError> {
        if self.arguments.proof.is_some() {
            return Ok(CheckEnd::default());
        }
        let asked = (&**self.registry, method);
        let checked = check(&self.purse, puzzle, asked, context, ended)?;
        if ended.outcome == Outcome::AllSolutions {
            return no_other(&self.purse, puzzle, asked, context, (&*ended, listed));
        }
        Ok(checked)
    }

    /// Adds how far apart the solutions are, and how evenly they are drawn.
    fn measure(
        &self,
        puzzle: &dyn StatedPuzzle,
        ended: &SessionEnd,
        document: &mut SolutionDocument,
    ) {
        if self.arguments.diverse {
            document.diversity = Diversity::of(&puzzle.model(), document.found().iter());
        }
        if let Some(samples) = self.arguments.sample {
            let counted = ended.counted.as_ref().map(|counted| &counted.count);
            document.optimal_solutions = None;
            document.sampling = Some(Sampling::of(&puzzle.model(), samples, counted));
        }
    }
}

/// The solutions that a document keeps.
#[derive(Default)]
struct KeptSolutions {
    solutions: Vec<Solution>,
    orbit_sizes: Vec<u32>,
    /// How many at most.
    most: Option<u64>,
}

impl KeptSolutions {
    fn add(&mut self, finding: Finding, wanted: Wanted) {
        if wanted == Wanted::First {
            // For an optimum, each solution is better than the one before.
            self.solutions.clear();
            self.orbit_sizes.clear();
        }
        if self.most != Some(self.solutions.len() as u64) {
            self.solutions.push(finding.solution);
            self.orbit_sizes.extend(finding.orbit_size);
        }
    }

    fn content(mut self, wanted: Wanted) -> Solutions {
        match wanted {
            Wanted::First => Solutions::One { solution: self.solutions.pop() },
            _ => Solutions::Many { solutions: self.solutions, orbit_sizes: self.orbit_sizes },
        }
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
