//! `satranj export`: a puzzle as a formula or a graph for other programs.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use clap::Args;
use satranj_encodings::{encoding::Encoding, model::Model, registry};

use super::{
    CliError,
    arguments::{EncodingArguments, limits, parse_bytes, parse_time_limit},
    command_line::command_line,
    export_sizes::{self, SizesArguments},
    file_format::{Offered, chosen},
    files::{FileKind, Files},
    output::writer,
    puzzle::PuzzleArguments,
    seed::parse_seed,
    standard_output,
    stderr::say,
    unread::unread_by_encoding,
    watch::{Watched, watched_run},
    whole_file::WholeFile,
};
use crate::{
    compression::Compression,
    documents,
    exports::{
        self, Beside, Export, ExportError, Format, FormulaCut, dimacs::Dimacs, programs::BEGINNING,
    },
    limits::Reason,
    methods::MethodOption,
    nearest::did_you_mean,
    puzzles::StatedPuzzle,
    random::DEFAULT_SEED,
    run::Run,
};

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
    #[command(flatten)]
    sizes: SizesArguments,
    /// dimacs, icnf, wcnf, opb, dot, graphml, graph6, hcp, node-link, edge, gml, edge-list,
    /// adjacency-list, pajek, matrix-market, minizinc or asp; `satranj list formats` tells what they are
    /// [default: as the extension of -o says (.cnf .icnf .wcnf .opb .dot .graphml .g6 .hcp .json .col
    /// .gml .edgelist .adjlist .net .mtx .dzn .lp), else dimacs]
    #[arg(long, global = true, value_name = "FORMAT")]
    format: Option<String>,
    /// The encoding of a formula; `satranj list encodings` names them all [default: the one
    /// that solvers like best of this puzzle; opb has constraints of its own for placements]
    #[arg(long, global = true, value_name = "ENCODING")]
    encoding: Option<String>,
    /// Write to a file; a formula also gets FILE.map.json (of x.cnf x.cnf.map.json) for `decode`
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Do not say that no map was written
    #[arg(hide_short_help = true, short, long, global = true)]
    quiet: bool,
    /// Replace FILE.map.json even if it is no map
    #[arg(hide_short_help = true, long, global = true, requires = "output")]
    force: bool,
    /// Seed that is told in the header; `random` draws one and says which
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
    /// Stop before more memory than this is used, e.g. 2GiB [default: 80% of the machine's]
    #[arg(hide_short_help = true, long, global = true, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    memory_limit: Option<u64>,
    #[command(flatten)]
    formula: FormulaArguments,
    #[command(flatten)]
    choices: EncodingArguments,
}

/// What a formula says beside its clauses.
#[derive(Debug, Args)]
struct FormulaArguments {
    /// Say in a comment of dimacs which variables are counted (`c p show`): a projected model
    /// counter then counts the solutions
    #[arg(hide_short_help = true, long, global = true, conflicts_with = "sizes")]
    projection: bool,
    /// Of icnf: into how many cubes the formula is cut [default: 64]
    #[arg(hide_short_help = true, long, global = true, conflicts_with = "sizes", value_parser = clap::value_parser!(u32).range(1..=MOST_CUBES), value_name = "K")]
    cubes: Option<u32>,
    /// Of dimacs: state that there is a model in none of the cubes, which a solver refutes if
    /// they cover the formula
    #[arg(hide_short_help = true, long, global = true, requires = "cubes")]
    cover: bool,
}

/// The most cubes of a formula.
const MOST_CUBES: i64 = 1_000_000;

