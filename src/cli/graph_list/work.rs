//! One graph of a list: read, solved or counted, checked, and reported in a line.

use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::asked::{ListAnswer, ListQuestion};
use crate::{
    answer::{Answer, AnswerFailure, Outcome, Question, Wanted, answer, count},
    cli::{
        CliError,
        answered::{CountQuestion, blank, explains, filled},
        arguments::RunArguments,
        check::{
            CheckPurse,
            again::{FirstCount, add_checks},
            check,
        },
        puzzle::graph::{self, GraphQuestion},
        selection::{method, precheck},
        session::SessionEnd,
    },
    documents::{
        batch::{CaseContent, CaseDocument},
        solution::{ObjectiveBound, Solutions, Status},
        stream::{CaseLine, CaseWord, CountLine},
        text, write_json,
    },
    graphs::{GraphReading, lines::GraphLine},
    limits::{Limits, Reason, StopFlag},
    methods::{Context, Goal, Method, Registry},
    processor_time::ThreadClock,
    puzzles::{Solution, StatedPuzzle},
    run::Run,
};

/// The form of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineForm {
    /// The graph itself, if its answer is one of these.
    Graph(Vec<ListAnswer>),
    /// `Case 1: possible`, `Case 1: 12`.
    Text,
    /// A JSON document.
    Json,
}

/// The work for each graph of a list.
pub struct ListWork {
    /// The name of the file.
    pub name: String,
    /// The puzzle of a graph.
    pub puzzle: Arc<GraphQuestion>,
    /// The directions of the edges, if they are not those of the file.
    pub directed: Option<bool>,
    /// The question.
    pub question: ListQuestion,
    /// The method that the user chose, if any.
    pub method: Option<String>,
    /// The registry of methods.
    pub registry: Arc<Registry>,
    /// Limits and method options, with one thread per graph.
    pub arguments: RunArguments,
    /// The run of the whole list.
    pub whole: Run,
    /// The time limit of each graph.
    pub each: Option<Duration>,
    /// The form of a line.
    pub form: LineForm,
    /// What the checks may take.
    pub purse: CheckPurse,
    /// Stops the work on all graphs, including those that have not begun.
    pub over: StopFlag,
}

/// The result for a graph.
#[derive(Debug)]
pub struct Answered {
    /// The answer, or the error of the graph.
    pub answer: Result<ListAnswer, String>,
    /// The output.
    pub line: Vec<u8>,
    /// The length of the graph's line.
    pub bytes: usize,
    /// Whether it needs a check and has none.
    pub is_unchecked: bool,
}

/// The output for a graph.
struct GraphRow {
    status: Status,
    line: Vec<u8>,
    is_unchecked: bool,
}

/// A solved puzzle with its method.
struct SolvedGraph<'m> {
    method: &'m Method,
    context: Context,
    answer: Answer,
    found: Option<Solution>,
    took: Duration,
}

/// The method to try first if none is named.
const QUICK: &str = "graph:search";

/// Its work limit.
const QUICK_WORK: u64 = 1 << 12;

/// The current work of a thread, to stop it.
#[derive(Debug, Default)]
pub struct AtWork(Mutex<Option<Context>>);

impl AtWork {
    /// Sets the current work.
    fn set(&self, context: Option<Context>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = context;
    }

    /// Stops it.
    pub fn stop(&self, reason: Reason) {
        if let Some(context) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            context.stop.stop(reason);
            if reason == Reason::Interrupted {
                context.program.end();
            }
        }
    }
}

impl ListWork {
    /// Answers the graph of this number, from 0.
    ///
    /// # Errors
    /// [`CliError`] if a method fails, which ends the list. An error in the graph is its answer.
    pub fn answer(
        &self,
        number: u64,
        line: &GraphLine,
        at_work: &AtWork,
    ) -> Result<Answered, CliError> {
        let case = number as usize + 1;
        let mut is_unchecked = false;
        let (answer, row) = match self.row(case, line, at_work) {
            Ok(row) => {
                is_unchecked = row.is_unchecked;
                (Ok(ListAnswer::from(row.status)), row.line)
            }
            Err(CliError::Input(error) | CliError::Usage(error)) => {
                let row = self.wrong(case, &error)?;
                (Err(format!("case {case}: {error}")), row)
            }
            Err(error @ CliError::Undecided(_)) => {
                // There is not enough memory for the graph, so it has no document.
                (Ok(ListAnswer::Unknown), self.wrong(case, &error.to_string())?)
            }
            Err(error) => return Err(error),
        };
        at_work.set(None);
        Ok(Answered { answer, line: row, bytes: line.text.len(), is_unchecked })
    }

