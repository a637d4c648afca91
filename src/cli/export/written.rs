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
        command_line::command_line,
        files::{FileKind, Files},
        output::writer,
        selection::{OF_FORMULAS, check_encoding},
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
    /// Writes the puzzle to a file or standard output, and the map and the program beside it.
    ///
    /// # Errors
    /// [`CliError`].
    pub fn write(self, file: Option<WholeFile>, files: &mut Files) -> Result<Exported, CliError> {
        let (arguments, format) = (self.arguments, self.format);
        let encoding = self.chosen_encoding()?;
        check_options(arguments, format, &self.model, encoding)?;
        // No file can be written beside a device such as /dev/null.
        let replaced = file.as_ref().filter(|file| file.is_replaced());
        let with_map = replaced.filter(|_| format.has_map() && !arguments.formula.cover);
        let map_file = with_map.map(|file| files.writes_beside(&MAP, &map_of(file.path())));
        let map_file = map_file.transpose()?;
        let program = (format.beside)(&self.model);
        let program_file = program.as_ref().zip(replaced).map(|(program, file)| {
            files.writes_beside(&kind_of(program), &program_of(program, file.path()))
        });
        let program_file = program_file.transpose()?;
        let mut map = match self.written(encoding, file.as_ref())? {
            Watched::Done(map) => map,
            Watched::Stopped(reason, signal) => return Ok(Exported::Stopped(reason, signal)),
        };
        file.map_or(Ok(()), WholeFile::end)?;
        match (program_file, program) {
            (Some(file), Some(program)) => {
                file.write(|out| out.write_all(program.text.as_bytes()))?;
            }
            (None, Some(program)) if !arguments.quiet && !standard_output::is_terminal() => {
                say(without_program(&program, format));
            }
            _ => {}
        }
        let placed = map_file.as_ref().filter(|_| map.is_some());
        let placed = placed.map(|file| file.path().to_path_buf());
        if let Some(map) = &mut map {
            map.seal();
            map_file.map_or(Ok(()), |file| file.write(|out| documents::write_json(map, out)))?;
        }
        Ok(Exported::Whole { map: map.map(Box::new), map_file: placed })
    }

    /// The name of the encoding, if one is named.
    fn encoding(&self) -> Option<&str> {
        self.encoding.or(self.arguments.encoding.as_deref())
    }

    /// The encoding of a formula.
    fn chosen_encoding(&self) -> Result<Option<&'static Encoding>, CliError> {
        let Self { format, model, run, .. } = self;
        match &self.best {
            Some(_) if format.name != DIMACS.name => {
                usage!("--better: the format {} states no bound; use --format dimacs", format.name)
            }
            Some((_, value)) => encoding_of_better(self.encoding(), model, *value, run).map(Some),
            None if format.has_models => chosen_encoding(self.encoding(), model, run),
            None => Ok(None),
        }
    }

    /// Writes the puzzle to an open file or standard output; returns the map, or why it stopped.
    fn written(
        self,
        encoding: Option<&'static Encoding>,
        file: Option<&WholeFile>,
    ) -> Result<Watched<Option<MapDocument>>, CliError> {
        let is_encoding_named = self.encoding().is_some();
        let Self { arguments, format, run, puzzle, model, best, .. } = self;
        let is_projected = arguments.formula.projection;
        let has_cases = format.cuts == Some(FormulaCut::Cases);
        let cubes = arguments.formula.cubes.or(has_cases.then_some(DEFAULT_CUBES));
        let (seed, options) = (arguments.seed, arguments.choices.options());
        let handle = file.map(WholeFile::handle).transpose()?;
        let compression = file.and_then(|file| Compression::of(file.path()));
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
        Ok(match written {
            Watched::Done(written) => {
                Watched::Done(written.map_err(|error| match (error, file) {
                    (ExportError::Write(error), Some(file)) => CliError::file(file.path(), &error),
                    (error, _) => failed(error),
                })?)
            }
            Watched::Stopped(reason, signal) => Watched::Stopped(reason, signal),
        })
    }
}

/// The message that an export alone is not enough for a solver.
fn without_program(program: &Beside, format: &Format) -> String {
    let extension = format.extensions.first().copied().unwrap_or_default();
    format!(
        "these data need {}, which was not written; -o FILE.{extension} writes it to FILE.{}, and \
         the map for `decode`",
        program.what, program.extension,
    )
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
    let ExportArguments { choices, formula, folder, .. } = arguments;
    let (name, no_formula) = (format.name, "holds no formula");
    let is_case_cut = formula.cubes.is_some() && !formula.cover;
    let refused = [
        ("--force", arguments.force && !format.has_map() && !folder.is_asked_for(), "has no map"),
        (
            "--cover",
            formula.cover && format.cuts != Some(FormulaCut::Cover),
            "cannot state a cover; use --format dimacs",
        ),
        (
            "--cubes",
            is_case_cut && format.cuts != Some(FormulaCut::Cases),
            "cannot list cubes; use --format icnf",
        ),
        (
            "--projection",
            formula.projection && !format.has_projection,
            "cannot list the counted variables; use --format dimacs",
        ),
        ("--encoding", arguments.encoding.is_some() && !format.has_models, no_formula),
        ("--all-encodings", folder.all_encodings && !format.has_models, no_formula),
    ];
    if let Some((option, _, why)) = refused.into_iter().find(|(_, is_refused, _)| *is_refused) {
        usage!("{option}: the format {name} {why}");
    }
    if !format.is_of_clauses(model, arguments.encoding.is_some() || folder.all_encodings) {
        match OF_FORMULAS.into_iter().find(|option| choices.has(*option)).map(MethodOption::name) {
            Some(option) if format.has_models => usage!(
                "--{option}: {name} states this puzzle by constraints, without an encoding: add \
                 --encoding NAME"
            ),
            Some(option) => usage!("--{option}: the format {name} {no_formula}"),
            None => return Ok(()),
        }
    }
    match encoding {
        // With all encodings, some need not read an option.
        Some(encoding) if !folder.all_encodings => check_encoding(choices, encoding, model),
        // A puzzle without an encoding is reported by the writer.
        _ => Ok(()),
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
