//! `satranj export`: writes a puzzle as a formula or a graph for other programs.

mod cases;
mod sizes;
mod written;

use std::{path::PathBuf, sync::Arc, time::Duration};

use clap::Args;
use satranj_encodings::model::Model;

use super::{
    CliError,
    arguments::{EncodingArguments, limits, parse_bytes, parse_seed, parse_time_limit},
    file_format::{Offered, chosen},
    files::Files,
    puzzle::PuzzleArguments,
    standard_output,
    stderr::say,
};
use crate::{
    compression::Compression,
    exports::{self, Format, satisfiability::DIMACS},
    nearest::did_you_mean,
    puzzles::StatedPuzzle,
    random::DEFAULT_SEED,
    run::Run,
};
use sizes::{SizesArguments, print_measured};
use written::{ExportTask, Exported, stopped};

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    #[command(flatten)]
    sizes: SizesArguments,
    #[arg(long, global = true, value_name = "FORMAT", help = format_help())]
    format: Option<String>,
    /// Encode a formula this way; see `satranj list encodings` [default: the encoding that solvers
    /// like best for this puzzle; opb has its own constraints for placements]
    #[arg(long, global = true, value_name = "ENCODING")]
    encoding: Option<String>,
    /// Write to a file; a formula also gets FILE.map.json (x.cnf.map.json for x.cnf) for `decode`
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Export every case of a document or file of cases into the folder of -o, with a manifest for
    /// `decode FOLDER`
    #[arg(long, global = true, requires = "output", conflicts_with = "sizes")]
    all_cases: bool,
    /// With --all-cases: compress the files this way
    #[arg(hide_short_help = true, long, global = true, requires = "all_cases", value_parser = compression, value_name = "gz|xz")]
    compress: Option<Compression>,
    /// Do not print a note if no map was written
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Replace FILE.map.json even if it is not a map
    #[arg(hide_short_help = true, long, global = true, requires = "output")]
    force: bool,
    /// Set the seed that the header shows; `random` picks one and prints it
    #[arg(
        hide_short_help = true,
        long,
        global = true,
        default_value_t = DEFAULT_SEED,
        value_parser = parse_seed,
        allow_negative_numbers = true,
        value_name = "N|random"
    )]
    seed: u64,
    /// Stop after this time, e.g. 10s, 0.5s, 2min
    #[arg(hide_short_help = true, long, global = true, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    time_limit: Option<Duration>,
    /// Stop before using more memory than this, e.g. 2GiB [default: 80% of the machine's]
    #[arg(long, global = true, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    memory_limit: Option<u64>,
    #[command(flatten)]
    formula: FormulaArguments,
    #[command(flatten)]
    choices: EncodingArguments,
}

/// Additions to the clauses of a formula.
#[derive(Debug, Args)]
struct FormulaArguments {
    /// List the counted variables in a comment of dimacs (`c p show`), so that a projected model
    /// counter counts the solutions
    #[arg(long, global = true, conflicts_with = "sizes")]
    projection: bool,
    /// For icnf: cut the formula into this many cubes [default: 64]
    #[arg(hide_short_help = true, long, global = true, conflicts_with = "sizes", value_parser = clap::value_parser!(u32).range(1..=MOST_CUBES), value_name = "K")]
    cubes: Option<u32>,
    /// For dimacs: state that no cube has a model, which a solver refutes if the cubes cover the
    /// formula
    #[arg(long, global = true, requires = "cubes")]
    cover: bool,
}

/// The most cubes of a formula.
const MOST_CUBES: i64 = 1_000_000;

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ExportArguments) -> Result<i32, CliError> {
    if arguments.sizes.sizes {
        return print_sizes(arguments);
    }
    let format = chosen_format(arguments)?;
    if let (true, Some(folder)) = (arguments.all_cases, &arguments.output) {
        return cases::run(arguments, format, folder);
    }
    let mut files = Files::new(arguments.force);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let file = files.writes_or_prints(arguments.output.as_ref())?;
    let (run, puzzle, model) = stated(arguments)?;
    let task = ExportTask { arguments, format, run, puzzle, model };
    match task.write(file, &mut files)? {
        Exported::Stopped(reason, signal) => return Err(stopped(reason, signal)),
        Exported::Whole { map: Some(_), map_file: None }
            if !arguments.quiet && !standard_output::is_terminal() =>
        {
            say("no map was written, which `decode` needs; -o FILE writes one \
                 beside FILE");
        }
        Exported::Whole { .. } => {}
    }
    Ok(0)
}

