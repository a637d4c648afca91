//! Methods measured on one or several cases, each run in a process of its own.

mod agreement;
mod child;
mod document;
mod mark;
mod rows;
mod summary;

use std::{
    io::IsTerminal,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use indicatif::ProgressBar;
use satranj_encodings::model::Sense;
use serde_json::json;

use super::{
    CliError,
    arguments::RunArguments,
    selection::{method, performs},
    stderr::say,
    unread::{self, Named, reads},
};
use crate::{
    answer::seeds::Seeds,
    documents::{
        choices::Choices,
        comparison::MethodRuns,
        rows::{PointCase, ResultRow},
        solution::Status,
    },
    limits::Reason,
    methods::{Counting, Method, MethodOptions, Registry},
    puzzles::{StatedPuzzle, Statement, Task},
};
use agreement::Answers;
use child::{Child, ChildRun};
use document::CaseRun;
pub use mark::end_with_parent;
use rows::RowHeading;
use summary::{JudgedRuns, fastest, summary};

/// The time limit of a run where none is given.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(60);

/// A case with its number.
pub struct NumberedCase {
    /// From 1, in its file.
    pub number: usize,
    /// What it is called: the file it is of.
    pub name: Option<String>,
    /// The puzzle.
    pub puzzle: Arc<dyn StatedPuzzle>,
}

/// How methods are measured.
pub struct MeasurePlan {
    /// Count the solutions instead of finding one.
    pub counting: bool,
    /// Measured runs.
    pub runs: u32,
    /// Runs before them.
    pub warmup: u32,
    /// The seed of every run.
    pub seed: u64,
    /// A range of seeds in place of the one: a run is then one with each of them.
    pub seeds: Option<Seeds>,
    /// Of a run, all cases together.
    pub time_limit: Duration,
    /// The limits and choices of every run; a child is given those that its method reads.
    pub run: RunArguments,
    /// No progress line.
    pub quiet: bool,
    /// Say on standard error what is run.
    pub verbose: bool,
    /// What is measured, to begin the progress line with.
    pub heading: String,
}

/// What was measured.
pub struct Measured {
    /// The methods in the order in which they were named.
    pub runs: Vec<MethodRuns>,
    /// How methods contradict one another, or one of them itself.
    pub disagreement: Option<String>,
    /// Whether no two contradict one another; `None` where nothing was compared, or not all of it.
    pub agreement: Option<bool>,
    /// Whether all was measured that was to be.
    pub complete: bool,
    /// The method of the least median time among those that answered in every case and run.
    pub fastest: Option<String>,
    /// What is wrong with a method's answer.
    pub wrong: Option<String>,
    /// The cases.
    pub instances: Vec<PointCase>,
    /// A row for every case by every method.
    pub rows: Vec<ResultRow>,
}

impl MeasurePlan {
    /// The named methods, or all that apply to every case.
    ///
    /// # Errors
    /// [`CliError::Usage`] that lists the methods if there is not one of a name.
    pub fn methods<'r>(
        &self,
        names: &[String],
        registry: &'r Registry,
        cases: &[NumberedCase],
    ) -> Result<Vec<Named<'r>>, CliError> {
        let task = self.task();
        let Some(first) = cases.first() else { return Ok(Vec::new()) };
        if !names.is_empty() {
            let named = names.iter();
            let named =
                named.map(|name| method(registry, Some(name.trim()), first.puzzle.as_ref(), task));
            let named = named.map(|method| Ok(self.named(method?, registry, cases)));
            return named.collect();
        }
        let model = first.puzzle.model();
        let mut methods: Vec<&Method> =
            registry.iter().filter(|method| performs(method, &model, task)).collect();
        for case in &cases[1..] {
            let model = case.puzzle.model();
            // A name may stand for a method of its own for each puzzle.
            methods.retain(|method| {
                registry.get(method.name(), &model).is_some_and(|own| performs(own, &model, task))
            });
        }
        Ok(methods.into_iter().map(|method| self.named(method, registry, cases)).collect())
    }

    fn task(&self) -> Task {
        if self.counting { Task::Count(Counting::default()) } else { Task::First }
    }

    /// A method of the first case with those of its name that the other cases have; alone where
    /// no option makes a difference.
    fn named<'r>(
        &self,
        method: &'r Method,
        registry: &'r Registry,
        cases: &[NumberedCase],
    ) -> Named<'r> {
        let others = if self.run.given().is_empty() { &[] } else { &cases[1..] };
        let others =
            others.iter().filter_map(|case| registry.get(method.name(), &case.puzzle.model()));
        std::iter::once(method).chain(others).collect()
    }

    /// Holds the options that were given against the methods; returns a sentence on each that only
    /// some of them read.
    ///
    /// # Errors
    /// As [`unread::check`].
    pub fn check_options(
        &self,
        methods: &[Named<'_>],
        registry: &Registry,
        cases: &[NumberedCase],
    ) -> Result<Vec<String>, String> {
        let Some(first) = cases.first() else { return Ok(Vec::new()) };
        let asked = (registry, &first.puzzle.model(), self.task());
        unread::check(&self.run, methods, asked)
    }

    /// Runs the methods, in turns: the first run of each, then the second, so that what disturbs the
    /// machine for a while disturbs all of them.
    ///
    /// # Errors
    /// [`CliError`] if a child process cannot be started or waited for.
    pub fn measure(
        &self,
        methods: &[Named<'_>],
        cases: &[NumberedCase],
        signal: &AtomicUsize,
    ) -> Result<Measured, CliError> {
        let child = Child {
            command: if self.counting { "count" } else { "solve" },
            statement: statement(cases)?.into(),
            cases: cases.len(),
            seed: self.seed,
            seeds: self.seeds,
            time_limit: self.time_limit,
        };
        let senses: Vec<Option<Sense>> =
            cases.iter().map(|case| case.puzzle.model().sense()).collect();
        let numbers = cases.iter().map(|case| case.number);
        let nothing_said = || Answers::new(numbers.clone().zip(senses.iter().copied()));
        let mut answers = nothing_said();
        let mut wrong = None;
        let mut measured = Vec::new();
        let bar = self.progress_bar();
        let options = self.run.options();
        let instances = rows::point_cases(cases);
        let mut rows = Vec::new();
        let all_runs = self.runs_in_turns(methods, &child, &bar, signal)?;
        for (place, (named, runs)) in methods.iter().zip(all_runs).enumerate() {
            let row = self.row(named[0], &options);
            rows.extend(RowHeading { row, runs: &runs }.rows(cases, &instances));
            let mut own = nothing_said();
            for run in &runs {
                own.add(place, &run.cases);
                answers.add(place, &run.cases);
            }
            wrong = runs.iter().find_map(|run| run.wrong.clone()).or(wrong);
            let counted = runs.into_iter().filter(|run| !run.is_warmup).collect();
            measured.push(JudgedRuns { runs: counted, contradiction: own.disagreement() });
        }
        bar.finish_and_clear();
        let complete = signal.load(Ordering::Relaxed) == 0;
        let sense = senses.first().copied().flatten();
        // How often a method was right is known when all have run.
        let runs = methods.iter().zip(&measured);
        let runs =
            runs.map(|(named, said)| summary(named[0], &options, said, cases, &answers, sense));
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
        Ok(Measured { runs, disagreement, agreement, complete, fastest, wrong, instances, rows })
    }

    /// What the rows of a method have in common.
    fn row(&self, method: &Method, options: &MethodOptions) -> ResultRow {
        ResultRow {
            case: 0,
            instance: String::new(),
            method: method.name().into(),
            options: Choices::default(),
            solver: method.solver(options),
            seed: self.seeds.is_none().then_some(self.seed),
            status: Status::Unknown,
            reason: None,
            verified: false,
            error: None,
            objective: None,
            bound: None,
            count: None,
            at_least: None,
            runs: Vec::new(),
            warmups: Vec::new(),
        }
    }

    /// The runs of each method, made in turns; after one that ended without an answer a method has
    /// no further, and such a one counts even if it was for warming up.
    fn runs_in_turns(
        &self,
        methods: &[Named<'_>],
        child: &Child,
        bar: &ProgressBar,
        signal: &AtomicUsize,
    ) -> Result<Vec<Vec<ChildRun>>, CliError> {
        let mut measured: Vec<Vec<ChildRun>> = methods.iter().map(|_| Vec::new()).collect();
        let all = self.warmup + self.runs;
        for number in 0..all {
            for (named, runs) in methods.iter().zip(&mut measured) {
                if signal.load(Ordering::Relaxed) != 0 {
                    return Ok(measured);
                }
                if runs.last().is_some_and(ChildRun::broke_off) {
                    continue;
                }
                let name = named[0].name();
                let what = format!("{}{}, run {} of {all}", self.heading, name, number + 1);
                if self.verbose {
                    say(&what);
                }
                bar.set_message(what);
                let choices = self.run.read_by(|option| reads(named, option));
                let mut run = child.run(name, &choices, signal)?;
                run.is_warmup = number < self.warmup && !run.broke_off();
                runs.push(run);
            }
        }
        Ok(measured)
    }

    /// A line on the terminal that says which run is on.
    fn progress_bar(&self) -> ProgressBar {
        if self.quiet || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(100));
        bar
    }
}

impl ChildRun {
    /// Whether it came to no end of its own: a further run would take as long for nothing. A
    /// heuristic that found something and proved nothing has ended.
    fn broke_off(&self) -> bool {
        let several = self.cases.len() > 1;
        let ended = |case: &CaseRun| match case.reason {
            Some(Reason::IncompleteMethod) => several || case.objective.is_some(),
            _ => case.status != Status::Unknown,
        };
        self.cases.is_empty() || !self.cases.iter().all(ended)
    }
}

/// What a child reads: the puzzle, or a batch of several.
fn statement(cases: &[NumberedCase]) -> Result<Vec<u8>, CliError> {
    let statements: Vec<Statement> = cases.iter().map(|case| case.puzzle.statement()).collect();
    let json = match &statements[..] {
        [one] => serde_json::to_vec(one),
        several => {
            let cases: Vec<_> =
                several.iter().map(|statement| json!({"puzzle": statement})).collect();
            serde_json::to_vec(&json!({"cases": cases}))
        }
    };
    Ok(json.map_err(std::io::Error::from)?)
}
