//! Verifies several documents: named files, and those of folders.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    arguments::VerifyArguments,
    judged::{DocumentChecker, Judged, judge},
};
use crate::{
    cli::{
        CliError,
        files::Files,
        input::{NamedFiles, expanded, read_text},
        outputs::Outputs,
        watch::watched,
    },
    compression::Compression,
    documents::{
        batch, named_schema,
        solution::{COUNT_SCHEMA, SCHEMA},
        verdict::{FileVerdict, VerdictsDocument},
    },
    file_name::{name_of, shown},
    json::JsonPart,
    methods::Registry,
    printable::one_line,
};

/// All files to check, unless the argument is one file.
///
/// # Errors
/// [`CliError::Input`] if a folder cannot be read or contains none.
pub fn files(named: &[PathBuf]) -> Result<Option<Vec<NamedDocument>>, CliError> {
    if let [path] = named
        && !path.is_dir()
        && (path.exists() || path == Path::new("-"))
    {
        return Ok(None);
    }
    let mut all = Vec::new();
    let mut has_many = named.len() > 1;
    for path in named {
        let found = expanded(path).map_err(|error| CliError::file(path, &error))?;
        has_many |= found != [path.clone()];
        if found.is_empty() {
            wrong_input!("{}: no such file", shown(path));
        }
        for path in found {
            if path.is_dir() {
                has_many = true;
                let inside = documents(&path).map_err(|error| CliError::file(&path, &error))?;
                all.extend(
                    inside.into_iter().map(|path| NamedDocument { path, is_of_folder: true }),
                );
            } else {
                all.push(NamedDocument { path, is_of_folder: false });
            }
        }
    }
    if all.is_empty() {
        let names: Vec<String> = named.iter().map(shown).collect();
        wrong_input!("{}: there is no .json file in it", names.join(", "));
    }
    Ok(has_many.then_some(all))
}

/// A file that is an argument itself, or is in a folder.
#[derive(Debug, Clone)]
pub struct NamedDocument {
    path: PathBuf,
    is_of_folder: bool,
}

/// The JSON files of a folder, sorted by name.
fn documents(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let plain = Compression::stem(&path);
        if plain.extension().is_some_and(|extension| extension == "json") && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Verifies all files and prints one document. Exit code 4: one does not hold; otherwise 1: one
/// cannot be read; otherwise 3: one is undecided; otherwise 0.
///
/// # Errors
/// [`CliError`].
pub fn run(
    arguments: &VerifyArguments,
    outputs: &Outputs<'_>,
    named: Vec<NamedDocument>,
    registry: &Arc<Registry>,
) -> Result<i32, CliError> {
    if let Some(of) = &arguments.of {
        let of = name_of(of);
        usage!("--of {of} applies to one tour, but there are several files");
    }
    outputs.refuse_single(&[], "document; `satranj draw` draws several")?;
    let mut files = Files::default();
    for file in &named {
        files.reads(&file.path);
    }
    let (output, _) = outputs.open(&mut files)?;
    let (outside, count) = (arguments.allow_outside, named.len());
    let checker = DocumentChecker::of(arguments, registry);
    let work = move || verdicts(&named, outside, &checker);
    let what = format!("{count} files: not known whether they hold");
    let judged = watched(arguments.time_limit, work)?.done(&what)?;
    let Verdicts { documents, passed_over, text, read } = judged;
    read.iter().try_for_each(|path| files.refuse_read(path))?;
    let document = VerdictsDocument::new(documents, passed_over);
    output.print(&document, |_| &text)?;
    ending(&document)
}

/// The summary of the verdicts.
fn ending(document: &VerdictsDocument) -> Result<i32, CliError> {
    let all = document.documents.len();
    let (mut wrong, mut unread, mut unknown) = (0, 0, 0);
    let mut first = None;
    for verdict in &document.documents {
        let (file, why, count) = match verdict {
            FileVerdict::Error { document, error } => (document, error.clone(), &mut unread),
            FileVerdict::Verdict(verdict) => match (&verdict.problem, verdict.valid) {
                (Some(problem), _) => (&verdict.document, problem.clone(), &mut wrong),
                (None, Some(true)) => continue,
                (None, _) => (&verdict.document, "not checked".into(), &mut unknown),
            },
        };
        *count += 1;
        first.get_or_insert_with(|| format!("{}: {why}", one_line(file)));
    }
    let Some(first) = first else { return Ok(0) };
    let of = |count: usize, what: &str| format!("{count} of {all} documents {what}; {first}");
    Err(match (wrong, unread) {
        (1.., _) => CliError::Check(of(wrong, "do not hold")),
        (0, 1..) => CliError::Input(of(unread, "cannot be read")),
        (0, 0) => CliError::Undecided(of(unknown, "are not known to hold")),
    })
}

/// The results for the files.
struct Verdicts {
    documents: Vec<FileVerdict>,
    passed_over: Vec<String>,
    text: String,
    /// The files that the documents name.
    read: Vec<PathBuf>,
}

fn verdicts(named: &[NamedDocument], outside: bool, checker: &DocumentChecker) -> Verdicts {
    let (documents, passed_over) = (Vec::new(), Vec::new());
    let mut all = Verdicts { documents, passed_over, text: String::new(), read: Vec::new() };
    let (mut holding, mut solutions) = (0, 0);
    for NamedDocument { path, is_of_folder } in named {
        let name = name_of(path);
        if *is_of_folder && !may_be_checked(path) {
            all.passed_over.push(name);
            continue;
        }
        let files = NamedFiles::beside(path, outside).or_where_we_work();
        match judge(path, &files, checker) {
            Ok(Judged { verdict, text, read, .. }) => {
                all.read.extend(read);
                holding += usize::from(verdict.valid == Some(true));
                solutions += verdict.solutions;
                match (&verdict.problem, verdict.valid) {
                    (Some(problem), _) => {
                        let _ = writeln!(all.text, "{}: {problem}", one_line(&name));
                    }
                    (None, Some(true)) => all.text += &text,
                    (None, _) => {
                        let _ = writeln!(all.text, "{}: not checked", one_line(&name));
                    }
                }
                all.documents.push(FileVerdict::Verdict(Box::new(verdict)));
            }
            Err(error) => {
                let error = error.to_string();
                // The message begins with the name of the file.
                let _ = writeln!(all.text, "{}", one_line(&error));
                let message = error.strip_prefix(&format!("{name}:")).unwrap_or(&error);
                let error = message.trim_start().to_string();
                all.documents.push(FileVerdict::Error { document: name, error });
            }
        }
    }
    let over = match all.passed_over.len() {
        0 => String::new(),
        1 => "; 1 file has nothing to check".into(),
        number => format!("; {number} files have nothing to check"),
    };
    let count = all.documents.len();
    let _ =
        writeln!(all.text, "{holding} of {count} documents hold, with {solutions} solutions{over}");
    all
}

/// Whether to check a file of a folder: a file of another schema is skipped.
fn may_be_checked(path: &Path) -> bool {
    let Ok((_, text)) = read_text(path) else { return true };
    let whole = JsonPart::whole(&text);
    match named_schema(&whole) {
        Some(schema) => [SCHEMA, COUNT_SCHEMA, batch::SCHEMA].contains(&schema.as_str()),
        // Statements and graphs claim nothing.
        None => whole.field("status").is_some() || whole.field("solution").is_some(),
    }
}
