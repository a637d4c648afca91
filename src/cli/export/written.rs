//! Writes one puzzle as a formula or a graph, with the map beside it.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use satranj_encodings::{encoding::Encoding, model::Model, registry};

use super::arguments::ExportArguments;
use crate::{
    cli::{
        CliError,
        arguments::EncodingArguments,
        command_line::command_line,
        files::{FileKind, Files},
        output::writer,
        selection::unread_by_encoding,
        standard_output,
        stderr::say,
        watch::{Watched, watched_run},
        whole_file::WholeFile,
    },
    compression::Compression,
    documents::{self, map::MapDocument, sealed::Sealed as _},
    exports::{
        self, Beside, Export, ExportError, Format, FormulaCut, programs::BEGINNING,
        satisfiability::DIMACS,
    },
    limits::Reason,
    methods::MethodOption,
    nearest::unknown,
    puzzles::{Solution, StatedPuzzle},
    run::Run,
};

/// The default number of cubes of a formula.
const DEFAULT_CUBES: u32 = 64;

/// A puzzle to export.
pub struct ExportTask<'a> {
    /// The arguments of `export`.
    pub arguments: &'a ExportArguments,
    /// The format.
    pub format: &'static Format,
    /// The name of the encoding, if it is not that of the arguments.
    pub encoding: Option<&'a str>,
    /// The run, with its limits.
    pub run: Run,
    /// The puzzle.
    pub puzzle: Arc<dyn StatedPuzzle>,
    /// Its model.
    pub model: Model,
    /// The solution that a model of the formula must beat, and its value.
    pub best: Option<(Solution, u64)>,
}

/// The result of an export.
pub enum Exported {
    /// The file is written.
    Whole {
        /// The map, if the formula has one.
        map: Option<Box<MapDocument>>,
        /// The path of the map.
        map_file: Option<PathBuf>,
    },
    /// A limit or a signal came first.
    Stopped(Reason, Option<i32>),
}

/// The model of a puzzle, if it fits into memory.
pub fn model_of(puzzle: &dyn StatedPuzzle, run: &Run) -> Result<Model, CliError> {
    let model = puzzle.model();
    run.reserve(model.bytes()).map_err(|reason| {
        CliError::Undecided(format!("the graph is too large: {}", reason.describe()))
    })?;
    Ok(model)
}

impl ExportTask<'_> {
    /// Writes the puzzle to a file or standard output, and the map beside it.
    ///
    /// # Errors
    /// [`CliError`].
    pub fn write(self, file: Option<WholeFile>, files: &mut Files) -> Result<Exported, CliError> {
        let Self { arguments, format, run, puzzle, model, best, .. } = self;
        let name = self.encoding.or(arguments.encoding.as_deref());
        if best.is_some() && format.name != DIMACS.name {
            usage!("--better: the format {} states no bound; use --format dimacs", format.name);
        }
        let encoding = match &best {
            Some((_, value)) => Some(encoding_of_better(name, &model, *value, &run)?),
            None if format.has_models => chosen_encoding(name, &model, &run)?,
            None => None,
        };
        let (is_encoding_named, is_projected) = (name.is_some(), arguments.formula.projection);
        check_options(arguments, format, &model, encoding)?;
        let has_cases = format.cuts == Some(FormulaCut::Cases);
        let cubes = arguments.formula.cubes.or(has_cases.then_some(DEFAULT_CUBES));
        let (seed, options) = (arguments.seed, arguments.choices.options());
        // No file can be written beside a device such as /dev/null.
        let has_map = format.has_map() && !arguments.formula.cover;
        let beside = file.as_ref().filter(|file| file.is_replaced() && has_map);
        let map_file =
            beside.map(|file| files.writes_beside(&MAP, &map_of(file.path()))).transpose()?;
        let program = (format.beside)(&model);
        let replaced = file.as_ref().filter(|file| file.is_replaced());
        let program_file = match (&program, replaced) {
            (Some(program), Some(file)) => {
                Some(files.writes_beside(&kind_of(program), &program_of(program, file.path()))?)
            }
            _ => None,
        };
        let handle = file.as_ref().map(WholeFile::handle).transpose()?;
        let compression = file.as_ref().and_then(|file| Compression::of(file.path()));
        let written = watched_run(&run, move |run| {
            let export = Export {
                puzzle: puzzle.as_ref(),
                model: &model,
                encoding,
                is_encoding_named,
                is_projected,
                cubes,
                best: best.as_ref(),
                options,
                command: command_line(),
                seed,
                run,
            };
            let written = (|| {
                let mut out = writer(handle, compression)?;
                let map = format.write(&export, &mut Polled { out: &mut out, run, left: 0 })?;
                out.finish()?;
                Ok(map)
            })();
            // The writer's error says only that it was stopped.
            written.map_err(|error| match (error, run.stop.reason()) {
                (ExportError::Write(_), Some(reason)) => ExportError::from(reason),
                (error, _) => error,
            })
        })?;
        let mut map = match written {
            Watched::Done(written) => written.map_err(|error| match (error, &file) {
                (ExportError::Write(error), Some(file)) => CliError::file(file.path(), &error),
                (error, _) => failed(error),
            })?,
            Watched::Stopped(reason, signal) => return Ok(Exported::Stopped(reason, signal)),
        };
        if let Some(file) = file {
            file.end()?;
        }
        match (program_file, program) {
            (Some(file), Some(program)) => {
                file.write(|out| out.write_all(program.text.as_bytes()))?;
            }
            (None, Some(program)) if !arguments.quiet && !standard_output::is_terminal() => {
                let extension = format.extensions.first().copied().unwrap_or_default();
                say(format!(
                    "these data need {}, which was not written; -o FILE.{extension} \
                     writes it to FILE.{}, and the map for `decode`",
                    program.what, program.extension,
                ));
            }
            _ => {}
        }
        if let Some(map) = &mut map {
            map.seal();
        }
        let placed = map_file.as_ref().filter(|_| map.is_some());
        let placed = placed.map(|file| file.path().to_path_buf());
        if let (Some(file), Some(map)) = (map_file, &map) {
            file.write(|out| documents::write_json(map, out))?;
        }
        Ok(Exported::Whole { map: map.map(Box::new), map_file: placed })
    }
}

