//! Decodes the answers to all formulas of a folder.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use super::answer::{AnswerChecks, DecodedAnswer, DecodedFiles, decoded};
use crate::{
    cli::{
        CliError, file_format::MANIFEST, files::Files, input::read_text, outputs::Outputs, signals,
        watch::watched,
    },
    compression::Compression,
    documents::{
        batch::{BatchDocument, CaseContent, CaseDocument},
        manifest::{self, ManifestCase, ManifestDocument},
        solution::{SolutionDocument, Status},
        text,
    },
    file_name::shown,
    json,
};

/// Extensions of answer files of solvers, appended to the formula's name or in place of its
/// extension.
const ANSWERS: &[&str] = &["out", "sol", "model", "log", "txt", "answer"];

/// Extensions of proofs, in the same places.
const PROOFS: &[&str] = &["drat", "lrat", "proof"];

/// The folders of a job.
pub struct AnswerFolders {
    formulas: PathBuf,
    answers: PathBuf,
    proofs: Option<PathBuf>,
}

/// Decodes the answer to every case of a manifest. Exit code 4: one is wrong; otherwise 1: one is
/// missing or unreadable; otherwise 3: one is undecided; otherwise 0.
///
/// # Errors
/// [`CliError`].
pub fn run_folder(
    folders: AnswerFolders,
    outputs: &Outputs<'_>,
    checks: AnswerChecks,
    time_limit: Option<Duration>,
) -> Result<i32, CliError> {
    outputs.refuse_single(&[], "answer: name its map, or draw the document with `satranj draw`")?;
    let mut files = Files::reading([&folders.formulas.join(MANIFEST)]);
    let (output, _) = outputs.open(&mut files)?;
    let work = move || decode_all(&folders, &checks);
    let DecodedCases { documents: cases, wrong, missing } =
        watched(time_limit, work)?.done("decoding the answers")??;
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
        (0, number @ 1..) => Err(CliError::without_answer(number, count, "cases", &missing[0])),
        (0, 0) => Ok(if undecided { 3 } else { 0 }),
    }
}

impl AnswerFolders {
    /// The folders of the formulas, of the answers, by default the same, and of the proofs.
    ///
    /// # Errors
    /// [`CliError::Usage`] if one is no folder.
    pub fn of(
        formulas: &Path,
        answers: Option<&PathBuf>,
        proofs: Option<&PathBuf>,
    ) -> Result<Self, CliError> {
        let named = |path: &PathBuf, option: &str, content: &str| {
            if !path.is_dir() {
                usage!(
                    "{option}{}: not a folder; for a folder of formulas, name the folder with the \
                     solver's {content}",
                    shown(path)
                );
            }
            Ok(path.clone())
        };
        let answers = answers.map(|path| named(path, "", "answers"));
        let proofs = proofs.map(|path| named(path, "--proof ", "proofs"));
        let formulas = formulas.to_path_buf();
        let answers = answers.transpose()?.unwrap_or_else(|| formulas.clone());
        Ok(Self { answers, proofs: proofs.transpose()?, formulas })
    }
}

/// The decoded cases.
struct DecodedCases {
    documents: Vec<CaseDocument>,
    /// Errors of wrong answers.
    wrong: Vec<String>,
    /// Errors of missing answers.
    missing: Vec<String>,
}

fn decode_all(folders: &AnswerFolders, checks: &AnswerChecks) -> Result<DecodedCases, CliError> {
    let (name, text) = read_text(&folders.formulas.join(MANIFEST))?;
    let listed: ManifestDocument = json::read(&text, "a manifest").map_err(CliError::at(&name))?;
    if listed.schema != manifest::SCHEMA {
        let schema = json::brief(&listed.schema);
        wrong_input!("{name}: the schema is `{schema}`, not `{}`", manifest::SCHEMA);
    }
    let (mut wrong, mut missing) = (Vec::new(), Vec::new());
    let mut cases = Vec::new();
    for entry in listed.cases {
        let number = entry.case;
        let content = match decode_case(folders, &entry, checks) {
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
    folders: &AnswerFolders,
    entry: &ManifestCase,
    checks: &AnswerChecks,
) -> Result<Box<SolutionDocument>, CliError> {
    let (Some(map), Some(file)) = (&entry.map, &entry.file) else {
        let why = entry.error.as_deref().unwrap_or("the format of its formula has no map");
        return Err(CliError::Input(why.into()));
    };
    // A name in a file must not lead outside the folder.
    let plain = |name: &str| Path::new(name).file_name() == Some(name.as_ref());
    if !plain(map) || !plain(file) {
        wrong_input!("`{}`: not a file name without a folder", json::brief(file));
    }
    let AnswerFolders { formulas, answers, proofs } = folders;
    let model = file_of(answers, file, ANSWERS).ok_or_else(|| {
        let stem = Compression::stem(Path::new(file)).with_extension("");
        let stem = shown(&stem);
        let ends = ANSWERS.iter().map(|end| format!(".{end}")).collect::<Vec<_>>().join(" ");
        CliError::Input(format!(
            "there is no answer to {stem} in {}; expected {stem} with one of {ends}",
            shown(answers)
        ))
    })?;
    let of = formulas.join(map);
    let proof = proofs.as_ref().and_then(|proofs| file_of(proofs, file, PROOFS));
    let files =
        DecodedFiles { of, model, proof, is_named: false, is_quiet: true, is_of_folder: true };
    match decoded(&files, checks)? {
        DecodedAnswer::Solution(decoded) => Ok(Box::new(decoded.document)),
        DecodedAnswer::Named(_) => Err(CliError::Input("the map has no puzzle".into())),
    }
}

/// The file that belongs to a formula: `case-001.out`, `case-001.cnf.out`, also compressed.
fn file_of(folder: &Path, formula: &str, extensions: &[&str]) -> Option<PathBuf> {
    let plain = Compression::stem(Path::new(formula));
    let stem = plain.with_extension("");
    let bases = [stem.to_str()?, plain.to_str()?, formula];
    let named =
        bases.iter().flat_map(|base| extensions.iter().map(move |end| format!("{base}.{end}")));
    let compressed =
        |name: String| [name.clone(), format!("{name}.gz"), format!("{name}.xz")].into_iter();
    named.flat_map(compressed).map(|name| folder.join(name)).find(|path| path.is_file())
}
