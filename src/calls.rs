//! The calls of the library: a puzzle in, a checked answer out.

use std::ops::ControlFlow;

use crate::{
    answer::{
        self, AnswerFailure, Finding, Outcome, Question, Wanted,
        method::{performs, preferred},
    },
    documents::solution::{SCHEMA, SolutionDocument, Solutions},
    limits::{Limits, Reason, StopFlag},
    methods::{
        Context, Counted, Counting, Method, MethodOptions, Registry, portfolio::PortfolioTurn,
    },
    pictures::Picture,
    progress::{self, ProgressReport},
    puzzles::{Puzzle, PuzzleSolution, Solution, StatedPuzzle, Task, drawing},
    random::DEFAULT_SEED,
    statistics::Statistics,
};

/// How a puzzle is solved or counted; by default one solution (the best, on request), by
/// the method that the puzzle prefers, without limits.
///
/// The method polls the limits and the flag `stop` while it works.
///
/// ```
/// use satranj::{prelude::*, ProgressReport, StopFlag};
///
/// let board = Board::new(40, 40)?;
/// let puzzle = Statement::from(TourStatement::new(board, "knight", true)).into_puzzle()?;
/// let stop = StopFlag::default();
/// let seen = stop.clone();
/// let progress = ProgressReport::new(move |now| {
///     if now.nodes > 0 {
///         seen.stop(Reason::Interrupted);
///     }
/// });
/// let method = Some("native:dfs".into());
/// let settings = Settings { method, stop, progress: Some(progress), ..Settings::default() };
/// assert_eq!(solve(&*puzzle, &settings)?.outcome, Outcome::Unknown(Reason::Interrupted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Settings {
    /// The method, `family:name`: one of [`methods()`]. `None`: the puzzle's default method.
    pub method: Option<String>,
    /// How many solutions; ignored by a count.
    pub wanted: Wanted,
    /// Whether solutions that a symmetry of the board maps to each other count as one.
    pub up_to_symmetry: bool,
    /// Limits on time, nodes and memory.
    pub limits: Limits,
    /// The seed of every random choice.
    pub seed: u64,
    /// The solver of the SAT methods, and other options of methods.
    pub options: MethodOptions,
    /// Ends runs with these settings when another thread, which has a clone, sets it.
    pub stop: StopFlag,
    /// What is called with the progress.
    pub progress: Option<ProgressReport>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: None,
            wanted: Wanted::First,
            up_to_symmetry: false,
            limits: Limits::default(),
            seed: DEFAULT_SEED,
            options: MethodOptions::default(),
            stop: StopFlag::default(),
            progress: None,
        }
    }
}

/// The answer to a puzzle. Every solution is verified, and the certificate of "no solution" as
/// well.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved<S = Solution> {
    /// The result.
    pub outcome: Outcome,
    /// The solutions: one, the best, or as many as were wanted. If a limit came first: those found
    /// so far, or the best so far.
    pub solutions: Vec<S>,
    /// The size of the class of each solution, if they are listed up to symmetry; otherwise empty.
    pub orbit_sizes: Vec<u32>,
    /// The value of the best solution, if the puzzle asks for the best.
    pub objective: Option<u64>,
    /// The method, `family:name`.
    pub method: &'static str,
    /// The SAT solver behind the method, with its version.
    pub solver: Option<String>,
    /// The seed.
    pub seed: u64,
    /// For a portfolio such as `auto`: the methods that had a turn; the last one answered.
    pub portfolio: Vec<PortfolioTurn>,
    /// The method's counters.
    pub statistics: Statistics,
}

impl<S: PuzzleSolution> Solved<S> {
    /// The solution, or the first of several.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let puzzle = Statement::from(QueensStatement::new(1)).into_puzzle()?;
    /// let solved = solve(&*puzzle, &Settings::default())?;
    /// let queen = Solution::Squares { squares: vec!["a1".parse()?], pieces: None };
    /// assert_eq!(solved.solution(), Some(&queen));
    /// let document = solved.document(&*puzzle);
    /// assert_eq!((document.status, document.found()), (Status::Satisfied, &[queen][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solution(&self) -> Option<&S> {
        self.solutions.first()
    }

    /// The pictures of the solutions, or of the reason for "no solution". What is too large to draw
    /// has no picture.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let tour = TourStatement::new(Board::new(3, 4)?, "knight", false);
    /// let puzzle = Statement::from(tour).into_puzzle()?;
    /// let solved = solve(&*puzzle, &Settings::default())?;
    /// let pictures = solved.pictures(&*puzzle);
    /// assert!(pictures[0].svg().starts_with("<svg "));
    /// assert_eq!(pictures[0].text(80).map(|text| text.lines().count()), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pictures<'a, P>(&'a self, puzzle: &'a P) -> Vec<Picture<'a>>
    where
        P: Puzzle<Solution = S> + ?Sized,
    {
        drawing::pictures(puzzle, &self.solutions, self.outcome.certificate(), false)
    }
}

