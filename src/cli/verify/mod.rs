//! `satranj verify`: checks a solution document from anywhere.

mod claims;
mod proof;
mod words;

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use serde::Deserialize;

use super::{
    CliError,
    arguments::{OutputArguments, parse_time_limit},
    files::Files,
    input::{describe, name_of, read_text},
    stderr::say,
    watch::{Watched, watched},
};
use crate::{
    answer::class,
    documents::{
        self,
        solution::{self, EXTERNAL, Status},
        stored::StoredDocument,
        verdict::VerdictDocument,
    },
    puzzles::{Optimality, Puzzle, Solution, exhaustive::Budget},
};
use claims::Shown;

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A solution document, or - for standard input
    document: PathBuf,
    /// Stop after this time, e.g. 10s, 0.5s, 2min
    #[arg(long, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    time_limit: Option<Duration>,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command: 0 if the document holds, 4 with what is wrong if not, 1 if it is no
/// document, 3 or the signal's code if that is not known in time.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments) -> Result<i32, CliError> {
    let mut files = Files::default();
    files.reads(&arguments.document);
    let output = arguments.output.begin(&mut files)?;
    let document = arguments.document.clone();
    let (verdict, said, read) =
        match watched(arguments.time_limit, |_| {}, move || judge(&document))? {
            Watched::Done(judged) => judged?,
            Watched::Stopped(reason, signal) => {
                let name = name_of(&arguments.document);
                let undecided = VerdictDocument {
                    valid: false,
                    reason: Some(reason),
                    ..VerdictDocument::of(&name)
                };
                output.print(&undecided, |_| String::new())?;
                let why = format!("{name}: not known whether it holds: {}", reason.describe());
                let Some(signal) = signal else { return Err(CliError::Undecided(why)) };
                say(why);
                return Ok(128 + signal);
            }
        };
    // What else it reads the document names.
    read.iter().try_for_each(|path| files.refuse_read(path))?;
    output.print(&verdict, |_| if verdict.valid { said } else { String::new() })?;
    match verdict.problem {
        None => Ok(0),
        Some(problem) => Err(CliError::Check(format!("{}: {problem}", verdict.document))),
    }
}

/// Reads a document and checks it: the verdict, what is said of each case that holds, and the
/// files that it names.
fn judge(path: &Path) -> Result<(VerdictDocument, String, Vec<PathBuf>), CliError> {
    let (name, text) = read_text(path)?;
    let wrong = |error: serde_json::Error| CliError::Input(format!("{name}:{}", describe(&error)));
    // Cases have no places of their own in the text.
    let cases: Vec<StoredCheck> = match serde_json::from_str::<StoredChecks>(&text) {
        Ok(batch) => batch.cases,
        Err(_) => vec![StoredCheck::Answer(StoredDocument::read(&text).map_err(wrong)?.into())],
    };
    let is_batch = cases.len() > 1;
    let mut verdict = VerdictDocument::of(&name);
    let mut said = String::new();
    let mut read = Vec::new();
    let mut budget = Budget::default();
    for (number, case) in (1..).zip(&cases) {
        let StoredCheck::Answer(document) = case else { continue };
        let at = if is_batch { format!("case {number}: ") } else { String::new() };
        if let Some(schema) = &document.schema
            && ![solution::SCHEMA, solution::COUNT_SCHEMA].contains(&schema.as_str())
        {
            return Err(CliError::Input(format!(
                "{name}: {at}the schema is `{schema}`; `{}` can be checked",
                solution::SCHEMA
            )));
        }
        read.extend(proof::files(document, path));
        let found = solutions(document).count();
        verdict.solutions += found;
        verdict.certificate |= document.certificate.is_some();
        let checked = match check(document, &mut budget) {
            Ok(shown) => {
                proof::check(document, path)?.map(|proved| (shown, proved)).map_err(Refuted::from)
            }
            Err(refuted) => Err(refuted),
        };
        match checked {
            Ok((shown, proved)) => {
                verdict.proof |= proved;
                let of_best =
                    document.objective.is_some() || document.status == Some(Status::Optimal);
                verdict.optimality_checked |= shown.best || (shown.certified || proved) && of_best;
                verdict.completeness_checked |= shown.complete == Some(true);
                verdict.checked |= found > 0
                    || proved
                    || shown.certified
                    || shown.best
                    || shown.complete == Some(true);
                let words =
                    if proved { proof::holds(document).into() } else { words::of(document, shown) };
                let _ = writeln!(said, "{name}: {at}{words}");
            }
            Err(refuted) if verdict.problem.is_none() => {
                verdict.problem = Some(format!("{at}{}", refuted.problem));
                verdict.checked |=
                    found > 0 || document.certificate.is_some() || refuted.counterexample.is_some();
                verdict.counterexample = refuted.counterexample;
            }
            Err(_) => {}
        }
    }
    verdict.valid = verdict.problem.is_none();
    Ok((verdict, said, read))
}