/// The cubes of a formula where no number is given.
const DEFAULT_CUBES: u32 = 64;

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &ExportArguments) -> Result<i32, CliError> {
    if arguments.sizes.sizes {
        return sizes(arguments);
    }
    let format = chosen_format(arguments)?;
    let mut files = Files::new(arguments.force);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let file = files.writes_any("-o", arguments.output.as_ref())?;
    if file.is_none() {
        files.prints()?;
    }
    let (run, puzzle, model) = stated(arguments)?;
    let name = arguments.encoding.as_deref();
    let encoding = if format.has_models() { chosen_encoding(name, &model, &run)? } else { None };
    let (is_encoding_named, is_projected) =
        (arguments.encoding.is_some(), arguments.formula.projection);
    check_options(arguments, format, &model, encoding)?;
    let has_cases = format.cuts() == Some(FormulaCut::Cases);
    let cubes = arguments.formula.cubes.or(has_cases.then_some(DEFAULT_CUBES));
    let (seed, options) = (arguments.seed, arguments.choices.options());
    // What is no file, such as /dev/null, has nothing beside it.
    let has_map = format.has_models() && !arguments.formula.cover;
    let beside = file.as_ref().filter(|file| file.is_replaced() && has_map);
    let map_file =
        beside.map(|file| files.writes_beside(&MAP, &map_of(file.path()))).transpose()?;
    let program = format.beside(&model);
    let replaced = file.as_ref().filter(|file| file.is_replaced());
    let program_file = match (&program, replaced) {
        (Some(program), Some(file)) => {
            Some(files.writes_beside(&kind_of(program), &program_of(program, file.path()))?)
        }
        _ => None,
    };
    let handle = file.as_ref().map(WholeFile::handle).transpose()?;
    let compression = arguments.output.as_deref().and_then(Compression::of);
    let (watched, stop) = (run.clone(), run.stop.clone());
    let written = watched_run(
        &watched,
        |reason| stop.stop(reason),
        move || {
            let export = Export {
                puzzle: puzzle.as_ref(),
                model: &model,
                encoding,
                is_encoding_named,
                is_projected,
                cubes,
                options,
                command: command_line(),
                seed,
                run: &run,
            };
            let written = (|| {
                let mut out = writer(handle, compression)?;
                let map = format.write(&export, &mut Polled { out: &mut out, run: &run })?;
                out.finish()?;
                Ok(map)
            })();
            // The writer's error says no more than that it was stopped.
            written.map_err(|error| match (error, run.stop.reason()) {
                (ExportError::Write(_), Some(reason)) => ExportError::from(reason),
                (error, _) => error,
            })
        },
    )?;
    let map = match written {
        Watched::Done(written) => written.map_err(failed)?,
        Watched::Stopped(reason, signal) => return stopped(reason, signal),
    };
    if let Some(file) = file {
        file.end()?;
    }
    match (program_file, program) {
        (Some(file), Some(program)) => file.write(|out| out.write_all(program.text.as_bytes()))?,
        (None, Some(program)) if !arguments.quiet && !standard_output::is_terminal() => {
            say(format!(
                "{} was not written, without which these are only data; -o FILE.{} writes it to \
             FILE.{}",
                program.what,
                format.extensions().first().copied().unwrap_or_default(),
                program.extension,
            ))
        }
        _ => {}
    }
    match (map_file, map) {
        (Some(file), Some(map)) => file.write(|out| documents::write_json(&map, out))?,
        (None, Some(_)) if !arguments.quiet && !standard_output::is_terminal() => say(
            "no map was written, without which `decode` reads no model; -o FILE writes one beside \
             FILE",
        ),
        _ => {}
    }
    Ok(0)
}

/// The puzzle, and a run with the limits.
fn stated(arguments: &ExportArguments) -> Result<(Run, Arc<dyn StatedPuzzle>, Model), CliError> {
    let limits = limits(arguments.time_limit, None, arguments.memory_limit);
    let run = Run::new(limits, arguments.seed);
    let puzzle = arguments.puzzle.puzzle(&run)?;
    let model = puzzle.model();
    run.reserve(model.bytes()).map_err(|reason| {
        CliError::Undecided(format!("the graph is too large: {}", reason.describe()))
    })?;
    Ok((run, puzzle, model))
}

/// The sizes of all formulas.
fn sizes(arguments: &ExportArguments) -> Result<i32, CliError> {
    let ExportArguments { format, output, quiet, .. } = arguments;
    let printed = arguments.sizes.output(format.as_deref(), output.as_deref(), *quiet)?;
    let (run, puzzle, model) = stated(arguments)?;
    export_sizes::run(&printed, puzzle, model, arguments.choices.options(), run)
}

/// Refuses options that what is written does not read.
///
/// # Errors
/// [`CliError::Usage`] that names the option, and what reads it.
fn check_options(
    arguments: &ExportArguments,
    format: &dyn Format,
    model: &Model,
    encoding: Option<&dyn Encoding>,
) -> Result<(), CliError> {
    let ExportArguments { force, choices, .. } = arguments;
    let name = format.name();
    if *force && !format.has_models() && format.beside(model).is_none() {
        return Err(CliError::Usage(format!("--force: no map goes with the format {name}")));
    }
    let wanted = match (arguments.formula.cubes, arguments.formula.cover) {
        (_, true) => Some(FormulaCut::Cover),
        (Some(_), false) => Some(FormulaCut::Cases),
        (None, false) => None,
    };
    if let Some(wanted) = wanted.filter(|&wanted| format.cuts() != Some(wanted)) {
        return Err(CliError::Usage(match wanted {
            FormulaCut::Cover => {
                format!("--cover: the format {name} states none; --format dimacs does")
            }
            FormulaCut::Cases => {
                format!("--cubes: the format {name} holds none; --format icnf does")
            }
        }));
    }
    if arguments.formula.projection && !format.has_projection() {
        return Err(CliError::Usage(format!("--projection: the format {name} has no such line")));
    }
    if arguments.encoding.is_some() && !format.has_models() {
        return Err(CliError::Usage(format!("--encoding: the format {name} holds no formula")));
    }
    let given = |option| match option {
        MethodOption::AtMostOne => choices.amo.is_some(),
        MethodOption::Reductions => choices.reductions.is_some(),
        _ => false,
    };
    if !format.is_of_clauses(model, arguments.encoding.is_some()) {
        let Some(option) = MethodOption::ALL.into_iter().find(|option| given(*option)) else {
            return Ok(());
        };
        let option = option.name();
        return Err(CliError::Usage(if format.has_models() {
            format!("--{option}: {name} states this puzzle by constraints: add --encoding NAME")
        } else {
            format!("--{option}: the format {name} holds no formula")
        }));
    }
    // What no encoding states is said where it is written.
    let unread = encoding.and_then(|encoding| unread_by_encoding(given, encoding, model));
    unread.map_or(Ok(()), |problem| Err(CliError::Usage(problem)))
}

