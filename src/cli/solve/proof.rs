//! `--proof`: the proof of a "no" in a file, and the formula beside it.

use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use clap::ValueEnum;
use satranj_encodings::{encoding, model::Model};

use super::{Arguments, one::Solver};
use crate::{
    answer::{Outcome, Wanted},
    cli::{
        CliError, command_line::command_line, output::write_whole, selection::performs,
        session::Ended,
    },
    documents::solution::Proof,
    exports::{
        Export,
        refutation::{self, RefutationError},
    },
    limits::Reason,
    methods::{Method, Registry, Run},
    puzzles::{Puzzle, Task},
    solvers::{
        proof::{Format, Proved, prove},
        recording::Refutation,
    },
};

/// How a proof is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProofFormat {
    /// DRAT, a clause a line.
    Text,
    /// Binary DRAT.
    Binary,
}

/// Where the formula of a proof is written.
fn formula_of(file: &Path) -> PathBuf {
    file.with_extension("cnf")
}

/// The files that a proof takes.
pub fn files(arguments: &Arguments) -> Vec<PathBuf> {
    arguments.proof.iter().flat_map(|file| [file.clone(), formula_of(file)]).collect()
}

/// Finds out before the work whether there can be a proof.
///
/// # Errors
/// [`CliError::Usage`] that says what can be done.
pub fn check(
    arguments: &Arguments,
    wanted: Wanted,
    puzzle: &dyn Puzzle,
    method: &dyn Method,
    registry: &Registry,
) -> Result<(), CliError> {
    let Some(file) = &arguments.proof else { return Ok(()) };
    let refuse = |problem: String| Err(CliError::Usage(format!("--proof: {problem}")));
    if formula_of(file) == *file {
        return refuse(format!("{} is where the formula goes: name another", file.display()));
    }
    if wanted != Wanted::First {
        return refuse("it is for one solution or none, not for -n or --all".into());
    }
    let model = puzzle.model();
    if model.sense().is_some() {
        return refuse(
            "a DRAT proof shows that a decision has no solution, and this puzzle asks for the \
             best: say how many by --count K, or how much it may take by --at-most K"
                .into(),
        );
    }
    let options = arguments.run.options();
    if method.solver(&options).is_some() {
        return Ok(());
    }
    let mut names = solved_by_sat(registry, &model);
    names.retain(|name| registry.get(name, &model).is_some_and(|m| m.solver(&options).is_some()));
    refuse(match &names[..] {
        [] => format!("{} asks no SAT solver, and no other method does here", method.name()),
        names => {
            format!("{} asks no SAT solver; these do: --method {}", method.name(), names.join(", "))
        }
    })
}

/// The methods that find one solution.
fn solved_by_sat(registry: &Registry, model: &Model) -> Vec<&'static str> {
    registry.iter().filter(|m| performs(*m, model, Task::First)).map(Method::name).collect()
}

/// What became of a proof that was asked for.
pub enum Written {
    /// It is written, or there is none to write, which was said.
    Proof(Option<Proof>),
    /// There should be one and is none; the answer stands.
    Missing(CliError),
}

/// Writes the proof of a "no" and its formula; says why there is none where there is none.
///
/// # Errors
/// [`CliError::Check`] if the "no" is wrong.
pub fn write(
    solver: &Solver<'_>,
    puzzle: &dyn Puzzle,
    run: &Run,
    ended: &Ended,
) -> Result<Written, CliError> {
    let arguments = solver.arguments;
    let Some(file) = &arguments.proof else { return Ok(Written::Proof(None)) };
    let refutation = run.refutation.as_ref().and_then(crate::solvers::recording::Record::take);
    let because = match (&ended.outcome, refutation) {
        (Outcome::Unsatisfiable(None), Some(refutation)) => {
            return refute(solver, file, puzzle, run, &refutation);
        }
        (Outcome::Unsatisfiable(Some(_)), _) => {
            "the certificate in the document is the reason and no solver was asked; --precheck \
             off asks it"
        }
        (Outcome::Unsatisfiable(None), None) => "no solver was asked",
        (Outcome::Unknown(_), _) => "the answer is not known",
        _ => "there is a solution",
    };
    if !arguments.output.quiet {
        eprintln!("satranj: {}: not written, {because}", file.display());
    }
    Ok(Written::Proof(None))
}

fn refute(
    solver: &Solver<'_>,
    file: &Path,
    puzzle: &dyn Puzzle,
    run: &Run,
    refutation: &Refutation,
) -> Result<Written, CliError> {
    let format = match solver.arguments.proof_format {
        ProofFormat::Text => Format::Text,
        ProofFormat::Binary => Format::Binary,
    };
    let formula = formula_of(file);
    let poll = || look(solver, run);
    let written = write_whole(file, |out| {
        match prove(refutation, format, &poll, out).map_err(|error| CliError::file(file, &error))? {
            Proved::Unsatisfiable(bytes) => {
                write_whole(&formula, |out| {
                    write_formula(solver, puzzle, run, refutation, out)
                        .map_err(|error| explain(&formula, error))
                })?;
                Ok(bytes)
            }
            Proved::Satisfiable => {
                let solver = run.options.solver.name();
                Err(CliError::Check(format!(
                    "{solver} says that there is no solution, and varisat has a model of the \
                     same formula"
                )))
            }
            Proved::Stopped(reason) => Err(stopped(file, reason)),
        }
    });
    match written {
        Ok(bytes) => Ok(Written::Proof(Some(Proof {
            file: file.display().to_string(),
            format: format.name(),
            formula: formula.display().to_string(),
            cuts: refutation.cuts.len() as u64,
            bytes,
        }))),
        Err(error @ CliError::Check(_)) => Err(error),
        Err(error) => Ok(Written::Missing(error)),
    }
}

fn stopped(file: &Path, reason: Reason) -> CliError {
    let reason = reason.describe();
    CliError::Undecided(format!("{}: the proof is not written: {reason}", file.display()))
}

fn explain(file: &Path, error: RefutationError) -> CliError {
    match error {
        RefutationError::Write(error) => CliError::file(file, &error),
        RefutationError::Stopped(reason) => stopped(file, reason),
        RefutationError::Differs(_) => CliError::Check(error.to_string()),
        RefutationError::Encode(_) => CliError::Input(error.to_string()),
    }
}

fn write_formula(
    solver: &Solver<'_>,
    puzzle: &dyn Puzzle,
    run: &Run,
    refutation: &Refutation,
    out: &mut dyn std::io::Write,
) -> Result<(), RefutationError> {
    let model = puzzle.model();
    let Some(encoding) = encoding::by_name(refutation.encoding) else {
        return Err(RefutationError::Differs(1));
    };
    let export = Export {
        puzzle,
        model: &model,
        encoding: Some(encoding),
        is_encoding_named: true,
        options: run.options.encoding,
        command: command_line(),
        seed: solver.arguments.run.seed,
        run,
    };
    refutation::write(&export, encoding, refutation, out)
}

/// Looks at limits and signals, as a session does while a method runs.
fn look(solver: &Solver<'_>, run: &Run) -> Result<(), Reason> {
    if solver.signals.load(Ordering::Relaxed) != 0 {
        run.stop.stop(Reason::Interrupted);
    }
    if run.reserve(1 << 20).is_err() {
        run.stop.stop(Reason::MemoryLimit);
    }
    run.poll()
}
