//! `satranj verify`: checks a solution document from any source.

mod again;
mod proof;
mod several;

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use again::{OpenDocument, TimeForClaims, Unshown};
use clap::Args;

use super::{
    CliError,
    arguments::{OutputArguments, parse_bytes, parse_time_limit},
    file_format::extension,
    files::Files,
    input::{NamedFiles, read_text},
    picture_files::{PictureArguments, PictureFiles},
    stored_cases::{BatchCase, StoredCases, puzzle_of, read_tour},
    watch::{Watched, watched},
};
use crate::{
    checking::{Allowance, Failed, Refuted, Shown, check, words},
    decoding::{DecodeError, decode_tour},
    documents::{solution::Status, stored::StoredDocument, verdict::VerdictDocument},
    file_name::name_of,
    limits::Reason,
    methods::Registry,
    printable::one_line,
};

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// A solution document, or with --of a TSPLIB tour; - is standard input. Several may be given,
    /// or a folder for all documents in it
    #[arg(required = true, value_name = "DOCUMENT")]
    documents: Vec<PathBuf>,
    /// The graph of a TSPLIB tour, or a document that states its puzzle
    #[arg(long, value_name = "FILE")]
    of: Option<PathBuf>,
    /// Stop after this time, e.g. 10s, 0.5s, 2min; by default certificates that take more than
    /// about a second are not checked, and a method that solves or counts again has 5 s
    #[arg(long, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    time_limit: Option<Duration>,
    /// Stop before using more memory than this, e.g. 2GiB [default: 80% of the machine's]; also
    /// bounds the size of decompressed input [default: 256MiB]
    #[arg(long, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    memory_limit: Option<u64>,
    /// Also read a named proof outside the document's folder and the working folder
    #[arg(long)]
    allow_outside: bool,
    #[command(flatten)]
    pictures: PictureArguments,
    #[command(flatten)]
    output: OutputArguments,
}

/// The tools and limits of the checks.
struct DocumentChecker {
    registry: Arc<Registry>,
    /// Whether a time limit is given.
    is_patient: bool,
    time: TimeForClaims,
}

