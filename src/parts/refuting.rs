//! One part of a search: refutes its cubes one by one, checks and stores each proof, and stops at a
//! solution.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use rustsat::types::Lit;

use super::{
    CubeJob, cover, folder,
    proof_log::{LoggedProofs, ProofLog},
    units,
};
use crate::{
    checkpoint::{CheckpointError, LONGEST_LINE},
    limits::Reason,
    methods::{Context, parallel},
    proofs::cubes::{CubeHeading, HEADING, check_cube, numbers},
    puzzles::Solution,
    solvers::proof::{BoundedProof, DratSyntax, Proved, prove},
};

/// A cube is split again if its proof grows past this number of bytes.
pub const SPLIT_ABOVE: u64 = 64 << 20;

/// The largest proof that a line of the log holds.
const MOST_PROOF: u64 = LONGEST_LINE / 2;

/// How a part ended.
pub enum CubePartEnd {
    /// Every cube is refuted.
    Refuted,
    /// A cube has a solution.
    Solved(Box<Solution>),
    /// A limit or a signal came first.
    Stopped(Reason),
}

/// Why a part cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum CubePartError {
    /// An error of its file.
    #[error(transparent)]
    Log(#[from] CheckpointError),
    /// A proof or a solution does not hold.
    #[error("{0}")]
    Wrong(String),
}

/// An unfinished part.
pub struct CubePart {
    path: PathBuf,
    number: u64,
    log: ProofLog,
    /// The work of earlier processes.
    before: LoggedProofs,
    split_above: u64,
}

/// Why the work on the cubes of a part ends before all are refuted.
enum CubeStop {
    Solved(Box<Solution>),
    Stopped(Reason),
    /// Another cube has ended it.
    Over,
    Failed(CubePartError),
}

impl From<Reason> for CubeStop {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// The first line of the file of a part.
pub(super) fn heading(job: &CubeJob, part: u64) -> String {
    format!("{HEADING}{}, part {part} of {}", job.document.job, job.document.parts)
}

impl CubePart {
    /// Opens the file with the progress of a part, or creates it.
    ///
    /// # Errors
    /// [`CheckpointError`].
    pub fn open(
        folder: &Path,
        job: &CubeJob,
        number: u64,
        split_above: u64,
    ) -> Result<Self, CheckpointError> {
        let path = folder::partial(folder, number, job.document.parts);
        let (log, before) = ProofLog::open(&path, heading(job, number))?;
        let split_above = split_above.min(MOST_PROOF);
        Ok(Self { path, number, log, before, split_above })
    }

    /// The number of cubes that earlier processes refuted.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.before.number
    }

    /// Refutes the cubes of the part, or finds a solution.
    ///
    /// # Errors
    /// [`CubePartError`].
    pub fn run(&self, job: &CubeJob, context: &Context) -> Result<CubePartEnd, CubePartError> {
        let units: Vec<u64> = units(&job.document, self.number).collect();
        context.parts.all.set(units.len() as u64);
        let is_over = AtomicBool::new(false);
        let ended = Mutex::new(None);
        let worked = context.side_by_side(|| {
            parallel::map(&units, |&unit| {
                let cube = numbers(&job.cubes.cubes[unit as usize]);
                let work = CubeWork { part: self, job, context, is_over: &is_over };
                let done = work.refute(&CubeHeading { unit, literals: cube });
                context.parts.done.add(u64::from(done.is_ok()));
                // Reports the cause that ended the other threads.
                done.map_err(|stop| {
                    let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
                    if !matches!(stop, CubeStop::Over) {
                        ended.get_or_insert(stop);
                    }
                    is_over.store(true, Ordering::Relaxed);
                })
            })
        });
        if let Err(reason) = worked {
            return Ok(CubePartEnd::Stopped(reason));
        }
        match ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(CubePartEnd::Refuted),
            Some(CubeStop::Solved(solution)) => Ok(CubePartEnd::Solved(solution)),
            Some(CubeStop::Failed(error)) => Err(error),
            Some(CubeStop::Stopped(reason)) => Ok(CubePartEnd::Stopped(reason)),
            Some(CubeStop::Over) => Ok(CubePartEnd::Stopped(Reason::Interrupted)),
        }
    }

    /// Writes the proofs of a refuted part to their final file; returns its path, and the numbers
    /// of cubes and lemmas. The progress is kept until [`CubePart::discard`].
    ///
    /// # Errors
    /// [`CheckpointError`].
    pub fn end(
        &self,
        folder: &Path,
        job: &CubeJob,
    ) -> Result<(PathBuf, u64, u64), CheckpointError> {
        let proofs = folder::proofs(folder, self.number, job.document.parts);
        match self.log.end(&proofs) {
            Ok((cubes, lemmas)) => Ok((proofs, cubes, lemmas)),
            Err(problem) => Err(CheckpointError::System { path: proofs, problem }),
        }
    }

    /// Removes the progress of a part whose document is written.
    ///
    /// # Errors
    /// [`CheckpointError`].
    pub fn discard(self) -> Result<(), CheckpointError> {
        let Self { path, log, .. } = self;
        drop(log);
        fs::remove_file(&path).map_err(|problem| CheckpointError::System { path, problem })
    }
}

