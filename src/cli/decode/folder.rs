//! `satranj decode FOLDER`: the answers to all formulas of a folder of exports.

use std::path::{Path, PathBuf};

use super::{DecodeArguments, DecodedAnswer, DecodedFiles, decoded};
use crate::{
    cli::{
        CliError,
        files::Files,
        input::read_text,
        manifest::{MANIFEST, case_stem},
        signals,
        watch::watched,
    },
    compression::Compression,
    documents::{
        batch::{BatchDocument, CaseContent, CaseDocument},
        manifest::{self, ManifestCase, ManifestDocument},
        solution::Status,
        text,
    },
    file_name::shown,
    json,
};

/// What the names of files with the answers of solvers end in, beside or in place of what the name
/// of the formula ends in.
const ANSWERS: [&str; 6] = ["out", "sol", "model", "log", "txt", "answer"];

/// Decodes the answer to every case of a manifest: 4 if one is wrong, else 1 if one is missing or
/// cannot be read, else 3 if one is undecided, else 0.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &DecodeArguments, folder: &Path) -> Result<i32, CliError> {
    if arguments.pictures.is_any() {
        let problem = "a picture is for one answer: name its map, or `draw` the document";
        return Err(CliError::Usage(problem.into()));
    }
    let folder = folder.to_path_buf();
    let answers = match &arguments.model {
        None => folder.clone(),
        Some(answers) if answers.is_dir() => answers.clone(),
        Some(other) => {
            let problem = format!(
                "{}: it is no folder; the answers to a folder of formulas are files of a folder",
                shown(other)
            );
            return Err(CliError::Usage(problem));
        }
    };
    let mut files = Files::default();
    files.reads(&folder.join(MANIFEST));
    let output = arguments.output.begin(&mut files)?;
    let work = move || decode_all(&folder, &answers);
    let DecodedCases { documents: cases, wrong, missing } =
        watched(arguments.limits.time_limit, |_| {}, work)?.done("decoding the answers")??;
    signals::release();
    let count = cases.len();
    let undecided = |case: &CaseDocument| match &case.content {
        CaseContent::Answer(document) => document.status == Status::Unknown,
        CaseContent::Error { .. } => false,
    };
    let undecided = cases.iter().any(undecided);
    let document = BatchDocument::new(cases);
    output.print(&document, |_| text::batch(&document))?;
    match (wrong.len(), missing.len()) {
        (number @ 1.., _) => {
            Err(CliError::Check(format!("{number} of {count} answers are wrong; {}", wrong[0])))
        }
        (0, number @ 1..) => {
            let have = if number == 1 { "has" } else { "have" };
            let first = &missing[0];
            Err(CliError::Input(format!("{number} of {count} cases {have} no answer; {first}")))
        }
        (0, 0) => Ok(if undecided { 3 } else { 0 }),
    }
}

/// What came of the cases.
struct DecodedCases {
    documents: Vec<CaseDocument>,
    /// What is wrong with answers.
    wrong: Vec<String>,
    /// Why there is no answer.
    missing: Vec<String>,
}

fn decode_all(folder: &Path, answers: &Path) -> Result<DecodedCases, CliError> {
    let (name, text) = read_text(&folder.join(MANIFEST))?;
    let listed: ManifestDocument = json::read(&text, "a manifest")
        .map_err(|error| CliError::Input(format!("{name}:{error}")))?;
    if listed.schema != manifest::SCHEMA {
        let schema = json::brief(&listed.schema);
        let problem = format!("{name}: the schema is `{schema}`, not `{}`", manifest::SCHEMA);
        return Err(CliError::Input(problem));
    }
    let count = listed.cases.len();
    let (mut wrong, mut missing) = (Vec::new(), Vec::new());
    let mut cases = Vec::new();
    for entry in listed.cases {
        let number = entry.case;
        let content = match decode_case(folder, answers, &entry, count) {
            Ok(document) => CaseContent::Answer(document),
            Err(error) => {
                let list =
                    if matches!(error, CliError::Check(_)) { &mut wrong } else { &mut missing };
                let error = error.to_string();
                list.push(format!("case {number}: {error}"));
                CaseContent::Error { error }
            }
        };
        cases.push(CaseDocument { case: number, content });
    }
    Ok(DecodedCases { documents: cases, wrong, missing })
}

/// Decodes the answer to one case.
fn decode_case(
    folder: &Path,
    answers: &Path,
    entry: &ManifestCase,
    count: usize,
) -> Result<Box<crate::documents::solution::SolutionDocument>, CliError> {
    let (Some(map), Some(file)) = (&entry.map, &entry.file) else {
        let why = entry.error.as_deref().unwrap_or("no map goes with its format");
        return Err(CliError::Input(why.into()));
    };
    // A name from a file leads nowhere else.
    let plain = |name: &str| Path::new(name).file_name() == Some(name.as_ref());
    if !plain(map) || !plain(file) {
        return Err(CliError::Input(format!("`{}`: no name of a file", json::brief(file))));
    }
    let answer = answer_of(answers, file).ok_or_else(|| {
        let stem = case_stem(entry.case, count);
        let ends = ANSWERS.map(|end| format!(".{end}")).join(" ");
        CliError::Input(format!("there is no {stem} with {ends} in {}", shown(answers)))
    })?;
    let files = DecodedFiles { of: folder.join(map), model: answer, is_named: false };
    match decoded(&files)? {
        DecodedAnswer::Solution(decoded) => Ok(Box::new(decoded.document)),
        DecodedAnswer::Named(_) => Err(CliError::Input("it has no puzzle".into())),
    }
}

/// The file with the answer to a formula: `case-001.out`, `case-001.cnf.out`, also compressed.
fn answer_of(folder: &Path, formula: &str) -> Option<PathBuf> {
    let plain = Compression::stem(Path::new(formula));
    let stem = plain.with_extension("");
    let bases = [stem.to_str()?, plain.to_str()?, formula];
    let named = bases.iter().flat_map(|base| ANSWERS.map(|end| format!("{base}.{end}")));
    let compressed =
        |name: String| [name.clone(), format!("{name}.gz"), format!("{name}.xz")].into_iter();
    named.flat_map(compressed).map(|name| folder.join(name)).find(|path| path.is_file())
}