    /// Reads the graph.
    ///
    /// # Errors
    /// [`CliError`], with the place in the file.
    pub fn puzzle(&self, line: &GraphLine) -> Result<Arc<dyn StatedPuzzle>, CliError> {
        let (name, run) = (&self.name, &self.whole);
        let mut graph = line
            .read(GraphReading { permit: &|bytes| run.reserve(bytes), directed: self.directed })
            .map_err(|error| {
                let message = format!("{name}:{error}");
                if error.stopped.is_some() {
                    CliError::Undecided(message)
                } else {
                    CliError::Input(message)
                }
            })?;
        let place = format!("{name}:{}", line.number);
        let at = |_: Option<usize>, problem: String| CliError::Input(format!("{place}: {problem}"));
        Ok(Arc::from(graph::statement(&*self.puzzle, &place, &mut graph, run, &at)?.into_puzzle()?))
    }

    /// The method for a puzzle.
    ///
    /// # Errors
    /// [`CliError::Usage`] that lists the available methods.
    pub fn method(&self, puzzle: &dyn StatedPuzzle) -> Result<&Method, CliError> {
        method(&self.registry, self.method.as_deref(), puzzle, self.question.task())
    }

    /// Answers the question and returns the output.
    fn row(&self, case: usize, line: &GraphLine, at_work: &AtWork) -> Result<GraphRow, CliError> {
        let puzzle = self.puzzle(line)?;
        let puzzle = puzzle.as_ref();
        match self.question {
            ListQuestion::First => self.row_of_solution((case, line), puzzle, at_work),
            ListQuestion::Count(asked) => self.row_of_count(case, puzzle, asked, at_work),
        }
    }

    /// Solves the puzzle and returns the output.
    fn row_of_solution(
        &self,
        (case, line): (usize, &GraphLine),
        puzzle: &dyn StatedPuzzle,
        at_work: &AtWork,
    ) -> Result<GraphRow, CliError> {
        let processor = ThreadClock::start();
        let SolvedGraph { method, context, answer, found, took } =
            match self.quickly(puzzle, at_work)? {
                Some(solved) => solved,
                None => self.solved(puzzle, at_work)?,
            };
        let mut ended = SessionEnd::of(answer, &context, took);
        ended.timing.cpu_seconds = processor.seconds();
        let asked = (&*self.registry, method);
        let checked = check(&self.purse, puzzle, asked, &context, &mut ended)?;
        let status = Status::from(&ended.outcome);
        let is_unchecked = checked.because.is_some();
        let line = match &self.form {
            LineForm::Graph(wanted) if wanted.contains(&ListAnswer::from(status)) => {
                format!("{}\n", line.text).into_bytes()
            }
            LineForm::Graph(_) => Vec::new(),
            LineForm::Text => {
                let bound = puzzle.model().sense().map(ObjectiveBound::from);
                let why = (why_unknown(&ended.outcome), checked.because.as_deref());
                text::case_line(case, status, ended.objective, (bound, why)).into_bytes()
            }
            LineForm::Json => {
                let content = Solutions::One { solution: found };
                let document = blank(&self.arguments, content, puzzle, method);
                let mut document = filled(document, &ended, puzzle, &context);
                checked.enter(&mut document);
                json_line(case, CaseContent::Answer(Box::new(document)))?
            }
        };
        Ok(GraphRow { status, line, is_unchecked })
    }

    /// Counts the solutions of the puzzle and returns the output.
    fn row_of_count(
        &self,
        case: usize,
        puzzle: &dyn StatedPuzzle,
        asked: CountQuestion,
        at_work: &AtWork,
    ) -> Result<GraphRow, CliError> {
        asked.check(puzzle)?;
        let processor = ThreadClock::start();
        let method = self.method(puzzle)?;
        let precheck = explains(&self.arguments, method);
        let mut context = self.context();
        // The other threads have their own graphs.
        context.options.threads = Some(NonZeroUsize::MIN);
        let mut ended = self.counted(puzzle, (method, precheck), asked, &context, at_work)?;
        ended.timing.cpu_seconds = processor.seconds();
        let named = (&*self.registry, method);
        let checked = check(&self.purse, puzzle, named, &context, &mut ended)?;
        let first = FirstCount {
            puzzle,
            registry: &self.registry,
            method,
            counting: asked.counting,
            context: &context,
            ended: &ended,
        };
        let second = first.again(&self.purse, &mut |method, mut context| {
            context.options.threads = Some(NonZeroUsize::MIN);
            let processor = ThreadClock::start();
            let mut ended = self.counted(puzzle, (method, false), asked, &context, at_work)?;
            ended.timing.cpu_seconds = processor.seconds();
            Ok(ended)
        })?;
        let status = Status::from(&ended.outcome);
        let is_unchecked = second.because.is_some();
        let mut document = asked.document(&self.arguments, puzzle, method, (&ended, &context));
        add_checks(&mut document, (checked, second));
        let line = match &self.form {
            LineForm::Graph(_) => Vec::new(),
            LineForm::Text => {
                let reason = why_unknown(&ended.outcome);
                text::count_line(case, &document.content, asked.direction, reason).into_bytes()
            }
            LineForm::Json => {
                let mut line = Vec::new();
                let document = &document;
                write_json(&CountLine { line: CaseWord::Word, case, document }, &mut line)?;
                line
            }
        };
        Ok(GraphRow { status, line, is_unchecked })
    }

