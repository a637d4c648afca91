//! `--proof`: the proof of a "no", or that nothing is better, in a file, the formula beside it,
//! and the check of both.

use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use clap::ValueEnum;
use satranj_encodings::{
    encoding::{self, EncodeError},
    model::Model,
};

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
    proofs::{
        statement::Stated,
        verification::{Claim, Files, Refused, verify},
    },
    puzzles::{self, Puzzle},
    solvers::{
        proof::{Format, Proved, prove},
        recording::{Record, Refutation},
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

impl From<ProofFormat> for Format {
    fn from(format: ProofFormat) -> Self {
        match format {
            ProofFormat::Text => Self::Text,
            ProofFormat::Binary => Self::Binary,
        }
    }
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
    registry
        .iter()
        .filter(|m| performs(*m, model, puzzles::Task::First))
        .map(Method::name)
        .collect()
}

/// What became of a proof that was asked for.
pub enum Written {
    /// It is written; with the time of the check.
    Proof(Proof, Duration),
    /// There is none to write, which was said if it was asked for.
    Nothing,
    /// There should be one and is none; the answer stands.
    Missing(CliError),
}

/// Writes the proof of a "no", or that nothing is better than the best, and its formula, and
/// checks both; says why there is none where there is none.
///
/// # Errors
/// [`CliError::Check`] if the "no" or its proof is wrong.
pub fn write(
    solver: &Solver<'_>,
    puzzle: &dyn Puzzle,
    run: &Run,
    ended: &Ended,
) -> Result<Written, CliError> {
    let arguments = solver.arguments;
    let Some(file) = &arguments.proof else { return Ok(Written::Nothing) };
    let model = puzzle.model();
    let record = run.refutation.as_ref();
    let encoding = record.and_then(Record::encoding).and_then(encoding::by_name);
    let because = match (&ended.outcome, encoding) {
        (Outcome::Unsatisfiable(Some(_)) | Outcome::Optimal(Some(_)), _) => {
            "the certificate in the document is the reason and no solver was asked; --precheck \
             off asks it"
        }
        (Outcome::Unsatisfiable(None) | Outcome::Optimal(None), None) => "no solver was asked",
        (Outcome::Unsatisfiable(None) | Outcome::Optimal(None), Some(encoding)) => {
            let best = ended.objective;
            let options = run.options.encoding;
            let stated = match best {
                Some(best) => Stated::better(&model, best, encoding, options),
                None => Stated::model(&model, encoding, options),
            };
            let asks_best = model.sense().is_some();
            match (stated, record.and_then(Record::take)) {
                (Some(stated), kept) if asks_best || kept.is_some() => {
                    let task = Task { solver, file, puzzle, model: &model, run, best, stated };
                    return task.finish(kept.filter(|_| !asks_best));
                }
                (Some(_), _) => "no solver was asked",
                (None, _) if best == Some(0) => "nothing is less than 0",
                (None, _) => "no formula states it",
            }
        }
        (Outcome::Unknown(_), _) => "the answer is not known",
        _ => "there is a solution",
    };
    if !arguments.output.quiet {
        eprintln!("satranj: {}: not written, {because}", file.display());
    }
    Ok(Written::Nothing)
}

/// A proof that is to be written.
struct Task<'a> {
    solver: &'a Solver<'a>,
    file: &'a Path,
    puzzle: &'a dyn Puzzle,
    model: &'a Model,
    run: &'a Run,
    /// The value that nothing is better than, if it is not that there is nothing.
    best: Option<u64>,
    stated: Stated<'a>,
}

impl Task<'_> {
    /// Proves the formula that a method kept, or the one that is stated, and checks the proof.
    fn finish(self, kept: Option<Refutation>) -> Result<Written, CliError> {
        let permit = |bytes| self.look(bytes);
        let refutation = match kept.map_or_else(|| self.stated.formula(self.run, &permit), Ok) {
            Ok(refutation) => refutation,
            Err(EncodeError::Interrupted(_)) => {
                let reason = self.run.stop.reason().unwrap_or(Reason::Interrupted);
                return Ok(Written::Missing(stopped(self.file, reason)));
            }
            Err(error) => return Ok(Written::Missing(CliError::Input(error.to_string()))),
        };
        let formula = formula_of(self.file);
        let cuts = refutation.cuts.len() as u64;
        let bytes = match self.prove(&formula, &refutation) {
            Ok(bytes) => bytes,
            Err(error @ CliError::Check(_)) => return Err(error),
            Err(error) => return Ok(Written::Missing(error)),
        };
        drop(refutation);
        let format = Format::from(self.solver.arguments.proof_format);
        let claim = Claim { puzzle: self.puzzle, best: self.best, cuts };
        let files = Files { formula: &formula, proof: self.file, format };
        let started = Instant::now();
        let checked = match verify(&claim, files, &permit) {
            Ok(_) => true,
            Err(Refused::Wrong(problem)) => return Err(CliError::Check(problem)),
            Err(refused @ (Refused::Unreadable(_) | Refused::Stopped(_))) => {
                if !self.solver.arguments.output.quiet {
                    let file = self.file.display();
                    eprintln!("satranj: {file}: the proof is written and not checked: {refused}");
                }
                false
            }
        };
        let proof = Proof {
            file: self.file.display().to_string(),
            format: format.name(),
            formula: formula.display().to_string(),
            cuts,
            bytes,
            checked,
        };
        Ok(Written::Proof(proof, started.elapsed()))
    }

    /// Writes the proof and the formula, both or none.
    fn prove(&self, formula: &Path, refutation: &Refutation) -> Result<u64, CliError> {
        let format = Format::from(self.solver.arguments.proof_format);
        let poll = || self.look(1 << 20);
        let in_file = |error: std::io::Error| CliError::file(self.file, &error);
        write_whole(self.file, |out| {
            match prove(refutation, format, &poll, out).map_err(in_file)? {
                Proved::Unsatisfiable(bytes) => {
                    write_whole(formula, |out| {
                        self.write_formula(refutation, out).map_err(|error| explain(formula, error))
                    })?;
                    Ok(bytes)
                }
                Proved::Satisfiable => {
                    let solver = self.run.options.solver.name();
                    let what = if self.best.is_some() { "nothing better" } else { "no solution" };
                    Err(CliError::Check(format!(
                        "{solver} says that there is {what}, and varisat has a model of the same \
                         formula"
                    )))
                }
                Proved::Stopped(reason) => Err(stopped(self.file, reason)),
            }
        })
    }

    fn write_formula(
        &self,
        refutation: &Refutation,
        out: &mut dyn std::io::Write,
    ) -> Result<(), RefutationError> {
        let export = Export {
            puzzle: self.puzzle,
            model: self.model,
            encoding: Some(self.stated.encoding()),
            is_encoding_named: true,
            options: self.run.options.encoding,
            command: command_line(),
            seed: self.solver.arguments.run.seed,
            run: self.run,
        };
        refutation::write(&export, &self.stated, refutation, out)
    }

    /// Looks at limits and signals, as a session does while a method runs.
    fn look(&self, bytes: u64) -> Result<(), Reason> {
        if self.solver.signals.load(Ordering::Relaxed) != 0 {
            self.run.stop.stop(Reason::Interrupted);
        }
        if let Err(reason) = self.run.reserve(bytes) {
            self.run.stop.stop(reason);
        }
        self.run.poll()
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