/// The format that `--format` names or the extension of the file says; dimacs if neither does.
fn chosen_format(arguments: &ExportArguments) -> Result<&'static dyn Format, CliError> {
    let all = exports::registry();
    let unknown = |name: &str| {
        let names: Vec<&str> = all.iter().map(|format| format.name()).collect();
        let meant = did_you_mean(name, names.iter().copied());
        CliError::Usage(format!("unknown format `{name}`{meant}; there are {}", names.join(", ")))
    };
    let named = arguments.format.as_deref();
    let named = named.map(|name| exports::by_name(name).ok_or_else(|| unknown(name)));
    let named = named.transpose()?.map(Format::name);
    let by = named.map_or_else(String::new, |name| format!("--format {name}"));
    let offered: Vec<Offered<&str>> = all
        .iter()
        .map(|format| {
            let (name, extensions) = (format.name(), format.extensions());
            Offered { format: name, name, extensions }
        })
        .collect();
    let path = ("-o", arguments.output.as_deref());
    let chosen = chosen(path, named.map(|name| (name, by.as_str())), &offered, "export")?;
    let name = chosen.unwrap_or(Dimacs.name());
    exports::by_name(name).ok_or_else(|| unknown(name))
}

/// Where the program goes that is written beside data for it.
fn program_of(program: &Beside, file: &Path) -> PathBuf {
    Compression::stem(file).with_extension(program.extension)
}

/// What goes there.
fn kind_of(program: &Beside) -> FileKind {
    FileKind { name: program.what, is_one: |beginning| beginning.starts_with(BEGINNING.as_bytes()) }
}

/// Where the map of a formula goes.
fn map_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(".map.json");
    name.into()
}

/// What goes there.
const MAP: FileKind = FileKind {
    name: "the map",
    is_one: |beginning| {
        let text = beginning.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
        text.take(MAP_BEGINNING.len()).eq(MAP_BEGINNING.bytes())
    },
};

/// How a map begins.
const MAP_BEGINNING: &str = r#"{"schema":"satranj.map/"#;

/// That a limit or a signal came first: an error, or the exit code of the signal.
///
/// # Errors
/// [`CliError::Undecided`] where it was a limit.
pub fn stopped(reason: Reason, signal: Option<i32>) -> Result<i32, CliError> {
    let error = failed(ExportError::from(reason));
    let Some(signal) = signal else { return Err(error) };
    say(error);
    Ok(128 + signal)
}

/// Why there is no export, by whose fault it is.
pub fn failed(error: ExportError) -> CliError {
    match error {
        ExportError::Write(error) => CliError::from(error),
        ExportError::Stopped(_) => CliError::Undecided(error.to_string()),
        ExportError::Unsupported(_)
        | ExportError::Directed(_)
        | ExportError::Instance { .. }
        | ExportError::Optimum(_)
        | ExportError::Shortest { .. }
        | ExportError::NotCounted(_)
        | ExportError::Horizon => CliError::Usage(error.to_string()),
        other => CliError::Input(other.to_string()),
    }
}

/// The encoding of that name, or the default, if any states the model completely.
fn chosen_encoding(
    name: Option<&str>,
    model: &Model,
    run: &Run,
) -> Result<Option<&'static dyn Encoding>, CliError> {
    let Some(name) = name else { return Ok(exports::default_encoding(model, run)) };
    let all = registry::encodings().iter().copied();
    let encoding = registry::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = all.map(Encoding::name).collect();
        let meant = did_you_mean(name, names.iter().copied());
        CliError::Usage(format!("unknown encoding `{name}`{meant}; there are {}", names.join(", ")))
    })?;
    if !encoding.supports(model) {
        let bounded = model.sense().is_some() && encoding.supports(&model.with_value(0u32));
        let hint = if bounded { " without --at-most K" } else { "" };
        let problem = format!("the encoding `{name}` does not state this puzzle{hint}");
        return Err(CliError::Usage(problem));
    }
    Ok(Some(encoding))
}

/// A writer that fails once the run should stop.
struct Polled<'r, W> {
    out: W,
    run: &'r Run,
}

impl<W: Write> Write for Polled<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.run.poll().is_err() {
            return Err(io::Error::other("stopped"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
