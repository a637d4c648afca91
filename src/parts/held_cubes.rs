//! Parts of a search: each is checked against the job with its proofs, then all are merged.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{
    CubeJob,
    cover::{LeftCase, RefutedCubes, is_covered},
    folder,
    merging::{
        FolderReading, MergeError, MergedFolder, MergedTotal, PartRefused, go_through, read,
    },
    part_of_job::{PartOfJob as _, SummedWork},
    refuting, units,
};
use crate::{
    documents::{
        cubes::{CubePartDocument, CubeProofs, ProofFile},
        finish_sha256,
        job::JobFormula,
        sealed::Sealed as _,
        solution::{self, SolutionDocument, Solutions, Status},
    },
    file_name::shown,
    json::JsonPart,
    limits::Permit,
    proofs::verification::Refused,
    puzzles::Solution,
    run::Run,
};

/// The number of bytes between two checks of the limits.
const CHUNK: usize = 1 << 20;

/// What a valid part shows.
pub enum ShownPart {
    /// Its cubes have no solution.
    Refuted,
    /// The puzzle has this solution.
    Solved(Box<Solution>),
}

impl From<Refused> for PartRefused {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Wrong(problem) | Refused::Unreadable(problem) => Self::Wrong(problem),
            Refused::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

/// The length and the digest of a file.
///
/// # Errors
/// [`Refused`].
pub fn digest(path: &Path, permit: Permit<'_>) -> Result<(u64, String), Refused> {
    let unreadable =
        |error: std::io::Error| Refused::Unreadable(format!("{}: {error}", shown(path)));
    let mut file = File::open(path).map_err(unreadable)?;
    let (mut digest, mut length) = (Sha256::new(), 0);
    let mut bytes = vec![0; CHUNK];
    loop {
        permit(0)?;
        match file.read(&mut bytes).map_err(unreadable)? {
            0 => return Ok((length, finish_sha256(digest))),
            read => {
                digest.update(&bytes[..read]);
                length += read as u64;
            }
        }
    }
}

/// Checks the length and the digest of a file of proofs against a document.
///
/// # Errors
/// [`Refused`] that names the file.
pub fn hold_file(path: &Path, claimed: &ProofFile, permit: Permit<'_>) -> Result<(), Refused> {
    let name = shown(path);
    let file = fs::metadata(path);
    let file = file.map_err(|error| Refused::Unreadable(format!("{name}: {error}")))?;
    // A device or a pipe may have no end.
    if !file.is_file() {
        return Err(Refused::Wrong(format!("{name}: not a regular file")));
    }
    if file.len() != claimed.bytes {
        let (bytes, claimed) = (file.len(), claimed.bytes);
        return Err(Refused::Wrong(format!("{name}: found {bytes} bytes, expected {claimed}")));
    }
    let (_, sha256) = digest(path, permit)?;
    if sha256 != claimed.sha256 {
        return Err(Refused::Wrong(format!(
            "{name}: the file was changed: its digest is {sha256}"
        )));
    }
    Ok(())
}

impl CubeJob {
    /// Checks that a document is that of the finished part of this number, regardless of its
    /// proofs; returns its solution, if any.
    pub(super) fn hold_document(
        &self,
        number: u64,
        part: &CubePartDocument,
    ) -> Result<Option<Solution>, PartRefused> {
        let wrong = |problem: String| Err(PartRefused::Wrong(problem));
        part.hold_head(&self.document, number)?;
        match (part.status, &part.solution, &part.proof) {
            (Status::Satisfied, Some(solution), None) => Ok(Some(self.stored(solution)?)),
            (Status::Unsatisfiable, None, Some(_)) => Ok(None),
            (Status::Satisfied, None, _) => wrong("solution: missing".into()),
            (Status::Unsatisfiable, _, None) => wrong("proof: missing".into()),
            (status @ (Status::Satisfied | Status::Unsatisfiable), ..) => {
                wrong(format!("status `{}` cannot have both a solution and a proof", status.name()))
            }
            (status, ..) => wrong(format!("status: `{}`", status.name())),
        }
    }

    /// Checks that a document is the finished part of this number, with its proofs in the folder;
    /// returns what it shows.
    ///
    /// # Errors
    /// [`PartRefused`].
    pub(super) fn hold(
        &self,
        number: u64,
        part: &mut CubePartDocument,
        folder: &Path,
        run: &Run,
    ) -> Result<ShownPart, PartRefused> {
        let solution = self.hold_document(number, part)?;
        if solution.is_none() {
            self.hold_proofs(number, part, folder, run)?;
        }
        part.hold_seal()?;
        Ok(solution.map_or(ShownPart::Refuted, |solution| ShownPart::Solved(Box::new(solution))))
    }

    /// Checks that the file of the proofs of a part is the one that its document names; returns its
    /// path, if it has one.
    pub(super) fn hold_proof_file(
        &self,
        number: u64,
        part: &CubePartDocument,
        folder: &Path,
        run: &Run,
    ) -> Result<Option<PathBuf>, PartRefused> {
        let Some(proof) = &part.proof else { return Ok(None) };
        let permit = |bytes| run.permit(bytes);
        let path = folder::proofs(folder, number, self.document.parts);
        let name = path.file_name().map(shown).unwrap_or_default();
        if proof.file != name {
            let problem = format!("proof: found {}, expected {name}", proof.file);
            return Err(PartRefused::Wrong(problem));
        }
        if !path.exists() {
            return Err(PartRefused::Proofs(format!("proof: {name} is missing")));
        }
        match hold_file(&path, proof, &permit) {
            Ok(()) => Ok(Some(path)),
            Err(Refused::Stopped(reason)) => Err(PartRefused::Stopped(reason)),
            Err(Refused::Wrong(problem) | Refused::Unreadable(problem)) => {
                Err(PartRefused::Proofs(problem))
            }
        }
    }