/// The puzzle and a run with the limits.
fn stated(arguments: &ExportArguments) -> Result<(Run, Arc<dyn StatedPuzzle>, Model), CliError> {
    let limits = limits(arguments.time_limit, None, arguments.memory_limit);
    let run = Run::new(limits, arguments.seed);
    let stated = arguments.puzzle.stated(&run)?;
    if stated.cases.len() > 1 {
        let problem =
            format!("the file has {} cases: choose one with --case I,", stated.cases.len());
        return Err(CliError::Usage(problem + " or write them all with --all-cases -o FOLDER"));
    }
    let puzzle = stated.single()?;
    let model = model_of(puzzle.as_ref(), &run)?;
    Ok((run, puzzle, model))
}

/// The model of a puzzle, if it fits into memory.
fn model_of(puzzle: &dyn StatedPuzzle, run: &Run) -> Result<Model, CliError> {
    let model = puzzle.model();
    run.reserve(model.bytes()).map_err(|reason| {
        CliError::Undecided(format!("the graph is too large: {}", reason.describe()))
    })?;
    Ok(model)
}

/// A compression, by its extension.
fn compression(name: &str) -> Result<Compression, String> {
    Compression::named(name).ok_or_else(|| format!("`{name}` is neither gz nor xz"))
}

/// The sizes of all formulas.
fn print_sizes(arguments: &ExportArguments) -> Result<i32, CliError> {
    let ExportArguments { format, output, quiet, .. } = arguments;
    let printed = arguments.sizes.output(format.as_deref(), output.as_deref(), *quiet)?;
    let (run, puzzle, model) = stated(arguments)?;
    print_measured(&printed, puzzle, model, arguments.choices.options(), &run)
}

/// The help of `--format`: the name and the usual extension of every format.
fn format_help() -> String {
    let names: Vec<&str> = exports::registry().iter().map(|format| format.name).collect();
    let (names, last) = names.split_at(names.len() - 1);
    let extensions = exports::registry().iter().map(|format| format!(".{}", format.extensions[0]));
    let (names, extensions) = (names.join(", "), extensions.collect::<Vec<_>>().join(" "));
    format!(
        "Write {names} or {} (see `satranj list formats`) [default: by the extension of -o \
         ({extensions}), otherwise dimacs]",
        last.concat()
    )
}

/// The format of `--format` or of the file's extension; otherwise dimacs.
fn chosen_format(arguments: &ExportArguments) -> Result<&'static Format, CliError> {
    let all = exports::registry();
    let unknown = |name: &str| {
        let names: Vec<&str> = all.iter().map(|format| format.name).collect();
        let by_extension = all.iter().find(|format| format.extensions.contains(&name));
        let meant = match by_extension {
            Some(format) => format!(" (did you mean {}?)", format.name),
            None => did_you_mean(name, names.iter().copied()),
        };
        CliError::Usage(format!("unknown format `{name}`{meant}; there are {}", names.join(", ")))
    };
    let named = arguments.format.as_deref();
    let named = named.map(|name| exports::by_name(name).ok_or_else(|| unknown(name)));
    let named = named.transpose()?.map(|format| format.name);
    let by = named.map_or_else(String::new, |name| format!("--format {name}"));
    let offered: Vec<Offered<&str>> = all
        .iter()
        .map(|format| {
            let (name, extensions) = (format.name, format.extensions);
            Offered { format: name, name, extensions }
        })
        .collect();
    // A folder may have any name.
    let path = ("-o", arguments.output.as_deref().filter(|_| !arguments.all_cases));
    let chosen = chosen(path, named.map(|name| (name, by.as_str())), &offered, "export")?;
    let name = chosen.unwrap_or(DIMACS.name);
    exports::by_name(name).ok_or_else(|| unknown(name))
}
