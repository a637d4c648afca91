//! `satranj solve`: one, several or all solutions.

mod batch;
mod one;
mod proof;
mod stream;

use std::{
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use clap::Args;
use satranj_encodings::{hamiltonian::Hamiltonian, model::Model};

use super::{
    CliError,
    arguments::{ExitCodes, OutputArguments, RunArguments, Switch},
    output::{check_files, write_whole},
    puzzle::PuzzleArguments,
    seeds::{self, Seeds},
    session::{Ended, catch_signals},
};
use crate::{
    answer::{Outcome, Wanted},
    documents::text::{self, Layout},
    graphs::tour_file,
    methods::{Counting, Goal, Method, Registry},
    pictures,
    puzzles::{
        Puzzle, Solution, Task,
        kinds::{self, Kind},
    },
    solvers::recording::Record,
};
use one::Solver;
use proof::{ProofFormat, Written};
use stream::{line, status_line};

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
    #[arg(long, global = true, value_name = "A..B", conflicts_with_all = ["number", "all", "svg", "tour", "json_stream", "seed"])]
    seeds: Option<Seeds>,
    /// Draw the (first) solution as SVG into a file
    #[arg(long, global = true, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the (first) tour, path or cycle in TSPLIB TOUR format into a file; that of a path
    /// goes through one more vertex, the last, which joins its ends
    #[arg(long, global = true, value_name = "FILE")]
    tour: Option<PathBuf>,
    /// Write a DRAT proof of a "no" by a SAT method, or that nothing is better than its best, into
    /// a file, and the formula with all its cuts or its bound beside it, FILE with the extension
    /// .cnf; then check both. Where a certificate answers first there is none: --precheck off
    /// asks the solver, --reductions none leaves all work to it
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "seeds")]
    proof: Option<PathBuf>,
    /// How the proof is written
    #[arg(long, global = true, value_enum, default_value = "text", value_name = "FORMAT")]
    proof_format: ProofFormat,
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
    let method = registry.get(name, &model).ok_or_else(|| {
        let mut names: Vec<&str> =
            registry.iter().filter(|method| method.applies(&model)).map(Method::name).collect();
        names.dedup();
        let names = names.join(", ");
        CliError::Usage(format!("unknown method `{name}`; for this puzzle there are {names}"))
    })?;
    if method.applies(&model) {
        return Ok(method);
    }
    // The limits of the method of that name that solves others of this kind of puzzle.
    let statement = puzzle.statement();
    let kind = kinds::LIST.iter().find(|kind| kind.name == statement.kind());
    let others: Vec<Model> =
        kind.into_iter().flat_map(Kind::puzzles).map(|puzzle| puzzle.model()).collect();
    let mut named = registry.iter().filter(|method| method.name() == name);
    let scope = named
        .find(|method| others.iter().any(|model| method.applies(model)))
        .and_then(Method::scope)
        .map_or_else(String::new, |scope| format!(" ({scope})"));
    let directed = model.as_hamiltonian().is_some_and(Hamiltonian::is_directed);
    let scope = if directed { " (it takes undirected graphs)".into() } else { scope };
    Err(CliError::Usage(format!("{name} does not solve this puzzle{scope}")))
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
    let proof_files = proof::files(arguments);
    let beside = arguments.svg.iter().chain(&arguments.tour).chain(&proof_files);
    check_files(arguments.output.output.iter().chain(beside))?;
    let stated = arguments.puzzle.stated()?;
    let wanted = match (arguments.all, arguments.number) {
        (true, _) => Wanted::All,
        (false, Some(number)) => Wanted::Some(number),
        (false, None) => Wanted::First,
    };
    if arguments.up_to_symmetry && wanted == Wanted::First {
        return Err(CliError::Usage("--up-to-symmetry is for several: add -n K or --all".into()));
    }
    if arguments.up_to_symmetry {
        let puzzles = stated.cases.iter().flat_map(|case| &case.puzzle);
        puzzles.map(AsRef::as_ref).try_for_each(refuse_without_symmetries)?;
    }
    if let Some(seeds) = arguments.seeds {
        let puzzle = stated.single()?;
        let method = method(registry, arguments.method.as_deref(), puzzle.as_ref(), Task::First)?;
        let precheck = precheck(&arguments.run, method);
        let (puzzle, output) = (puzzle.as_ref(), &arguments.output);
        return seeds::run(seeds, puzzle, method, precheck, &arguments.run, output);
    }
    let solver = Solver { arguments, registry, wanted, signals: catch_signals()? };
    if stated.is_batch() {
        return batch::run(&solver, stated);
    }
    let number = stated.cases.first().and_then(|case| case.number);
    let puzzle = stated.single()?;
    let mut stream = arguments.json_stream.then(|| arguments.output.open()).transpose()?;
    proof::check(arguments, wanted, puzzle.as_ref(), solver.method(puzzle.as_ref())?, registry)?;
    let mut run = arguments.run.run();
    run.refutation = arguments.proof.is_some().then(Record::default);
    let (mut document, ended) = solver.solve(&puzzle, run.clone(), &mut stream)?;
    let mut missing = None;
    let started = Instant::now();
    match proof::write(&solver, puzzle.as_ref(), &run, &ended)? {
        Written::Proof(proof, check) => {
            document.timing.add_proof(started.elapsed(), check);
            document.verified |= proof.checked;
            document.proof = Some(proof);
        }
        Written::Nothing => {}
        Written::Missing(error) => missing = Some(error),
    }
    match &mut stream {
        Some(out) => line(out, &status_line(&document, ended.solutions))?,
        None => arguments.output.print(&document, |layout| {
            let layout = Layout { attacks: arguments.show_attacks, ..layout };
            let case = number.map_or_else(String::new, |number| text::case(number, &document));
            case + &text::solution(&document, puzzle.as_ref(), layout)
        })?,
    }
    // Last: a picture that cannot be written must not cost the solution.
    if let Some(path) = &arguments.svg {
        let solution = document.found().first();
        write_svg(path, puzzle.as_ref(), solution, arguments)?;
    }
    if let Some(path) = &arguments.tour {
        write_tour(path, puzzle.as_ref(), document.found().first(), arguments)?;
    }
    // Neither must a proof.
    match (missing, solver.signals.load(Ordering::Relaxed)) {
        (None, 0) => Ok(exit_code(&ended, arguments.run.exit_code)),
        (None, signal) => Ok(128 + signal as i32),
        (Some(error), 0) => Err(error),
        (Some(error), signal) => {
            eprintln!("satranj: {}", error.one_line());
            Ok(128 + signal as i32)
        }
    }
}

