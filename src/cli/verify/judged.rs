//! Checks one document or tour and gives the verdict on it.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    again::{OpenDocument, TimeForClaims, Unshown, names_another},
    arguments::VerifyArguments,
    proof,
};
use crate::{
    checking::{Allowance, Failed, Refuted, Shown, check, words},
    cli::{
        CliError,
        file_format::extension,
        input::{NamedFiles, read_text},
        stored_cases::{BatchCase, StoredCases, puzzle_of, read_tour},
    },
    decoding::{DecodeError, decode_tour},
    documents::{solution::Status, stored::StoredDocument, verdict::VerdictDocument},
    file_name::name_of,
    limits::Reason,
    methods::Registry,
    printable::one_line,
};

/// The tools and limits of the checks.
pub struct DocumentChecker {
    registry: Arc<Registry>,
    /// Whether a time limit is given.
    is_patient: bool,
    time: TimeForClaims,
}

impl DocumentChecker {
    pub fn of(arguments: &VerifyArguments, registry: &Arc<Registry>) -> Self {
        let is_patient = arguments.time_limit.is_some();
        let time = TimeForClaims::of(arguments.time_limit);
        Self { registry: Arc::clone(registry), is_patient, time }
    }

    /// Checks a document, its proofs and what a method shows where the checker's own search is too
    /// slow.
    ///
    /// # Errors
    /// [`CliError`] if a file that it names cannot or must not be read.
    fn check(
        &self,
        document: &StoredDocument,
        files: &NamedFiles,
        allowance: &mut Allowance,
    ) -> Result<Result<CheckedDocument, Failed>, CliError> {
        allowance.search = allowance.search.clone().until(self.time.end_of_search());
        let mut shown = match check(document, allowance) {
            Ok(shown) => shown,
            Err(failed) => return Ok(Err(failed)),
        };
        if let Err(problem) = names_another(document, &self.registry) {
            return Ok(Err(problem.into()));
        }
        let is_proved = match proof::check(document, files, self.time.left())? {
            Ok(is_proved) => is_proved,
            Err(problem) => return Ok(Err(problem.into())),
        };
        if is_proved && !document.has_proofs() {
            shown = shown.with_proof(document);
        }
        let mut checked = CheckedDocument { shown, is_proved, by: None, open: None };
        if shown.is_all() {
            return Ok(Ok(checked));
        }
        let Ok(puzzle) = document.puzzle.puzzle() else { return Ok(Ok(checked)) };
        let (puzzle, registry) = (puzzle.as_ref(), self.registry.as_ref());
        match (OpenDocument { document, puzzle, registry, shown }).again(self.time) {
            Ok(method) => checked.by = Some(method),
            Err(Unshown::Refuted(refuted)) => return Ok(Err(refuted.into())),
            Err(Unshown::Open(why)) => {
                let claims = words::open_claims(document, shown);
                checked.open = Some(format!(
                    "{claims} is not checked: {why}; --time-limit 1min gives it more time"
                ));
            }
        }
        Ok(Ok(checked))
    }
}

/// A document without an error.
struct CheckedDocument {
    /// What was shown without a method.
    shown: Shown,
    /// Whether its proofs hold.
    is_proved: bool,
    /// The method that showed the rest.
    by: Option<&'static str>,
    /// Why the rest is not known.
    open: Option<String>,
}

impl CheckedDocument {
    /// Enters what was checked into the verdict on the text; returns the message.
    fn enter(&self, document: &StoredDocument, verdict: &mut VerdictDocument) -> String {
        let Shown { certified, best, complete, .. } = self.shown;
        let has_more = self.by.is_some();
        let is_shown = |claim: Option<bool>| claim.is_some_and(|shown| shown || has_more);
        let of_best = document.objective.is_some() || document.status == Some(Status::Optimal);
        verdict.proof |= self.is_proved;
        verdict.optimality_checked |= is_shown(best) || (certified || self.is_proved) && of_best;
        verdict.completeness_checked |=
            is_shown(complete) || self.is_proved && document.no_other.is_some();
        verdict.checked |= document.found().next().is_some()
            || self.is_proved
            || certified
            || is_shown(best)
            || is_shown(complete);
        if let Some(method) = self.by {
            verdict.again_by = Some(method.into());
        }
        let proof = self.is_proved.then(|| proof::holds(document));
        let words = words::with_evidence(document, self.shown, proof, self.by);
        if self.open.is_some() { format!("{words}: not checked") } else { words }
    }
}