impl Solved {
    /// The document that `satranj solve --json` prints, without times.
    #[must_use]
    pub fn document(&self, puzzle: &dyn StatedPuzzle) -> SolutionDocument {
        let content = match self.solutions.as_slice() {
            [] | [_] if self.orbit_sizes.is_empty() => {
                Solutions::One { solution: self.solution().cloned() }
            }
            several => {
                let orbit_sizes = self.orbit_sizes.clone();
                Solutions::Many { solutions: several.to_vec(), orbit_sizes }
            }
        };
        let solver = self.solver.as_deref();
        let statement = puzzle.statement();
        let document =
            SolutionDocument::new(SCHEMA, statement, self.method, solver, self.seed, content);
        let mut document = document.with_outcome(&self.outcome, !self.solutions.is_empty());
        document.objective = self.objective;
        document.portfolio.clone_from(&self.portfolio);
        document.statistics = self.statistics;
        document
    }
}

/// Solves a puzzle. Every solution is verified by the puzzle's rules before it is returned.
///
/// # Errors
/// [`AnswerFailure`] if no method can do this, or the method's answer is wrong.
///
/// # Example
///
/// ```
/// use satranj::prelude::*;
///
/// let statement: Statement = r#"{"kind":"queens","n":8}"#.parse()?;
/// let puzzle = statement.puzzle()?;
/// let settings = Settings { wanted: Wanted::All, up_to_symmetry: true, ..Settings::default() };
/// assert_eq!(solve(puzzle.as_ref(), &settings)?.solutions.len(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<P: Puzzle + ?Sized>(
    puzzle: &P,
    settings: &Settings,
) -> Result<Solved<P::Solution>, AnswerFailure> {
    solve_by(&Registry::searches(), puzzle, settings)
}

/// As [`solve`], by one of these methods, so that a small program can include only a few.
///
/// # Errors
/// As [`solve`].
#[doc(hidden)]
pub fn solve_by<P: Puzzle + ?Sized>(
    registry: &Registry,
    puzzle: &P,
    settings: &Settings,
) -> Result<Solved<P::Solution>, AnswerFailure> {
    let task = if settings.wanted == Wanted::First { Task::First } else { Task::All };
    let method = chosen(registry, puzzle, settings, task)?;
    let context = settings.context();
    let precheck = method.description.precheck;
    let question =
        Question { wanted: settings.wanted, precheck, up_to_symmetry: settings.up_to_symmetry };
    let (mut solutions, mut orbit_sizes) = (Vec::new(), Vec::new());
    let mut found = |finding: Finding<P::Solution>| {
        if settings.wanted == Wanted::First {
            // Each is better than the one before.
            solutions.clear();
            orbit_sizes.clear();
        }
        solutions.push(finding.solution);
        orbit_sizes.extend(finding.orbit_size);
        ControlFlow::Continue(())
    };
    let answer = progress::reported(settings.progress.as_ref(), &context, || {
        answer::answer(puzzle, method, question, &context, &mut found)
    })?;
    Ok(Solved {
        outcome: answer.outcome,
        solutions,
        orbit_sizes,
        objective: answer.objective,
        method: method.name(),
        solver: method.solver(&settings.options),
        seed: settings.seed,
        portfolio: context.turns.read(),
        statistics: context.counters.read(),
    })
}

/// How a count ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountOutcome {
    /// Counted.
    Counted(Counted),
    /// A limit came first.
    Stopped(Reason),
}

