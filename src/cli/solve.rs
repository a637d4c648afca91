//! `satranj solve`: one, several or all solutions.

use std::{io::Write, path::PathBuf, sync::Arc};

use clap::Args;
use serde_json::json;

use super::{
    CliError,
    arguments::{ExitCodes, OutputArguments, RunArguments, Switch},
    output::{check_files, write_whole},
    puzzle::PuzzleArguments,
    session::{Ended, Event, Session},
};
use crate::{
    answer::{Outcome, Wanted},
    documents::{
        solution::{SolutionDocument, Solutions},
        text,
    },
    methods::{Method, Registry},
    pictures,
    puzzles::{Puzzle, Solution, Statement},
};

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// The method; `satranj list methods` names them all [default: sat:cuts]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    /// Find so many different solutions
    #[arg(short = 'n', long = "number", global = true, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Find all solutions
    #[arg(long, global = true, conflicts_with = "number")]
    all: bool,
    /// Draw the (first) solution as SVG into a file
    #[arg(long, global = true, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON lines while working: progress, each solution, at last the status
    #[arg(long, global = true, conflicts_with_all = ["format", "json"])]
    json_stream: bool,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// The method of that name, or the default one.
///
/// # Errors
/// [`CliError::Usage`] that lists the methods.
pub fn method<'r>(registry: &'r Registry, name: Option<&str>) -> Result<&'r dyn Method, CliError> {
    let found = match name {
        Some(name) => registry.get(name),
        None => registry.iter().next(),
    };
    found.ok_or_else(|| {
        let name = name.unwrap_or_default();
        CliError::Usage(format!("unknown method `{name}`; there are {}", registry.names()))
    })
}

/// Whether to look for short reasons first.
pub fn precheck(run: &RunArguments, method: &dyn Method) -> bool {
    run.precheck.map_or_else(|| method.precheck(), |switch| switch == Switch::On)
}

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    check_files(arguments.output.output.iter().chain(&arguments.svg))?;
    let puzzle: Arc<dyn Puzzle> = Arc::from(arguments.puzzle.puzzle()?);
    let method = method(registry, arguments.method.as_deref())?;
    let wanted = match (arguments.all, arguments.number) {
        (true, _) => Wanted::All,
        (false, Some(number)) => Wanted::Some(number),
        (false, None) => Wanted::First,
    };
    let statement = puzzle.statement();
    let mut document = SolutionDocument::new(
        statement.clone(),
        method.name(),
        method.solver(),
        arguments.run.seed,
    );
    document.options = arguments.run.choices();
    let session = Session {
        puzzle,
        registry: Arc::clone(registry),
        method: method.name().into(),
        wanted,
        precheck: precheck(&arguments.run, method),
        run: arguments.run.run(),
        progress: !arguments.output.quiet && !arguments.json_stream,
    };
    let mut stream = arguments.json_stream.then(|| arguments.output.open()).transpose()?;
    let mut found = Vec::new();
    let mut first = None;
    let ended = session.run(&mut |event| {
        match (event, &mut stream) {
            (Event::Solution(solution), None) => found.push(solution),
            (Event::Solution(solution), Some(out)) => {
                line(out, &json!({"type": "solution", "solution": solution}))?;
                first.get_or_insert(solution);
            }
            (Event::Progress(run), Some(out)) => {
                let seconds = run.elapsed().as_secs_f64();
                let statistics = run.counters.read();
                line(
                    out,
                    &json!({"type": "progress", "seconds": seconds, "statistics": statistics}),
                )?;
            }
            (Event::Progress(_), None) => {}
        }
        Ok(())
    })?;
    document.statistics = session.run.counters.read();
    document.timing = ended.timing;
    document.solutions = if wanted == Wanted::First {
        Solutions::One { solution: found.into_iter().next().or(first.take()) }
    } else {
        Solutions::Many { solutions: found }
    };
    document = document.with_outcome(&ended.outcome);
    document.verified |= ended.solutions > 0;
    match &mut stream {
        Some(out) => line(out, &status_line(&document, ended.solutions))?,
        None => {
            let tour = statement.tour();
            arguments
                .output
                .print(&document, |layout| text::solution(&document, tour.as_ref(), layout))?;
        }
    }
    // Last: a picture that cannot be written must not cost the solution.
    if let Some(path) = &arguments.svg {
        let solution = match &document.solutions {
            Solutions::One { solution } => solution.as_ref(),
            Solutions::Many { solutions } => solutions.first(),
        };
        write_svg(path, &statement, solution.or(first.as_ref()), arguments.output.quiet)?;
    }
    Ok(exit_code(&ended, arguments.run.exit_code))
}

/// The exit code for how a run ended.
pub fn exit_code(ended: &Ended, codes: ExitCodes) -> i32 {
    if let Some(signal) = ended.signal {
        return 128 + signal;
    }
    match (&ended.outcome, codes) {
        (Outcome::Satisfied | Outcome::AllSolutions, ExitCodes::Sat) => 10,
        (Outcome::Unsatisfiable(_), ExitCodes::Sat) => 20,
        (Outcome::Unknown(_), ExitCodes::Standard) => 3,
        _ => 0,
    }
}

fn line(out: &mut dyn Write, value: &serde_json::Value) -> Result<(), CliError> {
    serde_json::to_writer(&mut *out, value).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// The last line of a stream: the document without the solutions, which went before.
fn status_line(document: &SolutionDocument, solutions: u64) -> serde_json::Value {
    let mut value = serde_json::to_value(document).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.remove("solution");
        fields.remove("solutions");
        fields.insert("type".into(), "status".into());
        fields.insert("solutions_found".into(), solutions.into());
    }
    value
}

fn write_svg(
    path: &std::path::Path,
    statement: &Statement,
    solution: Option<&Solution>,
    quiet: bool,
) -> Result<(), CliError> {
    let Some(tour) = statement.tour() else { return Ok(()) };
    let Some(Solution::Path { path: squares }) = solution else {
        if !quiet {
            eprintln!("satranj: {}: not written, there is no solution to draw", path.display());
        }
        return Ok(());
    };
    let picture = pictures::svg::tour(tour.board(), squares, tour.closed(), &tour.title());
    write_whole(path, |out| write!(out, "{picture}").map_err(|error| CliError::file(path, &error)))
}