/// Refuses a puzzle of which no symmetries are known.
///
/// # Errors
/// [`CliError::Usage`].
pub fn refuse_without_symmetries(puzzle: &dyn Puzzle) -> Result<(), CliError> {
    if puzzle.symmetries().is_empty() {
        let problem = "--up-to-symmetry: the symmetries of a graph are not known";
        return Err(CliError::Usage(problem.into()));
    }
    Ok(())
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

fn write_svg(
    path: &std::path::Path,
    puzzle: &dyn Puzzle,
    solution: Option<&Solution>,
    arguments: &Arguments,
) -> Result<(), CliError> {
    let because = match solution {
        None => "there is no solution to draw",
        Some(_) if puzzle.board().is_none() => "there is no board to draw",
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

/// Writes a tour as a TSPLIB file; that of a path goes through one more vertex, the last, as its
/// export does.
fn write_tour(
    path: &std::path::Path,
    puzzle: &dyn Puzzle,
    solution: Option<&Solution>,
    arguments: &Arguments,
) -> Result<(), CliError> {
    let because = match solution {
        None => "there is no solution to write",
        Some(_) => "the solution is no tour",
    };
    let Some(mut tour) = solution.and_then(|solution| puzzle.visits(solution)) else {
        if !arguments.output.quiet {
            eprintln!("satranj: {}: not written, {because}", path.display());
        }
        return Ok(());
    };
    if puzzle.model().as_hamiltonian().is_some_and(|model| !model.closed) {
        tour.push(tour.len() as u32);
    }
    let failed = |error: std::io::Error| CliError::file(path, &error);
    write_whole(path, |out| tour_file::write(&puzzle.title(), &tour, out).map_err(failed))
}