    /// Counts the solutions of the puzzle by a method, with or without the precheck.
    fn counted(
        &self,
        puzzle: &dyn StatedPuzzle,
        (method, precheck): (&Method, bool),
        asked: CountQuestion,
        context: &Context,
        at_work: &AtWork,
    ) -> Result<SessionEnd, CliError> {
        let (answer, took) = self.at_work(context, at_work, || {
            let found = &mut |_| ControlFlow::Continue(());
            count(puzzle, method, asked.counting, precheck, context, found)
        })?;
        Ok(SessionEnd::of(answer, context, took))
    }

    /// Solves a puzzle by the named method, or by its default.
    fn solved(
        &self,
        puzzle: &dyn StatedPuzzle,
        at_work: &AtWork,
    ) -> Result<SolvedGraph<'_>, CliError> {
        let method = self.method(puzzle)?;
        let precheck = precheck(&self.arguments, method);
        self.solved_by(puzzle, (method, precheck), self.context(), at_work)
    }

    /// A witness from a search that finds one for most graphs in microseconds; otherwise the
    /// default method answers.
    fn quickly(
        &self,
        puzzle: &dyn StatedPuzzle,
        at_work: &AtWork,
    ) -> Result<Option<SolvedGraph<'_>>, CliError> {
        let is_free = self.method.is_none()
            && self.arguments.given().is_empty()
            && self.arguments.precheck.is_none()
            && self.whole.limits.nodes.is_none();
        if !is_free {
            return Ok(None);
        }
        let model = puzzle.model();
        let method = self.registry.get(QUICK, &model);
        let Some(method) = method.filter(|method| method.supports(&model, Goal::First)) else {
            return Ok(None);
        };
        let context = self.context().within(QUICK_WORK);
        let solved = self.solved_by(puzzle, (method, false), context, at_work)?;
        Ok((solved.answer.outcome == Outcome::Satisfied).then_some(solved))
    }

    /// Solves a puzzle by a method, with or without the precheck.
    fn solved_by<'m>(
        &self,
        puzzle: &dyn StatedPuzzle,
        (method, precheck): (&'m Method, bool),
        context: Context,
        at_work: &AtWork,
    ) -> Result<SolvedGraph<'m>, CliError> {
        let mut found: Option<Solution> = None;
        let (answer, took) = self.at_work(&context, at_work, || {
            let question = Question { wanted: Wanted::First, precheck, up_to_symmetry: false };
            answer(puzzle, method, question, &context, &mut |finding| {
                // For an optimum, each solution is better than the one before.
                found = Some(finding.solution);
                ControlFlow::Continue(())
            })
        })?;
        Ok(SolvedGraph { method, context, answer, found, took })
    }

    /// Does stoppable work unless the list has ended; also returns its time.
    fn at_work(
        &self,
        context: &Context,
        at_work: &AtWork,
        work: impl FnOnce() -> Result<Answer, AnswerFailure>,
    ) -> Result<(Answer, Duration), CliError> {
        at_work.set(Some(context.clone()));
        let started = Instant::now();
        let answer = match self.over.reason() {
            Some(reason) => Answer::unknown(reason),
            None => work()?,
        };
        Ok((answer, started.elapsed()))
    }

    /// The output for an invalid graph.
    fn wrong(&self, case: usize, error: &str) -> Result<Vec<u8>, CliError> {
        match self.form {
            LineForm::Graph(_) => Ok(Vec::new()),
            LineForm::Text => Ok(text::wrong_case(case, error).into_bytes()),
            LineForm::Json => json_line(case, CaseContent::Error { error: error.into() }),
        }
    }

    /// The run of a graph, limited by the time left and the time per graph.
    fn context(&self) -> Context {
        let Limits { time, nodes, memory, .. } = self.whole.limits;
        let left = time.map(|limit| limit.saturating_sub(self.whole.elapsed()));
        let time = [left, self.each].into_iter().flatten().min();
        Context::new(
            Limits { time, nodes, memory, ..self.whole.limits },
            self.whole.seed,
            self.arguments.options(),
        )
    }
}

/// Why the outcome is unknown, if it is.
fn why_unknown(outcome: &Outcome) -> Option<Reason> {
    match outcome {
        Outcome::Unknown(reason) => Some(*reason),
        _ => None,
    }
}

/// A case as a line of JSON.
fn json_line(case: usize, content: CaseContent) -> Result<Vec<u8>, CliError> {
    let document = CaseDocument { case, content };
    let mut line = Vec::new();
    write_json(&CaseLine { line: CaseWord::Word, document: &document }, &mut line)?;
    Ok(line)
}
