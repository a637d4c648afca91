//! `--proof`: writes the proof of "no solution" or of optimality with its formula into files, and
//! checks both.

use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use satranj_encodings::{encoding::EncodeError, model::Model, registry};

use super::{arguments::SolveArguments, one::PuzzleSolver};
use crate::{
    answer::{Outcome, Wanted},
    cli::{
        CliError,
        command_line::command_line,
        files::{FileKind, Files},
        selection::performs,
        session::SessionEnd,
        stderr::say,
        whole_file::WholeFile,
    },
    documents::solution::{Proof, SolutionDocument},
    exports::{
        Export,
        refutation::{self, RefutationError},
    },
    file_name::shown,
    limits::Reason,
    methods::{Context, Method, Registry},
    processor_time::ProcessorClock,
    proofs::verification::{self, ProofClaim, Refused, verify},
    puzzles::{self, StatedPuzzle},
    solvers::{
        proof::{DratSyntax, Proved, prove},
        recording::{Record, RecordedRefutation},
    },
    stated_formula::StatedFormula,
};

/// The path of the proof's formula.
fn formula_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(".cnf");
    name.into()
}

/// Whether a path names a folder, existing or new.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// The kind of the formula's file.
const FORMULA: FileKind =
    FileKind { name: "the formula", is_one: |beginning| beginning.starts_with(b"c satranj ") };

/// The files of a proof.
pub struct ProofFiles {
    proof: WholeFile,
    formula: WholeFile,
}

impl ProofFiles {
    /// Opens them, if a proof is requested.
    ///
    /// # Errors
    /// [`CliError`] if one cannot be written, or is another file of the command.
    pub fn begin(proof: Option<&Path>, files: &mut Files) -> Result<Option<Self>, CliError> {
        let Some(path) = proof else { return Ok(None) };
        let proof = files.writes("--proof", path)?;
        let formula = files.writes_beside(&FORMULA, &formula_of(path))?;
        Ok(Some(Self { proof, formula }))
    }
}

/// Checks before the work whether a proof is possible.
///
/// # Errors
/// [`CliError::Usage`] that says what is possible.
pub fn check(
    arguments: &SolveArguments,
    wanted: Wanted,
    puzzle: &dyn StatedPuzzle,
    method: &Method,
    registry: &Registry,
) -> Result<(), CliError> {
    if arguments.proof.is_none() {
        return Ok(());
    }
    let refuse = |problem: String| Err(CliError::Usage(format!("--proof: {problem}")));
    if wanted != Wanted::First {
        return refuse("a proof belongs to one answer: leave out -n and --all".into());
    }
    let model = puzzle.model();
    if method.description.asks_solver {
        return Ok(());
    }
    let names = solved_by_sat(registry, &model);
    refuse(match &names[..] {
        [] => format!(
            "{} uses no SAT solver, and neither does any other method for this puzzle",
            method.name()
        ),
        names => {
            format!("{} uses no SAT solver; these do: --method {}", method.name(), names.join(", "))
        }
    })
}

/// The methods that find one solution by a solver.
fn solved_by_sat(registry: &Registry, model: &Model) -> Vec<&'static str> {
    registry
        .iter()
        .filter(|method| method.description.asks_solver)
        .filter(|method| performs(method, model, puzzles::Task::First))
        .map(Method::name)
        .collect()
}

/// Writes the proof of a refutation or an optimum, if one is requested, and adds it to the document;
/// returns why the proof is missing, if the answer is valid without it.
///
/// # Errors
/// [`CliError::Check`] if the answer or its proof is wrong.
pub fn add(
    solver: &PuzzleSolver<'_>,
    puzzle: &dyn StatedPuzzle,
    (context, ended): (&Context, &SessionEnd),
    files: Option<ProofFiles>,
    document: &mut SolutionDocument,
) -> Result<Option<CliError>, CliError> {
    let (started, processor) = (Instant::now(), ProcessorClock::start());
    match write(solver, puzzle, context, ended, files)? {
        ProofOutcome::Proof(proof, check) => {
            document.timing.add_proof(started.elapsed(), check, processor.seconds());
            document.verified |= proof.checked;
            document.proof = Some(proof);
            Ok(None)
        }
        ProofOutcome::Nothing => Ok(None),
        ProofOutcome::Missing(error) => Ok(Some(error)),
    }
}

