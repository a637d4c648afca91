//! A part of a search held against its job: its solution is checked, or the proof of each of its
//! cubes, and that these are all.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufReader, Read},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{
    CubeJob, cover::LeftCase, folder, held::PartHead, merging::PartRefused, refuting, units,
};
use crate::{
    documents::{
        cubes::{CubePartDocument, ProofFile, SCHEMA},
        finish_sha256,
        sealed::Sealed as _,
        solution::Status,
    },
    file_name::shown,
    json::JsonPart,
    limits::Permit,
    proofs::{cubes::check_file, verification::Refused},
    puzzles::Solution,
    run::Run,
};

/// Bytes between two looks at the limits.
const CHUNK: usize = 1 << 20;

/// What a part that holds shows.
pub enum ShownPart {
    /// Its cubes have no solution.
    Refuted,
    /// The puzzle has this one.
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

/// Whether a file of proofs is as a document says it is.
///
/// # Errors
/// [`Refused`] that names the file.
pub fn hold_file(path: &Path, said: &ProofFile, permit: Permit<'_>) -> Result<(), Refused> {
    let name = shown(path);
    let there = fs::metadata(path);
    let there = there.map_err(|error| Refused::Unreadable(format!("{name}: {error}")))?;
    // A device or a pipe may have no end.
    if !there.is_file() {
        return Err(Refused::Wrong(format!("{name}: it is not a file")));
    }
    if there.len() != said.bytes {
        let (bytes, said) = (there.len(), said.bytes);
        return Err(Refused::Wrong(format!(
            "{name}: it has {bytes} bytes, and should have {said}"
        )));
    }
    let (_, sha256) = digest(path, permit)?;
    if sha256 != said.sha256 {
        return Err(Refused::Wrong(format!("{name}: it was changed: its digest is {sha256}")));
    }
    Ok(())
}

impl CubeJob {
    /// Whether a document says that it is the part of this number.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    fn hold_head(&self, number: u64, part: &CubePartDocument) -> Result<(), String> {
        let head = PartHead {
            schema: (&part.schema, SCHEMA),
            instance: &part.instance,
            method: (&part.method, "it was solved by another method"),
            split: &part.split,
            parts: part.parts,
            job: &part.job,
            part: part.part,
        };
        head.hold(&self.document, number)
    }

    /// Whether a document is that of the finished part of this number, whatever its proofs are; the
    /// solution that it has.
    pub(super) fn hold_document(
        &self,
        number: u64,
        part: &CubePartDocument,
    ) -> Result<Option<Solution>, PartRefused> {
        let wrong = |problem: String| Err(PartRefused::Wrong(problem));
        self.hold_head(number, part)?;
        match (part.status, &part.solution, &part.proof) {
            (Status::Satisfied, Some(solution), None) => Ok(Some(self.stored(solution)?)),
            (Status::Unsatisfiable, None, Some(_)) => Ok(None),
            (Status::Satisfied, None, _) => wrong("solution: there is none".into()),
            (Status::Unsatisfiable, _, None) => wrong("proof: there is none".into()),
            (status @ (Status::Satisfied | Status::Unsatisfiable), ..) => {
                wrong(format!("it says `{}`, and gives both", status.name()))
            }
            (status, ..) => wrong(format!("status: `{}`", status.name())),
        }
    }

    /// Whether a document is the finished part of this number, whose proofs are in the folder;
    /// what it shows.
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

    /// Whether the file of the proofs of a part is the one that its document names; where it is, if
    /// it has any.
    pub(super) fn hold_proof_file(
        &self,
        number: u64,
        part: &CubePartDocument,
        folder: &Path,
        run: &Run,
    ) -> Result<Option<PathBuf>, PartRefused> {
        let Some(proof) = &part.proof else { return Ok(None) };
        let permit = |bytes| run.reserve(bytes).and_then(|()| run.poll());
        let path = folder::proofs(folder, number, self.document.parts);
        let name = path.file_name().map(shown).unwrap_or_default();
        if proof.file != name {
            let problem = format!("proof: {}; of this part it is {name}", proof.file);
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

    /// Checks every proof of a part, and that they are of all its cubes.
    fn hold_proofs(
        &self,
        number: u64,
        part: &CubePartDocument,
        folder: &Path,
        run: &Run,
    ) -> Result<(), PartRefused> {
        let wrong = |problem: String| Err(PartRefused::Wrong(problem));
        let permit = |bytes| run.reserve(bytes).and_then(|()| run.poll());
        let Some(path) = self.hold_proof_file(number, part, folder, run)? else { return Ok(()) };
        let name = path.file_name().map(shown).unwrap_or_default();
        let file = File::open(&path).map_err(|error| format!("{name}: {error}"))?;
        let mut refuted: BTreeMap<u64, Vec<Vec<i32>>> = BTreeMap::new();
        let (mut cubes, mut lemmas) = (0, 0);
        let heading = refuting::heading(self, number);
        let input = (name.as_str(), BufReader::new(file));
        check_file(input, Some(&heading), &self.formula, &permit, &mut |checked| {
            cubes += 1;
            lemmas += checked.lemmas;
            refuted.entry(checked.cube.unit).or_default().push(checked.cube.literals);
            Ok(())
        })?;
        let units = units(&self.document, number);
        self.cut_formula(run).hold(units, &self.cubes, &mut refuted).map_err(
            |open| match open {
                LeftCase::Unit(unit) => {
                    PartRefused::Wrong(format!("{name}: the proof of cube {unit} is missing"))
                }
                LeftCase::Within(unit) => PartRefused::Wrong(format!(
                    "{name}: its proofs leave a case of cube {unit} open"
                )),
                LeftCase::Unknown(unit) => {
                    PartRefused::Wrong(format!("{name}: cube {unit} is none of this part"))
                }
                LeftCase::Formula => {
                    PartRefused::Wrong("the cubes do not cover the formula".into())
                }
                LeftCase::Stopped(reason) => PartRefused::Stopped(reason),
            },
        )?;
        if (cubes, part.cubes_from_before <= cubes) != (part.cubes, true) {
            return wrong(format!("cubes: {}; it has proofs of {cubes}", part.cubes));
        }
        // The checker stops where a proof is at its end; the solver may have gone on.
        if lemmas > part.lemmas {
            return wrong(format!("lemmas: {}; its proofs have {lemmas}", part.lemmas));
        }
        Ok(())
    }
}
