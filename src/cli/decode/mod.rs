//! `satranj decode`: a foreign solver's model back to a verified solution.

mod formula;

use std::{path::PathBuf, time::Instant};

use clap::Args;

use super::{
    CliError, arguments::OutputArguments, files::Files, input::read_text, signals, watch::watched,
};
use crate::{
    answer::Outcome,
    documents::{
        map::MapDocument,
        solution::{Bound, EXTERNAL, SCHEMA, SolutionDocument, Solutions, Status},
        text,
    },
    json,
    limits::Reason,
    processor_time::ProcessorClock,
    puzzles::{Puzzle, possible},
    solvers::model_file::{self, SolverOutput},
};
use formula::{Decoded, MappedFormula, ModelForm};

/// Arguments of `decode`.
#[derive(Debug, Clone, Args)]
pub struct DecodeArguments {
    /// The map that `export -o FILE` wrote beside a formula in dimacs, wcnf or opb
    map: PathBuf,
    /// The solver's output or model, or - for standard input
    #[arg(default_value = "-")]
    model: PathBuf,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`]: 1 for files that cannot be read or do not fit, 4 for a model that breaks
/// a clause or a rule.
pub fn run(arguments: &DecodeArguments) -> Result<i32, CliError> {
    arguments.output.check_format("decode", false, false)?;
    if [&arguments.map, &arguments.model].iter().all(|path| path.as_os_str() == "-") {
        let problem = "the map and the model cannot both come from standard input: name a file";
        return Err(CliError::Usage(problem.into()));
    }
    let mut files = Files::default();
    files.reads(&arguments.map);
    files.reads(&arguments.model);
    let output = arguments.output.begin(&mut files)?;
    let of_thread = arguments.clone();
    let decoded = watched(None, |_| {}, move || decoded(&of_thread))?;
    let Answered { document, puzzle, undecided } = decoded.done("decoding the answer")??;
    signals::release();
    let puzzle = puzzle.as_ref();
    output.print(&document, |layout| text::solution(&document, puzzle, layout))?;
    Ok(if undecided { 3 } else { 0 })
}

/// What a solver's answer says of the puzzle.
struct Answered {
    document: SolutionDocument,
    puzzle: Box<dyn Puzzle>,
    undecided: bool,
}

/// Reads a map and an answer, and checks it.
fn decoded(arguments: &DecodeArguments) -> Result<Answered, CliError> {
    let (map_name, text) = read_text(&arguments.map)?;
    let map: MapDocument = json::read(&text, "a map")
        .map_err(|error| CliError::Input(format!("{map_name}:{error}")))?;
    let in_map = |problem: String| CliError::Input(format!("{map_name}: {problem}"));
    // The map first: its numbers say how large a model may be.
    let formula = MappedFormula::of(&map).map_err(in_map)?;
    let (model_name, text) = read_text(&arguments.model)?;
    let answer = model_file::parse(&text, map.variables)
        .map_err(|error| CliError::Input(format!("{model_name}:{error}")))?;
    let output = answer.output;
    let (started, processor) = (Instant::now(), ProcessorClock::start());
    let family = if map.format == "opb" { "pb" } else { "sat" };
    let method = format!("{family}:{}", map.encoding);
    let mut document = SolutionDocument::new(
        SCHEMA,
        map.puzzle.clone(),
        &method,
        Some(EXTERNAL),
        0,
        Solutions::One { solution: None },
    );
    document.options.amo =
        matches!(formula.form, ModelForm::Clauses { .. }).then(|| map.amo.clone());
    document.statistics.variables = map.variables;
    document.statistics.clauses = map.clauses;
    let assignment = match &output {
        SolverOutput::Satisfiable(assignment) | SolverOutput::Optimum(assignment) => {
            Some(assignment)
        }
        SolverOutput::Unsatisfiable | SolverOutput::Unknown => None,
    };
    let read = formula.decode(assignment, &map).map_err(in_map)?;
    let mut outcome = match &output {
        SolverOutput::Unsatisfiable => Outcome::Unsatisfiable(None),
        SolverOutput::Unknown => Outcome::Unknown(Reason::SolverUnknown),
        SolverOutput::Optimum(_) | SolverOutput::Satisfiable(_) => Outcome::Satisfied,
    };
    let wrong = |problem: String| CliError::Check(format!("{model_name}: {problem}"));
    if output == SolverOutput::Unsatisfiable
        && let Some(solution) = possible::against_no(formula.puzzle.as_ref())
    {
        let found = solution.in_words();
        return Err(wrong(format!(
            "the solver is wrong: it says UNSATISFIABLE, and there is a solution: {found}"
        )));
    }
    if let Some(read) = read {
        let Decoded { witness, solution, cost } = read.map_err(wrong)?;
        if let Some(value) = answer.value.filter(|&value| value != cost) {
            return Err(wrong(format!(
                "the last `o` line says {value}, and the model has the value {cost}"
            )));
        }
        // Of a decision the optimum is any solution.
        if let Some(sense) = formula.model.sense() {
            let value = formula.model.value(&witness);
            document.objective = Some(value);
            if matches!(output, SolverOutput::Optimum(_)) {
                match formula.shown_best(&solution, value).map_err(wrong)? {
                    Some(shown) => outcome = shown,
                    None => document.claimed = Some(Status::Optimal),
                }
            }
            if outcome == Outcome::Satisfied {
                document.bound = Some(Bound::from(sense));
            }
        }
        document.content = Solutions::One { solution: Some(solution) };
    }
    let undecided = matches!(outcome, Outcome::Unknown(_));
    let found = !document.found().is_empty();
    let mut document = document.with_outcome(&outcome, found);
    // The solver's time is not known here; what is measured is checking and reading.
    document.timing.verify_seconds = started.elapsed().as_secs_f64();
    document.timing.total_seconds = document.timing.verify_seconds;
    document.timing.cpu_seconds = processor.seconds();
    Ok(Answered { document, puzzle: formula.puzzle, undecided })
}