/// Why a document does not hold.
#[derive(Debug)]
struct Refuted {
    /// What is wrong with it.
    problem: String,
    /// The solution that shows it.
    counterexample: Option<Solution>,
}

impl From<String> for Refuted {
    fn from(problem: String) -> Self {
        Self { problem, counterexample: None }
    }
}

/// The documents of a batch.
#[derive(Deserialize)]
struct StoredChecks {
    cases: Vec<StoredCheck>,
}

/// A case of a batch.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredCheck {
    /// Its document.
    Answer(Box<StoredDocument>),
    /// It had none.
    Error {
        #[serde(rename = "error")]
        _error: String,
    },
}

fn solutions(document: &StoredDocument) -> impl Iterator<Item = &Solution> {
    document.solution.iter().chain(document.solutions.iter().flatten())
}

/// The most places of a solution that are named in a sentence.
const MOST_NAMED: usize = 64;

/// The squares or vertices of a solution in a sentence.
fn places(solution: &Solution) -> String {
    let mut names: Vec<String> = match solution {
        Solution::Walk { path } => path.clone(),
        Solution::Squares { squares, pieces: Some(pieces) } => {
            pieces.iter().zip(squares).map(|(piece, square)| format!("{piece}@{square}")).collect()
        }
        other => other.squares().iter().map(ToString::to_string).collect(),
    };
    if names.len() > MOST_NAMED {
        names.truncate(MOST_NAMED);
        names.push("…".into());
    }
    if names.is_empty() { "no piece".into() } else { names.join(", ") }
}

/// Checks the sizes of classes and that no two solutions are of one class.
fn classes(document: &StoredDocument, puzzle: &dyn Puzzle) -> Result<(), String> {
    let Some(sizes) = &document.orbit_sizes else { return Ok(()) };
    let count = solutions(document).count();
    if sizes.len() != count {
        return Err(format!("{} orbit sizes are given for {count} solutions", sizes.len()));
    }
    let mut classes = std::collections::HashMap::new();
    let symmetries = puzzle.symmetries();
    if symmetries.is_empty() {
        return Err("it has orbit sizes, and no symmetries of a graph are known".into());
    }
    for (index, (solution, &claimed)) in solutions(document).zip(sizes).enumerate() {
        let number = index + 1;
        let (least, size) = class(puzzle, &symmetries, solution);
        if size != claimed {
            return Err(format!("solution {number}: its orbit size is {size}, not {claimed}"));
        }
        if let Some(earlier) = classes.insert(puzzle.identity(&least), number) {
            return Err(format!("solution {number}: a symmetry makes it of solution {earlier}"));
        }
    }
    Ok(())
}

