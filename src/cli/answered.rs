//! The document and the exit code of a run.

use super::{
    CliError,
    arguments::{ExitCodes, RunArguments},
    puzzle_options::{has_directions, has_symmetries},
    selection::precheck,
    session::SessionEnd,
    stderr::say,
};
use crate::{
    answer::Outcome,
    board::symmetry::Symmetry,
    documents::{
        counts::{KeptCount, SolutionCounts, in_both_ways},
        solution::{
            COUNT_SCHEMA, CountDocument, ObjectiveBound, SCHEMA, SolutionDocument, Solutions,
            Status,
        },
        text::TourDirection,
    },
    methods::{Context, Counted, Counting, Method},
    puzzles::StatedPuzzle,
};

/// The most solutions in a document of `--all`; more are for a program that reads a stream.
pub const MOST_IN_DOCUMENT: u64 = 10_000;

/// The document of a puzzle and a method before there is an answer.
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

/// Adds everything except the solutions, which are already in the document.
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
    document.options.suboptimal = context.limits.suboptimal.map(|factor| factor.to_string());
    document.optimal_solutions = ended.counted.as_ref().map(|counted| counted.count.to_string());
    let found = !document.found().is_empty();
    document = document.with_outcome(&ended.outcome, found);
    let is_open = matches!(document.status, Status::Unknown | Status::Satisfied);
    if is_open && document.objective.is_some() {
        document.lower_bound = Some(context.lower_bound.get()).filter(|&bound| bound > 0);
        document.bound = puzzle.model().sense().map(ObjectiveBound::from);
    }
    if ended.solutions > 0 {
        document.certificate = document.certificate.or(ended.bound.clone());
    }
    document
}

/// Refuses a puzzle whose symmetries are not known.
///
/// # Errors
/// [`CliError::Usage`].
pub fn refuse_without_symmetries(puzzle: &dyn StatedPuzzle) -> Result<(), CliError> {
    if has_symmetries(puzzle) {
        return Ok(());
    }
    let Some(board) = puzzle.board() else { return Err(no_symmetries()) };
    // Every board has the identity, unless its symmetries are too many.
    if !Symmetry::of_board(board).is_empty() {
        usage!("--up-to-symmetry: no symmetries of plans for agents are known; leave it out");
    }
    usage!("--up-to-symmetry: the {board} has more than 16,384 symmetries; leave it out");
}

/// The error for a puzzle whose symmetries are not known.
pub fn no_symmetries() -> CliError {
    CliError::Usage("--up-to-symmetry: no symmetries of graphs are known; leave it out".into())
}

/// The exit code for an outcome.
pub fn code(outcome: &Outcome, codes: ExitCodes) -> i32 {
    match (outcome, codes) {
        (Outcome::Satisfied | Outcome::Optimal(_) | Outcome::AllSolutions, ExitCodes::Sat) => 10,
        (Outcome::Unsatisfiable(_), ExitCodes::Sat) => 20,
        (Outcome::Unknown(_), ExitCodes::Standard) => 3,
        _ => 0,
    }
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

/// Whether to run the precheck before a count, so that a count of 0 gets a certificate with any
/// method.
pub fn explains(run: &RunArguments, method: &Method) -> bool {
    precheck(run, method) || run.precheck.is_none()
}

/// What to count, and how to print it.
#[derive(Debug, Clone, Copy)]
pub struct CountQuestion {
    /// What to count besides the solutions.
    pub counting: Counting,
    /// The direction in which the number of tours is printed, if one is chosen.
    pub direction: Option<TourDirection>,
}

impl CountQuestion {
    /// Refuses classes if the puzzle's symmetries are not known, and a direction if its solutions
    /// have none to choose.
    ///
    /// # Errors
    /// [`CliError::Usage`].
    pub fn check(self, puzzle: &dyn StatedPuzzle) -> Result<(), CliError> {
        if self.counting.classes {
            refuse_without_symmetries(puzzle)?;
        }
        let Some(direction) = self.direction else { return Ok(()) };
        if !has_directions(puzzle) {
            usage!(
                "--{} applies only to tours, and to Hamiltonian paths and cycles of undirected \
                 graphs",
                direction.word()
            );
        }
        Ok(())
    }

    /// The numbers of a run.
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

/// The counts of a run: exact, or a lower bound.
fn counts(ended: &SessionEnd, asked: Counting, run: &Context) -> SolutionCounts {
    let found = || Counted { count: ended.all.into(), ..Counted::default() };
    let counted = ended.counted.clone().unwrap_or_else(found);
    let classes = counted.classes.map(|classes| classes.to_string());
    if let Outcome::Unknown(_) = ended.outcome {
        return SolutionCounts {
            count: None,
            // Some methods count more solutions than they find.
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
