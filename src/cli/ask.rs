//! `satranj ask`: runs an external program on a puzzle and checks its answer. Each measured run of
//! `compare --program` is this command, so the help does not list it.

use std::{sync::Arc, time::Duration};

use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, RunArguments},
    files::Files,
    output::write_to,
    outputs::Outputs,
    puzzle::PuzzleArguments,
    watch::{Watched, watched_run},
};
use crate::{
    documents::{
        counts::SolutionCounts,
        solution::{COUNT_SCHEMA, Document, SCHEMA, Solutions, Status, Timing},
        write_json,
    },
    limits::Reason,
    processor_time::ProcessorClock,
    puzzles::{Solution, StatedPuzzle},
    rivals::{Reply, RivalAnswer, RivalFailure, RivalProgram, RivalQuestion, ask},
    run::Run,
    solvers::process::Started,
};

/// Arguments of `ask`.
#[derive(Debug, Args)]
pub struct AskArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// Run this program, as with `compare`
    #[arg(long, global = true, value_name = "NAME=COMMAND")]
    program: Option<RivalProgram>,
    /// Count the solutions instead of finding one
    #[arg(long, global = true)]
    counting: bool,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command. Exit code 0: the program answered; 3: it did not; 4: its answer is wrong.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &AskArguments) -> Result<i32, CliError> {
    let outputs = Outputs::of_document("ask", &arguments.output)?;
    let (output, _) = outputs.open(&mut Files::reading(arguments.puzzle.files()))?;
    let missing = || CliError::Usage("--program is missing; write --program NAME=COMMAND".into());
    let program = arguments.program.clone().ok_or_else(missing)?;
    let run: Run = Run::clone(&arguments.run.context());
    let puzzle = arguments.puzzle.puzzle(&run, arguments.output.quiet)?;
    let processor = ProcessorClock::start();
    let (answer, signal) = answered(&program, &puzzle, arguments.counting, &run)?;
    let schema = if arguments.counting { COUNT_SCHEMA } else { SCHEMA };
    let (method, solver, seed) = (program.method(), program.solver(), arguments.run.seed);
    let mut document = Document::new(schema, puzzle.statement(), &method, Some(&solver), seed, ());
    let (solution, count) = fill(&mut document, answer, puzzle.as_ref(), &run);
    document.timing.cpu_seconds = processor.seconds();
    let status = document.status;
    write_to(output.into_file(), |out| {
        if arguments.counting {
            let counts = SolutionCounts { count, ..SolutionCounts::default() };
            write_json(&document.with_content(counts).0, out)
        } else {
            write_json(&document.with_content(Solutions::One { solution }).0, out)
        }
    })?;
    match (signal, status) {
        (Some(signal), _) => Err(CliError::Signal(signal)),
        (None, Status::Unknown) => Ok(3),
        (None, _) => Ok(0),
    }
}

/// The program's answer, or the reason why it has none, with the signal that stopped it.
fn answered(
    program: &RivalProgram,
    puzzle: &Arc<dyn StatedPuzzle>,
    counting: bool,
    run: &Run,
) -> Result<(Result<RivalAnswer, Reason>, Option<i32>), CliError> {
    let running = Started::default();
    let (program, puzzle, started) = (program.clone(), Arc::clone(puzzle), running.clone());
    let answered = watched_run(run, move |run: &Run| {
        let puzzle = puzzle.as_ref();
        ask(&program, &RivalQuestion { puzzle, counting, run, started: &started })
    });
    // The process may end before the watching thread stops the program.
    running.end();
    match answered? {
        Watched::Done(Ok(answer)) => Ok((Ok(answer), None)),
        Watched::Done(Err(RivalFailure::Stopped(reason))) => Ok((Err(reason), None)),
        Watched::Done(Err(RivalFailure::Wrong(problem))) => {
            Err(CliError::Check(format!("the program's answer is wrong: {problem}")))
        }
        Watched::Done(Err(RivalFailure::Broken(problem))) => Err(CliError::Input(problem)),
        Watched::Stopped(reason, signal) => Ok((Err(reason), signal)),
    }
}

/// Enters the answer into the document; returns the solution, and the count if there is one.
fn fill(
    document: &mut Document<()>,
    answer: Result<RivalAnswer, Reason>,
    puzzle: &dyn StatedPuzzle,
    run: &Run,
) -> (Option<Solution>, Option<String>) {
    document.is_by_program = true;
    document.status = Status::Unknown;
    let RivalAnswer { reply, formula, export_time, program_time, check_time } = match answer {
        Ok(answer) => answer,
        Err(reason) => {
            document.reason = Some(reason);
            document.timing = Timing::of(run.elapsed(), Duration::ZERO, Duration::ZERO);
            return (None, None);
        }
    };
    (document.statistics.variables, document.statistics.clauses) = formula.unwrap_or_default();
    let total = export_time + program_time + check_time;
    document.timing = Timing::of(total, export_time, check_time);
    match reply {
        Reply::Solution { solution, best } => {
            let sense = puzzle.sense();
            (document.status, document.reason) = match (sense, best) {
                (None, _) => (Status::Satisfied, None),
                (Some(_), true) => (Status::Optimal, None),
                (Some(_), false) => (Status::Unknown, Some(Reason::IncompleteMethod)),
            };
            document.objective = puzzle.value(&solution);
            document.bound = sense.filter(|_| document.status == Status::Unknown).map(Into::into);
            document.verified = true;
            return (Some(*solution), None);
        }
        Reply::Count(count) => {
            let is_none = count == "0";
            document.status = if is_none { Status::Unsatisfiable } else { Status::AllSolutions };
            return (None, Some(count));
        }
        Reply::Yes => document.status = Status::Satisfied,
        Reply::No => document.status = Status::Unsatisfiable,
        Reply::Unknown => document.reason = Some(Reason::SolverUnknown),
    }
    (None, None)
}
