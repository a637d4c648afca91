//! `satranj export --all-cases`: every case in its own file, with a manifest.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    arguments::ExportArguments,
    written::{ExportTask, Exported, map_of, model_of, stopped},
};
use crate::{
    cli::{
        CliError,
        arguments::limits,
        command_line::command_line,
        file_format::{MANIFEST, case_name},
        files::Files,
        puzzle::PuzzleCase,
        stderr::{self, say},
    },
    documents::{
        self, instance,
        manifest::{ManifestCase, ManifestDocument},
    },
    exports::Format,
    file_name::shown,
    limits::{Limits, Reason},
    run::Run,
};

/// Exports every case into a folder. An invalid case does not stop the others.
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
    let cases = arguments.puzzle.stated(&whole)?.cases;
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    // Satranj wrote a folder with a manifest, so its files may be replaced.
    let mut files = Files::new(true);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let mut manifest = ManifestDocument::new(command_line(), format.name);
    let manifest_file = files.writes("-o", &folder.join(MANIFEST))?;
    let (count, mut first_error, mut over) = (cases.len(), None, None);
    for (number, case) in (1..).zip(cases) {
        let named = case_name(number, count, format, arguments.compress);
        let left = whole.limits.time.map(|limit| limit.saturating_sub(whole.elapsed()));
        let run = Run::new(Limits { time: left, ..whole.limits }, arguments.seed);
        let exported = match over {
            None => export(arguments, format, case, (folder, &named), run, &mut files)?,
            Some((reason, _)) => Err(said(reason)),
        };
        manifest.cases.push(match exported {
            Ok(CaseExport::Whole(entry)) => ManifestCase { case: number, ..entry },
            Ok(CaseExport::Stopped(reason, signal)) => {
                over = Some((reason, signal));
                ManifestCase { case: number, error: Some(said(reason)), ..Default::default() }
            }
            Err(error) => {
                first_error.get_or_insert_with(|| format!("case {number}: {error}"));
                ManifestCase { case: number, error: Some(error), ..Default::default() }
            }
        });
    }
    let wrong = manifest.cases.iter().filter(|case| case.error.is_some()).count();
    manifest_file.write(|out| documents::write_json(&manifest, out))?;
    match (over, first_error) {
        (Some((reason, signal)), _) => Err(stopped(reason, signal)),
        (None, Some(first)) => {
            wrong_input!("{wrong} of {count} cases were not exported; {first}");
        }
        (None, None) => {
            if !arguments.quiet && stderr::is_terminal() {
                say(format_args!("wrote {}: {count} cases", shown(folder)));
            }
            Ok(0)
        }
    }
}

fn said(reason: Reason) -> String {
    format!("not written: {}", reason.describe())
}

/// The result of exporting a case.
enum CaseExport {
    Whole(ManifestCase),
    Stopped(Reason, Option<i32>),
}

/// Exports a case; an error that concerns only this case is part of the result.
fn export(
    arguments: &ExportArguments,
    format: &'static Format,
    case: PuzzleCase,
    (folder, name): (&Path, &str),
    run: Run,
    files: &mut Files,
) -> Result<Result<CaseExport, String>, CliError> {
    let puzzle = match case.puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return Ok(Err(error)),
    };
    let path = folder.join(name);
    let file = files.writes("-o", &path)?;
    let entry = ManifestCase {
        instance: Some(instance(&puzzle.statement())),
        file: Some(name.into()),
        ..Default::default()
    };
    let written = model_of(puzzle.as_ref(), &run).and_then(|model| {
        ExportTask { arguments, format, run, puzzle, model, best: None }.write(Some(file), files)
    });
    match written {
        Ok(Exported::Stopped(reason, signal)) => Ok(Ok(CaseExport::Stopped(reason, signal))),
        Ok(Exported::Whole { map, .. }) => {
            let beside = map_of(Path::new(name)).to_str().map(Into::into);
            let of_map = map.map(|map| ManifestCase {
                map: beside,
                encoding: Some(map.encoding),
                variables: Some(map.variables),
                clauses: Some(map.clauses),
                ..entry.clone()
            });
            Ok(Ok(CaseExport::Whole(of_map.unwrap_or(entry))))
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
