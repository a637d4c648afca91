//! Checks the proof that a document names: finds its files, compares them with the puzzle, and
//! checks it.

use std::{path::PathBuf, time::Duration};

use satranj_encodings::encoding::Options;

use crate::{
    checking::claimed::claimed_value,
    cli::{CliError, arguments::default_memory_limit, input::NamedFiles},
    documents::{cubes::CubeProofs, listed_all::NoOther, solution::Status, stored::StoredDocument},
    file_name::shown,
    limits::Limits,
    parts::cover,
    proofs::{
        in_memory::{OpenClaim, Unproved},
        known::{KnownSolutions, model_of_all},
        verification::{ProofClaim, ProofPaths, Refused, verify},
    },
    puzzles::{Certificate, DratCertificate},
    run::Run,
    solvers::proof::DratSyntax,
};

/// Checks the proof of a document whose puzzle is valid; returns whether there is one, or the error
/// in it. A proof that is not in files is made again within `time`, and is missing if that is too
/// short.
///
/// # Errors
/// [`CliError`] if a file cannot or must not be read, or the memory is too small.
pub fn check(
    document: &StoredDocument,
    files: &NamedFiles,
    time: Duration,
) -> Result<Result<bool, String>, CliError> {
    if let Some(Certificate::Drat(claimed)) = &document.certificate {
        return Ok(made_again(document, claimed, time));
    }
    if let Some(claimed) = &document.no_other {
        return Ok(others_again(document, claimed, time));
    }
    if let Some(proofs) = &document.cube_proofs {
        return check_parts(document, proofs, files);
    }
    let Some(proof) = &document.proof else { return Ok(Ok(false)) };
    let best = match (document.status, document.objective) {
        (Some(Status::Unsatisfiable), _) => None,
        (Some(Status::Optimal), Some(best)) => Some(best),
        _ => return Ok(Err("the document has a proof, but no claim that a proof can show".into())),
    };
    let Some(format) = DratSyntax::from_name(&proof.format) else {
        return Ok(Err(format!("the proof's format `{}` is not known", proof.format)));
    };
    let Ok(puzzle) = document.puzzle.puzzle() else { return Ok(Ok(false)) };
    let run = run();
    let permit = |bytes| run.permit(bytes);
    let claim = ProofClaim { puzzle: puzzle.as_ref(), best, cuts: proof.cuts };
    let find = |name| files.find(name).map_err(CliError::Input);
    let (formula, proof) = (find(&proof.formula)?, find(&proof.file)?);
    match verify(&claim, ProofPaths { formula: &formula, proof: &proof, format }, &permit) {
        Ok(_) => Ok(Ok(true)),
        Err(Refused::Wrong(problem)) => Ok(Err(format!("the proof does not hold: {problem}"))),
        Err(Refused::Unreadable(problem)) => Err(CliError::Input(problem)),
        Err(Refused::Stopped(reason)) => {
            let file = shown(&proof);
            let reason = reason.describe();
            Err(CliError::Undecided(format!("{file}: the proof is not checked: {reason}")))
        }
    }
}

/// Makes the proof of a certificate again and checks it; returns whether there was time for it.
fn made_again(
    document: &StoredDocument,
    claimed: &DratCertificate,
    time: Duration,
) -> Result<bool, String> {
    let Ok(puzzle) = document.puzzle.puzzle() else { return Ok(false) };
    // The formula asks for a better solution.
    let best = claimed.bound.is_some().then(|| claimed_value(document, puzzle.as_ref())).flatten();
    let run = run_within(time);
    let permit = |bytes| run.permit(bytes);
    let model = puzzle.model();
    let claim = OpenClaim {
        puzzle: puzzle.as_ref(),
        model: &model,
        best,
        known: None,
        options: Options::default(),
        most_bytes: u64::MAX,
        permit: &permit,
    };
    is_again(claim.prove_again(claimed), "certificate")
}

