//! `satranj ask`: a program asked for an answer to a puzzle, which is checked. It is what a measured
//! run of `--program` is, and stands in no help.

use std::sync::Arc;

use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, RunArguments},
    files::Files,
    output::write_to,
    puzzle::PuzzleArguments,
    watch::{Watched, watched_run},
};
use crate::{
    documents::{
        counts::SolutionCounts,
        solution::{
            COUNT_SCHEMA, CountDocument, Document, ObjectiveBound, SCHEMA, SolutionDocument,
            Solutions, Status, Timing,
        },
        write_json,
    },
    limits::Reason,
    processor_time::ProcessorClock,
    puzzles::{Solution, StatedPuzzle},
    rivals::{RivalAnswer, RivalFailure, RivalProgram, RivalQuestion, Said, ask},
    run::Run,
    solvers::process::Started,
};

/// Arguments of `ask`.
#[derive(Debug, Args)]
pub struct AskArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// The program, as `compare` has it
    #[arg(long, global = true, value_name = "NAME=COMMAND")]
    program: Option<RivalProgram>,
    /// Ask for the number of solutions
    #[arg(long, global = true)]
    counting: bool,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command: 0 if the program answered, 3 if not, 4 if its answer is wrong.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &AskArguments) -> Result<i32, CliError> {
    let mut files = Files::reading(arguments.puzzle.files());
    let output = arguments.output.begin(&mut files)?;
    let program = arguments.program.clone();
    let program = program.ok_or_else(|| CliError::Usage("--program names a program".into()))?;
    let run: Run = Run::clone(&arguments.run.context());
    let puzzle = arguments.puzzle.puzzle(&run)?;
    let (started, processor) = (Started::default(), ProcessorClock::start());
    let answered = {
        let (program, puzzle) = (program.clone(), Arc::clone(&puzzle));
        let (started, counting) = (started.clone(), arguments.counting);
        let work = move |run: &Run| {
            let puzzle = puzzle.as_ref();
            ask(&program, &RivalQuestion { puzzle, counting, run, started: &started })
        };
        watched_run(&run, work)
    };
    // The thread that watches it may not come to it before we end.
    started.end();
    let mut signal = None;
    let answer = match answered? {
        Watched::Done(Ok(answer)) => Ok(answer),
        Watched::Done(Err(RivalFailure::Stopped(reason))) => Err(reason),
        Watched::Done(Err(RivalFailure::Wrong(problem))) => {
            return Err(CliError::Check(format!("the program is wrong: {problem}")));
        }
        Watched::Done(Err(RivalFailure::Broken(problem))) => return Err(CliError::Input(problem)),
        Watched::Stopped(reason, by) => {
            signal = by;
            Err(reason)
        }
    };
    let told = ToldAnswer::of(answer, puzzle.as_ref(), (&run, processor));
    let (statement, seed) = (puzzle.statement(), arguments.run.seed);
    let (method, solver) = (program.method(), program.solver());
    let status = told.status;
    if arguments.counting {
        let counts = SolutionCounts { count: told.count.clone(), ..SolutionCounts::default() };
        let document =
            CountDocument::new(COUNT_SCHEMA, statement, &method, Some(&solver), seed, counts);
        let document = told.put(document);
        write_to(output.into_file(), |out| write_json(&document, out))?;
    } else {
        let content = Solutions::One { solution: told.solution.clone() };
        let document =
            SolutionDocument::new(SCHEMA, statement, &method, Some(&solver), seed, content);
        let document = told.put(document);
        write_to(output.into_file(), |out| write_json(&document, out))?;
    }
    match (signal, status) {
        (Some(signal), _) => Err(CliError::Signal(signal)),
        (None, Status::Unknown) => Ok(3),
        (None, _) => Ok(0),
    }
}

/// What a document tells of an answer.
struct ToldAnswer {
    status: Status,
    reason: Option<Reason>,
    solution: Option<Solution>,
    objective: Option<u64>,
    bound: Option<ObjectiveBound>,
    count: Option<String>,
    formula: Option<(u64, u64)>,
    timing: Timing,
}

impl ToldAnswer {
    /// Of an answer, or of why there is none.
    fn of(
        answer: Result<RivalAnswer, Reason>,
        puzzle: &dyn StatedPuzzle,
        (run, processor): (&Run, ProcessorClock),
    ) -> Self {
        let nothing = Self {
            status: Status::Unknown,
            reason: None,
            solution: None,
            objective: None,
            bound: None,
            count: None,
            formula: None,
            timing: Timing { cpu_seconds: processor.seconds(), ..Timing::default() },
        };
        let RivalAnswer { said, formula, export_time, program_time, check_time } = match answer {
            Ok(answer) => answer,
            Err(reason) => {
                let total = run.elapsed().as_secs_f64();
                let timing =
                    Timing { total_seconds: total, solve_seconds: total, ..nothing.timing };
                return Self { reason: Some(reason), timing, ..nothing };
            }
        };
        let timing = Timing {
            encode_seconds: export_time.as_secs_f64(),
            solve_seconds: program_time.as_secs_f64(),
            verify_seconds: check_time.as_secs_f64(),
            total_seconds: (export_time + program_time + check_time).as_secs_f64(),
            ..nothing.timing
        };
        let nothing = Self { formula, timing, ..nothing };
        match said {
            Said::Solution { solution, best } => {
                let (objective, sense) = (puzzle.value(&solution), puzzle.sense());
                let (status, reason) = match (sense, best) {
                    (None, _) => (Status::Satisfied, None),
                    (Some(_), true) => (Status::Optimal, None),
                    (Some(_), false) => (Status::Unknown, Some(Reason::IncompleteMethod)),
                };
                let bound = sense.filter(|_| status == Status::Unknown).map(Into::into);
                Self { status, reason, objective, bound, solution: Some(*solution), ..nothing }
            }
            Said::Yes => Self { status: Status::Satisfied, ..nothing },
            Said::No => Self { status: Status::Unsatisfiable, ..nothing },
            Said::Count(count) if count == "0" => {
                Self { status: Status::Unsatisfiable, count: Some(count), ..nothing }
            }
            Said::Count(count) => {
                Self { status: Status::AllSolutions, count: Some(count), ..nothing }
            }
            Said::Unknown => Self { reason: Some(Reason::SolverUnknown), ..nothing },
        }
    }

    /// Puts it into a document.
    fn put<C>(self, mut document: Document<C>) -> Document<C> {
        let (variables, clauses) = self.formula.unwrap_or_default();
        document.is_by_program = true;
        document.status = self.status;
        document.reason = self.reason;
        document.objective = self.objective;
        document.bound = self.bound;
        document.verified = self.solution.is_some();
        document.statistics.variables = variables;
        document.statistics.clauses = clauses;
        document.timing = self.timing;
        document
    }
}