/// The work on the cubes of one unit.
struct CubeWork<'a> {
    part: &'a CubePart,
    job: &'a CubeJob,
    context: &'a Context,
    is_over: &'a AtomicBool,
}

impl CubeWork<'_> {
    fn look(&self, bytes: u64) -> Result<(), Reason> {
        if self.is_over.load(Ordering::Relaxed) {
            return Err(Reason::Interrupted);
        }
        self.context.permit(bytes)
    }

    /// Why the work is stopped.
    fn stopped(&self, reason: Reason) -> CubeStop {
        if self.is_over.load(Ordering::Relaxed) { CubeStop::Over } else { reason.into() }
    }

    /// Refutes a cube, or the pieces into which it is split.
    fn refute(&self, cube: &CubeHeading) -> Result<(), CubeStop> {
        let known = self.part.before.cubes.get(&cube.unit).map_or(&[][..], Vec::as_slice);
        let known: Vec<&[i32]> = known
            .iter()
            .map(Vec::as_slice)
            .filter(|known| known.starts_with(&cube.literals))
            .collect();
        if known.iter().any(|known| known.len() == cube.literals.len()) {
            return Ok(());
        }
        if known.is_empty() && self.prove(cube, self.part.split_above)? {
            return Ok(());
        }
        let cut = self.job.cut_formula(self.context);
        let cut = cover::pieces(&cut, &cube.literals).map_err(|reason| self.stopped(reason))?;
        let pieces = cut.1.cubes;
        if pieces.len() < 2 {
            if self.prove(cube, MOST_PROOF)? {
                return Ok(());
            }
            let problem = format!("the proof of cube {} grows too large", cube.unit);
            return Err(CubeStop::Failed(CubePartError::Wrong(problem)));
        }
        for piece in pieces {
            let literals = cube.literals.iter().copied().chain(numbers(&piece)).collect();
            self.refute(&CubeHeading { unit: cube.unit, literals })?;
        }
        Ok(())
    }

    /// Refutes a cube by a proof within a limit of bytes, checks and stores the proof; `false` if
    /// it grows larger.
    fn prove(&self, cube: &CubeHeading, most: u64) -> Result<bool, CubeStop> {
        let units: Vec<Lit> =
            cube.literals.iter().filter_map(|&number| Lit::from_ipasir(number).ok()).collect();
        let clauses = self.job.formula.iter().chain(units.chunks(1));
        let mut proof = BoundedProof::new(most);
        let poll = || self.look(1 << 20);
        self.context.counters.rounds.add(1);
        match prove(clauses, DratSyntax::Text, &poll, &mut proof) {
            Ok(Proved::Unsatisfiable(_)) => {}
            Ok(Proved::Stopped(reason)) => return Err(self.stopped(reason)),
            Ok(Proved::Satisfiable(model)) => {
                let solution = self.job.solution(&model).map_err(|problem| {
                    let problem = format!("the solver's model is not a solution: {problem}");
                    CubeStop::Failed(CubePartError::Wrong(problem))
                })?;
                return Err(CubeStop::Solved(Box::new(solution)));
            }
            Err(_) if proof.is_full => return Ok(false),
            Err(problem) => {
                let problem = format!("the solver failed: {problem}");
                return Err(CubeStop::Failed(CubePartError::Wrong(problem)));
            }
        }
        let permit = |bytes| self.look(bytes);
        let checked = check_cube(&self.job.formula, &cube.literals, &proof.bytes[..], &permit);
        if let Err(error) = checked {
            // A limit was reached, or the solver is wrong.
            return Err(match self.look(0) {
                Err(reason) => self.stopped(reason),
                Ok(()) => CubeStop::Failed(CubePartError::Wrong(format!(
                    "the proof of cube {} does not hold: {error}",
                    cube.unit
                ))),
            });
        }
        let kept = self.part.log.keep(cube, proof.bytes);
        kept.map_err(|problem| {
            let path = self.part.path.clone();
            CubeStop::Failed(CheckpointError::System { path, problem }.into())
        })?;
        Ok(true)
    }
}
