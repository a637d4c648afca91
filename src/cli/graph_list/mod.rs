//! A list of graphs with one question: prints a line for each graph, or the graphs with a given
//! answer.

pub mod asked;
mod threads;
mod work;

use std::{
    io::Write,
    num::NonZeroUsize,
    sync::{Arc, atomic::AtomicUsize, mpsc::RecvTimeoutError},
    thread,
};

use crate::{
    cli::{
        CliError,
        arguments::{DocumentFormat, OutputArguments, RunArguments},
        check::{CheckEffort, CheckPurse},
        output::{OpenLines, Output},
        puzzle::graph::GraphList,
        selection::check_chosen,
        stderr::say,
        watch::RunWatch,
    },
    documents::{
        stream::{CasesLine, StatusWord},
        text::grouped,
        write_json,
    },
    limits::{Reason, StopFlag},
    methods::{Context, Registry},
};
pub use asked::ListQuestion;
use asked::{GraphListArguments, ListAnswer};
use threads::{InOrder, ListReport, ListThreads};
pub use work::LineForm;
use work::{Answered, ListWork};

/// The question about each graph of a list and how to answer it.
pub struct ListAsked<'a> {
    /// The question.
    pub question: ListQuestion,
    /// The method that the user chose, if any.
    pub method: Option<&'a str>,
    /// The form of a line.
    pub form: LineForm,
    /// How much work goes into checks.
    pub check: CheckEffort,
    /// The limits of each graph.
    pub limits: &'a GraphListArguments,
    /// Limits and method options.
    pub run: &'a RunArguments,
    /// The registry of methods.
    pub registry: &'a Arc<Registry>,
    /// The signal that was caught, or 0.
    pub signals: &'a Arc<AtomicUsize>,
}

/// Answers one question for every graph of a list, and prints the lines in order, or the wanted
/// graphs. Exit code 1: a graph is invalid; otherwise 3: a graph is undecided or not all were read;
/// otherwise 0.
///
/// The time limit is for all graphs together and for reading them.
///
/// # Errors
/// [`CliError`] if a method fails or does not exist.
pub fn run(
    asked: &ListAsked<'_>,
    list: GraphList,
    output: Output<'_>,
    whole: &Context,
) -> Result<i32, CliError> {
    let work = Arc::new(asked.work(&list, whole));
    check_options(&work, &list, output.is_quiet())?;
    let passes_on = matches!(work.form, LineForm::Graph(_)) && !output.is_quiet();
    let summary = passes_on || output.is_summed_up();
    let threads = ListThreads::start(&work, list, threads(asked.run, whole))?;
    let run = whole.run.apart();
    let listed = Listed {
        work: &work,
        threads,
        watch: RunWatch::new(&run, asked.signals),
        answers: InOrder::new(),
        tally: ListTally::default(),
        out: output.stream()?,
    };
    listed.run(summary)
}

/// The number of graphs answered at once: as requested, otherwise the number of cores.
fn threads(run: &RunArguments, whole: &Context) -> usize {
    run.threads.map_or_else(|| whole.threads(), NonZeroUsize::get)
}

/// What an option is for that no list has.
pub const ONE_GRAPH: &str = "graph, but the file has several";

/// The form of a line if all graphs are printed.
pub fn line_form(output: &OutputArguments) -> LineForm {
    match output.chosen_format() {
        DocumentFormat::Text => LineForm::Text,
        DocumentFormat::Json => LineForm::Json,
    }
}

impl ListAsked<'_> {
    /// The work for each graph.
    fn work(&self, list: &GraphList, whole: &Context) -> ListWork {
        ListWork {
            name: list.name.clone(),
            puzzle: Arc::clone(&list.question),
            directed: list.directed,
            question: self.question,
            method: self.method.map(Into::into),
            registry: Arc::clone(self.registry),
            arguments: RunArguments { threads: None, ..self.run.clone() },
            whole: whole.run.clone(),
            each: self.limits.time_limit_each,
            form: self.form.clone(),
            purse: CheckPurse::new(self.check, self.signals),
            over: StopFlag::default(),
        }
    }
}