/// Refuses options that have no effect on the output.
///
/// # Errors
/// [`CliError::Usage`] that names the option and the formats that read it.
fn check_options(
    arguments: &ExportArguments,
    format: &Format,
    model: &Model,
    encoding: Option<&Encoding>,
) -> Result<(), CliError> {
    let ExportArguments { force, choices, .. } = arguments;
    let name = format.name;
    let has_beside = format.has_map();
    if *force && !has_beside && !arguments.folder.is_asked_for() {
        usage!("--force: the format {name} has no map");
    }
    let wanted = match (arguments.formula.cubes, arguments.formula.cover) {
        (_, true) => Some(FormulaCut::Cover),
        (Some(_), false) => Some(FormulaCut::Cases),
        (None, false) => None,
    };
    if let Some(wanted) = wanted.filter(|&wanted| format.cuts != Some(wanted)) {
        return Err(CliError::Usage(match wanted {
            FormulaCut::Cover => {
                format!("--cover: the format {name} cannot state a cover; use --format dimacs")
            }
            FormulaCut::Cases => {
                format!("--cubes: the format {name} cannot list cubes; use --format icnf")
            }
        }));
    }
    if arguments.formula.projection && !format.has_projection {
        usage!(
            "--projection: the format {name} cannot list the counted variables; use --format \
                dimacs"
        );
    }
    if arguments.encoding.is_some() && !format.has_models {
        usage!("--encoding: the format {name} holds no formula");
    }
    let given = |option| is_given(choices, option);
    if arguments.folder.all_encodings && !format.has_models {
        usage!("--all-encodings: the format {name} holds no formula");
    }
    if !format.is_of_clauses(model, arguments.encoding.is_some() || arguments.folder.all_encodings)
    {
        let Some(option) = MethodOption::ALL.into_iter().find(|option| given(*option)) else {
            return Ok(());
        };
        let option = option.name();
        return Err(CliError::Usage(if format.has_models {
            format!(
                "--{option}: {name} states this puzzle by constraints, without an encoding: \
                     add --encoding NAME"
            )
        } else {
            format!("--{option}: the format {name} holds no formula")
        }));
    }
    // With all encodings, some need not read an option.
    if arguments.folder.all_encodings {
        return Ok(());
    }
    // A puzzle without an encoding is reported by the writer.
    let unread = encoding.and_then(|encoding| unread_by_encoding(given, encoding, model));
    unread.map_or(Ok(()), |problem| Err(CliError::Usage(problem)))
}

