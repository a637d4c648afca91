//! `satranj solve`: one, several or all solutions.

use std::{io::Write, path::PathBuf, sync::Arc};

use clap::Args;
use satranj_encodings::model::Model;
use serde_json::json;

use super::{
    CliError,
    arguments::{ExitCodes, OutputArguments, RunArguments, Switch},
    output::{check_files, write_whole},
    puzzle::PuzzleArguments,
    seeds::{self, Seeds},
    session::{Ended, Event, Job, Session},
};
use crate::{
    answer::{Finding, Outcome, Wanted},
    documents::{
        solution::{SCHEMA, SolutionDocument, Solutions},
        text::{self, Layout},
    },
    methods::{Counting, Goal, Method, Registry},
    pictures,
    puzzles::{Puzzle, Solution, Task},
};

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    /// The method; `satranj list methods` names them all [default: depends on the
    /// puzzle]
    #[arg(long, global = true, value_name = "METHOD")]
    method: Option<String>,
    /// Find so many different solutions
    #[arg(short = 'n', long = "number", global = true, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Find all solutions
    #[arg(long, global = true, conflicts_with = "number")]
    all: bool,
    /// Of solutions that a symmetry of the puzzle makes of one another only one, with -n or --all
    #[arg(long, global = true)]
    up_to_symmetry: bool,
    /// Run the method once for each seed from A to B and print how often it succeeds
    #[arg(long, global = true, value_name = "A..B", conflicts_with_all = ["number", "all", "svg", "json_stream", "seed"])]
    seeds: Option<Seeds>,
    /// Draw the (first) solution as SVG into a file
    #[arg(long, global = true, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Show what the pieces attack, in pictures
    #[arg(long, global = true)]
    show_attacks: bool,
    /// Print JSON lines while working: progress, each solution, at last the status
    #[arg(long, global = true, conflicts_with_all = ["format", "json"])]
    json_stream: bool,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// The method of that name, or the one that the puzzle prefers.
///
/// # Errors
/// [`CliError::Usage`] that lists the methods.
pub fn method<'r>(
    registry: &'r Registry,
    name: Option<&str>,
    puzzle: &dyn Puzzle,
    task: Task,
) -> Result<&'r dyn Method, CliError> {
    let model = puzzle.model();
    let Some(name) = name else {
        let preferred = puzzle.preferred(task).iter();
        let mut preferred = preferred.filter_map(|name| registry.get(name, &model));
        let found = preferred.find(|method| performs(*method, &model, task));
        let found = found.or_else(|| registry.iter().find(|m| performs(*m, &model, task)));
        return found.ok_or_else(|| CliError::Usage(none_performs(task).into()));
    };
    registry.get(name, &model).ok_or_else(|| {
        let names = registry.names().join(", ");
        CliError::Usage(format!("unknown method `{name}`; there are {names}"))
    })
}

/// Why no method does a task.
fn none_performs(task: Task) -> &'static str {
    match task {
        Task::Count(Counting { by_size: true, classes: true }) => {
            "--counts-by-k and --up-to-symmetry cannot be counted together"
        }
        Task::Count(Counting { by_size: true, .. }) => {
            "--counts-by-k is for `place` with one kind of pieces"
        }
        _ => "no method does this",
    }
}