/// Refuses an unknown method and options that no method reads, as far as the first graph shows.
fn check_options(work: &ListWork, list: &GraphList, is_quiet: bool) -> Result<(), CliError> {
    let Some(puzzle) = list.first.iter().find_map(|line| work.puzzle(line).ok()) else {
        return Ok(());
    };
    let chosen = (puzzle.as_ref(), work.method(puzzle.as_ref())?);
    work.question.check(puzzle.as_ref())?;
    let task = (work.registry.as_ref(), work.question.task());
    check_chosen(&work.arguments, [chosen], task, is_quiet)
}

/// Numbers of answers.
#[derive(Debug, Default)]
struct ListTally {
    yes: usize,
    no: usize,
    unknown: usize,
    errors: usize,
    /// How many answers are not checked, though they need it.
    unchecked: usize,
    /// The error of the first invalid graph.
    first_error: Option<String>,
}

impl ListTally {
    fn add(&mut self, answer: Result<ListAnswer, String>) {
        match answer {
            Ok(ListAnswer::Yes) => self.yes += 1,
            Ok(ListAnswer::No) => self.no += 1,
            Ok(ListAnswer::Unknown) => self.unknown += 1,
            Err(error) => {
                self.errors += 1;
                self.first_error.get_or_insert(error);
            }
        }
    }

    fn graphs(&self) -> usize {
        self.yes + self.no + self.unknown + self.errors
    }

    /// `41,301 graphs: 39,635 yes, 1,666 no`.
    fn in_words(&self) -> String {
        let all = graphs(self.graphs());
        let counts =
            [(self.yes, "yes"), (self.no, "no"), (self.unknown, "unknown"), (self.errors, "wrong")];
        let counts = counts.into_iter().filter(|(count, word)| *count > 0 || *word != "wrong");
        let counts = counts.filter(|(count, word)| *count > 0 || *word != "unknown");
        let counts: Vec<String> =
            counts.map(|(count, word)| format!("{} {word}", grouped(count as u64))).collect();
        let unchecked = match self.unchecked {
            0 => String::new(),
            unchecked => format!("; {} not checked", grouped(unchecked as u64)),
        };
        format!("{all}: {}{unchecked}", counts.join(", "))
    }
}

