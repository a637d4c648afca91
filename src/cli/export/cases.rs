//! `satranj export --all-cases` and `--all-encodings`: a file for each case and encoding, with a
//! manifest.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use satranj_encodings::{encoding::Encoding, registry};

use super::{
    arguments::ExportArguments,
    written::{ExportTask, Exported, map_of, model_of, stopped},
};
use crate::{
    cli::{
        CliError,
        arguments::limits,
        command_line::command_line,
        file_format::{MANIFEST, case_stem, file_name},
        files::Files,
        puzzle::PuzzleCase,
        selection::{OF_FORMULAS, is_read},
        stderr::{self, say},
    },
    documents::{
        self, instance,
        manifest::{ManifestCase, ManifestDocument},
        solution::Status,
    },
    exports::Format,
    file_name::shown,
    limits::{Limits, Reason},
    parts::digest,
    puzzles::StatedPuzzle,
    run::Run,
};

/// Exports every case, in one encoding or in all, into a folder. An invalid case does not stop the
/// others.
///
/// # Errors
/// [`CliError`] if a case cannot be written, or the folder was not written by `export`.
pub fn run(
    arguments: &ExportArguments,
    format: &'static Format,
    folder: &Path,
) -> Result<i32, CliError> {
    check_folder(folder, arguments.force)?;
    let whole =
        Run::new(limits(arguments.time_limit, None, arguments.memory_limit), arguments.seed);
    let planned =
        planned(arguments, format, &arguments.puzzle.stated(&whole, arguments.quiet)?.cases)?;
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    // Satranj wrote a folder with a manifest, so its files may be replaced.
    let mut files = Files::new(true);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let mut manifest = ManifestDocument::new(command_line(), format.name);
    let manifest_file = files.writes("-o", &folder.join(MANIFEST))?;
    let (count, mut first_error, mut over) = (planned.len(), None, None);
    for one in planned {
        let left = whole.limits.time.map(|limit| limit.saturating_sub(whole.elapsed()));
        let run = Run::new(Limits { time: left, ..whole.limits }, arguments.seed);
        let exported = match over {
            None => export(arguments, format, &one, (folder, run), &mut files, &mut over)?,
            Some((reason, _)) => Err(not_written(reason)),
        };
        let entry = exported.unwrap_or_else(|error| {
            first_error.get_or_insert_with(|| format!("case {}: {error}", one.case));
            ManifestCase { error: Some(error), ..Default::default() }
        });
        manifest.cases.push(ManifestCase { case: one.case, status: one.status, ..entry });
    }
    let wrong = manifest.cases.iter().filter(|case| case.error.is_some()).count();
    manifest_file.write(|out| documents::write_json(&manifest, out))?;
    match (over, first_error) {
        (Some((reason, signal)), _) => Err(stopped(reason, signal)),
        (None, Some(first)) => {
            wrong_input!("{wrong} of {count} files were not written; {first}");
        }
        (None, None) => {
            if !arguments.quiet && stderr::is_terminal() {
                say(format_args!("wrote {}: {count} files", shown(folder)));
            }
            Ok(0)
        }
    }
}

/// A file to write.
struct PlannedFile {
    /// The number of its case, from 1.
    case: usize,
    /// The puzzle, or the error in its statement.
    puzzle: Result<Arc<dyn StatedPuzzle>, String>,
    /// The status of the case, if the document that stated it has one.
    status: Option<Status>,
    /// The encoding, if the arguments do not name it.
    encoding: Option<&'static str>,
    /// Its name in the folder.
    name: String,
}

/// The files of all cases.
///
/// # Errors
/// [`CliError`], for example for an option that no encoding of a puzzle reads.
fn planned(
    arguments: &ExportArguments,
    format: &Format,
    cases: &[PuzzleCase],
) -> Result<Vec<PlannedFile>, CliError> {
    let count = cases.len();
    let mut files = Vec::new();
    for (case, one) in (1..).zip(cases) {
        let encodings = match &one.puzzle {
            Ok(puzzle) if arguments.folder.all_encodings => {
                all_encodings(arguments, puzzle.as_ref())?
            }
            _ => vec![None],
        };
        files.extend(encodings.into_iter().map(|encoding| {
            let stem = match (encoding, count) {
                (Some(encoding), 1) => encoding.into(),
                (Some(encoding), _) => format!("{}.{encoding}", case_stem(case, count)),
                (None, _) => case_stem(case, count),
            };
            let name = file_name(&stem, format, arguments.folder.compress);
            PlannedFile { case, puzzle: one.puzzle.clone(), status: one.status, encoding, name }
        }));
    }
    Ok(files)
}

