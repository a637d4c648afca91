//! Measures methods on one or several cases, each run in its own process.

mod agreement;
mod child;
mod document;
mod entrant;
mod journal;
mod plan;
mod rows;
mod summary;
mod turns;

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use satranj_encodings::model::Sense;

use super::{
    CliError,
    selection::{Named, check},
};
use crate::{
    documents::{
        self,
        comparison::MethodRuns,
        listed::{CaseOfPuzzle, StatementList},
        rows::{KeptAnswer, PointCase, ResultRow, RowRun},
        solution::Status,
    },
    limits::Reason,
    methods::{Counting, Registry},
    puzzles::{Statement, Task},
};
use agreement::Answers;
use child::Child;
pub use child::{ChildRun, end_with_parent};
pub use entrant::{
    Entrant, Matrix, check_programs, matches as pattern_matches, names_program, programs_missing,
};
pub use journal::Journal;
pub use plan::{MeasurePlan, NumberedCase};
use rows::RowHeading;
pub use rows::{point_cases, stored_runs};
use summary::{JudgedRuns, fastest, summary};
pub use turns::Progress;
use turns::RunsInTurns;

/// The default time limit of a run.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(60);

/// The context of runs.
pub struct Making<'a> {
    /// The experiment and the number of the point.
    pub place: (&'a str, usize),
    /// The batches of cases to measure here; `None` for all.
    pub batches: Option<&'a [usize]>,
    /// The stored runs.
    pub journal: &'a Journal,
    /// The progress to report.
    pub progress: &'a Progress,
    /// The signal that ends it.
    pub signal: &'a AtomicUsize,
}

/// The runs of each method on each batch of cases.
pub type BatchRuns = Vec<Vec<Vec<ChildRun>>>;

/// The result of a measurement.
pub struct Measured {
    /// The methods in the order of their names on the command line.
    pub runs: Vec<MethodRuns>,
    /// A contradiction between methods, or between the runs of one method.
    pub disagreement: Option<String>,
    /// Whether no two methods contradict each other; `None` unless everything was compared.
    pub agreement: Option<bool>,
    /// Whether everything planned was measured.
    pub complete: bool,
    /// The method with the least median time among those that answered in every case and run.
    pub fastest: Option<String>,
    /// An error in a method's answer.
    pub wrong: Option<String>,
    /// The cases.
    pub instances: Vec<PointCase>,
    /// A row for every case and method.
    pub rows: Vec<ResultRow>,
    /// The answer to one of the cases.
    pub answer: Option<KeptAnswer>,
}

/// The most squares of a board whose answer is kept for a picture.
const MOST_SQUARES: u32 = 1024;

/// Whether the answer to a case can be drawn.
fn is_small(case: &NumberedCase) -> bool {
    case.puzzle.board().is_some_and(|board| board.free_squares() <= MOST_SQUARES)
}

impl MeasurePlan {
    fn task(&self) -> Task {
        if self.counting { Task::Count(Counting::default()) } else { Task::First }
    }

