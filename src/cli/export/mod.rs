//! `satranj export`: writes a puzzle as a formula or a graph for other programs.

pub mod arguments;
mod cases;
mod sizes;
mod written;

use std::sync::Arc;

use satranj_encodings::model::Model;

use super::{
    CliError,
    arguments::limits,
    files::Files,
    standard_output,
    stderr::{self, say},
    stored_cases::{BatchCase, StoredCases},
};
use crate::{
    documents::text::grouped,
    puzzles::{Solution, StatedPuzzle},
    run::Run,
};
use arguments::{ExportArguments, chosen_format};
use sizes::print_measured;
use written::{ExportTask, Exported, model_of, stopped};

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ExportArguments) -> Result<i32, CliError> {
    if arguments.sizes.sizes {
        return print_sizes(arguments);
    }
    let format = chosen_format(arguments)?;
    match &arguments.output {
        Some(folder) if arguments.folder.is_asked_for() => {
            return cases::run(arguments, format, folder);
        }
        _ if arguments.folder.compress.is_some() => {
            usage!("--compress is for folders; name a file with .gz or .xz");
        }
        _ => {}
    }
    let mut files = Files::new(arguments.force);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    files.announce(arguments.quiet);
    let file = files.writes_or_prints(arguments.output.as_ref())?;
    let (run, puzzle, model) = stated(arguments)?;
    let is_program = format.is_program;
    let best = arguments.formula.better.then(|| best_of(arguments, puzzle.as_ref())).transpose()?;
    let task = ExportTask { arguments, format, encoding: None, run, puzzle, model, best };
    report(task.write(file, &mut files)?, is_program, arguments.quiet)
}

/// Reports what was exported, or why nothing was.
fn report(exported: Exported, is_program: bool, is_quiet: bool) -> Result<i32, CliError> {
    match exported {
        Exported::Stopped(reason, signal) => return Err(stopped(reason, signal)),
        // The text for a program says this too.
        Exported::Whole { .. } if is_program => {}
        Exported::Whole { map: Some(_), map_file: None }
            if !is_quiet && !standard_output::is_terminal() =>
        {
            say("`decode` needs a map, but none was written; -o FILE writes one \
                 beside FILE");
        }
        Exported::Whole { map: Some(map), map_file: Some(_) }
            if !is_quiet && stderr::is_terminal() =>
        {
            let [variables, clauses] = [map.variables, map.clauses].map(grouped);
            say(format_args!("{variables} variables, {clauses} clauses"));
        }
        Exported::Whole { .. } => {}
    }
    Ok(0)
}

/// The puzzle and a run with the limits.
fn stated(arguments: &ExportArguments) -> Result<(Run, Arc<dyn StatedPuzzle>, Model), CliError> {
    let limits = limits(arguments.time_limit, None, arguments.memory_limit);
    let run = Run::new(limits, arguments.seed);
    let stated = arguments.puzzle.stated(&run, arguments.quiet)?;
    if stated.cases.len() > 1 {
        let problem = format!(
            "the file has {} cases, but one is expected: choose it with --case I,",
            stated.cases.len()
        );
        return Err(CliError::Usage(problem + " or write them all with --all-cases -o FOLDER"));
    }
    let puzzle = stated.single()?;
    let model = model_of(puzzle.as_ref(), &run)?;
    Ok((run, puzzle, model))
}

/// The solution of the document of `--from`, which is to be beaten, and its value.
fn best_of(
    arguments: &ExportArguments,
    puzzle: &dyn StatedPuzzle,
) -> Result<(Solution, u64), CliError> {
    let path = arguments.puzzle.from.as_ref().filter(|path| path.as_os_str() != "-");
    let Some(path) = path else {
        usage!("--better: name the document of the solution to be beaten: --from FILE");
    };
    let StoredCases { name, cases, .. } = StoredCases::read(path)?;
    let index = arguments.puzzle.case.map_or(0, |number| number as usize - 1);
    let solution = match cases.into_iter().nth(index) {
        Some(BatchCase::Answer(document)) => document.found().next().cloned(),
        _ => None,
    };
    let Some(solution) = solution else {
        wrong_input!("{name}: there is no solution to be beaten");
    };
    puzzle
        .verify(&solution)
        .map_err(|violation| CliError::Check(format!("{name}: {violation}")))?;
    match puzzle.value(&solution).filter(|_| puzzle.sense().is_some()) {
        Some(value) => Ok((solution, value)),
        None => usage!("--better: the puzzle has no objective, so no solution is better"),
    }
}

/// The sizes of all formulas.
fn print_sizes(arguments: &ExportArguments) -> Result<i32, CliError> {
    let ExportArguments { format, output, quiet, .. } = arguments;
    let printed = arguments.sizes.output(format.as_deref(), output.as_deref(), *quiet)?;
    let (run, puzzle, model) = stated(arguments)?;
    print_measured(&printed, puzzle, model, arguments.choices.options(), &run)
}