    /// A solution of a document, checked.
    fn stored(&self, solution: &serde_json::Value) -> Result<Solution, String> {
        let text = solution.to_string();
        let read = self.document.puzzle.read_solution(&JsonPart::whole(&text));
        let solution = read.map_err(|error| format!("solution: {error}"))?;
        let verified = self.puzzle.verify(&solution);
        verified.map_err(|violation| format!("solution: {violation}"))?;
        Ok(solution)
    }

    /// Checks every proof of a part, and that all its cubes have one.
    fn hold_proofs(
        &self,
        number: u64,
        part: &CubePartDocument,
        folder: &Path,
        run: &Run,
    ) -> Result<(), PartRefused> {
        let wrong = |problem: String| Err(PartRefused::Wrong(problem));
        let permit = |bytes| run.permit(bytes);
        let Some(path) = self.hold_proof_file(number, part, folder, run)? else { return Ok(()) };
        let name = path.file_name().map(shown).unwrap_or_default();
        let (heading, mut refuted) = (refuting::heading(self, number), RefutedCubes::default());
        refuted.read((&path, &name), Some(&heading), &self.formula, &permit)?;
        let RefutedCubes { by_unit: mut refuted, cubes, lemmas } = refuted;
        let units = units(&self.document, number);
        self.cut_formula(run).hold(units, &self.cubes, &mut refuted).map_err(
            |open| match open {
                LeftCase::Unit(unit) => {
                    PartRefused::Wrong(format!("{name}: the proof of cube {unit} is missing"))
                }
                LeftCase::Within(unit) => {
                    PartRefused::Wrong(format!("{name}: its proofs do not cover cube {unit}"))
                }
                LeftCase::Unknown(unit) => {
                    PartRefused::Wrong(format!("{name}: cube {unit} is not in this part"))
                }
                LeftCase::Formula => {
                    PartRefused::Wrong("the cubes do not cover the formula".into())
                }
                LeftCase::Stopped(reason) => PartRefused::Stopped(reason),
            },
        )?;
        if (cubes, part.cubes_from_before <= cubes) != (part.cubes, true) {
            return wrong(format!("cubes: {}, but it has proofs of {cubes} cubes", part.cubes));
        }
        // The checker stops at the end of a proof; the solver may have gone on.
        if lemmas > part.lemmas {
            return wrong(format!("lemmas: {}, but its proofs have {lemmas}", part.lemmas));
        }
        Ok(())
    }
}

/// The sums over the existing parts.
#[derive(Default)]
struct CubeSums {
    solution: Option<Solution>,
    cubes: u64,
    files: Vec<ProofFile>,
    work: SummedWork,
}

impl CubeSums {
    fn add(&mut self, part: CubePartDocument, shown_part: ShownPart, file: String) {
        if let ShownPart::Solved(solution) = shown_part {
            self.solution.get_or_insert(*solution);
        }
        self.cubes = self.cubes.saturating_add(part.cubes);
        self.files.extend(part.proof.map(|proof| ProofFile { file, ..proof }));
        self.work.add(&part.timing, part.host, part.cubes_from_before, part.lemmas);
    }
}

impl CubeJob {
    /// Reads the parts in a folder, checks all proofs, and that the cubes cover the formula. One
    /// part with a solution is enough.
    ///
    /// # Errors
    /// The system's error about the folder, with its name; or the reason to stop.
    pub fn merge(&self, folder: &Path, run: &Run) -> Result<MergedFolder, MergeError> {
        let mut sums = CubeSums::default();
        let mut reading = go_through(&self.document, folder, run, &mut |number, path| {
            let mut part: CubePartDocument = read(path, run)?;
            let held = self.hold(number, &mut part, folder, run)?;
            let file = shown(folder::proofs(folder, number, self.document.parts));
            sums.add(part, held, file);
            Ok(())
        })?;
        if sums.solution.is_none() && reading.is_whole() {
            let covered = is_covered(&self.formula, &self.cubes, run);
            if !covered.map_err(MergeError::Stopped)? {
                reading.problems.push("the cubes do not cover the formula".into());
            }
        }
        let total = self.total(sums, &reading).map(|total| MergedTotal::Solution(Box::new(total)));
        Ok(MergedFolder { reading, total })
    }

    fn total(&self, sums: CubeSums, reading: &FolderReading) -> Option<SolutionDocument> {
        let job = &self.document;
        let is_refuted = sums.solution.is_none();
        if is_refuted && !reading.is_whole() {
            return None;
        }
        let content = Solutions::One { solution: sums.solution };
        let puzzle = self.puzzle.statement();
        let mut total =
            SolutionDocument::new(solution::SCHEMA, puzzle, &job.method, None, 1, content);
        total.verified = true;
        total.timing = sums.work.timing;
        total.status = if is_refuted { Status::Unsatisfiable } else { Status::Satisfied };
        total.cube_proofs = is_refuted.then(|| CubeProofs {
            job: job.job.clone(),
            formula: JobFormula::of(self.encoding(), self.options()),
            split: job.split.clone(),
            cubes: sums.cubes,
            cubes_from_before: sums.work.from_before,
            lemmas: sums.work.all,
            largest_over_mean: sums.work.largest_over_mean(job.parts),
            files: sums.files,
            hosts: sums.work.hosts.into_iter().collect(),
            checked: true,
        });
        total.statistics.variables = self.variables.into();
        total.statistics.clauses = self.formula.len() as u64;
        Some(total)
    }
}