/// `41,301 graphs`.
fn graphs(number: usize) -> String {
    format!("{} graph{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

/// A list in progress.
struct Listed<'a> {
    work: &'a ListWork,
    threads: ListThreads,
    watch: RunWatch,
    answers: InOrder<Answered>,
    tally: ListTally,
    out: OpenLines,
}

/// How reading and answering ended.
enum ListEnd {
    /// All graphs that could be read are answered.
    All(Result<(), CliError>),
    /// A limit or a signal came first.
    Stopped(Reason, Option<i32>),
}

impl Listed<'_> {
    /// Prints the threads' answers.
    fn run(mut self, summary: bool) -> Result<i32, CliError> {
        let ended = self.print_all();
        // No one reads the answers of the remaining threads.
        self.stop(Reason::Interrupted);
        let ended = match ended {
            Ok(ended) => ended,
            // The reader has read enough.
            Err(CliError::BrokenPipe) => return Ok(0),
            Err(error) => return Err(error),
        };
        let reason = match &ended {
            ListEnd::All(_) => None,
            ListEnd::Stopped(reason, _) => Some(*reason),
        };
        if self.work.form == LineForm::Json {
            let ListTally { errors, unknown: undecided, .. } = self.tally;
            let line = CasesLine { line: StatusWord::Word, errors, undecided, reason };
            write_json(&line, &mut self.out)?;
        }
        match self.out.finish().map_err(CliError::from) {
            Ok(()) => {}
            Err(CliError::BrokenPipe) => return Ok(0),
            Err(error) => return Err(error),
        }
        let (name, tally) = (&self.work.name, &self.tally);
        if summary {
            say(tally.in_words());
        }
        match (ended, tally) {
            (ListEnd::Stopped(_, Some(signal)), _) => Err(CliError::Signal(signal)),
            (ListEnd::All(Err(error)), _) => Err(error),
            (_, ListTally { errors, first_error: Some(first), .. }) => {
                Err(CliError::without_answer(*errors, tally.graphs(), "graphs", first))
            }
            (ListEnd::Stopped(reason, None), _) => Err(CliError::Undecided(format!(
                "{name}: {} after {}",
                reason.describe(),
                graphs(tally.graphs())
            ))),
            (ListEnd::All(Ok(())), ListTally { unknown: 1.., .. }) => Ok(3),
            (ListEnd::All(Ok(())), _) => Ok(0),
        }
    }

    /// Prints until all graphs are answered, or a limit or signal comes.
    fn print_all(&mut self) -> Result<ListEnd, CliError> {
        let mut all = None;
        let mut stopped: Option<Reason> = None;
        loop {
            let report = match self.threads.reports.try_recv() {
                Ok(report) => Ok(report),
                Err(_) => {
                    // Shows what is written so far.
                    self.out.flush()?;
                    self.threads.reports.recv_timeout(self.watch.pause())
                }
            };
            match report {
                Ok(ListReport::Answers(first, answers)) => self.print(first, answers)?,
                Ok(ListReport::Failed(error)) => return Err(error),
                Ok(ListReport::Read(graphs, read)) => all = Some((graphs, read)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // The threads end by themselves only when all is reported or stopped.
                    thread::sleep(self.watch.pause());
                    if stopped.is_none() && all.is_none() {
                        let problem = "the work ended without an answer";
                        return Err(CliError::Check(problem.into()));
                    }
                }
            }
            if stopped.is_none()
                && let Some((graphs, _)) = &all
                && self.answers.gone() == *graphs
            {
                let read = all.map_or(Ok(()), |(_, read)| read);
                return Ok(ListEnd::All(read));
            }
            if let Some(reason) = self.watch.look() {
                if stopped.is_none() {
                    self.stop(reason);
                    stopped = Some(reason);
                }
                if self.watch.is_over() {
                    return Ok(ListEnd::Stopped(reason, self.watch.signal()));
                }
            }
        }
    }

    /// Stops all threads.
    fn stop(&self, reason: Reason) {
        self.work.over.stop(reason);
        self.threads.at_work.iter().for_each(|at_work| at_work.stop(reason));
    }

    /// Prints answers in order.
    fn print(&mut self, first: u64, answers: Vec<Answered>) -> Result<(), CliError> {
        for (number, answered) in (first..).zip(answers) {
            self.answers.push(number, answered);
        }
        let (mut graphs, mut bytes) = (0, 0);
        while let Some(Answered { answer, line, bytes: read, is_unchecked }) = self.answers.pop() {
            self.tally.add(answer);
            self.tally.unchecked += usize::from(is_unchecked);
            self.out.write_all(&line)?;
            graphs += 1;
            bytes += read as u64;
        }
        self.threads.window.leave(graphs, bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_in_words() {
        let mut tally = ListTally::default();
        assert_eq!(tally.in_words(), "0 graphs: 0 yes, 0 no");
        tally.add(Ok(ListAnswer::No));
        assert_eq!(tally.in_words(), "1 graph: 0 yes, 1 no");
        tally.add(Ok(ListAnswer::Unknown));
        tally.add(Err("first".into()));
        tally.add(Err("second".into()));
        assert_eq!(tally.in_words(), "4 graphs: 0 yes, 1 no, 1 unknown, 2 wrong");
        assert_eq!(tally.first_error.as_deref(), Some("first"));
        tally.unchecked = 1;
        assert!(tally.in_words().ends_with(", 2 wrong; 1 not checked"));
    }
}
