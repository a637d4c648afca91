//! `satranj verify`: checks a solution document from anywhere.

mod proof;

use std::{fmt::Write as _, path::PathBuf};

use clap::Args;
use serde::Deserialize;

use super::{
    CliError,
    arguments::OutputArguments,
    input::{describe, read_text},
};
use crate::{
    answer::class,
    documents::{
        solution::{self, Status, StoredDocument},
        verdict::VerdictDocument,
    },
    puzzles::{Optimality, Puzzle},
};

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A solution document, or - for standard input
    document: PathBuf,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command: 0 if the document holds, 4 with what is wrong if not, 1 if it is no
/// document.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &Arguments) -> Result<i32, CliError> {
    let (name, text) = read_text(&arguments.document)?;
    let wrong = |error: serde_json::Error| CliError::Input(format!("{name}:{}", describe(&error)));
    // Cases have no places of their own in the text.
    let cases: Vec<StoredCheck> = match serde_json::from_str::<StoredChecks>(&text) {
        Ok(batch) => batch.cases,
        Err(_) => vec![StoredCheck::Answer(StoredDocument::read(&text).map_err(wrong)?.into())],
    };
    let is_batch = cases.len() > 1;
    let mut verdict = VerdictDocument::of(&name);
    let mut said = String::new();
    for (number, case) in (1..).zip(&cases) {
        let StoredCheck::Answer(document) = case else { continue };
        let at = if is_batch { format!("case {number}: ") } else { String::new() };
        let mut checked = check(document);
        let is_best = checked == Ok(true);
        let mut proved = false;
        if checked.is_ok() {
            match proof::check(document, &arguments.document)? {
                Ok(holds) => proved = holds,
                Err(problem) => checked = Err(problem),
            }
        }
        let holding = if proved { proof::holds(document).into() } else { holds(document, is_best) };
        let _ = writeln!(said, "{name}: {at}{holding}");
        if let Err(problem) = checked {
            verdict.problem.get_or_insert(format!("{at}{problem}"));
        }
        let found = solutions(document).count();
        verdict.solutions += found;
        verdict.certificate |= document.certificate.is_some();
        verdict.optimality_checked |= is_best || shows_optimality(document);
        verdict.proof |= proved;
        verdict.optimality_checked |= proved && document.objective.is_some();
        verdict.checked |= document.certificate.is_some() || found > 0 || proved;
    }
    verdict.valid = verdict.problem.is_none();
    arguments.output.print(&verdict, |_| if verdict.valid { said } else { String::new() })?;
    match verdict.problem {
        None => Ok(0),
        Some(problem) => Err(CliError::Check(format!("{name}: {problem}"))),
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

/// Whether a document has a certificate that no solution is better than its own.
fn shows_optimality(document: &StoredDocument) -> bool {
    document.certificate.is_some() && document.objective.is_some()
}

fn solutions(document: &StoredDocument) -> impl Iterator<Item = &crate::puzzles::Solution> {
    document.solution.iter().chain(document.solutions.iter().flatten())
}

/// What a document that holds says.
fn holds(document: &StoredDocument, is_best: bool) -> String {
    let count = solutions(document).count();
    match (document.status, count) {
        (Some(Status::Optimal), 1) if document.certificate.is_some() => {
            "the solution is right, and the certificate proves that none is better".into()
        }
        (Some(Status::Optimal), 1) if is_best => {
            "the solution is right, and a search of its own finds none better".into()
        }
        (Some(Status::Optimal), 1) => {
            "the solution is right; that none is better is not shown".into()
        }
        (_, 1) => "the solution is right".into(),
        (Some(Status::AllSolutions), 2..) if is_best => {
            format!(
                "all {count} solutions are right and different, and a search of its own finds \
                     none better"
            )
        }
        (_, 2..) if document.objective.is_some() && document.certificate.is_some() => format!(
            "all {count} solutions are right and different, and the certificate proves that none \
             is better"
        ),
        (Some(Status::AllSolutions), 2..) if document.objective.is_some() => {
            format!(
                "all {count} solutions are right and different; that none is better is not shown"
            )
        }
        (_, 2..) => format!("all {count} solutions are right and different"),
        (Some(Status::Unsatisfiable), _) if document.certificate.is_some() => {
            "the certificate proves that there is no solution".into()
        }
        _ => "it claims nothing that can be checked".into(),
    }
}

/// Checks the sizes of classes and that no two solutions are of one class.
fn classes(document: &StoredDocument, puzzle: &dyn Puzzle) -> Result<(), String> {
    if document.orbit_sizes.is_empty() {
        return Ok(());
    }
    let count = solutions(document).count();
    if document.orbit_sizes.len() != count {
        let sizes = document.orbit_sizes.len();
        return Err(format!("{sizes} orbit sizes are given for {count} solutions"));
    }
    let mut classes = std::collections::HashMap::new();
    let symmetries = puzzle.symmetries();
    if symmetries.is_empty() {
        return Err("it has orbit sizes, and no symmetries of a graph are known".into());
    }
    for (index, (solution, &claimed)) in solutions(document).zip(&document.orbit_sizes).enumerate()
    {
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
    match puzzle.optimality(first, document.solution.is_some()) {
        Optimality::Better(better) => Err(format!("it is not the best: {better}")),
        Optimality::Best => Ok(true),
        Optimality::Open => Ok(false),
    }
}

/// Checks all that a document says; whether that no solution is better was seen on the way.
fn check(document: &StoredDocument) -> Result<bool, String> {
    let puzzle = document.puzzle.puzzle().map_err(|error| format!("the puzzle: {error}"))?;
    if let Some(claimed) = &document.instance {
        let instance = crate::documents::instance(&document.puzzle);
        if *claimed != instance {
            return Err(format!("the instance is {claimed}, the puzzle's is {instance}"));
        }
    }
    if let Some(schema) = &document.schema
        && ![solution::SCHEMA, solution::COUNT_SCHEMA].contains(&schema.as_str())
    {
        return Err(format!("the schema is `{schema}`; `{}` can be checked", solution::SCHEMA));
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
            return Err(at("it is the same as an earlier one".into()));
        }
    }
    classes(document, puzzle.as_ref())?;
    let is_best = objective(document, puzzle.as_ref())?;
    let found = !seen.is_empty();
    match document.status.and_then(Status::has_solution) {
        Some(true) if !found && !document.is_without_solutions() => {
            return Err("it says that there is a solution, and gives none".into());
        }
        Some(false) if found => {
            return Err("it says that there is no solution, and gives one".into());
        }
        _ => {}
    }
    let proof = document.certificate.is_some() || document.proof.is_some();
    let nothing = !found && !proof && !document.is_without_solutions();
    if document.verified && nothing {
        return Err("it says that it is verified, and gives nothing that can be checked".into());
    }
    if let Some(certificate) = &document.certificate {
        // Of the best solution it shows that none is better.
        let best = solutions(document).next().filter(|best| puzzle.value(best).is_some());
        if best.is_none() && document.is_without_solutions() && document.objective.is_some() {
            return Ok(is_best);
        }
        puzzle
            .verify_certificate(certificate, best)
            .map_err(|violation| format!("the certificate does not hold: {violation}"))?;
    }
    Ok(is_best)
}
