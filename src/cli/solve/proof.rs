//! `--proof`: writes the proof of "no solution" or of optimality with its formula into files, and
//! checks both.

use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use satranj_encodings::{encoding::EncodeError, model::Model, registry};

use super::one::PuzzleSolver;
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
    /// Opens them.
    ///
    /// # Errors
    /// [`CliError`] if one cannot be written, or is another file of the command.
    pub fn begin(path: &Path, files: &mut Files) -> Result<Self, CliError> {
        let proof = files.writes("--proof", path)?;
        let formula = files.writes_beside(&FORMULA, &formula_of(path))?;
        Ok(Self { proof, formula })
    }
}

/// Checks before the work whether a proof is possible, if one is requested.
///
/// # Errors
/// [`CliError::Usage`] that says what is possible.
pub fn check(
    solver: &PuzzleSolver<'_>,
    (puzzle, method): (&dyn StatedPuzzle, &Method),
) -> Result<(), CliError> {
    if solver.arguments.proof.is_none() {
        return Ok(());
    }
    if solver.wanted != Wanted::First {
        usage!("--proof: a proof belongs to one answer: leave out -n and --all");
    }
    if method.description.asks_solver {
        return Ok(());
    }
    let name = method.name();
    match &solved_by_sat(solver.registry, &puzzle.model())[..] {
        [] => usage!(
            "--proof: {name} uses no SAT solver, and neither does any other method for this puzzle"
        ),
        names => {
            usage!("--proof: {name} uses no SAT solver; these do: --method {}", names.join(", "))
        }
    }
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

/// Writes the proof of a refutation or an optimum, and adds it to the document; returns why the proof
/// is missing, if the answer is valid without it.
///
/// # Errors
/// [`CliError::Check`] if the answer or its proof is wrong.
pub fn add(
    solver: &PuzzleSolver<'_>,
    puzzle: &dyn StatedPuzzle,
    (context, ended): (&Context, &SessionEnd),
    files: ProofFiles,
    document: &mut SolutionDocument,
) -> Result<Option<CliError>, CliError> {
    let (started, processor) = (Instant::now(), ProcessorClock::start());
    let model = puzzle.model();
    let record = context.refutation.as_ref();
    let written = match stated(&model, record, context, ended) {
        Ok((stated, kept)) => {
            let best = ended.objective;
            let task = ProofTask { solver, puzzle, model: &model, context, best, stated };
            task.write(files, kept)
        }
        Err(because) => {
            if !solver.arguments.output.quiet {
                say(format_args!("{}: not written, {because}", shown(files.proof.path())));
            }
            return Ok(None);
        }
    };
    match written {
        Ok((proof, check)) => {
            document.timing.add_proof(started.elapsed(), check, processor.seconds());
            document.verified |= proof.checked;
            document.proof = Some(proof);
            Ok(None)
        }
        Err(error @ CliError::Check(_)) => Err(error),
        Err(error) => Ok(Some(error)),
    }
}

/// The formula to refute, with the refutation that the method recorded; or why there is no proof to
/// write.
fn stated<'m>(
    model: &'m Model,
    record: Option<&Record>,
    context: &Context,
    ended: &SessionEnd,
) -> Result<(StatedFormula<'m>, Option<RecordedRefutation>), &'static str> {
    match &ended.outcome {
        Outcome::Unsatisfiable(None) | Outcome::Optimal(None) => {}
        Outcome::Unsatisfiable(Some(_)) | Outcome::Optimal(Some(_)) => {
            return Err("the document has a certificate instead, and no solver ran; \
                        --precheck off makes it run");
        }
        Outcome::Unknown(_) => return Err("the answer is not known"),
        _ => return Err("there is a solution"),
    }
    let encoding = record.and_then(Record::encoding).and_then(registry::by_name);
    let encoding = encoding.ok_or("no solver ran")?;
    let options = context.options.encoding;
    let stated = match ended.objective {
        Some(best) => StatedFormula::better(model, best, encoding, options),
        None => StatedFormula::model(model, encoding, options),
    };
    let stated = stated.ok_or(match ended.objective {
        Some(0) => "no objective is below 0",
        _ => "no formula states the bound",
    })?;
    let kept = record.and_then(Record::take);
    match model.sense() {
        Some(_) => Ok((stated, None)),
        None => Ok((stated, Some(kept.ok_or("no solver ran")?))),
    }
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
    /// Writes the proof of the formula that the method recorded, or of the stated one, and checks it;
    /// also returns the time of the check.
    fn write(
        self,
        files: ProofFiles,
        kept: Option<RecordedRefutation>,
    ) -> Result<(Proof, Duration), CliError> {
        let [file, formula] = [&files.proof, &files.formula].map(|file| file.path().to_path_buf());
        let refutation = match kept {
            Some(refutation) => refutation,
            None => self.formula(&file)?,
        };
        let cuts = refutation.cuts.len() as u64;
        let bytes = self.prove(files, &refutation)?;
        drop(refutation);
        let format: DratSyntax = self.solver.arguments.proof_format.unwrap_or_default().into();
        let claim = ProofClaim { puzzle: self.puzzle, best: self.best, cuts };
        let files = verification::ProofPaths { formula: &formula, proof: &file, format };
        let started = Instant::now();
        let checked = match verify(&claim, files, &|bytes| self.look(bytes)) {
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
        let output = &self.solver.arguments.output;
        let [file, formula] = [&file, &formula].map(|file| output.name_of_file(file));
        let format = format.name().into();
        Ok((Proof { file, format, formula, cuts, bytes, checked }, started.elapsed()))
    }

    /// The stated formula.
    fn formula(&self, file: &Path) -> Result<RecordedRefutation, CliError> {
        let formula = self.stated.formula(self.context, &|bytes| self.look(bytes));
        formula.map_err(|error| match error {
            EncodeError::Interrupted(_) => {
                stopped(file, self.context.stop.reason().unwrap_or(Reason::Interrupted))
            }
            error => CliError::Input(error.to_string()),
        })
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