/// Whether a method can do a task.
pub fn performs(method: &dyn Method, model: &Model, task: Task) -> bool {
    // The best is found first, then all that are as good.
    let all = if model.sense().is_some() {
        method.supports(model, Goal::First) && method.supports(&model.with_value(0u32), Goal::All)
    } else {
        method.supports(model, Goal::All)
    };
    match task {
        Task::First => method.supports(model, Goal::First),
        Task::All => all,
        Task::Count(counting) => method.counts(model, counting) || (all && !counting.by_size),
    }
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
    let wanted = match (arguments.all, arguments.number) {
        (true, _) => Wanted::All,
        (false, Some(number)) => Wanted::Some(number),
        (false, None) => Wanted::First,
    };
    if arguments.up_to_symmetry && wanted == Wanted::First {
        return Err(CliError::Usage("--up-to-symmetry is for several: add -n K or --all".into()));
    }
    let task = if wanted == Wanted::First { Task::First } else { Task::All };
    let method = method(registry, arguments.method.as_deref(), puzzle.as_ref(), task)?;
    if let Some(seeds) = arguments.seeds {
        let precheck = precheck(&arguments.run, method);
        let (puzzle, output) = (puzzle.as_ref(), &arguments.output);
        return seeds::run(seeds, puzzle, method, precheck, &arguments.run, output);
    }
    let mut document = SolutionDocument::new(
        SCHEMA,
        puzzle.statement(),
        method.name(),
        method.solver(),
        arguments.run.seed,
        Solutions::One { solution: None },
    );
    document.options = arguments.run.choices();
    let session = Session {
        puzzle: Arc::clone(&puzzle),
        registry: Arc::clone(registry),
        method: method.name().into(),
        job: Job::Solve { wanted, up_to_symmetry: arguments.up_to_symmetry },
        precheck: precheck(&arguments.run, method),
        run: arguments.run.run(),
        progress: !arguments.output.quiet && !arguments.json_stream,
    };
    let mut stream = arguments.json_stream.then(|| arguments.output.open()).transpose()?;
    let mut solutions = Vec::new();
    let mut orbit_sizes = Vec::new();
    let ended = session.run(&mut |event| {
        match (event, &mut stream) {
            (Event::Solution(finding), out) => {
                if let Some(out) = out {
                    line(out, &solution_line(puzzle.as_ref(), &finding))?;
                    // One is kept to be drawn: the first, or the best.
                    if wanted != Wanted::First && !solutions.is_empty() {
                        return Ok(());
                    }
                }
                if wanted == Wanted::First {
                    // Where the best is asked for, each is better than the one before.
                    solutions.clear();
                    orbit_sizes.clear();
                }
                solutions.push(finding.solution);
                orbit_sizes.extend(finding.orbit_size);
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
    document.objective = ended.objective;
    document.content = if wanted == Wanted::First {
        Solutions::One { solution: solutions.into_iter().next() }
    } else {
        Solutions::Many { solutions, orbit_sizes }
    };
    document = document.with_outcome(&ended.outcome, ended.solutions > 0);
    if ended.solutions > 0 {
        document.certificate = document.certificate.or(ended.bound.clone());
    }
    match &mut stream {
        Some(out) => line(out, &status_line(&document, ended.solutions))?,
        None => arguments.output.print(&document, |layout| {
            let layout = Layout { attacks: arguments.show_attacks, ..layout };
            text::solution(&document, puzzle.as_ref(), layout)
        })?,
    }
    // Last: a picture that cannot be written must not cost the solution.
    if let Some(path) = &arguments.svg {
        let solution = document.found().first();
        write_svg(path, puzzle.as_ref(), solution, arguments)?;
    }
    Ok(exit_code(&ended, arguments.run.exit_code))
}

/// The exit code for how a run ended.
pub fn exit_code(ended: &Ended, codes: ExitCodes) -> i32 {
    if let Some(signal) = ended.signal {
        return 128 + signal;
    }
    match (&ended.outcome, codes) {
        (Outcome::Satisfied | Outcome::Optimal(_) | Outcome::AllSolutions, ExitCodes::Sat) => 10,
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
        fields.remove("orbit_sizes");
        fields.insert("type".into(), "status".into());
        fields.insert("solutions_found".into(), solutions.into());
    }
    value
}

fn solution_line(puzzle: &dyn Puzzle, finding: &Finding) -> serde_json::Value {
    let mut value = json!({"type": "solution", "solution": finding.solution});
    if let (Some(fields), Some(objective)) =
        (value.as_object_mut(), puzzle.value(&finding.solution))
    {
        fields.insert("objective".into(), objective.into());
    }
    if let (Some(fields), Some(size)) = (value.as_object_mut(), finding.orbit_size) {
        fields.insert("orbit_size".into(), size.into());
    }
    value
}

fn write_svg(
    path: &std::path::Path,
    puzzle: &dyn Puzzle,
    solution: Option<&Solution>,
    arguments: &Arguments,
) -> Result<(), CliError> {
    let because = match solution {
        None => "there is no solution to draw",
        Some(_) => "the board is too large",
    };
    let Some(drawing) =
        solution.and_then(|solution| puzzle.drawing(solution, arguments.show_attacks))
    else {
        if !arguments.output.quiet {
            eprintln!("satranj: {}: not written, {because}", path.display());
        }
        return Ok(());
    };
    let picture = pictures::svg::draw(&drawing, &puzzle.title());
    write_whole(path, |out| write!(out, "{picture}").map_err(|error| CliError::file(path, &error)))
}