/// The same for the proof that there is no other solution than those of the document.
fn others_again(
    document: &StoredDocument,
    claimed: &NoOther,
    time: Duration,
) -> Result<bool, String> {
    // A document that claims less may also have it.
    let claims = [None, Some(Status::AllSolutions), Some(Status::Satisfied), Some(Status::Optimal)];
    let Some(listed) = document.solutions.as_ref().filter(|_| claims.contains(&document.status))
    else {
        return Err("`no_other` is given, but the document does not list solutions".into());
    };
    let Ok(puzzle) = document.puzzle.puzzle() else { return Ok(false) };
    let puzzle = puzzle.as_ref();
    let run = run_within(time);
    let permit = |bytes| run.permit(bytes);
    let model = model_of_all(puzzle);
    let known = KnownSolutions::of(puzzle, listed.iter(), document.orbit_sizes.as_deref());
    let excluded = known.excluded();
    if excluded != claimed.excluding {
        let excluding = claimed.excluding;
        return Err(format!(
            "`no_other.excluding` is {excluding}, but the listed solutions make {excluded}"
        ));
    }
    let best = claimed_value(document, puzzle);
    let claim = known.claim((&model, best), Options::default(), (u64::MAX, &permit));
    is_again(claim.prove_again(&claimed.proof), "proof that there is no other solution")
}

/// Whether a proof was made again, or the error in the claim.
fn is_again(made: Result<DratCertificate, Unproved>, what: &str) -> Result<bool, String> {
    match made {
        Ok(_) => Ok(true),
        Err(Unproved::Stopped(_)) => Ok(false),
        Err(Unproved::NoFormula) => Err(format!("the {what} does not hold: no formula states it")),
        Err(Unproved::Refuted(problem) | Unproved::Wrong(problem)) => {
            Err(format!("the {what} does not hold: {problem}"))
        }
    }
}

/// A run with this time and the default memory limit.
fn run_within(time: Duration) -> Run {
    Run::new(
        Limits { time: Some(time), memory: Some(default_memory_limit()), ..Limits::default() },
        0,
    )
}

/// A run with the default memory limit.
fn run() -> Run {
    let memory = Some(default_memory_limit());
    Run::new(Limits { memory, ..Limits::default() }, 0)
}

/// Checks the proofs of the parts of a "no", and that they cover all cases.
fn check_parts(
    document: &StoredDocument,
    proofs: &CubeProofs,
    files: &NamedFiles,
) -> Result<Result<bool, String>, CliError> {
    if document.status != Some(Status::Unsatisfiable) || document.proof.is_some() {
        return Ok(Err("the document has proofs of parts, but no claim that they can show".into()));
    }
    let Ok(puzzle) = document.puzzle.puzzle() else { return Ok(Ok(false)) };
    let paths = proofs.files.iter().map(|file| files.find(&file.file).map_err(CliError::Input));
    let paths: Vec<PathBuf> = paths.collect::<Result<_, _>>()?;
    match cover::check(puzzle.as_ref(), proofs, &paths, &run()) {
        Ok(()) => Ok(Ok(true)),
        Err(Refused::Wrong(problem)) => Ok(Err(format!("the proofs do not hold: {problem}"))),
        Err(Refused::Unreadable(problem)) => Err(CliError::Input(problem)),
        Err(Refused::Stopped(reason)) => {
            let reason = reason.describe();
            Err(CliError::Undecided(format!("the proofs are not checked: {reason}")))
        }
    }
}

/// The readable files that a document names.
pub fn files(document: &StoredDocument, files: &NamedFiles) -> Vec<PathBuf> {
    let names = document.proof.iter().flat_map(|proof| [&proof.formula, &proof.file]);
    let of_parts = document.cube_proofs.iter().flat_map(|proofs| &proofs.files);
    let names = names.chain(of_parts.map(|file| &file.file));
    names.filter_map(|name| files.find(name).ok()).collect()
}

/// The message for a document whose proof holds.
pub fn holds(document: &StoredDocument) -> &'static str {
    if document.no_other.is_some() {
        return "the proof, made again, shows that a formula for another one has no solution";
    }
    if document.proof.is_none() && document.cube_proofs.is_none() {
        return match (document.status, &document.solution) {
            (Some(Status::Optimal), Some(_)) => {
                "the solution is right, and the proof, made again, shows that a formula for a better \
                 one has no solution"
            }
            (Some(Status::Optimal), None) => {
                "the proof, made again, shows that a formula for a better one has no solution"
            }
            _ => "the proof, made again, shows that its formula has no solution",
        };
    }
    match (document.status, &document.solution) {
        (Some(Status::Optimal), Some(_)) => {
            "the solution is right, and the proof shows that the formula for a better one is \
             unsatisfiable"
        }
        (Some(Status::Optimal), None) => {
            "the proof shows that the formula for a better solution is unsatisfiable"
        }
        _ if document.cube_proofs.is_some() => {
            "the proofs of all parts show that the puzzle's formula is unsatisfiable"
        }
        _ => "the proof shows that the puzzle's formula is unsatisfiable",
    }
}