/// Checks the claimed value of the best solution against each; whether that none is better was
/// seen on the way.
fn objective(document: &StoredDocument, puzzle: &dyn Puzzle) -> Result<bool, String> {
    for solution in solutions(document) {
        let value = puzzle.value(solution);
        if document.status == Some(Status::Optimal) && value.is_none() {
            return Err("it says `optimal`, but the puzzle does not ask for the best".into());
        }
        if let Some(claimed) = document.objective
            && value != Some(claimed)
        {
            let value = value.map_or_else(|| "none".into(), |value| value.to_string());
            return Err(format!("the objective is {value}, not {claimed}"));
        }
    }
    if ![Status::Optimal, Status::AllSolutions].map(Some).contains(&document.status) {
        return Ok(false);
    }
    let mut values: Vec<_> = solutions(document).map(|solution| puzzle.value(solution)).collect();
    values.dedup();
    if values.len() > 1 {
        return Err("it says that these are the best, and their values differ".into());
    }
    // All are as good as the first.
    let Some(first) = solutions(document).next() else { return Ok(false) };
    // A foreign solver knows nothing of which of several that are as good is to be shown.
    let is_external = document.solver.as_deref() == Some(EXTERNAL);
    match puzzle.optimality(first, document.solution.is_some() && !is_external) {
        Optimality::Better(better) => Err(format!("it is not the best: {better}")),
        Optimality::Best => Ok(true),
        Optimality::Open => Ok(false),
    }
}

/// Checks all that a document says, and what was shown on the way.
fn check(document: &StoredDocument, budget: &mut Budget) -> Result<Shown, Refuted> {
    let puzzle = document.puzzle.puzzle().map_err(|error| format!("the puzzle: {error}"))?;
    if let Some(claimed) = &document.instance {
        // Of the puzzle, in whatever order its squares are listed.
        let instance = documents::instance(&puzzle.statement());
        if *claimed != instance && *claimed != documents::instance(&document.puzzle) {
            return Err(format!("the instance is {claimed}, the puzzle's is {instance}").into());
        }
    }
    let mut seen = std::collections::HashSet::new();
    for (index, solution) in solutions(document).enumerate() {
        let at = |problem: String| {
            if document.solutions.is_some() {
                format!("solution {}: {problem}", index + 1)
            } else {
                problem
            }
        };
        puzzle.verify(solution).map_err(|violation| at(violation.to_string()))?;
        if !seen.insert(puzzle.identity(&puzzle.canonical(solution))) {
            return Err(at("it is the same as an earlier one".into()).into());
        }
    }
    classes(document, puzzle.as_ref())?;
    let is_best = objective(document, puzzle.as_ref())?;
    let found = !seen.is_empty();
    match document.status.and_then(Status::has_solution) {
        Some(true) if !found && !document.is_without_solutions() => {
            return Err("it says that there is a solution, and gives none".to_string().into());
        }
        Some(false) if found => {
            return Err("it says that there is no solution, and gives one".to_string().into());
        }
        _ => {}
    }
    let proof = document.certificate.is_some() || document.proof.is_some();
    let nothing = !found && !proof && !document.is_without_solutions();
    if document.verified && nothing {
        let problem = "it says that it is verified, and gives nothing that can be checked";
        return Err(problem.to_string().into());
    }
    let mut shown = Shown { certified: false, best: is_best, complete: None };
    if let Some(certificate) = &document.certificate {
        // Of the best solution it shows that none is better.
        let best = solutions(document).next().filter(|best| puzzle.value(best).is_some());
        let is_elsewhere = document.is_without_solutions() && document.objective.is_some();
        if best.is_some() || !is_elsewhere {
            puzzle
                .verify_certificate(certificate, best)
                .map_err(|violation| format!("the certificate does not hold: {violation}"))?;
            shown.certified = true;
        }
    }
    if document.proof.is_some() {
        // It holds or it does not: there is nothing left to search for.
        return Ok(shown);
    }
    claims::search(document, puzzle.as_ref(), shown, budget)
}