impl DocumentChecker {
    fn of(arguments: &VerifyArguments, registry: &Arc<Registry>) -> Self {
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
        let shown = match check(document, allowance) {
            Ok(shown) => shown,
            Err(failed) => return Ok(Err(failed)),
        };
        let is_proved = match proof::check(document, files)? {
            Ok(is_proved) => is_proved,
            Err(problem) => return Ok(Err(problem.into())),
        };
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

/// A document in which nothing is wrong.
struct CheckedDocument {
    /// What was shown without a method.
    shown: Shown,
    /// Its proofs hold.
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
        verdict.completeness_checked |= is_shown(complete);
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

/// Runs the command: 0 if the document holds, 4 with the error if not, 1 if it is not a document, 3
/// or the signal's code if this is undecided.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &VerifyArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    arguments.output.check_format("verify", false, false)?;
    let all = several::files(&arguments.documents)?;
    if let (Some(_), Some(of)) = (&all, &arguments.of) {
        let of = name_of(of);
        usage!("--of {of}: it is for one tour, not for several files");
    }
    if let Some(files) = all {
        return several::run(arguments, files, registry);
    }
    // The parser requires at least one.
    let document = arguments.documents.first().cloned().unwrap_or_else(|| "-".into());
    let mut files = Files::reading([&document]);
    arguments.of.iter().for_each(|of| files.reads(of));
    let output = arguments.output.begin(&mut files)?;
    let pictures = arguments.pictures.begin_in_files(&mut files)?;
    let (of_message, of) = (document.clone(), arguments.of.clone());
    let named = NamedFiles::beside(&document, arguments.allow_outside).or_where_we_work();
    let checker = DocumentChecker::of(arguments, registry);
    let work = move || match of {
        Some(of) => judge_tour(&document, &of),
        None => judge(&document, &named, &checker),
    };
    let judged = match watched(arguments.time_limit, work)? {
        Watched::Done(judged) => judged?,
        Watched::Stopped(reason, signal) => {
            let name = name_of(&of_message);
            let undecided =
                VerdictDocument { valid: None, reason: Some(reason), ..VerdictDocument::of(&name) };
            output.print(&undecided, |_| String::new())?;
            let why = format!("{name}: not known whether it holds");
            return Err(CliError::stopped(why, reason, signal));
        }
    };
    let Judged { verdict, said, not_checked, read, stored } = judged;
    // The document names the other files it reads.
    read.iter().try_for_each(|path| files.refuse_read(path))?;
    output.print(&verdict, |_| if verdict.problem.is_none() { said } else { String::new() })?;
    if arguments.pictures.is_any() && verdict.problem.is_none() {
        draw(stored.as_ref(), pictures, arguments.output.quiet)?;
    }
    match (verdict.problem, not_checked) {
        (None, None) => Ok(0),
        (None, Some(why)) => Err(CliError::Undecided(format!("{}: {why}", verdict.document))),
        (Some(problem), _) => Err(CliError::Check(format!("{}: {problem}", verdict.document))),
    }
}

/// Draws the valid answers.
fn draw(stored: Option<&StoredCases>, pictures: PictureFiles, quiet: bool) -> Result<(), CliError> {
    let cases = stored.map_or(&[][..], |stored| &stored.cases);
    let answers = cases.iter().filter_map(|case| match case {
        BatchCase::Answer(document) => Some((document.puzzle.puzzle().ok()?, document.as_ref())),
        BatchCase::Error(_) => None,
    });
    let answers: Vec<_> = answers.collect();
    let drawn = answers.iter().flat_map(|(puzzle, document)| document.pictures(puzzle.as_ref()));
    pictures.write(&drawn.collect::<Vec<_>>(), quiet)
}

/// The result of checking a text.
struct Judged {
    verdict: VerdictDocument,
    /// A message for each valid case.
    said: String,
    /// Why a case was not checked.
    not_checked: Option<String>,
    /// The files that the document names.
    read: Vec<PathBuf>,
    /// The parsed text, if it is a document.
    stored: Option<StoredCases>,
}

/// Reads a document and checks it with the `files` that it names.
fn judge(path: &Path, files: &NamedFiles, checker: &DocumentChecker) -> Result<Judged, CliError> {
    let stored = StoredCases::read(path).map_err(|error| match error {
        CliError::Input(said) if extension(path).as_deref() == Some("tour") => {
            CliError::Input(format!("{said}; name the graph of the tour: --of GRAPH"))
        }
        error => error,
    })?;
    let name = &stored.name;
    let mut verdict = VerdictDocument::of(name);
    let mut said = String::new();
    let mut not_checked = None;
    let mut read = Vec::new();
    let mut allowance = Allowance::of(stored.length, checker.is_patient);
    for (number, case) in (1..).zip(&stored.cases) {
        let at = stored.at(number);
        let document = match case {
            BatchCase::Answer(document) => document,
            BatchCase::Error(error) => {
                let error = crate::json::brief(error);
                let _ = writeln!(said, "{name}: {at}there is no answer: {error}");
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
                let _ = writeln!(said, "{}: {at}{words}", one_line(name));
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
    Ok(Judged { verdict, said, not_checked, read, stored: Some(stored) })
}

/// Reads a tour and checks it.
///
/// # Errors
/// [`CliError`] of files that cannot be read.
fn judge_tour(path: &Path, of: &Path) -> Result<Judged, CliError> {
    let puzzle = puzzle_of(of)?;
    let (name, text) = read_text(path)?;
    let tour = read_tour(&name, &text)?;
    let mut verdict = VerdictDocument::of(&name);
    verdict.solutions = 1;
    verdict.checked = true;
    let mut said = format!("{}: the tour is a solution\n", one_line(&name));
    match decode_tour(puzzle, &tour) {
        Ok(_) => {}
        Err(DecodeError::Wrong(problem)) => {
            verdict.valid = Some(false);
            verdict.problem = Some(problem);
            said.clear();
        }
        Err(error) => return Err(CliError::Input(format!("{}: {error}", name_of(of)))),
    }
    Ok(Judged { verdict, said, not_checked: None, read: Vec::new(), stored: None })
}