/// The result of checking a text.
pub struct Judged {
    pub verdict: VerdictDocument,
    /// A message for each valid case.
    pub text: String,
    /// Why a case was not checked.
    pub not_checked: Option<String>,
    /// The files that the document names.
    pub read: Vec<PathBuf>,
    /// The parsed text, if it is a document.
    pub stored: Option<StoredCases>,
}

/// Reads a document and checks it with the `files` that it names.
pub fn judge(
    path: &Path,
    files: &NamedFiles,
    checker: &DocumentChecker,
) -> Result<Judged, CliError> {
    let stored = StoredCases::read(path).map_err(|error| match error {
        CliError::Input(problem) if extension(path).as_deref() == Some("tour") => {
            CliError::Input(format!("{problem}; name the graph of the tour: --of GRAPH"))
        }
        error => error,
    })?;
    let name = &stored.name;
    let mut verdict = VerdictDocument::of(name);
    let mut text = String::new();
    let mut not_checked = None;
    let mut read = Vec::new();
    let mut allowance = Allowance::of(stored.length, checker.is_patient);
    for (number, case) in (1..).zip(&stored.cases) {
        let at = stored.at(number);
        let document = match case {
            BatchCase::Answer(document) => document,
            BatchCase::Error(error) => {
                let error = crate::json::brief(error);
                let _ = writeln!(text, "{name}: {at}there is no answer: {error}");
                continue;
            }
        };
        let found = document.found().count();
        verdict.solutions += found;
        verdict.certificate |= document.certificate.is_some();
        read.extend(proof::files(document, files));
        match checker.check(document, files, &mut allowance)? {
            Ok(checked) => {
                let words = checked.enter(document, &mut verdict);
                let _ = writeln!(text, "{}: {at}{words}", one_line(name));
                if let Some(why) = checked.open {
                    not_checked.get_or_insert_with(|| format!("{at}{why}"));
                    verdict.reason = Some(Reason::TooLarge);
                }
            }
            Err(Failed::NotChecked(why)) => {
                not_checked.get_or_insert_with(|| format!("{at}{why}"));
                verdict.reason = Some(Reason::TooLarge);
            }
            Err(Failed::Refuted(Refuted { problem, counterexample })) => {
                if verdict.problem.is_none() {
                    verdict.problem = Some(format!("{at}{problem}"));
                    verdict.checked |=
                        found > 0 || document.certificate.is_some() || counterexample.is_some();
                    verdict.counterexample = counterexample;
                }
            }
        }
    }
    verdict.valid = match (&verdict.problem, &not_checked) {
        (Some(_), _) => Some(false),
        (None, Some(_)) => None,
        (None, None) => Some(true),
    };
    Ok(Judged { verdict, text, not_checked, read, stored: Some(stored) })
}

/// Reads a tour and checks it.
///
/// # Errors
/// [`CliError`] of files that cannot be read.
pub fn judge_tour(path: &Path, of: &Path, is_quiet: bool) -> Result<Judged, CliError> {
    let puzzle = puzzle_of(of, is_quiet)?;
    let (name, text) = read_text(path)?;
    let tour = read_tour(&name, &text)?;
    let mut verdict = VerdictDocument::of(&name);
    verdict.solutions = 1;
    verdict.checked = true;
    let mut text = format!("{}: the tour is a solution\n", one_line(&name));
    match decode_tour(puzzle, &tour) {
        Ok(_) => {}
        Err(DecodeError::Wrong(problem)) => {
            verdict.valid = Some(false);
            verdict.problem = Some(problem);
            text.clear();
        }
        Err(error) => return Err(CliError::Input(format!("{}: {error}", name_of(of)))),
    }
    Ok(Judged { verdict, text, not_checked: None, read: Vec::new(), stored: None })
}