fn not_written(reason: Reason) -> String {
    format!("not written: {}", reason.describe())
}

/// The names of the encodings that state the whole puzzle, for a file each.
///
/// # Errors
/// [`CliError::Usage`] for an option that no such encoding reads.
fn all_encodings(
    arguments: &ExportArguments,
    puzzle: &dyn StatedPuzzle,
) -> Result<Vec<Option<&'static str>>, CliError> {
    let model = puzzle.model();
    let whole = |encoding: &&&'static Encoding| encoding.complete() && encoding.supports(&model);
    let encodings: Vec<&&Encoding> = registry::encodings().iter().filter(whole).collect();
    for option in OF_FORMULAS.into_iter().filter(|&option| arguments.choices.has(option)) {
        if !encodings.iter().any(|encoding| is_read(encoding, option)) {
            usage!("--{} is read by no encoding of this puzzle", option.name());
        }
    }
    if encodings.is_empty() {
        usage!("--all-encodings: no encoding states the whole puzzle");
    }
    Ok(encodings.iter().map(|encoding| Some(encoding.name())).collect())
}

/// Exports a case; an error that concerns only this case is part of the result. `over` becomes why
/// the export stopped.
fn export(
    arguments: &ExportArguments,
    format: &'static Format,
    PlannedFile { puzzle, encoding, name, .. }: &PlannedFile,
    (folder, run): (&Path, Run),
    files: &mut Files,
    over: &mut Option<(Reason, Option<i32>)>,
) -> Result<Result<ManifestCase, String>, CliError> {
    let puzzle = match puzzle {
        Ok(puzzle) => Arc::clone(puzzle),
        Err(error) => return Ok(Err(error.clone())),
    };
    let path = folder.join(name);
    let file = files.writes("-o", &path)?;
    let instance = Some(instance(&puzzle.statement()));
    let written = model_of(puzzle.as_ref(), &run).and_then(|model| {
        ExportTask { arguments, format, encoding: *encoding, run, puzzle, model, best: None }
            .write(Some(file), files)
    });
    match written {
        Ok(Exported::Stopped(reason, signal)) => {
            *over = Some((reason, signal));
            Ok(Err(not_written(reason)))
        }
        Ok(Exported::Whole { map, .. }) => {
            let (bytes, sha256) = digest(&path, &|_| Ok(())).map_err(CliError::input)?;
            let (file, bytes, sha256) = (Some(name.clone()), Some(bytes), Some(sha256));
            let mut entry = ManifestCase { instance, file, bytes, sha256, ..Default::default() };
            if let Some(map) = map {
                entry.map = map_of(Path::new(name)).to_str().map(Into::into);
                entry.encoding = Some(map.encoding);
                (entry.variables, entry.clauses) = (Some(map.variables), Some(map.clauses));
            }
            Ok(Ok(entry))
        }
        // Other cases may be possible in this format or encoding.
        Err(CliError::Input(error) | CliError::Usage(error)) => Ok(Err(error)),
        Err(error) => Err(error),
    }
}

/// Refuses a folder with files that `export` did not write.
fn check_folder(folder: &Path, force: bool) -> Result<(), CliError> {
    let manifest: PathBuf = folder.join(MANIFEST);
    let is_ours = || {
        let text = fs::read(&manifest).unwrap_or_default();
        text.starts_with(br#"{"schema":"satranj.manifest/"#)
    };
    match fs::read_dir(folder).map(|mut files| files.next().is_none()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(CliError::file(folder, &error)),
        Ok(is_empty) if is_empty || force || is_ours() => Ok(()),
        Ok(_) => Err(CliError::Usage(format!(
            "-o {}: the folder is not empty and was not written by satranj; name another folder, or \
             use --force",
            shown(folder)
        ))),
    }
}