/// Whether the command line has this option of encodings.
pub fn is_given(choices: &EncodingArguments, option: MethodOption) -> bool {
    match option {
        MethodOption::AtMostOne => choices.amo.is_some(),
        MethodOption::Reductions => choices.reductions.is_some(),
        _ => false,
    }
}

/// The path of the program written beside its data.
fn program_of(program: &Beside, file: &Path) -> PathBuf {
    Compression::stem(file).with_extension(program.extension)
}

/// The kind of that file.
fn kind_of(program: &Beside) -> FileKind {
    FileKind { name: program.what, is_one: |beginning| beginning.starts_with(BEGINNING.as_bytes()) }
}

/// The path of the map of a formula.
pub fn map_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(".map.json");
    name.into()
}

/// The kind of that file.
const MAP: FileKind = FileKind {
    name: "the map",
    is_one: |beginning| {
        let text = beginning.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
        text.take(MAP_BEGINNING.len()).eq(MAP_BEGINNING.bytes())
    },
};

/// The beginning of a map.
const MAP_BEGINNING: &str = r#"{"schema":"satranj.map/"#;

/// The error for an export that a limit or a signal stopped.
pub fn stopped(reason: Reason, signal: Option<i32>) -> CliError {
    let error = failed(ExportError::from(reason));
    match signal {
        Some(signal) => CliError::Interrupted { signal, what: error.to_string() },
        None => error,
    }
}

/// The error of a failed export, with the exit code for its cause.
pub fn failed(error: ExportError) -> CliError {
    match error {
        ExportError::Write(error) => CliError::from(error),
        ExportError::Stopped(_) => CliError::Undecided(error.to_string()),
        ExportError::Unsupported(_)
        | ExportError::Directed(_)
        | ExportError::Weighted(_)
        | ExportError::Instance { .. }
        | ExportError::Optimum { .. }
        | ExportError::Shortest { .. }
        | ExportError::NotCounted(_)
        | ExportError::NoBetter(_)
        | ExportError::Horizon => CliError::Usage(error.to_string()),
        other => CliError::Input(other.to_string()),
    }
}

/// The encoding of that name.
fn named_encoding(name: &str) -> Result<&'static Encoding, CliError> {
    let all = registry::encodings().iter().copied();
    registry::by_name(name).ok_or_else(|| {
        let every = if name == "all" { "; --all-encodings writes all" } else { "" };
        CliError::Usage(unknown("encoding", name, all.map(Encoding::name)) + every)
    })
}

/// The encoding of that name, or the default, for a formula that states a better solution than one
/// of this value.
fn encoding_of_better(
    name: Option<&str>,
    model: &Model,
    value: u64,
    run: &Run,
) -> Result<&'static Encoding, CliError> {
    let encoding = match name {
        Some(name) => Some(named_encoding(name)?),
        None => exports::encoding_of_better(model, value, run),
    };
    encoding.ok_or_else(|| {
        CliError::Usage(format!(
            "--better: no formula states that a solution is better than {value}"
        ))
    })
}

/// The encoding of that name; without a name, the default encoding if it states the whole model.
fn chosen_encoding(
    name: Option<&str>,
    model: &Model,
    run: &Run,
) -> Result<Option<&'static Encoding>, CliError> {
    let Some(name) = name else { return Ok(exports::default_encoding(model, run)) };
    let encoding = named_encoding(name)?;
    if !encoding.supports(model) {
        let bounded = model.sense().is_some() && encoding.supports(&model.with_value(0u32));
        let hint = if bounded { " without --at-most K" } else { "" };
        let others = registry::encodings().iter().filter(|other| other.supports(model));
        let others: Vec<&str> = others.map(|other| other.name()).collect();
        let those = if others.is_empty() || bounded {
            String::new()
        } else {
            format!("; these do: {}", others.join(", "))
        };
        usage!("the encoding `{name}` cannot state this puzzle{hint}{those}");
    }
    Ok(Some(encoding))
}

/// Bytes written between two checks of the limits: about a thousand lines, which formats write in
/// pieces.
const POLL_EVERY: usize = 1 << 14;

/// A writer that fails once the run should stop.
struct Polled<'r, W> {
    out: W,
    run: &'r Run,
    /// The bytes until the next check.
    left: usize,
}

impl<W: Write> Write for Polled<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left == 0 {
            self.run.poll().map_err(|_| io::Error::other("stopped"))?;
            self.left = POLL_EVERY;
        }
        let written = self.out.write(bytes)?;
        self.left = self.left.saturating_sub(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
