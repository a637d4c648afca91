//! A list of graphs, each asked the same: a line on each, or those of one answer passed on.

pub mod arguments;
mod in_order;
mod threads;
mod work;

use std::{
    io::Write,
    sync::{Arc, mpsc::RecvTimeoutError},
    thread,
    time::Instant,
};

use self::arguments::ListAnswer;
use super::{SolveArguments, draws, one::PuzzleSolver};
use crate::{
    answer::Wanted,
    cli::{
        CliError,
        arguments::{DocumentFormat, ExitCodes, RunArguments},
        output::{Opened, Output},
        puzzle::graph::GraphList,
        stderr::say,
        watch::{GRACE, RunWatch},
    },
    documents::{
        stream::{CasesLine, StatusWord},
        text::grouped,
        write_json,
    },
    limits::{Reason, StopFlag},
    methods::Context,
};
use in_order::InOrder;
use threads::{ListReport, ListThreads};
use work::{Answered, LineForm, ListWork};

/// Solves every graph of a list and prints a line on each in their order, or passes on those that
/// are asked for: 1 if one is wrong, else 3 if one is undecided or not all were read, else 0.
///
/// The time limit is for all graphs together and for reading them.
///
/// # Errors
/// [`CliError`] if a method is wrong or there is not one of that name.
pub fn run(
    solver: &PuzzleSolver<'_>,
    list: GraphList,
    output: Output<'_>,
    whole: &Context,
) -> Result<i32, CliError> {
    let arguments = solver.arguments;
    refuse_others(solver)?;
    let work = Arc::new(work(solver, &list, whole));
    check_options(solver, &work, &list)?;
    let summary = !arguments.list.only.is_empty() && !output.is_quiet();
    let threads = ListThreads::start(&work, list, threads(&arguments.run, whole))?;
    let run = whole.run.apart();
    let listed = Listed {
        work: &work,
        threads,
        watch: RunWatch::new(&run, &solver.signals),
        answers: InOrder::new(),
        tally: ListTally::default(),
        out: output.stream()?,
    };
    listed.run(summary)
}

/// How many graphs are solved side by side: as many as were asked for, or as the machine has cores.
fn threads(run: &RunArguments, whole: &Context) -> usize {
    run.threads.map_or_else(|| whole.threads(), std::num::NonZeroUsize::get)
}

/// Refuses what is for one graph only.
fn refuse_others(solver: &PuzzleSolver<'_>) -> Result<(), CliError> {
    let SolveArguments { codes, proof, svg, html, tour, show_attacks, .. } = solver.arguments;
    let given = [
        ("--exit-code sat", codes.exit_code == ExitCodes::Sat),
        ("--proof", proof.is_some()),
        ("--svg", svg.is_some() || draws(solver.arguments)),
        ("--html", html.is_some()),
        ("--tour", tour.is_some()),
        ("--show-attacks", *show_attacks),
        ("-n, --all or --sample", solver.wanted != Wanted::First),
        ("--seeds", solver.arguments.seeds.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            let problem = format!("{option}: it is for one graph, and the file has several");
            Err(CliError::Usage(problem))
        }
        None => Ok(()),
    }
}

/// What is done with each graph.
fn work(solver: &PuzzleSolver<'_>, list: &GraphList, whole: &Context) -> ListWork {
    let arguments = solver.arguments;
    let form = if !arguments.list.only.is_empty() {
        LineForm::Graph(arguments.list.only.clone())
    } else if !arguments.json_stream && arguments.output.chosen_format() == DocumentFormat::Text {
        LineForm::Text
    } else {
        LineForm::Json
    };
    ListWork {
        name: list.name.clone(),
        puzzle: list.puzzle.clone(),
        method: arguments.method.clone(),
        registry: Arc::clone(solver.registry),
        arguments: RunArguments { threads: None, ..arguments.run.clone() },
        whole: whole.run.clone(),
        each: arguments.list.time_limit_each,
        form,
        over: StopFlag::default(),
    }
}