/// Counts the solutions of a puzzle; if it asks for the best, counts the best solutions.
///
/// # Errors
/// [`AnswerFailure`] if no method can do this, or the method's answer is wrong.
///
/// # Example
///
/// ```
/// use satranj::prelude::*;
///
/// let puzzle = r#"{"kind":"queens","n":8}"#.parse::<Statement>()?.into_puzzle()?;
/// let CountOutcome::Counted(counted) = count(puzzle.as_ref(), &Settings::default())? else {
///     unreachable!("there is no limit");
/// };
/// assert_eq!(counted.count, 92u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count<P: Puzzle + ?Sized>(
    puzzle: &P,
    settings: &Settings,
) -> Result<CountOutcome, AnswerFailure> {
    let counting = Counting { by_size: false, classes: settings.up_to_symmetry };
    let registry = Registry::standard();
    let method = chosen(&registry, puzzle, settings, Task::Count(counting))?;
    let mut found = |_| ControlFlow::Continue(());
    let context = settings.context();
    let answer = progress::reported(settings.progress.as_ref(), &context, || {
        answer::count(puzzle, method, counting, true, &context, &mut found)
    })?;
    Ok(match answer.outcome {
        Outcome::Unknown(reason) => CountOutcome::Stopped(reason),
        _ => answer
            .counted
            .map_or(CountOutcome::Stopped(Reason::IncompleteMethod), CountOutcome::Counted),
    })
}

/// The names of the methods that find a solution of a puzzle, for [`Settings::method`]; the
/// puzzle's default method comes first.
///
/// ```
/// use satranj::prelude::*;
///
/// let puzzle = Statement::from(QueensStatement::new(8)).into_puzzle()?;
/// let names = methods(&*puzzle);
/// assert!(names.contains(&"sat:lines") && names.contains(&"native:dfs"));
/// let settings = Settings { method: Some("sat:lines".into()), ..Settings::default() };
/// assert_eq!(solve(&*puzzle, &settings)?.method, "sat:lines");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn methods<P: Puzzle + ?Sized>(puzzle: &P) -> Vec<&'static str> {
    methods_of(&Registry::searches(), puzzle)
}

/// As [`methods`], from this registry.
#[doc(hidden)]
#[must_use]
pub fn methods_of<P: Puzzle + ?Sized>(registry: &Registry, puzzle: &P) -> Vec<&'static str> {
    let model = puzzle.model();
    let first = preferred(registry, puzzle, &model, Task::First);
    let others = registry.iter().filter(|method| performs(method, &model, Task::First));
    let mut names: Vec<&str> = Vec::new();
    for name in first.into_iter().chain(others).map(Method::name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

impl Settings {
    fn context(&self) -> Context {
        let mut context = Context::new(self.limits, self.seed, self.options.clone());
        // A limit of one run does not end others.
        context.run.stop = self.stop.inner();
        context
    }
}

/// The method that the settings name, or the puzzle's default method.
fn chosen<'r, P: Puzzle + ?Sized>(
    registry: &'r Registry,
    puzzle: &P,
    settings: &Settings,
    task: Task,
) -> Result<&'r Method, AnswerFailure> {
    let model = puzzle.model();
    let Some(name) = &settings.method else {
        return preferred(registry, puzzle, &model, task)
            .ok_or_else(|| AnswerFailure::NoMethod("no method does this".into()));
    };
    let method = registry.get(name, &model);
    method.filter(|method| performs(method, &model, task)).ok_or_else(|| {
        let names = methods_of(registry, puzzle).join(", ");
        AnswerFailure::NoMethod(format!(
            "`{name}` cannot do this; these methods find solutions: {names}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{methods::portfolio::TurnEnd, puzzles::Statement};

    #[test]
    fn the_document_says_which_methods_had_a_turn() {
        let statement = r#"{"kind":"tour","board":{"rows":6,"columns":6},"closed":true}"#;
        let puzzle = statement.parse::<Statement>().unwrap().into_puzzle().unwrap();
        let solved = solve(puzzle.as_ref(), &Settings::default()).unwrap();
        assert_eq!(solved.method, "auto");
        let document = solved.document(puzzle.as_ref());
        assert_eq!(document.portfolio, solved.portfolio);
        assert_eq!(document.portfolio.last().map(|turn| turn.ended), Some(TurnEnd::Answered));
    }
    #[test]
    fn a_limit_of_one_run_does_not_end_the_next_and_a_stop_ends_every_one() {
        let puzzle =
            r#"{"kind":"queens","n":6}"#.parse::<Statement>().unwrap().into_puzzle().unwrap();
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let method = Some("native:dfs".into());
        let mut settings = Settings { method, limits, ..Settings::default() };
        let outcome = |settings: &Settings| solve(&*puzzle, settings).unwrap().outcome;
        assert_eq!(outcome(&settings), Outcome::Unknown(Reason::TimeLimit));
        settings.limits = Limits::default();
        assert_eq!(outcome(&settings), Outcome::Satisfied);
        settings.stop.stop(Reason::Interrupted);
        for _ in 0..2 {
            assert_eq!(outcome(&settings), Outcome::Unknown(Reason::Interrupted));
        }
    }
}
