//! The parts of a search put together: the solution of one, or the "no" that all their proofs show.

use std::{collections::BTreeSet, path::Path};

use super::{
    CubeJob,
    cover::is_covered,
    folder,
    held_cubes::ShownPart,
    merging::{FolderReading, MergeError, MergedFolder, go_through, read},
};
use crate::{
    documents::{
        cubes::{CubePartDocument, CubeProofs, ProofFile},
        job::JobFormula,
        solution::{SCHEMA, SolutionDocument, Solutions, Status, Timing},
    },
    file_name::shown,
    puzzles::Solution,
    run::Run,
};

/// The sums over the parts that are there.
#[derive(Default)]
struct CubeSums {
    solution: Option<Solution>,
    timing: Timing,
    cubes: u64,
    from_before: u64,
    lemmas: u64,
    most_lemmas: u64,
    files: Vec<ProofFile>,
    hosts: BTreeSet<String>,
}

impl CubeSums {
    fn add(&mut self, part: CubePartDocument, shown_part: ShownPart, file: String) {
        if let ShownPart::Solved(solution) = shown_part {
            self.solution.get_or_insert(*solution);
        }
        self.timing.add(&part.timing);
        self.cubes = self.cubes.saturating_add(part.cubes);
        self.from_before = self.from_before.saturating_add(part.cubes_from_before);
        self.lemmas = self.lemmas.saturating_add(part.lemmas);
        self.most_lemmas = self.most_lemmas.max(part.lemmas);
        self.files.extend(part.proof.map(|proof| ProofFile { file, ..proof }));
        self.hosts.extend(part.host);
    }
}

impl CubeJob {
    /// Reads the parts in a folder, checks all proofs, and that the cubes cover the formula. One
    /// part with a solution is enough.
    ///
    /// # Errors
    /// What the system says of the folder, with its name; or the reason to stop.
    pub fn merge(
        &self,
        folder: &Path,
        run: &Run,
    ) -> Result<MergedFolder<SolutionDocument>, MergeError> {
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
        let total = self.total(sums, &reading);
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
        let mut total = SolutionDocument::new(SCHEMA, puzzle, &job.method, None, 1, content);
        total.verified = true;
        total.timing = sums.timing;
        total.status = if is_refuted { Status::Unsatisfiable } else { Status::Satisfied };
        total.cube_proofs = is_refuted.then(|| CubeProofs {
            job: job.job.clone(),
            formula: JobFormula::of(self.encoding(), self.options()),
            split: job.split.clone(),
            cubes: sums.cubes,
            cubes_from_before: sums.from_before,
            lemmas: sums.lemmas,
            largest_over_mean: match sums.lemmas {
                0 => 1.0,
                lemmas => sums.most_lemmas as f64 * job.parts as f64 / lemmas as f64,
            },
            files: sums.files,
            hosts: sums.hosts.into_iter().collect(),
            checked: true,
        });
        total.statistics.variables = self.variables.into();
        total.statistics.clauses = self.formula.len() as u64;
        Some(total)
    }
}