/// Refuses an unknown method and options that none reads, as far as the first graph tells.
fn check_options(
    solver: &PuzzleSolver<'_>,
    work: &ListWork,
    list: &GraphList,
) -> Result<(), CliError> {
    let Some(puzzle) = list.first.iter().find_map(|line| work.puzzle(line).ok()) else {
        return Ok(());
    };
    work.method(puzzle.as_ref())?;
    solver.check_options_of(&work.arguments, [puzzle.as_ref()])
}

/// How the graphs ended.
#[derive(Debug, Default)]
struct ListTally {
    yes: usize,
    no: usize,
    unknown: usize,
    errors: usize,
    /// What is wrong with the first that is.
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
        let all = grouped(self.graphs() as u64);
        let plural = if self.graphs() == 1 { "" } else { "s" };
        let counts =
            [(self.yes, "yes"), (self.no, "no"), (self.unknown, "unknown"), (self.errors, "wrong")];
        let counts = counts.into_iter().filter(|(count, word)| *count > 0 || *word != "wrong");
        let counts = counts.filter(|(count, word)| *count > 0 || *word != "unknown");
        let counts: Vec<String> =
            counts.map(|(count, word)| format!("{} {word}", grouped(count as u64))).collect();
        format!("{all} graph{plural}: {}", counts.join(", "))
    }
}

/// A list that is being answered.
struct Listed<'a> {
    work: &'a ListWork,
    threads: ListThreads,
    watch: RunWatch,
    answers: InOrder<Answered>,
    tally: ListTally,
    out: Opened,
}

/// How reading and answering ended.
enum ListEnd {
    /// All graphs are answered, of those that could be read.
    All(Result<(), CliError>),
    /// A limit or a signal came first.
    Stopped(Reason, Option<i32>),
}

impl Listed<'_> {
    /// Prints what the threads find.
    fn run(mut self, summary: bool) -> Result<i32, CliError> {
        let ended = self.print_all();
        // What is still at work has no reader.
        self.stop(Reason::Interrupted);
        let ended = match ended {
            Ok(ended) => ended,
            // The reader has what it wanted.
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
            (ListEnd::Stopped(_, Some(signal)), _) => Ok(128 + signal),
            (ListEnd::All(Err(error)), _) => Err(error),
            (_, ListTally { errors, first_error: Some(first), .. }) => {
                let have = if *errors == 1 { "has" } else { "have" };
                let all = tally.graphs();
                let said = format!("{errors} of {all} graphs {have} no answer; {first}");
                Err(CliError::Input(said))
            }
            (ListEnd::Stopped(reason, None), _) => Err(CliError::Undecided(format!(
                "{name}: {} after {} graphs",
                reason.describe(),
                grouped(tally.graphs() as u64)
            ))),
            (ListEnd::All(Ok(())), ListTally { unknown: 1.., .. }) => Ok(3),
            (ListEnd::All(Ok(())), _) => Ok(0),
        }
    }

    /// Prints until all is answered, or a limit or signal comes.
    fn print_all(&mut self) -> Result<ListEnd, CliError> {
        let mut all = None;
        let mut stopped: Option<(Reason, Instant)> = None;
        loop {
            let report = match self.threads.reports.try_recv() {
                Ok(report) => Ok(report),
                Err(_) => {
                    // What is told is read now.
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
                    // The threads end by themselves only when all is said, or all is stopped.
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
            if let Some(reason) = self.watch.look()
                && stopped.is_none()
            {
                self.stop(reason);
                stopped = Some((reason, Instant::now()));
            }
            if let Some((reason, at)) = stopped
                && at.elapsed() > GRACE
            {
                return Ok(ListEnd::Stopped(reason, self.watch.signal()));
            }
        }
    }

    /// Stops all threads.
    fn stop(&self, reason: Reason) {
        self.work.over.stop(reason);
        self.threads.at_work.iter().for_each(|at_work| at_work.stop(reason));
    }

    /// Prints answers, once their turn has come.
    fn print(&mut self, first: u64, answers: Vec<Answered>) -> Result<(), CliError> {
        for (number, answered) in (first..).zip(answers) {
            self.answers.push(number, answered);
        }
        let (mut graphs, mut bytes) = (0, 0);
        while let Some(Answered { answer, line, bytes: read }) = self.answers.pop() {
            self.tally.add(answer);
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
    }
}