    /// Checks the given options against the methods; returns a sentence about each option that only
    /// some of them read.
    ///
    /// # Errors
    /// As [`selection::check`].
    pub fn check_options(
        &self,
        entrants: &[Entrant<'_>],
        registry: &Registry,
        cases: &[NumberedCase],
    ) -> Result<Vec<String>, String> {
        let Some(first) = cases.first() else { return Ok(Vec::new()) };
        let asked = (registry, &first.puzzle.model(), self.task());
        let mut methods: Vec<Named<'_>> = Vec::new();
        for entrant in entrants.iter().filter(|entrant| entrant.program.is_none()) {
            if !methods.iter().any(|named| named[0].name() == entrant.name()) {
                methods.push(entrant.named.clone());
            }
        }
        check(&self.run, &methods, asked)
    }

    /// The number of runs of these methods on these cases.
    #[must_use]
    pub fn all_runs(&self, methods: usize, batches: usize) -> u64 {
        u64::from(self.warmup + self.runs) * methods as u64 * batches as u64
    }

    /// The number of batches of these cases.
    #[must_use]
    pub fn batches(&self, cases: usize) -> usize {
        if self.separate { cases } else { 1 }
    }

    /// Runs the methods and compares their answers.
    ///
    /// # Errors
    /// [`CliError`] if a process cannot be started or waited for.
    pub fn measure(
        &self,
        entrants: &[Entrant<'_>],
        cases: &[NumberedCase],
        making: &Making<'_>,
    ) -> Result<Measured, CliError> {
        let all: Vec<usize> = (0..self.batches(cases.len())).collect();
        let numbers = making.batches.unwrap_or(&all);
        let of_batch = |&number: &usize| -> Result<Child, CliError> {
            let cases = if self.separate { &cases[number..=number] } else { cases };
            let has_programs = entrants.iter().any(|entrant| entrant.program.is_some());
            let alone = cases.chunks(1).take(if has_programs { cases.len() } else { 0 });
            let alone = alone.map(|case| statement(case).map(Into::into));
            Ok(Child {
                counting: self.counting,
                statement: statement(cases)?.into(),
                alone: alone.collect::<Result<_, CliError>>()?,
                cases: cases.len(),
                keeps_solution: !self.counting && cases.iter().all(is_small),
                seed: self.seed,
                seeds: self.seeds,
                time_limit: self.time_limit,
            })
        };
        let batches: Vec<Child> = numbers.iter().map(of_batch).collect::<Result<_, _>>()?;
        let turns = RunsInTurns {
            entrants,
            batches: &batches,
            numbers,
            warmup: self.warmup,
            runs: self.runs,
            jobs: self.jobs,
            place: making.place,
            journal: making.journal,
            progress: making.progress,
            signal: making.signal,
        };
        let runs = turns.all()?;
        let complete = making.signal.load(Ordering::Relaxed) == 0;
        let measured: Vec<&NumberedCase> = if self.separate {
            numbers.iter().map(|&number| &cases[number]).collect()
        } else {
            cases.iter().collect()
        };
        Ok(self.judge(entrants, &measured, runs, complete))
    }

    /// Summarises runs: agreement, the fastest method, a row for each case.
    pub fn judge(
        &self,
        entrants: &[Entrant<'_>],
        cases: &[&NumberedCase],
        runs: BatchRuns,
        complete: bool,
    ) -> Measured {
        let instances = point_cases(cases);
        let answer = kept_answer(entrants, &instances, &runs);
        let senses: Vec<Option<Sense>> =
            cases.iter().map(|case| case.puzzle.model().sense()).collect();
        let numbers = cases.iter().map(|case| case.number);
        let nothing_said = || Answers::new(numbers.clone().zip(senses.iter().copied()));
        let mut answers = nothing_said();
        let mut wrong = None;
        let (mut rows, mut measured, mut headings) = (Vec::new(), Vec::new(), Vec::new());
        for (place, (entrant, batches)) in entrants.iter().zip(runs).enumerate() {
            let (method, options) = (entrant.label.clone(), entrant.options.clone());
            let solver = entrant.solver();
            let seed = self.seeds.is_none().then_some(self.seed);
            let row = ResultRow::heading(method, options, solver, seed);
            let sizes = cases.len() / batches.len().max(1);
            for (batch, runs) in batches.iter().enumerate() {
                let own = batch * sizes..(batch + 1) * sizes;
                let heading = RowHeading { row: &row, runs };
                rows.extend(heading.rows(&cases[own.clone()], &instances[own]));
            }
            let runs = together(batches);
            let mut own = nothing_said();
            for run in &runs {
                own.add(place, &run.cases);
                answers.add(place, &run.cases);
            }
            wrong = runs.iter().find_map(|run| run.wrong.clone()).or(wrong);
            let counted = runs.into_iter().filter(|run| !run.is_warmup).collect();
            measured.push(JudgedRuns { runs: counted, contradiction: own.disagreement() });
            headings.push(row);
        }
        let sense = senses.first().copied().flatten();
        // The quality of a method is known only when all methods have run.
        let runs = headings.iter().zip(&measured);
        let runs = runs.map(|(heading, judged)| summary(heading, judged, cases, &answers, sense));
        let mut runs: Vec<MethodRuns> = runs.collect();
        let fastest = fastest(&mut runs);
        let itself = runs.iter().find_map(|runs| {
            let problem = runs.contradiction.as_ref()?;
            Some(format!("{} contradicts itself from run to run: {problem}", runs.method))
        });
        let disagreement = itself.or_else(|| answers.disagreement());
        let agreement = match &disagreement {
            Some(_) => Some(false),
            None => (complete && answers.are_compared()).then_some(true),
        };
        Measured {
            runs,
            disagreement,
            agreement,
            complete,
            fastest,
            wrong,
            instances,
            rows,
            answer,
        }
    }
}

/// The answer to the first case that has one, by the first method that found it. The document must
/// contain the puzzle, because a reader checks the answer before drawing it.
fn kept_answer(
    entrants: &[Entrant<'_>],
    instances: &[PointCase],
    runs: &BatchRuns,
) -> Option<KeptAnswer> {
    let mut first: Option<(usize, KeptAnswer)> = None;
    for (entrant, batches) in entrants.iter().zip(runs) {
        let size = instances.len() / batches.len().max(1);
        for (batch, runs) in batches.iter().enumerate() {
            for run in runs {
                let Some((place, solution)) = &run.solution else { continue };
                let is_verified = run.cases.get(*place).is_some_and(|case| case.verified);
                let place = batch * size + place;
                let Some(instance) = instances.get(place) else { continue };
                let is_first = first.as_ref().is_none_or(|(other, _)| place < *other);
                if is_first && instance.puzzle.is_some() && is_verified {
                    let (method, solution) = (entrant.label.clone(), solution.clone());
                    first = Some((place, KeptAnswer { case: instance.case, method, solution }));
                }
            }
        }
    }
    first.map(|(_, answer)| answer)
}

/// The runs of a method on several batches as if one process had run all cases: the first runs of
/// all batches together, then the second runs. A batch that stopped early counts with its last run.
fn together(mut batches: Vec<Vec<ChildRun>>) -> Vec<ChildRun> {
    if batches.len() == 1 {
        return batches.pop().unwrap_or_default();
    }
    let mut all = Vec::new();
    for is_warmup in [true, false] {
        let of_kind: Vec<Vec<&ChildRun>> = batches
            .iter()
            .map(|runs| runs.iter().filter(|run| run.is_warmup == is_warmup).collect())
            .collect();
        let most = of_kind.iter().map(Vec::len).max().unwrap_or(0);
        for number in 0..most {
            let mut sum = ChildRun { is_warmup, ..ChildRun::default() };
            for runs in &of_kind {
                match runs.get(number).or(runs.last()) {
                    Some(run) => sum.add(run),
                    None => sum.cases.push(unanswered(Some(Reason::Interrupted), None)),
                }
            }
            all.push(sum);
        }
    }
    all
}

/// A case that a run did not reach.
fn unanswered(reason: Option<Reason>, error: Option<String>) -> RowRun {
    RowRun { reason, error, ..RowRun::default() }
}

impl ChildRun {
    /// Adds the run of another case.
    fn add(&mut self, run: &Self) {
        self.error = self.error.take().or_else(|| run.error.clone());
        self.wrong = self.wrong.take().or_else(|| run.wrong.clone());
        self.seconds += run.seconds;
        self.cpu_seconds += run.cpu_seconds;
        self.peak_memory_bytes = self.peak_memory_bytes.max(run.peak_memory_bytes);
        self.statistics = self.statistics.sum(run.statistics);
        let solution = run.solution.as_ref().filter(|_| self.solution.is_none());
        if let Some((_, solution)) = solution {
            self.solution = Some((self.cases.len(), solution.clone()));
        }
        match run.cases.first() {
            Some(case) => self.cases.push(case.clone()),
            None => self.cases.push(unanswered(run.killed, run.error.clone())),
        }
    }
}

impl ChildRun {
    /// Whether it stopped without an answer: a further run would take as long without a result. A
    /// heuristic that found a solution but proved nothing has ended properly.
    pub fn broke_off(&self) -> bool {
        let several = self.cases.len() > 1;
        let ended = |case: &RowRun| match case.reason {
            Some(Reason::IncompleteMethod) => several || case.objective.is_some(),
            _ => case.status != Status::Unknown,
        };
        self.cases.is_empty() || !self.cases.iter().all(ended)
    }
}

/// The input of a child: the puzzle, or a batch of several.
fn statement(cases: &[NumberedCase]) -> Result<Vec<u8>, CliError> {
    let statements: Vec<Statement> = cases.iter().map(|case| case.puzzle.statement()).collect();
    Ok(match &statements[..] {
        [one] => documents::json::raw(one),
        _ => {
            let cases = statements.into_iter().map(|puzzle| CaseOfPuzzle { puzzle });
            documents::json::raw(&StatementList {
                cases: cases.collect(),
                ..StatementList::default()
            })
        }
    }?)
}