/// The result of a requested proof.
enum ProofOutcome {
    /// The proof is written; with the time of the check.
    Proof(Proof, Duration),
    /// There is no proof to write; this was reported if one was requested.
    Nothing,
    /// The answer is valid, but its proof could not be made.
    Missing(CliError),
}

/// Writes the proof of "no solution" or of optimality with its formula, and checks both; reports
/// why if no proof is written.
///
/// # Errors
/// [`CliError::Check`] if the answer or its proof is wrong.
fn write(
    solver: &PuzzleSolver<'_>,
    puzzle: &dyn StatedPuzzle,
    context: &Context,
    ended: &SessionEnd,
    files: Option<ProofFiles>,
) -> Result<ProofOutcome, CliError> {
    let Some(files) = files else { return Ok(ProofOutcome::Nothing) };
    let model = puzzle.model();
    let record = context.refutation.as_ref();
    let encoding = record.and_then(Record::encoding).and_then(registry::by_name);
    let because = match (&ended.outcome, encoding) {
        (Outcome::Unsatisfiable(Some(_)) | Outcome::Optimal(Some(_)), _) => {
            "the document has a certificate instead, and no solver ran; --precheck off makes it run"
        }
        (Outcome::Unsatisfiable(None) | Outcome::Optimal(None), None) => "no solver ran",
        (Outcome::Unsatisfiable(None) | Outcome::Optimal(None), Some(encoding)) => {
            let best = ended.objective;
            let options = context.options.encoding;
            let stated = match best {
                Some(best) => StatedFormula::better(&model, best, encoding, options),
                None => StatedFormula::model(&model, encoding, options),
            };
            let asks_best = model.sense().is_some();
            match (stated, record.and_then(Record::take)) {
                (Some(stated), kept) if asks_best || kept.is_some() => {
                    let task = ProofTask { solver, puzzle, model: &model, context, best, stated };
                    return task.finish(files, kept.filter(|_| !asks_best));
                }
                (Some(_), _) => "no solver ran",
                (None, _) if best == Some(0) => "no objective is below 0",
                (None, _) => "no formula states the bound",
            }
        }
        (Outcome::Unknown(_), _) => "the answer is not known",
        _ => "there is a solution",
    };
    if !solver.arguments.output.quiet {
        say(format_args!("{}: not written, {because}", shown(files.proof.path())));
    }
    Ok(ProofOutcome::Nothing)
}

/// A proof to write.
struct ProofTask<'a> {
    solver: &'a PuzzleSolver<'a>,
    puzzle: &'a dyn StatedPuzzle,
    model: &'a Model,
    context: &'a Context,
    /// The optimal value; `None` for "no solution".
    best: Option<u64>,
    stated: StatedFormula<'a>,
}

impl ProofTask<'_> {
    /// Proves the formula that the method recorded, or the stated one, and checks the proof.
    fn finish(
        self,
        files: ProofFiles,
        kept: Option<RecordedRefutation>,
    ) -> Result<ProofOutcome, CliError> {
        let [file, formula] = [&files.proof, &files.formula].map(|file| file.path().to_path_buf());
        let permit = |bytes| self.look(bytes);
        let refutation = match kept.map_or_else(|| self.stated.formula(self.context, &permit), Ok) {
            Ok(refutation) => refutation,
            Err(EncodeError::Interrupted(_)) => {
                let reason = self.context.stop.reason().unwrap_or(Reason::Interrupted);
                return Ok(ProofOutcome::Missing(stopped(&file, reason)));
            }
            Err(error) => return Ok(ProofOutcome::Missing(CliError::Input(error.to_string()))),
        };
        let cuts = refutation.cuts.len() as u64;
        let bytes = match self.prove(files, &refutation) {
            Ok(bytes) => bytes,
            Err(error @ CliError::Check(_)) => return Err(error),
            Err(error) => return Ok(ProofOutcome::Missing(error)),
        };
        drop(refutation);
        let format: DratSyntax = self.solver.arguments.proof_format.unwrap_or_default().into();
        let claim = ProofClaim { puzzle: self.puzzle, best: self.best, cuts };
        let files = verification::ProofPaths { formula: &formula, proof: &file, format };
        let started = Instant::now();
        let checked = match verify(&claim, files, &permit) {
            Ok(_) => true,
            Err(Refused::Wrong(problem)) => return Err(CliError::Check(problem)),
            Err(refused @ (Refused::Unreadable(_) | Refused::Stopped(_))) => {
                if !self.solver.arguments.output.quiet {
                    let file = shown(&file);
                    say(format_args!("{file}: the proof is written but not checked: {refused}"));
                }
                false
            }
        };
        let proof = Proof {
            file: shown(&file),
            format: format.name().into(),
            formula: shown(&formula),
            cuts,
            bytes,
            checked,
        };
        Ok(ProofOutcome::Proof(proof, started.elapsed()))
    }

    /// Writes the proof and the formula, both or neither.
    fn prove(&self, files: ProofFiles, refutation: &RecordedRefutation) -> Result<u64, CliError> {
        let format: DratSyntax = self.solver.arguments.proof_format.unwrap_or_default().into();
        let poll = || self.look(1 << 20);
        let ProofFiles { proof, formula } = files;
        let in_proof = |error: std::io::Error| CliError::file(proof.path(), &error);
        let mut out = proof.writer()?;
        let bytes =
            match prove(refutation.formula.iter(), format, &poll, &mut out).map_err(in_proof)? {
                Proved::Unsatisfiable(bytes) => bytes,
                Proved::Satisfiable(_) => {
                    let solver = self.context.options.solver.name();
                    let what = if self.best.is_some() { "nothing better" } else { "no solution" };
                    return Err(CliError::Check(format!(
                        "{solver} claims that there is {what}, but varisat found a model of the \
                         same formula"
                    )));
                }
                Proved::Stopped(reason) => return Err(stopped(proof.path(), reason)),
            };
        out.finish().map_err(in_proof)?;
        let mut out = formula.writer()?;
        let written = self.write_formula(refutation, &mut out);
        written.map_err(|error| explain(formula.path(), error))?;
        out.finish().map_err(|error| CliError::file(formula.path(), &error))?;
        formula.end()?;
        proof.end()?;
        Ok(bytes)
    }

    fn write_formula(
        &self,
        refutation: &RecordedRefutation,
        out: &mut dyn std::io::Write,
    ) -> Result<(), RefutationError> {
        let export = Export {
            puzzle: self.puzzle,
            model: self.model,
            encoding: Some(self.stated.encoding()),
            is_encoding_named: true,
            is_projected: false,
            cubes: None,
            best: None,
            options: self.context.options.encoding,
            command: command_line(),
            seed: self.solver.arguments.run.seed,
            run: self.context,
        };
        refutation::write(&export, &self.stated, refutation, out)
    }

    /// Checks limits and signals, as a session does during a method.
    fn look(&self, bytes: u64) -> Result<(), Reason> {
        if self.solver.signals.load(Ordering::Relaxed) != 0 {
            self.context.stop.stop(Reason::Interrupted);
        }
        self.context.permit(bytes).inspect_err(|&reason| self.context.stop.stop(reason))
    }
}

fn stopped(file: &Path, reason: Reason) -> CliError {
    let reason = reason.describe();
    CliError::Undecided(format!("{}: the proof is not written: {reason}", shown(file)))
}

fn explain(file: &Path, error: RefutationError) -> CliError {
    match error {
        RefutationError::Write(error) => CliError::file(file, &error),
        RefutationError::Stopped(reason) => stopped(file, reason),
        RefutationError::Differs(_) => CliError::Check(error.to_string()),
        RefutationError::Encode(_) => CliError::Input(error.to_string()),
    }
}
